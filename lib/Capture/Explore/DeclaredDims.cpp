#include "lib/Capture/Explore/DeclaredDims.h"

#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Explore/Paths.h"
#include "lib/Capture/Report/BreakAt.h"
#include "lib/Capture/Report/DeclaredFixes.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Frontend/ShapeSpec.h"

#include "clang/Basic/FileManager.h"

using namespace clang;

namespace fullgraph {
namespace {

/// May the function have a graph where `symbol` is what `condition` says? What is behind a break, in a region
/// of its own, or behind a handler, is not seen here.
bool mayHaveGraph(ASTContext &context, const FunctionContext &walked, const std::string &symbol,
                  const Sym &condition) {
  FunctionContext trial = trialOf(walked);
  trial.declared.supposed = [&](const std::string &name) {
    return name == symbol ? std::optional<Sym>(condition) : std::nullopt;
  };
  return !explorePaths(context, trial, nullptr, false).versions.empty() || trial.found.hasBreak() ||
         trial.splits || trial.found.handled;
}

void forEachGraph(const DecisionNode &node, llvm::function_ref<void(const Graph &)> visit) {
  if (node.graph)
    visit(*node.graph);
  if (node.kind == DecisionNode::Branch) {
    forEachGraph(*node.whenTrue, visit);
    forEachGraph(*node.whenFalse, visit);
  }
}

/// The dim with the bounds within which the function has graphs.
std::string boundedText(const ShapeDim &dim, const std::string &symbol,
                        const std::vector<CapturedVersion> &versions) {
  constexpr int64_t none = std::numeric_limits<int32_t>::max();
  int64_t lower = none, upper = 0;
  for (const CapturedVersion &version : versions)
    forEachGraph(*version.tree, [&](const Graph &graph) {
      const Sym size = Sym::symbol(symbol);
      const bool known = graph.env.lookup(symbol) != nullptr;
      lower = std::min(lower, known ? graph.env.lowerBound(size).value_or(0) : 0);
      upper = std::max(upper, known ? graph.env.upperBound(size).value_or(none) : none);
    });
  if (lower == upper)
    return std::to_string(dim.factor * lower);
  return (lower > 0 ? std::to_string(dim.factor * lower) + "<=" : "") +
         (dim.factor == 1 ? "" : std::to_string(dim.factor) + "*") + dim.name +
         (upper < none ? "<=" + std::to_string(dim.factor * upper) : "");
}

/// A member's dim, in graphs for the objects that the source's calls pass: it is what it is in these.
bool isOfSeenObject(const ASTContext &context, const FunctionContext &walked, SourceLocation where) {
  const SourceRange function = walked.decl->getSourceRange();
  const SourceManager &sources = context.getSourceManager();
  const SourceLocation at = sources.getExpansionLoc(where);
  const bool isParameters =
      !sources.isBeforeInTranslationUnit(at, sources.getExpansionLoc(function.getBegin())) &&
      !sources.isBeforeInTranslationUnit(sources.getExpansionLoc(function.getEnd()), at);
  return walked.prototypes && walked.prototypes->expectsSeen && !isParameters;
}

} // namespace

std::vector<Break> specialisedDims(ASTContext &context, const FunctionContext &walked) {
  std::vector<Break> breaks;
  for (const auto &[symbol, declared] : walked.declared.dims) {
    if (!declared.only || isOfSeenObject(context, walked, declared.where))
      continue;
    // A graph is made for the useful sizes; that others throw, too, is seen by trying them. A dim of size 1
    // may broadcast where no other does.
    const Sym size = Sym::symbol(symbol), only(*declared.only);
    if (mayHaveGraph(context, walked, symbol, symNot(symEq(size, only))) ||
        (*declared.only != 1 && mayHaveGraph(context, walked, symbol, symEq(size, Sym(1)))))
      continue;
    Break b =
        breakAt(BreakKind::DimSpecialised, SourceRange(declared.where),
                {declared.letter, declared.letter + " == " + std::to_string(*declared.only)}, walked.decl);
    if (const SourceLocation where = clangLocation(declared.needed, context); where.isValid())
      b.notes.push_back({where, "forced here", {}});
    addShapeFix(b, context, walked.decl, declared.where, declared.letter,
                [&](const ShapeDim &dim) { return std::to_string(dim.factor * *declared.only); });
    breaks.push_back(std::move(b));
  }
  return breaks;
}

std::optional<Break> whyNoCallFits(ASTContext &context, const FunctionContext &walked) {
  for (size_t i = 0; i < walked.declared.bounds.size(); ++i) {
    FunctionContext trial = trialOf(walked);
    trial.declared.withoutBound = i;
    const std::vector<CapturedVersion> versions = explorePaths(context, trial, nullptr, false).versions;
    if (versions.empty())
      continue;
    const DeclaredBound &bound = walked.declared.bounds[i];
    Break b = breakAt(BreakKind::BoundViolation,
                      SourceRange(walked.found.thrown ? walked.found.thrown->loc : bound.where),
                      {"this", bound.text}, walked.decl);
    b.notes.push_back({bound.where, "'" + bound.text + "' is declared here", {}});
    if (walked.found.thrown)
      b.notes.push_back(
          {b.range.getBegin(), "every call within the bound ends here: " + walked.found.thrown->reason, {}});
    if (const auto dim = walked.declared.dims.find(bound.symbol); dim != walked.declared.dims.end())
      addShapeFix(b, context, walked.decl, bound.where, dim->second.letter, [&](const ShapeDim &one) {
        return one.lower || one.upper ? boundedText(one, bound.symbol, versions) : "";
      });
    return b;
  }
  if (!walked.found.thrown || walked.found.thrown->loc.isInvalid())
    return std::nullopt;
  return alwaysThrows(walked.decl, *walked.found.thrown);
}

BreakNote whyNoGuessFits(const EagerPath &thrown) {
  return {thrown.loc,
          "with none of the ranks and dtypes that were tried does a call get past this: it " + thrown.reason,
          {}};
}

Break alwaysThrows(const FunctionDecl *function, const EagerPath &thrown) {
  Break b = breakAt(BreakKind::AlwaysThrows, SourceRange(thrown.loc),
                    {function->getQualifiedNameAsString(), thrown.reason}, function);
  b.notes = thrown.notes;
  return b;
}

} // namespace fullgraph
