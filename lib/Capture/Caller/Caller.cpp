// Objects of the caller: parameters, `this`, globals. They are read lazily, so that a graph's inputs and
// guards are those that the path needs.
#include "lib/Capture/Caller/Caller.h"

#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Caller/TypeGuesses.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Frontend/Annotations.h"
#include "lib/Graph/UserName.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

#include <cassert>

using namespace clang;

namespace fullgraph {

/// The frame of the function that is compiled, with its parameters and `this`.
void Caller::enterFunction() {
  Frame &top = walk.frames.emplace_back();
  top.function = function.decl;
  top.returnsReference = function.decl->getReturnType()->isReferenceType();
  const FunctionDecl *decl = function.decl;
  for (const ParmVarDecl *parameter : decl->parameters()) {
    Location *location = external(parameter->getType(), variableText(parameter), parameter, nullptr);
    const QualType type = parameter->getType();
    location->reach.byReference = location->reach.outlives = type->isReferenceType();
    location->reach.outlives |= showsItsEnd(type);
    if (walk.region && !location->reach.byReference) {
      location->reach.byReference = location->reach.direct = true;
      location->reach.outlives |= walk.region->isLive(parameter);
    }
    expectations.expectArgumentAsSeen(location, parameter->getFunctionScopeIndex());
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
        Location *location = external(var->getType(), variableText(var), var, nullptr);
        location->reach.byReference = location->reach.outlives = fieldDecl->getType()->isReferenceType();
        if (cast<CXXMethodDecl>(decl)->isConst() == false)
          location->reach.outlives = true; // a mutable lambda keeps its copies
        top.variables[var] = location;
      }
    if (thisCapture) {
      const QualType pointee = thisCapture->getType()->getPointeeType();
      Location *self =
          external(pointee.isNull() ? thisCapture->getType() : pointee, "(*this)", nullptr, nullptr);
      self->reach.byReference = self->reach.outlives = true;
      top.thisObject = self;
    }
    return;
  }
  Location *self = external(classType(method->getParent()), "(*this)", nullptr, nullptr);
  self->name = "this";
  self->reach.byReference = self->reach.outlives = true;
  top.thisObject = self;
}

/// A name of a structured binding is a member, or a part of what was taken apart.
static Origin originOf(const ValueDecl *decl) {
  const auto *binding = dyn_cast<BindingDecl>(decl);
  if (!binding)
    return {decl, ""};
  if (const VarDecl *holding = binding->getHoldingVar())
    return {holding, ""};
  if (const auto *member = dyn_cast_or_null<MemberExpr>(binding->getBinding()))
    return {member->getMemberDecl(), ""};
  const auto *whole = cast<DecompositionDecl>(binding->getDecomposedDecl());
  const auto index = llvm::find(whole->bindings(), binding) - whole->bindings().begin();
  return {whole, partOfProduct(static_cast<size_t>(index))};
}

/// The origin of what is read as `cxx`, in an object of the caller's.
static Origin originOfPart(const Location &whole, llvm::StringRef cxx) {
  Origin origin = whole.origin;
  size_t index = 0;
  if (factsOf(whole.type).role == ClassRole::Product) {
    if (cxx.consume_front("std::get<") && !cxx.consumeInteger(10, index))
      origin.part += partOfProduct(index);
    else if (cxx.ends_with(".first") || cxx.ends_with(".second"))
      origin.part += partOfProduct(cxx.ends_with(".second"));
  }
  return origin;
}

Location *Caller::external(QualType type, std::string cxx, const ValueDecl *decl, const Location *parent) {
  Location *location = path.newLocation();
  location->type = type.getNonReferenceType().getUnqualifiedType();
  location->cxx = std::move(cxx);
  location->external = true;
  location->reach.anchor = parent ? parent->reach.anchor : location;
  if (parent) {
    location->reach.outlives = parent->reach.outlives;
    location->reach.byReference = parent->reach.byReference;
    location->reach.storage = parent->reach.storage;
    location->reach.ofGlobal = parent->reach.ofGlobal;
  }
  location->origin = decl ? originOf(decl) : parent ? originOfPart(*parent, location->cxx) : Origin();
  // Letters of FG_SHAPE: one size within a call's parameters, or within an object's members.
  location->declared.scope = parent ? parent->cxx : "";
  location->name = decl ? decl->getNameAsString() : location->cxx;
  if (const auto *variable = dyn_cast_or_null<VarDecl>(decl))
    location->reach.ofGlobal |= variable->hasGlobalStorage();
  if (decl) {
    location->loc = report.loc(decl->getLocation());
    location->declaration = decl->getLocation();
    if (std::optional<ShapeAnnotation> shape = shapeAnnotation(decl))
      location->declared.shape = shape->text;
  }
  return location;
}

/// The standard library's own members are not the user's terms: a map's iterator.
void Caller::refuseMember(const FieldDecl *decl, const Expr *use) {
  if (report.isLibrary(decl->getLocation()))
    report.unsupported(use, "what this iterator or handle of the standard library holds");
  report.unsupported(use, "member '" + decl->getNameAsString() + "' of this object");
}

Location *Caller::field(Location *object, const FieldDecl *decl, const Expr *use) {
  const AbsValue &value = read(object, use);
  if (value.isPoison())
    return path.temporary(value, decl->getType());
  if (value.is(ValueKind::Sequence) && !value.sequence->open && decl->getIdentifier()) { // std::pair
    const llvm::StringRef name = decl->getName();
    if ((name == "first" || name == "second") && value.sequence->elements.size() == 2)
      return value.sequence->elements[name == "second"];
  }
  if (decl->getParent()->isUnion())
    report.fail(BreakKind::TypePunning, use->getSourceRange(), {decl->getNameAsString()});
  if (!value.is(ValueKind::Record))
    refuseMember(decl, use);
  const auto found = value.record->fields.find(decl);
  if (found == value.record->fields.end())
    refuseMember(decl, use);
  return found->second;
}

AbsValue &Caller::read(Location *location, const Expr *use) {
  if (!location)
    throw EagerPath{"dereferences a null pointer", use ? use->getBeginLoc() : SourceLocation()};
  if (walk.turn && walk.turn->unassigned.count(location))
    throw NoLoopKernel("a turn reads '" + location->name + "' before it assigns it", /*readsFirst=*/true);
  if (location->external && !location->loaded) {
    load(location, use);
    location->loaded = true;
    if (!location->written)
      externals.push_back(location);
  }
  if (location->oneOf.lost || !location->oneOf.objects.empty())
    refuseUnknownObject(location, use);
  return location->value;
}

Sym Caller::cxxSymbol(const std::string &cxx, SymType type, const SourceLoc &where, const std::string &hint) {
  SymbolDef def;
  def.name = hint.empty() ? cxx : hint;
  def.type = type;
  def.cxx = cxx;
  def.loc = where;
  return cxxSymbol(std::move(def));
}

/// `def.name` is a wish. The same C++ expression is the same symbol on every path.
Sym Caller::cxxSymbol(SymbolDef def) {
  auto found = function.cxxToSymbol.find(def.cxx);
  if (found == function.cxxToSymbol.end()) {
    def.name = symbolName(identifierFor(def.name),
                          [this](const std::string &name) { return function.symbols.count(name) != 0; });
    found = function.cxxToSymbol.emplace(def.cxx, def.name).first;
    function.symbols.emplace(def.name, def);
  }
  const SymbolDef &known = function.symbols.at(found->second);
  if (!walk.graph->env.lookup(known.name)) {
    [[maybe_unused]] const Sym added = walk.graph->env.addSymbol(known);
    assert(added.name() == known.name && "expressions would name a symbol that is not declared");
  }
  return Sym::symbol(known.name, known.type);
}

/// Members of the library's classes say how a module is made: how many layers it has, say.
void Caller::noteModuleNumber(const Location *location, const Sym &number) {
  if (location->ofLibrary)
    number.forEachSymbol(
        [&](const std::string &name, SymType) { function.moduleLoops.numbers.insert(name); });
}

/// A container of the standard library that holds more than is known at build time, or a place in one.
bool Caller::isOpenList(const Location *location, const Expr *use) {
  const AbsValue &value = read(const_cast<Location *>(location), use);
  if (value.is(ValueKind::Sequence))
    return value.sequence->open &&
           isLibraryClass(location->type.isNull() ? nullptr : location->type->getAsCXXRecordDecl());
  if (value.is(ValueKind::Map))
    return value.map->open;
  if (value.is(ValueKind::Pointer))
    return value.sequence && value.sequence->open;
  return value.is(ValueKind::Opaque) && isIterator(location->type);
}

/// A container, an optional or a std::function of the program changes in a way that no graph can make (an
/// element is taken out, say). The statement stays where it is, between two graphs.
void Caller::leaveChange(const Expr *change) {
  splits.leavePlainCode(change, "a change of a container that the program holds");
}

void Caller::refuseUnknownObject(const Location *location, const Expr *use) {
  const auto same = [](const AbsValue &a, const AbsValue &b) {
    const bool whole = !a.record && !a.sequence && !a.map; // what is in these may change unseen
    return whole && a.kind == b.kind && a.tensor == b.tensor && a.sym == b.sym && a.location == b.location &&
           a.text == b.text;
  };
  bool known = !location->oneOf.lost;
  for (const auto &[object, then] : location->oneOf.objects)
    known = known && same(read(object, use), then);
  if (!known)
    report.fail(BreakKind::UnsupportedConstruct,
                use ? use->getSourceRange() : SourceRange(location->declaration),
                {location->oneOf.lost ? "a reference to what was moved to another container"
                                      : "a reference that '" + location->oneOf.returnedBy +
                                            "' returned, whose object has changed"});
}

/// In a walk for others: is the tensor undefined on this path?
bool Caller::isAbsent(Location *tensor) {
  if (!function.open.walk || !function.open.walk->absent.count(tensor->cxx) || walk.diagnosing ||
      expectations.openForks >= function.open.walk->forks)
    return false;
  ++expectations.openForks;
  function.open.texts.push_back(tensor->cxx);
  const Sym defined =
      cxxSymbol(tensor->cxx + ".defined()", SymType::Bool, tensor->loc, tensor->name + "_defined");
  const bool absent = !path.decide(defined, tensor->loc);
  expectations.differs |= absent;
  return absent;
}

/// Is the tensor undefined in the call that code is built for? Who relies on it assumes it.
bool Caller::isPassedUndefined(const Location *tensor) {
  if (tensor->cxx.empty())
    return false;
  if (tensor->declared.isPredicted) { // the call's object need not be as its class's constructor makes it
    const auto asked = function.cxxToSymbol.find(tensor->cxx + ".defined()");
    const bool isDefined =
        asked != function.cxxToSymbol.end() && path.settle(Sym::symbol(asked->second, SymType::Bool)) == true;
    return !isDefined && isPassedUndefined(tensor->cxx);
  }
  if (!tensor->declared.shape.empty())
    return false;
  if (function.types.guess)
    function.types.read.insert(tensor->cxx);
  if (function.types.guess &&
      (function.types.guess->undefined.count(tensor->cxx) || guesses.isHeldUndefined(*tensor)))
    return true;
  if (const TensorHint *left = walk.region ? findHint(*walk.region->hints, tensor->cxx) : nullptr;
      left && isAlwaysUndefined(*left))
    return true;
  return isPassedUndefined(tensor->cxx);
}

bool Caller::isPassedUndefined(const std::string &cxx) {
  if (function.types.guess && function.types.guess->undefined.count(cxx)) {
    function.types.read.insert(cxx);
    return true;
  }
  const ProfiledCall *call = function.alternatives.profile ? function.alternatives.profiledCall() : nullptr;
  const std::string *passed = call ? findByKey(call->shapes, cxx) : nullptr;
  return passed && isUndefined(*passed);
}

bool Caller::assumeUndefined(const Location *tensor) {
  if (!isPassedUndefined(tensor)) {
    // A path for a defined one, which the call does not pass, ends here.
    if (tensor->declared.isPredicted && isPassedUndefined(tensor->cxx))
      throw EagerPath{"needs " + tensor->name + ": expected an undefined tensor", tensor->declaration};
    return false;
  }
  const Sym defined =
      cxxSymbol(tensor->cxx + ".defined()", SymType::Bool, tensor->loc, tensor->name + "_defined");
  path.assume(symNot(defined), tensor->loc, tensor->name + ": expected an undefined tensor");
  return true;
}

/// The regions in front leave it undefined on some paths, or it is a variable that held both in walks of the
/// callers: is it undefined on this path?
bool Caller::isUndefinedHere(const Location *tensor) {
  if (!walk.region || tensor->cxx.empty())
    return false;
  const TensorHint *left = findHint(*walk.region->hints, tensor->cxx);
  const bool mayBe = left ? left->mayBeUndefined : !isCallers(tensor) && guesses.isHeldAsBoth(*tensor);
  return mayBe && tensor->declared.shape.empty() &&
         !path.decide(
             cxxSymbol(tensor->cxx + ".defined()", SymType::Bool, tensor->loc, tensor->name + "_defined"),
             tensor->loc);
}

/// The code would take the tensor undefined, too.
void Caller::noteMaybeAbsent(const Value *tensor) {
  if (tensor && !tensor->def && !walk.diagnosing && !walk.predicting)
    for (const GraphInput &input : walk.graph->inputs())
      if (input.value == tensor)
        function.open.maybeAbsent.insert(input.cxx);
}

/// A parameter, the object that a method is called on, or a part of either: none of them lies in a variable
/// of the function's own.
bool Caller::isCallers(const Location *location) const {
  const Frame &top = walk.frames.front();
  if (location->reach.anchor == top.thisObject)
    return true;
  return llvm::any_of(function.decl->parameters(), [&](const ParmVarDecl *parameter) {
    const auto found = top.variables.find(parameter);
    return found != top.variables.end() && found->second == location->reach.anchor;
  });
}

} // namespace fullgraph
