#include "lib/Capture/Explore/Interpreter.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/ConstructorWalk.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/PathEnd.h"
#include "lib/Capture/Eval/RegionWalk.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Eval/Statements.h"
#include "lib/Capture/Models/ControlFlow.h"
#include "lib/Capture/Models/KernelOps.h"
#include "lib/Capture/Models/MarkedCalls.h"
#include "lib/Capture/Models/StdModels.h"
#include "lib/Capture/Models/TensorModel.h"
#include "lib/Capture/Modules/PrototypeWalk.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Tensors/KernelWalk.h"
#include "lib/Capture/Tensors/TensorNumbers.h"
#include "lib/Capture/Tensors/TensorOps.h"

using namespace clang;

namespace fullgraph {

struct Interpreter::Parts {
  explicit Parts(Walk &of) : walk(of), function(of.function) {}

  void run();

  Walk &walk;
  FunctionContext &function;
  /// Each part refers to others, of which some are made behind it: their places are known before any is made.
  const bool bound = bind();
  Reporter report{walk};
  Splits splits{walk};
  Path path{walk};
  TypeGuesses guesses{walk};
  Caller caller{walk};
  Expectations expectations{walk};
  HintCollector collector{walk};
  Renderer render{walk};
  TensorOps tensors{walk};
  KernelWalk kernels{walk};
  TensorNumbers numbers{walk};
  ConstructorWalk constructors{walk};
  Scalars scalars{walk};
  Expressions expressions{walk};
  Objects objects{walk};
  Statements statements{walk};
  Calls calls{walk};
  TensorModel tensorModel{walk};
  ControlFlow controlFlow{walk};
  KernelOps kernelOps{walk};
  StdModels standard{walk};
  MarkedCalls markedCalls{walk};
  PrototypeWalk modules{walk};
  RegionWalk regionWalk{walk};
  PathEnd pathEnd{walk};

private:
  bool bind() {
    walk.parts = {&report,       &splits,       &path,        &guesses,     &caller,
                  &expectations, &collector,    &render,      &tensors,     &kernels,
                  &numbers,      &constructors, &scalars,     &expressions, &objects,
                  &statements,   &calls,        &tensorModel, &controlFlow, &kernelOps,
                  &standard,     &markedCalls,  &modules,     &regionWalk,  &pathEnd};
    return true;
  }
};

Interpreter::Interpreter(ASTContext &context, FunctionContext &function, std::vector<PathDecision> prefix,
                         bool verbose, const RegionRequest *region)
    : walk(std::make_unique<Walk>(context, function, verbose, region)),
      parts(std::make_unique<Parts>(*walk)) {
  parts->path.prefix = std::move(prefix);
  walk->objectOf = [this](const Expr *expr) { return parts->expressions.evalLocation(expr); };
}

Interpreter::~Interpreter() = default;

void Interpreter::diagnoseAll() { walk->diagnosing = true; }
std::vector<PathDecision> &Interpreter::decisions() { return parts->path.decisions; }
std::unique_ptr<DecisionNode> &Interpreter::leaf() { return walk->leaf; }
std::optional<RegionFailure> &Interpreter::failure() { return walk->failure; }
Hints &Interpreter::hintsAfter() { return walk->hintsAfter; }
bool Interpreter::inTraining() const { return parts->path.training == true; }
const std::vector<const Location *> &Interpreter::madeObjects() const {
  return parts->expectations.madeObjects;
}
bool Interpreter::takesModules() const { return parts->constructors.takesModules; }

size_t Interpreter::walked() const {
  const Graph *graph = walk->graph ? walk->graph.get() : walk->leaf ? walk->leaf->graph.get() : nullptr;
  return graph ? graph->nodes().size() : 0;
}

const Location *Interpreter::runPrototype(const CXXConstructorDecl *ctor, const CXXRecordDecl *record) {
  return parts->modules.runPrototype(ctor, record);
}

void Interpreter::runCaller(SeenCalls &into) { parts->modules.runCaller(into); }

void Interpreter::Parts::run() {
  ++function.work->walks;
  walk.leaf = std::make_unique<DecisionNode>();
  walk.leaf->kind = DecisionNode::EagerLeaf;
  walk.leaf->loc = report.loc(function.decl->getLocation());
  if (walk.region) {
    regionWalk.runRegion();
    return;
  }
  try {
    caller.enterFunction();
    statements.exec(function.decl->getBody());
    if (!walk.diagnosing)
      pathEnd.finishPath();
    else
      walk.leaf->reason =
          walk.unknownType ? "a dtype or rank is not known at build time" : "it has graph breaks";
    function.broke |= walk.diagnosing && !walk.unknownType;
  } catch (const EagerPath &end) {
    pathEnd.endEagerly(end);
  } catch (BreakError &error) {
    report.record(std::move(error.graphBreak));
  } catch (const UnknownType &unknown) {
    function.unknownTypes.emplace(unknown.name, unknown.loc);
  } catch (const SplitPoint &) {
    function.splits = true;
  }
}

void Interpreter::run() { parts->run(); }

} // namespace fullgraph
