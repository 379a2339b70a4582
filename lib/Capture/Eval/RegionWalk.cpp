// The walk over a region: a part of the function, which finds the variables declared before it as it finds
// the caller's objects, and leaves what later code needs in variables.

#include "lib/Capture/Eval/RegionWalk.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/PathEnd.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/EvaluationOrder.h"

#include "clang/AST/ASTLambda.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace fullgraph {
/// At the end of each step: whether it applied operators.
void RegionWalk::noteStep() {
  const auto &nodes = walk.graph->nodes();
  const auto added = static_cast<std::ptrdiff_t>(nodes.size() - std::min(nodesBefore, nodes.size()));
  if (walk.step > 0)
    stepComputes.push_back(std::any_of(nodes.rbegin(), std::next(nodes.rbegin(), added),
                                       [](const auto &node) { return !node->is(Op::scalar); }));
  nodesBefore = nodes.size();
}

/// A variable whose value cannot be handed on is made where it is declared, by the user's code.
void RegionWalk::leaveDeclaration(const RegionResult &result, const Location *made, BreakError &error) {
  if (!result.variable || walk.attempts.depth)
    throw std::move(error);
  const Expr *maker = makerOf(walk.region->steps[result.step].stmt);
  LeftCall left;
  collector.collectHints(returnedKey(), made->value, left.result);
  left.plainCode = "operators in the making of an object that lives across a graph break";
  if (maker && !isa<CXXConstructExpr, InitListExpr>(maker) && stepComputes[result.step]) {
    const auto *call = dyn_cast<CallExpr>(maker);
    const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    const FunctionDecl *definition = nullptr;
    if (!callee || isStdLibrary(callee) || report.isLibrary(callee->getLocation()) ||
        !callee->hasBody(definition)) {
      error.graphBreak.range = SourceRange(result.variable->getLocation());
      throw std::move(error);
    }
    left.functions.push_back({definition, {}});
  }
  throw SplitPoint{maker, std::move(left)};
}

void RegionWalk::runRegion() {
  RegionFailure ended;
  const Expr *at = nullptr;
  try {
    caller.enterFunction();
    RegionExit exit = RegionExit::Next;
    for (walk.step = 0; walk.step < walk.region->steps.size() && exit == RegionExit::Next; ++walk.step) {
      const RegionStep &current = walk.region->steps[walk.step];
      noteStep();
      if (current.ahead) {
        expressions.substituted[current.ahead] =
            objects.initialise(current.type, current.ahead, current.name);
        continue;
      }
      switch (statements.exec(current.stmt)) {
      case Flow::Next:
        break;
      case Flow::Return:
        exit = RegionExit::Return;
        break;
      case Flow::Break:
        exit = RegionExit::Break;
        break;
      case Flow::Continue:
        exit = RegionExit::Continue;
        break;
      }
    }
    noteStep();
    if (walk.step > 0)
      --walk.step; // whatever cannot be printed is blamed on the last statement, unless something better is
                   // known
    pathEnd.finish(exit);
    return;
  } catch (const EagerPath &end) {
    pathEnd.endEagerly(end);
    return;
  } catch (BreakError &error) {
    at = error.at;
    ended.condition = error.condition;
    ended.endsLoop = error.endsLoop;
    ended.left = std::move(error.left);
    ended.graphBreak = std::move(error.graphBreak);
  } catch (const UnknownType &unknown) {
    ended.unknown.emplace(unknown.name, unknown.loc);
  } catch (const SplitPoint &split) {
    at = split.at;
    ended.left = split.left;
    ended.before = split.next.has_value();
    walk.step = split.next.value_or(walk.step);
  }
  walk.end.leaf = std::make_unique<DecisionNode>();
  walk.end.leaf->loc = report.loc(function.decl->getLocation());
  ended.step = walk.step;
  ended.at = at;
  if (at && walk.topCall.call == at) {
    ended.callee = walk.topCall.callee;
    ended.arguments = std::move(walk.topCall.arguments);
  }
  walk.end.failure = std::move(ended);
}

void RegionWalk::collectHintsAfter() {
  for (const Location *location : caller.externals)
    if (!location->cxx.empty())
      collector.collectHints(location->cxx, location->value, walk.end.hintsAfter);
  for (const auto &[variable, location] : walk.frames.front().variables) {
    if (!variable->getIdentifier())
      continue;
    const std::string name = variable->getNameAsString();
    collector.collectNumber(name, location, walk.end.hintsAfter);
    if (!location->external || location->loaded)
      collector.collectHints(name, location->value, walk.end.hintsAfter);
    else if (!location->declared.shape.empty() &&
             location->cxx != name) // a reference to something not read yet
      walk.end.hintsAfter[name] = {location->declared.shape, location->declared.order};
  }
  for (const RegionResult &result : walk.region->results)
    if (!result.variable)
      if (const auto found = expressions.substituted.find(walk.region->steps[result.step].ahead);
          found != expressions.substituted.end())
        collector.collectHints(result.name, found->second->value, walk.end.hintsAfter);
  if (walk.frames.front().hasReturned && !walk.frames.front().returnsReference)
    collector.collectHints(returnedKey(), walk.frames.front().returned, walk.end.hintsAfter);
}

} // namespace fullgraph
