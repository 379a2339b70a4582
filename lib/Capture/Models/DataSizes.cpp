// Sizes that elements decide: the results of nonzero and its like, and numbers that are read from a tensor
// and used as sizes. No graph can hold them, as its memory and its loops are made for sizes that are known
// before; but nothing breaks either: the call that finds the size is left between two regions, and the region
// behind it has the size as a symbol.

#include "lib/Capture/Models/MarkedCalls.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/HintCollector.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Models/TensorModel.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {
namespace {

/// fg::IntArrayRef
bool isNumberList(QualType type) {
  const auto *record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && record->getIdentifier() && record->getName() == "ArrayRef" &&
         record->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
         record->getTemplateArgs()[0].getAsType()->isIntegerType();
}

/// A tensor's rank; a likely one where it is not known.
int64_t rankOf(const AbsValue &value) {
  const bool isKnown = value.isTensor() && value.tensor && value.tensor->type.dtype != ScalarType::Undefined;
  return isKnown ? std::max<int64_t>(static_cast<int64_t>(value.tensor->type.rank()), 1) : 4;
}

} // namespace

/// The user's code calls the library: for the first time, unless the call is walked right now.
std::optional<CallResult> MarkedCalls::libraryEntry(const CallSite &site) {
  if (!report.isLibrary(site.callee->getLocation()) ||
      report.isLibrary(walk.frame().function->getLocation()) || walk.library.depth == walk.frames.size())
    return std::nullopt;
  return libraryCall(site.callee, site.object, site.args, site.call);
}

/// What is known of a list's elements: what lists of one and of two have in common.
Hints MarkedCalls::countedListHints(const CallSite &site) {
  const auto listOf = [&](int length) {
    llvm::SaveAndRestore<std::optional<int>> sampled(walk.library.sampledTurns, length);
    walk.library.turned.clear();
    const CallResult result = calls.invoke(site.callee, site.object, site.args, site.call);
    Hints hints;
    collector.collectHints(returnedKey(), result.value, hints);
    std::erase_if(hints, [](const auto &hint) { return hint.first != anyElementKey(returnedKey()); });
    for (auto &[key, hint] : hints) // the last part may be smaller than the others
      renameDims(hint,
                 [](const std::string &dim) { return llvm::isDigit(dim[0]) && dim != "1" ? "?" : dim; });
    return hints;
  };
  Hints hints; // none where the attempt fails: the elements are then typed where they are used
  Attempt(walk, Attempt::Throws::Fail).run([&] { hints = joinHints(listOf(1), listOf(2)); });
  return hints;
}

/// A call of the library's from the user's code. When a size in it is found by the call itself, the call is
/// left as it is, with what is known of its result.
CallResult MarkedCalls::libraryCall(const FunctionDecl *callee, Location *object,
                                    const std::vector<Location *> &given, const Expr *call) {
  // A list of dims is guarded to be as long as it is: the library's loops over it have a known count.
  std::vector<Location *> args = given;
  for (unsigned i = 0; i < args.size() && i < callee->getNumParams(); ++i) {
    const llvm::StringRef name = callee->getParamDecl(i)->getName();
    if ((!name.contains("dim") && name != "shifts") || !isNumberList(callee->getParamDecl(i)->getType()))
      continue;
    const AbsValue list = caller.read(args[i], call);
    if (!list.is(ValueKind::Sequence) || !list.sequence->open || !list.sequence->elements.empty())
      continue;
    const auto owner = caller.openSequences.find(list.sequence.get());
    if (owner == caller.openSequences.end())
      continue;
    // No operator takes more dims than there are. Whoever has none is a list of all of them, or an error.
    const int64_t longest = rankOf(caller.read(object ? object : args[0], call));
    int64_t length = 1;
    while (length <= longest && !path.decide(symEq(list.sequence->length, Sym(length)), report.loc(call)))
      ++length;
    if (length > longest && !path.decide(symEq(list.sequence->length, Sym(0)), report.loc(call)))
      throw EagerPath{"throws: more dims than the tensor has", call->getExprLoc()};
    auto known = std::make_shared<SequenceObject>();
    for (int64_t k = 0; k < length && length <= longest; ++k)
      known->elements.push_back(caller.sequenceElement(owner->second, *list.sequence, Sym(k), call));
    args[i] = path.temporary(AbsValue::ofSequence(std::move(known)), args[i]->type);
  }
  llvm::SaveAndRestore<size_t> inside(walk.library.depth, walk.frames.size());
  llvm::SaveAndRestore<const FunctionDecl *> entered(walk.library.callee, callee);
  llvm::SaveAndRestore<const Expr *> made(walk.library.call, call);
  llvm::SaveAndRestore<bool> sized(splits.sizedByData, false);
  LeftCall left;
  try {
    const size_t decided = path.decisions.size();
    CallResult result = calls.invoke(callee, object, args, call);
    if (result.value.is(ValueKind::Sequence) && !result.value.sequence->open &&
        std::any_of(path.decisions.begin() + static_cast<std::ptrdiff_t>(decided), path.decisions.end(),
                    [](const PathDecision &decision) { return decision.asked && !decision.ofObject; }))
      result.value.sequence->countedBy = call;
    if (!splits.sizedByData || walk.predicting) {
      // n.item().toInt(): the number that C++ works with is what the outer call returns.
      AbsValue &number = result.value;
      if (number.is(ValueKind::TensorScalar) && number.expr && !number.expr->getType()->isArithmeticType() &&
          call->getType()->isArithmeticType())
        number.expr = call;
      return result;
    }
    collector.collectHints(
        returnedKey(), result.reference ? caller.read(result.reference, call) : result.value, left.result);
    for (auto &[key, hint] : left.result) // what only the call itself finds is any size
      forgetDimsOf(hint, std::string_view(sizePrefix));
  } catch (const UncountedLoop &) {
    calls.failOnModules(callee, args, call);
    left = {}; // what it gives depends on how often it turns
    if (function.forks.lists.count(call))
      left.result = countedListHints({callee, object, args, call});
    else
      splits.remarkLibraryLoop(call);
  } catch (const WalkEnd &) { // behind the size: the region behind the call begins with what is known there
    if (!splits.sizedByData)
      throw;
  }
  splits.leaveCall(call, std::move(left));
}

} // namespace fullgraph
