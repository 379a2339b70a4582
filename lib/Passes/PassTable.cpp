// The passes, one row each. A new pass is a row here, and nothing else names it.
#include "lib/Passes/Passes.h"

namespace fullgraph {

namespace {

/// A pass that has a form for every graph.
template <void (*pass)(Graph &)> std::string always(Graph &graph) {
  pass(graph);
  return "";
}

constexpr Pass passes[] = {
    {"sizes", "settleSizes", settleSizes, Keeps::Results, false,
     "kernels broadcast where a type says 1, and a fact may say it of a symbol"},
    {"handles", "unifyHandles", always<unifyHandles>, Keeps::Results, false,
     "outputs that eager code gives one tensor for are one value"},
    {"parts", "exposeParts", exposeParts, Keeps::Results, false,
     "functionalise walks from a view to its memory, and kernels read real numbers"},
    {"functionalise", "functionalise", functionalise, Keeps::Memory, false,
     "without writes and aliases, a value means the same wherever it is used"},
    {"dce", "eliminateDeadCode", always<eliminateDeadCode>, Keeps::Outputs, true,
     "what nothing uses is computed by the program, and left by other passes"},
    {"canonicalise", "canonicalise", always<canonicalise>, Keeps::Outputs, true,
     "fusion and lowering know one form of each operator"},
    {"fold", "fold", always<fold>, Keeps::Outputs, true,
     "options at their defaults and inlined helpers leave arithmetic on constants"},
    {"cse", "eliminateCommonSubexpressions", always<eliminateCommonSubexpressions>, Keeps::Outputs, true,
     "inlined helpers compute the same several times"},
};

} // namespace

std::span<const Pass> passTable() { return passes; }

const Pass *findPass(std::string_view name) {
  for (const Pass &pass : passes)
    if (name == pass.name)
      return &pass;
  return nullptr;
}

std::string passNames() {
  std::string names;
  for (const Pass &pass : passes)
    names += (names.empty() ? "" : ", ") + std::string(pass.name);
  return names;
}

} // namespace fullgraph
