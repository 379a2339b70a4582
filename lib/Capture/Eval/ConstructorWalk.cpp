// A module's constructor that asks what only its caller knows: a residual block has a convolution on its
// shortcut where the numbers of channels differ. The constructor is walked for each answer, and objects of
// the class are expected to be as one of these walks made them, each a path of its own where that matters.

#include "lib/Capture/Eval/ConstructorWalk.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Caller/SeenCalls.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Syntax/Targets.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {
namespace {

/// Nothing is known of the object any more, nor of what it points or refers to: others lead there, too.
/// Elements of a list are objects of their own.
void forget(Location *location) {
  const AbsValue value = std::exchange(location->value, AbsValue::poison());
  if (value.isPoison())
    return;
  if (value.location)
    forget(value.location);
  if (value.record)
    for (auto &[fieldDecl, part] : value.record->fields)
      forget(part);
}

} // namespace

namespace {

/// Do two walks of a constructor leave a member alike, as far as expectations go?
bool isAlike(const AbsValue &a, const AbsValue &b) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case ValueKind::Scalar:
    return a.sym == b.sym;
  case ValueKind::Tensor:
    return !a.tensor == !b.tensor;
  case ValueKind::Pointer:
  case ValueKind::Optional:
    return !a.location == !b.location;
  case ValueKind::Sequence:
    return a.sequence->elements.size() == b.sequence->elements.size();
  case ValueKind::Record:
    return llvm::all_of(a.record->fields, [&](const auto &field) {
      const auto other = b.record->fields.find(field.first);
      return other != b.record->fields.end() && isAlike(field.second->value, other->second->value);
    });
  default:
    return true;
  }
}

} // namespace

std::optional<bool> ConstructorWalk::choose(const Sym *condition) {
  constexpr size_t most = 2; // that a constructor asks: four walks
  if (!walk.predicting || !choices || walk.frames.size() != choices->depth)
    return std::nullopt;
  if (condition)
    for (const auto &[asked, answer] : choices->answers)
      if (asked == *condition || asked == symNot(*condition))
        return asked == *condition ? answer : !answer;
  if (choices->next == choices->taken.size()) {
    if (choices->taken.size() == most)
      return std::nullopt;
    choices->taken.push_back(true);
  }
  const bool answer = choices->taken[choices->next++];
  if (condition)
    choices->answers.emplace_back(*condition, answer);
  return answer;
}

/// A number of which nothing is known, as an element of a vector of channels: what is made of it has a size,
/// whatever it is.
Location *ConstructorWalk::asNumber(Location *argument, const ParmVarDecl *parameter) {
  const QualType type = parameter->getType();
  const QualType held = type.getNonReferenceType();
  if (!argument->value.isPoison() || argument->external || !held->isIntegerType() || held->isBooleanType() ||
      held->isEnumeralType() || (type->isReferenceType() && !held.isConstQualified()))
    return argument;
  Location *&known = unknownNumbers[argument];
  if (!known) {
    const std::string name = parameter->getNameAsString();
    known = path.temporary(AbsValue::poison(), held);
    known->name = name;
    forgetNumbers(known->value, held, name + std::to_string(unknownNumbers.size()));
  }
  return known;
}

/// An fg::Scalar that `ctor` makes of a number that is not known: a tensor that is multiplied by it, or
/// filled with it, has a type all the same. nullopt: `ctor` makes something else.
std::optional<AbsValue> ConstructorWalk::unknownScalar(const CXXConstructorDecl *ctor) {
  const QualType type = ctor->getNumParams() == 1 ? ctor->getParamDecl(0)->getType() : QualType();
  if (!walk.predicting || factsOf(ctor->getParent()).role != ClassRole::Number || type.isNull() ||
      !type->isArithmeticType() || type->isBooleanType())
    return std::nullopt;
  return unknownNumber(type->isIntegerType() ? SymType::Int : SymType::F64);
}

/// A number of which nothing is known but its bound.
AbsValue ConstructorWalk::unknownNumber(SymType type, std::optional<int64_t> lower) {
  SymbolDef def;
  def.name = "unknown";
  def.cxx = "<unknown>" + std::to_string(++unknownNumbersMade);
  def.type = type;
  if (lower) {
    def.lower = *lower;
    def.upper = std::numeric_limits<int32_t>::max();
  }
  return AbsValue::ofScalar(caller.cxxSymbol(std::move(def)));
}

/// A part of another object is expected to be only what all of them say.
void ConstructorWalk::mergeAlternatives(AbsValue &part) {
  for (const Location *other : std::exchange(part.record->alternatives, {}))
    for (auto &[fieldDecl, location] : part.record->fields) {
      const auto found = other->value.record->fields.find(fieldDecl);
      if (found == other->value.record->fields.end() || !isAlike(location->value, found->second->value))
        location = path.temporary(AbsValue::poison(), location->type);
    }
}

namespace {
bool callsAny(const Stmt *stmt, const std::set<const FunctionDecl *> &compiled) {
  const auto *call = dyn_cast_or_null<CallExpr>(stmt);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return stmt && ((callee && compiled.count(callee->getCanonicalDecl())) ||
                  llvm::any_of(stmt->children(),
                               [&](const Stmt *child) { return child && callsAny(child, compiled); }));
}

/// Of what code may change: is it a list that the code itself appends to, and not only hands out?
bool isChangedList(const Expr *object, const Targets &targets) {
  return factsOf(object->getType()).role == ClassRole::List && !targets.handsOut.count(object);
}
} // namespace

/// A loop of a compiled function whose turns fill no list: types are the same after a few of them.
bool ConstructorWalk::repeatsTypes(const Stmt *body) {
  if (llvm::none_of(walk.frames, [&](const Frame &frame) {
        return frame.function && seen->compiled.count(frame.function->getCanonicalDecl());
      }))
    return false;
  const Targets targets = targetsOf(body);
  return llvm::none_of(targets.asked, [&](const Expr *object) { return isChangedList(object, targets); });
}

/// The calls in a loop pass the same types in each turn, but for the first. What fills a list, and calls none
/// of them, is walked further. How long the lists are that the other turns would fill is not known: a list of
/// tensors tells the types of its elements all the same.
bool ConstructorWalk::isLastTurn(const Stmt *body) {
  if (!seen)
    return false;
  noteHeld();
  // In a function that is called, a loop that no known condition ends would go on until the work is spent.
  // `for (auto [atoms, molecules] : {...})` is a list of cases, and each may be another.
  const bool calls = callsAny(body, seen->compiled);
  const bool mayGoOn = function.work->total() < CaptureWork::most / 2;
  const bool listsCases = mayGoOn && !walk.loops.empty() && isa<CXXForRangeStmt>(walk.loops.back());
  // The first step of a decoder finds an empty cache, the second one that step left, the third what `cat`
  // made.
  Turns &turn = turns[body];
  const bool showsNew = mayGoOn && std::exchange(turn.kinds, seen->kinds) != seen->kinds;
  const bool isUncounted = !walk.loops.empty() && uncounted.count(walk.loops.back());
  const bool isInside = walk.frames.size() > 1;
  const unsigned most = isUncounted  ? (showsNew ? 4 : 2)
                        : isInside   ? (turn.count >= 3 && repeatsTypes(body) ? 4 : 64)
                        : !calls     ? 16
                        : listsCases ? 8
                        : showsNew   ? 4
                                     : 2;
  if (++turn.count < most)
    return false;
  turns.erase(body);
  const Targets targets = targetsOf(body);
  for (const Expr *object : targets.asked) {
    const QualType type = object->getType();
    const CXXRecordDecl *record = type->getPointeeCXXRecordDecl();
    record = record ? record : type->getAsCXXRecordDecl();
    // A ModuleList of as many layers as a number says that nobody knows.
    const bool isFilled = isUncounted && record && isFgClass(record) && !isTensorType(type);
    if (isFilled || (isChangedList(object, targets) && !(calls && isTensorList(type))))
      forgetTarget(object);
  }
  return true;
}

/// A loop that ends when data says so, in a walk of callers: does it turn until `isLastTurn`?
bool ConstructorWalk::takesUncounted(const Stmt *loop) {
  if (!seen || report.isLibrary(loop->getBeginLoc()) || walk.loops.empty() || walk.loops.back() != loop)
    return false;
  uncounted.insert(loop);
  return true;
}

/// What a function of the program returns.
void ConstructorWalk::noteResult(const CallSite &site, const CallResult &result) {
  constexpr size_t mostKinds = 8;
  const bool isLibrarys = report.isLibrary(site.callee->getLocation()); // fg::stack(norms)
  if (!seen || (isLibrarys && (report.isLibrary(site.call->getBeginLoc()) || !result.value.isTensor())))
    return; // the parts of a list, as x.nonzero().unbind(1), have layouts of their own
  const Location *returned =
      result.reference ? result.reference : path.temporary(result.value, site.callee->getReturnType());
  if (!isLibrarys)
    seen->noteHeld({site.call, ""}, returned);
  Hints hints;
  collector.collectHints(returnedKey(), result.reference ? result.reference->value : result.value, hints);
  for (auto &[cxx, hint] : hints) { // a view, as `t.select(2, 1)`, has its layout
    const std::string layout = layoutOf(hint);
    forgetDims(hint);
    if (!hint.shape.empty())
      hint.shape += layout;
  }
  if (hints.empty())
    return;
  std::vector<Hints> *const ofFunction =
      isLibrarys ? nullptr : &seen->results[site.callee->getCanonicalDecl()];
  for (std::vector<Hints> *known : {ofFunction, &seen->resultsAt[site.call]})
    if (known && known->size() < mostKinds && !llvm::is_contained(*known, hints))
      known->push_back(hints);
}

/// What the variables of the program's function hold that is being walked: where it begins and ends, and
/// where a turn of a loop does.
void ConstructorWalk::noteHeld() {
  const Frame &frame = walk.frame();
  if (seen && !report.isLibrary(frame.function->getLocation()))
    seen->noteHeld(frame.variables, frame.thisObject);
}

/// An object that is made on the heap.
Location *ConstructorWalk::newObject(AbsValue made, QualType type) {
  Location *object = path.temporary(std::move(made), type);
  if (const CXXRecordDecl *record = type->getAsCXXRecordDecl();
      walk.predicting && record && isModuleClass(record) && !isFgClass(record))
    expectations.madeObjects.push_back(object);
  return object;
}

/// Numbers of an argument are not known, but equal ones are; its flags are taken to be what its class's
/// initialisers say. Sizes and counts are seldom 0.
void ConstructorWalk::forgetNumbers(AbsValue &value, QualType type, const std::string &name) {
  if (value.is(ValueKind::Record)) {
    for (auto &[fieldDecl, location] : value.record->fields)
      forgetNumbers(location->value, fieldDecl->getType(), name + "." + fieldDecl->getNameAsString());
    return;
  }
  if (type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType()) {
    SymbolDef def;
    def.name = name;
    def.cxx = "<argument>" + name;
    def.type = SymType::Int;
    def.lower = 1;
    def.upper = std::numeric_limits<int32_t>::max();
    value = AbsValue::ofScalar(caller.cxxSymbol(std::move(def)));
  } else if (!value.isScalar() || !value.sym.isConst()) {
    value = AbsValue::poison();
  }
}

/// Real numbers in an argument: its class's initialisers say nothing of them.
void ConstructorWalk::forgetReals(AbsValue &value) {
  if (value.is(ValueKind::Record))
    for (auto &[fieldDecl, location] : value.record->fields)
      forgetReals(location->value);
  else if (value.isScalar() && value.sym.isConst() && value.sym.type() != SymType::Int &&
           value.sym.type() != SymType::Bool)
    value = AbsValue::poison();
}

/// After code of a constructor that could not be followed: what it may have changed is unknown.
void ConstructorWalk::forgetTarget(const Expr *target) { forgetPlacesOf(target, forget); }

/// The same of an object that the code asked to do something, or that it handed to a function. Of an object
/// of the program's it may have changed what its class's methods change: `gps[i].fit(x)` leaves the kernel of
/// each.
void ConstructorWalk::forgetAsked(const Expr *target) {
  const QualType type = target->getType();
  const CXXRecordDecl *record =
      type->isPointerType() ? type->getPointeeCXXRecordDecl() : type->getAsCXXRecordDecl();
  const bool isProgrammed = record && !isLibraryClass(record) && !isFgClass(record) && !isTensorType(type);
  forgetPlacesOf(target, seen && isProgrammed ? forgetChanged : forget);
}

void ConstructorWalk::forgetPlacesOf(const Expr *target, void (*forgetPlace)(Location *)) {
  std::set<const VarDecl *> met;
  const std::function<void(const Expr *)> forgetPlaces = [&](const Expr *expr) {
    for (const Expr *place : placesOf(expr)) {
      if (const auto *reference = dyn_cast<DeclRefExpr>(place)) {
        const auto *var = dyn_cast<VarDecl>(reference->getDecl());
        if (const auto *binding = dyn_cast<BindingDecl>(reference->getDecl()))
          var = cast<VarDecl>(binding->getDecomposedDecl());
        if (!var || !met.insert(var).second)
          continue;
        if (const auto found = walk.frame().variables.find(var); found != walk.frame().variables.end())
          forgetPlace(found->second);
        const QualType type = var->getType();
        if (var->getInit() && (type->isReferenceType() || type->isPointerType() || isHandle(type)))
          forgetPlaces(var->getInit());
        continue;
      }
      Location *self = walk.frame().thisObject;
      if (!self || !self->value.is(ValueKind::Record))
        continue;
      const auto *member = dyn_cast<MemberExpr>(place);
      for (auto &[fieldDecl, part] : self->value.record->fields)
        if (member ? member->getMemberDecl() == fieldDecl
                   : !isFgClass(cast<CXXRecordDecl>(fieldDecl->getParent())))
          forgetPlace(part);
    }
  };
  forgetPlaces(target);
}

} // namespace fullgraph
