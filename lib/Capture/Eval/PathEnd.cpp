#include "lib/Capture/Eval/PathEnd.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/RegionWalk.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"

using namespace clang;

namespace fullgraph {

void PathEnd::endEagerly(const EagerPath &end) {
  walk.end.leaf = std::make_unique<DecisionNode>();
  walk.end.leaf->kind = DecisionNode::EagerLeaf;
  walk.end.leaf->reason = end.reason;
  walk.end.leaf->loc = report.loc(end.loc);
  walk.end.leaf->ranks = path.askedRanks(*walk.graph);
  const size_t walked = walk.graph->inputs().size() + walk.graph->nodes().size();
  if (!function.found.handled && (!function.found.thrown || walked > function.found.thrownAfter)) {
    function.found.thrown = end;
    function.found.thrownAfter = walked;
  }
}

/// What a late condition says of earlier ones shows only here: no call takes such a path, and its graph could
/// not be lowered.
void PathEnd::finishPath() {
  if (!path.decisions.empty() && walk.graph->env.isContradictory())
    throw EagerPath{"has conditions that contradict each other", function.decl->getLocation()};
  finish(RegionExit::Return);
}

void PathEnd::finish(RegionExit exit) {
  if (function.open.walk && !expectations.differs)
    throw EagerPath{"the versions in front are for these objects", function.decl->getLocation()};
  for (const GraphInput &input : walk.graph->inputs())
    guesses.typed(input.value); // no operator takes it
  if (walk.attempts.failed)
    report.fail(BreakKind::UnsupportedConstruct, SourceRange(function.decl->getLocation()),
                {"code behind a call that could not be captured"});
  Frame &top = walk.frame();
  walk.end.leaf = std::make_unique<DecisionNode>();
  walk.end.leaf->kind = DecisionNode::GraphLeaf;
  walk.end.leaf->loc = report.loc(function.decl->getLocation());
  walk.end.leaf->exit = exit;
  const QualType returnType = function.decl->getReturnType();
  walk.end.leaf->returnsValue = !returnType->isVoidType() && exit == RegionExit::Return;
  const SourceLocation where = function.decl->getLocation();
  if (walk.end.leaf->returnsValue && !top.hasReturned)
    report.fail(BreakKind::UnsupportedConstruct, SourceRange(where),
                {"a function that ends without a value"});
  render.leavesAt.emplace();
  render.addEffects(*walk.end.leaf);
  if (walk.end.leaf->returnsValue) {
    if (top.returnsReference) {
      if (!top.returnedReference || !top.returnedReference->external || top.returnedReference->cxx.empty())
        report.fail(BreakKind::UnsupportedConstruct, SourceRange(where),
                    {"a returned reference to an object made here"});
      render.splitBeforeGrowth(top.returnedReference);
      const std::string object = render.asBefore(top.returnedReference->cxx, /*isObject=*/true);
      walk.end.leaf->result.add(returnType->isRValueReferenceType() ? "::std::move(" + object + ")" : object);
    } else {
      render.leavesAt = top.returnedAt;
      render.renderInto(walk.end.leaf->result, top.returned, returnType, where);
    }
  }
  render.leavesAt.reset();
  if (walk.region)
    finishRegion(exit);
  // Eager code makes such a result on the CPU, whatever the inputs' device.
  for (const Value *result : walk.graph->outputs())
    if (!path.liesWithCalls(result))
      path.noteCpu("a result is made on the CPU", result->loc);
  walk.end.leaf->effects.insert(walk.end.leaf->effects.begin(), render.evaluatedFirst.begin(),
                                render.evaluatedFirst.end());
  render.assumeDistinctObjects();
  caller.noteDims();
  walk.end.leaf->graph = std::move(walk.graph);
  walk.end.leaf->graph->name =
      function.decl->getNameAsString().empty() ? "lambda" : function.decl->getNameAsString();
  // Nothing but C++ code on this path: there is no graph to run.
  if (walk.end.leaf->graph->nodes().empty() && walk.end.leaf->graph->outputs().empty()) {
    walk.end.leaf->ranks = path.askedRanks(*walk.end.leaf->graph);
    walk.end.leaf->idle = std::move(walk.end.leaf->graph);
  }
}

/// What the statements behind the region find in variables.
void PathEnd::finishRegion(RegionExit exit) {
  if (exit == RegionExit::Next) {
    walk.end.leaf->values.resize(walk.region->results.size());
    for (size_t i = 0; i < walk.region->results.size(); ++i) {
      const RegionResult &result = walk.region->results[i];
      walk.step = result.step;
      Location *location = nullptr;
      if (result.variable) {
        const auto found = walk.frame().variables.find(result.variable);
        if (found != walk.frame().variables.end())
          location = found->second;
      } else if (const auto found = expressions.substituted.find(walk.region->steps[result.step].ahead);
                 found != expressions.substituted.end()) {
        location = found->second;
      }
      if (!location)
        continue;
      try {
        const AbsValue &value = caller.read(location, nullptr);
        if (value.is(ValueKind::Sequence) &&
            value.sequence->countedBy && // code behind has any number of parts
            function.forks.lists.insert(value.sequence->countedBy).second)
          throw SplitPoint{};
        render.renderInto(walk.end.leaf->values[i], value, result.type, function.decl->getLocation());
      } catch (BreakError &error) {
        regionWalk.leaveDeclaration(result, location, error);
      }
    }
  }
  regionWalk.collectHintsAfter();
}

} // namespace fullgraph
