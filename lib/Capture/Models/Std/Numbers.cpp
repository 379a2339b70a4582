// fg::Scalar: a number that is known, a symbol, or one that a tensor holds.
#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Tensors/TensorNumbers.h"

using namespace clang;

namespace fullgraph {
namespace {

/// fg::Scalar keeps a double, an int64 or a bool.
Sym scalarSym(const Sym &value) {
  return value.type() == SymType::F32 ? Sym::cast(value, SymType::F64) : value;
}

class Numbers : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<AbsValue> make(const ConstructorSite &site);
  std::optional<CallResult> method(const MethodSite &site);
  void load(Location *location);

private:
  CallResult ofTensor(const MethodSite &site);
  std::optional<CallResult> asks(const MethodSite &site, SymType type);

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  TensorNumbers &numbers = use<TensorNumbers>();
  Scalars &scalars = use<Scalars>();
};

std::optional<AbsValue> Numbers::make(const ConstructorSite &site) {
  const AbsValue &value = caller.read(site.args[0], site.expr);
  if (value.is(ValueKind::TensorScalar))
    return value;
  return value.isScalar() ? std::optional(AbsValue::ofScalar(scalarSym(value.sym))) : std::nullopt;
}

CallResult Numbers::ofTensor(const MethodSite &site) {
  const AbsValue &self = site.object->value;
  const std::optional<ScalarType> dtype = dtypeOfNumber(site.call->getType(), context);
  if (site.name.starts_with("to") && dtype)
    return {
        numbers.numberOf(numbers.checkedNumber(self.tensor, *dtype, site.call), site.call->getType(), self),
        nullptr};
  if (site.name == "operator-")
    return {numbers.numberUnary(Op::neg, self, site.call), nullptr};
  report.failOnTensorValue(BreakKind::ScalarReadback, self, site.call->getSourceRange());
}

/// isFloatingPoint, type, ...: what it holds is known.
std::optional<CallResult> Numbers::asks(const MethodSite &site, SymType type) {
  const auto &[record, name, object, args, call] = site;
  const auto boolean = [](bool b) { return CallResult{AbsValue::ofScalar(Sym::boolean(b)), nullptr}; };
  if (name == "isFloatingPoint")
    return boolean(type == SymType::F64 || type == SymType::F32);
  if (name == "isIntegral") {
    const bool includeBool =
        !args.empty() && caller.read(args[0], call).isScalar() && args[0]->value.sym.asBool() == true;
    return boolean(type == SymType::Int || (includeBool && type == SymType::Bool));
  }
  if (name == "isBoolean")
    return boolean(type == SymType::Bool);
  if (name == "type")
    return CallResult{
        AbsValue::ofScalar(Sym(static_cast<int64_t>(type == SymType::Bool  ? ScalarType::Bool
                                                    : type == SymType::Int ? ScalarType::Long
                                                                           : ScalarType::Double))),
        nullptr};
  return std::nullopt;
}

std::optional<CallResult> Numbers::method(const MethodSite &site) {
  const auto &[record, name, object, args, call] = site;
  const AbsValue &self = object->value;
  if (self.is(ValueKind::TensorScalar))
    return ofTensor(site);
  if (!self.isScalar())
    return std::nullopt;
  const SymType type = self.sym.type();
  if (std::optional<CallResult> answer = asks(site, type))
    return answer;
  if (name == "equal" && args.size() == 1) {
    const AbsValue &other = caller.read(args[0], call);
    if (other.isPoison())
      return CallResult{AbsValue::poison(), nullptr};
    if (!other.isScalar())
      return std::nullopt;
    const AbsValue mine = scalars.convert(self, {}, context.DoubleTy, call);
    return CallResult{AbsValue::ofScalar(symEq(mine.sym, other.sym)), nullptr};
  }
  if (name.starts_with("to"))
    return CallResult{scalars.convert(self, {}, call->getType(), call), nullptr};
  if (name == "operator-")
    return CallResult{
        AbsValue::ofScalar(type == SymType::Int
                               ? -self.sym
                               : Sym::make(SymKind::Mul, {scalarSym(self.sym), Sym::real(-1)}, SymType::F64)),
        nullptr};
  return std::nullopt;
}

/// One of the caller's: the number's type is part of it, and has a graph each.
void Numbers::load(Location *location) {
  const std::string &cxx = location->cxx;
  const auto symbol = [&](const char *text, SymType type, const char *hint) {
    return caller.cxxSymbol(cxx + text, type, location->loc, cxx + hint);
  };
  if (path.decide(symbol(".isFloatingPoint()", SymType::Bool, "_is_real"), location->loc))
    location->value = AbsValue::ofScalar(symbol(".toDouble()", SymType::F64, ""));
  else if (path.decide(symbol(".isBoolean()", SymType::Bool, "_is_bool"), location->loc))
    location->value = AbsValue::ofScalar(symbol(".toBool()", SymType::Bool, "_bool"));
  else
    location->value = AbsValue::ofScalar(symbol(".toLong()", SymType::Int, "_int"));
}

class NumberModel : public ClassModel {
public:
  NumberModel() : ClassModel({.role = ClassRole::Number, .isCopied = true}) {}

  std::optional<AbsValue> defaultValue(Walk &, QualType, const Expr *, bool) const override {
    return AbsValue::ofScalar(Sym(0));
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return Numbers(walk).make(site);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return Numbers(walk).method(site);
  }
  bool load(Walk &walk, Location *location, const Expr *) const override {
    Numbers(walk).load(location);
    return true;
  }
};

} // namespace

const ClassModel &models::numbers() {
  static const NumberModel model;
  return model;
}

} // namespace fullgraph
