#include "lib/Capture/Report/Splits.h"

#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Report/Reporter.h"

using namespace clang;

namespace fullgraph {

void Splits::remarkLibraryLoop(const Expr *call) {
  report.remark(BreakKind::LibraryLoop, call->getSourceRange(), {report.calleeText(call)}, {});
}

/// A graph for each number of turns, up to so many.
void Splits::remarkLibraryTurns(int mostTurns) {
  if (walk.library.call && !function.forks.lists.count(walk.library.call))
    report.remarkOfOtherPaths(BreakKind::LibraryTurns, walk.library.call->getSourceRange(),
                              {report.calleeText(walk.library.call), std::to_string(mostTurns)});
}

/// Have operators been added to the graph since it had so many nodes? Views and constants are none.
bool Splits::computesSince(size_t nodesBefore) const {
  const auto &nodes = walk.graph->nodes();
  const auto since =
      std::next(nodes.begin(), static_cast<std::ptrdiff_t>(std::min(nodesBefore, nodes.size())));
  return std::any_of(since, nodes.end(), [](const auto &node) {
    const bool isView = node->results.size() == 1 && node->results[0]->base;
    return !isView && node->op->family != OpFamily::Creation;
  });
}

/// A loop of the library's over a number that is not known, as a TransformerEncoder's over its layers. A
/// graph for each number of turns would be one for each size.
void Splits::leaveLibraryLoop(size_t nodesBefore) {
  if (!walk.predicting && !walk.attempts.depth && walk.library.callee &&
      walk.library.depth == report.userDepth() && computesSince(nodesBefore))
    throw UncountedLoop();
}

/// x.unbind(1), in front of a loop over what it gives.
void Splits::leaveCountedList() {
  if (!walk.predicting && !walk.attempts.depth && function.forks.lists.count(walk.library.call))
    throw UncountedLoop();
}

/// Is what runs an operator of fg's that the user's code called?
bool Splits::isArgument() const {
  if (!walk.library.callee || walk.library.depth != report.userDepth())
    return false;
  const auto *method = dyn_cast<CXXMethodDecl>(walk.library.callee);
  return isFgNamespace(method ? method->getParent()->getDeclContext()
                              : walk.library.callee->getDeclContext());
}

/// A number that is read from a tensor is an operator's argument, and not as an operand: a size, or a place.
/// The graph ends in front of where it is needed.
void Splits::splitAtArgument(const AbsValue &number, SourceRange use) {
  const bool written = number.expr && !report.isLibrary(number.expr->getBeginLoc());
  report.remarkDataSize(written ? number.expr->getSourceRange() : use,
                        "an argument of '" + walk.library.callee->getNameAsString() + "'", number.tensor);
  const size_t depth = report.userDepth();
  for (size_t i = 1; i < depth; ++i)
    function.split.insert(walk.frames[i].function);
  walk.topCall = {};
  if (depth > 1 || !walk.region || !number.expr)
    throw SplitPoint{};
  // A region can begin behind the statement that reads it. Behind, and not where the number is needed: what
  // stands between may be made of it, and stays together.
  const SourceManager &sources = context.getSourceManager();
  const SourceLocation read = sources.getExpansionLoc(number.expr->getBeginLoc());
  size_t next = 0;
  while (next <= walk.step &&
         !sources.isBeforeInTranslationUnit(
             read, sources.getExpansionLoc(walk.region->steps[next].stmt->getBeginLoc())))
    ++next;
  if (next > walk.step)
    throw SplitPoint{number.expr, LeftCall()};
  throw SplitPoint{nullptr, {}, next};
}

void Splits::failOnArgument(const AbsValue &number, const Expr *use) {
  if (isArgument())
    splitAtArgument(number, use->getSourceRange());
  report.failOnTensorValue(BreakKind::ScalarReadback, number, use->getSourceRange());
}

/// A statement that only handles lists stays as the user wrote it, between two regions; it is no break.
void Splits::leavePlainCode(const Expr *expr, const char *what, Hints result) {
  if (walk.attempts.depth || walk.predicting)
    report.unsupported(expr, what);
  LeftCall left;
  left.plainCode = what;
  left.result = std::move(result);
  leaveOutermost(expr, std::move(left));
}

/// What the standard library's own code does is done by the user's call of it.
void Splits::leaveOutermost(const Expr *expr, LeftCall left) {
  for (size_t i = 1; i < walk.frames.size(); ++i) {
    if (!report.isLibrary(walk.frames[i].function->getLocation()) && !isStdLibrary(walk.frames[i].function))
      continue;
    if (!isStdLibrary(walk.frames[i].function) || !walk.frames[i].call)
      report.unsupported(expr, left.plainCode
                                   ? std::string(left.plainCode)
                                   : "a call within '" + walk.frames[i].function->getQualifiedNameAsString() +
                                         "' that the program has to make itself");
    for (size_t outer = 1; outer < i; ++outer)
      function.split.insert(walk.frames[outer].function);
    left.result.clear();
    walk.topCall = {};
    throw SplitPoint{i == 1 ? walk.frames[i].call : nullptr, std::move(left)};
  }
  leaveCall(expr, std::move(left));
}

void Splits::leaveCall(const Expr *call, LeftCall left) {
  for (size_t i = 1; i < walk.frames.size(); ++i)
    function.split.insert(walk.frames[i].function);
  walk.topCall = {};
  if (walk.frames.size() > 1)
    throw SplitPoint{}; // of the function that holds the call, which is planned on its own
  throw SplitPoint{call, std::move(left)};
}

} // namespace fullgraph
