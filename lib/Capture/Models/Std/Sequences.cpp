#include "lib/Capture/Models/Std/Sequences.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Expressions.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {
namespace {

CallResult valueOf(AbsValue value) { return {std::move(value), nullptr}; }

CallResult placeIn(const std::shared_ptr<SequenceObject> &list, const Sym &index) {
  AbsValue pointer = AbsValue::pointerTo(nullptr);
  pointer.sequence = list;
  pointer.sym = index;
  return valueOf(std::move(pointer));
}

} // namespace

/// What the class of a member that is called holds.
QualType Sequences::elementType(const Expr *call) {
  const auto *method = cast<CXXMethodDecl>(cast<CallExpr>(call)->getDirectCallee());
  const auto *specialisation = dyn_cast_or_null<ClassTemplateSpecializationDecl>(method->getParent());
  return specialisation ? specialisation->getTemplateArgs()[0].getAsType() : QualType();
}

std::optional<AbsValue> Sequences::make(const ConstructorSite &site) {
  const auto &[constructor, args, type, expr] = site;
  const auto *specialisation = dyn_cast<ClassTemplateSpecializationDecl>(constructor->getParent());
  const QualType elementType = specialisation ? specialisation->getTemplateArgs()[0].getAsType() : QualType();
  auto sequence = std::make_shared<SequenceObject>();
  const AbsValue value = caller.read(args[0], expr);
  // The allocator is the last argument where there is one.
  size_t count = args.size();
  if (const AbsValue &last = caller.read(args[count - 1], expr);
      count > 1 && last.is(ValueKind::Record) && last.record->decl->isInStdNamespace())
    --count;
  if (count == 1 && value.is(ValueKind::Sequence)) // initializer_list, vector
    return constructor->getParamDecl(0)->getType()->isRValueReferenceType()
               ? objects.moveFrom(args[0], type, expr)
               : objects.copyValue(value, type, expr);
  if (value.isScalar()) {
    if (!value.sym.asInt() || *value.sym.asInt() < 0 || *value.sym.asInt() > 65536)
      splits.leavePlainCode(expr, "a container of a length that is only known at run time");
    for (int64_t i = 0; i < *value.sym.asInt(); ++i)
      sequence->elements.push_back(
          path.temporary(count > 1 ? objects.copyValue(caller.read(args[1], expr), elementType, expr)
                                   : objects.defaultValue(elementType, expr, true),
                         elementType));
    return AbsValue::ofSequence(std::move(sequence));
  }
  if (count != 2)
    return std::nullopt;
  const AbsValue end = caller.read(args[1], expr);
  const std::optional<std::vector<Location *>> given = between(value, end, expr);
  if (!given && value.sequence && value.sequence == end.sequence && value.sequence->open) {
    // Its elements have no names. Operators over lists take it whole, where they stand: torch::stack.
    sequence->open = true;
    sequence->length = end.sym - value.sym;
    sequence->copyOf = value.sequence;
    return AbsValue::ofSequence(std::move(sequence));
  }
  if (!given)
    return std::nullopt;
  for (Location *from : *given) {
    sequence->elements.push_back(path.temporary(objects.copyAs(from, elementType, expr), elementType));
  }
  return AbsValue::ofSequence(std::move(sequence));
}

std::optional<CallResult> Sequences::method(const MethodSite &site) {
  const auto &[record, name, object, args, call] = site;
  const List list = caller.sequenceOf(object, call);
  if (!list)
    return std::nullopt;
  const Sym appended(static_cast<int64_t>(list->elements.size()));
  const Sym length = list->open ? list->length + appended : appended;
  if (std::optional<CallResult> result = read(site, list, length))
    return result;
  if (name == "push_back" || name == "emplace_back")
    return append(site, list);
  static const std::set<llvm::StringRef> changes = {"assign",     "clear",  "emplace",  "emplace_front",
                                                    "erase",      "insert", "pop_back", "pop_front",
                                                    "push_front", "resize", "swap"};
  if (object->external && changes.count(name))
    caller.leaveChange(call);
  if (list->open && name == "reserve")
    return reserveOfCaller(site);
  if (name == "begin" || name == "cbegin" || (name == "data" && !list->open))
    return placeIn(list, 0);
  if (name == "end" || name == "cend")
    return placeIn(list, length);
  if (list->open)
    return std::nullopt;
  if (name == "slice" || name == "subspan" || name == "vec" || name == "equals")
    return part(site, list);
  return object->external ? std::nullopt : change(site, list);
}

std::optional<CallResult> Sequences::read(const MethodSite &site, const List &list, const Sym &length) {
  const auto &[record, name, object, args, call] = site;
  if (name == "size" || name == "length")
    return valueOf(AbsValue::ofScalar(length));
  if (name == "empty")
    return valueOf(AbsValue::ofScalar(symEq(length, Sym(0))));
  if (name == "operator[]" || name == "at") {
    const AbsValue index = caller.read(args[0], call);
    if (index.is(ValueKind::TensorScalar))
      report.failOnTensorValue(BreakKind::DataDependentIndex, index, call->getSourceRange());
    if (!index.isScalar())
      return std::nullopt;
    if (name == "at" && index.sym.isConst() && !list->open &&
        (*index.sym.asInt() < 0 || *index.sym.asInt() >= static_cast<int64_t>(list->elements.size())))
      throw EagerPath{"throws std::out_of_range", call->getBeginLoc()};
    return CallResult{{}, caller.sequenceElement(object, *list, index.sym, call)};
  }
  if (name == "front" && (!list->open || list->elements.empty()))
    return CallResult{{}, caller.sequenceElement(object, *list, Sym(0), call)};
  if (name == "back")
    return last(site, list);
  return std::nullopt;
}

CallResult Sequences::last(const MethodSite &site, const List &list) {
  if (!list->elements.empty())
    return {{}, list->elements.back()};
  if (!list->open)
    throw EagerPath{"reads an empty container", site.call->getBeginLoc()};
  const auto owner = caller.openSequences.find(list.get());
  if (owner == caller.openSequences.end())
    report.unsupported(site.call, "the last element of this container");
  const std::string &cxx = owner->second->cxx;
  const Sym last = caller.cxxSymbol("(static_cast<int64_t>(" + cxx + ".size()) - 1)", SymType::Int,
                                    report.loc(site.call), cxx + "_last");
  return {{}, caller.sequenceElement(site.object, *list, last, site.call)};
}

std::optional<AbsValue> Sequences::element(QualType type, llvm::ArrayRef<Location *> args,
                                           const CallExpr *call, unsigned first) {
  if (args.empty())
    return objects.defaultValue(type, call, true);
  const auto isMoved = [&](size_t i) {
    const auto at = first + static_cast<unsigned>(i);
    const FunctionDecl *callee = call->getDirectCallee();
    const QualType parameter = at < callee->getNumParams() ? callee->getParamDecl(at)->getType() : QualType();
    return call->getArg(at)->isXValue() && !parameter.isNull() && parameter->isRValueReferenceType();
  };
  if (args.size() > 1) { // the parts of a pair or tuple, or what a constructor takes
    const std::vector<QualType> types = partsOf(type);
    if (types.size() != args.size())
      return objects.makeObject(type, args.vec(), call);
    auto parts = std::make_shared<SequenceObject>();
    for (size_t i = 0; i < types.size(); ++i)
      parts->elements.push_back(path.temporary(elementFrom(args[i], types[i], isMoved(i), call), types[i]));
    return AbsValue::ofSequence(std::move(parts));
  }
  // A number is no vector of so many elements.
  const AbsValue given = caller.read(args[0], call);
  if (given.isScalar() && !type.isNull() && !type->isArithmeticType() && !type->isEnumeralType() &&
      factsOf(type).role != ClassRole::Number)
    return objects.makeObject(type, {args[0]}, call);
  return elementFrom(args[0], type, isMoved(0), call);
}

/// An object that the library makes from another one.
AbsValue Sequences::elementFrom(Location *from, QualType type, bool moves, const Expr *call) {
  const bool sameType = from->type.isNull() || type.isNull() ||
                        context.hasSameUnqualifiedType(from->type, type) ||
                        caller.read(from, call).isPoison();
  if (!sameType)
    return objects.copyAs(from, type, call);
  return moves ? objects.moveFrom(from, type, call) : objects.copyValue(caller.read(from, call), type, call);
}

/// push_back and emplace_back. On a list of the caller's they are effects.
std::optional<CallResult> Sequences::append(const MethodSite &site, const List &list) {
  const auto &[record, name, object, args, call] = site;
  const QualType type = elementType(call);
  std::optional<AbsValue> made = element(type, args, cast<CallExpr>(call));
  if (!made && args.size() > 1 && object->external)
    caller.leaveChange(call);
  if (!made)
    return std::nullopt;
  Location *location = path.temporary(std::move(*made), type);
  if (list->open) {
    if (object->reach.outlives && !walk.diagnosing) {
      Renderer::Effect effect{{}, object, location, type, call->getExprLoc(), walk.step};
      effect.text.add(object->cxx + ".push_back(");
      render.effects.push_back(std::move(effect));
    }
    object->written = true; // another name of this container would see it grow
  } else if (object->external) {
    caller.leaveChange(call);
  }
  list->elements.push_back(location);
  return name == "emplace_back" ? CallResult{{}, location} : CallResult{};
}

/// What refers to the list's elements relies on the room, in code behind this function, too.
std::optional<CallResult> Sequences::reserveOfCaller(const MethodSite &site) {
  const AbsValue &count = caller.read(site.args[0], site.call);
  if (!count.isScalar())
    return std::nullopt;
  if (site.object->reach.outlives && !walk.diagnosing) {
    Renderer::Effect effect;
    effect.text.add(site.object->cxx + ".reserve(static_cast<::std::size_t>(");
    effect.text.add(count.sym);
    effect.text.add("))");
    render.effects.push_back(std::move(effect));
  }
  return CallResult{};
}

/// A part of a view, and what else only views have.
std::optional<CallResult> Sequences::part(const MethodSite &site, const List &list) {
  const auto &[record, name, object, args, call] = site;
  if (name == "vec")
    return valueOf(objects.copyValue(object->value, {}, call));
  if (args.empty())
    return std::nullopt;
  if (name == "equals") {
    std::optional<AbsValue> equal = expressions.equalValues(object->value, caller.read(args[0], call));
    return equal ? std::optional(valueOf(std::move(*equal))) : std::nullopt;
  }
  std::vector<int64_t> numbers;
  for (Location *arg : args) {
    const AbsValue &number = caller.read(arg, call);
    if (number.is(ValueKind::None) && arg != args.front()) // dynamic_extent: what is left
      continue;
    if (!number.isScalar() || !number.sym.asInt())
      return std::nullopt;
    numbers.push_back(*number.sym.asInt());
  }
  const int64_t count = static_cast<int64_t>(list->elements.size());
  const int64_t first = numbers[0], size = numbers.size() > 1 ? numbers[1] : count - first;
  if (first < 0 || size < 0 || first + size > count)
    throw EagerPath{"slices past the end", call->getBeginLoc()};
  auto part = std::make_shared<SequenceObject>();
  part->elements.assign(list->elements.begin() + first, list->elements.begin() + first + size);
  return valueOf(AbsValue::ofSequence(std::move(part)));
}

/// Changes of a list that the function made.
std::optional<CallResult> Sequences::change(const MethodSite &site, const List &list) {
  const llvm::StringRef name = site.name;
  if (name == "reserve") {
    const AbsValue &count = caller.read(site.args[0], site.call);
    if (!count.isScalar())
      return std::nullopt;
    list->room = symMax(list->room, count.sym);
    return CallResult{};
  }
  if (name == "shrink_to_fit") {
    list->room = 0;
    return CallResult{};
  }
  list->room = symMax(list->room, Sym(static_cast<int64_t>(list->elements.size())));
  if (name == "clear") {
    list->elements.clear();
    return CallResult{};
  }
  if (name == "pop_back" || name == "pop_front") {
    if (list->elements.empty())
      throw EagerPath{"pops an empty container", site.call->getBeginLoc()};
    list->elements.erase(name == "pop_back" ? list->elements.end() - 1 : list->elements.begin());
    return CallResult{};
  }
  if (name == "resize" || name == "assign" || name == "fill")
    return resize(site, list);
  if (name == "push_front" || name == "emplace_front") {
    const QualType type = elementType(site.call);
    std::optional<AbsValue> made = element(type, site.args, cast<CallExpr>(site.call));
    if (!made)
      return std::nullopt;
    Location *front = path.temporary(std::move(*made), type);
    list->elements.insert(list->elements.begin(), front);
    return name == "emplace_front" ? CallResult{{}, front} : CallResult{};
  }
  if ((name == "insert" || name == "erase" || name == "emplace") && !site.args.empty())
    return insertOrErase(site, list);
  return std::nullopt;
}

std::optional<CallResult> Sequences::resize(const MethodSite &site, const List &list) {
  const auto &[record, name, object, args, call] = site;
  const QualType type = elementType(call);
  if (type.isNull())
    return std::nullopt;
  if (name == "fill") {
    for (Location *&element : list->elements)
      objects.assign(element, objects.copyValue(caller.read(args[0], call), type, call), call);
    return CallResult{};
  }
  const AbsValue count = caller.read(args[0], call);
  if (name == "assign" && !count.isScalar()) {
    const std::optional<std::vector<Location *>> given =
        args.size() == 2 ? between(count, caller.read(args[1], call), call)
        : count.is(ValueKind::Sequence) && !count.sequence->open ? std::optional(count.sequence->elements)
                                                                 : std::nullopt;
    if (!given || (args.size() == 2 && count.sequence == list))
      return std::nullopt;
    std::vector<Location *> copies;
    for (Location *element : *given)
      copies.push_back(path.temporary(objects.copyAs(element, type, call), type));
    list->elements = std::move(copies);
    return CallResult{};
  }
  if (!count.isScalar() || !count.sym.asInt() || *count.sym.asInt() < 0 || *count.sym.asInt() > 65536 ||
      (name == "assign" && args.size() != 2))
    return std::nullopt;
  if (name == "assign")
    list->elements.clear();
  const size_t size = static_cast<size_t>(*count.sym.asInt());
  while (list->elements.size() > size)
    list->elements.pop_back();
  while (list->elements.size() < size)
    list->elements.push_back(path.temporary(args.size() > 1
                                                ? objects.copyValue(caller.read(args[1], call), type, call)
                                                : objects.defaultValue(type, call, true),
                                            type));
  return CallResult{};
}

std::optional<CallResult> Sequences::insertOrErase(const MethodSite &site, const List &list) {
  const auto &[record, name, object, args, call] = site;
  const AbsValue where = caller.read(args[0], call);
  if (!where.is(ValueKind::Pointer) || where.sequence != list || !where.sym.asInt())
    return std::nullopt;
  const int64_t at = *where.sym.asInt(), count = static_cast<int64_t>(list->elements.size());
  if (name == "erase" && args.size() == 1 && at >= 0 && at < count) {
    list->elements.erase(list->elements.begin() + at);
    return valueOf(where);
  }
  if (name == "erase" && args.size() == 2) {
    const AbsValue last = caller.read(args[1], call);
    const std::optional<int64_t> end =
        last.is(ValueKind::Pointer) && last.sequence == list ? last.sym.asInt() : std::nullopt;
    if (!end || at < 0 || *end < at || *end > count)
      return std::nullopt;
    list->elements.erase(list->elements.begin() + at, list->elements.begin() + *end);
    return valueOf(where);
  }
  if (name == "erase" || at < 0 || at > count)
    return std::nullopt;
  const QualType type = elementType(call);
  const auto *callee = cast<CallExpr>(call)->getDirectCallee();
  const bool isList = name == "insert" && args.size() == 2 &&
                      factsOf(callee->getParamDecl(1)->getType()).isBraced &&
                      caller.read(args[1], call).is(ValueKind::Sequence);
  if (!isList && (name == "emplace" || args.size() == 2)) {
    std::optional<AbsValue> one =
        element(type, llvm::ArrayRef(args).drop_front(), cast<CallExpr>(call), /*first=*/1);
    if (!one)
      return std::nullopt;
    list->elements.insert(list->elements.begin() + at, path.temporary(std::move(*one), type));
    return valueOf(where);
  }
  // v.insert(v.end(), {a, b}), v.insert(v.end(), first, last)
  if (!isList && args.size() != 3)
    return std::nullopt;
  const AbsValue first = caller.read(args[1], call), last = isList ? first : caller.read(args[2], call);
  if (first.isScalar() && first.sym.asInt() && *first.sym.asInt() >= 0 && *first.sym.asInt() <= 65536) {
    for (int64_t i = 0; i < *first.sym.asInt(); ++i) // n copies
      list->elements.insert(list->elements.begin() + at,
                            path.temporary(objects.copyAs(args[2], type, call), type));
    return valueOf(where);
  }
  if (first.sequence && first.sequence == list)
    return std::nullopt;
  const std::optional<std::vector<Location *>> given =
      isList ? std::optional(first.sequence->elements) : between(first, last, call);
  if (!given)
    return std::nullopt;
  std::vector<Location *> copies;
  for (Location *element : *given)
    copies.push_back(path.temporary(objects.copyAs(element, type, call), type));
  list->elements.insert(list->elements.begin() + at, copies.begin(), copies.end());
  return valueOf(where);
}

std::optional<std::vector<Location *>> Sequences::between(const AbsValue &first, const AbsValue &last,
                                                          const Expr *expr) {
  if (!first.sequence || first.kind != last.kind || first.sequence != last.sequence)
    return std::nullopt;
  std::vector<Location *> found;
  if (first.is(ValueKind::Place)) {
    const std::vector<Location *> &elements = first.sequence->elements;
    const auto placeOf = [&](const AbsValue &place) {
      return place.location ? llvm::find(elements, place.location) : elements.end();
    };
    const auto begin = placeOf(first), end = placeOf(last);
    if ((first.location && begin == elements.end()) || (last.location && end == elements.end()) ||
        end < begin)
      return std::nullopt;
    found.assign(begin, end);
    return found;
  }
  if (!first.is(ValueKind::Pointer) || !first.sym.asInt() || !last.sym.asInt())
    return std::nullopt;
  for (int64_t i = *first.sym.asInt(); i < *last.sym.asInt(); ++i)
    found.push_back(caller.sequenceElement(nullptr, *first.sequence, Sym(i), expr));
  return found;
}

bool Sequences::loadOpen(Location *location, bool isView) {
  const auto *specialisation =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(location->type->getAsCXXRecordDecl());
  if (isView) // whose elements others name, too
    Caller::refersElsewhere(location);
  const std::string &cxx = location->cxx;
  auto sequence = std::make_shared<SequenceObject>();
  sequence->open = true;
  SymbolDef length;
  length.name = cxx + "_size";
  length.cxx = "static_cast<int64_t>(" + cxx + ".size())";
  length.loc = location->loc;
  length.lower = 0;
  sequence->length = caller.cxxSymbol(std::move(length));
  caller.noteModuleNumber(location, sequence->length);
  if (specialisation && expectations.assumePredictedLength(location, sequence->length,
                                                           specialisation->getTemplateArgs()[0].getAsType()))
    return true;
  caller.openSequences[sequence.get()] = location;
  location->value = AbsValue::ofSequence(std::move(sequence));
  return true;
}

} // namespace fullgraph
