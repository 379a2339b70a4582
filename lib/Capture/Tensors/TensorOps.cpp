#include "lib/Capture/Tensors/TensorOps.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Tensors/DimChoice.h"
#include "lib/Capture/Tensors/KernelWalk.h"
#include "lib/Capture/Tensors/TensorNumbers.h"
#include "lib/Shapes/Infer.h"

using namespace clang;

namespace fullgraph {

/// Messages speak of the user's variables, not of those of the library's functions.
void TensorOps::nameForUser(Value *tensor, const std::string &name) const {
  if (tensor && tensor->source.empty() && !name.empty() && !walk.frames.empty() &&
      !report.isLibrary(walk.frames.back().function->getLocation()))
    tensor->source = name;
}

Value *TensorOps::scalarNode(const Sym &number, const Expr *expr) {
  const OpSchema &op = schemaOf(Op::scalar);
  if (walk.kernel)
    if (Value *known = kernels.kernelValue(op, {Arg(number)}, nullptr))
      return known;
  Value *made = appendScalar(*walk.graph, number, report.userLoc(expr));
  return walk.kernel ? kernels.kernelValue(op, {Arg(number)}, made) : made;
}

/// As for an operator's operands: a symbol is never taken for 1, since a graph of the broadcast would serve
/// that one size only. nullopt where the sizes do not broadcast, for its body to say so.
std::optional<Sym> TensorOps::broadcastSize(const Sym &a, const Sym &b, const Expr *call) {
  if (a.asInt() == 1)
    return b;
  if (b.asInt() == 1)
    return a;
  const Sym same = symEq(a, b);
  const std::optional<bool> known = same.asBool() ? same.asBool() : path.settle(same);
  if (known == false)
    return std::nullopt;
  if (!known)
    path.assume(same, report.loc(call));
  return b.isConst() ? b : a;
}

Value *TensorOps::tensorOperand(const AbsValue &value, const Expr *expr) {
  if (!value.isTensor())
    report.unsupported(expr, "this operand");
  if (!value.tensor)
    throw EagerPath{"uses an undefined tensor", expr->getBeginLoc()};
  return value.tensor;
}

std::optional<ScalarType> TensorOps::createdType(const AbsValue &options, ScalarType byDefault) {
  if (!options.is(ValueKind::Record) || !isFgClass(options.record->decl))
    return std::nullopt;
  for (const auto &[member, location] : options.record->fields)
    if (member->getName() == "dtype_") {
      const std::optional<int64_t> dtype =
          location->value.isScalar() ? location->value.sym.asInt() : std::nullopt;
      if (!dtype)
        return std::nullopt;
      const auto named = static_cast<ScalarType>(*dtype);
      return named == ScalarType::Undefined ? byDefault : named;
    }
  return std::nullopt;
}

Arg TensorOps::toArg(const AbsValue &value, const ArgSchema &schema, const Expr *call) {
  if (value.is(ValueKind::Optional)) {
    if (!value.location)
      return schema.kind == ArgKind::IntList ? Arg(std::vector<Sym>()) : Arg(std::monostate());
    return toArg(caller.read(value.location, call), schema, call);
  }
  if (value.is(ValueKind::TensorScalar) && schema.kind == ArgKind::Tensor)
    return numbers.weakNumber(value, call);
  if (value.is(ValueKind::TensorScalar)) // needed as an operator's argument
    splits.failOnArgument(value, call);
  // What a branch has settled is a constant, which dims must be: `if (d == -1) x.sum(d + 2)`.
  const auto knownDim = [&](const Sym &number) {
    const Sym known = isDim(schema) && !number.asInt() ? walk.graph->env.simplify(number) : number;
    return known.asInt() && path.settle(symEq(number, known)) == true ? known : number;
  };
  switch (schema.kind) {
  case ArgKind::Tensor:
    if (value.isScalar())
      return appendScalar(*walk.graph, value.sym, report.userLoc(call));
    if (value.isTensor() && !value.tensor && schema.optional)
      return std::monostate();
    if (value.isTensor() && schema.optional)
      caller.noteMaybeAbsent(value.tensor);
    return tensorOperand(value, call);
  case ArgKind::TensorList: {
    if (!value.is(ValueKind::Sequence) || value.sequence->open)
      report.unsupported(call, "a list of tensors of unknown length");
    std::vector<Value *> values;
    for (Location *element : value.sequence->elements)
      values.push_back(tensorOperand(caller.read(element, call), call));
    return values;
  }
  case ArgKind::Int: {
    if (!value.isScalar())
      report.unsupported(call, "the argument '" + schema.name + "'");
    if (!schema.boolean)
      return knownDim(value.sym);
    const Sym condition = value.sym.type() == SymType::Bool ? value.sym : symNe(value.sym, Sym(0));
    return Sym::boolean(
        path.decide(condition, report.loc(call))); // a flag chooses the operator's form: one graph each
  }
  case ArgKind::IntList: {
    if (value.isScalar())
      return std::vector<Sym>{knownDim(value.sym)};
    if (!value.is(ValueKind::Sequence))
      report.unsupported(call, "a list of sizes of unknown length");
    if (isDim(schema) && value.sequence->open && value.sequence->elements.empty() &&
        path.decide(symEq(value.sequence->length, Sym(0)), report.loc(call)))
      return std::vector<Sym>(); // all of them
    const std::shared_ptr<SequenceObject> list =
        caller.ofKnownLength(value.sequence, call, "a list of sizes of unknown length");
    std::vector<Sym> numbers;
    for (Location *element : list->elements) {
      const AbsValue &number = caller.read(element, call);
      if (number.is(ValueKind::TensorScalar))
        splits.failOnArgument(number, call);
      if (!number.isScalar())
        report.unsupported(call, "the argument '" + schema.name + "'");
      numbers.push_back(knownDim(number.sym));
    }
    return numbers;
  }
  case ArgKind::DType: {
    if (!value.isScalar() || !value.sym.isConst())
      report.unsupported(call, "a dtype that is only known at run time");
    return static_cast<ScalarType>(*value.sym.asInt());
  }
  case ArgKind::Str:
    if (!value.is(ValueKind::String))
      report.unsupported(call, "the argument '" + schema.name + "', a run-time string");
    return value.text;
  }
  report.unsupported(call, "the argument '" + schema.name + "'");
}

/// A view that is told a list of dims, each of which it drops where its size is 1.
static bool dropsDims(const OpSchema &op) {
  return op.family == OpFamily::View && op.args.size() == 2 && op.args[1].kind == ArgKind::IntList &&
         op.args[1].name == "dim";
}

/// `x.squeeze(1)` is written where the size is 1. The call in sight says whether it is; where there is none,
/// it is taken for 1 in a tensor that nobody declared.
void TensorOps::assumeSqueezed(const std::vector<Arg> &args, const Expr *expr) {
  const auto *list = std::get_if<std::vector<Sym>>(&args[1]);
  const auto *one = std::get_if<Sym>(&args[1]);
  const Value *tensor = std::get<Value *>(args[0]);
  for (const Sym &given : list ? *list : one ? std::vector<Sym>{*one} : std::vector<Sym>()) {
    const int64_t rank = static_cast<int64_t>(tensor->type.rank());
    const int64_t dim = given.asInt() ? *given.asInt() + (*given.asInt() < 0 ? rank : 0) : rank;
    if (dim < 0 || dim >= rank)
      continue;
    const Sym &size = tensor->type.sizes[static_cast<size_t>(dim)];
    const Sym isOne = symEq(size, Sym(1));
    if (isOne.asBool() || path.settle(isOne))
      continue;
    const std::optional<bool> known = guesses.answerOfCall(isOne);
    if (known || guesses.isGuessed(size))
      path.assume(known.value_or(true) ? isOne : symNot(isOne), report.loc(expr));
  }
}

/// Is it at most 0 as long as the symbols in it are not negative? -period
static bool looksNegative(const Sym &number) {
  const auto isNegative = [](const Sym &part) {
    return part.asInt() ? *part.asInt() < 0 : looksNegative(part);
  };
  if (number.kind() == SymKind::Add)
    return llvm::all_of(number.operands(), isNegative);
  return number.kind() == SymKind::Mul &&
         llvm::any_of(number.operands(), [](const Sym &factor) { return factor.asInt().value_or(0) < 0; });
}

/// Places that are counted from a dim's end, as x.slice(1, 0, -period): a path each for whether they are.
void TensorOps::decideSigns(const std::vector<Arg> &args, const Expr *expr) {
  for (const Arg &arg : args)
    if (const Sym *number = std::get_if<Sym>(&arg);
        number && number->type() == SymType::Int && looksNegative(*number))
      path.decide(symLt(*number, Sym(0)), report.loc(expr));
}

/// Does the operator make a tensor out of nothing? Eager code puts it on the CPU, whatever is beside it.
static bool makesTensor(const OpSchema &op, const std::vector<Arg> &args) {
  if (op.family != OpFamily::Creation)
    return false;
  for (const Arg &arg : args) {
    if (const auto *operand = std::get_if<Value *>(&arg); operand && *operand && !(*operand)->type.weak)
      return false;
  }
  return !op.is(Op::scalar);
}

/// Of one element and no dims: it may stand beside tensors of any device.
static bool hasNoDims(const std::vector<Arg> &args) {
  return llvm::any_of(args, [](const Arg &arg) {
    const auto *size = std::get_if<std::vector<Sym>>(&arg);
    return size && size->empty();
  });
}

/// A part that the turn of a loop is at, read or written; null for a node that is the same in each turn.
Value *TensorOps::partOfTurn(const OpSchema &op, const std::vector<Arg> &args, const Expr *expr) {
  const std::string &turn = walk.turn->number.name();
  if (op.is(Op::select))
    if (const Sym &place = std::get<Sym>(args[2]); place.dependsOn(turn) && std::get<Sym>(args[1]).asInt())
      return walk.turn->slice(std::get<Value *>(args[0]), *std::get<Sym>(args[1]).asInt(), place);
  if (op.is(Op::copy_) && walk.turn->write(std::get<Value *>(args[0]), std::get<Value *>(args[1])))
    return std::get<Value *>(args[0]);
  for (const Arg &arg : args) {
    const auto *number = std::get_if<Sym>(&arg);
    const auto *list = std::get_if<std::vector<Sym>>(&arg);
    if ((number && number->dependsOn(turn)) ||
        (list && llvm::any_of(*list, [&](const Sym &one) { return one.dependsOn(turn); })))
      report.unsupported(expr, "the number of a loop's turn");
  }
  return nullptr;
}

Value *TensorOps::appendChecked(const OpSchema &op, std::vector<Arg> args, const Expr *expr) {
  if (walk.turn)
    if (Value *part = partOfTurn(op, args, expr))
      return part;
  guesses.guessTypes(op, args, report.loc(expr));
  if (dropsDims(op) && !walk.kernel)
    assumeSqueezed(args, expr);
  if (walk.kernel)
    if (Value *known = kernels.kernelValue(op, args, nullptr))
      return known;
  if (op.isView())
    decideSigns(args, expr);
  if (!op.isView()) // operators' calls have become those of their forms: this is of our own making
    for (const Arg &arg : args)
      if (Value *const *operand = std::get_if<Value *>(&arg);
          operand && *operand && fg::isComplexType((*operand)->type.dtype))
        report.unsupported(expr, op.name + " of complex tensors here");
  const bool makes = makesTensor(op, args), isBeside = makes && path.isBesideTensor();
  if (makes && !hasNoDims(args))
    path.noteCpu("a tensor is made on the CPU", report.userLoc(expr));
  InferError error;
  Node *node = appendOp(*walk.graph, op, args, report.userLoc(expr), error);
  for (; !node; node = appendOp(*walk.graph, op, args, report.userLoc(expr), error)) {
    if (!llvm::StringRef(error.message).starts_with("cannot decide")) {
      for (const Arg &arg : args)
        if (Value *const *operand = std::get_if<Value *>(&arg)) { // it may not refuse others
          path.noteAsked(TypeRead::Rank, *operand);
          path.noteAsked(TypeRead::DType, *operand);
        }
      throw EagerPath{"throws: " + error.message, expr->getExprLoc(),
                      report.sizeNotes(args, error.sizes, expr)};
    }
    if (decideDim(op, args, error.message, expr))
      continue;
    if (function.types.guess && function.types.guess->isBesideSeen)
      throw EagerPath{"no graph for these types: " + error.message, expr->getExprLoc()};
    report.unsupported(expr, op.name + " here: " + error.message);
  }
  path.countStep(expr);
  for (const std::unique_ptr<Value> &result : node->results) {
    result->loc = node->loc;
    path.noteMade(result.get(), isBeside);
  }
  return walk.kernel ? kernels.kernelValue(op, args, node->result()) : node->result();
}

/// A value, or one of a list, that an earlier break or an unknown type has left open: reported already.
bool TensorOps::isUnknown(const AbsValue &value, const Expr *use) {
  if (value.is(ValueKind::Optional) && value.location)
    return isUnknown(caller.read(value.location, use), use);
  if (!value.is(ValueKind::Sequence) || !value.sequence)
    return value.isPoison();
  return llvm::any_of(value.sequence->elements,
                      [&](Location *element) { return isUnknown(caller.read(element, use), use); });
}

} // namespace fullgraph
