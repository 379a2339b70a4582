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

namespace {

// The parts of a walk, by the room (folder) that they stand in.

struct PathParts {
  explicit PathParts(Walk &walk) : report(walk), splits(walk), path(walk) {}
  Reporter report;
  Splits splits;
  Path path;
};

struct CallerParts {
  explicit CallerParts(Walk &walk)
      : guesses(walk), caller(walk), expectations(walk), collector(walk), render(walk) {}
  TypeGuesses guesses;
  Caller caller;
  Expectations expectations;
  HintCollector collector;
  Renderer render;
};

struct TensorParts {
  explicit TensorParts(Walk &walk) : operators(walk), kernels(walk), numbers(walk) {}
  TensorOps operators;
  KernelWalk kernels;
  TensorNumbers numbers;
};

struct EvalParts {
  explicit EvalParts(Walk &walk)
      : constructors(walk), scalars(walk), expressions(walk), objects(walk), statements(walk), calls(walk),
        regionWalk(walk), pathEnd(walk) {}
  ConstructorWalk constructors;
  Scalars scalars;
  Expressions expressions;
  Objects objects;
  Statements statements;
  Calls calls;
  RegionWalk regionWalk;
  PathEnd pathEnd;
};

struct ModelParts {
  explicit ModelParts(Walk &walk)
      : tensorModel(walk), controlFlow(walk), kernelOps(walk), standard(walk), markedCalls(walk) {}
  TensorModel tensorModel;
  ControlFlow controlFlow;
  KernelOps kernelOps;
  StdModels standard;
  MarkedCalls markedCalls;
};

} // namespace

struct Interpreter::Parts {
  explicit Parts(Walk &of) : walk(of), function(of.function) {}

  void run();

  Walk &walk;
  FunctionContext &function;
  /// Each part refers to others, of which some are made behind it: their places are known before any is made.
  const bool bound = bind();
  PathParts onPath{walk};
  CallerParts ofCaller{walk};
  TensorParts tensors{walk};
  EvalParts eval{walk};
  ModelParts models{walk};
  PrototypeWalk modules{walk};

private:
  bool bind() {
    walk.parts = {&onPath.report,      &onPath.splits,    &onPath.path,
                  &ofCaller.guesses,   &ofCaller.caller,  &ofCaller.expectations,
                  &ofCaller.collector, &ofCaller.render,  &tensors.operators,
                  &tensors.kernels,    &tensors.numbers,  &eval.constructors,
                  &eval.scalars,       &eval.expressions, &eval.objects,
                  &eval.statements,    &eval.calls,       &models.tensorModel,
                  &models.controlFlow, &models.kernelOps, &models.standard,
                  &models.markedCalls, &modules,          &eval.regionWalk,
                  &eval.pathEnd};
    return true;
  }
};

Interpreter::Interpreter(ASTContext &context, FunctionContext &function, std::vector<PathDecision> prefix,
                         bool verbose, const RegionRequest *region)
    : walk(std::make_unique<Walk>(context, function, verbose, region)),
      parts(std::make_unique<Parts>(*walk)) {
  parts->onPath.path.prefix = std::move(prefix);
  walk->objectOf = [this](const Expr *expr) { return parts->eval.expressions.evalLocation(expr); };
}

Interpreter::~Interpreter() = default;

void Interpreter::diagnoseAll() { walk->diagnosing = true; }
std::vector<PathDecision> &Interpreter::decisions() { return parts->onPath.path.decisions; }
std::unique_ptr<DecisionNode> &Interpreter::leaf() { return walk->end.leaf; }
std::optional<RegionFailure> &Interpreter::failure() { return walk->end.failure; }
Hints &Interpreter::hintsAfter() { return walk->end.hintsAfter; }
bool Interpreter::inTraining() const { return parts->onPath.path.training == true; }
const std::vector<const Location *> &Interpreter::madeObjects() const {
  return parts->ofCaller.expectations.madeObjects;
}
bool Interpreter::takesModules() const { return parts->eval.constructors.takesModules; }

size_t Interpreter::walked() const {
  const Graph *graph = walk->graph      ? walk->graph.get()
                       : walk->end.leaf ? walk->end.leaf->graph.get()
                                        : nullptr;
  return graph ? graph->nodes().size() : 0;
}

const Location *Interpreter::runPrototype(const CXXConstructorDecl *ctor, const CXXRecordDecl *record) {
  return parts->modules.runPrototype(ctor, record);
}

void Interpreter::runCaller(SeenCalls &into) { parts->modules.runCaller(into); }

void Interpreter::Parts::run() {
  ++function.work->walks;
  walk.end.leaf = std::make_unique<DecisionNode>();
  walk.end.leaf->kind = DecisionNode::EagerLeaf;
  walk.end.leaf->loc = onPath.report.loc(function.decl->getLocation());
  if (walk.region) {
    eval.regionWalk.runRegion();
    return;
  }
  try {
    ofCaller.caller.enterFunction();
    eval.statements.exec(function.decl->getBody());
    if (!walk.diagnosing)
      eval.pathEnd.finishPath();
    else
      walk.end.leaf->reason =
          walk.unknownType ? "a dtype or rank is not known at build time" : "it has graph breaks";
    function.found.broke |= walk.diagnosing && !walk.unknownType;
  } catch (const EagerPath &end) {
    eval.pathEnd.endEagerly(end);
  } catch (BreakError &error) {
    onPath.report.record(std::move(error.graphBreak));
  } catch (const UnknownType &unknown) {
    function.found.unknownTypes.emplace(unknown.name, unknown.loc);
  } catch (const SplitPoint &) {
    function.splits = true;
  }
}

void Interpreter::run() { parts->run(); }

} // namespace fullgraph
