// Flags of one source from compile_commands.json. FromSource.cpp calls it; flags of the command line come
// behind those that it finds. A source that the file does not have is an error.
#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace fullgraph {

struct DatabaseEntry {
  std::string directory;          // what relative paths in the flags are relative to
  std::vector<std::string> flags; // without the compiler itself
};

/// The first entry of `input` in the database of `folder`; an error when there is none.
llvm::Expected<DatabaseEntry> findInDatabase(const std::string &folder, const std::string &input);

} // namespace fullgraph
