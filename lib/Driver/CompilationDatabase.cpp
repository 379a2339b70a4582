#include "lib/Driver/CompilationDatabase.h"

#include "lib/Driver/Stages.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

namespace fullgraph {

DatabaseEntry findInDatabase(const std::string &folder, const std::string &input, std::string &error) {
  DatabaseEntry entry;
  const std::unique_ptr<clang::tooling::CompilationDatabase> database =
      clang::tooling::CompilationDatabase::loadFromDirectory(folder, error);
  if (!database) {
    // Each kind of database says why it is not there; the JSON one is last.
    error = "no compilation database in '" + folder + "': " + llvm::StringRef(error).trim().rsplit('\n').second.str();
    return entry;
  }
  error.clear();
  const std::string file = absolutePath(input);
  const std::vector<clang::tooling::CompileCommand> commands = database->getCompileCommands(file);
  if (commands.empty()) {
    error = "the compilation database in '" + folder + "' has no entry for '" + file + "'";
    return entry;
  }
  entry.directory = commands.front().Directory;
  std::vector<std::string> words = commands.front().CommandLine;
  // The compiler may be started by others: `ccache g++ ...`.
  size_t first = 0;
  while (first < words.size() && !llvm::StringRef(words[first]).starts_with("-") &&
         words[first] != commands.front().Filename)
    ++first;
  entry.flags.assign(words.begin() + first, words.end());
  return entry;
}

} // namespace fullgraph
