// The other sources of the program that a source belongs to, for what it calls and does not define, and for
// calls of its compiled functions.
//
// LibTorch's usual layout is a class in a header, its methods in a source, and main() in another one. Capture
// walks bodies, and what callers pass says which types code is built for; so the parser goes on, behind the
// user's code, with those of the target's sources that mention such a name. They are read as if they stood
// alone: what the source itself declares, and its macros, are hidden from them, and where one of them turns
// out to mean something else here than on its own, it is not read at all.
#pragma once

#include "lib/Driver/ClangRun.h"

#include "clang/Basic/SourceLocation.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fullgraph {

class TargetSources {
public:
  /// `candidates`: absolute paths; those in `refused` and the main file are passed over. `includes` are the
  /// directives that were followed so far, and grows while the parser goes on.
  TargetSources(clang::CompilerInstance &compiler, const std::vector<std::string> &candidates,
                const std::vector<RefusedSource> &refused, const std::vector<IncludeDirective> &includes);
  ~TargetSources();
  TargetSources(const TargetSources &) = delete;
  TargetSources &operator=(const TargetSources &) = delete;

  /// At the end of what was parsed, at `end`: has the preprocessor go on with a source that is needed, if
  /// there is one.
  bool enterNext(clang::SourceLocation end);
  /// Behind that source: the user's declarations are there again. An error is a reason to parse the unit
  /// again without it: what was made of it stays in the AST.
  std::optional<RefusedSource> leave();
  /// Behind the last one: sources that were not read, and in which the bodies may be written that are missing
  /// still.
  std::vector<std::string> passedOver() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace fullgraph
