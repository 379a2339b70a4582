// Objects that are not as their constructors make them: a member was assigned since, a list has grown, a bias
// was removed.
//
// The graphs of a function take what constructors make for granted (Caller/Prototypes.h), and a tensor that
// is handed to an optional argument for one that is there. Calls with other objects would run eagerly for
// ever. For them the function is walked once more: numbers are symbols, as those of any other class are, and
// flags, lengths and what may be absent are decisions, a path each.
//
//   if (this->scale == 1) the graph for 1, built ahead
//   else                  the graph for others: x * scale, made at run time at the first such call
//
// Where the walk needs what it did not ask for (a number that says how often a loop turns), it is repeated
// with the part that it read last as its constructor makes it.
#include "lib/Capture/Caller/Expectations.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Graph/UserName.h"

using namespace clang;

namespace fullgraph {

namespace {

bool isElementOf(const Location *element, const CXXRecordDecl *of) {
  return element->value.is(ValueKind::Record) &&
         element->value.record->decl->getCanonicalDecl() == of->getCanonicalDecl();
}

/// Are the elements pointers to objects of one class?
bool areOneKind(const std::vector<Location *> &elements) {
  const auto objectOf = [](const Location *element) -> const Location * {
    return element->value.is(ValueKind::Pointer) && !element->value.sequence ? element->value.location
                                                                             : nullptr;
  };
  const Location *first = elements.empty() ? nullptr : objectOf(elements.front());
  return first && first->value.is(ValueKind::Record) && llvm::all_of(elements, [&](const Location *element) {
           const Location *object = objectOf(element);
           return object && isElementOf(object, first->value.record->decl);
         });
}

} // namespace

unsigned Expectations::guardOf(unsigned kind, const Location *of) const {
  return of && of->reach.ofGlobal && !(function.options.guards & GlobalGuards) ? unsigned(GlobalGuards)
                                                                               : kind;
}

/// May a part of an object of the caller's be something else than its constructor makes? Options of the
/// library's modules that are no real numbers say what is computed, and are not changed later: the integers,
/// and what may be left out (an Embedding's max_norm).
bool Expectations::mayDiffer(const Location *part, unsigned kind, bool forks) {
  const bool isOption = part->ofLibrary && (part->type->isIntegralOrEnumerationType() ||
                                            factsOf(part->type).role == ClassRole::Optional);
  if (walk.diagnosing || walk.predicting || isOption || !(function.options.guards & guardOf(kind, part)))
    return false;
  function.open.hasOwn |= !part->ofLibrary || !part->type->isRealFloatingType();
  function.open.texts.push_back(part->cxx);
  if (part->type->isIntegerType() && !part->type->isBooleanType())
    function.open.integers.insert(part->cxx);
  if (!function.open.walk || function.open.walk->asMade.count(part->cxx) ||
      (forks && openForks >= function.open.walk->forks))
    return false;
  openForks += forks;
  differs |= !forks;
  return true;
}

/// A path for each value; the last one is expected.
int64_t Expectations::oneOf(const Location *part, unsigned kind, const std::string &what, const Sym &value,
                            std::vector<int64_t> values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const std::string range =
      *least == *most ? std::to_string(*least) : std::to_string(*least) + " to " + std::to_string(*most);
  const int64_t last = values.back(), made = values.front();
  values.pop_back();
  for (const int64_t one : values)
    if (path.decide(symEq(value, Sym(one)), part->loc)) {
      differs |= one != made;
      return one;
    }
  assumeExpected(kind, part, symEq(value, Sym(last)), part->loc, what, range);
  differs |= last != made;
  return last;
}

/// The elements of a container that was made with some; for others also a few more or less of one kind.
int64_t Expectations::lengthOf(const Location *container, const Sym &length,
                               const std::vector<Location *> &made) {
  std::vector<int64_t> lengths = {static_cast<int64_t>(made.size())};
  if (path.settle(symEq(length, Sym(lengths[0]))) != true && mayDiffer(container, LengthGuards, true))
    for (const int64_t other : {1, -1, 2, -2, 3})
      if (lengths[0] + other >= 0 && (other < 0 || areOneKind(made)))
        lengths.push_back(lengths[0] + other);
  return oneOf(container, LengthGuards, container->cxx + ".size()", length, std::move(lengths));
}

bool Expectations::isNear(const Location *number) const {
  return function.open.walk && function.open.walk->near.count(number->cxx);
}

/// Of a number that has to be known: how often a loop turns, a dim.
Sym Expectations::valueNear(const Location *number, int64_t made) {
  std::vector<int64_t> values = {made};
  for (const int64_t other : {1, -1, 2, -2, 3})
    if (made < 0 || made + other >= 0)
      values.push_back(made + other);
  return oneOf(number, MemberGuards, number->cxx, number->value.sym, std::move(values));
}

} // namespace fullgraph
