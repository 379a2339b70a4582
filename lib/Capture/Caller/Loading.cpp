// Objects of the caller's that the path reads for the first time: what they are.
#include "lib/Capture/Caller/Caller.h"

#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Syntax/SourceText.h"
#include "lib/Frontend/Annotations.h"
#include "lib/Graph/UserName.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace fullgraph {

/// Of a reference in an object, or what a pointer points to: it has other names, too.
void Caller::refersElsewhere(Location *location) {
  location->reach.byReference = location->reach.outlives = true;
  location->reach.anchor = location;
  location->reach.storage = nullptr;
}

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
  if (location->cxx.empty()) {
    const SourceRange range = use ? use->getSourceRange() : SourceRange(location->declaration);
    report.fail(BreakKind::UnsupportedConstruct, range,
                {location->name.empty()
                     ? "a member of an anonymous struct that is private or hidden here"
                     : "'" + location->name +
                           "', which is private, or not known, where the compiled function stands"});
  }
  if (loadOfType(location, use))
    return;
  location->value.kind = ValueKind::Opaque;
  location->value.text = location->cxx;
}

/// False: what it is can only be passed around.
bool Caller::loadOfType(Location *location, const Expr *use) {
  const QualType type = location->type;
  if (isTensorType(type)) {
    if (!expectations.assumePredictedTensor(location))
      loadTensor(location);
    return true;
  }
  if (type->isEnumeralType()) {
    loadEnumerator(location);
    return true;
  }
  if (type->isArithmeticType() && isModelledNumber(type)) {
    loadNumber(location);
    return true;
  }
  if (type->isPointerType())
    return loadPointer(location);
  if (const auto *array = context.getAsConstantArrayType(type)) {
    loadArray(location, array->getSize().getZExtValue(), array->getElementType(), use);
    return true;
  }
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && !unmodelledArgument(record) && loadClass(location, record, use);
}

void Caller::loadEnumerator(Location *location) {
  location->value = AbsValue::ofScalar(
      cxxSymbol("static_cast<int64_t>(" + location->cxx + ")", SymType::Int, location->loc, location->cxx));
  const TensorHint *left =
      walk.region && isFgEnum(location->type) ? findHint(*walk.region->hints, location->cxx) : nullptr;
  if (left && left->number) {
    const Sym known(*left->number);
    path.assume(symEq(location->value.sym, known), location->loc);
    location->value = AbsValue::ofScalar(known);
    return;
  }
  expectations.assumePredictedNumber(location);
}

void Caller::loadNumber(Location *location) {
  const QualType type = location->type;
  SymbolDef def;
  def.name = def.cxx = location->cxx;
  def.type = symTypeOf(type);
  def.loc = location->loc;
  if (def.type == SymType::Int && context.getIntWidth(type) < 64) {
    const unsigned bits = context.getIntWidth(type) - (type->isSignedIntegerType() ? 1 : 0);
    def.lower = type->isSignedIntegerType() ? -(int64_t(1) << bits) : 0;
    def.upper = (int64_t(1) << bits) - 1;
  } else if (def.type == SymType::Int && type->isUnsignedIntegerType()) {
    // Values from 2^63 on have no int64: such a call is not this graph's.
    location->value = AbsValue::ofScalar(cxxSymbol(std::move(def)));
    path.assume(symLe(Sym(0), location->value.sym), location->loc);
    expectations.assumePredictedNumber(location);
    return;
  }
  location->value = AbsValue::ofScalar(cxxSymbol(std::move(def)));
  noteModuleNumber(location, location->value.sym);
  if (location->expected.counts)
    path.noteCount(location->value.sym.name());
  if (location->ofLibrary && location->name == "training_")
    path.modeFlags.push_back(location->value.sym);
  expectations.assumePredictedNumber(location);
}

bool Caller::loadPointer(Location *location) {
  const QualType pointee = location->type->getPointeeType();
  if (!pointee->isRecordType() && !pointee->isArithmeticType())
    return false;
  const std::string &cxx = location->cxx;
  const Sym present = cxxSymbol("(" + cxx + " != nullptr)", SymType::Bool, location->loc, cxx + "_given");
  if (!path.decide(present, location->loc)) {
    location->value = AbsValue::pointerTo(nullptr);
    return true;
  }
  Location *target = external(pointee, "(*" + cxx + ")", nullptr, location);
  target->declared.shape = location->declared.shape;
  refersElsewhere(target);
  location->value = AbsValue::pointerTo(target);
  return true;
}

void Caller::loadArray(Location *location, uint64_t size, QualType of, const Expr *use) {
  auto sequence = std::make_shared<SequenceObject>();
  if (size > 4096)
    report.unsupported(use, "an array of " + std::to_string(size) + " elements of the caller");
  for (uint64_t i = 0; i < size; ++i) {
    Location *element = external(of, location->cxx + "[" + std::to_string(i) + "]", nullptr, location);
    element->declared.shape = location->declared.shape;
    sequence->elements.push_back(element);
  }
  location->value = AbsValue::ofSequence(std::move(sequence));
}

bool Caller::loadClass(Location *location, const CXXRecordDecl *record, const Expr *use) {
  if (const ClassModel *model = modelOf(record); model && model->load(walk, location, use)) {
    expectations.assumeSeenText(location);
    return true;
  }
  const bool isLocal = llvm::any_of(locals, [&](const auto &entry) { return entry.second == location; });
  if (factsOf(record).role == ClassRole::Iterator && !isLocal) {
    // says neither what it points into nor how much follows
    const SourceRange range = use ? use->getSourceRange() : SourceRange(location->declaration);
    report.fail(BreakKind::IteratorInput, range, {location->name});
  }
  if (walk.region && record->isLambda() && record->getDeclContext()->Equals(function.decl)) {
    loadClosure(location);
    return true;
  }
  if (isLibraryClass(record) || !record->hasDefinition() || record->isUnion() || record->isLambda())
    return false;
  loadRecord(location, record);
  return true;
}

void Caller::loadRecord(Location *location, const CXXRecordDecl *record) {
  const bool isPart =
      location->expected.object || !location->expected.instances.empty(); // of an expected object
  if (!isPart && isModuleClass(record) && !isModuleContainer(record))
    if (const Prototype *prototype = prototypeOf(record->getDefinition(), context, function)) {
      expectations.expectAs(location, prototype->object);
      location->expected.by = location->cxx;
      if (prototype->takesModules && !walk.predicting && !isFgClass(record) &&
          location->expected.instances.empty())
        location->expected.instances = expectations.instancesOf(record);
    }
  // A member of an object that was not seen says nothing of itself: objects of its class elsewhere have sizes
  // of their own.
  const CXXRecordDecl *whole =
      location->reach.anchor == location ? nullptr : location->reach.anchor->type->getAsCXXRecordDecl();
  const bool isOfUnseen = !isPart && whole && !isLibraryClass(whole) && !isFgClass(whole);
  if (!walk.predicting && !isOfUnseen && (!isPart || location->expected.object))
    expectations.expectAsSeen(location, record);
  location->value.kind = ValueKind::Record;
  location->value.type = location->type;
  location->value.record = std::make_shared<RecordObject>();
  location->value.record->decl = record->getDefinition();
  addMembers(location);
}

/// The members of an object, and of its bases, that it does not have yet.
void Caller::addMembers(Location *location) {
  const CXXRecordDecl *record = location->value.record->decl;
  std::vector<const CXXRecordDecl *> classes{record};
  for (size_t i = 0; i < classes.size(); ++i) {
    for (const CXXBaseSpecifier &base : classes[i]->bases())
      if (const CXXRecordDecl *baseDecl = base.getType()->getAsCXXRecordDecl())
        if (!isLibraryClass(baseDecl) && baseDecl->hasDefinition())
          classes.push_back(baseDecl->getDefinition());
    for (const FieldDecl *fieldDecl : classes[i]->fields()) {
      if (fieldDecl->isUnnamedBitField() || location->value.record->fields.count(fieldDecl))
        continue;
      Location *member =
          external(fieldDecl->getType(), memberCxx(location->cxx, record, fieldDecl), fieldDecl, location);
      if (fieldDecl->getType()->isReferenceType())
        refersElsewhere(member);
      else
        member->reach.member = fieldDecl;
      if (fieldDecl->isMutable())
        member->reach.outlives = true;
      member->ofLibrary = isFgClass(classes[i]);
      expectations.predict(member, location, [&](const Location *of) {
        return expectations.predictedMember(location, of, fieldDecl);
      });
      member->expected.counts = expectations.isCount(fieldDecl);
      const bool isExpected = member->expected.object || (!member->expected.instances.empty() &&
                                                          member->expected.instances.front().sameConstructor);
      if (isExpected && !member->ofLibrary && isGivenFlag(fieldDecl))
        member->expected.givenFlag = fieldDecl;
      location->value.record->fields.emplace(fieldDecl, member);
    }
  }
}

/// An object that is known by a base is of the class `to`, which derives from that: it has the members of
/// that class, too. cxx: the object, as one of that class.
void Caller::becomeDerived(Location *object, const CXXRecordDecl *to, std::string cxx) {
  object->cxx = std::move(cxx);
  object->type = object->value.type = classType(to);
  object->value.record->decl = to;
  addMembers(object);
}

const ProfiledCall *Alternatives::profiledCall() {
  if (!profile)
    return nullptr;
  const auto [entry, fresh] = index.emplace(profileChoice, chosen.size());
  if (fresh) {
    chosen.push_back(0);
    counts.push_back(static_cast<unsigned>(profile->size()) + 1);
  }
  const unsigned choice = chosen[entry->second];
  return choice ? &(*profile)[choice - 1] : nullptr;
}

/// Does a call in sight pass other tensors of the object that this one is a part of, and not this one? Then its
/// object is of another class, or in another state.
static bool leavesOut(const ProfiledCall &call, const std::string &tensor) {
  llvm::StringRef object = llvm::StringRef(tensor).rsplit('.').first;
  while (object.consume_front("static_cast<")) { // its class is asked on the path
    object = object.split(">(").second;
    object.consume_back(")");
  }
  const auto isPartOfObject = [&](const auto &passed) {
    llvm::StringRef part = passed.first;
    return part.consume_front(object) && part.starts_with(".");
  };
  return call.believed && object.size() < tensor.size() && !findByKey(call.shapes, tensor) &&
         llvm::any_of(call.shapes, isPartOfObject);
}

/// What a profile, or the region in front, says of a tensor.
void Caller::declareShape(Location *location) {
  bool isOfCall = false;
  if (const ProfiledCall *call = function.alternatives.profiledCall()) {
    // FG_SHAPE says more than a call in sight, and so does a constructor of sizes; but its tensor may be
    // another one since.
    const std::string *shape = findByKey(call->shapes, location->cxx);
    const bool isKnown = call->believed && !location->declared.shape.empty() &&
                         (!location->declared.isPredicted || call->guessed.count(location->cxx));
    if (shape && call->believed && location->declared.isPredicted &&
        isOfDtypeAndRank(location->declared.shape, *shape)) {
      if (const size_t layout = shape->find('{');
          layout != std::string::npos && location->declared.shape.find('{') == std::string::npos)
        location->declared.shape += shape->substr(layout);
    } else if (shape && !isKnown) {
      if (call->believed)
        function.types.guessed.insert(location->cxx);
      location->declared.shape = *shape;
      location->declared.scope = "";
      location->declared.isPredicted = false;
      isOfCall = true;
    }
  } else if (function.alternatives.profile && location->declared.shape.empty()) {
    throw OtherCalls{"only the profile says what '" + location->name + "' is", location->declaration};
  }
  if (const TensorHint *known = walk.region ? findHint(*walk.region->hints, location->cxx) : nullptr;
      known && !isAlwaysUndefined(*known) && !(isOfCall && known->shape.empty())) {
    location->declared.shape = known->shape;
    location->declared.order = known->order;
    location->declared.scope = "";
    location->declared.isPredicted = false;
  }
  if (const ProfiledCall *call = function.alternatives.profiledCall();
      call && location->declared.shape.empty() && leavesOut(*call, location->cxx))
    throw OtherCalls{"no call in sight passes '" + location->name + "'", location->declaration};
}

/// Of a dense tensor with this order of dims, the outermost one first.
static void setStrides(TensorType &type, const std::vector<unsigned> &order) {
  if (order.size() != type.rank() || order.empty())
    return;
  Sym stride = 1;
  type.strides.resize(type.rank(), Sym(0));
  for (auto d = order.rbegin(); d != order.rend(); ++d) {
    type.strides[*d] = stride;
    stride = stride * type.sizes[*d];
  }
}

/// The stride of dim `d` that FG_SHAPE gives a tensor of these sizes.
Sym Caller::strideOf(const ShapeStride &declared, const TensorType &type, const Location &tensor, size_t d) {
  if (declared.any) {
    SymbolDef def;
    def.name = identifierFor(tensor.cxx) + "_stride" + std::to_string(d);
    def.cxx = "::fg::rt::stride(" + tensor.cxx + ", " + std::to_string(d) + ")";
    def.loc = tensor.loc;
    def.lower = 0;
    const Sym stride = cxxSymbol(std::move(def));
    walk.graph->env.assume(symNe(stride, Sym(0)), tensor.loc, "a stride of 0 is another layout");
    return stride;
  }
  Sym stride = declared.factor;
  for (const unsigned dim : declared.dims)
    stride = stride * type.sizes[dim];
  return stride;
}

/// The graph's input that a tensor of the caller's is from here on.
Value *Caller::addInput(Location *location) {
  Value *input = walk.graph->addInput(identifierFor(location->cxx), {}, location->cxx, location->loc);
  input->source = location->name;
  input->loc = location->loc;
  location->value = AbsValue::ofTensor(input);
  location->initialTensor = input;
  return input;
}

/// The symbol of dim `d` of a tensor: a letter is one symbol in its whole scope; `?` is one of its own.
std::string Caller::symbolOfDim(const Location &tensor, const ShapeDim &dim, unsigned d,
                                const std::string &valueName) {
  const bool isNamed = dim.kind == ShapeDim::Named;
  const std::string key = tensor.declared.scope + "|" + dim.name;
  std::string &symbol = letters[isNamed ? key : key + valueName + std::to_string(d)];
  if (symbol.empty()) {
    const std::string size = "::fg::rt::size(" + tensor.cxx + ", " + std::to_string(d) + ")";
    SymbolDef def; // named after its letter; another object's letter gets a number
    def.name = isNamed ? dim.name : valueName + "_size" + std::to_string(d);
    def.cxx = dim.factor == 1 ? size : "(" + size + " / " + std::to_string(dim.factor) + ")";
    def.loc = tensor.loc;
    def.lower = 0;
    def.upper = std::numeric_limits<int32_t>::max();
    def.tensor = valueName;
    def.dim = d;
    symbol = cxxSymbol(std::move(def)).name();
  }
  return symbol;
}

void Caller::loadTensor(Location *location) {
  if (function.types.guess)
    function.types.read.insert(location->cxx);
  if (isAbsent(location) || assumeUndefined(location) || isUndefinedHere(location)) {
    location->value = AbsValue::ofTensor(nullptr);
    return;
  }
  declareShape(location);
  if (location->declared.shape.empty() && function.types.guess) {
    addInput(location);
    return;
  }
  if (location->declared.shape.empty() && !function.types.supposedShape.empty()) {
    location->declared.shape = function.types.supposedShape;
    function.found.unknownTypes.emplace(location->name, location->declaration);
  }
  if (location->declared.shape.empty())
    throw UnknownType{location->name, location->declaration};
  std::optional<ShapeSpecError> error;
  const std::vector<ShapeSpec> alternatives = parseShapeSpec(location->declared.shape, error);
  if (alternatives.empty())
    throw UnknownType{location->name, location->declaration};
  // Every combination of alternatives is captured on its own (Paths.cpp counts through them).
  auto [entry, fresh] =
      function.alternatives.index.emplace(location->cxx, function.alternatives.chosen.size());
  if (fresh) {
    function.alternatives.chosen.push_back(0);
    function.alternatives.counts.push_back(alternatives.size());
  }
  const ShapeSpec &spec = alternatives[function.alternatives.chosen[entry->second]];
  if (spec.cuda && alternatives.size() > 1)
    throw EagerPath{"a tensor in a GPU's memory", location->declaration};
  if (spec.cuda)
    report.fail(BreakKind::TensorKind, SourceRange(location->declaration), {location->name, "CUDA"});

  Value *input = addInput(location);
  TensorType type;
  type.dtype = spec.dtype;
  std::vector<std::pair<Sym, std::string>> bounds;
  for (size_t d = 0; d < spec.dims.size(); ++d) {
    const ShapeDim &dim = spec.dims[d];
    if (dim.kind == ShapeDim::Literal) {
      type.sizes.push_back(Sym(dim.value));
      continue;
    }
    const std::string symbol = symbolOfDim(*location, dim, static_cast<unsigned>(d), input->name);
    const Sym size = Sym(dim.factor) * Sym::symbol(symbol);
    type.sizes.push_back(size);
    if (dim.kind == ShapeDim::Named && location->declaration.isValid() && !location->declared.isPredicted)
      declareDim(symbol, dim, *location);
    if (dim.lower && declaredBound(symbol, dim, false, *location))
      bounds.emplace_back(symLe(Sym(*dim.lower), size), "bound of " + dim.name);
    if (dim.upper && declaredBound(symbol, dim, true, *location))
      bounds.emplace_back(symLe(size, Sym(*dim.upper)), "bound of " + dim.name);
  }
  setStrides(type, location->declared.order.empty() ? spec.order : location->declared.order);
  for (size_t d = 0; d < spec.strides.size(); ++d)
    type.strides.push_back(strideOf(spec.strides[d], type, *location, d));
  input->type = std::move(type);
  for (auto &[condition, reason] : bounds)
    walk.graph->env.assume(condition, location->loc, reason);
  if (location->declared.isPredicted)
    report.noteBuilt(*location);
}

/// May the variable's name mean another one where the region stands? Not where the region's own code says it,
/// but where a closure or a reference leads to the variable: `auto f = [&n] { ... }; { int n = 5; ... f() ...
/// }`.
bool Caller::isNameTaken(const ValueDecl *variable, const Expr *use) const {
  const SourceManager &sources = context.getSourceManager();
  const auto isOwn = [&](const RegionStep &step) {
    const SourceRange range = step.stmt->getSourceRange();
    const SourceLocation at = sources.getExpansionLoc(use->getBeginLoc());
    return !sources.isBeforeInTranslationUnit(at, sources.getExpansionLoc(range.getBegin())) &&
           !sources.isBeforeInTranslationUnit(sources.getExpansionLoc(range.getEnd()), at);
  };
  return !(use && llvm::any_of(walk.region->steps, isOwn)) && hasNamesake(variable, function.decl);
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
  if (use && isNameTaken(variable, use))
    report.unsupported(use, "'" + variable->getNameAsString() + "', whose name is another variable's here");
  const auto *var = dyn_cast<VarDecl>(variable);
  // A parameter, or what the region's own lambda captured: another lambda's reference to it is no other
  // object.
  const std::map<const VarDecl *, Location *> &own = walk.frames.front().variables;
  if (const auto known = own.find(var); known != own.end())
    return known->second;
  Location *location = external(variable->getType(), variableText(variable), variable, nullptr);
  // Through a reference, a pointer or a lambda, code of the region may reach this object by another name.
  location->reach.byReference = true;
  location->reach.direct = var && !var->getType()->isReferenceType();
  if (location->reach.direct && var->hasLocalStorage() && !isa<ParmVarDecl>(var))
    location->reach.storage = var;
  location->reach.outlives = !location->reach.direct || walk.region->isLive(var);
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
  // A copy of what the function only reads is as good as that: a number, a tensor, a list of tensors.
  const auto isConstant = [&](const ValueDecl *variable) {
    const QualType type = variable->getType();
    const auto *var = dyn_cast<VarDecl>(variable);
    const Stmt *body = function.decl->getBody();
    if (assignsItself(type.getNonReferenceType()))
      return false;
    if (type->isReferenceType())
      return var && type->getPointeeType().isConstQualified() && changesOnlyOwn(body);
    return type.isConstQualified() || (var && isOnlyRead(var, body));
  };
  // `[scale = 0.5](...) { ... }`
  const auto numberIn = [&](const VarDecl *own) -> std::optional<Sym> {
    Expr::EvalResult result;
    const Expr *init = own->getInit();
    if (!init || init->isValueDependent() || !isOnlyRead(own, function.decl->getBody()) ||
        !init->EvaluateAsRValue(result, context) || result.HasSideEffects)
      return std::nullopt;
    return constantNumber(result.Val, own->getType());
  };
  for (const auto &[variable, fieldDecl] : captures) {
    Location *&member = location->value.record->fields[fieldDecl];
    const auto *own = dyn_cast<VarDecl>(variable);
    const bool isOfClosure = own && own->isInitCapture(); // no variable of the function
    if (const std::optional<Sym> number = isOfClosure ? numberIn(own) : std::nullopt) {
      member = path.temporary(AbsValue::ofScalar(*number), fieldDecl->getType());
    } else if (!isOfClosure && (fieldDecl->getType()->isReferenceType() || isConstant(variable)) &&
               !isNameTaken(variable, nullptr)) {
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

} // namespace fullgraph
