// Lists whose length is only known at run time: the library's functions over them, as `cat` of what a loop
// collected, and what the host program does with them and their iterators.
#include "lib/Capture/Interpreter.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

bool isOpenList(const AbsValue &value) { return value.is(ValueKind::Sequence) && value.sequence->open; }

/// Algorithms that compute with + and * where they are handed no function.
bool isNumeric(const FunctionDecl *callee) {
  static const std::set<llvm::StringRef> names = {
      "accumulate",  "reduce",         "inner_product",  "transform_reduce",
      "partial_sum", "inclusive_scan", "exclusive_scan", "adjacent_difference"};
  return callee->getIdentifier() && names.count(callee->getName());
}

} // namespace

/// A statement that only handles lists stays as the user wrote it, between two regions; it is no break.
void Interpreter::leaveHost(const Expr *expr, const char *what, Hints result) {
  if (attempts || predicting)
    unsupported(expr, what);
  LeftCall left;
  left.host = what;
  left.result = std::move(result);
  leaveOutermost(expr, std::move(left));
}

/// What the standard library's own code does is done by the user's call of it.
void Interpreter::leaveOutermost(const Expr *expr, LeftCall left) {
  for (size_t i = 1; i < frames.size(); ++i) {
    if (!isLibrary(frames[i].function->getLocation()) && !isStdLibrary(frames[i].function))
      continue;
    if (!isStdLibrary(frames[i].function) || !frames[i].call)
      unsupported(expr, left.host ? left.host : "a loop of the standard library's");
    for (size_t outer = 1; outer < i; ++outer)
      function.split.insert(frames[outer].function);
    left.result.clear();
    topCall = {};
    throw SplitPoint{i == 1 ? frames[i].call : nullptr, std::move(left)};
  }
  leaveCall(expr, std::move(left));
}

/// A container of the standard library that holds more than is known at build time, or a place in one.
bool Interpreter::isHostList(const Location *location, const Expr *use) {
  const AbsValue &value = read(const_cast<Location *>(location), use);
  if (value.is(ValueKind::Sequence))
    return value.sequence->open &&
           !modelledClass(location->type.isNull() ? nullptr : location->type->getAsCXXRecordDecl()).empty();
  if (value.is(ValueKind::Map))
    return value.map->open;
  if (value.is(ValueKind::Pointer))
    return value.sequence && value.sequence->open;
  return value.is(ValueKind::Opaque) && isHostIterator(location->type);
}

/// A variable of the function itself: nobody else sees what is done with it.
bool Interpreter::isOwn(const Location *location) const {
  return (location->direct && !location->ofGlobal) ||
         llvm::any_of(frames.front().variables, [&](const auto &variable) {
           return variable.second == location && !variable.first->getType()->isReferenceType();
         });
}

/// A list that is not of the graph changes: in its place if it is the function's own, and else it is a break.
void Interpreter::changeHost(const Location *object, const Expr *change) {
  if (isOwn(object))
    leaveHost(change, "a change of a list whose length is only known at run time");
  failOnChange(object, change);
}

/// A function of the standard library that is handed a list of the host program, and that nothing models.
void Interpreter::leaveHostCall(const FunctionDecl *callee, Location *object,
                                const std::vector<Location *> &args, const Expr *call) {
  if (!isStdLibrary(callee))
    return;
  bool lists = object && isHostList(object, call);
  LeftCall left;
  left.host = "what the standard library does with a list whose length is only known at run time";
  const bool tensors =
      mayHoldTensors(callee->getReturnType()) || llvm::any_of(args, [&](const Location *arg) {
        return !isFunctor(arg->type) && mayHoldTensors(arg->type);
      });
  bool computes = tensors && isNumeric(callee);
  for (Location *arg : args) {
    lists |= isHostList(arg, call);
    const AbsValue &value = read(arg, call);
    if (const auto handed = functionOf(arg); handed && !isStdLibrary(handed->first)) {
      left.functions.push_back({handed->first, {}});
      computes = false;
    } else if (value.is(ValueKind::Function) || value.is(ValueKind::Callable) || isStdFunction(arg->type)) {
      return; // where it is called, it is reported
    } else if (isFunctor(arg->type)) {
      computes = tensors; // which of its functions runs is chosen there
    }
  }
  if (!lists)
    return;
  if (attempts || predicting)
    unsupported(call, left.host);
  if (computes) {
    remarkLibraryLoop(call);
    left.host = nullptr;
  }
  leaveOutermost(call, std::move(left));
}

/// What is known of the result: what lists of one element and of two give.
Hints Interpreter::listCallHints(const FunctionDecl *callee, Location *object,
                                 const std::vector<Location *> &args, const Expr *call) {
  const auto resultOf = [&](size_t length) {
    std::vector<Location *> known = args;
    for (Location *&arg : known) {
      const AbsValue value = read(arg, call);
      if (!isOpenList(value))
        continue;
      auto list = std::make_shared<SequenceObject>();
      list->elements.assign(length, sequenceElement(arg, *value.sequence, Sym(0), call));
      arg = temporary(AbsValue::ofSequence(std::move(list)), arg->type);
    }
    const CallResult result = invoke(callee, object, known, call);
    Hints hints;
    collectHints("$", result.reference ? read(result.reference, call) : result.value, hints);
    return hints;
  };
  // The walk ends here whatever becomes of these: a result that nothing is known of is typed where it is
  // used.
  try {
    return joinHints(resultOf(1), resultOf(2));
  } catch (const UnknownType &) {
  } catch (const BreakError &) {
  } catch (const EagerPath &) {
  }
  return {};
}

/// Such a call is made as the user wrote it, between two regions; it is no break.
void Interpreter::leaveListCall(const FunctionDecl *callee, Location *object,
                                const std::vector<Location *> &args, const Expr *call) {
  for (unsigned i = 0; i < args.size() && i < callee->getNumParams(); ++i) {
    if (!isTensorList(callee->getParamDecl(i)->getType()) || !isOpenList(read(args[i], call)) ||
        isa<CXXMethodDecl>(callee) || callee->isInStdNamespace() || !isLibrary(callee->getLocation()))
      continue;
    LeftCall left;
    left.result = listCallHints(callee, object, args, call);
    leaveCall(call, std::move(left));
  }
}

} // namespace fullgraph
