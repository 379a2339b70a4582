// fg::Tensor's core and the operators: the calls that become nodes of the graph.
#include "lib/Capture/Models/TensorModel.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/ConstructorWalk.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Models/MarkedCalls.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Tensors/DimChoice.h"
#include "lib/Capture/Tensors/TensorNumbers.h"
#include "lib/Capture/Tensors/TensorOps.h"
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

/// Functions of the library that change the generator of random numbers, which belongs to the program. Those
/// that draw numbers are operators of the graph.
bool isSeed(llvm::StringRef name) {
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

} // namespace

/// A call of one of fg::Tensor's own member functions. No result: its body is walked.
std::optional<CallResult> TensorModel::memberCall(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  const auto *method = cast<CXXMethodDecl>(callee);
  if (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) {
    if (method->getRefQualifier() == RQ_RValue)
      return std::nullopt; // writes through: its body says how
    AbsValue value = method->isMoveAssignmentOperator() ? objects.moveFrom(args[0], args[0]->type, call)
                                                        : caller.read(args[0], call);
    objects.assign(object, std::move(value), call);
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

/// fg::cuda's questions: what the machine has is a condition of the program, the same at each call. To wait
/// for a device is nothing that a graph could tell.
static std::optional<CallResult> deviceCall(const FunctionDecl *callee, Caller &caller,
                                            const Reporter &report, const Expr *call) {
  const auto *space = dyn_cast<NamespaceDecl>(callee->getDeclContext());
  if (!space || space->getName() != "cuda" || !isFgNamespace(space->getParent()))
    return std::nullopt;
  const SourceLoc where = report.userLoc(call);
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  if (name == "is_available")
    return CallResult{
        AbsValue::ofScalar(caller.cxxSymbol("::fg::cuda::is_available()", SymType::Bool, where, "has_cuda")),
        nullptr};
  if (name == "device_count")
    return CallResult{AbsValue::ofScalar(caller.cxxSymbol("int64_t(::fg::cuda::device_count())", SymType::Int,
                                                          where, "cuda_devices")),
                      nullptr};
  if (name == "synchronize")
    return CallResult{};
  return std::nullopt;
}

std::optional<CallResult> TensorModel::tensorCall(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  if (std::optional<CallResult> result = deviceCall(callee, caller, report, call))
    return result;
  if (callee->getOverloadedOperator() == OO_EqualEqual && args.size() == 2 &&
      llvm::all_of(args, [](const Location *device) { return hasCallsDevice(device); }))
    return CallResult{AbsValue::ofScalar(Sym::boolean(true)), nullptr}; // all lie on one device
  if (isTensorMember(callee) || isFgNamespace(callee->getDeclContext()))
    if (report.refuseDevice(callee, args, call))
      path.noteCpu("a device is named", report.userLoc(call));
  if (isTensorMember(callee))
    return memberCall(site);
  if (isDetail(callee, "broadcastSize") && caller.read(args[0], call).isScalar() &&
      caller.read(args[1], call).isScalar()) {
    const std::optional<Sym> size = tensors.broadcastSize(args[0]->value.sym, args[1]->value.sym, call);
    return size ? std::optional(CallResult{AbsValue::ofScalar(*size), nullptr}) : std::nullopt;
  }
  if (isDetail(callee, "wrapDim") && caller.read(args[0], call).isScalar() && !args[0]->value.sym.asInt() &&
      caller.read(args[1], call).isScalar() && args[1]->value.sym.asInt()) {
    const std::optional<int64_t> at =
        DimChoice(
            *args[1]->value.sym.asInt(), [&](const Sym &condition) { return path.settle(condition); },
            [&](const Sym &condition) { return path.decide(condition, report.userLoc(call)); })
            .choose(args[0]->value.sym);
    if (!at)
      throw EagerPath{"throws: dimension out of range", call->getBeginLoc()};
    return CallResult{AbsValue::ofScalar(Sym(*at)), nullptr};
  }
  if (!callee->getIdentifier() || isa<CXXMethodDecl>(callee) || !isFgNamespace(callee->getDeclContext()))
    return std::nullopt;
  const llvm::StringRef name = callee->getName();
  if (isSeed(name))
    report.fail(BreakKind::GlobalMutation, call->getSourceRange(), {"the generator of random numbers"});
  if (name == "graph_break") {
    const std::string text =
        !args.empty() && caller.read(args[0], call).is(ValueKind::String) ? args[0]->value.text : "";
    report.fail(BreakKind::UserBreak, call->getSourceRange(), {text});
  }
  if (name == "is_compiling" && args.empty())
    return CallResult{AbsValue::ofScalar(Sym::boolean(true)), nullptr};
  if (name == "log_line") {
    markedCalls.logLine(args, call);
    return CallResult{};
  }
  if (name == "tensor" && !args.empty())
    leaveCopyOfNumbers(callee, args, call);
  if (name == "check_shape" && args.size() == 2)
    return checkShape(args, call);
  const FunctionDecl *definition = nullptr;
  if (callee->hasBody(definition))
    return std::nullopt; // a composite: inlined
  if (hasDataDependentSize(name) && !args.empty() && caller.read(args[0], call).isTensor() &&
      args[0]->value.tensor)
    return dataSized(name, args[0]->value.tensor, call);
  if (const OpSchema *op = findOp(name))
    return operatorCall(*op, false, callee, args, call);
  if (name.ends_with("_"))
    if (const OpSchema *op = findOp(name.drop_back()))
      return operatorCall(*op, true, callee, args, call);
  return std::nullopt;
}

/// Do the sizes fit to FG_SHAPE's dims, as many as they are? A letter is one size in all of them.
static Sym sizesFit(const std::vector<Sym> &given, const std::vector<ShapeDim> &dims) {
  std::map<std::string, Sym> letters;
  Sym fits = Sym::boolean(true);
  for (size_t d = 0; d < dims.size(); ++d) {
    const ShapeDim &dim = dims[d];
    const Sym &size = given[d];
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
    const auto [entry, fresh] = letters.emplace(dim.name, unit);
    if (!fresh)
      fits = symAnd(fits, symEq(entry->second, unit));
  }
  return fits;
}

/// fg::check_shape(tensor, "f32[N, 3]"): the graph is for tensors that pass.
CallResult TensorModel::checkShape(const std::vector<Location *> &args, const Expr *call) {
  const AbsValue &tensor = caller.read(args[0], call), &spec = caller.read(args[1], call);
  if (tensor.isPoison() || spec.isPoison())
    return {};
  if (!spec.is(ValueKind::String))
    report.unsupported(call, "a shape that is only known at run time");
  Value *value = tensors.tensorOperand(tensor, call);
  std::optional<ShapeSpecError> error;
  const std::vector<ShapeSpec> alternatives = parseShapeSpec(spec.text, error);
  if (value->type.dtype == ScalarType::Undefined && !alternatives.empty())
    guesses.setGuess(value, alternatives.front().dtype,
                     static_cast<unsigned>(alternatives.front().dims.size()));
  path.noteReadOfType(value);
  for (const ShapeSpec &alternative : alternatives) {
    if (alternative.dtype != value->type.dtype || alternative.dims.size() != value->type.rank())
      continue;
    const Sym fits = sizesFit(value->type.sizes, alternative.dims);
    if (fits.asBool() == false || path.settle(fits) == false)
      continue;
    if (fits.asBool() != true)
      path.assume(fits, report.loc(call));
    return {};
  }
  throw EagerPath{"fails check_shape", call->getBeginLoc()};
}

/// fg::tensor(numbers) of a container of the user's program's: the call stays, and makes an input of the
/// graph behind it.
void TensorModel::leaveCopyOfNumbers(const FunctionDecl *callee, const std::vector<Location *> &args,
                                     const Expr *call) {
  const auto *container = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      callee->getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl());
  if (!factsOf(container).isOperand || caller.read(args[0], call).isPoison())
    return;
  LeftCall left;
  const bool real = container->getTemplateArgs()[0].getAsType()->isRealFloatingType();
  const ScalarType byDefault = real ? ScalarType::Float : ScalarType::Long;
  if (const std::optional<ScalarType> made =
          args.size() > 1 ? TensorOps::createdType(caller.read(args[1], call), byDefault) : byDefault) {
    const AbsValue &numbers = args[0]->value;
    const bool counted = numbers.is(ValueKind::Sequence) && !numbers.sequence->open;
    left.result[returnedKey()] = {std::string(shortName(*made)) + "[" +
                                      (counted ? std::to_string(numbers.sequence->elements.size()) : "?") +
                                      "]",
                                  {}};
  }
  splits.leaveCall(call, std::move(left));
}

/// In a walk of a constructor or of callers: sizes and places that are not known make tensors of a known type
/// all the same.
AbsValue TensorModel::withKnownRank(const OpSchema &op, llvm::StringRef parameter, const AbsValue &given,
                                    const Expr *call) {
  const std::optional<unsigned> index = op.argIndex(parameter);
  if (!walk.predicting || !index || (op.family != OpFamily::Creation && op.family != OpFamily::View) ||
      isDim(op.args[*index]) || op.args[*index].boolean)
    return given;
  const ArgKind kind = op.args[*index].kind;
  if (kind == ArgKind::Int && given.isPoison())
    return constructors.unknownNumber(SymType::Int, 0);
  if (kind != ArgKind::IntList || !given.is(ValueKind::Sequence) || given.sequence->open)
    return given;
  AbsValue known = AbsValue::ofSequence(std::make_shared<SequenceObject>(*given.sequence));
  for (Location *&size : known.sequence->elements)
    if (caller.read(size, call).isPoison())
      size = path.temporary(constructors.unknownNumber(SymType::Int, 1), size->type);
  return known;
}

CallResult TensorModel::operatorCall(const OpSchema &op, bool inPlace, const FunctionDecl *callee,
                                     const std::vector<Location *> &args, const Expr *call) {
  std::vector<Arg> bound(op.args.size());
  std::vector<bool> given(op.args.size(), false);
  Location *self = nullptr;
  for (unsigned i = 0; i < callee->getNumParams() && i < args.size(); ++i) {
    const llvm::StringRef name = callee->getParamDecl(i)->getName();
    const AbsValue value = withKnownRank(op, name, caller.read(args[i], call), call);
    if (name == "self" && !self)
      self = args[i];
    if (tensors.isUnknown(value, call))
      return {AbsValue::poison(), callee->getReturnType()->isReferenceType() ? args[0] : nullptr};
    const std::optional<unsigned> index = op.argIndex(name);
    if (!index)
      report.unsupported(call, "the parameter '" + name.str() + "' of '" + op.name + "'");
    bound[*index] = tensors.toArg(value, op.args[*index], call);
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
      bound[i] = appendScalar(*walk.graph, integral ? Sym(static_cast<int64_t>(number)) : Sym::real(number),
                              report.userLoc(call));
    } else if (!schema.optional) {
      report.unsupported(call, "a call of '" + op.name + "' without '" + schema.name + "'");
    }
  }
  guesses.guessTypes(op, bound, report.loc(call)); // it may be complex
  if (std::optional<CallResult> result = complexCall(op, inPlace, callee, args, bound, call))
    return std::move(*result);
  if (op.is(Op::copy_)) {
    Value *destination = tensors.tensorOperand(caller.read(args[0], call), call);
    Value *source = std::get<Value *>(bound[1]);
    destination = tensors.refuseSharedElements(destination, call);
    // copy_ casts freely; only in-place operators refuse.
    tensors.appendChecked(op, {destination, source, Arg()}, call);
    return {{}, args[0]};
  }
  if (op.is(Op::to) || op.is(Op::contiguous)) {
    // Returns self itself, not a view of it, where nothing would change.
    guesses.guessTypes(op, bound, report.loc(call));
    const Inference inference = inferTypes(walk.graph->env, op, bound, report.loc(call));
    // A guess of its dtype leaves open whether a cast does nothing: the call's dtype says. The strides of an
    // input are always the call's to say; unifyHandles finds what returned itself.
    const bool open = op.is(Op::contiguous) || function.types.guess;
    if (!inference.error && inference.results[0].base && !open) {
      Value *self = std::get<Value *>(bound[0]);
      path.noteRead(TypeRead::DType, self, static_cast<int64_t>(self->type.dtype));
      return {AbsValue::ofTensor(self), nullptr};
    }
  }
  if (inPlace) {
    Value *destination = tensors.tensorOperand(caller.read(self ? self : args[0], call), call);
    Value *result = tensors.appendChecked(op, bound, call);
    tensors.writeTensor(destination, result, bound, call);
    return {{}, self ? self : args[0]};
  }
  if (op.is(Op::as_strided))
    tensors.countFromMemory(bound, call);
  Value *result = tensors.appendChecked(op, std::move(bound), call);
  if (op.is(Op::view_as_complex))
    tensors.assumePairedStorage(result->root(), call);
  if (op.numResults > 1) {
    auto sequence = std::make_shared<SequenceObject>();
    for (const std::unique_ptr<Value> &part : result->def->results)
      sequence->elements.push_back(path.temporary(AbsValue::ofTensor(part.get()), {}));
    return {AbsValue::ofSequence(std::move(sequence)), nullptr};
  }
  return {AbsValue::ofTensor(result), nullptr};
}

AbsValue TensorModel::tensorMethod(llvm::StringRef name, Location *object,
                                   const std::vector<Location *> &args, const Expr *call, bool &handled) {
  if (name == "defined" && object->external && !object->loaded && object->declared.shape.empty() &&
      !object->cxx.empty() && !caller.isPassedUndefined(object))
    return AbsValue::ofScalar(caller.cxxSymbol(object->cxx + ".defined()", SymType::Bool, report.loc(call),
                                               object->name + "_defined"));
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
  const AbsValue self = caller.read(object, call);
  if (self.isPoison())
    return self;
  if (!self.isTensor())
    report.unsupported(call, "this use of a tensor");
  if (name == "defined") {
    caller.noteMaybeAbsent(self.tensor);
    return AbsValue::ofScalar(Sym::boolean(self.tensor != nullptr));
  }
  if (name == "reset") {
    objects.assign(object, AbsValue::ofTensor(nullptr), call);
    return {};
  }
  if (!self.tensor && (name == "scalar_type" || name == "dtype"))
    return AbsValue::ofScalar(Sym(static_cast<int64_t>(ScalarType::Undefined)));
  if (!self.tensor)
    throw EagerPath{"uses an undefined tensor", call->getBeginLoc()};
  Value *tensor = guesses.typed(self.tensor);
  if (std::optional<AbsValue> answer = shapeMethod(name, tensor, args, call))
    return std::move(*answer);
  if (std::optional<AbsValue> answer = typeMethod(name, tensor, call))
    return std::move(*answer);
  if (name == "is_same")
    return isSame(tensor, args[0], call);
  if (name == "item" && fg::isComplexType(tensor->type.dtype))
    report.unsupported(call, "item() of a complex tensor");
  if (const QualType type = call->getType(); // `embed[word.item<int64_t>()]` has a type in a walk of callers
      name == "item" && walk.predicting && type->isIntegerType() && !type->isBooleanType())
    return constructors.unknownNumber(SymType::Int, 0);
  if (name == "item")
    return numbers.readNumber(tensor, call->getType()->isArithmeticType() ? call->getType() : QualType(),
                              call);
  report.failOnMemory(tensor, call);
}

/// The dim that an argument names; no value: unknown, because of a break before.
std::optional<unsigned> TensorModel::dimArgument(Value *tensor, Location *argument, const Expr *call) {
  const AbsValue &dim = caller.read(argument, call);
  if (dim.isPoison())
    return std::nullopt;
  if (dim.is(ValueKind::TensorScalar))
    splits.failOnArgument(dim, call);
  if (!dim.isScalar())
    report.unsupported(call, "a dim that is only known at run time");
  const int64_t rank = static_cast<int64_t>(tensor->type.rank());
  std::optional<int64_t> given = dim.sym.asInt();
  if (!given) { // a number of the caller's: a path for each dim
    path.noteRead(TypeRead::Rank, tensor, Sym(rank));
    given = DimChoice(
                rank, [&](const Sym &condition) { return path.settle(condition); },
                [&](const Sym &condition) { return path.decide(condition, report.loc(call)); })
                .choose(dim.sym);
    if (!given)
      throw EagerPath{"throws: dimension out of range", call->getBeginLoc()};
  }
  if (*given < 0) // counted from the front it is the same dim whatever the rank
    path.noteRead(TypeRead::Rank, tensor, Sym(rank));
  if (*given < -rank || *given >= rank) {
    path.noteAsked(TypeRead::Rank, tensor);
    throw EagerPath{"throws: dimension out of range", call->getBeginLoc()};
  }
  return static_cast<unsigned>(*given < 0 ? *given + rank : *given);
}

/// Are the strides those of C order, but in dims of one element, or are there no elements?
static Sym contiguity(const TensorType &type) {
  const std::vector<Sym> strides = type.stridesOrContiguous(), dense = contiguousStrides(type.sizes);
  Sym contiguous = Sym::boolean(true);
  for (size_t d = 0; d < type.rank(); ++d)
    contiguous = symAnd(contiguous, symOr(symEq(type.sizes[d], Sym(1)), symEq(strides[d], dense[d])));
  return symOr(symEq(type.numel(), Sym(0)), contiguous);
}

/// A method that asks for a tensor's rank, sizes or strides.
std::optional<AbsValue> TensorModel::shapeMethod(llvm::StringRef name, Value *tensor,
                                                 const std::vector<Location *> &args, const Expr *call) {
  const TensorType &type = tensor->type;
  const auto readDim = [&](bool stride, unsigned d) -> Sym {
    const Sym answer = stride ? type.stridesOrContiguous()[d] : type.sizes[d];
    path.noteRead(stride ? TypeRead::Stride : TypeRead::Size, tensor, answer, d);
    return answer;
  };
  const auto readAll = [&](bool stride) {
    path.noteRead(TypeRead::Rank, tensor, static_cast<int64_t>(type.rank()));
    for (unsigned d = 0; d < type.rank(); ++d)
      readDim(stride, d);
  };
  if (name == "dim" || name == "ndimension") {
    path.noteRead(TypeRead::Rank, tensor, static_cast<int64_t>(type.rank()));
    return AbsValue::ofScalar(Sym(static_cast<int64_t>(type.rank())));
  }
  if (name == "numel") {
    const Sym count = walk.graph->env.simplify(type.numel());
    path.noteRead(TypeRead::Numel, tensor, count);
    return AbsValue::ofScalar(count);
  }
  if (name == "sizes" || name == "strides") {
    readAll(name == "strides");
    return listOf(tensor, name == "strides");
  }
  if (name == "size" || name == "stride") {
    const std::optional<unsigned> dim = dimArgument(tensor, args[0], call);
    return dim ? AbsValue::ofScalar(readDim(name == "stride", *dim)) : AbsValue::poison();
  }
  if (name != "is_contiguous")
    return std::nullopt;
  if (type.isContiguous()) {
    path.noteRead(TypeRead::Contiguous, tensor);
    return AbsValue::ofScalar(Sym::boolean(true));
  }
  readAll(false);
  readAll(true);
  return AbsValue::ofScalar(contiguity(type));
}

/// A method that asks for a tensor's dtype or device.
std::optional<AbsValue> TensorModel::typeMethod(llvm::StringRef name, Value *tensor, const Expr *call) {
  const ScalarType dtype = tensor->type.dtype;
  const bool ofType = name == "scalar_type" || name == "dtype";
  const bool ofSize = name == "element_size" || name == "itemsize";
  if (ofType || ofSize) {
    path.noteRead(TypeRead::DType, tensor, static_cast<int64_t>(dtype));
    return AbsValue::ofScalar(
        Sym(static_cast<int64_t>(ofType ? static_cast<size_t>(dtype) : fg::elementSize(dtype))));
  }
  const bool asks = name == "is_cpu" || name == "is_cuda";
  const bool ofCall = name == "device" && path.liesWithCalls(tensor);
  if (asks || (name == "device" && !ofCall))
    path.noteCpu("a tensor's device is asked for", report.userLoc(call));
  if (asks)
    return AbsValue::ofScalar(Sym::boolean(name == "is_cpu"));
  if (name != "device")
    return std::nullopt;
  AbsValue device = objects.defaultValue(call->getType(), call, true);
  for (const auto &[fieldDecl, location] : device.record->fields) {
    location->value = AbsValue::ofScalar(Sym(fieldDecl->getName() == "index_" ? -1 : 0)); // the CPU
    location->value.isOfCallsDevice = ofCall;
  }
  return device;
}

/// A tensor's sizes or strides. Each call names the same list: x.sizes().begin() and x.sizes().end() are a
/// range.
AbsValue TensorModel::listOf(const Value *tensor, bool strides) {
  const std::vector<Sym> numbers = strides ? tensor->type.stridesOrContiguous() : tensor->type.sizes;
  std::shared_ptr<SequenceObject> &known = lists[{tensor, strides}];
  const bool isSame = known && std::equal(known->elements.begin(), known->elements.end(), numbers.begin(),
                                          numbers.end(), [](const Location *element, const Sym &number) {
                                            return element->value.isScalar() && element->value.sym == number;
                                          });
  if (!isSame) { // resize_, or another tensor where one was
    known = std::make_shared<SequenceObject>();
    for (const Sym &number : numbers)
      known->elements.push_back(path.temporary(AbsValue::ofScalar(number), context.LongTy));
  }
  return AbsValue::ofSequence(known);
}

/// Are two handles one? It is a question of the call's where `to` or `contiguous` may have returned its
/// operand.
AbsValue TensorModel::isSame(Value *tensor, Location *with, const Expr *call) {
  const AbsValue &other = caller.read(with, call);
  if (!other.isTensor())
    return AbsValue::poison();
  if (tensor == other.tensor)
    return AbsValue::ofScalar(Sym::boolean(true));
  if (!tensor || !other.tensor) // one is undefined
    return AbsValue::ofScalar(Sym::boolean(false));
  const auto handleOf = [&](Value *value) {
    path.noteOwnHandle(value);
    while (value->base && value->def && value->def->op->family == OpFamily::Cast)
      value = value->def->value("self");
    return value;
  };
  Value *const first = handleOf(tensor), *const second = handleOf(other.tensor);
  if (first == second)
    return AbsValue::ofScalar(Sym::boolean(true));
  // Of a contiguous operand, whatever its strides are, the handle is the operand's own. That the operand is
  // none is a guard of the copy, which goes with it where nobody else needs the copy.
  for (Value *made : {first, second})
    if (made->def && made->def->is(Op::contiguous))
      path.assume(symNot(contiguity(made->def->value("self")->type)), report.userLoc(call),
                  "contiguous() of '" + report.nameOf(made->def->value("self")) + "' to copy");
  // Two inputs may be one tensor; anything that an operator made is its own.
  const auto cxxOf = [&](Value *value) -> std::string {
    for (const GraphInput &input : walk.graph->inputs())
      if (input.value == value)
        return input.cxx;
    return "";
  };
  const std::string a = cxxOf(first), b = cxxOf(second);
  if (!a.empty() && !b.empty())
    return AbsValue::ofScalar(caller.cxxSymbol(a + ".is_same(" + b + ")", SymType::Bool, report.loc(call),
                                               report.nameOf(first) + "_is_" + report.nameOf(second)));
  return AbsValue::ofScalar(Sym::boolean(false));
}

/// The result of a library function whose size its elements decide, inside of what the user called. What is
/// said of it here only serves to guess the type of that call's result: guards hold it against what comes.
CallResult TensorModel::dataSized(llvm::StringRef name, Value *self, const Expr *call) {
  report.remarkDataSize(call->getSourceRange(), "the size of the result of 'fg::" + name.str() + "'", self);
  splits.sizedByData = true;
  const TensorType &from = self->type;
  SymbolDef def;
  def.name = sizePrefix.str();
  def.cxx = "0";
  def.loc = report.loc(call);
  def.lower = 2; // the useful case: no question about it is answered for a size of 0 or 1, which broadcasts
  def.upper = std::numeric_limits<int32_t>::max();
  const Sym size = caller.cxxSymbol(std::move(def));
  const auto result = [&](ScalarType dtype, std::vector<Sym> sizes) {
    TensorType type;
    type.dtype = dtype;
    type.sizes = std::move(sizes);
    return AbsValue::ofTensor(walk.graph->addInput(sizePrefix.str(), std::move(type), "", report.loc(call)));
  };
  if (name == "nonzero")
    return {result(ScalarType::Long, {size, Sym(static_cast<int64_t>(from.rank()))}), nullptr};
  if (name == "masked_select")
    return {result(from.dtype, {size}), nullptr};
  if (name == "bincount")
    return {result(ScalarType::Long, {size}), nullptr};
  if (name == "_unique2" || name == "unique_consecutive") {
    auto parts = std::make_shared<SequenceObject>();
    for (AbsValue part :
         {result(from.dtype, {size}), result(ScalarType::Long, from.sizes), result(ScalarType::Long, {size})})
      parts->elements.push_back(path.temporary(std::move(part), call->getType()));
    return {AbsValue::ofSequence(std::move(parts)), nullptr};
  }
  throw SplitPoint{};
}

} // namespace fullgraph
