#include "lib/Capture/Caller/Expectations.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/ChangedMembers.h"
#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Caller/SeenCalls.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Domain/UnitMemory.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/Targets.h"
#include "lib/Graph/UserName.h"

#include "clang/AST/CXXInheritance.h"

using namespace clang;

namespace fullgraph {
namespace {

/// Both values of so many are walked, 2^n graphs.
constexpr size_t maxGivenFlags = 3;

std::string numberText(const Sym &number) {
  if (const std::optional<int64_t> integer = number.asInt(); integer && number.type() == SymType::Int)
    return std::to_string(*integer);
  char text[32];
  std::snprintf(text, sizeof text, "%g", number.asDouble().value_or(0));
  return text;
}

} // namespace

llvm::ArrayRef<const Location *> Expectations::waysMade(const Location *object) {
  if (!object || !object->value.is(ValueKind::Record))
    return {};
  return object->value.record->alternatives;
}

/// `part` is expected to be as `what`, or as one of its alternatives; within: those of which it is a part.
void Expectations::expectAs(Location *part, const Location *what, const Location *within) {
  for (const Location *alternative : waysMade(what)) {
    // Each object is as one of them for itself, whatever others of its class are.
    const Location *key = path.temporary(AbsValue::poison(), {});
    if (within)
      outerInstances[key] = within;
    part->expected.instances.push_back({key, alternative, true});
  }
  if (part->expected.instances.empty())
    part->expected.object = what;
}

bool Expectations::isRuledOut(const Location *instance) const {
  for (; instance; instance = outerInstances.count(instance) ? outerInstances.at(instance) : nullptr)
    if (ruledOut.count(instance))
      return true;
  return false;
}

/// Is it the function's own object, or one that lies in it and is no module: its options?
static bool isOwnOrOptions(const Location *object) {
  const llvm::StringRef cxx = object->cxx;
  const CXXRecordDecl *record = object->type.isNull() ? nullptr : object->type->getAsCXXRecordDecl();
  return cxx == "this" || cxx == "(*this)" ||
         (cxx.starts_with("this->") && cxx.find_first_of(".[(", strlen("this->")) == cxx.npos && record &&
          !isModuleClass(record));
}

/// What is expected of a member of `whole`, which is expected to be as `object`: nothing of the mode,
/// of numbers and texts that methods change, and of real numbers that differ between the objects of calls in
/// sight, or from what the constructor makes by its defaults.
const Location *Expectations::predictedMember(const Location *whole, const Location *object,
                                              const FieldDecl *decl) {
  if (!object || !object->value.is(ValueKind::Record))
    return nullptr;
  const auto found = object->value.record->fields.find(decl);
  if (found == object->value.record->fields.end() || found->second->value.isPoison())
    return nullptr;
  const auto *owner = cast<CXXRecordDecl>(decl->getParent());
  if (decl->getIdentifier() && decl->getName() == "training_" && isFgClass(owner))
    return nullptr;
  const SeenCalls *seen = function.prototypes ? function.prototypes->seen : nullptr;
  // In a turn of the program's loop, and of the function's own object and its options alone: a condition on
  // one in each of many layers would have 2^n graphs.
  const bool isTurn = walk.region && walk.region->isInLoop;
  if (seen && !isFgClass(owner) && decl->getType()->isRealFloatingType() &&
      (isTurn || isOwnOrOptions(whole)) && seen->variesReal(decl, found->second))
    return nullptr;
  if ((decl->getType()->isArithmeticType() || factsOf(decl->getType()).role == ClassRole::Text) &&
      isModuleClass(owner))
    if (prototypeOf(owner, context, function) && function.prototypes->changing->count(decl))
      return nullptr;
  return found->second;
}

bool Expectations::isCount(const FieldDecl *decl) {
  const QualType type = decl->getType();
  const auto *owner = dyn_cast<CXXRecordDecl>(decl->getParent());
  if (!owner || !type->isIntegerType() || type->isBooleanType())
    return false;
  const auto [changed, fresh] = changedOf.try_emplace(owner);
  if (fresh)
    changed->second =
        UnitMemory::remember(&UnitMemory::changedMembers, owner, [&] { return changedMembers(owner); });
  return changed->second.count(decl) != 0;
}

/// The number that all instances have. Of objects that calls in the source pass, also an integer or flag in
/// which they differ: whichever is asked first says which of the objects it is, and that one says all others.
const Location *Expectations::predictedNumber(Location *location) {
  const SymType type = location->value.sym.type();
  if (!location->expected.isAsSeen() || (type != SymType::Int && type != SymType::Bool))
    return expectedOfAll(location, [](const Location *a, const Location *b) {
      return a->value.isScalar() && b->value.isScalar() && a->value.sym == b->value.sym;
    });
  const Sym read = location->value.sym;
  return expectedOf(
      location,
      [&](const Location *of) -> std::optional<int64_t> {
        const AbsValue &value = of->value;
        if (!value.isScalar() || !value.sym.isConst() || value.sym.type() != type)
          return std::nullopt;
        return type == SymType::Bool ? int64_t(*value.sym.asBool()) : value.sym.asInt();
      },
      [&](int64_t value) {
        return type == SymType::Int ? symEq(read, Sym(value)) : value ? read : symNot(read);
      });
}

/// A number that is expected to be what the constructor made it.
void Expectations::assumePredictedNumber(Location *location) {
  if (!location->value.isScalar())
    return;
  const Location *predicted = predictedNumber(location);
  if (!predicted || !predicted->value.isScalar() || !predicted->value.sym.isConst() ||
      predicted->value.sym.type() != location->value.sym.type())
    return;
  const Sym known = predicted->value.sym;
  // A real number of the program's own is a value, and no part of the structure: it stays a symbol.
  if (!location->expected.object && !location->ofLibrary && location->type->isRealFloatingType()) {
    if (location->value.sym.kind() == SymKind::Symbol)
      path.believe(location->value.sym.name(), known);
    return;
  }
  const bool isBool = known.type() == SymType::Bool;
  const Sym read = location->value.sym;
  const Sym expected = !isBool ? symEq(read, known) : *known.asBool() ? read : symNot(read);
  bool holds = true;
  if (!location->expected.givenFlag && path.settle(expected) != true &&
      mayDiffer(location, MemberGuards, isBool || isNear(location))) {
    if (isBool)
      location->value = AbsValue::ofScalar(Sym::boolean(path.decide(read, location->loc)));
    else if (isNear(location))
      location->value = AbsValue::ofScalar(valueNear(location, *known.asInt()));
    differs |= isBool && location->value.sym != known;
    return;
  }
  if (const FieldDecl *flag = location->expected.givenFlag) {
    // Every object's flag is as that of the first one that is read: n objects would have 2^n graphs.
    const auto first = givenFlags.find(flag);
    if (first != givenFlags.end())
      holds = first->second;
    else if (givenFlags.size() < maxGivenFlags)
      holds = givenFlags[flag] = path.decide(expected, location->loc);
  }
  const size_t before = path.decisions.size();
  assumeExpected(MemberGuards, location, holds ? expected : symNot(expected), location->loc, location->cxx,
                 isBool  ? (*known.asBool() == holds ? "true" : "false")
                 : holds ? numberText(known)
                         : "another number than " + numberText(known));
  if (path.decisions.size() > before &&
      !path.decisions.back().taken) { // a walk for an object that is otherwise
    if (!isBool)
      return;
    holds = !holds;
  }
  if (holds || isBool)
    location->value = AbsValue::ofScalar(holds ? known : Sym::boolean(!*known.asBool()));
}

/// A string of the caller's that names an entry of a map, and that is expected to be what the constructor
/// made it, or one of what calls in sight pass. Where it is just compared, it is not asked for: each branch
/// has its graph.
void Expectations::assumePredictedText(Location *location) {
  std::vector<std::string> texts;
  const auto indexOf = [&](const Location *of) -> std::optional<int64_t> {
    if (!of->value.is(ValueKind::String) ||
        llvm::StringRef(of->value.text).contains('\0')) // where a literal ends
      return std::nullopt;
    const auto known = llvm::find(texts, of->value.text);
    const int64_t index = known - texts.begin();
    if (known == texts.end())
      texts.push_back(of->value.text);
    return index;
  };
  const auto isText = [&](int64_t index) {
    const std::string &text = texts[static_cast<size_t>(index)];
    return caller.cxxSymbol("(" + location->value.text + " == " + quoted(text) + ")", SymType::Bool,
                            location->loc, location->value.text + "_is_" + text);
  };
  const Location *predicted = expectedOf(location, indexOf, isText);
  const std::optional<int64_t> index = predicted ? indexOf(predicted) : std::nullopt;
  if (!index)
    return;
  if (!location->expected.isAsSeen() && mayDiffer(location, MemberGuards, /*forks=*/false))
    return; // other objects' texts are compared where they are asked for
  const std::string &text = predicted->value.text;
  assumeExpected(MemberGuards, location, isText(*index), location->loc, location->cxx, quoted(text));
  location->value = AbsValue::ofString(text);
}

/// What a text is in the objects that calls in the source pass: a configuration is not compared anew in each
/// of its layers.
void Expectations::assumeSeenText(Location *location) {
  if (location->expected.isAsSeen() && location->value.is(ValueKind::OpenString))
    assumePredictedText(location);
}

/// Is a container of the caller's expected to be as long as the constructor made it? One that began empty
/// may have been filled since, or grow with every call; it is expected to be empty where a call in sight
/// passes it so and no other one passes the same list with elements, and where the code asks a Sequential
/// whether it is empty.
bool Expectations::assumePredictedLength(Location *location, const Sym &length, QualType elementType) {
  const auto isList = [](const Location *of) {
    return of->value.is(ValueKind::Sequence) && !of->value.sequence->open;
  };
  const Location *predicted = expectedOf(
      location,
      [&](const Location *of) {
        return isList(of) ? std::optional<int64_t>(of->value.sequence->elements.size()) : std::nullopt;
      },
      [&](int64_t count) { return symEq(length, Sym(count)); });
  if (!predicted || !isList(predicted))
    return false;
  const std::vector<Location *> &elements = predicted->value.sequence->elements;
  const bool mayGrow = !location->ofLibrary || location->name == moduleContainerField ||
                       location->name == parameterContainerField;
  const bool isSeen = location->expected.isAsSeen() && !predicted->value.sequence->grows;
  const bool isAsked =
      location->ofLibrary && walk.library.callee && walk.library.callee->getReturnType()->isBooleanType();
  if (elements.empty() && mayGrow && !isAsked && !isSeen && path.settle(symEq(length, Sym(0))) != true)
    return false;
  const int64_t count = lengthOf(location, length, elements);
  auto sequence = std::make_shared<SequenceObject>();
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    Location *element =
        caller.external(elementType, location->cxx + "[" + std::to_string(i) + "]", nullptr, location);
    element->name = location->name + "[" + std::to_string(i) + "]";
    element->declared.shape = location->declared.shape;
    element->ofLibrary = location->ofLibrary;
    predict(element, location, [i](const Location *of) {
      // Behind the last one that the constructor makes, others of its class.
      const std::vector<Location *> &made = of->value.sequence->elements;
      const Location *own = made[std::min(i, made.size() - 1)];
      return own->value.isPoison() ? nullptr : own;
    });
    sequence->elements.push_back(element);
  }
  location->value = AbsValue::ofSequence(std::move(sequence));
  return true;
}

/// Is a pointer or optional expected to hold something?
std::optional<bool> Expectations::predictedPresence(Location *location, const Sym &present) {
  const auto mayPoint = [](const Location *of) {
    return (of->value.is(ValueKind::Pointer) || of->value.is(ValueKind::Optional)) && !of->value.sequence;
  };
  const Location *predicted = expectedOf(
      location,
      [&](const Location *of) {
        return mayPoint(of) ? std::optional<int64_t>(of->value.location != nullptr) : std::nullopt;
      },
      [&](int64_t is) { return is ? present : symNot(present); });
  if (!predicted || !mayPoint(predicted))
    return std::nullopt;
  const bool isPresent = predicted->value.location != nullptr;
  // A pointer that is null where the constructor makes an object is one that the code would not read.
  const Sym expected = isPresent ? present : symNot(present);
  if ((!isPresent || predicted->value.is(ValueKind::Optional)) && path.settle(expected) != true &&
      mayDiffer(location, MemberGuards, true)) {
    differs = true;
    return std::nullopt;
  }
  assumeExpected(MemberGuards, location, expected, location->loc, location->cxx,
                 isPresent ? "a value" : "none");
  return isPresent;
}

/// Which alternative is a variant expected to hold?
std::optional<size_t> Expectations::predictedAlternative(Location *variant, const Sym &index) {
  const auto heldBy = [](const Location *of) {
    return of->value.is(ValueKind::Variant) ? of->value.sym.asInt() : std::nullopt;
  };
  const Location *predicted =
      expectedOf(variant, heldBy, [&](int64_t alternative) { return symEq(index, Sym(alternative)); });
  const std::optional<int64_t> held = predicted ? heldBy(predicted) : std::nullopt;
  if (!held || mayDiffer(variant, MemberGuards, true))
    return std::nullopt;
  assumeExpected(MemberGuards, variant, symEq(index, Sym(*held)), variant->loc, variant->cxx,
                 "alternative " + std::to_string(*held));
  return static_cast<size_t>(*held);
}

/// What a tensor member is expected to be: its sizes are those that FG_SHAPE would give. An undefined one is
/// only expected in the library's modules (an absent bias), where calls in sight pass both, and in the object
/// of the call that code is built for: other members are often set later.
bool Expectations::assumePredictedTensor(Location *location) {
  const ProfiledCall *call = function.alternatives.profile ? function.alternatives.profiledCall() : nullptr;
  if (function.alternatives.profile && (!call || (!call->believed && call->shapes.count(location->cxx))))
    return false;
  const auto isDefined = [&] {
    return caller.cxxSymbol(location->cxx + ".defined()", SymType::Bool, location->loc,
                            location->name + "_defined");
  };
  // One of the objects has it, or had: where only others are left, another part said that it is undefined.
  const bool isOfOne = (location->expected.isAsSeen() && !ruledOut.empty()) ||
                       llvm::any_of(location->expected.instances, [](const ExpectedObject::Instance &one) {
                         return one.part->value.isTensor() && one.part->value.tensor;
                       });
  const Location *predicted = expectedOf(
      location,
      [&](const Location *of) {
        return of->value.isTensor() ? std::optional<int64_t>(of->value.tensor != nullptr) : std::nullopt;
      },
      [&](int64_t is) { return is ? isDefined() : symNot(isDefined()); });
  if (!predicted || !predicted->value.isTensor())
    return false;
  const Value *tensor = predicted->value.tensor;
  if (!tensor) {
    // The path of those objects where it is undefined, beside others; or an object as the call passes it.
    const bool isOfCall = call && call->believed && location->expected.isAsSeen();
    const bool isDecided =
        isOfOne || isOfCall ||
        (function.cxxToSymbol.count(location->cxx + ".defined()") && path.settle(isDefined()) == false);
    if (!location->ofLibrary && !isDecided)
      return false;
    assumeExpected(MemberGuards, location, symNot(isDefined()), location->loc, location->cxx,
                   "an undefined tensor");
    location->value = AbsValue::ofTensor(nullptr);
    return true;
  }
  if (!location->declared.shape.empty() && !location->ofLibrary)
    return false;
  // A struct of tensors that is handed over is data as often as it is weights: its sizes are the call's.
  const Location *whole = location->reach.anchor;
  const CXXRecordDecl *wholeClass = whole ? whole->type->getAsCXXRecordDecl() : nullptr;
  const bool isData = wholeClass && !isModuleClass(wholeClass) && !isFgClass(wholeClass) &&
                      llvm::any_of(walk.frames.front().variables,
                                   [&](const auto &variable) { return variable.second == whole; });
  // A number that the constructor is given is a letter: `dim` and `3*dim` are the sizes of one Linear.
  const auto others =
      location->expected.object ? std::vector<ExpectedObject::Instance>() : location->expected.instances;
  if (llvm::any_of(others, [&](const ExpectedObject::Instance &other) {
        const TensorType &type = other.part->value.tensor->type;
        return type.dtype != tensor->type.dtype || type.rank() != tensor->type.rank();
      }))
    return false;
  std::string dims;
  for (size_t d = 0; d < tensor->type.rank(); ++d) {
    const Sym &size = tensor->type.sizes[d];
    const bool isOfAll = llvm::all_of(others, [&](const ExpectedObject::Instance &other) {
      return other.part->value.tensor->type.sizes[d] == size && (size.isConst() || other.sameConstructor);
    }); // a letter is that of its own constructor
    dims += (dims.empty() ? "" : ", ") + (isOfAll && !isData ? dimText(size) : "?");
  }
  location->declared.shape = std::string(fg::shortName(tensor->type.dtype)) + "[" + dims + "]";
  location->declared.scope = "<constructor>" + location->expected.by;
  location->declared.isPredicted = true;
  return false;
}

/// The class of an object.
static const CXXRecordDecl *classOf(const Location *object) {
  return object && object->value.is(ValueKind::Record) ? object->value.record->decl->getCanonicalDecl()
                                                       : nullptr;
}

/// May a reference to `base` be turned into one to `derived` by static_cast, where the function stands? Not
/// where the class is only defined behind it.
bool Expectations::mayBecome(const CXXRecordDecl *base, const CXXRecordDecl *derived) const {
  CXXBasePaths paths;
  if (mayBeNamed(derived) && !derived->getParentFunctionOrMethod() &&
      !isCompleteIn(function.decl, classType(derived), context.getSourceManager()))
    return false;
  return derived->isDerivedFrom(base, paths) && !derived->isVirtuallyDerivedFrom(base) &&
         llvm::all_of(paths, [](const CXXBasePath &path) { return path.Access == AS_public; });
}

/// What an object of base class `base` is expected to be, where that says its class: a path for each class.
/// objectOf: the object that a part points to, or the part; cxx: of the object.
const Location *
Expectations::expectedByClass(Location *part, const CXXRecordDecl *base, const std::string &cxx,
                              llvm::function_ref<const Location *(const Location *)> objectOf) {
  std::vector<const CXXRecordDecl *> classes;
  return expectedOf(
      part,
      [&](const Location *of) -> std::optional<int64_t> {
        const CXXRecordDecl *record = classOf(objectOf(of));
        if (!record || (record != base->getCanonicalDecl() && !mayBecome(base, record->getDefinition())))
          return std::nullopt;
        const auto known = llvm::find(classes, record);
        const int64_t index = known - classes.begin();
        if (known == classes.end())
          classes.push_back(record);
        return index;
      },
      [&](int64_t kind) {
        return isExactly(cxx, classType(classes[static_cast<size_t>(kind)]->getDefinition()), part->loc);
      });
}

/// The object that a shared_ptr or unique_ptr is expected to own. Null: nothing is expected.
Location *Expectations::predictedTarget(Location *pointer, QualType declared) {
  const auto pointee = [](const Location *of) -> const Location * {
    return of->value.is(ValueKind::Pointer) && !of->value.sequence ? of->value.location : nullptr;
  };
  QualType type = declared;
  std::string cxx = "(*" + pointer->cxx + ")";
  bool isExact = false;
  const CXXRecordDecl *pointeeClass = declared->getAsCXXRecordDecl();
  const bool isPolymorphic =
      pointeeClass && pointeeClass->hasDefinition() && pointeeClass->getDefinition()->isPolymorphic();
  if (isPolymorphic && !isFgClass(pointeeClass))
    expectPointerAsSeen(pointer, pointeeClass->getDefinition());
  const Location *predicted =
      isPolymorphic ? expectedByClass(pointer, pointeeClass->getDefinition(), cxx, pointee)
                    : expectedOfAll(pointer, [&](const Location *a, const Location *b) {
                        return classOf(pointee(a)) && classOf(pointee(a)) == classOf(pointee(b));
                      });
  const Location *target = predicted ? pointee(predicted) : nullptr;
  if (!target)
    return nullptr;
  const CXXRecordDecl *expected = target->value.is(ValueKind::Record) ? target->value.record->decl : nullptr;
  const CXXRecordDecl *base = declared->getAsCXXRecordDecl();
  if (expected && base && base->hasDefinition() && base->getDefinition()->isPolymorphic() &&
      expected->getCanonicalDecl() != base->getCanonicalDecl()) {
    type = classType(expected);
    assumeExactly(pointer, cxx, type, pointer->loc);
    cxx = "static_cast<" + render.typeName(type, pointer->declaration) + " &>(" + cxx + ")";
    isExact = true;
  }
  Location *result = caller.external(type, cxx, nullptr, pointer);
  predict(result, pointer, pointee);
  result->exact = isExact;
  return result;
}

void Expectations::assumeExactly(const Location *of, const std::string &cxx, QualType type,
                                 const SourceLoc &where) {
  assumeExpected(MemberGuards, of, isExactly(cxx, type, where), where, cxx,
                 "an object of class " + type->getAsCXXRecordDecl()->getNameAsString());
}

/// Is the object `cxx` of this class, and of none that derives from it?
Sym Expectations::isExactly(const std::string &cxx, QualType type, const SourceLoc &where) {
  return caller.cxxSymbol("::fg::rt::isExactly<" + render.typeName(type, SourceLocation()) + ">(" + cxx + ")",
                          SymType::Bool, where, "is_" + type->getAsCXXRecordDecl()->getNameAsString());
}

void Expectations::assumeExpected(unsigned kind, const Location *of, const Sym &condition,
                                  const SourceLoc &where, const std::string &what,
                                  const std::string &expected) {
  const size_t before = path.decisions.size();
  if (function.options.guards & guardOf(kind, of)) {
    path.assume(condition, where, expected.empty() ? "" : memberName(what) + ": expected " + expected);
    for (size_t i = before; i < path.decisions.size(); ++i)
      path.decisions[i].ofObject = true;
  } else if (path.settle(condition) != false) {
    walk.graph->env.addFact(condition);
  }
}

/// dynamic_cast of a pointer or reference to an object, to class `type`. Null: it is of another class.
Location *Expectations::castObject(Location *object, QualType type, bool isConst, const Expr *expr) {
  const AbsValue &value = caller.read(object, expr);
  if (value.isPoison())
    return object;
  const CXXRecordDecl *to = type->getAsCXXRecordDecl();
  if (!value.is(ValueKind::Record) || !to || !to->hasDefinition())
    report.fail(BreakKind::Rtti, expr->getSourceRange(), {});
  const CXXRecordDecl *of = value.record->decl;
  const bool fits =
      of->getCanonicalDecl() == to->getCanonicalDecl() || of->isDerivedFrom(to->getDefinition());
  if (fits)
    return object;
  if (!object->external || object->exact)
    return nullptr;
  if (!to->isDerivedFrom(of) || object->cxx.empty() ||
      !isCompleteIn(function.decl, type, context.getSourceManager()))
    report.fail(BreakKind::Rtti, expr->getSourceRange(), {});
  const auto key = std::make_pair(static_cast<const Location *>(object), to->getCanonicalDecl());
  if (const auto known = castTargets.find(key); known != castTargets.end())
    return known->second;
  const std::string name = std::string(isConst ? "const " : "") + render.typeName(type, expr->getExprLoc());
  const Sym present =
      caller.cxxSymbol("(dynamic_cast<" + name + " *>(&" + object->cxx + ") != nullptr)", SymType::Bool,
                       report.loc(expr), object->name + "_is_" + to->getNameAsString());
  Location *target = nullptr;
  if (path.decide(present, report.loc(expr))) {
    target = caller.external(type, "static_cast<" + name + " &>(" + object->cxx + ")", nullptr, object);
    target->name = object->name;
    target->reach.outlives = target->reach.byReference = true;
    target->reach.anchor = target;
  }
  return castTargets[key] = target;
}

/// The class's own method behind a virtual call, where the object's class is known or expected.
const CXXMethodDecl *Expectations::expectedOverride(Location *object, const CXXMethodDecl *method,
                                                    const Expr *call) {
  const AbsValue &self = caller.read(object, call);
  if (!self.is(ValueKind::Record))
    return nullptr;
  const bool known = !(object->external && object->reach.byReference) || object->exact;
  if (!known) {
    if (object->cxx.empty())
      return nullptr;
    const CXXRecordDecl *base = self.record->decl;
    const Location *predicted =
        expectedByClass(object, base, object->cxx, [](const Location *of) { return of; });
    const CXXRecordDecl *record = classOf(predicted);
    if (!record || (record != base->getCanonicalDecl() && !mayBecome(base, record->getDefinition())))
      return nullptr;
    assumeExactly(object, object->cxx, classType(record->getDefinition()), report.loc(call));
    if (record != base->getCanonicalDecl())
      caller.becomeDerived(object, record->getDefinition(),
                           "::fg::rt::asDerived<" +
                               render.typeName(classType(record->getDefinition()), SourceLocation()) + ">(" +
                               object->cxx + ")");
    object->exact = true;
  }
  return method->getCorrespondingMethodInClass(object->value.record->decl);
}

} // namespace fullgraph
