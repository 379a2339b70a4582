#include "lib/Capture/Caller/SeenCalls.h"

#include "lib/Capture/Caller/ChangedMembers.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Domain/UnitMemory.h"
#include "lib/Graph/StableSort.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace fullgraph {
namespace {

constexpr size_t mostElements = 256, mostDepth = 40;

class Snapshot {
public:
  Snapshot(const std::function<Location *(AbsValue, QualType)> &make, const SeenCalls &seen)
      : make(make), seen(seen) {}

  Location *of(const Location *object, size_t depth = 0) {
    if (const auto known = copies.find(object); known != copies.end())
      return known->second;
    Location *copy = copies[object] = make(AbsValue::poison(), object->type);
    if (depth < mostDepth && (!object->external || object->loaded))
      copy->value = valueOf(object->value, depth + 1);
    return copy;
  }

private:
  AbsValue valueOf(const AbsValue &value, size_t depth) {
    switch (value.kind) {
    case ValueKind::Tensor:
    case ValueKind::String:
      return value;
    case ValueKind::Scalar:
      return value.sym.isConst() ? value : AbsValue::poison();
    case ValueKind::Record:
      return recordOf(value, depth);
    case ValueKind::Sequence:
      return sequenceOf(value, depth);
    case ValueKind::Map:
      return mapOf(value, depth);
    case ValueKind::Function:
      return value;
    case ValueKind::Callable:
    case ValueKind::Variant:
    case ValueKind::Pointer:
    case ValueKind::Optional: {
      if (value.sequence)
        return AbsValue::poison();
      AbsValue copy = value;
      copy.location = value.location ? of(value.location, depth) : nullptr;
      return copy;
    }
    default:
      return AbsValue::poison();
    }
  }

  AbsValue recordOf(const AbsValue &value, size_t depth) {
    AbsValue copy = value;
    copy.record = std::make_shared<RecordObject>();
    copy.record->decl = value.record->decl;
    std::map<const CXXRecordDecl *, std::set<const ValueDecl *>> changed, changedByCalls;
    for (const auto &[fieldDecl, part] : value.record->fields) {
      const auto *owner = cast<CXXRecordDecl>(fieldDecl->getParent());
      if (changed.try_emplace(owner).second) {
        changed[owner] = changedMembers(owner);
        changedByCalls[owner] = changedMembers(owner, &seen.compiled);
      }
      // What others change, as add(layer) does, may be done with: the list is as it is at the first call.
      const bool isList = part->value.is(ValueKind::Sequence) || part->value.is(ValueKind::Map) ||
                          part->value.is(ValueKind::Pointer) || part->value.is(ValueKind::Optional);
      copy.record->fields[fieldDecl] = (isList ? changedByCalls : changed)[owner].count(fieldDecl) ||
                                               fieldDecl->isMutable() ||
                                               seen.namedAroundCalls.count(fieldDecl)
                                           ? make(AbsValue::poison(), part->type)
                                           : of(part, depth);
    }
    return copy;
  }

  AbsValue sequenceOf(const AbsValue &value, size_t depth) {
    if (value.sequence->open || value.sequence->elements.size() > mostElements)
      return AbsValue::poison();
    AbsValue copy = value;
    copy.sequence = std::make_shared<SequenceObject>();
    for (const Location *element : value.sequence->elements)
      copy.sequence->elements.push_back(of(element, depth));
    return copy;
  }

  AbsValue mapOf(const AbsValue &value, size_t depth) {
    const auto isOpen = [](const auto &entry) { return entry.first.isOpen; };
    if (value.map->open || value.map->entries.size() > mostElements ||
        llvm::any_of(value.map->entries, isOpen))
      return AbsValue::poison();
    AbsValue copy = value;
    copy.map = std::make_shared<MapObject>(*value.map);
    for (auto &[key, entry] : copy.map->entries)
      entry = of(entry, depth);
    return copy;
  }

  const std::function<Location *(AbsValue, QualType)> &make;
  const SeenCalls &seen;
  std::map<const Location *, Location *> copies;
};

void forgetChangedWithin(Location *object, std::set<const Location *> &met) {
  if (!object || !met.insert(object).second || object->value.isPoison())
    return;
  AbsValue &value = object->value;
  forgetChangedWithin(value.location, met);
  if (value.sequence)
    for (Location *element : value.sequence->elements)
      forgetChangedWithin(element, met);
  for (const auto &[fieldDecl, part] :
       value.record ? value.record->fields : std::map<const FieldDecl *, Location *>()) {
    const auto *owner = cast<CXXRecordDecl>(fieldDecl->getParent());
    const auto &changed =
        UnitMemory::remember(&UnitMemory::changedMembers, owner, [&] { return changedMembers(owner); });
    if (changed.count(fieldDecl))
      part->value = AbsValue::poison();
    else
      forgetChangedWithin(part, met);
  }
}

using Pairs = std::set<std::pair<const Location *, const Location *>>;

/// Are two objects of one structure, with the same integers and flags? texts: and the same strings.
class Likeness {
public:
  /// Are texts compared, the sizes of tensors, and the lengths of lists that grow from call to call?
  Likeness(bool texts, bool sizes, bool lengths = true) : texts(texts), sizes(sizes), lengths(lengths) {}

  bool of(const Location *one, const Location *other) {
    if (one == other || !met.emplace(one, other).second) // alike, if all that they lead to is
      return true;
    const AbsValue &a = one->value, &b = other->value;
    if (a.kind != b.kind)
      return false;
    switch (a.kind) {
    case ValueKind::Scalar: // a real number is no part of the structure
      return a.sym == b.sym || (a.sym.type() != SymType::Int && a.sym.type() != SymType::Bool);
    case ValueKind::Tensor:
      return !a.tensor == !b.tensor && (!a.tensor || areAlike(a.tensor->type, b.tensor->type));
    case ValueKind::Variant:
    case ValueKind::Pointer:
    case ValueKind::Callable:
    case ValueKind::Optional:
      return !a.location == !b.location && a.sym == b.sym && (!a.location || of(a.location, b.location));
    case ValueKind::Sequence:
      return (!lengths && (a.sequence->grows || b.sequence->grows)) ||
             ofSequences(a.sequence->elements, b.sequence->elements);
    case ValueKind::Map:
      return a.map->entries.size() == b.map->entries.size() &&
             llvm::all_of(llvm::zip(a.map->entries, b.map->entries), [&](const auto &pair) {
               const auto &[left, right] = pair;
               return left.first == right.first && of(left.second, right.second);
             });
    case ValueKind::Function:
      return a.function->getCanonicalDecl() == b.function->getCanonicalDecl();
    case ValueKind::Record:
      return a.record->decl == b.record->decl && llvm::all_of(a.record->fields, [&](const auto &field) {
               const auto found = b.record->fields.find(field.first);
               return found != b.record->fields.end() && of(field.second, found->second);
             });
    case ValueKind::String:
      return !texts || a.text == b.text;
    default:
      return true;
    }
  }

private:
  bool areAlike(const TensorType &a, const TensorType &b) const {
    return a.dtype == b.dtype && a.rank() == b.rank() && (!sizes || a.sizes == b.sizes);
  }

  bool ofSequences(const std::vector<Location *> &left, const std::vector<Location *> &right) {
    return left.size() == right.size() && llvm::all_of(llvm::zip(left, right), [&](const auto &pair) {
             const auto &[first, second] = pair;
             const bool areTexts = first->value.is(ValueKind::String) && second->value.is(ValueKind::String);
             return areTexts ? first->value.text == second->value.text // they may name entries of maps
                             : of(first, second);
           });
  }

  const bool texts, sizes, lengths;
  Pairs met;
};

/// Visits two objects, and their parts in pairs: those of a pair for which `visit` returns true.
void visitPairs(Location *one, Location *other, llvm::function_ref<bool(AbsValue &, AbsValue &)> visit,
                Pairs &met) {
  if (!one || !other || one == other || !met.emplace(one, other).second || !visit(one->value, other->value))
    return;
  const AbsValue &a = one->value, &b = other->value;
  visitPairs(a.location, b.location, visit, met);
  if (a.sequence && b.sequence)
    for (const auto &[left, right] : llvm::zip(a.sequence->elements, b.sequence->elements))
      visitPairs(left, right, visit, met);
  if (a.record && b.record)
    for (const auto &[fieldDecl, part] : a.record->fields)
      if (const auto found = b.record->fields.find(fieldDecl); found != b.record->fields.end())
        visitPairs(part, found->second, visit, met);
}

bool isInteger(const AbsValue &value) { return value.isScalar() && value.sym.type() == SymType::Int; }

/// `weight_decay > 0`: a real number that is 0 in one of the objects and not in the other, or of another
/// sign.
bool haveOtherSigns(const AbsValue &a, const AbsValue &b) {
  const auto isReal = [](const AbsValue &value) {
    return value.isScalar() && value.sym.type() != SymType::Int && value.sym.type() != SymType::Bool;
  };
  const std::optional<double> one = isReal(a) ? a.sym.asDouble() : std::nullopt,
                              other = isReal(b) ? b.sym.asDouble() : std::nullopt;
  return one && other && ((*one > 0) != (*other > 0) || (*one < 0) != (*other < 0));
}

bool differInSizes(const AbsValue &a, const AbsValue &b) {
  return a.isTensor() && a.tensor && b.tensor && a.tensor->type.rank() == b.tensor->type.rank() &&
         a.tensor->type.sizes != b.tensor->type.sizes;
}

/// Of the integers and texts in which another object differs nothing is expected, nor of a real number's
/// sign, nor of a tensor's sizes. tensors: owns the types without them.
void forgetOtherValues(Location *one, Location *other, std::vector<std::unique_ptr<Value>> &tensors) {
  Pairs met;
  size_t names = 0;
  visitPairs(
      one, other,
      [&](AbsValue &a, const AbsValue &b) {
        if (differInSizes(a, b)) {
          Value &ofAnySizes = *tensors.emplace_back(std::make_unique<Value>());
          ofAnySizes.type = a.tensor->type;
          for (auto [size, otherSize] : llvm::zip(ofAnySizes.type.sizes, b.tensor->type.sizes))
            if (size != otherSize)
              size = Sym::symbol("any_size_" + std::to_string(names++));
          a.tensor = &ofAnySizes;
        }
        if (a.kind != b.kind || a.isPoison())
          return false;
        if ((isInteger(a) && a.sym != b.sym) || (a.is(ValueKind::String) && a.text != b.text) ||
            haveOtherSigns(a, b))
          a = AbsValue::poison();
        return !a.isPoison();
      },
      met);
}

/// An optional that holds something in one of them and nothing in the other; another alternative of a
/// variant; lists of other lengths; tensors of another dtype, behind net->to(torch::kDouble). What a class's
/// constructor says is then not for all of its objects.
bool differsInKind(const AbsValue &seen, const AbsValue &made) {
  if (seen.isPoison()) // what the class's methods change, or what differs between objects
    return made.is(ValueKind::Optional) || made.is(ValueKind::Variant);
  if (seen.kind != made.kind)
    return false;
  switch (seen.kind) {
  case ValueKind::Optional:
  case ValueKind::Pointer:
    return !seen.location != !made.location;
  case ValueKind::Variant:
    return seen.sym != made.sym;
  case ValueKind::Tensor:
    return seen.tensor && made.tensor && seen.tensor->type.dtype != made.tensor->type.dtype;
  case ValueKind::Sequence:
    return !seen.sequence->open && !made.sequence->open &&
           seen.sequence->elements.size() != made.sequence->elements.size();
  default:
    return false;
  }
}

/// One object at two calls: of the integers that changed in between (a count of steps) nothing is expected,
/// though what differs between two objects is a setting. A text counts nothing: it is a setting at each call.
void forgetChanges(Location *now, Location *before) {
  Pairs met;
  visitPairs(
      now, before,
      [](AbsValue &a, AbsValue &b) {
        if ((isInteger(a) || isInteger(b)) && (a.kind != b.kind || a.sym != b.sym))
          a = b = AbsValue::poison();
        if (a.is(ValueKind::Sequence) && differsInKind(a, b))
          a.sequence->grows = b.sequence->grows = true;
        return a.kind == b.kind && !a.isPoison();
      },
      met);
}

/// One object at two calls: what the walk has lost sight of in between, behind code that it could not follow,
/// still leads to what it led to.
void keepStructure(Location *now, Location *before) {
  Pairs met;
  visitPairs(
      now, before,
      [](AbsValue &a, const AbsValue &b) {
        if (a.isPoison() && (b.is(ValueKind::Pointer) || b.is(ValueKind::Record)))
          a = b;
        return a.kind == b.kind && !a.isPoison();
      },
      met);
}

/// A part as a log names it: "o.order 2", "sponge none", ".energy ?" where it is unknown; nothing of a
/// tensor.
std::string partText(const std::string &name, const AbsValue &value) {
  switch (value.kind) {
  case ValueKind::Poison:
    return name + " ?";
  case ValueKind::Scalar:
    return name + " " + value.sym.str();
  case ValueKind::String:
    return name + " \"" + value.text + "\"";
  case ValueKind::Optional:
  case ValueKind::Pointer:
    return value.location || value.sequence ? "" : name + " none";
  default:
    return "";
  }
}

void collectTexts(const Location *object, const std::string &name, std::set<const Location *> &met,
                  std::vector<std::string> &into) {
  if (!object || !met.insert(object).second)
    return;
  const AbsValue &value = object->value;
  if (std::string text = partText(name, value); !text.empty())
    into.push_back(std::move(text));
  if (value.isPoison())
    return;
  collectTexts(value.location, name, met, into);
  if (value.record)
    for (const auto &[fieldDecl, part] : value.record->fields)
      collectTexts(part, name + "." + fieldDecl->getNameAsString(), met, into);
  if (value.sequence)
    for (size_t i = 0; i < value.sequence->elements.size(); ++i)
      collectTexts(value.sequence->elements[i], name + "[" + std::to_string(i) + "]", met, into);
}

/// A flag of the program's own class that the code around the calls has set: `net->smooth = true`.
bool isOtherFlag(const FieldDecl *member, const Location *one, const Location *other) {
  return member->getType()->isBooleanType() && !isFgClass(cast<CXXRecordDecl>(member->getParent())) &&
         one->value.isScalar() && other->value.isScalar() && one->value.sym != other->value.sym;
}

bool addsStructureWithin(const Location *one, const Location *other, std::set<const Location *> &met) {
  if (!one || !other || one == other || !met.insert(one).second)
    return false;
  const AbsValue &a = one->value, &b = other->value;
  if (b.isPoison() || (b.is(ValueKind::Sequence) && b.sequence->open))
    return a.is(ValueKind::Record) || a.is(ValueKind::Map) || a.is(ValueKind::Sequence) ||
           a.is(ValueKind::Pointer) || a.is(ValueKind::Optional) || a.is(ValueKind::Variant);
  if (differsInKind(a, b))
    return true;
  if (a.kind != b.kind)
    return false;
  if (a.record)
    for (const auto &[fieldDecl, part] : a.record->fields) {
      const auto found = b.record->fields.find(fieldDecl);
      if (found != b.record->fields.end() &&
          (isOtherFlag(fieldDecl, part, found->second) || addsStructureWithin(part, found->second, met)))
        return true;
    }
  if (a.sequence && b.sequence)
    for (size_t i = 0; i < std::min(a.sequence->elements.size(), b.sequence->elements.size()); ++i)
      if (addsStructureWithin(a.sequence->elements[i], b.sequence->elements[i], met))
        return true;
  return addsStructureWithin(a.location, b.location, met);
}

} // namespace

bool SeenCalls::passObjectTo(const FunctionDecl *function) const {
  const auto isSeen = [&](const CXXRecordDecl *record) {
    return record && objects.count(record->getCanonicalDecl()) != 0;
  };
  const auto first = arguments.lower_bound({function->getCanonicalDecl(), 0});
  if (first != arguments.end() && first->first.first == function->getCanonicalDecl())
    return true;
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  return (method && isSeen(method->getParent())) ||
         llvm::any_of(function->parameters(), [&](const ParmVarDecl *parameter) {
           return isSeen(parameter->getType().getNonReferenceType()->getAsCXXRecordDecl());
         });
}

std::vector<ProfiledCall> callsOf(const SeenCalls *seen, const FunctionDecl *function) {
  if (!seen)
    return {};
  const auto found = seen->calls.find(function->getCanonicalDecl());
  return found == seen->calls.end() ? std::vector<ProfiledCall>() : found->second;
}

void forgetChanged(Location *object) {
  std::set<const Location *> met;
  forgetChangedWithin(object, met);
}

bool areAlike(const Location *one, const Location *other) {
  return Likeness(/*texts=*/true, /*sizes=*/true).of(one, other);
}

bool addsStructure(const Location *one, const Location *other) {
  std::set<const Location *> met;
  return addsStructureWithin(one, other, met);
}

void SeenCalls::noteReals(const Location *object, std::set<const Location *> &met) {
  if (!object || !met.insert(object).second || object->value.isPoison())
    return;
  const AbsValue &value = object->value;
  noteReals(value.location, met);
  if (value.sequence)
    for (const Location *element : value.sequence->elements)
      noteReals(element, met);
  for (const auto &[fieldDecl, part] :
       value.record ? value.record->fields : std::map<const FieldDecl *, Location *>()) {
    const std::optional<double> real = fieldDecl->getType()->isRealFloatingType() && part->value.isScalar()
                                           ? part->value.sym.asDouble()
                                           : std::nullopt;
    if (!real)
      noteReals(part, met);
    else if (reals.try_emplace(fieldDecl, *real).first->second != *real)
      variedReals.insert(fieldDecl);
  }
}

bool SeenCalls::variesReal(const FieldDecl *member, const Location *made) const {
  const auto known = reals.find(member);
  return variedReals.count(member) ||
         (known != reals.end() && made->value.isScalar() && made->value.sym.asDouble() != known->second);
}

const Location *SeenCalls::note(std::vector<Location *> &known, const Location *object,
                                const std::function<Location *(AbsValue, QualType)> &make) {
  Location *copy = Snapshot(make, *this).of(object);
  std::set<const Location *> met;
  noteReals(copy, met);
  const auto [before, isFirst] = noted.try_emplace(object, copy);
  if (!isFirst) {
    keepStructure(copy, before->second);
    forgetChanges(copy, before->second);
  }
  // A text may be a setting ("relu"), which has graphs of its own, or a label: where there are many, a label.
  const auto findKnown = [&]() -> const Location * {
    const bool isFull = known.size() == mostKinds;
    const auto found =
        llvm::find_if(known, [&](Location *one) { return Likeness(!isFull, /*sizes=*/false).of(one, copy); });
    if (found == known.end())
      return nullptr;
    forgetOtherValues(*found, copy, anySizes);
    return *found;
  };
  if (const Location *same = findKnown())
    return same;
  // A list that grows from call to call makes fewer kinds: it would use up all of them.
  constexpr size_t mostLengths = 4;
  const bool isLonger = known.size() >= mostLengths && llvm::any_of(known, [&](Location *one) {
                          return Likeness(/*texts=*/true, /*sizes=*/false, /*lengths=*/false).of(one, copy);
                        });
  if (known.size() == mostKinds || isLonger) {
    forgetOtherValues(known.back(), copy, anySizes);
    return nullptr;
  }
  if (!known.empty()) { // what the class's methods change differs from call to call
    met.clear();
    for (Location *one : known)
      forgetChangedWithin(one, met);
    forgetChangedWithin(copy, met);
  }
  if (const Location *same = findKnown())
    return same;
  known.push_back(copy);
  ++kinds; // a loop over configurations goes on
  return copy;
}

namespace {

/// An order that does not depend on where the declarations lie in memory.
bool isInFront(const ValueDecl *a, const ValueDecl *b) {
  return a->getLocation().getRawEncoding() < b->getLocation().getRawEncoding();
}

/// Notes what the tensors of objects are.
class HeldTensors {
public:
  explicit HeldTensors(HeldKinds &held) : held(held) {}

  void add(const Origin &origin, const Location *object, size_t depth = 0) {
    constexpr size_t mostLooked = 400000, mostListed = 16, most = 8; // levels of parts
    if (!object || depth > most || held.looked > mostLooked || (object->external && !object->loaded))
      return;
    const AbsValue &value = object->value;
    if (value.isTensor())
      return addKind(origin, value.tensor);
    if (value.isScalar() || value.isPoison() || !met.insert({object, origin}).second)
      return;
    ++held.looked;
    add(origin, value.location, depth + 1);
    if (value.record) {
      std::vector<std::pair<const FieldDecl *, Location *>> fields(value.record->fields.begin(),
                                                                   value.record->fields.end());
      stableSort(fields, [](const auto &a, const auto &b) { return isInFront(a.first, b.first); });
      for (const auto &[fieldDecl, part] : fields)
        add({fieldDecl, ""}, part, depth + 1);
    }
    if (value.sequence && !value.is(ValueKind::Pointer))
      for (size_t i = 0; i < std::min(mostListed, value.sequence->elements.size()); ++i)
        add(factsOf(object->type).role == ClassRole::Product
                ? Origin{origin.of, origin.part + partOfProduct(i)}
                : origin,
            value.sequence->elements[i], depth + 1);
    if (value.map)
      for (const auto &[key, entry] : value.map->entries)
        if (entry->value.is(ValueKind::Sequence))
          add(origin, entry->value.sequence->elements.back(), depth + 1);
  }

private:
  void addKind(const Origin &origin, const Value *tensor) {
    constexpr size_t mostKinds = 4;
    if (!origin.of || (tensor && tensor->type.weak))
      return;
    std::vector<std::string> &kinds = held.kinds[origin];
    std::string kind = tensor ? shapeOfAnySizes(tensor->type) : undefinedHint().shape;
    if (kinds.size() == mostKinds || llvm::is_contained(kinds, kind))
      return;
    if (std::optional<TensorHint> sizes = tensor ? hintOf(tensor->type) : std::nullopt) {
      forgetLetters(*sizes);
      held.sizes.emplace(std::pair(origin, kind), sizes->shape.substr(0, sizes->shape.find('{')));
    }
    // Who asks whether it is defined has a path for either in the walk of a defined one.
    const bool isBehind = tensor && !kinds.empty() && isUndefined(kinds.back());
    kinds.insert(isBehind ? kinds.end() - 1 : kinds.end(), std::move(kind));
  }

  HeldKinds &held;
  std::set<std::pair<const Location *, Origin>> met;
};

} // namespace

void SeenCalls::noteHeld(const Origin &origin, const Location *object) {
  HeldTensors(held).add(origin, object);
}

void SeenCalls::noteHeld(const std::map<const VarDecl *, Location *> &variables, const Location *self) {
  std::vector<std::pair<const VarDecl *, Location *>> objects(variables.begin(), variables.end());
  stableSort(objects, [](const auto &a, const auto &b) { return isInFront(a.first, b.first); });
  HeldTensors tensors(held);
  for (const auto &[variable, object] : objects)
    tensors.add({variable, ""}, object);
  tensors.add({}, self);
}

std::vector<std::string> partTexts(const Location *object) {
  std::set<const Location *> met;
  std::vector<std::string> parts;
  collectTexts(object, "", met, parts);
  return parts;
}

} // namespace fullgraph
