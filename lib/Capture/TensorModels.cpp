// fg::Tensor's core and the operators: the calls that become nodes of the graph.
#include "lib/Capture/DimChoice.h"
#include "lib/Capture/Interpreter.h"
#include "lib/Frontend/ShapeSpec.h"
#include "lib/Shapes/Infer.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

bool isTensorMember(const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  return method && isTensorType(classType(method->getParent()));
}

/// Functions of the library that give another result each time they are called. Those that draw numbers are
/// operators of the graph; the seed is the program's.
bool isRandom(llvm::StringRef name) {
  static const std::set<llvm::StringRef> names = {"manual_seed"};
  return names.count(name);
}

/// Functions of the library whose results have sizes that elements decide.
bool hasDataDependentSize(llvm::StringRef name) {
  static const std::set<llvm::StringRef> names = {"nonzero",          "masked_select",      "bincount",
                                                  "_unique2",         "unique_consecutive", "unique_dim",
                                                  "repeat_interleave"};
  return names.count(name);
}

/// fg::detail::broadcastSize, fg::detail::wrapDim
bool isDetail(const FunctionDecl *callee, llvm::StringRef name) {
  const auto *detail = dyn_cast<NamespaceDecl>(callee->getDeclContext());
  return callee->getIdentifier() && callee->getName() == name && detail && detail->getName() == "detail" &&
         isFgNamespace(detail->getDeclContext());
}

} // namespace

/// As for an operator's operands: a symbol is never taken for 1, since a graph of the broadcast would serve
/// that one size only. nullopt where the sizes do not broadcast, for its body to say so.
std::optional<Sym> Interpreter::broadcastSize(const Sym &a, const Sym &b, const Expr *call) {
  if (a.asInt() == 1)
    return b;
  if (b.asInt() == 1)
    return a;
  const Sym same = symEq(a, b);
  const std::optional<bool> known = same.asBool() ? same.asBool() : settle(same);
  if (known == false)
    return std::nullopt;
  if (!known)
    assumeHost(same, loc(call));
  return b.isConst() ? b : a;
}

std::optional<Interpreter::CallResult> Interpreter::tensorCall(const FunctionDecl *callee, Location *object,
                                                               const std::vector<Location *> &args,
                                                               const Expr *call) {
  if (isTensorMember(callee) || isFgNamespace(callee->getDeclContext()))
    refuseDevice(callee, args, call);
  if (isTensorMember(callee)) {
    const auto *method = cast<CXXMethodDecl>(callee);
    if (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) {
      if (method->getRefQualifier() == RQ_RValue)
        return std::nullopt; // writes through: its body says how
      AbsValue value =
          method->isMoveAssignmentOperator() ? moveFrom(args[0], args[0]->type, call) : read(args[0], call);
      assign(object, std::move(value), call);
      return CallResult{{}, object};
    }
    if (!callee->getIdentifier())
      return std::nullopt;
    bool handled = true;
    AbsValue value = tensorMethod(callee->getName(), object, args, call, handled);
    if (!handled)
      return std::nullopt;
    return CallResult{std::move(value), nullptr};
  }
  if (isDetail(callee, "broadcastSize") && read(args[0], call).isScalar() && read(args[1], call).isScalar()) {
    const std::optional<Sym> size = broadcastSize(args[0]->value.sym, args[1]->value.sym, call);
    return size ? std::optional(CallResult{AbsValue::ofScalar(*size), nullptr}) : std::nullopt;
  }
  if (isDetail(callee, "wrapDim") && read(args[0], call).isScalar() && !args[0]->value.sym.asInt() &&
      read(args[1], call).isScalar() && args[1]->value.sym.asInt()) {
    const std::optional<int64_t> at =
        DimChoice(
            *args[1]->value.sym.asInt(), [&](const Sym &condition) { return settle(condition); },
            [&](const Sym &condition) { return decide(condition, userLoc(call)); })
            .choose(args[0]->value.sym);
    if (!at)
      throw EagerPath{"throws: dimension out of range", call->getBeginLoc()};
    return CallResult{AbsValue::ofScalar(Sym(*at)), nullptr};
  }
  if (!callee->getIdentifier() || isa<CXXMethodDecl>(callee) || !isFgNamespace(callee->getDeclContext()))
    return std::nullopt;
  const llvm::StringRef name = callee->getName();
  if (isRandom(name))
    fail(BreakKind::Nondeterminism, call->getSourceRange(), {"fg::" + name.str()});
  if (name == "graph_break") {
    const std::string text =
        !args.empty() && read(args[0], call).is(ValueKind::String) ? args[0]->value.text : "";
    fail(BreakKind::UserBreak, call->getSourceRange(), {text});
  }
  if (name == "is_compiling" && args.empty())
    return CallResult{AbsValue::ofScalar(Sym::boolean(true)), nullptr};
  if (name == "log_line") {
    logLine(args, call);
    return CallResult{};
  }
  if (name == "tensor" && !args.empty())
    leaveCopyOfNumbers(callee, args, call);
  if (name == "check_shape" && args.size() == 2) {
    const AbsValue &tensor = read(args[0], call), &spec = read(args[1], call);
    if (tensor.isPoison() || spec.isPoison())
      return CallResult{};
    if (!spec.is(ValueKind::String))
      unsupported(call, "a shape that is only known at run time");
    Value *value = tensorOperand(tensor, call);
    std::optional<ShapeSpecError> error;
    const std::vector<ShapeSpec> alternatives = parseShapeSpec(spec.text, error);
    if (value->type.dtype == ScalarType::Undefined && !alternatives.empty())
      setGuess(value, alternatives.front().dtype, static_cast<unsigned>(alternatives.front().dims.size()));
    noteReadOfType(value);
    for (const ShapeSpec &alternative : alternatives) {
      if (alternative.dtype != value->type.dtype || alternative.dims.size() != value->type.rank())
        continue;
      std::map<std::string, Sym> sizes; // a letter is one size within this call
      Sym fits = Sym::boolean(true);
      for (size_t d = 0; d < alternative.dims.size(); ++d) {
        const ShapeDim &dim = alternative.dims[d];
        const Sym &size = value->type.sizes[d];
        if (dim.kind == ShapeDim::Literal)
          fits = symAnd(fits, symEq(size, Sym(dim.value)));
        if (dim.lower)
          fits = symAnd(fits, symLe(Sym(*dim.lower), size));
        if (dim.upper)
          fits = symAnd(fits, symLe(size, Sym(*dim.upper)));
        if (dim.kind != ShapeDim::Named)
          continue;
        if (dim.factor != 1)
          fits = symAnd(fits, symEq(floorMod(size, Sym(dim.factor)), Sym(0)));
        const Sym unit = dim.factor == 1 ? size : floorDiv(size, Sym(dim.factor));
        const auto [entry, fresh] = sizes.emplace(dim.name, unit);
        if (!fresh)
          fits = symAnd(fits, symEq(entry->second, unit));
      }
      if (fits.asBool() == false || settle(fits) == false)
        continue;
      if (fits.asBool() != true)
        assumeHost(fits, loc(call));
      return CallResult{};
    }
    throw EagerPath{"fails check_shape", call->getBeginLoc()};
  }
  const FunctionDecl *definition = nullptr;
  if (callee->hasBody(definition))
    return std::nullopt; // a composite: inlined
  if (hasDataDependentSize(name) && !args.empty() && read(args[0], call).isTensor() && args[0]->value.tensor)
    return dataSized(name, args[0]->value.tensor, call);
  if (const OpSchema *op = findOp(name))
    return operatorCall(*op, false, callee, args, call);
  if (name.ends_with("_"))
    if (const OpSchema *op = findOp(name.drop_back()))
      return operatorCall(*op, true, callee, args, call);
  return std::nullopt;
}

/// fg::tensor(numbers) of a container of the host program's: the call stays, and makes an input of the graph
/// behind it.
void Interpreter::leaveCopyOfNumbers(const FunctionDecl *callee, const std::vector<Location *> &args,
                                     const Expr *call) {
  const auto *container = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      callee->getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl());
  const llvm::StringRef kind = modelledClass(container);
  if ((kind != "vector" && kind != "ArrayRef") || read(args[0], call).isPoison())
    return;
  LeftCall left;
  const auto *written = dyn_cast<CallExpr>(call);
  if (written && (written->getNumArgs() < 2 || isa<CXXDefaultArgExpr>(written->getArg(1)))) {
    const AbsValue &numbers = args[0]->value;
    const bool counted = numbers.is(ValueKind::Sequence) && !numbers.sequence->open;
    const bool real = container->getTemplateArgs()[0].getAsType()->isRealFloatingType();
    left.result["$"] = {std::string(real ? "f32[" : "i64[") +
                            (counted ? std::to_string(numbers.sequence->elements.size()) : "?") + "]",
                        {}};
  }
  leaveCall(call, std::move(left));
}

Value *Interpreter::tensorOperand(const AbsValue &value, const Expr *expr) {
  if (!value.isTensor())
    unsupported(expr, "this operand");
  if (!value.tensor)
    throw EagerPath{"uses an undefined tensor", expr->getBeginLoc()};
  return value.tensor;
}

Arg Interpreter::toArg(const AbsValue &value, const ArgSchema &schema, const Expr *call) {
  if (value.is(ValueKind::Optional)) {
    if (!value.location)
      return schema.kind == ArgKind::IntList ? Arg(std::vector<Sym>()) : Arg(std::monostate());
    return toArg(read(value.location, call), schema, call);
  }
  if (value.is(ValueKind::TensorScalar) && schema.kind == ArgKind::Tensor)
    return weakNumber(value, call);
  if (value.is(ValueKind::TensorScalar)) // needed as an operator's argument
    failOnArgument(value, call);
  // What a branch has settled is a constant, which dims must be: `if (d == -1) x.sum(d + 2)`.
  const auto knownDim = [&](const Sym &number) {
    const Sym known = isDim(schema) && !number.asInt() ? graph->env.simplify(number) : number;
    return known.asInt() && settle(symEq(number, known)) == true ? known : number;
  };
  switch (schema.kind) {
  case ArgKind::Tensor:
    if (value.isScalar())
      return appendScalar(*graph, value.sym, userLoc(call));
    if (value.isTensor() && !value.tensor && schema.optional)
      return std::monostate();
    if (value.isTensor() && schema.optional)
      noteMaybeAbsent(value.tensor);
    return tensorOperand(value, call);
  case ArgKind::TensorList: {
    if (!value.is(ValueKind::Sequence) || value.sequence->open)
      unsupported(call, "a list of tensors of unknown length");
    std::vector<Value *> values;
    for (Location *element : value.sequence->elements)
      values.push_back(tensorOperand(read(element, call), call));
    return values;
  }
  case ArgKind::Int: {
    if (!value.isScalar())
      unsupported(call, "the argument '" + schema.name + "'");
    if (!schema.boolean)
      return knownDim(value.sym);
    const Sym condition = value.sym.type() == SymType::Bool ? value.sym : symNe(value.sym, Sym(0));
    return Sym::boolean(decide(condition, loc(call))); // a flag chooses the operator's form: one graph each
  }
  case ArgKind::IntList: {
    if (value.isScalar())
      return std::vector<Sym>{knownDim(value.sym)};
    if (!value.is(ValueKind::Sequence))
      unsupported(call, "a list of sizes of unknown length");
    if (isDim(schema) && value.sequence->open && value.sequence->elements.empty() &&
        decide(symEq(value.sequence->length, Sym(0)), loc(call)))
      return std::vector<Sym>(); // all of them
    const std::shared_ptr<SequenceObject> list =
        ofKnownLength(value.sequence, call, "a list of sizes of unknown length");
    std::vector<Sym> numbers;
    for (Location *element : list->elements) {
      const AbsValue &number = read(element, call);
      if (number.is(ValueKind::TensorScalar))
        failOnArgument(number, call);
      if (!number.isScalar())
        unsupported(call, "the argument '" + schema.name + "'");
      numbers.push_back(knownDim(number.sym));
    }
    return numbers;
  }
  case ArgKind::DType: {
    if (!value.isScalar() || !value.sym.isConst())
      unsupported(call, "a dtype that is only known at run time");
    return static_cast<ScalarType>(*value.sym.asInt());
  }
  case ArgKind::Str:
    if (!value.is(ValueKind::String))
      unsupported(call, "the argument '" + schema.name + "', a run-time string");
    return value.text;
  }
  unsupported(call, "the argument '" + schema.name + "'");
}

Value *Interpreter::appendChecked(const OpSchema &op, std::vector<Arg> args, const Expr *expr) {
  guessTypes(op, args, loc(expr));
  if (kernel)
    if (Value *known = kernelValue(op, args, nullptr))
      return known;
  if (!op.isView()) // operators' calls have become those of their forms: this is of our own making
    for (const Arg &arg : args)
      if (Value *const *operand = std::get_if<Value *>(&arg);
          operand && *operand && fg::isComplexType((*operand)->type.dtype))
        unsupported(expr, op.name + " of complex tensors here");
  InferError error;
  Node *node = appendOp(*graph, op, args, userLoc(expr), error);
  for (; !node; node = appendOp(*graph, op, args, userLoc(expr), error)) {
    if (!llvm::StringRef(error.message).starts_with("cannot decide")) {
      for (const Arg &arg : args)
        if (Value *const *operand = std::get_if<Value *>(&arg)) { // it may not refuse others
          noteAsked(TypeRead::Rank, *operand);
          noteAsked(TypeRead::DType, *operand);
        }
      throw EagerPath{"throws: " + error.message, expr->getExprLoc(), sizeNotes(args, error.sizes, expr)};
    }
    if (!decideDim(op, args, error.message, expr))
      unsupported(expr, op.name + " here: " + error.message);
  }
  countStep(expr);
  for (const std::unique_ptr<Value> &result : node->results)
    result->loc = node->loc;
  return kernel ? kernelValue(op, args, node->result()) : node->result();
}

/// A value, or one of a list, that an earlier break or an unknown type has left open: reported already.
bool Interpreter::isUnknown(const AbsValue &value, const Expr *use) {
  if (value.is(ValueKind::Optional) && value.location)
    return isUnknown(read(value.location, use), use);
  if (!value.is(ValueKind::Sequence) || !value.sequence)
    return value.isPoison();
  return llvm::any_of(value.sequence->elements,
                      [&](Location *element) { return isUnknown(read(element, use), use); });
}

Interpreter::CallResult Interpreter::operatorCall(const OpSchema &op, bool inPlace,
                                                  const FunctionDecl *callee,
                                                  const std::vector<Location *> &args, const Expr *call) {
  std::vector<Arg> bound(op.args.size());
  std::vector<bool> given(op.args.size(), false);
  Location *self = nullptr;
  for (unsigned i = 0; i < callee->getNumParams() && i < args.size(); ++i) {
    const AbsValue &value = read(args[i], call);
    const llvm::StringRef name = callee->getParamDecl(i)->getName();
    if (name == "self" && !self)
      self = args[i];
    if (isUnknown(value, call))
      return {AbsValue::poison(), callee->getReturnType()->isReferenceType() ? args[0] : nullptr};
    const std::optional<unsigned> index = op.argIndex(name);
    if (!index)
      unsupported(call, "the parameter '" + name.str() + "' of '" + op.name + "'");
    bound[*index] = toArg(value, op.args[*index], call);
    given[*index] = true;
  }
  for (size_t i = 0; i < op.args.size(); ++i) {
    if (given[i])
      continue;
    const ArgSchema &schema = op.args[i];
    if (schema.defaultValue)
      bound[i] = *schema.defaultValue;
    else if (schema.defaultNumber) {
      const double number = *schema.defaultNumber;
      const bool integral = number == static_cast<double>(static_cast<int64_t>(number));
      bound[i] = appendScalar(*graph, integral ? Sym(static_cast<int64_t>(number)) : Sym::real(number),
                              userLoc(call));
    } else if (!schema.optional) {
      unsupported(call, "a call of '" + op.name + "' without '" + schema.name + "'");
    }
  }
  if (std::optional<CallResult> result = complexCall(op, inPlace, callee, args, bound, call))
    return std::move(*result);
  if (op.name == "copy_") {
    Value *destination = tensorOperand(read(args[0], call), call);
    Value *source = std::get<Value *>(bound[1]);
    refuseSharedElements(destination, call);
    // copy_ casts freely; only in-place operators refuse.
    appendChecked(op, {destination, source, Arg()}, call);
    return {{}, args[0]};
  }
  if (op.name == "to" || op.name == "contiguous") {
    // Returns self itself, not a view of it, where nothing would change.
    guessTypes(op, bound, loc(call));
    const Inference inference = inferTypes(graph->env, op, bound, loc(call));
    // A guess of its dtype leaves open whether a cast does nothing: the call's dtype says. The strides of an
    // input are always the call's to say; unifyHandles finds what returned itself.
    const bool open = op.name == "contiguous" || function.guess;
    if (!inference.error && inference.results[0].base && !open) {
      Value *self = std::get<Value *>(bound[0]);
      noteRead(TypeRead::DType, self, static_cast<int64_t>(self->type.dtype));
      return {AbsValue::ofTensor(self), nullptr};
    }
  }
  if (inPlace) {
    Value *destination = tensorOperand(read(self ? self : args[0], call), call);
    Value *result = appendChecked(op, bound, call);
    writeTensor(destination, result, bound, call);
    return {{}, self ? self : args[0]};
  }
  if (op.name == "as_strided")
    countFromMemory(bound, call);
  Value *result = appendChecked(op, std::move(bound), call);
  if (op.name == "view_as_complex")
    assumePairedStorage(result->root(), call);
  if (op.numResults > 1) {
    auto sequence = std::make_shared<SequenceObject>();
    for (const std::unique_ptr<Value> &part : result->def->results)
      sequence->elements.push_back(temporary(AbsValue::ofTensor(part.get()), {}));
    return {AbsValue::ofSequence(std::move(sequence)), nullptr};
  }
  return {AbsValue::ofTensor(result), nullptr};
}

AbsValue Interpreter::tensorMethod(llvm::StringRef name, Location *object,
                                   const std::vector<Location *> &args, const Expr *call, bool &handled) {
  if (name == "defined" && object->external && !object->loaded && object->shape.empty() &&
      !object->host.empty())
    return AbsValue::ofScalar(
        hostSymbol(object->host + ".defined()", SymType::Bool, loc(call), object->name + "_defined"));
  static const std::set<llvm::StringRef> core = {
      "defined",       "dim",      "ndimension",       "numel",          "sizes",       "strides",
      "size",          "stride",   "scalar_type",      "dtype",          "device",      "is_contiguous",
      "element_size",  "itemsize", "storage_offset",   "is_same",        "is_alias_of", "use_count",
      "reset",         "data_ptr", "mutable_data_ptr", "const_data_ptr", "accessor",    "item",
      "unsafeGetImpl", "fromImpl", "is_cpu",           "is_cuda"};
  if (!core.count(name)) {
    handled = false;
    return {};
  }
  const AbsValue self = read(object, call);
  if (self.isPoison())
    return self;
  if (!self.isTensor())
    unsupported(call, "this use of a tensor");
  if (name == "defined") {
    noteMaybeAbsent(self.tensor);
    return AbsValue::ofScalar(Sym::boolean(self.tensor != nullptr));
  }
  if (name == "reset") {
    assign(object, AbsValue::ofTensor(nullptr), call);
    return {};
  }
  if (!self.tensor && (name == "scalar_type" || name == "dtype"))
    return AbsValue::ofScalar(Sym(static_cast<int64_t>(ScalarType::Undefined)));
  if (!self.tensor)
    throw EagerPath{"uses an undefined tensor", call->getBeginLoc()};
  Value *tensor = typed(self.tensor);
  const TensorType &type = tensor->type;
  const auto list = [&](const std::vector<Sym> &numbers) {
    auto sequence = std::make_shared<SequenceObject>();
    for (const Sym &number : numbers)
      sequence->elements.push_back(temporary(AbsValue::ofScalar(number), context.LongTy));
    return AbsValue::ofSequence(std::move(sequence));
  };
  // The dim that a number of the caller's is: a path for each.
  const auto wrapped = [&](const Sym &dim, int64_t rank) -> std::optional<int64_t> {
    if (dim.asInt())
      return dim.asInt();
    noteRead(TypeRead::Rank, tensor, Sym(rank));
    const std::optional<int64_t> at = DimChoice(
                                          rank, [&](const Sym &condition) { return settle(condition); },
                                          [&](const Sym &condition) { return decide(condition, loc(call)); })
                                          .choose(dim);
    if (!at)
      throw EagerPath{"throws: dimension out of range", call->getBeginLoc()};
    return at;
  };
  const auto dimArgument = [&]() -> std::optional<size_t> {
    const AbsValue &dim = read(args[0], call);
    if (dim.isPoison())
      return std::nullopt;
    if (dim.is(ValueKind::TensorScalar))
      failOnArgument(dim, call);
    const int64_t rank = static_cast<int64_t>(type.rank());
    const std::optional<int64_t> given = dim.isScalar() ? wrapped(dim.sym, rank) : std::nullopt;
    if (!given)
      unsupported(call, "a dim that is only known at run time");
    const int64_t d = *given;
    if (d < 0) // counted from the front it is the same dim whatever the rank
      noteRead(TypeRead::Rank, tensor, Sym(rank));
    if (d < -rank || d >= rank) {
      noteAsked(TypeRead::Rank, tensor);
      throw EagerPath{"throws: dimension out of range", call->getBeginLoc()};
    }
    return static_cast<size_t>(d < 0 ? d + rank : d);
  };
  const auto readDim = [&](bool stride, unsigned d) -> Sym {
    const Sym answer = stride ? type.stridesOrContiguous()[d] : type.sizes[d];
    noteRead(stride ? TypeRead::Stride : TypeRead::Size, tensor, answer, d);
    return answer;
  };
  const auto readAll = [&](bool stride) {
    noteRead(TypeRead::Rank, tensor, static_cast<int64_t>(type.rank()));
    for (unsigned d = 0; d < type.rank(); ++d)
      readDim(stride, d);
  };
  if (name == "dim" || name == "ndimension") {
    noteRead(TypeRead::Rank, tensor, static_cast<int64_t>(type.rank()));
    return AbsValue::ofScalar(Sym(static_cast<int64_t>(type.rank())));
  }
  if (name == "numel") {
    const Sym count = graph->env.simplify(type.numel());
    noteRead(TypeRead::Numel, tensor, count);
    return AbsValue::ofScalar(count);
  }
  if (name == "sizes" || name == "strides") {
    readAll(name == "strides");
    return list(name == "sizes" ? type.sizes : type.stridesOrContiguous());
  }
  if (name == "size" || name == "stride") {
    const std::optional<size_t> dim = dimArgument();
    if (!dim)
      return AbsValue::poison();
    return AbsValue::ofScalar(readDim(name == "stride", static_cast<unsigned>(*dim)));
  }
  if (name == "scalar_type" || name == "dtype" || name == "element_size" || name == "itemsize")
    noteRead(TypeRead::DType, tensor, static_cast<int64_t>(type.dtype));
  if (name == "scalar_type" || name == "dtype")
    return AbsValue::ofScalar(Sym(static_cast<int64_t>(type.dtype)));
  if (name == "element_size" || name == "itemsize")
    return AbsValue::ofScalar(Sym(static_cast<int64_t>(fg::elementSize(type.dtype))));
  if (name == "is_cpu")
    return AbsValue::ofScalar(Sym::boolean(true));
  if (name == "is_cuda")
    return AbsValue::ofScalar(Sym::boolean(false));
  if (name == "device") {
    AbsValue device = defaultValue(call->getType(), call, true);
    for (const auto &[fieldDecl, location] : device.record->fields)
      location->value = AbsValue::ofScalar(Sym(fieldDecl->getName() == "index_" ? -1 : 0)); // the CPU
    return device;
  }
  if (name == "is_contiguous") {
    if (type.isContiguous()) {
      noteRead(TypeRead::Contiguous, tensor);
      return AbsValue::ofScalar(Sym::boolean(true));
    }
    readAll(false);
    readAll(true);
    // Strides that differ from C order in a dim of more than one element.
    const std::vector<Sym> dense = contiguousStrides(type.sizes);
    Sym contiguous = Sym::boolean(true);
    for (size_t d = 0; d < type.rank(); ++d)
      contiguous = symAnd(contiguous, symOr(symEq(type.sizes[d], Sym(1)), symEq(type.strides[d], dense[d])));
    return AbsValue::ofScalar(symOr(symEq(type.numel(), Sym(0)), contiguous));
  }
  if (name == "is_same") {
    const AbsValue &other = read(args[0], call);
    if (!other.isTensor())
      return AbsValue::poison();
    if (tensor == other.tensor)
      return AbsValue::ofScalar(Sym::boolean(true));
    const auto handleOf = [&](Value *value) {
      noteOwnHandle(value);
      while (value->base && value->def && value->def->op->family == OpFamily::Cast)
        value = value->def->value("self");
      return value;
    };
    Value *const first = handleOf(tensor), *const second = handleOf(other.tensor);
    if (first == second)
      return AbsValue::ofScalar(Sym::boolean(true));
    // Two inputs may be one tensor; anything that an operator made is its own.
    const auto hostOf = [&](Value *value) -> std::string {
      for (const GraphInput &input : graph->inputs())
        if (input.value == value)
          return input.host;
      return "";
    };
    const std::string a = hostOf(first), b = hostOf(second);
    if (!a.empty() && !b.empty())
      return AbsValue::ofScalar(hostSymbol(a + ".is_same(" + b + ")", SymType::Bool, loc(call),
                                           nameOf(first) + "_is_" + nameOf(second)));
    return AbsValue::ofScalar(Sym::boolean(false));
  }
  if (name == "item" && fg::isComplexType(type.dtype))
    unsupported(call, "item() of a complex tensor");
  if (name == "item")
    return readNumber(tensor, call->getType()->isArithmeticType() ? call->getType() : QualType(), call);
  failOnMemory(tensor, call);
}

} // namespace fullgraph
