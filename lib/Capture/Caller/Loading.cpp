// Objects of the caller's that the path reads for the first time: what they are.
#include "lib/Capture/Caller/Caller.h"

#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Frontend/Annotations.h"
#include "lib/Graph/HostName.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace fullgraph {
namespace {

std::string tupleElement(const std::string &host, size_t index) {
  return "std::get<" + std::to_string(index) + ">(" + host + ")";
}

/// A reference in an object: what it names has other names, too.
void refersElsewhere(Location *location) {
  location->byReference = location->outlives = true;
  location->anchor = location;
  location->storage = nullptr;
}

} // namespace

std::string identifierFor(llvm::StringRef expression) {
  std::string name;
  for (char c : userName(std::string_view(expression))) {
    if (llvm::isAlnum(c))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  if (name.empty() || llvm::isDigit(name[0]))
    name = "v" + name;
  return name;
}

void Caller::load(Location *location, const Expr *use) {
  if (location->host.empty()) {
    const SourceRange range = use ? use->getSourceRange() : SourceRange(location->declaration);
    report.fail(BreakKind::UnsupportedConstruct, range,
                {location->name.empty()
                     ? "a member of an anonymous struct that is private or hidden here"
                     : "'" + location->name + "', which is private where the compiled function stands"});
  }
  const QualType type = location->type;
  const std::string &host = location->host;
  if (isTensorType(type)) {
    if (!expectations.assumePredictedTensor(location))
      loadTensor(location);
    return;
  }
  if (type->isEnumeralType()) {
    location->value = AbsValue::ofScalar(
        hostSymbol("static_cast<int64_t>(" + host + ")", SymType::Int, location->loc, host));
    const TensorHint *left = walk.region && isFgEnum(type) ? findHint(*walk.region->hints, host) : nullptr;
    if (left && left->number) {
      const Sym known(*left->number);
      path.assumeHost(symEq(location->value.sym, known), location->loc);
      location->value = AbsValue::ofScalar(known);
      return;
    }
    expectations.assumePredictedNumber(location);
    return;
  }
  if (type->isArithmeticType() && isModelledNumber(type)) {
    SymbolDef def;
    def.name = def.host = host;
    def.type = symTypeOf(type);
    def.loc = location->loc;
    if (def.type == SymType::Int && context.getIntWidth(type) < 64) {
      const unsigned bits = context.getIntWidth(type) - (type->isSignedIntegerType() ? 1 : 0);
      def.lower = type->isSignedIntegerType() ? -(int64_t(1) << bits) : 0;
      def.upper = (int64_t(1) << bits) - 1;
    } else if (def.type == SymType::Int && type->isUnsignedIntegerType()) {
      // Values from 2^63 on have no int64: such a call is not this graph's.
      location->value = AbsValue::ofScalar(hostSymbol(std::move(def)));
      path.assumeHost(symLe(Sym(0), location->value.sym), location->loc);
      expectations.assumePredictedNumber(location);
      return;
    }
    location->value = AbsValue::ofScalar(hostSymbol(std::move(def)));
    noteModuleNumber(location, location->value.sym);
    if (location->ofLibrary && location->name == "training_")
      path.modeFlags.push_back(location->value.sym);
    expectations.assumePredictedNumber(location);
    return;
  }
  if (type->isPointerType()) {
    const QualType pointee = type->getPointeeType();
    if (pointee->isRecordType() || pointee->isArithmeticType()) {
      const Sym present =
          hostSymbol("(" + host + " != nullptr)", SymType::Bool, location->loc, host + "_given");
      if (!path.decide(present, location->loc)) {
        location->value = AbsValue::pointerTo(nullptr);
        return;
      }
      Location *target = external(pointee, "(*" + host + ")", nullptr, location);
      target->shape = location->shape;
      target->outlives = target->byReference = true;
      target->anchor = target;
      target->storage = nullptr;
      location->value = AbsValue::pointerTo(target);
      return;
    }
  }
  if (const auto *array = context.getAsConstantArrayType(type)) {
    auto sequence = std::make_shared<SequenceObject>();
    const uint64_t size = array->getSize().getZExtValue();
    if (size > 4096)
      report.unsupported(use, "an array of " + std::to_string(size) + " elements of the caller");
    for (uint64_t i = 0; i < size; ++i) {
      Location *element =
          external(array->getElementType(), host + "[" + std::to_string(i) + "]", nullptr, location);
      element->shape = location->shape;
      sequence->elements.push_back(element);
    }
    location->value = AbsValue::ofSequence(std::move(sequence));
    return;
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (record && unmodelledArgument(record)) {
    location->value.kind = ValueKind::Opaque;
    location->value.text = host;
    return;
  }
  const llvm::StringRef name = modelledClass(record);
  const auto *specialisation = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  const auto argument = [&](unsigned i) { return specialisation->getTemplateArgs()[i].getAsType(); };
  if (name == "basic_string" || name == "basic_string_view") {
    location->value.kind = ValueKind::HostString;
    location->value.text = host;
    return;
  }
  if (name == "array" && specialisation) {
    auto sequence = std::make_shared<SequenceObject>();
    const uint64_t size = specialisation->getTemplateArgs()[1].getAsIntegral().getZExtValue();
    if (size > 4096)
      report.unsupported(use, "an array of " + std::to_string(size) + " elements of the caller");
    for (uint64_t i = 0; i < size; ++i) {
      Location *element = external(argument(0), host + "[" + std::to_string(i) + "]", nullptr, location);
      element->shape = location->shape;
      element->ofLibrary = location->ofLibrary;
      expectations.predict(element, location, [&](const Location *of) -> const Location * {
        return of->value.is(ValueKind::Sequence) && of->value.sequence->elements.size() == size
                   ? of->value.sequence->elements[i]
                   : nullptr;
      });
      sequence->elements.push_back(element);
    }
    location->value = AbsValue::ofSequence(std::move(sequence));
    return;
  }
  if ((name == "pair" || name == "tuple") && specialisation) {
    const std::vector<QualType> types = partsOf(type);
    auto sequence = std::make_shared<SequenceObject>();
    for (size_t i = 0; i < types.size(); ++i) {
      sequence->elements.push_back(external(types[i], tupleElement(host, i), nullptr, location));
      if (types[i]->isReferenceType())
        refersElsewhere(sequence->elements.back());
      expectations.predict(sequence->elements.back(), location, [&](const Location *of) -> const Location * {
        return of->value.is(ValueKind::Sequence) && of->value.sequence->elements.size() == types.size()
                   ? of->value.sequence->elements[i]
                   : nullptr;
      });
    }
    location->value = AbsValue::ofSequence(std::move(sequence));
    return;
  }
  if (name == "ArrayRef" || name == "span" || name == "initializer_list") // whose elements others name, too
    refersElsewhere(location);
  if (name == "vector" || name == "ArrayRef" || name == "span" || name == "deque" ||
      name == "initializer_list") {
    auto sequence = std::make_shared<SequenceObject>();
    sequence->open = true;
    SymbolDef length;
    length.name = host + "_size";
    length.host = "static_cast<int64_t>(" + host + ".size())";
    length.loc = location->loc;
    length.lower = 0;
    sequence->length = hostSymbol(std::move(length));
    noteModuleNumber(location, sequence->length);
    if (specialisation && expectations.assumePredictedLength(location, sequence->length, argument(0)))
      return;
    openSequences[sequence.get()] = location;
    location->value = AbsValue::ofSequence(std::move(sequence));
    return;
  }
  if (name == "variant") {
    location->value = loadVariant(location);
    return;
  }
  if (isMap(name)) {
    location->value = emptyMap(name);
    location->value.map->open = true;
    return;
  }
  if (name == "optional" && specialisation) {
    const Sym present = hostSymbol(host + ".has_value()", SymType::Bool, location->loc, host + "_given");
    const std::optional<bool> expected = expectations.predictedPresence(location, present);
    if (expected ? !*expected : !path.decide(present, location->loc)) {
      location->value = AbsValue::optional(nullptr);
      return;
    }
    Location *content = external(argument(0), "(*" + host + ")", nullptr, location);
    if (expected)
      expectations.predict(content, location, [](const Location *of) { return of->value.location; });
    content->shape = location->shape;
    content->name = location->name;
    location->value = AbsValue::optional(content);
    return;
  }
  if ((name == "unique_ptr" || name == "shared_ptr") && specialisation && !argument(0)->isArrayType()) {
    const Sym present =
        hostSymbol("(" + host + " != nullptr)", SymType::Bool, location->loc, host + "_given");
    const std::optional<bool> expected = expectations.predictedPresence(location, present);
    if (expected ? !*expected : !path.decide(present, location->loc)) {
      location->value = AbsValue::pointerTo(nullptr);
      return;
    }
    Location *target = expectations.predictedTarget(location, argument(0));
    if (!target)
      target = external(argument(0), "(*" + host + ")", nullptr, location);
    target->shape = location->shape;
    target->outlives = target->byReference = true;
    target->anchor = target;
    target->storage = nullptr;
    location->value = AbsValue::pointerTo(target);
    return;
  }
  if (name == "Scalar") { // the number's type is part of it: one graph each
    const Sym real = hostSymbol(host + ".isFloatingPoint()", SymType::Bool, location->loc, host + "_is_real");
    if (path.decide(real, location->loc)) {
      location->value =
          AbsValue::ofScalar(hostSymbol(host + ".toDouble()", SymType::F64, location->loc, host));
    } else {
      const Sym boolean = hostSymbol(host + ".isBoolean()", SymType::Bool, location->loc, host + "_is_bool");
      location->value = path.decide(boolean, location->loc)
                            ? AbsValue::ofScalar(hostSymbol(host + ".toBool()", SymType::Bool, location->loc,
                                                            host + "_bool"))
                            : AbsValue::ofScalar(
                                  hostSymbol(host + ".toLong()", SymType::Int, location->loc, host + "_int"));
    }
    return;
  }
  const bool isLocal = llvm::any_of(locals, [&](const auto &entry) { return entry.second == location; });
  if (name.ends_with("iterator") && !isLocal) { // says neither what it points into nor how much follows
    const SourceRange range = use ? use->getSourceRange() : SourceRange(location->declaration);
    report.fail(BreakKind::IteratorInput, range, {location->name});
  }
  if (record && walk.region && record->isLambda() && record->getDeclContext()->Equals(function.decl)) {
    loadClosure(location);
    return;
  }
  if (record && name.empty() && record->hasDefinition() && !record->isUnion() && !record->isLambda()) {
    if (!location->predicted && location->instances.empty() && isModuleClass(record) &&
        !isModuleContainer(record))
      if (const Prototype *prototype = prototypeOf(record->getDefinition(), context, function)) {
        expectations.expectAs(location, prototype->object);
        location->predictedBy = host;
        if (prototype->takesModules && !walk.predicting && !isFgClass(record) && location->instances.empty())
          location->instances = expectations.instancesOf(record);
      }
    location->value.kind = ValueKind::Record;
    location->value.type = type;
    location->value.record = std::make_shared<RecordObject>();
    location->value.record->decl = record->getDefinition();
    std::vector<const CXXRecordDecl *> classes{record->getDefinition()};
    for (size_t i = 0; i < classes.size(); ++i) {
      for (const CXXBaseSpecifier &base : classes[i]->bases())
        if (const CXXRecordDecl *baseDecl = base.getType()->getAsCXXRecordDecl())
          if (modelledClass(baseDecl).empty() && baseDecl->hasDefinition())
            classes.push_back(baseDecl->getDefinition());
      for (const FieldDecl *fieldDecl : classes[i]->fields()) {
        if (fieldDecl->isUnnamedBitField())
          continue;
        Location *member =
            external(fieldDecl->getType(), memberHost(host, record, fieldDecl), fieldDecl, location);
        if (fieldDecl->getType()->isReferenceType())
          refersElsewhere(member);
        if (fieldDecl->isMutable())
          member->outlives = true;
        member->ofLibrary = isFgClass(classes[i]);
        expectations.predict(member, location,
                             [&](const Location *of) { return expectations.predictedMember(of, fieldDecl); });
        const bool isExpected =
            member->predicted || (!member->instances.empty() && member->instances.front().sameConstructor);
        if (isExpected && !member->ofLibrary && isGivenFlag(fieldDecl))
          member->givenFlag = fieldDecl;
        location->value.record->fields.emplace(fieldDecl, member);
      }
    }
    return;
  }
  location->value.kind = ValueKind::Opaque;
  location->value.text = host;
}

const ProfiledCall *FunctionContext::profiledCall() {
  if (!profile)
    return nullptr;
  const auto [entry, fresh] = alternativeIndex.emplace(profileChoice, alternatives.size());
  if (fresh) {
    alternatives.push_back(0);
    alternativeCounts.push_back(static_cast<unsigned>(profile->size()) + 1);
  }
  const unsigned choice = alternatives[entry->second];
  return choice ? &(*profile)[choice - 1] : nullptr;
}

void Caller::loadTensor(Location *location) {
  if (isAbsent(location)) {
    location->value = AbsValue::ofTensor(nullptr);
    return;
  }
  if (const ProfiledCall *call = function.profiledCall()) {
    if (const auto shape = call->shapes.find(location->host); shape != call->shapes.end())
      location->shape = shape->second;
  } else if (function.profile && location->shape.empty()) {
    throw EagerPath{"only the profile says what '" + location->name + "' is", location->declaration};
  }
  if (const TensorHint *known = walk.region ? findHint(*walk.region->hints, location->host) : nullptr) {
    location->shape = known->shape;
    location->order = known->order;
    location->shapeScope = "";
    location->sizesPredicted = false;
  }
  if (location->shape.empty() && function.guess) {
    Value *input = walk.graph->addInput(identifierFor(location->host), {}, location->host, location->loc);
    input->source = location->name;
    input->loc = location->loc;
    location->value = AbsValue::ofTensor(input);
    location->initialTensor = input;
    return;
  }
  if (location->shape.empty() && !function.supposedShape.empty()) {
    location->shape = function.supposedShape;
    function.unknownTypes.emplace(location->name, location->declaration);
  }
  if (location->shape.empty())
    throw UnknownType{location->name, location->declaration};
  std::optional<ShapeSpecError> error;
  const std::vector<ShapeSpec> alternatives = parseShapeSpec(location->shape, error);
  if (alternatives.empty())
    throw UnknownType{location->name, location->declaration};
  // Every combination of alternatives is captured on its own (Paths.cpp counts through them).
  auto [entry, fresh] = function.alternativeIndex.emplace(location->host, function.alternatives.size());
  if (fresh) {
    function.alternatives.push_back(0);
    function.alternativeCounts.push_back(alternatives.size());
  }
  const ShapeSpec &spec = alternatives[function.alternatives[entry->second]];
  if (spec.cuda && alternatives.size() > 1)
    throw EagerPath{"a tensor in a GPU's memory", location->declaration};
  if (spec.cuda)
    report.fail(BreakKind::TensorKind, SourceRange(location->declaration), {location->name, "CUDA"});

  Value *input = walk.graph->addInput(identifierFor(location->host), {}, location->host, location->loc);
  const std::string &valueName = input->name;
  TensorType type;
  type.dtype = spec.dtype;
  std::vector<std::pair<Sym, std::string>> bounds;
  for (size_t d = 0; d < spec.dims.size(); ++d) {
    const ShapeDim &dim = spec.dims[d];
    if (dim.kind == ShapeDim::Literal) {
      type.sizes.push_back(Sym(dim.value));
      continue;
    }
    const std::string hostSize = "::fg::rt::size(" + location->host + ", " + std::to_string(d) + ")";
    const std::string key = location->shapeScope + "|" + dim.name;
    std::string &symbol = letters[dim.kind == ShapeDim::Named ? key : key + valueName + std::to_string(d)];
    if (symbol.empty()) {
      SymbolDef def; // named after its letter; another object's letter gets a number
      def.name = dim.kind == ShapeDim::Named ? dim.name : valueName + "_size" + std::to_string(d);
      def.host = dim.factor == 1 ? hostSize : "(" + hostSize + " / " + std::to_string(dim.factor) + ")";
      def.loc = location->loc;
      def.lower = 0;
      def.upper = std::numeric_limits<int32_t>::max();
      def.tensor = valueName;
      def.dim = static_cast<unsigned>(d);
      symbol = hostSymbol(std::move(def)).name();
    }
    const Sym size = Sym(dim.factor) * Sym::symbol(symbol);
    type.sizes.push_back(size);
    if (dim.kind == ShapeDim::Named && location->declaration.isValid() && !location->sizesPredicted)
      declareDim(symbol, dim, *location);
    if (dim.lower && declaredBound(symbol, dim, false, *location))
      bounds.emplace_back(symLe(Sym(*dim.lower), size), "bound of " + dim.name);
    if (dim.upper && declaredBound(symbol, dim, true, *location))
      bounds.emplace_back(symLe(size, Sym(*dim.upper)), "bound of " + dim.name);
  }
  Sym stride = 1;
  if (location->order.size() == type.rank()) {
    type.strides.resize(type.rank(), Sym(0));
    for (auto d = location->order.rbegin(); d != location->order.rend(); ++d) {
      type.strides[*d] = stride;
      stride = stride * type.sizes[*d];
    }
  }
  input->type = std::move(type);
  input->source = location->name;
  input->loc = location->loc;
  for (auto &[condition, reason] : bounds)
    walk.graph->env.assume(condition, location->loc, reason);
  location->value = AbsValue::ofTensor(input);
  location->initialTensor = input;
  if (location->sizesPredicted)
    report.noteBuilt(*location);
}

/// A variable of the function that the region found: declared before it, or captured by the lambda that the
/// region belongs to.
Location *Caller::localVariable(const ValueDecl *variable, const Expr *use) {
  const auto found = locals.find(variable);
  if (found != locals.end())
    return found->second;
  // Two names of one object are one location: a guard that they are not would serve each call eagerly.
  if (const Expr *bound = walk.region->boundObject ? walk.region->boundObject(variable) : nullptr) {
    try {
      Location *object = walk.objectOf(bound);
      return locals[variable] = !isa<BindingDecl>(variable) && variable->getType()->isPointerType()
                                    ? path.temporary(AbsValue::pointerTo(object), variable->getType())
                                    : object;
    } catch (const BreakError &) { // generated code can name the reference
    }
  }
  if (!variable->getIdentifier())
    report.unsupported(use, "a variable without a name");
  const auto *var = dyn_cast<VarDecl>(variable);
  // A parameter, or what the region's own lambda captured: another lambda's reference to it is no other
  // object.
  const std::map<const VarDecl *, Location *> &own = walk.frames.front().variables;
  if (const auto known = own.find(var); known != own.end())
    return known->second;
  Location *location = external(variable->getType(), variable->getNameAsString(), variable, nullptr);
  // Through a reference, a pointer or a lambda, code of the region may reach this object by another name.
  location->byReference = true;
  location->direct = var && !var->getType()->isReferenceType();
  if (location->direct && var->hasLocalStorage() && !isa<ParmVarDecl>(var))
    location->storage = var;
  location->outlives = !location->direct || walk.region->isLive(var);
  return locals[variable] = location;
}

/// A local lambda that the region calls: what it captured by reference are variables of the function.
void Caller::loadClosure(Location *location) {
  const CXXRecordDecl *record = location->type->getAsCXXRecordDecl();
  location->value.kind = ValueKind::Record;
  location->value.type = location->type;
  location->value.record = std::make_shared<RecordObject>();
  location->value.record->decl = record;
  llvm::DenseMap<const ValueDecl *, FieldDecl *> captures;
  FieldDecl *thisCapture = nullptr;
  record->getCaptureFields(captures, thisCapture);
  for (const auto &[variable, fieldDecl] : captures) {
    Location *&member = location->value.record->fields[fieldDecl];
    if (fieldDecl->getType()->isReferenceType()) {
      member = localVariable(variable, nullptr);
    } else {
      member = external(fieldDecl->getType(), "", nullptr, nullptr);
      member->name = variable->getNameAsString();
    }
  }
  if (thisCapture && thisCapture->getType()->isPointerType())
    location->value.record->fields[thisCapture] =
        path.temporary(AbsValue::pointerTo(walk.frames.front().thisObject), thisCapture->getType());
}

/// A caller's variant: its alternative is a decision.
AbsValue Caller::loadVariant(Location *location) {
  const std::vector<QualType> types = alternativesOf(location->type);
  const Sym index = hostSymbol("static_cast<int64_t>(" + location->host + ".index())", SymType::Int,
                               location->loc, location->host + "_index");
  for (size_t i = 0; i < types.size(); ++i)
    if (path.decide(symEq(index, Sym(static_cast<int64_t>(i))), location->loc)) {
      Location *content = external(types[i], "std::get<" + std::to_string(i) + ">(" + location->host + ")",
                                   nullptr, location);
      content->shape = location->shape;
      content->name = location->name;
      return variantOf(i, content);
    }
  throw EagerPath{"reads a variant without a value", location->declaration};
}

} // namespace fullgraph
