// std::map and std::unordered_map with keys that are known at build time: strings, integers, enumerators.
#include "lib/Capture/Interpreter.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

using Types = std::pair<QualType, QualType>; // of keys and values

Types typesOf(const CXXRecordDecl *record) {
  const auto &args = cast<ClassTemplateSpecializationDecl>(record)->getTemplateArgs();
  return {args[0].getAsType(), args[1].getAsType()};
}

} // namespace

bool Interpreter::isMap(llvm::StringRef record) { return record == "map" || record == "unordered_map"; }

AbsValue Interpreter::emptyMap(llvm::StringRef record) {
  AbsValue value;
  value.kind = ValueKind::Map;
  value.map = std::make_shared<MapObject>();
  value.map->ordered = record == "map";
  return value;
}

MapKey Interpreter::mapKey(Location *location, const Expr *expr) {
  const AbsValue &key = read(location, expr);
  if (key.is(ValueKind::String))
    return {true, key.text, 0, false};
  if (key.isScalar() && key.sym.asInt())
    return {false, "", *key.sym.asInt(), false};
  if (key.is(ValueKind::HostString))
    return {true, key.text, 0, true};
  if (key.isScalar() && key.sym.kind() == SymKind::Symbol && key.sym.type() == SymType::Int)
    return {false, function.symbols.at(key.sym.name()).host, 0, true};
  if (key.is(ValueKind::TensorScalar))
    failOnTensorValue(BreakKind::DataDependentIndex, key, expr->getSourceRange());
  leaveHost(expr, "a map's key that is only known at run time");
}

std::string Interpreter::keyText(const MapKey &key, QualType type) const {
  if (key.isText)
    return key.isHost ? key.text : quoted(key.text);
  const std::string number = key.isHost ? key.text : std::to_string(key.number);
  return type->isEnumeralType() ? "static_cast<" + fullTypeName(type, context) + ">(" + number + ")" : number;
}

/// Are two keys, one of them known only at run time, the same?
Sym Interpreter::sameKey(const MapKey &a, const MapKey &b, QualType type, const Expr *expr) {
  if (!a.isText && !type->isEnumeralType()) { // numbers are symbols already
    const auto number = [&](const MapKey &key) {
      return key.isHost ? Sym::symbol(function.hostToSymbol.at(key.text), SymType::Int) : Sym(key.number);
    };
    return symEq(number(a), number(b));
  }
  const std::string left = keyText(a, type), right = keyText(b, type);
  const std::string text = a.isHost ? left + " == " + right : right + " == " + left;
  return hostSymbol("(" + text + ")", SymType::Bool, loc(expr), "same_key");
}

/// The pair under the key; null when there is none. A caller's map is asked, which is a decision.
Location *Interpreter::findInMap(Location *container, MapObject &map, const MapKey &key, const Expr *expr) {
  const auto found = map.entries.find(key);
  if (found != map.entries.end())
    return found->second;
  const auto [keyType, valueType] = typesOf(container->type->getAsCXXRecordDecl());
  if (!map.open) {
    for (const auto &[other, entry] : map.entries)
      if ((key.isHost || other.isHost) && decide(sameKey(key, other, keyType, expr), loc(expr)))
        return entry;
    return nullptr;
  }
  if (map.erased.count(key))
    return nullptr;
  // Two keys may be one: such a call is not this graph's.
  for (const auto &[other, entry] : map.entries)
    if (key.isHost || other.isHost)
      assumeHost(symNot(sameKey(key, other, keyType, expr)), loc(expr));
  for (const MapKey &other : map.erased)
    if (key.isHost || other.isHost)
      assumeHost(symNot(sameKey(key, other, keyType, expr)), loc(expr));
  const std::string text = keyText(key, keyType);
  const Sym present = hostSymbol("(" + container->host + ".count(" + text + ") != 0)", SymType::Bool,
                                 loc(expr), container->host + "_has_" + text);
  if (!decide(present, loc(expr))) {
    map.erased.insert(key);
    return nullptr;
  }
  Location *value = external(valueType, container->host + ".at(" + text + ")", nullptr, container);
  value->shape = container->shape;
  value->name = container->name + "[" + text + "]";
  return map.entries[key] = mapEntry(key, keyType, value);
}

Location *Interpreter::mapEntry(const MapKey &key, QualType keyType, Location *value) {
  auto pair = std::make_shared<SequenceObject>();
  AbsValue held = key.isText ? AbsValue::ofString(key.text) : AbsValue::ofScalar(Sym(key.number));
  if (key.isHost && key.isText)
    held.kind = ValueKind::HostString;
  else if (key.isHost)
    held.sym = Sym::symbol(function.hostToSymbol.at(key.text), SymType::Int);
  pair->elements.push_back(temporary(std::move(held), keyType));
  pair->elements.push_back(value);
  return temporary(AbsValue::ofSequence(std::move(pair)), {});
}

/// A new entry. In a caller's map it is an effect, which the write of its value makes.
Location *Interpreter::insertInMap(Location *container, MapObject &map, const MapKey &key, AbsValue value,
                                   const Expr *expr) {
  const auto [keyType, valueType] = typesOf(container->type->getAsCXXRecordDecl());
  Location *element;
  if (key.isHost && !map.open) // where it stands in the order of keys is not known
    leaveHost(expr, "a map's new key that is only known at run time");
  if (map.open) {
    element = external(valueType, container->host + "[" + keyText(key, keyType) + "]", nullptr, container);
    element->byReference = false; // new: a guard that it is no other object would insert it
    assign(element, std::move(value), expr);
    container->written = true; // another name of this map would see it grow
  } else {
    element = temporary(std::move(value), valueType);
  }
  element->name = container->name;
  map.filled.push_back(key);
  return map.entries[key] = mapEntry(key, keyType, element);
}

std::optional<Interpreter::CallResult> Interpreter::mapMethod(llvm::StringRef name, Location *object,
                                                              const std::vector<Location *> &args,
                                                              const Expr *call) {
  const std::shared_ptr<MapObject> map = object->value.map;
  const auto [keyType, valueType] = typesOf(object->type->getAsCXXRecordDecl());
  const auto value = [](AbsValue v) { return CallResult{std::move(v), nullptr}; };
  const auto iterator = [](Location *entry) { return AbsValue::pointerTo(entry); };
  const auto second = [&](Location *entry) { return entry->value.sequence->elements[1]; };
  const auto inserted = [&](Location *entry, bool fresh) {
    auto pair = std::make_shared<SequenceObject>();
    pair->elements.push_back(temporary(iterator(entry), {}));
    pair->elements.push_back(temporary(AbsValue::ofScalar(Sym::boolean(fresh)), context.BoolTy));
    return value(AbsValue::ofSequence(std::move(pair)));
  };
  const auto given = [&](Location *location) {
    AbsValue v = copyValue(read(location, call), valueType, call);
    return v.isScalar() && valueType->isArithmeticType() ? convert(v, location->type, valueType, call) : v;
  };
  if (name == "end" || name == "cend")
    return value(iterator(nullptr));
  if ((name == "size" || name == "empty") && !map->open) {
    const Sym size(static_cast<int64_t>(map->entries.size()));
    return value(AbsValue::ofScalar(name == "size" ? size : symEq(size, Sym(0))));
  }
  if (name == "clear" && !map->open) {
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
        changeHost(object, call);
      map->entries.erase(key);
      map->refilled = true;
      return value(AbsValue::ofScalar(Sym(entry ? 1 : 0)));
    }
    if (!entry && name == "at")
      throw EagerPath{"throws std::out_of_range", call->getExprLoc()};
    if (!entry)
      entry = insertInMap(object, *map, key, defaultValue(valueType, call, true), call);
    return CallResult{{}, second(entry)};
  }
  const bool pair = args.size() == 1 && read(args[0], call).is(ValueKind::Sequence) &&
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
      assign(second(entry), given(args[1]), call);
    return inserted(entry, fresh);
  }
  if (map->open && (name == "clear" || name == "merge" || name == "extract" || name == "swap"))
    changeHost(object, call);
  if (map->open)
    return std::nullopt;
  fail(BreakKind::SystemCallee, call->getSourceRange(),
       {"std::" + std::string(map->ordered ? "map" : "unordered_map") + "::" + name.str()});
}

/// From a list of pairs.
std::optional<AbsValue> Interpreter::mapFrom(llvm::StringRef record, const std::vector<Location *> &args,
                                             QualType type, const Expr *expr) {
  AbsValue result = emptyMap(record);
  const AbsValue list = read(args[0], expr);
  // How many buckets a hash table begins with shows in its order.
  for (size_t i = 1; i < args.size(); ++i)
    if (const AbsValue &buckets = read(args[i], expr);
        !buckets.is(ValueKind::Record) && !(buckets.isScalar() && buckets.sym.asInt() == 0))
      return std::nullopt;
  if (list.is(ValueKind::Record)) // a comparator or an allocator only
    return result;
  if (!list.is(ValueKind::Sequence) || list.sequence->open)
    return std::nullopt;
  Location *container = temporary(result, type);
  for (Location *element : list.sequence->elements) {
    const AbsValue pair = read(element, expr);
    if (!pair.is(ValueKind::Sequence) || pair.sequence->open || pair.sequence->elements.size() != 2)
      return std::nullopt;
    const MapKey key = mapKey(pair.sequence->elements[0], expr);
    if (!result.map->entries.count(key)) {
      Location *from = pair.sequence->elements[1];
      insertInMap(container, *result.map, key, copyValue(read(from, expr), from->type, expr), expr);
    } else {
      result.map->refilled = true;
    }
  }
  result.map->listed = result.map->filled.size();
  return result;
}

AbsValue Interpreter::copyMap(const AbsValue &value, const Expr *expr) {
  if (value.map->open)
    leaveHost(expr, "a copy of a map of the caller");
  AbsValue copy = value;
  copy.map = std::make_shared<MapObject>(*value.map);
  for (const auto &[key, entry] : value.map->entries) {
    const auto &parts = entry->value.sequence->elements;
    copy.map->entries[key] =
        mapEntry(key, parts[0]->type,
                 temporary(copyValue(read(parts[1], expr), parts[1]->type, expr), parts[1]->type));
  }
  return copy;
}

} // namespace fullgraph
