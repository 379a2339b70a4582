// The files of one run: written beside their places, and put there together at the end. The stages of
// lib/Driver write through it. A run that fails leaves the files that were there before.
#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <utility>
#include <vector>

namespace fullgraph {

class OutputFiles {
public:
  void add(std::string path, std::string content) { files.emplace_back(std::move(path), std::move(content)); }
  /// Writes every file under a temporary name, then renames them all. On an error nothing that was there
  /// before has changed, unless renaming itself fails half-way (a folder at a file's place is found before).
  llvm::Error commit();

private:
  std::vector<std::pair<std::string, std::string>> files;
};

/// Makes the folder and its parents.
llvm::Error makeFolder(const std::string &path);

/// A static archive with an index: members are (name, path of the object). Equal inputs give equal bytes.
llvm::Expected<std::string> makeArchive(const std::vector<std::pair<std::string, std::string>> &members);

/// "output: file file ..." in make's syntax.
std::string makeDepfile(const std::string &output, const std::vector<std::string> &files);

} // namespace fullgraph
