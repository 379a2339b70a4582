// What a module's constructor leaves open, as other classes' constructors fill it: a residual block is handed
// its shortcut, of no modules or of two.

#include "lib/Capture/Caller/Expectations.h"

#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Caller/SeenCalls.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Hints.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Graph/StableSort.h"

using namespace clang;

namespace fullgraph {

/// Those that the constructors of the program's classes make. All of the classes are asked, so that an answer
/// does not depend on which function is captured first.
std::vector<ExpectedObject::Instance> Expectations::instancesOf(const CXXRecordDecl *record) {
  PrototypeTable &table = *function.prototypes;
  if (table.modules.empty())
    for (const CXXRecordDecl *of : classesOf(context))
      if (isModuleClass(of) && !isFgClass(of))
        table.modules.push_back(of);
  std::vector<ExpectedObject::Instance> found;
  for (const CXXRecordDecl *of : table.modules)
    if (const Prototype *prototype = prototypeOf(of, context, function))
      for (const Location *made : prototype->madeObjects)
        if (made->type->getAsCXXRecordDecl()->getCanonicalDecl() == record->getCanonicalDecl())
          for (const Location *one : waysMade(made).empty() ? llvm::ArrayRef(made) : waysMade(made))
            if (!ruledOut.count(one))
              found.push_back({one, one});
  return found;
}

/// The parameter of the compiled function that the object is.
std::optional<unsigned> Expectations::parameterThatIs(const Location *object) const {
  const Frame &function = walk.frames.front();
  for (const auto &[variable, location] : function.variables)
    if (const auto *parameter = dyn_cast<ParmVarDecl>(variable); parameter && location == object)
      return parameter->getFunctionScopeIndex();
  return std::nullopt;
}

/// Is it the function's own object, or one that a parameter leads to? Else a variable does (`*block`).
bool Expectations::isOfFunction(const Location *object) const {
  const std::string root = rootOf(object->cxx);
  return root == "this" || llvm::any_of(function.decl->parameters(), [&](const ParmVarDecl *parameter) {
           return parameter->getName() == root;
         });
}

/// Does the call leave a tensor of the object out that `one` has, or the other way round?
static bool isOfOtherCalls(const Location *one, const Location *object, const ProfiledCall &call) {
  return one->value.is(ValueKind::Record) && llvm::any_of(one->value.record->fields, [&](const auto &field) {
           const auto &[decl, part] = field;
           if (!part->value.isTensor() || !decl->getIdentifier())
             return false;
           const std::string *passed =
               findByKey(call.shapes, memberKey(object->cxx, decl->getNameAsString()));
           return passed && isUndefined(*passed) != (part->value.tensor == nullptr);
         });
}

/// The entries of a map from declarations, as they stand in the source: maps are in the order of addresses.
template <class Map> static auto inSourceOrder(const Map &map) {
  std::vector<std::pair<typename Map::key_type, typename Map::mapped_type>> entries(map.begin(), map.end());
  stableSort(entries, [](const auto &a, const auto &b) {
    return a.first->getLocation().getRawEncoding() < b.first->getLocation().getRawEncoding();
  });
  return entries;
}

/// Collects the objects of a class that are parts of another one, each kind once.
static void collectParts(Location *object, const CXXRecordDecl *record, std::set<const Location *> &met,
                         std::vector<Location *> &into) {
  if (!object || object->value.isPoison() || !met.insert(object).second)
    return;
  const AbsValue &value = object->value;
  collectParts(value.location, record, met, into);
  if (value.sequence)
    for (Location *element : value.sequence->elements)
      collectParts(element, record, met, into);
  if (!value.record)
    return;
  const bool isOne = value.record->decl->getCanonicalDecl() == record->getCanonicalDecl();
  if (isOne && llvm::none_of(into, [&](const Location *known) { return areAlike(known, object); }))
    into.push_back(object);
  for (const auto &[fieldDecl, part] : inSourceOrder(value.record->fields))
    collectParts(part, record, met, into);
}

/// Collects the pointers to objects of a base class that are parts of an object: one for each class and kind
/// of what they point to.
static void collectPointers(Location *object, const CXXRecordDecl *base, std::set<const Location *> &met,
                            std::vector<Location *> &into) {
  if (!object || object->value.isPoison() || !met.insert(object).second)
    return;
  const AbsValue &value = object->value;
  const Location *target = value.is(ValueKind::Pointer) && !value.sequence ? value.location : nullptr;
  const CXXRecordDecl *pointed =
      target && target->value.is(ValueKind::Record) ? target->value.record->decl->getDefinition() : nullptr;
  if (pointed && (declaresSameEntity(pointed, base) || pointed->isDerivedFrom(base)) &&
      llvm::none_of(into, [&](const Location *known) { return areAlike(known->value.location, target); }))
    into.push_back(object);
  collectPointers(value.location, base, met, into);
  if (value.sequence)
    for (Location *element : value.sequence->elements)
      collectPointers(element, base, met, into);
  if (value.record)
    for (const auto &[fieldDecl, part] : inSourceOrder(value.record->fields))
      collectPointers(part, base, met, into);
}

const std::vector<Location *> &SeenCalls::collected(const CXXRecordDecl *record, CollectedParts &known,
                                                    Collect collect) const {
  const auto [entry, fresh] = known.try_emplace(record->getCanonicalDecl());
  std::set<const Location *> met;
  if (fresh)
    for (const auto &[of, ofClass] : inSourceOrder(objects))
      for (Location *object : ofClass)
        collect(object, record->getDefinition(), met, entry->second);
  if (entry->second.size() > mostParts)
    entry->second.clear();
  return entry->second;
}

const std::vector<Location *> &SeenCalls::pointersTo(const CXXRecordDecl *base) const {
  return collected(base, pointers, collectPointers);
}

/// A pointer of a list that a loop goes over (`for (auto &layer : layers)`), in a region of the loop's turn:
/// it points to what one of those points to that are parts of the objects in sight.
void Expectations::expectPointerAsSeen(Location *pointer, const CXXRecordDecl *base) {
  const SeenCalls *seen = function.prototypes ? function.prototypes->seen : nullptr;
  if (!seen || !walk.region || pointer->reach.storage || pointer->expected.object ||
      !pointer->expected.instances.empty() || isOfFunction(pointer))
    return;
  for (const Location *one : seen->pointersTo(base))
    if (!ruledOut.count(one))
      pointer->expected.instances.push_back({one, one, /*sameConstructor=*/false, /*isSeen=*/true});
  pointer->expected.by = pointer->cxx;
}

const std::vector<Location *> &SeenCalls::partsOf(const CXXRecordDecl *record) const {
  return collected(record, parts, collectParts);
}

/// An object that calls in the source pass is expected to be as one of these. Where its class's constructor
/// says as much, that is for all objects of the class.
void Expectations::expectAsSeen(Location *object, const CXXRecordDecl *record) {
  const SeenCalls *seen = function.prototypes ? function.prototypes->seen : nullptr;
  const ProfiledCall *call = function.alternatives.profiledCall();
  const bool isBelieved = call && call->believed;
  if (object->reach.storage) // a variable of the function's own is as its code makes it
    return;
  if (!seen || !(function.prototypes->expectsSeen || isBelieved))
    return;
  const auto found = seen->objects.find(record->getCanonicalDecl());
  const bool isElement = walk.region && !isOfFunction(object);
  if (found == seen->objects.end() && !isElement)
    return;
  const std::vector<Location *> &known = found != seen->objects.end() ? found->second : seen->partsOf(record);
  if (known.empty())
    return;
  // What its class's constructor makes, in one of its ways.
  const Location *made = object->expected.object              ? object->expected.object
                         : object->expected.instances.empty() ? nullptr
                                                              : object->expected.instances.front().part;
  const auto keepThoseOfCall = [&] {
    std::vector<ExpectedObject::Instance> ofCall = object->expected.instances;
    if (isBelieved)
      std::erase_if(ofCall, [&](const auto &one) { return isOfOtherCalls(one.part, object, *call); });
    if (!ofCall.empty())
      object->expected.instances = std::move(ofCall);
  };
  if (made && llvm::none_of(known, [&](const Location *one) { return addsStructure(one, made); }))
    return keepThoseOfCall();
  object->expected.object = nullptr;
  object->expected.instances.clear();
  object->expected.by = object->cxx;
  // Each of two parameters is as one of the objects for itself. The objects within an object are as in that.
  const std::optional<unsigned> parameter = parameterThatIs(object);
  const auto passed =
      parameter ? seen->passed.find({function.decl->getCanonicalDecl(), *parameter}) : seen->passed.end();
  const auto isNamed = [&](const Location *one) { return passed->second.count(one) != 0; };
  // An object of a derived class is noted for its own class, and not for the parameter's.
  const bool isAny = passed == seen->passed.end() || isNamed(nullptr) || llvm::none_of(known, isNamed);
  for (const Location *one : known) {
    const bool isPassed = isAny || isNamed(one);
    if (parameter && isPassed)
      object->expected.instances.push_back(
          {path.temporary(AbsValue::poison(), {}), one, false, /*isSeen=*/true});
    else if (!parameter && !ruledOut.count(one))
      object->expected.instances.push_back({one, one, /*sameConstructor=*/false, /*isSeen=*/true});
  }
  keepThoseOfCall();
}

/// The object is one of the others, nobody knows which: it is expected to be as one of what these are.
void Expectations::expectAsOneOf(Location *object, const std::vector<Location *> &others) {
  object->expected.by = others.front()->expected.by;
  for (const Location *other : others) {
    std::vector<ExpectedObject::Instance> instances = other->expected.instances;
    if (other->expected.object)
      instances.push_back({nullptr, other->expected.object});
    for (ExpectedObject::Instance &instance : instances) {
      Location *key = path.temporary(AbsValue::poison(), {});
      if (instance.whole)
        outerInstances[key] = instance.whole;
      instance.whole = key;
      object->expected.instances.push_back(instance);
    }
    if (instances.empty()) {
      object->expected.instances.clear();
      return;
    }
  }
}

/// A list of the function's caller's: as long as the source's calls pass it.
void Expectations::expectArgumentAsSeen(Location *parameter, unsigned index) {
  const SeenCalls *seen = function.prototypes ? function.prototypes->seen : nullptr;
  if (!seen || !function.prototypes->expectsSeen || walk.predicting)
    return;
  const auto found = seen->arguments.find({function.decl->getCanonicalDecl(), index});
  if (found == seen->arguments.end())
    return;
  for (const Location *one : found->second)
    parameter->expected.instances.push_back({one, one});
  parameter->expected.by = parameter->cxx;
}

/// What `part` of an object is expected to be. partOf: the same part of what the object is expected to be.
/// Nothing is expected of a part that is unknown in one of the instances. An instance that calls in the
/// source pass may be ruled out before the part is asked for. So its unknown part stays, and is of no kind
/// (expectedOf).
void Expectations::predict(Location *part, const Location *whole,
                           llvm::function_ref<const Location *(const Location *)> partOf) {
  part->expected.by = whole->expected.by;
  if (whole->expected.object)
    expectAs(part, partOf(whole->expected.object));
  const CXXRecordDecl *record = part->type->getAsCXXRecordDecl();
  const bool isOfOwnClass = record && !isLibraryClass(record); // where nothing is expected, its class says it
  for (const ExpectedObject::Instance &instance : whole->expected.instances) {
    const Location *own = instance.part->value.isPoison() ? nullptr : partOf(instance.part);
    if (!own && instance.isSeen && !isOfOwnClass)
      own = path.temporary(AbsValue::poison(), part->type);
    if (!own) {
      part->expected.instances.clear();
      return;
    }
    if (waysMade(own).empty())
      part->expected.instances.push_back({instance.whole, own, instance.sameConstructor, instance.isSeen});
    else
      expectAs(part, own, instance.whole);
  }
  if (llvm::all_of(part->expected.instances, [](const auto &one) { return one.part->value.isPoison(); }))
    part->expected.instances.clear();
}

/// Without those that what was asked so far has ruled out.
std::vector<ExpectedObject::Instance> &Expectations::possible(Location *part) {
  std::erase_if(part->expected.instances,
                [&](const ExpectedObject::Instance &one) { return isRuledOut(one.whole); });
  return part->expected.instances;
}

/// The prediction; where there is none, one of the instances. Where those differ in what is asked, one path
/// each. kindOf: what is asked, of one; isOf: is the object of this kind?
const Location *Expectations::expectedOf(Location *part,
                                         llvm::function_ref<std::optional<int64_t>(const Location *)> kindOf,
                                         llvm::function_ref<Sym(int64_t kind)> isOf) {
  if (part->expected.object)
    return part->expected.object;
  std::vector<int64_t> kinds;
  for (const ExpectedObject::Instance &instance : possible(part)) {
    const std::optional<int64_t> kind = kindOf(instance.part);
    if (!kind)
      return nullptr;
    if (!llvm::is_contained(kinds, *kind))
      kinds.push_back(*kind);
  }
  if (kinds.empty() || kinds.size() > SeenCalls::mostKinds)
    return nullptr;
  size_t chosen = 0;
  while (chosen + 1 < kinds.size() && !path.decide(isOf(kinds[chosen]), part->loc))
    ++chosen;
  std::erase_if(part->expected.instances, [&](const ExpectedObject::Instance &instance) {
    const bool isOther = kindOf(instance.part) != kinds[chosen];
    if (isOther)
      ruledOut.insert(instance.whole);
    return isOther;
  });
  return part->expected.instances.front().part;
}

/// A number or tensor that all instances have.
const Location *
Expectations::expectedOfAll(Location *part,
                            llvm::function_ref<bool(const Location *, const Location *)> agree) {
  if (part->expected.object)
    return part->expected.object;
  if (possible(part).empty())
    return nullptr;
  const Location *first = part->expected.instances.front().part;
  return llvm::all_of(part->expected.instances, [&](const auto &other) { return agree(first, other.part); })
             ? first
             : nullptr;
}

} // namespace fullgraph
