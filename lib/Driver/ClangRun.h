// Parses one source with clang and hands the translation unit on. FromSource.cpp and Fixes.cpp call it. The
// unit lives as long as the call: nothing of the AST may be kept.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class DiagnosticConsumer;
} // namespace clang

namespace fullgraph {

/// One #include directive that was followed.
struct IncludeDirective {
  std::string includer;            // real path
  unsigned offset = 0, length = 0; // of the name with its quotes or brackets
  std::string target;              // real path
  bool angled = false;
  bool besideIncluder =
      false; // found in the includer's own folder: a copy of the includer elsewhere would miss it
};

struct ParseRequest {
  std::vector<std::string> commandLine;        // for clang's driver
  std::string workingDirectory;                // empty: this process's
  bool verify = false;                         // check expected-... comments
  clang::DiagnosticConsumer *client = nullptr; // not owned; null: text on stderr
  std::vector<std::string> targetSources;      // of the same program; see TargetSources
};

/// A source of the program that was not read beside the main file, and why.
struct RefusedSource {
  std::string path, reason;
};

struct ParsedUnit {
  clang::CompilerInstance &compiler;
  const std::vector<IncludeDirective> &includes;
  const std::vector<std::string> &dependencies; // every file that was read, as it was named, or may matter
  const std::vector<RefusedSource> &refused;
};

/// Parses, and calls `then` when there was no error; clang's source manager and diagnostics are alive in it.
/// Returns whether all went well, errors that `then` reported included; with `verify`, whether the
/// expectations were met.
bool parseSource(const ParseRequest &request, llvm::function_ref<void(const ParsedUnit &)> then);

/// The path with links resolved; as it is when there is no such file.
std::string realPath(const std::string &path);

} // namespace fullgraph
