#include "lib/Capture/Caller/Caller.h"

#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/DeclaredFixes.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/SourceText.h"

#include "clang/Basic/FileManager.h"

using namespace clang;

namespace fullgraph {

void Caller::declareDim(const std::string &symbol, const ShapeDim &dim, const Location &tensor) {
  DeclaredDim &declared = function.declared.dims[symbol];
  if (declared.letter.empty()) {
    declared.letter = dim.name;
    declared.where = tensor.declaration;
  }
  if (function.declared.supposed)
    if (const std::optional<Sym> condition = function.declared.supposed(symbol))
      walk.graph->env.addFact(*condition);
}

/// Records a bound; false when this walk is one without it. Two bounds that no size meets are a mistake.
bool Caller::declaredBound(const std::string &symbol, const ShapeDim &dim, bool isUpper,
                           const Location &tensor) {
  DeclaredBound bound;
  bound.symbol = symbol;
  bound.isUpper = isUpper;
  bound.where = tensor.declaration;
  const std::string size = (dim.factor == 1 ? "" : std::to_string(dim.factor) + "*") + dim.name;
  bound.text =
      isUpper ? size + " <= " + std::to_string(*dim.upper) : std::to_string(*dim.lower) + " <= " + size;
  bound.value = isUpper ? *dim.upper / dim.factor : (*dim.lower + dim.factor - 1) / dim.factor;
  std::vector<DeclaredBound> &all = function.declared.bounds;
  const auto known = llvm::find_if(all, [&](const DeclaredBound &other) {
    return other.symbol == symbol && other.text == bound.text && other.where == bound.where;
  });
  const size_t index = static_cast<size_t>(known - all.begin());
  if (known == all.end())
    all.push_back(bound);
  for (size_t i = 0; i < index; ++i)
    if (all[i].symbol == symbol && all[i].isUpper != isUpper &&
        (isUpper ? bound.value < all[i].value : all[i].value < bound.value))
      report.fail(BreakKind::BoundViolation, SourceRange(bound.where), {"'" + bound.text + "'", all[i].text},
                  {{all[i].where, "'" + all[i].text + "' is declared here", {}}});
  return function.declared.withoutBound != index;
}

/// What this path's graph needs of the declared dims.
void Caller::noteDims() {
  for (auto &[symbol, declared] : function.declared.dims) {
    // What the library declares of its modules holds for every module, and is no promise of the user's.
    if (!walk.graph->env.lookup(symbol) || report.isLibrary(declared.where))
      continue;
    const std::optional<int64_t> value = walk.graph->env.simplify(Sym::symbol(symbol)).asInt();
    declared.only = declared.graphs == 0 || declared.only == value ? value : std::nullopt;
    ++declared.graphs;
    for (const Guard &guard : walk.graph->env.guards())
      if (guard.condition.dependsOn(symbol) && guard.condition.kind() == SymKind::Eq)
        declared.needed = guard.loc;
    for (const PathDecision &decision : path.decisions)
      if (decision.condition.dependsOn(symbol) && !declared.needed.isValid())
        declared.needed = decision.loc;
  }
}

} // namespace fullgraph
