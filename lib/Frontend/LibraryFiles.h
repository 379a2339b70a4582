// Which files of a translation unit are fullgraph's own: the headers beside the one that declares fg::Tensor,
// and the definitions of what they declare, in a folder of its own (library/ of the source tree). A user's
// folder of the same name is none of them: folders are compared, not names. Whoever asks whether code is the
// user's calls this.
#pragma once

#include "clang/Basic/FileEntry.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FileManager;
class SourceManager;
} // namespace clang

namespace fullgraph {

class LibraryFiles {
public:
  /// Behind the declaration of fg::Tensor; in a translation unit without it no file is fullgraph's.
  explicit LibraryFiles(const clang::ASTContext &context);

  bool holds(clang::FileEntryRef file) const;
  /// The file in which the place stands, or its macro is expanded.
  bool holds(clang::SourceLocation where) const;
  /// The folder of the headers, with links resolved; "" for none.
  llvm::StringRef headers() const { return headersFolder; }
  /// The folders that may hold the definitions of these headers: of an installation, of the source tree.
  std::vector<std::string> definitionsFolders() const;
  /// The definitions of what the header declares, <folder>/<name of the header>.cpp; none where there is no
  /// such file.
  clang::OptionalFileEntryRef definitionsOf(clang::FileEntryRef header) const;

private:
  bool isIn(clang::FileEntryRef file, llvm::StringRef folder) const;

  const clang::SourceManager &sources;
  clang::FileManager &files;
  llvm::StringRef headersFolder;
};

/// Is the code no user's: fullgraph's, the standard library's, or the compiler's own?
bool isLibraryCode(clang::SourceLocation where, const clang::ASTContext &context);

} // namespace fullgraph
