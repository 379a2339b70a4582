#include "lib/Driver/CompilationDatabase.h"

#include "lib/Driver/Stages.h"
#include "lib/Graph/Failure.h"

#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

namespace fullgraph {

llvm::Expected<DatabaseEntry> findInDatabase(const std::string &folder, const std::string &input) {
  DatabaseEntry entry;
  std::string why;
  // Not CompilationDatabase::loadFromDirectory: it makes up commands for files that have none.
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, "compile_commands.json");
  const std::unique_ptr<clang::tooling::CompilationDatabase> database =
      clang::tooling::JSONCompilationDatabase::loadFromFile(
          path, why, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database)
    return failure("no compilation database in '" + folder + "': " + llvm::StringRef(why).trim().str());
  const std::string file = absolutePath(input);
  const std::vector<clang::tooling::CompileCommand> commands = database->getCompileCommands(file);
  if (commands.empty())
    return failure("the compilation database in '" + folder + "' has no entry for '" + file + "'");
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
