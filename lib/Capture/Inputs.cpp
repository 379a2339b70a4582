// Objects of the caller: parameters, `this`, globals. They are read lazily, so that a graph's inputs and
// guards are those that the path needs.
#include "lib/Capture/Prototypes.h"
#include "lib/Capture/Signatures.h"
#include "lib/Frontend/Annotations.h"
#include "lib/Graph/HostName.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

/// A C identifier that reads like the expression: "this->layers[2].w" → "layers_2_w".
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

std::string tupleElement(const std::string &host, size_t index) {
  return "std::get<" + std::to_string(index) + ">(" + host + ")";
}

} // namespace

/// The frame of the function that is compiled, with its parameters and `this`.
void Interpreter::enterFunction() {
  Frame &top = frames.emplace_back();
  top.function = function.decl;
  top.returnsReference = function.decl->getReturnType()->isReferenceType();
  const FunctionDecl *decl = function.decl;
  for (const ParmVarDecl *parameter : decl->parameters()) {
    Location *location = external(parameter->getType(), parameter->getNameAsString(), parameter, nullptr);
    const QualType type = parameter->getType();
    location->byReference = location->outlives = type->isReferenceType();
    location->outlives |= showsItsEnd(type);
    if (region && !location->byReference) {
      location->byReference = location->direct = true;
      location->outlives |= region->isLive(parameter);
    }
    top.variables[parameter] = location;
  }
  const auto *method = dyn_cast<CXXMethodDecl>(decl);
  if (!method || method->isStatic())
    return;
  if (isLambdaCallOperator(method)) {
    // Captured variables are named as in the enclosing function: variableLocation makes them external.
    llvm::DenseMap<const ValueDecl *, FieldDecl *> captures;
    FieldDecl *thisCapture = nullptr;
    method->getParent()->getCaptureFields(captures, thisCapture);
    for (const auto &[variable, fieldDecl] : captures)
      if (const auto *var = dyn_cast<VarDecl>(variable)) {
        Location *location = external(var->getType(), var->getNameAsString(), var, nullptr);
        location->byReference = location->outlives = fieldDecl->getType()->isReferenceType();
        if (cast<CXXMethodDecl>(decl)->isConst() == false)
          location->outlives = true; // a mutable lambda keeps its copies
        top.variables[var] = location;
      }
    if (thisCapture) {
      const QualType pointee = thisCapture->getType()->getPointeeType();
      Location *self =
          external(pointee.isNull() ? thisCapture->getType() : pointee, "(*this)", nullptr, nullptr);
      self->byReference = self->outlives = true;
      top.thisObject = self;
    }
    return;
  }
  Location *self = external(classType(method->getParent()), "(*this)", nullptr, nullptr);
  self->name = "this";
  self->byReference = self->outlives = true;
  top.thisObject = self;
}

/// A reference in an object: what it names has other names, too.
static void refersElsewhere(Location *location) {
  location->byReference = location->outlives = true;
  location->anchor = location;
  location->storage = nullptr;
}

Location *Interpreter::external(QualType type, std::string host, const ValueDecl *decl,
                                const Location *parent) {
  Location *location = newLocation();
  location->type = type.getNonReferenceType().getUnqualifiedType();
  location->host = std::move(host);
  location->external = true;
  location->anchor = parent ? parent->anchor : location;
  if (parent) {
    location->outlives = parent->outlives;
    location->byReference = parent->byReference;
    location->storage = parent->storage;
    location->ofGlobal = parent->ofGlobal;
  }
  // Letters of FG_SHAPE: one size within a call's parameters, or within an object's members.
  location->shapeScope = parent ? parent->host : "";
  location->name = decl ? decl->getNameAsString() : location->host;
  if (const auto *variable = dyn_cast_or_null<VarDecl>(decl))
    location->ofGlobal |= variable->hasGlobalStorage();
  if (decl) {
    location->loc = loc(decl->getLocation());
    location->declaration = decl->getLocation();
    if (std::optional<ShapeAnnotation> shape = shapeAnnotation(decl))
      location->shape = shape->text;
  }
  return location;
}

/// The standard library's own members are not the user's terms: a map's iterator.
void Interpreter::refuseMember(const FieldDecl *decl, const Expr *use) {
  if (isLibrary(decl->getLocation()))
    unsupported(use, "what this iterator or handle of the standard library holds");
  unsupported(use, "member '" + decl->getNameAsString() + "' of this object");
}

Location *Interpreter::field(Location *object, const FieldDecl *decl, const Expr *use) {
  const AbsValue &value = read(object, use);
  if (value.isPoison())
    return temporary(value, decl->getType());
  if (value.is(ValueKind::Sequence) && !value.sequence->open && decl->getIdentifier()) { // std::pair
    const llvm::StringRef name = decl->getName();
    if ((name == "first" || name == "second") && value.sequence->elements.size() == 2)
      return value.sequence->elements[name == "second"];
  }
  if (decl->getParent()->isUnion())
    fail(BreakKind::TypePunning, use->getSourceRange(), {decl->getNameAsString()});
  if (!value.is(ValueKind::Record))
    refuseMember(decl, use);
  const auto found = value.record->fields.find(decl);
  if (found == value.record->fields.end())
    refuseMember(decl, use);
  return found->second;
}

AbsValue &Interpreter::read(Location *location, const Expr *use) {
  if (!location)
    throw EagerPath{"dereferences a null pointer", use ? use->getBeginLoc() : SourceLocation()};
  if (location->external && !location->loaded) {
    load(location, use);
    location->loaded = true;
    if (!location->written)
      externals.push_back(location);
  }
  if (location->lost || !location->oneOf.empty())
    refuseUnknownObject(location, use);
  return location->value;
}

Sym Interpreter::hostSymbol(const std::string &host, SymType type, const SourceLoc &where,
                            const std::string &hint) {
  SymbolDef def;
  def.name = hint.empty() ? host : hint;
  def.type = type;
  def.host = host;
  def.loc = where;
  return hostSymbol(std::move(def));
}

/// `def.name` is a wish. The same host expression is the same symbol on every path.
Sym Interpreter::hostSymbol(SymbolDef def) {
  auto found = function.hostToSymbol.find(def.host);
  if (found == function.hostToSymbol.end()) {
    const std::string base = identifierFor(def.name);
    def.name = base;
    for (unsigned n = 1; function.symbols.count(def.name); ++n)
      def.name = base + "_" + std::to_string(n);
    found = function.hostToSymbol.emplace(def.host, def.name).first;
    function.symbols.emplace(def.name, def);
  }
  const SymbolDef &known = function.symbols.at(found->second);
  if (!graph->env.lookup(known.name))
    graph->env.addSymbol(known);
  return Sym::symbol(known.name, known.type);
}

/// Members of the library's classes say how a module is made: how many layers it has, say.
void Interpreter::noteModuleNumber(const Location *location, const Sym &number) {
  if (location->ofLibrary)
    number.forEachSymbol([&](const std::string &name, SymType) { function.moduleNumbers.insert(name); });
}

void Interpreter::load(Location *location, const Expr *use) {
  if (location->host.empty()) {
    const SourceRange range = use ? use->getSourceRange() : SourceRange(location->declaration);
    fail(BreakKind::UnsupportedConstruct, range,
         {location->name.empty()
              ? "a member of an anonymous struct that is private or hidden here"
              : "'" + location->name + "', which is private where the compiled function stands"});
  }
  const QualType type = location->type;
  const std::string &host = location->host;
  if (isTensorType(type)) {
    if (!assumePredictedTensor(location))
      loadTensor(location);
    return;
  }
  if (type->isEnumeralType()) {
    location->value = AbsValue::ofScalar(
        hostSymbol("static_cast<int64_t>(" + host + ")", SymType::Int, location->loc, host));
    const TensorHint *left = region && isFgEnum(type) ? findHint(*region->hints, host) : nullptr;
    if (left && left->number) {
      const Sym known(*left->number);
      assumeHost(symEq(location->value.sym, known), location->loc);
      location->value = AbsValue::ofScalar(known);
      return;
    }
    assumePredictedNumber(location);
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
      assumeHost(symLe(Sym(0), location->value.sym), location->loc);
      assumePredictedNumber(location);
      return;
    }
    location->value = AbsValue::ofScalar(hostSymbol(std::move(def)));
    noteModuleNumber(location, location->value.sym);
    if (location->ofLibrary && location->name == "training_")
      modeFlags.push_back(location->value.sym);
    assumePredictedNumber(location);
    return;
  }
  if (type->isPointerType()) {
    const QualType pointee = type->getPointeeType();
    if (pointee->isRecordType() || pointee->isArithmeticType()) {
      const Sym present =
          hostSymbol("(" + host + " != nullptr)", SymType::Bool, location->loc, host + "_given");
      if (!decide(present, location->loc)) {
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
      unsupported(use, "an array of " + std::to_string(size) + " elements of the caller");
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
      unsupported(use, "an array of " + std::to_string(size) + " elements of the caller");
    for (uint64_t i = 0; i < size; ++i) {
      Location *element = external(argument(0), host + "[" + std::to_string(i) + "]", nullptr, location);
      element->shape = location->shape;
      element->ofLibrary = location->ofLibrary;
      predict(element, location, [&](const Location *of) -> const Location * {
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
      predict(sequence->elements.back(), location, [&](const Location *of) -> const Location * {
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
    if (specialisation && assumePredictedLength(location, sequence->length, argument(0)))
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
    const std::optional<bool> expected = predictedPresence(location, present);
    if (expected ? !*expected : !decide(present, location->loc)) {
      location->value = AbsValue::optional(nullptr);
      return;
    }
    Location *content = external(argument(0), "(*" + host + ")", nullptr, location);
    if (expected)
      predict(content, location, [](const Location *of) { return of->value.location; });
    content->shape = location->shape;
    content->name = location->name;
    location->value = AbsValue::optional(content);
    return;
  }
  if ((name == "unique_ptr" || name == "shared_ptr") && specialisation && !argument(0)->isArrayType()) {
    const Sym present =
        hostSymbol("(" + host + " != nullptr)", SymType::Bool, location->loc, host + "_given");
    const std::optional<bool> expected = predictedPresence(location, present);
    if (expected ? !*expected : !decide(present, location->loc)) {
      location->value = AbsValue::pointerTo(nullptr);
      return;
    }
    Location *target = predictedTarget(location, argument(0));
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
    if (decide(real, location->loc)) {
      location->value =
          AbsValue::ofScalar(hostSymbol(host + ".toDouble()", SymType::F64, location->loc, host));
    } else {
      const Sym boolean = hostSymbol(host + ".isBoolean()", SymType::Bool, location->loc, host + "_is_bool");
      location->value = decide(boolean, location->loc)
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
    fail(BreakKind::IteratorInput, range, {location->name});
  }
  if (record && region && record->isLambda() && record->getDeclContext()->Equals(function.decl)) {
    loadClosure(location);
    return;
  }
  if (record && name.empty() && record->hasDefinition() && !record->isUnion() && !record->isLambda()) {
    if (!location->predicted && location->instances.empty() && isModuleClass(record) &&
        !isModuleContainer(record))
      if (const Prototype *prototype = prototypeOf(record->getDefinition())) {
        expectAs(location, prototype->object);
        location->predictedBy = host;
        if (prototype->takesModules && !predicting && !isFgClass(record) && location->instances.empty())
          location->instances = instancesOf(record);
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
        predict(member, location, [&](const Location *of) { return predictedMember(of, fieldDecl); });
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

void Interpreter::loadTensor(Location *location) {
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
  if (const TensorHint *known = region ? findHint(*region->hints, location->host) : nullptr) {
    location->shape = known->shape;
    location->order = known->order;
    location->shapeScope = "";
    location->sizesPredicted = false;
  }
  if (location->shape.empty() && function.guess) {
    Value *input = graph->addInput(identifierFor(location->host), {}, location->host, location->loc);
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
    fail(BreakKind::TensorKind, SourceRange(location->declaration), {location->name, "CUDA"});

  Value *input = graph->addInput(identifierFor(location->host), {}, location->host, location->loc);
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
    graph->env.assume(condition, location->loc, reason);
  location->value = AbsValue::ofTensor(input);
  location->initialTensor = input;
  if (location->sizesPredicted)
    noteBuilt(*location);
}

} // namespace fullgraph
