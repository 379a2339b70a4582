// std::unique_ptr and std::shared_ptr: pointers that end what they point to.
#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Models/Std/Iterators.h"
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Path/Path.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

class Pointers : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<AbsValue> make(const ConstructorSite &site, bool shares);
  std::optional<CallResult> method(const MethodSite &site);
  bool load(Location *location);

private:
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  Objects &objects = use<Objects>();
};

std::optional<AbsValue> Pointers::make(const ConstructorSite &site, bool shares) {
  const auto &[constructor, args, type, expr] = site;
  const AbsValue &first = caller.read(args[0], expr);
  if (shares && args.size() == 2) // owns the first's object, and points to the other
    return first.is(ValueKind::Pointer) && caller.read(args[1], expr).is(ValueKind::Pointer)
               ? std::optional(args[1]->value)
               : std::nullopt;
  if (!first.is(ValueKind::Pointer))
    return std::nullopt;
  if (!constructor->getParamDecl(0)
           ->getType()
           ->isRValueReferenceType()) // a copy of a pointer to another type
    return first;
  return objects.moveFrom(args[0], args[0]->type, expr);
}

std::optional<CallResult> Pointers::method(const MethodSite &site) {
  const auto &[record, name, object, args, call] = site;
  const AbsValue self = object->value;
  if (!self.is(ValueKind::Pointer))
    return std::nullopt;
  if (self.sequence)
    return Iterators(walk).method(name, object, args, call);
  const bool owns = modelOf(record) != nullptr; // and no class that the library derives it from
  if (owns && name == "operator=" && args.size() == 1 && caller.read(args[0], call).is(ValueKind::Pointer)) {
    const auto *callee =
        cast<CallExpr>(call)->getDirectCallee(); // from a pointer to another type, or from null
    const bool moves = callee && callee->getParamDecl(0)->getType()->isRValueReferenceType();
    objects.assign(object, moves ? objects.moveFrom(args[0], args[0]->type, call) : args[0]->value, call);
    return CallResult{{}, object};
  }
  if (owns && name == "reset" && args.empty()) {
    objects.assign(object, AbsValue::pointerTo(nullptr), call);
    return CallResult{};
  }
  if (name == "operator*") {
    if (!self.location)
      throw EagerPath{"dereferences a null pointer", call->getBeginLoc()};
    return CallResult{{}, self.location};
  }
  if (name == "operator->" || name == "get")
    return CallResult{AbsValue::pointerTo(self.location), nullptr};
  if (name == "convert")
    return CallResult{AbsValue::ofScalar(Sym::boolean(self.location != nullptr)), nullptr};
  return std::nullopt;
}

bool Pointers::load(Location *location) {
  const auto *specialisation = cast<ClassTemplateSpecializationDecl>(location->type->getAsCXXRecordDecl());
  const QualType pointee = specialisation->getTemplateArgs()[0].getAsType();
  if (pointee->isArrayType())
    return false;
  const std::string &cxx = location->cxx;
  const Sym present =
      caller.cxxSymbol("(" + cxx + " != nullptr)", SymType::Bool, location->loc, cxx + "_given");
  const std::optional<bool> expected = expectations.predictedPresence(location, present);
  if (expected ? !*expected : !path.decide(present, location->loc)) {
    location->value = AbsValue::pointerTo(nullptr);
    return true;
  }
  Location *target = expectations.predictedTarget(location, pointee);
  if (!target)
    target = caller.external(pointee, "(*" + cxx + ")", nullptr, location);
  target->declared.shape = location->declared.shape;
  Caller::refersElsewhere(target);
  location->value = AbsValue::pointerTo(target);
  return true;
}

class PointerModel : public ClassModel {
public:
  PointerModel(const ClassFacts &facts, bool shares) : ClassModel(facts), shares(shares) {}

  std::optional<AbsValue> defaultValue(Walk &, QualType, const Expr *, bool) const override {
    return AbsValue::pointerTo(nullptr);
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return Pointers(walk).make(site, shares);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return Pointers(walk).method(site);
  }
  bool load(Walk &walk, Location *location, const Expr *) const override {
    return Pointers(walk).load(location);
  }

private:
  const bool shares;
};

} // namespace

const ClassModel &models::uniquePointers() {
  static const PointerModel model({.role = ClassRole::Owner, .owns = true, .hasDeleter = true}, false);
  return model;
}

const ClassModel &models::sharedPointers() {
  static const PointerModel model({.role = ClassRole::Owner, .owns = true}, true);
  return model;
}

} // namespace fullgraph
