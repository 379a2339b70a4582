// fg::kernel_op: a C++ function of one element becomes operators on whole tensors, which fuse like any other.
//
// The function's parameters are C++ numbers that tensors hold (TensorNumbers.cpp), with an element for each
// call of the function. A branch on such a number has no one answer: the function is walked once for each way
// through it, and `where` selects. Ways are few: what was computed on one is known on the next (`known`).

#include "lib/Capture/Models/KernelOps.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Models/ControlFlow.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Tensors/KernelWalk.h"
#include "lib/Capture/Tensors/TensorNumbers.h"
#include "lib/Capture/Tensors/TensorOps.h"
#include "lib/Shapes/Infer.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {
namespace {

const ClassTemplateSpecializationDecl *neighboursClass(const CXXRecordDecl *record) {
  const auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  return instance && instance->getIdentifier() && instance->getName() == "Neighbours" &&
                 isFgNamespace(instance->getDeclContext())
             ? instance
             : nullptr;
}

} // namespace

/// The function's result on all ways that begin with these sides.
Value *KernelOps::kernelElement(const std::vector<bool> &sides) {
  KernelRun &run = *walk.kernel;
  ++run.ways;
  run.forced = sides;
  run.asked.clear();
  std::vector<Location *> args;
  for (size_t i = 0; i < run.operands.size(); ++i) {
    const QualType type = run.function->getParamDecl(static_cast<unsigned>(i))->getType();
    const QualType own = type.getNonReferenceType().getUnqualifiedType();
    AbsValue value = run.numbers[i];
    if (run.operands[i]) {
      value.kind = neighboursClass(own->getAsCXXRecordDecl()) ? ValueKind::Opaque : ValueKind::TensorScalar;
      value.tensor = value.origin = run.operands[i];
      value.type = own;
      value.expr = run.call;
    }
    args.push_back(path.temporary(std::move(value), own));
  }
  const CallResult result = calls.invoke(run.function, nullptr, args, run.call);
  const std::vector<std::pair<Value *, bool>> asked = run.asked;
  const AbsValue value = result.reference ? caller.read(result.reference, run.call) : result.value;
  if (value.isPoison())
    return nullptr;
  const ScalarType dtype = *dtypeOfNumber(run.function->getReturnType(), context);
  Value *element = value.is(ValueKind::TensorScalar)
                       ? value.tensor
                       : tensors.appendChecked(
                             schemaOf(Op::to),
                             {tensors.scalarNode(value.sym, run.call), dtype, Sym::boolean(true)}, run.call);
  for (size_t i = asked.size(); i-- > sides.size();) {
    std::vector<bool> other;
    for (size_t k = 0; k < i; ++k)
      other.push_back(asked[k].second);
    other.push_back(false);
    Value *otherwise = kernelElement(other);
    if (!otherwise)
      return nullptr;
    element = tensors.appendChecked(schemaOf(Op::where), {asked[i].first, element, otherwise}, run.call);
  }
  return element;
}

/// x(offsets...) of an fg::Neighbours: a view of the tensor with its edges repeated.
std::optional<CallResult> KernelOps::neighbour(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!walk.kernel || !object || !method || !neighboursClass(method->getParent()) ||
      method->getOverloadedOperator() != OO_Call)
    return std::nullopt;
  const AbsValue from = caller.read(object, call);
  Value *tensor = from.tensor;
  const size_t rank = tensor->type.rank(), first = rank - args.size();
  std::vector<int64_t> offsets;
  for (Location *arg : args) {
    const AbsValue &offset = caller.read(arg, call);
    if (offset.isPoison())
      return CallResult{AbsValue::poison(), nullptr};
    if (!offset.isScalar() || !offset.sym.asInt())
      report.unsupported(call, "an offset that is no constant, in a kernel function");
    offsets.push_back(*offset.sym.asInt());
  }
  std::vector<Reach> &reach = walk.kernel->reach[tensor];
  reach.resize(args.size());
  Value *view = tensor;
  if (!walk.kernel->reads) {
    for (size_t d = 0; d < offsets.size(); ++d) {
      reach[d].before = std::max(reach[d].before, -offsets[d]);
      reach[d].behind = std::max(reach[d].behind, offsets[d]);
    }
  } else {
    Value *&padded = walk.kernel->padded[tensor];
    if (!padded) {
      padded = tensor;
      for (size_t d = 0; d < reach.size(); ++d) {
        const Sym dim = static_cast<int64_t>(first + d);
        const auto edge = [&](int64_t at, int64_t count) {
          std::vector<Sym> sizes = padded->type.sizes;
          sizes[first + d] = count;
          Value *row = tensors.appendChecked(schemaOf(Op::select), {padded, dim, Sym(at)}, call);
          row = tensors.appendChecked(schemaOf(Op::unsqueeze), {row, dim}, call);
          return tensors.appendChecked(schemaOf(Op::expand), {row, std::move(sizes)}, call);
        };
        std::vector<Value *> parts;
        if (reach[d].before)
          parts.push_back(edge(0, reach[d].before));
        parts.push_back(padded);
        if (reach[d].behind)
          parts.push_back(edge(-1, reach[d].behind));
        if (parts.size() > 1)
          padded = tensors.appendChecked(schemaOf(Op::cat), {std::move(parts), dim}, call);
      }
    }
    view = padded;
    for (size_t d = 0; d < offsets.size(); ++d) {
      const Sym start = reach[d].before + offsets[d];
      view = tensors.appendChecked(
          schemaOf(Op::slice),
          {view, Sym(static_cast<int64_t>(first + d)), start, start + tensor->type.sizes[first + d], Sym(1)},
          call);
    }
  }
  const QualType element = callee->getReturnType();
  AbsValue number = from;
  number.kind = ValueKind::TensorScalar;
  return CallResult{numbers.numberOf(view, element, number), nullptr};
}

std::optional<CallResult> KernelOps::kernelCall(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  if (!callee->getIdentifier() || callee->getName() != "kernel_op" || args.size() < 2 ||
      !isFgNamespace(callee->getDeclContext()))
    return std::nullopt;
  for (Location *arg : args)
    if (caller.read(arg, call).isPoison())
      return CallResult{AbsValue::poison(), nullptr};
  const auto function = controlFlow.functionOf(args[0]);
  if (!function || function->first->getNumParams() != args.size() - 1)
    report.fail(BreakKind::IndirectCall, call->getSourceRange(), {"fg::kernel_op"});
  KernelRun run;
  run.function = function->first;
  run.call = call;
  if (!dtypeOfNumber(run.function->getReturnType(), context))
    report.unsupported(call, "a kernel function of '" + run.function->getReturnType().getAsString() + "'");
  Value *shape = nullptr;
  for (size_t i = 1; i < args.size(); ++i) {
    const QualType type =
        run.function->getParamDecl(static_cast<unsigned>(i - 1))->getType().getNonReferenceType();
    const ClassTemplateSpecializationDecl *around = neighboursClass(type->getAsCXXRecordDecl());
    const QualType element = around ? around->getTemplateArgs()[0].getAsType() : type;
    const std::optional<ScalarType> dtype = dtypeOfNumber(element, context);
    if (!dtype)
      report.unsupported(call, "a kernel function of '" + type.getAsString() + "'");
    const AbsValue &given = caller.read(args[i], call);
    run.operands.push_back(nullptr);
    run.numbers.push_back(AbsValue());
    if (!given.isTensor()) {
      run.numbers.back() = scalars.convert(given, args[i]->type, type.getUnqualifiedType(), call);
      if (run.numbers.back().is(ValueKind::TensorScalar))
        run.operands.back() = run.numbers.back().tensor;
      continue;
    }
    Value *operand = guesses.typed(tensors.tensorOperand(given, call));
    path.noteReadOfType(operand);
    if (operand->type.dtype != *dtype)
      throw EagerPath{"throws: kernel_op() of another dtype", call->getExprLoc()};
    operand = tensors.appendChecked(schemaOf(Op::contiguous), {operand}, call);
    run.operands.back() = operand;
    shape = shape ? tensors.appendChecked(schemaOf(Op::eq), {shape, operand}, call) : operand;
  }
  const std::vector<Sym> sizes = shape ? shape->type.sizes : std::vector<Sym>();
  for (size_t i = 0; i < run.operands.size(); ++i) {
    const QualType type =
        run.function->getParamDecl(static_cast<unsigned>(i))->getType().getNonReferenceType();
    const auto *around = neighboursClass(type->getAsCXXRecordDecl());
    if (!around)
      continue;
    const std::vector<Sym> &own = run.operands[i]->type.sizes;
    Sym fits = Sym::boolean(own.size() == sizes.size() &&
                            own.size() >= around->getTemplateArgs()[1].getAsIntegral().getZExtValue());
    for (size_t d = 0; d < own.size() && d < sizes.size(); ++d)
      fits = symAnd(fits, symEq(own[d], sizes[d]));
    if (path.settle(fits) == false)
      throw EagerPath{"throws: kernel_op() reads around elements of another shape", call->getExprLoc()};
    path.assume(fits, report.loc(call));
  }
  llvm::SaveAndRestore<KernelRun *> entering(walk.kernel, &run);
  Value *element = kernelElement({});
  if (element && !run.reach.empty()) {
    run.reads = true;
    run.ways = 0;
    run.known.clear();
    element = kernelElement({});
  }
  if (!element)
    return CallResult{AbsValue::poison(), nullptr};
  walk.kernel = nullptr;
  if (element->type.sizes != sizes)
    element = tensors.appendChecked(schemaOf(Op::expand), {element, sizes}, call);
  // A tensor of its own, in the result's order.
  element = tensors.appendChecked(schemaOf(Op::contiguous), {element}, call);
  return CallResult{AbsValue::ofTensor(tensors.appendChecked(schemaOf(Op::clone), {element}, call)), nullptr};
}

} // namespace fullgraph
