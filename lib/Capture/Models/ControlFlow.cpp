// fg::cond, while_loop, scan and map. Their bodies are ordinary C++, which is captured like the user's where
// it can be. Where tensor data decides, or the number of turns is only known at run time, the call stays as
// it is, and the functions that it was handed are compiled (Regions.cpp plans them); a cond whose sides are
// cheap is a selection.

#include "lib/Capture/Models/ControlFlow.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Models/SliceLoops.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Capture/Tensors/TensorOps.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {
namespace {

constexpr size_t maxSelected = 16; // operators of one side of a selection: both sides are computed
constexpr int64_t maxTurns = 16;   // of scan and map: more of them are a loop

std::optional<LeftCall::Kind> controlFlowKind(const FunctionDecl *callee) {
  if (!callee->getIdentifier() || isa<CXXMethodDecl>(callee) || !isFgNamespace(callee->getDeclContext()) ||
      !callee->isFunctionTemplateSpecialization())
    return std::nullopt;
  return llvm::StringSwitch<std::optional<LeftCall::Kind>>(callee->getName())
      .Case("cond", LeftCall::Cond)
      .Case("while_loop", LeftCall::WhileLoop)
      .Case("scan", LeftCall::Scan)
      .Case("map", LeftCall::Map)
      .Default(std::nullopt);
}

} // namespace

/// What a call of the object runs, and the object.
std::optional<std::pair<const FunctionDecl *, Location *>> ControlFlow::functionOf(Location *callable) {
  const AbsValue &value = caller.read(callable, nullptr);
  const FunctionDecl *function = nullptr;
  Location *object = nullptr;
  if (value.is(ValueKind::Function)) {
    function = value.function;
  } else if (value.is(ValueKind::Pointer) && value.location &&
             value.location->value.is(ValueKind::Function)) {
    function = value.location->value.function;
  } else if (value.is(ValueKind::Record)) {
    object = callable;
    for (const Decl *member : value.record->decl->decls()) {
      const FunctionDecl *candidate = dyn_cast<CXXMethodDecl>(member);
      if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(member)) {
        // Called with one list of types only, it is known which one.
        const auto instances = pattern->specializations();
        if (std::distance(instances.begin(), instances.end()) == 1)
          candidate = *instances.begin();
      }
      if (!candidate || candidate->getOverloadedOperator() != OO_Call)
        continue;
      if (function)
        return std::nullopt;
      function = candidate;
    }
  }
  const FunctionDecl *definition = nullptr;
  if (!function || !function->hasBody(definition) || definition->isDependentContext())
    return std::nullopt;
  return std::pair(definition, object);
}

LeftCall ControlFlow::leftControlFlow(const FunctionDecl *callee, const std::vector<Location *> &args) {
  LeftCall left;
  left.kind = *controlFlowKind(callee);
  const bool slices = left.kind == LeftCall::Scan || left.kind == LeftCall::Map;
  const size_t callables = left.kind == LeftCall::Cond ? 3 : left.kind == LeftCall::WhileLoop ? 2 : 1;
  std::optional<TensorHint> slice;
  if (slices) {
    int64_t dim = 0;
    if (left.kind == LeftCall::Scan && args.size() > 3)
      if (const AbsValue &given = caller.read(args[3], nullptr); given.isScalar() && given.sym.asInt())
        dim = *given.sym.asInt();
    const AbsValue &xs = caller.read(args[left.kind == LeftCall::Scan ? 2 : 1], nullptr);
    const int64_t rank =
        xs.isTensor() && xs.tensor ? static_cast<int64_t>(guesses.typed(xs.tensor)->type.rank()) : 0;
    dim = dim < 0 ? dim + rank : dim;
    if (dim >= 0 && dim < rank) {
      TensorType type = xs.tensor->type;
      const Sym count = type.sizes[static_cast<size_t>(dim)];
      left.slices = count.asInt()                     ? std::to_string(*count.asInt())
                    : count.kind() == SymKind::Symbol ? count.name()
                                                      : "?";
      std::vector<Sym> strides = type.stridesOrContiguous();
      type.sizes.erase(type.sizes.begin() + dim);
      strides.erase(strides.begin() + dim);
      type.strides = strides == contiguousStrides(type.sizes) ? std::vector<Sym>() : std::move(strides);
      slice = hintOf(type);
    }
  }
  // What the functions are called with: operands, what is carried, and slices.
  std::vector<Location *> given;
  if (left.kind == LeftCall::Scan) {
    given = {args[1], path.temporary(AbsValue(), {})};
    collector.collectHints(returnedKey(), caller.read(args[1], nullptr), left.carried);
  } else if (left.kind == LeftCall::Map) {
    given = {path.temporary(AbsValue(), {})};
    given.insert(given.end(), args.begin() + 2, args.end());
  } else {
    given.assign(args.begin() + static_cast<std::ptrdiff_t>(callables), args.end());
  }
  if (left.kind == LeftCall::WhileLoop)
    for (size_t i = 0; i < given.size(); ++i)
      collector.collectHints(given.size() == 1 ? returnedKey() : tupleKey(returnedKey(), i),
                             caller.read(given[i], nullptr), left.carried);
  const size_t sliceParameter = left.kind == LeftCall::Scan ? 1 : 0;
  for (size_t i = left.kind == LeftCall::Cond ? 1 : 0; i < callables; ++i) {
    const auto function = functionOf(args[i]);
    if (!function)
      continue;
    HandedFunction handed{function->first, collector.argumentHints(function->first, function->second, given)};
    if (slices && slice && function->first->getNumParams() > sliceParameter &&
        function->first->getParamDecl(sliceParameter)->getIdentifier())
      handed.arguments[function->first->getParamDecl(sliceParameter)->getNameAsString()] = *slice;
    left.functions.push_back(std::move(handed));
  }
  return left;
}

/// fg::where(pred, true_fn(...), false_fn(...)), where that computes what the call does: both sides are few
/// pointwise operators that cannot fail, their results are new tensors of one type.
std::optional<CallResult> ControlFlow::selectedCall(const std::vector<Location *> &args, const Expr *call) {
  const AbsValue pred = caller.read(args[0], call);
  if (!pred.isTensor() || !pred.tensor || guesses.typed(pred.tensor)->type.rank() != 0 ||
      pred.tensor->type.dtype != ScalarType::Bool)
    return std::nullopt;
  const std::vector<Location *> operands(args.begin() + 3, args.end());
  Value *sides[2] = {nullptr, nullptr};
  for (int side = 0; side < 2; ++side) {
    const auto function = functionOf(args[side == 0 ? 1 : 2]);
    if (!function || !isPureBody(function->first->getBody()))
      return std::nullopt;
    const size_t before = walk.graph->nodes().size();
    const CallResult result = calls.invoke(function->first, function->second, operands, call);
    const AbsValue &value = result.reference ? caller.read(result.reference, call) : result.value;
    if (!value.isTensor() || !value.tensor || walk.graph->nodes().size() > before + maxSelected)
      return std::nullopt;
    bool fresh = false;
    size_t index = 0;
    for (const auto &node : walk.graph->nodes()) {
      if (index++ < before)
        continue;
      fresh |= node.get() == value.tensor->def;
      if (node->is(Op::scalar))
        continue;
      const ScalarType dtype = node->result()->type.dtype;
      // Of integers, a division by zero on the side that is not taken would be an error.
      if (!node->op || !node->op->isPointwise() || !(fg::isFloatingType(dtype) || dtype == ScalarType::Bool))
        return std::nullopt;
    }
    if (!fresh)
      return std::nullopt; // an operand itself: the result would not be that tensor
    sides[side] = value.tensor;
  }
  if (sides[0]->type.dtype != sides[1]->type.dtype || sides[0]->type.sizes != sides[1]->type.sizes ||
      !sides[0]->type.isContiguous() || !sides[1]->type.isContiguous())
    return std::nullopt;
  return CallResult{
      AbsValue::ofTensor(tensors.appendChecked(schemaOf(Op::where), {pred.tensor, sides[0], sides[1]}, call)),
      nullptr};
}

/// scan and map over slices as one kernel, if their function is one that a kernel can run again and again.
std::optional<CallResult> ControlFlow::loopOfSlices(LeftCall::Kind kind, const std::vector<Location *> &args,
                                                    const Expr *call) {
  const bool isScan = kind == LeftCall::Scan;
  const auto function = functionOf(args[0]);
  const AbsValue &xs = caller.read(args[isScan ? 2 : 1], call);
  if (!function || !xs.isTensor() || !xs.tensor)
    return std::nullopt;
  SliceLoops::Loop turns;
  turns.xs = guesses.typed(xs.tensor);
  turns.sliceType = args[isScan ? 2 : 1]->type.getUnqualifiedType();
  turns.function = function->first;
  turns.object = function->second;
  turns.call = call;
  if (isScan) {
    turns.carry = args[1];
    const AbsValue &dim = caller.read(args[3], call), &reverse = caller.read(args[4], call);
    if (!dim.isScalar() || !dim.sym.asInt() || !reverse.isScalar() || !reverse.sym.asBool())
      return std::nullopt;
    turns.dim = *dim.sym.asInt();
    turns.reverse = *reverse.sym.asBool();
  } else {
    turns.operands.assign(args.begin() + 2, args.end());
  }
  const auto rank = static_cast<int64_t>(turns.xs->type.rank());
  turns.dim += turns.dim < 0 ? rank : 0;
  if (turns.dim < 0 || turns.dim >= rank)
    return std::nullopt;
  std::optional<AbsValue> result = SliceLoops(walk).captured(turns);
  return result ? std::optional(CallResult{std::move(*result), nullptr}) : std::nullopt;
}

std::optional<CallResult> ControlFlow::controlFlowCall(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  const auto kind = controlFlowKind(callee);
  if (!kind || walk.attempts.entering == callee)
    return std::nullopt;
  for (Location *arg : args)
    if (caller.read(arg, call).isPoison())
      return CallResult{AbsValue::poison(), nullptr};
  const LeftCall left = leftControlFlow(callee, args);
  const bool onTensor = *kind == LeftCall::Cond && caller.read(args[0], call).isTensor();
  int64_t turns = 0;
  if ((*kind == LeftCall::Scan || *kind == LeftCall::Map) &&
      llvm::StringRef(left.slices).getAsInteger(10, turns))
    turns = maxTurns + 1; // not a number
  if (turns <= maxTurns) {
    // A break is reported where the functions are planned. A side that is not taken does not throw.
    std::optional<CallResult> result;
    Attempt(walk, onTensor ? Attempt::Throws::Fail : Attempt::Throws::EndPath, callee).run([&] {
      result = onTensor ? selectedCall(args, call) : calls.invoke(callee, nullptr, args, call);
    });
    if (result)
      return result;
  } else if (*kind == LeftCall::Scan || *kind == LeftCall::Map) {
    if (std::optional<CallResult> result = loopOfSlices(*kind, args, call))
      return result;
    // A guess that does not fit is no reason to leave the loop of the calls that are seen.
    if (function.types.guess && function.types.guess->isBesideSeen)
      throw EagerPath{"no graph for these types: the loop is no kernel", call->getExprLoc()};
  }
  splits.leaveCall(call, left);
}

} // namespace fullgraph
