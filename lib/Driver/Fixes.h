// `--fix`: the fix-its of a run's graph breaks, applied to the sources. FromSource.cpp calls it. Sources are
// written all or none, and fixes that would touch the same text are never both made.
#pragma once

#include "clang/Basic/Diagnostic.h"
#include "llvm/Support/Error.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class SourceManager;
}

namespace fullgraph {

/// Listens to the diagnostics of a run, beside the client that shows them.
class Fixes {
public:
  /// From here on. The engine's client stays who owned it.
  void listen(clang::DiagnosticsEngine &diags);
  /// Writes the sources, all or none. Of fixes that touch the same text the first one holds. Gives a line
  /// for each fix that was made.
  llvm::Expected<std::string> apply(const clang::SourceManager &sources,
                                    const clang::LangOptions &language) const;

private:
  struct Fix {
    std::string text;
    clang::SourceLocation place;
    std::vector<clang::FixItHint> edits; // made together or not at all
  };
  class Listener;
  std::vector<Fix> fixes;
};

} // namespace fullgraph
