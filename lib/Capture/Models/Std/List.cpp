// std::list. An iterator names its element (ValueKind::Place), since insertions elsewhere leave it valid: an
// index would name another element then.
#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Models/Std/Model.h"
#include "lib/Capture/Models/Std/Sequences.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

using List = std::shared_ptr<SequenceObject>;

AbsValue placeOf(const List &list, Location *element) {
  AbsValue place;
  place.kind = ValueKind::Place;
  place.sequence = list;
  place.location = element;
  return place;
}

class LinkedLists : WalkPart {
public:
  using WalkPart::WalkPart;

  std::optional<CallResult> method(const MethodSite &site);
  std::optional<CallResult> iteratorMethod(const MethodSite &site);
  std::optional<CallResult> compare(const FunctionDecl *callee, const std::vector<Location *> &args,
                                    const Expr *call);
  std::optional<AbsValue> move(Location *from, const AbsValue &value, const Expr *expr);
  bool assign(Location *to, AbsValue &value, const Expr *expr);

private:
  std::optional<size_t> indexOf(const List &list, const AbsValue &place, const Expr *expr);
  std::optional<CallResult> prepend(const MethodSite &site, const List &list);
  std::optional<CallResult> insert(const MethodSite &site, const List &list);
  std::optional<CallResult> erase(const MethodSite &site, const List &list);

  Reporter &report = use<Reporter>();
  Path &path = use<Path>();
  Caller &caller = use<Caller>();
  Objects &objects = use<Objects>();
};

/// Where an iterator points in its list; the list's size behind the last element. None: into no list, or
/// another.
std::optional<size_t> LinkedLists::indexOf(const List &list, const AbsValue &place, const Expr *expr) {
  if (!place.is(ValueKind::Place) || place.sequence != list)
    return std::nullopt;
  const std::vector<Location *> &elements = list->elements;
  if (!place.location)
    return elements.size();
  const auto found = llvm::find(elements, place.location);
  if (found == elements.end()) // erased, or moved to another list
    report.unsupported(expr, "an iterator of an element that its list no longer has");
  return static_cast<size_t>(found - elements.begin());
}

std::optional<CallResult> LinkedLists::method(const MethodSite &site) {
  const AbsValue &self = caller.read(site.object, site.call);
  if (self.is(ValueKind::Opaque)) {
    if (std::optional<CallResult> size = sizeOfCallers(walk, site))
      return size;
    refuseCallers(walk, site.object, site.call);
  }
  if (!self.is(ValueKind::Sequence) || self.sequence->open)
    return std::nullopt;
  const List list = self.sequence;
  const llvm::StringRef name = site.name;
  if (name == "begin" || name == "cbegin")
    return CallResult{placeOf(list, list->elements.empty() ? nullptr : list->elements.front()), nullptr};
  if (name == "end" || name == "cend")
    return CallResult{placeOf(list, nullptr), nullptr};
  if (name != "size" && name != "empty" && name != "front" && name != "back")
    refuseChangeInLoop(walk, site.object, site.call);
  if (name == "push_front" || name == "emplace_front")
    return prepend(site, list);
  if (name == "insert" || name == "emplace")
    return insert(site, list);
  if (name == "erase")
    return erase(site, list);
  return Sequences(walk).method(site); // as a vector does it
}

std::optional<CallResult> LinkedLists::prepend(const MethodSite &site, const List &list) {
  const QualType type = Sequences::elementType(site.call);
  std::optional<AbsValue> made = Sequences(walk).element(type, site.args, cast<CallExpr>(site.call));
  if (!made)
    return std::nullopt;
  Location *element = path.temporary(std::move(*made), type);
  list->elements.insert(list->elements.begin(), element);
  return site.name == "emplace_front" ? CallResult{{}, element} : CallResult{};
}

/// (place, element), (place, n, element), (place, first, last), (place, {a, b}) and emplace(place, ...).
std::optional<CallResult> LinkedLists::insert(const MethodSite &site, const List &list) {
  const auto &[record, name, object, args, call] = site;
  const std::optional<size_t> at = indexOf(list, caller.read(args[0], call), call);
  if (!at)
    return std::nullopt;
  const QualType type = Sequences::elementType(call);
  std::vector<AbsValue> made;
  const auto copy = [&](Location *from) { made.push_back(objects.copyAs(from, type, call)); };
  const AbsValue given = args.size() > 1 ? caller.read(args[1], call) : AbsValue();
  const AbsValue last = args.size() > 2 ? caller.read(args[2], call) : AbsValue();
  if (name == "emplace" || (args.size() == 2 && !given.is(ValueKind::Sequence)) ||
      (args.size() == 2 && context.hasSameUnqualifiedType(args[1]->type, type))) {
    std::optional<AbsValue> one =
        Sequences(walk).element(type, llvm::ArrayRef(args).drop_front(), cast<CallExpr>(call), /*first=*/1);
    if (!one)
      return std::nullopt;
    made.push_back(std::move(*one));
  } else if (args.size() == 2) {
    if (given.sequence->open)
      return std::nullopt;
    for (Location *element : given.sequence->elements)
      copy(element);
  } else if (given.isScalar() && given.sym.asInt() && *given.sym.asInt() >= 0 &&
             *given.sym.asInt() <= 65536) {
    for (int64_t i = 0; i < *given.sym.asInt(); ++i)
      copy(args[2]);
  } else {
    const std::optional<std::vector<Location *>> range = Sequences(walk).between(given, last, call);
    if (!range)
      return std::nullopt;
    for (Location *element : *range)
      copy(element);
  }
  Location *first = *at < list->elements.size() ? list->elements[*at] : nullptr;
  for (size_t i = made.size(); i-- > 0;) {
    first = path.temporary(std::move(made[i]), type);
    list->elements.insert(list->elements.begin() + static_cast<ptrdiff_t>(*at), first);
  }
  return CallResult{placeOf(list, first), nullptr};
}

std::optional<CallResult> LinkedLists::erase(const MethodSite &site, const List &list) {
  const std::optional<size_t> first = indexOf(list, caller.read(site.args[0], site.call), site.call);
  const std::optional<size_t> last = site.args.size() == 1
                                         ? (first ? std::optional(*first + 1) : std::nullopt)
                                         : indexOf(list, caller.read(site.args[1], site.call), site.call);
  if (!first || !last)
    return std::nullopt;
  if (*last < *first || *last > list->elements.size())
    throw EagerPath{"erases past the end of a list", site.call->getBeginLoc()};
  const auto begin = list->elements.begin();
  list->elements.erase(begin + static_cast<ptrdiff_t>(*first), begin + static_cast<ptrdiff_t>(*last));
  return CallResult{placeOf(list, *first < list->elements.size() ? list->elements[*first] : nullptr),
                    nullptr};
}

std::optional<CallResult> LinkedLists::iteratorMethod(const MethodSite &site) {
  const auto &[record, name, object, args, call] = site;
  const AbsValue self = caller.read(object, call);
  if (!self.is(ValueKind::Place))
    return std::nullopt;
  const std::vector<Location *> &elements = self.sequence->elements;
  const size_t at = *indexOf(self.sequence, self, call);
  if (name == "operator*" || name == "operator->") {
    if (at == elements.size())
      throw EagerPath{"reads past the end of a container", call->getExprLoc()};
    return name == "operator*" ? CallResult{{}, self.location}
                               : CallResult{AbsValue::pointerTo(self.location), nullptr};
  }
  const bool forward = name == "operator++";
  if (!forward && name != "operator--")
    return std::nullopt;
  // A ring, as the library's own std::distance takes it to be: behind the end is the beginning.
  const size_t next = (at + (forward ? 1 : elements.size())) % (elements.size() + 1);
  objects.assign(object, placeOf(self.sequence, next < elements.size() ? elements[next] : nullptr), call);
  return args.empty() ? CallResult{{}, object}
                      : CallResult{self, nullptr}; // the postfix form has a dummy int
}

std::optional<CallResult> LinkedLists::compare(const FunctionDecl *callee,
                                               const std::vector<Location *> &args, const Expr *call) {
  const AbsValue left = caller.read(args[0], call), right = caller.read(args[1], call);
  const OverloadedOperatorKind kind = callee->getOverloadedOperator();
  if (!left.is(ValueKind::Place) || (kind != OO_EqualEqual && kind != OO_ExclaimEqual))
    return std::nullopt;
  const std::optional<size_t> a = indexOf(left.sequence, left, call), b = indexOf(left.sequence, right, call);
  if (!a || !b)
    return std::nullopt;
  return CallResult{AbsValue::ofScalar(Sym::boolean((*a == *b) == (kind == OO_EqualEqual))), nullptr};
}

/// The elements go; the list that they leave stays the one that its iterators behind the last element are of.
std::optional<AbsValue> LinkedLists::move(Location *from, const AbsValue &value, const Expr *expr) {
  if (value.is(ValueKind::Opaque))
    refuseCallers(walk, from, expr);
  if (!value.is(ValueKind::Sequence) || value.sequence->open || from->external)
    return std::nullopt;
  auto moved = std::make_shared<SequenceObject>();
  moved->released = true;
  moved->elements.swap(value.sequence->elements);
  return AbsValue::ofSequence(std::move(moved));
}

/// The list stays the same one. What is copied is assigned to the elements that there are.
bool LinkedLists::assign(Location *to, AbsValue &value, const Expr *expr) {
  if (to->external || !to->value.is(ValueKind::Sequence) || !value.is(ValueKind::Sequence))
    return false;
  std::vector<Location *> &own = to->value.sequence->elements;
  if (to->value.sequence == value.sequence)
    return true;
  if (expr)
    refuseChangeInLoop(walk, to, expr);
  if (value.sequence->released) {
    own = std::move(value.sequence->elements);
    return true;
  }
  const std::vector<Location *> given = value.sequence->elements;
  const size_t common = std::min(own.size(), given.size());
  for (size_t i = 0; i < common; ++i)
    objects.assign(own[i], caller.read(given[i], expr), expr);
  own.resize(common);
  own.insert(own.end(), given.begin() + static_cast<ptrdiff_t>(common), given.end());
  return true;
}

class LinkedListModel : public ClassModel {
public:
  LinkedListModel()
      : ClassModel({.role = ClassRole::List, .owns = true, .isPlain = true, .opens = "{", .closes = "}"}) {}

  std::optional<AbsValue> defaultValue(Walk &, QualType, const Expr *, bool) const override {
    return AbsValue::ofSequence(std::make_shared<SequenceObject>());
  }
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    return Sequences(walk).make(site);
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return LinkedLists(walk).method(site);
  }
  std::optional<AbsValue> move(Walk &walk, Location *from, const AbsValue &value,
                               const Expr *expr) const override {
    return LinkedLists(walk).move(from, value, expr);
  }
  bool assign(Walk &walk, Location *to, AbsValue &value, const Expr *expr) const override {
    return LinkedLists(walk).assign(to, value, expr);
  }
};

class PlaceModel : public ClassModel {
public:
  PlaceModel() : ClassModel({.role = ClassRole::Iterator}) {}

  /// A const one of another one.
  std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const override {
    const AbsValue &from = partOf<Caller>(walk).read(site.args[0], site.expr);
    return site.args.size() == 1 && from.is(ValueKind::Place) ? std::optional(from) : std::nullopt;
  }
  std::optional<CallResult> method(Walk &walk, const MethodSite &site) const override {
    return LinkedLists(walk).iteratorMethod(site);
  }
  std::optional<CallResult> compare(Walk &walk, const FunctionDecl *callee,
                                    const std::vector<Location *> &args, const Expr *call) const override {
    return LinkedLists(walk).compare(callee, args, call);
  }
};

} // namespace

const ClassModel &models::linkedLists() {
  static const LinkedListModel model;
  return model;
}

const ClassModel &models::linkedListIterators() {
  static const PlaceModel model;
  return model;
}

} // namespace fullgraph
