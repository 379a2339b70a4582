// std::map and std::unordered_map with keys that are known at build time, or the program's: strings,
// integers, enumerators.
#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Eval/Scalars.h"
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

class Maps : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> mapMethod(llvm::StringRef name, Location *object,
                                      const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<AbsValue> mapFrom(bool ordered, const std::vector<Location *> &args, clang::QualType type,
                                  const clang::Expr *expr);

  void load(Location *location, bool ordered);

private:
  Location *entryOfCaller(Location *container, const MapKey &key);
  MapKey mapKey(Location *location, const clang::Expr *expr);
  Sym sameKey(const MapKey &a, const MapKey &b, clang::QualType type, const clang::Expr *expr);
  Location *findInMap(Location *container, MapObject &map, const MapKey &key, const clang::Expr *expr);
  Location *insertInMap(Location *container, MapObject &map, const MapKey &key, AbsValue value,
                        const clang::Expr *expr);

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Expectations &expectations = use<Expectations>();
  Renderer &render = use<Renderer>();
  Scalars &scalars = use<Scalars>();
  Objects &objects = use<Objects>();
};

using Types = std::pair<QualType, QualType>; // of keys and values

Types typesOf(const CXXRecordDecl *record) {
  const auto &args = cast<ClassTemplateSpecializationDecl>(record)->getTemplateArgs();
  return {args[0].getAsType(), args[1].getAsType()};
}

MapKey Maps::mapKey(Location *location, const Expr *expr) {
  const AbsValue &key = caller.read(location, expr);
  if (key.is(ValueKind::String))
    return {true, key.text, 0, false};
  if (key.isScalar() && key.sym.asInt())
    return {false, "", *key.sym.asInt(), false};
  if (key.is(ValueKind::OpenString)) {
    expectations.assumePredictedText(location);
    return {true, key.text, 0, key.is(ValueKind::OpenString)};
  }
  if (key.isScalar() && key.sym.kind() == SymKind::Symbol && key.sym.type() == SymType::Int)
    return {false, function.symbols.at(key.sym.name()).cxx, 0, true};
  if (key.is(ValueKind::TensorScalar))
    report.failOnTensorValue(BreakKind::DataDependentIndex, key, expr->getSourceRange());
  splits.leavePlainCode(expr, "a map's key that is only known at run time");
}

/// Are two keys, one of them known only at run time, the same?
Sym Maps::sameKey(const MapKey &a, const MapKey &b, QualType type, const Expr *expr) {
  if (!a.isText && !type->isEnumeralType()) { // numbers are symbols already
    const auto number = [&](const MapKey &key) {
      return key.isOpen ? Sym::symbol(function.cxxToSymbol.at(key.text), SymType::Int) : Sym(key.number);
    };
    return symEq(number(a), number(b));
  }
  const std::string left = render.keyText(a, type), right = render.keyText(b, type);
  const std::string text = a.isOpen ? left + " == " + right : right + " == " + left;
  return caller.cxxSymbol("(" + text + ")", SymType::Bool, report.loc(expr), "same_key");
}

/// The pair under the key; null when there is none. A caller's map is asked, which is a decision.
Location *Maps::findInMap(Location *container, MapObject &map, const MapKey &key, const Expr *expr) {
  const auto found = map.entries.find(key);
  if (found != map.entries.end())
    return found->second;
  const auto [keyType, valueType] = typesOf(container->type->getAsCXXRecordDecl());
  if (!map.open) {
    for (const auto &[other, entry] : map.entries)
      if ((key.isOpen || other.isOpen) && path.decide(sameKey(key, other, keyType, expr), report.loc(expr)))
        return entry;
    return nullptr;
  }
  if (map.erased.count(key))
    return nullptr;
  // Two keys may be one: such a call is not this graph's.
  for (const auto &[other, entry] : map.entries)
    if (key.isOpen || other.isOpen)
      path.assume(symNot(sameKey(key, other, keyType, expr)), report.loc(expr));
  for (const MapKey &other : map.erased)
    if (key.isOpen || other.isOpen)
      path.assume(symNot(sameKey(key, other, keyType, expr)), report.loc(expr));
  if (map.complete && !key.isOpen)
    return nullptr;
  const std::string text = render.keyText(key, keyType);
  const Sym present = caller.cxxSymbol("(" + container->cxx + ".count(" + text + ") != 0)", SymType::Bool,
                                       report.loc(expr), container->cxx + "_has_" + text);
  if (!path.decide(present, report.loc(expr))) {
    map.erased.insert(key);
    return nullptr;
  }
  return map.entries[key] = entryOfCaller(container, key);
}

Location *Maps::entryOfCaller(Location *container, const MapKey &key) {
  const auto [keyType, valueType] = typesOf(container->type->getAsCXXRecordDecl());
  const std::string text = render.keyText(key, keyType);
  Location *value = caller.external(valueType, entryKey(container->cxx, text), nullptr, container);
  value->declared.shape = container->declared.shape;
  value->name = container->name + "[" + text + "]";
  return caller.mapEntry(key, keyType, value);
}

/// One of the caller's: where it is expected to have certain keys, all of them are guards.
void Maps::load(Location *location, bool ordered) {
  location->value = emptyMap(ordered);
  MapObject &map = *location->value.map;
  map.open = true;
  const auto isKnown = [](const Location *of) {
    return of->value.is(ValueKind::Map) && !of->value.map->open;
  };
  const Location *predicted = expectations.expectedOfAll(location, [&](const Location *a, const Location *b) {
    return isKnown(a) && isKnown(b) &&
           llvm::equal(a->value.map->entries, b->value.map->entries,
                       [](const auto &one, const auto &other) { return one.first == other.first; });
  });
  if (!predicted || !isKnown(predicted) || predicted->value.map->entries.empty())
    return;
  const QualType keyType = typesOf(location->type->getAsCXXRecordDecl()).first;
  std::string holds = location->cxx + ".size() == " + std::to_string(predicted->value.map->entries.size());
  for (const auto &[key, entry] : predicted->value.map->entries)
    holds += " && " + location->cxx + ".count(" + render.keyText(key, keyType) + ") != 0";
  expectations.assumeExpected(
      MemberGuards, location,
      caller.cxxSymbol("(" + holds + ")", SymType::Bool, location->loc, location->name + "_has_keys"),
      location->loc, location->cxx, "other keys");
  map.complete = true;
  for (const auto &[key, entry] : predicted->value.map->entries) {
    const MapKey known = key;
    Location *own = map.entries[known] = entryOfCaller(location, known);
    expectations.predict(
        own->value.sequence->elements[1], location, [&](const Location *of) -> const Location * {
          const auto found = of->value.map->entries.find(known);
          return found == of->value.map->entries.end() ? nullptr : found->second->value.sequence->elements[1];
        });
  }
}

/// A new entry. In a caller's map it is an effect, which the write of its value makes.
Location *Maps::insertInMap(Location *container, MapObject &map, const MapKey &key, AbsValue value,
                            const Expr *expr) {
  const auto [keyType, valueType] = typesOf(container->type->getAsCXXRecordDecl());
  Location *element;
  if (!map.open || map.complete)
    refuseChangeInLoop(walk, container, expr);
  if (key.isOpen && !map.open) // where it stands in the order of keys is not known
    splits.leavePlainCode(expr, "a map's new key that is only known at run time");
  if (map.open) {
    element = caller.external(valueType, container->cxx + "[" + render.keyText(key, keyType) + "]", nullptr,
                              container);
    element->reach.byReference = false; // new: a guard that it is no other object would insert it
    objects.assign(element, std::move(value), expr);
    container->written = true; // another name of this map would see it grow
  } else {
    element = path.temporary(std::move(value), valueType);
  }
  element->name = container->name;
  map.filled.push_back(key);
  return map.entries[key] = caller.mapEntry(key, keyType, element);
}

std::optional<CallResult> Maps::mapMethod(llvm::StringRef name, Location *object,
                                          const std::vector<Location *> &args, const Expr *call) {
  const std::shared_ptr<MapObject> map = object->value.map;
  const auto [keyType, valueType] = typesOf(object->type->getAsCXXRecordDecl());
  const auto value = [](AbsValue v) { return CallResult{std::move(v), nullptr}; };
  const auto iterator = [](Location *entry) { return AbsValue::pointerTo(entry); };
  const auto second = [&](Location *entry) { return entry->value.sequence->elements[1]; };
  const auto inserted = [&](Location *entry, bool fresh) {
    auto pair = std::make_shared<SequenceObject>();
    pair->elements.push_back(path.temporary(iterator(entry), {}));
    pair->elements.push_back(path.temporary(AbsValue::ofScalar(Sym::boolean(fresh)), context.BoolTy));
    return value(AbsValue::ofSequence(std::move(pair)));
  };
  if (!args.empty() && caller.read(args[0], call).isPoison())
    return value(AbsValue::poison());
  const auto given = [&](Location *location) { return objects.copyAs(location, valueType, call); };
  if (name == "end" || name == "cend")
    return value(iterator(nullptr));
  if ((name == "size" || name == "empty") && (!map->open || map->complete)) {
    const Sym size(static_cast<int64_t>(map->entries.size()));
    return value(AbsValue::ofScalar(name == "size" ? size : symEq(size, Sym(0))));
  }
  if (name == "clear" && !map->open) {
    refuseChangeInLoop(walk, object, call);
    map->entries.clear();
    map->refilled = true;
    return CallResult{};
  }
  if (args.size() == 1 && (name == "count" || name == "contains" || name == "find" || name == "at" ||
                           name == "operator[]" || name == "erase")) {
    const MapKey key = mapKey(args[0], call);
    Location *entry = findInMap(object, *map, key, call);
    if (name == "count" || name == "contains")
      return value(AbsValue::ofScalar(name == "count" ? Sym(entry ? 1 : 0) : Sym::boolean(entry != nullptr)));
    if (name == "find")
      return value(iterator(entry));
    if (name == "erase") {
      if (map->open)
        caller.leaveChange(call);
      if (entry)
        refuseChangeInLoop(walk, object, call);
      map->entries.erase(key);
      map->refilled = true;
      return value(AbsValue::ofScalar(Sym(entry ? 1 : 0)));
    }
    if (!entry && name == "at")
      throw EagerPath{"throws std::out_of_range", call->getExprLoc()};
    if (!entry)
      entry = insertInMap(object, *map, key, objects.defaultValue(valueType, call, true), call);
    return CallResult{{}, second(entry)};
  }
  const bool pair = args.size() == 1 && caller.read(args[0], call).is(ValueKind::Sequence) &&
                    args[0]->value.sequence->elements.size() == 2;
  if ((name == "insert" || name == "emplace") && pair) {
    const std::vector<Location *> parts = args[0]->value.sequence->elements;
    const MapKey key = mapKey(parts[0], call);
    Location *entry = findInMap(object, *map, key, call);
    const bool fresh = !entry;
    return inserted(fresh ? insertInMap(object, *map, key, given(parts[1]), call) : entry, fresh);
  }
  if (args.size() == 2 && (name == "emplace" || name == "try_emplace" || name == "insert_or_assign")) {
    const MapKey key = mapKey(args[0], call);
    Location *entry = findInMap(object, *map, key, call);
    const bool fresh = !entry;
    if (fresh)
      entry = insertInMap(object, *map, key, given(args[1]), call);
    else if (name == "insert_or_assign")
      objects.assign(second(entry), given(args[1]), call);
    return inserted(entry, fresh);
  }
  if (map->open && (name == "clear" || name == "merge" || name == "extract" || name == "swap"))
    caller.leaveChange(call);
  if (map->open)
    return std::nullopt;
  report.fail(
      BreakKind::SystemCallee, call->getSourceRange(),
      {"std::" + std::string(map->ordered ? "map" : "unordered_map") + "::" + name.str(), "is not modelled"});
}

/// From a list of pairs.
std::optional<AbsValue> Maps::mapFrom(bool ordered, const std::vector<Location *> &args, QualType type,
                                      const Expr *expr) {
  AbsValue result = emptyMap(ordered);
  const AbsValue list = caller.read(args[0], expr);
  // How many buckets a hash table begins with shows in its order.
  for (size_t i = 1; i < args.size(); ++i)
    if (const AbsValue &buckets = caller.read(args[i], expr);
        !buckets.is(ValueKind::Record) && !(buckets.isScalar() && buckets.sym.asInt() == 0))
      return std::nullopt;
  if (list.isPoison())
    return list;
  if (list.is(ValueKind::Record)) // a comparator or an allocator only
    return result;
  if (!list.is(ValueKind::Sequence) || list.sequence->open)
    return std::nullopt;
  Location *container = path.temporary(result, type);
  for (Location *element : list.sequence->elements) {
    const AbsValue pair = caller.read(element, expr);
    if (pair.isPoison())
      return pair;
    if (!pair.is(ValueKind::Sequence) || pair.sequence->open || pair.sequence->elements.size() != 2)
      return std::nullopt;
    const MapKey key = mapKey(pair.sequence->elements[0], expr);
    if (!result.map->entries.count(key)) {
      Location *from = pair.sequence->elements[1];
      insertInMap(container, *result.map, key, objects.copyValue(caller.read(from, expr), from->type, expr),
                  expr);
    } else {
      result.map->refilled = true;
    }
  }
  result.map->listed = result.map->filled.size();
  return result;
}

class MapModel : public ClassModel {
public:
  MapModel(const ClassFacts &facts, bool ordered) : ClassModel(facts), ordered(ordered) {}

  std::optional<AbsValue> defaultValue(Walk &, QualType, const Expr *, bool) const override {
    return emptyMap(ordered);
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return Maps(walk).mapFrom(ordered, site.args, site.type, site.expr);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return site.object->value.is(ValueKind::Map)
               ? Maps(walk).mapMethod(site.name, site.object, site.args, site.call)
               : std::nullopt;
  }
  bool load(Walk &walk, Location *location, const Expr *) const override {
    Maps(walk).load(location, ordered);
    return true;
  }

private:
  const bool ordered; // by key
};

} // namespace

const ClassModel &models::maps() {
  static const MapModel model({.role = ClassRole::Map, .owns = true, .isPlain = true}, true);
  return model;
}

const ClassModel &models::unorderedMaps() {
  static const MapModel model({.role = ClassRole::Map, .owns = true, .isPlain = true}, false);
  return model;
}

} // namespace fullgraph
