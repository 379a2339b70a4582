#include "lib/Capture/Caller/Caller.h"

#include "lib/Capture/Caller/Expectations.h"
#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"

using namespace clang;

namespace fullgraph {

std::shared_ptr<SequenceObject> Caller::sequenceOf(Location *location, const Expr *expr) {
  const AbsValue &value = read(location, expr);
  return value.is(ValueKind::Sequence) ? value.sequence : nullptr;
}

/// C++ that computes a number of the caller's when the function is entered: "(n - 1)". No result: it is
/// computed from something that is only known later.
std::optional<std::string> Caller::textAtEntry(const Sym &number) const {
  bool isKnown = true;
  std::string text = number.cxx([&](const std::string &name) {
    const auto found = function.symbols.find(name);
    isKnown &= found != function.symbols.end() && !found->second.cxx.empty();
    const bool isName =
        isKnown && llvm::all_of(found->second.cxx, [](char c) { return llvm::isAlnum(c) || c == '_'; });
    return isName ? found->second.cxx : isKnown ? "(" + found->second.cxx + ")" : "";
  });
  return isKnown ? std::optional(std::move(text)) : std::nullopt;
}

/// An index, which a guard says is no less than 0. `t % 4` is the same number then, whether C++ or Python
/// computes it: code that reads and writes list[t % 4] has one name for it.
static Sym indexOfElement(const Sym &index) {
  const bool isRest =
      index.kind() == SymKind::TruncMod && index.operands()[1].isConst() && *index.operands()[1].asInt() > 0;
  return isRest ? floorMod(index.operands()[0], index.operands()[1]) : index;
}

/// list[i] of a list of the caller's that is expected to have these elements, where `i` is a number of the
/// program's: an object that is as one of them. Only what they differ in, and the code asks for, is a path
/// for each. Null: the list, or an element, is not as the function found it.
Location *Caller::elementAtEntry(Location *list, SequenceObject &sequence, const Sym &index,
                                 const Expr *expr) {
  const std::vector<Location *> &elements = sequence.elements;
  const std::optional<std::string> text = textAtEntry(indexOfElement(index));
  if (!text || elements.size() < 2 || !list->external || !list->reach.byReference || list->written ||
      list->cxx.empty() || list->value.sequence.get() != &sequence || !list->type->isRecordType() ||
      factsOf(list->type).role != ClassRole::List || !elements.front()->type->isRecordType() ||
      llvm::any_of(elements, [](const Location *element) { return !element->external || element->written; }))
    return nullptr;
  Location *&known = sequence.read[*text];
  if (known)
    return known;
  path.assume(symLe(Sym(0), index), report.loc(expr));
  path.assume(symLt(index, Sym(static_cast<int64_t>(elements.size()))), report.loc(expr));
  Location *element = external(elements.front()->type,
                               list->cxx + "[static_cast<::std::size_t>(" + *text + ")]", nullptr, list);
  element->name = list->name + "[" + index.str() + "]";
  element->declared.shape = list->declared.shape;
  element->reach.anchor = element;
  element->ofLibrary = list->ofLibrary;
  expectations.expectAsOneOf(element, elements);
  return known = element;
}

Location *Caller::sequenceElement(Location *location, SequenceObject &sequence, const Sym &index,
                                  const Expr *expr) {
  const std::optional<int64_t> constant = index.asInt();
  if (!sequence.open) {
    if (!constant) {
      if (Location *element = location ? elementAtEntry(location, sequence, index, expr) : nullptr)
        return element;
      // An index that a guard pins to one value would need a version for each: fork over the elements.
      const int64_t count = static_cast<int64_t>(sequence.elements.size());
      if (count > 16)
        report.unsupported(expr, "an index that is only known at run time");
      for (int64_t i = 0; i < count; ++i)
        if (path.decide(symEq(index, Sym(i)), report.loc(expr)))
          return sequence.elements[i];
      throw EagerPath{"reads past the end of a container", expr->getExprLoc()};
    }
    if (*constant < 0 || *constant >= static_cast<int64_t>(sequence.elements.size()))
      throw EagerPath{"reads past the end of a container", expr->getExprLoc()};
    return sequence.elements[*constant];
  }
  if (const std::optional<int64_t> behind = (index - sequence.length).asInt(); // appended since
      behind && *behind >= 0 && *behind < static_cast<int64_t>(sequence.elements.size()))
    return sequence.elements[static_cast<size_t>(*behind)];
  const auto owner = openSequences.find(&sequence);
  const std::optional<std::string> indexText =
      constant ? std::optional(std::to_string(*constant)) : textAtEntry(indexOfElement(index));
  if (!indexText) {
    Hints element;
    const Location *list = owner == openSequences.end() ? nullptr : owner->second;
    if (list && !list->declared.shape.empty())
      element[returnedKey()] = {list->declared.shape, {}};
    else if (const TensorHint *known =
                 list && walk.region ? findHint(*walk.region->hints, anyElementKey(list->cxx)) : nullptr)
      element[returnedKey()] = *known;
    splits.leavePlainCode(expr, "an index into a container of the caller that is only known at run time",
                          element);
  }
  // A number of the user's program is its own text; two numbers may be one, which matters where one is
  // written.
  const std::string &text = *indexText;
  const auto found = sequence.read.find(text);
  if (found != sequence.read.end())
    return found->second;
  if (!constant)
    path.assume(symLe(Sym(0), index), report.loc(expr));
  path.assume(symLt(index, sequence.length), report.loc(expr));
  if (owner == openSequences.end() || (constant && *constant < 0))
    report.unsupported(expr, "an index into this container");
  Location *container = owner->second;
  const auto *specialisation =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(container->type->getAsCXXRecordDecl());
  (void)location;
  if (!specialisation)
    report.unsupported(expr, "an index into this container");
  Location *element =
      external(specialisation->getTemplateArgs()[0].getAsType(),
               container->cxx + "[" + (constant ? text : "static_cast<::std::size_t>(" + text + ")") + "]",
               nullptr, container);
  element->declared.shape = container->declared.shape;
  element->reach.storage = container->reach.storage;
  element->name = container->name + "[" + (constant ? text : index.str()) + "]";
  element->reach.byReference = true; // v[i] may be v[0]
  if (!constant)
    element->reach.anchor = element;
  return sequence.read[text] = element;
}

/// The elements of the caller's numbers where how many there are decides what is computed: a graph for each
/// length that a list of sizes or dims has.
std::shared_ptr<SequenceObject> Caller::ofKnownLength(const std::shared_ptr<SequenceObject> &sequence,
                                                      const Expr *expr, const char *what) {
  constexpr int64_t longest = 4;
  if (!sequence->open)
    return sequence;
  const auto owner = openSequences.find(sequence.get());
  const auto *container =
      owner == openSequences.end()
          ? nullptr
          : dyn_cast_or_null<ClassTemplateSpecializationDecl>(owner->second->type->getAsCXXRecordDecl());
  if (!container || !container->getTemplateArgs()[0].getAsType()->isArithmeticType())
    splits.leavePlainCode(expr, what);
  for (int64_t length = 1; length <= longest; ++length) {
    if (!path.decide(symEq(sequence->length, Sym(length)), report.loc(expr)))
      continue;
    auto known = std::make_shared<SequenceObject>();
    for (int64_t i = 0; i < length; ++i)
      known->elements.push_back(sequenceElement(owner->second, *sequence, Sym(i), expr));
    known->elements.insert(known->elements.end(), sequence->elements.begin(), sequence->elements.end());
    return known;
  }
  throw EagerPath{"needs a list of 1 to " + std::to_string(longest) + " numbers", expr->getExprLoc()};
}

Location *Caller::mapEntry(const MapKey &key, QualType keyType, Location *value) {
  auto pair = std::make_shared<SequenceObject>();
  AbsValue held = key.isText ? AbsValue::ofString(key.text) : AbsValue::ofScalar(Sym(key.number));
  if (key.isOpen && key.isText)
    held.kind = ValueKind::OpenString;
  else if (key.isOpen)
    held.sym = Sym::symbol(function.cxxToSymbol.at(key.text), SymType::Int);
  pair->elements.push_back(path.temporary(std::move(held), keyType));
  pair->elements.push_back(value);
  return path.temporary(AbsValue::ofSequence(std::move(pair)), {});
}

} // namespace fullgraph
