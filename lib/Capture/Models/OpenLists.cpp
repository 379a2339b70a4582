// Lists whose length is only known at run time: the library's functions over them, as `cat` of what a loop
// collected, and what the user's program does with them and their iterators.

#include "lib/Capture/Models/MarkedCalls.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Models/ControlFlow.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Tensors/TensorOps.h"

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

/// A function of the standard library that is handed a list of the user's program, and that nothing models.
std::optional<CallResult> MarkedCalls::openListCall(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  if (!isStdLibrary(callee))
    return std::nullopt;
  bool lists = object && caller.isOpenList(object, call);
  LeftCall left;
  left.plainCode = "what the standard library does with a list whose length is only known at run time";
  const bool tensors =
      mayHoldTensors(callee->getReturnType()) || llvm::any_of(args, [&](const Location *arg) {
        return !isFunctor(arg->type) && mayHoldTensors(arg->type);
      });
  bool computes = tensors && isNumeric(callee);
  for (Location *arg : args) {
    lists |= caller.isOpenList(arg, call);
    const AbsValue &value = caller.read(arg, call);
    if (const auto handed = controlFlow.functionOf(arg); handed && !isStdLibrary(handed->first)) {
      left.functions.push_back({handed->first, {}});
      computes = false;
    } else if (value.is(ValueKind::Function) || value.is(ValueKind::Callable) || isStdFunction(arg->type)) {
      return std::nullopt; // where it is called, it is reported
    } else if (isFunctor(arg->type)) {
      computes = tensors; // which of its functions runs is chosen there
    }
  }
  if (!lists)
    return std::nullopt;
  if (walk.attempts.depth || walk.predicting)
    report.unsupported(call, left.plainCode);
  if (computes) {
    splits.remarkLibraryLoop(call);
    left.plainCode = nullptr;
  }
  splits.leaveOutermost(call, std::move(left));
  return std::nullopt;
}

/// What is known of the result: what lists of one element and of two give.
Hints MarkedCalls::listCallHints(const FunctionDecl *callee, Location *object,
                                 const std::vector<Location *> &args, const Expr *call) {
  const auto resultOf = [&](size_t length) {
    std::vector<Location *> known = args;
    for (Location *&arg : known) {
      const AbsValue value = caller.read(arg, call);
      if (!isOpenList(value))
        continue;
      auto list = std::make_shared<SequenceObject>();
      SequenceObject &named = value.sequence->copyOf ? *value.sequence->copyOf : *value.sequence;
      list->elements.assign(length, caller.sequenceElement(arg, named, Sym(0), call));
      arg = path.temporary(AbsValue::ofSequence(std::move(list)), arg->type);
    }
    const CallResult result = calls.invoke(callee, object, known, call);
    Hints hints;
    collector.collectHints(returnedKey(),
                           result.reference ? caller.read(result.reference, call) : result.value, hints);
    return hints;
  };
  // The walk ends here whatever becomes of these: a result that nothing is known of is typed where it is
  // used.
  Hints hints;
  Attempt(walk, Attempt::Throws::Fail).run([&] { hints = joinHints(resultOf(1), resultOf(2)); });
  return hints;
}

/// stack or cat of what a loop appended turn by turn: its slices are there in one piece.
std::optional<CallResult> MarkedCalls::slicesTogether(const CallSite &site, SequenceObject &list) {
  const auto &[callee, object, args, call] = site;
  const std::string name = callee->getQualifiedNameAsString();
  const bool joins = name == "fg::cat";
  Value *slices = list.slicesOf;
  const auto rank = static_cast<int64_t>(slices->type.rank());
  if ((!joins && name != "fg::stack") || args.size() != 2 || (joins && rank < 2))
    return std::nullopt;
  const AbsValue &given = caller.read(args[1], call);
  if (!given.isScalar() || !given.sym.asInt())
    return std::nullopt;
  const int64_t dims = joins ? rank - 1 : rank; // those that `dim` may be
  const int64_t dim = *given.sym.asInt() + (*given.sym.asInt() < 0 ? dims : 0);
  if (dim < 0 || dim >= dims)
    return std::nullopt;
  // The last element is also a tensor that the loop carried: a write to that was one to the element.
  const bool isWritten = llvm::any_of(walk.graph->nodes(), [&](const std::unique_ptr<Node> &node) {
    return node->is(Op::copy_) && llvm::is_contained(list.slicesAlsoIn, node->value("self")->root());
  });
  if (isWritten) {
    function.forks.turned.emplace(list.filledBy,
                                  "a tensor that it carries is in a list, and is written behind it");
    throw WalkAgain();
  }
  Value *result = slices;
  if (dim > 0) {
    std::vector<Sym> order;
    for (int64_t d = 1; d <= dim; ++d)
      order.emplace_back(d);
    order.emplace_back(0);
    for (int64_t d = dim + 1; d < rank; ++d)
      order.emplace_back(d);
    result = tensors.appendChecked(schemaOf(Op::permute), {result, order}, call);
    result = tensors.appendChecked(schemaOf(Op::contiguous), {result}, call);
  }
  // A new tensor each time: no other one is that memory.
  result = tensors.appendChecked(schemaOf(Op::clone), {result}, call);
  if (joins) {
    std::vector<Sym> sizes = result->type.sizes;
    const auto at = static_cast<size_t>(dim);
    sizes[at] = sizes[at] * sizes[at + 1];
    sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    result = tensors.appendChecked(schemaOf(Op::view), {result, sizes}, call);
  }
  return CallResult{AbsValue::ofTensor(result), nullptr};
}

/// Such a call is made as the user wrote it, between two regions; it is no break.
std::optional<CallResult> MarkedCalls::listCall(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  for (unsigned i = 0; i < args.size() && i < callee->getNumParams(); ++i) {
    if (!isTensorList(callee->getParamDecl(i)->getType()) || !isOpenList(caller.read(args[i], call)) ||
        isa<CXXMethodDecl>(callee) || callee->isInStdNamespace() || !report.isLibrary(callee->getLocation()))
      continue;
    const std::shared_ptr<SequenceObject> list = caller.read(args[i], call).sequence;
    if (SequenceObject &made = list->copyOf ? *list->copyOf : *list; made.slicesOf)
      if (std::optional<CallResult> result = slicesTogether(site, made))
        return result;
    LeftCall left;
    left.result = listCallHints(callee, object, args, call);
    splits.leaveCall(call, std::move(left));
  }
  return std::nullopt;
}

} // namespace fullgraph
