// std::optional: one object, or none.
#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

class Optionals : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<AbsValue> make(const ConstructorSite &site);
  std::optional<AbsValue> from(Location *given, QualType type, const Expr *expr);
  std::optional<CallResult> method(const MethodSite &site);
  bool load(Location *location);

private:
  std::optional<CallResult> valueOr(const MethodSite &site);
  std::optional<CallResult> emplace(const MethodSite &site);
  std::optional<CallResult> assign(const MethodSite &site);
  void assignContent(const MethodSite &site, const AbsValue &value);

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  Scalars &scalars = use<Scalars>();
  Objects &objects = use<Objects>();
};

bool isNothing(const AbsValue &value) {
  return value.is(ValueKind::Record) && value.record->decl->getIdentifier() &&
         value.record->decl->getName() == "nullopt_t";
}

std::optional<AbsValue> Optionals::make(const ConstructorSite &site) {
  return site.args.size() == 1 ? from(site.args[0], site.type, site.expr) : std::nullopt;
}

/// From nothing, from an optional, or from what its content is made from.
std::optional<AbsValue> Optionals::from(Location *given, QualType type, const Expr *expr) {
  const AbsValue &value = caller.read(given, expr);
  const QualType elementType = contentOfOptional(type);
  if (isNothing(value))
    return AbsValue::optional(nullptr);
  if (value.is(ValueKind::Optional)) {
    AbsValue copy = objects.copyValue(value, given->type, expr);
    return objects.fitted(std::move(copy), given->type, type, expr);
  }
  AbsValue content = objects.copyAs(given, elementType, expr); // made by a constructor of the user's, too
  if (elementType->isRecordType() && !given->type.isNull() &&
      !context.hasSameUnqualifiedType(given->type, elementType)) {
    // T is made from the argument: fg::Scalar from a number, ArrayRef from a list.
    const CXXRecordDecl *record = elementType->getAsCXXRecordDecl();
    const ClassFacts &target = factsOf(record);
    if (target.role == ClassRole::Number && content.isScalar() && content.sym.type() == SymType::F32) {
      content.sym = Sym::cast(content.sym, SymType::F64);
    } else if (target.role == ClassRole::View && target.isOperand && content.isScalar()) {
      auto list = std::make_shared<SequenceObject>();
      list->elements.push_back(path.temporary(content, given->type));
      content = AbsValue::ofSequence(std::move(list));
    }
  }
  return AbsValue::optional(path.temporary(std::move(content), elementType));
}

std::optional<CallResult> Optionals::method(const MethodSite &site) {
  const auto &[record, name, object, args, call] = site;
  const AbsValue self = object->value;
  if (!self.is(ValueKind::Optional))
    return std::nullopt;
  if (name == "has_value" || name == "convert")
    return CallResult{AbsValue::ofScalar(Sym::boolean(self.location != nullptr)), nullptr};
  if (name == "value" || name == "operator*" || name == "operator->") {
    if (!self.location)
      throw EagerPath{"reads an empty optional", call->getBeginLoc()};
    return name == "operator->" ? CallResult{AbsValue::pointerTo(self.location), nullptr}
                                : CallResult{{}, self.location};
  }
  if (name == "value_or")
    return valueOr(site);
  if (name == "reset") {
    objects.assign(object, AbsValue::optional(nullptr), call);
    return CallResult{};
  }
  return name == "emplace" || name == "operator=" ? assign(site) : std::nullopt;
}

std::optional<CallResult> Optionals::valueOr(const MethodSite &site) {
  const auto &[record, name, object, args, call] = site;
  if (Location *held = object->value.location) {
    const auto *callee = cast<CXXMethodDecl>(cast<CallExpr>(call)->getDirectCallee());
    return CallResult{callee->getRefQualifier() == RQ_RValue
                          ? objects.moveFrom(held, held->type, call)
                          : objects.copyValue(caller.read(held, call), held->type, call),
                      nullptr};
  }
  const QualType type = call->getType();
  return CallResult{objects.copyAs(args[0], type, call), nullptr};
}

/// emplace() of an object that is made of no argument or of several: `lists.emplace()`, `box.emplace(a, b)`.
std::optional<CallResult> Optionals::emplace(const MethodSite &site) {
  const auto &[record, name, object, args, call] = site;
  const QualType content = contentOfOptional(object->type);
  if (content.isNull())
    return std::nullopt;
  if (object->external && !isPlainContent(content))
    caller.leaveChange(call);
  std::optional<AbsValue> made = objects.makeObject(content, args, call);
  if (!made && args.empty() && (isTensorType(content) || content->isArithmeticType()))
    made = objects.defaultValue(content, call, /*valueInit=*/true);
  if (!made)
    return std::nullopt;
  objects.assign(object, AbsValue::optional(path.temporary(std::move(*made), content)), call);
  return CallResult{{}, object->value.location};
}

std::optional<CallResult> Optionals::assign(const MethodSite &site) {
  const auto &[record, name, object, args, call] = site;
  if (args.size() != 1)
    return name == "emplace" ? emplace(site) : std::nullopt;
  const AbsValue value = caller.read(args[0], call);
  if (value.is(ValueKind::Optional))
    objects.assign(object, objects.copyAs(args[0], object->type, call), call);
  else if (isNothing(value))
    objects.assign(object, AbsValue::optional(nullptr), call);
  else
    assignContent(site, value);
  return CallResult{{}, name == "emplace" ? object->value.location : object};
}

void Optionals::assignContent(const MethodSite &site, const AbsValue &value) {
  const auto &[record, name, object, args, call] = site;
  const QualType given = args[0]->type, declared = contentOfOptional(object->type);
  const QualType content = declared.isNull() ? given : declared;
  const bool isNumber = (value.isScalar() || value.is(ValueKind::TensorScalar)) && !content.isNull() &&
                        content->isArithmeticType() && !given.isNull();
  const bool isSame = !given.isNull() && !content.isNull() && context.hasSameUnqualifiedType(given, content);
  if (object->external && !isNumber && !(value.isTensor() && isTensorType(content)) &&
      !((value.is(ValueKind::Record) || value.is(ValueKind::Sequence)) && isSame && isPlainContent(content)))
    caller.leaveChange(call);
  std::optional<AbsValue> made;
  if (!isNumber && !given.isNull() && !isSame)
    made = objects.makeObject(content, args, call);
  const bool isContent = made || isNumber || value.isTensor();
  AbsValue held = made       ? std::move(*made)
                  : isNumber ? scalars.convert(value, given, content, call)
                             : objects.copyValue(value, given, call);
  objects.assign(object, AbsValue::optional(path.temporary(std::move(held), isContent ? content : given)),
                 call);
}

bool Optionals::load(Location *location) {
  const std::string &cxx = location->cxx;
  const Sym present = caller.cxxSymbol(cxx + ".has_value()", SymType::Bool, location->loc, cxx + "_given");
  const std::string inside = "(*" + cxx + ")";
  const std::optional<bool> expected = expectations.predictedPresence(location, present);
  if (!expected && caller.isPassedUndefined(inside) && path.settle(present) != true) {
    path.assume(symNot(present), location->loc, location->name + ": expected none");
    location->value = AbsValue::optional(nullptr);
    return true;
  }
  if (expected ? !*expected : !path.decide(present, location->loc)) {
    location->value = AbsValue::optional(nullptr);
    return true;
  }
  Location *content = caller.external(contentOfOptional(location->type), inside, nullptr, location);
  if (expected)
    expectations.predict(content, location, [](const Location *of) { return of->value.location; });
  content->declared.shape = location->declared.shape;
  content->name = location->name;
  location->value = AbsValue::optional(content);
  return true;
}

class OptionalModel : public ClassModel {
public:
  OptionalModel() : ClassModel({.role = ClassRole::Optional, .owns = true, .isPlain = true}) {}

  std::optional<AbsValue> defaultValue(Walk &, QualType, const Expr *, bool) const override {
    return AbsValue::optional(nullptr);
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return Optionals(walk).make(site);
  }
  std::optional<AbsValue> convert(Walk &walk, Location *from, QualType to, const Expr *expr) const override {
    return Optionals(walk).from(from, to, expr);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return Optionals(walk).method(site);
  }
  bool load(Walk &walk, Location *location, const Expr *) const override {
    return Optionals(walk).load(location);
  }
};

} // namespace

const ClassModel &models::optionals() {
  static const OptionalModel model;
  return model;
}

} // namespace fullgraph
