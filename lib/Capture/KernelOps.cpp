// fg::kernel_op: a C++ function of one element becomes operators on whole tensors, which fuse like any other.
//
// The function's parameters are C++ numbers that tensors hold (TensorNumbers.cpp), with an element for each
// call of the function. A branch on such a number has no one answer: the function is walked once for each way
// through it, and `where` selects. Ways are few: what was computed on one is known on the next (`known`).
#include "lib/Capture/Interpreter.h"

#include "lib/Shapes/Infer.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

constexpr size_t maxSides = 64, maxWays = 128; // branches on one way, and ways

const ClassTemplateSpecializationDecl *neighboursClass(const CXXRecordDecl *record) {
  const auto *instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  return instance && instance->getIdentifier() && instance->getName() == "Neighbours" &&
                 isFgNamespace(instance->getDeclContext())
             ? instance
             : nullptr;
}

/// How far away elements are read, in one dim.
struct Reach {
  int64_t before = 0, behind = 0;
};

} // namespace

struct Interpreter::KernelRun {
  const FunctionDecl *function = nullptr;
  const Expr *call = nullptr;
  std::vector<Value *> operands; // null: a number of the host program
  std::vector<AbsValue> numbers; // for those
  // Of the way that is being walked:
  std::vector<bool> forced;
  std::vector<std::pair<Value *, bool>> asked;
  size_t ways = 0;
  std::map<std::string, Value *> known; // by operator and operands
  // fg::Neighbours: the first walk finds out how far they reach, the second one reads.
  bool reads = false;
  std::map<Value *, std::vector<Reach>> reach;
  std::map<Value *, Value *> padded;
};

/// The node that computes the same, if there is one; `made`: it does from now on.
Value *Interpreter::kernelValue(const OpSchema &op, const std::vector<Arg> &args, Value *made) {
  std::string key = op.name;
  for (const Arg &arg : args) {
    key += ';';
    if (const auto *value = std::get_if<Value *>(&arg))
      key += "%" + std::to_string(reinterpret_cast<uintptr_t>(*value));
    else if (const auto *number = std::get_if<Sym>(&arg))
      key += std::to_string(static_cast<int>(number->type())) + ":" + number->str();
    else if (const auto *dtype = std::get_if<ScalarType>(&arg))
      key += fg::toString(*dtype);
    else if (!std::holds_alternative<std::monostate>(arg))
      return made; // lists: not of the function's arithmetic
  }
  if (made)
    return kernel->known.emplace(std::move(key), made).first->second;
  const auto found = kernel->known.find(key);
  return found == kernel->known.end() ? nullptr : found->second;
}

Value *Interpreter::scalarNode(const Sym &number, const Expr *expr) {
  const OpSchema &op = *findOp("scalar");
  if (kernel)
    if (Value *known = kernelValue(op, {Arg(number)}, nullptr))
      return known;
  Value *made = appendScalar(*graph, number, userLoc(expr));
  return kernel ? kernelValue(op, {Arg(number)}, made) : made;
}

/// The side of a branch on the current way; nullopt where there are too many.
std::optional<bool> Interpreter::kernelSide(const AbsValue &number, const Expr *condition) {
  Value *asked = convertNumber(number, context.BoolTy, condition).tensor;
  for (const auto &[earlier, side] : kernel->asked)
    if (earlier == asked)
      return side;
  const size_t index = kernel->asked.size();
  if (index >= maxSides || kernel->ways > maxWays)
    return std::nullopt;
  const bool side = index >= kernel->forced.size() || kernel->forced[index];
  kernel->asked.emplace_back(asked, side);
  return side;
}

/// The function's result on all ways that begin with these sides.
Value *Interpreter::kernelElement(const std::vector<bool> &sides) {
  KernelRun &run = *kernel;
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
    args.push_back(temporary(std::move(value), own));
  }
  const CallResult result = invoke(run.function, nullptr, args, run.call);
  const std::vector<std::pair<Value *, bool>> asked = run.asked;
  const AbsValue value = result.reference ? read(result.reference, run.call) : result.value;
  if (value.isPoison())
    return nullptr;
  const ScalarType dtype = *dtypeOfNumber(run.function->getReturnType(), context);
  Value *element =
      value.is(ValueKind::TensorScalar)
          ? value.tensor
          : appendChecked(*findOp("to"), {scalarNode(value.sym, run.call), dtype, Sym::boolean(true)},
                          run.call);
  for (size_t i = asked.size(); i-- > sides.size();) {
    std::vector<bool> other;
    for (size_t k = 0; k < i; ++k)
      other.push_back(asked[k].second);
    other.push_back(false);
    Value *otherwise = kernelElement(other);
    if (!otherwise)
      return nullptr;
    element = appendChecked(*findOp("where"), {asked[i].first, element, otherwise}, run.call);
  }
  return element;
}

/// x(offsets...) of an fg::Neighbours: a view of the tensor with its edges repeated.
std::optional<Interpreter::CallResult> Interpreter::neighbour(const FunctionDecl *callee, Location *object,
                                                              const std::vector<Location *> &args,
                                                              const Expr *call) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!kernel || !object || !method || !neighboursClass(method->getParent()) ||
      method->getOverloadedOperator() != OO_Call)
    return std::nullopt;
  const AbsValue from = read(object, call);
  Value *tensor = from.tensor;
  const size_t rank = tensor->type.rank(), first = rank - args.size();
  std::vector<int64_t> offsets;
  for (Location *arg : args) {
    const AbsValue &offset = read(arg, call);
    if (offset.isPoison())
      return CallResult{AbsValue::poison(), nullptr};
    if (!offset.isScalar() || !offset.sym.asInt())
      unsupported(call, "an offset that is no constant, in a kernel function");
    offsets.push_back(*offset.sym.asInt());
  }
  std::vector<Reach> &reach = kernel->reach[tensor];
  reach.resize(args.size());
  Value *view = tensor;
  if (!kernel->reads) {
    for (size_t d = 0; d < offsets.size(); ++d) {
      reach[d].before = std::max(reach[d].before, -offsets[d]);
      reach[d].behind = std::max(reach[d].behind, offsets[d]);
    }
  } else {
    Value *&padded = kernel->padded[tensor];
    if (!padded) {
      padded = tensor;
      for (size_t d = 0; d < reach.size(); ++d) {
        const Sym dim = static_cast<int64_t>(first + d);
        const auto edge = [&](int64_t at, int64_t count) {
          std::vector<Sym> sizes = padded->type.sizes;
          sizes[first + d] = count;
          Value *row = appendChecked(*findOp("select"), {padded, dim, Sym(at)}, call);
          row = appendChecked(*findOp("unsqueeze"), {row, dim}, call);
          return appendChecked(*findOp("expand"), {row, std::move(sizes)}, call);
        };
        std::vector<Value *> parts;
        if (reach[d].before)
          parts.push_back(edge(0, reach[d].before));
        parts.push_back(padded);
        if (reach[d].behind)
          parts.push_back(edge(-1, reach[d].behind));
        if (parts.size() > 1)
          padded = appendChecked(*findOp("cat"), {std::move(parts), dim}, call);
      }
    }
    view = padded;
    for (size_t d = 0; d < offsets.size(); ++d) {
      const Sym start = reach[d].before + offsets[d];
      view = appendChecked(
          *findOp("slice"),
          {view, Sym(static_cast<int64_t>(first + d)), start, start + tensor->type.sizes[first + d], Sym(1)},
          call);
    }
  }
  const QualType element = callee->getReturnType();
  AbsValue number = from;
  number.kind = ValueKind::TensorScalar;
  return CallResult{numberOf(view, element, number), nullptr};
}

std::optional<Interpreter::CallResult>
Interpreter::kernelCall(const FunctionDecl *callee, const std::vector<Location *> &args, const Expr *call) {
  if (!callee->getIdentifier() || callee->getName() != "kernel_op" || args.size() < 2 ||
      !isFgNamespace(callee->getDeclContext()))
    return std::nullopt;
  for (Location *arg : args)
    if (read(arg, call).isPoison())
      return CallResult{AbsValue::poison(), nullptr};
  const auto function = functionOf(args[0]);
  if (!function || function->first->getNumParams() != args.size() - 1)
    fail(BreakKind::IndirectCall, call->getSourceRange(), {"fg::kernel_op"});
  KernelRun run;
  run.function = function->first;
  run.call = call;
  if (!dtypeOfNumber(run.function->getReturnType(), context))
    unsupported(call, "a kernel function of '" + run.function->getReturnType().getAsString() + "'");
  Value *shape = nullptr;
  for (size_t i = 1; i < args.size(); ++i) {
    const QualType type =
        run.function->getParamDecl(static_cast<unsigned>(i - 1))->getType().getNonReferenceType();
    const ClassTemplateSpecializationDecl *around = neighboursClass(type->getAsCXXRecordDecl());
    const QualType element = around ? around->getTemplateArgs()[0].getAsType() : type;
    const std::optional<ScalarType> dtype = dtypeOfNumber(element, context);
    if (!dtype)
      unsupported(call, "a kernel function of '" + type.getAsString() + "'");
    const AbsValue &given = read(args[i], call);
    run.operands.push_back(nullptr);
    run.numbers.push_back(AbsValue());
    if (!given.isTensor()) {
      run.numbers.back() = convert(given, args[i]->type, type.getUnqualifiedType(), call);
      if (run.numbers.back().is(ValueKind::TensorScalar))
        run.operands.back() = run.numbers.back().tensor;
      continue;
    }
    Value *operand = typed(tensorOperand(given, call));
    noteReadOfType(operand);
    if (operand->type.dtype != *dtype)
      throw EagerPath{"throws: kernel_op() of another dtype", call->getExprLoc()};
    operand = appendChecked(*findOp("contiguous"), {operand}, call);
    run.operands.back() = operand;
    shape = shape ? appendChecked(*findOp("eq"), {shape, operand}, call) : operand;
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
    if (settle(fits) == false)
      throw EagerPath{"throws: kernel_op() reads around elements of another shape", call->getExprLoc()};
    assumeHost(fits, loc(call));
  }
  llvm::SaveAndRestore<KernelRun *> entering(kernel, &run);
  Value *element = kernelElement({});
  if (element && !run.reach.empty()) {
    run.reads = true;
    run.ways = 0;
    run.known.clear();
    element = kernelElement({});
  }
  if (!element)
    return CallResult{AbsValue::poison(), nullptr};
  kernel = nullptr;
  if (element->type.sizes != sizes)
    element = appendChecked(*findOp("expand"), {element, sizes}, call);
  // A tensor of its own, in the result's order.
  element = appendChecked(*findOp("contiguous"), {element}, call);
  return CallResult{AbsValue::ofTensor(appendChecked(*findOp("clone"), {element}, call)), nullptr};
}

} // namespace fullgraph
