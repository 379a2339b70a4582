// std::set with keys that are known at build time: numbers, enumerators and strings. Its value is the list of
// its keys in their order. An iterator points to its key, and to nothing behind the last one, as a map's
// does.
#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Models/Std/Sequences.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

using Keys = std::vector<Location *>;

class Sets : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<AbsValue> make(const ConstructorSite &site);
  std::optional<CallResult> method(const MethodSite &site);

private:
  AbsValue keyOf(Location *from, QualType type, const Expr *expr);
  Location *find(const Keys &keys, const AbsValue &key, const Expr *expr);
  std::pair<Location *, bool> insert(Keys &keys, AbsValue key, QualType set, const Expr *expr);
  void insertAll(Keys &keys, const Keys &given, QualType set, const Expr *expr);
  CallResult askCallers(const MethodSite &site);
  std::optional<CallResult> lookUp(const MethodSite &site, Keys &keys);
  std::optional<CallResult> grow(const MethodSite &site, Keys &keys);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Renderer &render = use<Renderer>();
  Scalars &scalars = use<Scalars>();
  Expressions &expressions = use<Expressions>();
  Objects &objects = use<Objects>();
};

QualType keyType(QualType set) {
  return cast<ClassTemplateSpecializationDecl>(set->getAsCXXRecordDecl())->getTemplateArgs()[0].getAsType();
}

bool isKnown(const AbsValue &key) {
  return key.is(ValueKind::String) || (key.isScalar() && key.sym.isConst());
}

/// Of two known keys: does std::less say that the first comes before the second?
bool isLess(const AbsValue &a, const AbsValue &b) {
  if (a.is(ValueKind::String))
    return a.text < b.text;
  const std::optional<int64_t> left = a.sym.asInt(), right = b.sym.asInt();
  return left && right ? *left < *right : *a.sym.asDouble() < *b.sym.asDouble();
}

/// What a set of this type holds when it is given the object.
AbsValue Sets::keyOf(Location *from, QualType type, const Expr *expr) {
  AbsValue key = caller.read(from, expr);
  if (key.is(ValueKind::TensorScalar))
    report.failOnTensorValue(BreakKind::DataDependentIndex, key, expr->getSourceRange());
  const bool isNumber = type->isArithmeticType() || type->isEnumeralType();
  const bool isText = factsOf(type).role == ClassRole::Text;
  if (key.isScalar() && type->isArithmeticType() && !from->type.isNull() && from->type->isArithmeticType())
    key = scalars.convert(key, from->type, type, expr);
  if (key.is(ValueKind::String) && !from->type.isNull() && !from->type->isRecordType())
    key.text = key.text.c_str(); // a literal's array ends at its terminator
  if (!(isNumber && key.isScalar()) &&
      !(isText && (key.is(ValueKind::String) || key.is(ValueKind::OpenString))))
    report.unsupported(expr, "a key of a std::set that is neither a number nor a std::string");
  // The order of the keys is that of int64: neither NaN nor what has no int64 has a place in it.
  const std::optional<int64_t> whole = key.isScalar() ? key.sym.asInt() : std::nullopt;
  const std::optional<double> real = key.isScalar() ? key.sym.asDouble() : std::nullopt;
  if ((real && *real != *real) || (whole && *whole < 0 && type->isUnsignedIntegerOrEnumerationType()))
    report.unsupported(expr, "a key of a std::set without a place in the order of the others");
  return key;
}

/// The key of the set that is equal; null for none. Of a key that only the program knows it is a decision.
Location *Sets::find(const Keys &keys, const AbsValue &key, const Expr *expr) {
  for (Location *one : keys) {
    if (isKnown(key) && isKnown(one->value)) {
      if (!isLess(key, one->value) && !isLess(one->value, key))
        return one;
      continue;
    }
    const std::optional<AbsValue> equal = expressions.equalValues(key, one->value);
    if (!equal || !equal->isScalar())
      report.unsupported(expr, "a comparison of this key with those of a std::set");
    if (path.decide(equal->sym, report.loc(expr)))
      return one;
  }
  return nullptr;
}

/// The key's place, and whether it is new.
std::pair<Location *, bool> Sets::insert(Keys &keys, AbsValue key, QualType set, const Expr *expr) {
  if (Location *there = find(keys, key, expr))
    return {there, false};
  if (!isKnown(key)) // where it stands in the order of keys is not known
    splits.leavePlainCode(expr, "a set's new key that is only known at run time");
  const bool descends = isDescending(set->getAsCXXRecordDecl());
  const auto behind = llvm::find_if(keys, [&](const Location *other) {
    return descends ? isLess(other->value, key) : isLess(key, other->value);
  });
  Location *made = path.temporary(std::move(key), keyType(set));
  keys.insert(behind, made);
  return {made, true};
}

void Sets::insertAll(Keys &keys, const Keys &given, QualType set, const Expr *expr) {
  for (Location *one : given)
    insert(keys, keyOf(one, keyType(set), expr), set, expr);
}

/// From a list in braces, or from what is between two iterators. Behind them are a comparator and an
/// allocator.
std::optional<AbsValue> Sets::make(const ConstructorSite &site) {
  const auto &[constructor, args, type, expr] = site;
  AbsValue made = AbsValue::ofSequence(std::make_shared<SequenceObject>());
  const AbsValue first = caller.read(args[0], expr);
  if (first.is(ValueKind::Record)) // a comparator or an allocator only
    return made;
  if (first.is(ValueKind::Sequence)) {
    if (first.sequence->open)
      return std::nullopt;
    insertAll(made.sequence->elements, first.sequence->elements, type, expr);
    return made;
  }
  const std::optional<Keys> range =
      args.size() > 1 ? Sequences(walk).between(first, caller.read(args[1], expr), expr) : std::nullopt;
  if (!range)
    return std::nullopt;
  insertAll(made.sequence->elements, *range, type, expr);
  return made;
}

std::optional<CallResult> Sets::method(const MethodSite &site) {
  const AbsValue &self = caller.read(site.object, site.call);
  if (self.is(ValueKind::Opaque))
    return askCallers(site);
  if (!self.is(ValueKind::Sequence) || self.sequence->open)
    return std::nullopt;
  Keys &keys = self.sequence->elements;
  const llvm::StringRef name = site.name;
  if (name == "begin" || name == "cbegin")
    return CallResult{AbsValue::pointerTo(keys.empty() ? nullptr : keys.front()), nullptr};
  if (name == "end" || name == "cend")
    return CallResult{AbsValue::pointerTo(nullptr), nullptr};
  if (name == "size" || name == "empty")
    return Sequences(walk).method(site);
  if (name == "count" || name == "contains" || name == "find")
    return lookUp(site, keys);
  refuseChangeInLoop(walk, site.object, site.call);
  if (name == "clear") {
    keys.clear();
    return CallResult{};
  }
  return name == "erase" ? lookUp(site, keys) : grow(site, keys);
}

/// A set of the caller's says how many keys it has, and whether a key is one of them.
CallResult Sets::askCallers(const MethodSite &site) {
  const auto &[record, name, object, args, call] = site;
  if (std::optional<CallResult> size = sizeOfCallers(walk, site))
    return *size;
  const std::string cxx = object->value.text;
  if (cxx.empty() || (name != "count" && name != "contains"))
    refuseCallers(walk, object, call);
  const QualType type = keyType(object->type);
  const AbsValue key = keyOf(args[0], type, call);
  MapKey asked;
  if (key.is(ValueKind::String) && !llvm::StringRef(key.text).contains('\0')) // where a literal ends
    asked = {true, key.text, 0, false};
  else if (key.is(ValueKind::OpenString))
    asked = {true, key.text, 0, true};
  else if (key.isScalar() && key.sym.asInt())
    asked = {false, "", *key.sym.asInt(), false};
  else if (key.isScalar() && key.sym.kind() == SymKind::Symbol && key.sym.type() == SymType::Int)
    asked = {false, function.symbols.at(key.sym.name()).cxx, 0, true};
  else
    refuseCallers(walk, object, call);
  const std::string text = render.keyText(asked, type);
  const Sym there = caller.cxxSymbol("(" + cxx + ".count(" + text + ") != 0)", SymType::Bool,
                                     report.loc(call), cxx + "_has_" + text);
  if (name == "contains")
    return {AbsValue::ofScalar(there), nullptr};
  return {AbsValue::ofScalar(Sym(path.decide(there, report.loc(call)) ? 1 : 0)), nullptr};
}

std::optional<CallResult> Sets::lookUp(const MethodSite &site, Keys &keys) {
  const auto &[record, name, object, args, call] = site;
  Location *found = find(keys, keyOf(args[0], keyType(object->type), call), call);
  if (name == "find")
    return CallResult{AbsValue::pointerTo(found), nullptr};
  if (name == "erase" && found)
    keys.erase(llvm::find(keys, found));
  return CallResult{
      AbsValue::ofScalar(name == "contains" ? Sym::boolean(found != nullptr) : Sym(found ? 1 : 0)), nullptr};
}

/// insert and emplace.
std::optional<CallResult> Sets::grow(const MethodSite &site, Keys &keys) {
  const auto &[record, name, object, args, call] = site;
  if (name != "insert" && name != "emplace")
    return std::nullopt;
  const AbsValue first = args.empty() ? AbsValue() : caller.read(args[0], call);
  if (args.size() == 2 && name == "insert") {
    const std::optional<Keys> range = Sequences(walk).between(first, caller.read(args[1], call), call);
    if (!range)
      return std::nullopt;
    insertAll(keys, *range, object->type, call);
    return CallResult{};
  }
  if (args.size() != 1)
    return std::nullopt;
  if (first.is(ValueKind::Sequence)) { // a list in braces
    if (first.sequence->open)
      return std::nullopt;
    insertAll(keys, first.sequence->elements, object->type, call);
    return CallResult{};
  }
  const auto [place, fresh] = insert(keys, keyOf(args[0], keyType(object->type), call), object->type, call);
  auto pair = std::make_shared<SequenceObject>();
  pair->elements.push_back(path.temporary(AbsValue::pointerTo(place), {}));
  pair->elements.push_back(path.temporary(AbsValue::ofScalar(Sym::boolean(fresh)), context.BoolTy));
  return CallResult{AbsValue::ofSequence(std::move(pair)), nullptr};
}

class SetModel : public ClassModel {
public:
  SetModel()
      : ClassModel({.role = ClassRole::List, .owns = true, .isPlain = true, .opens = "{", .closes = "}"}) {}

  std::optional<AbsValue> defaultValue(Walk &, QualType, const Expr *, bool) const override {
    return AbsValue::ofSequence(std::make_shared<SequenceObject>());
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return Sets(walk).make(site);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return Sets(walk).method(site);
  }
  std::optional<AbsValue> move(Walk &walk, Location *from, const AbsValue &value,
                               const Expr *expr) const override {
    if (value.is(ValueKind::Opaque))
      refuseCallers(walk, from, expr);
    return std::nullopt;
  }
};

} // namespace

const ClassModel &models::sets() {
  static const SetModel model;
  return model;
}

} // namespace fullgraph
