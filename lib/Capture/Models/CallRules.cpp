#include "lib/Capture/Eval/CallRule.h"

#include "lib/Capture/Domain/ClassModel.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Eval/Objects.h"
#include "lib/Capture/Models/ControlFlow.h"
#include "lib/Capture/Models/KernelOps.h"
#include "lib/Capture/Models/MarkedCalls.h"
#include "lib/Capture/Models/Std/Strings.h"
#include "lib/Capture/Models/StdModels.h"
#include "lib/Capture/Models/TensorModel.h"
#include "lib/Capture/Modules/PrototypeWalk.h"

namespace fullgraph {
namespace {

template <class Part> using Method = std::optional<CallResult> (Part::*)(const CallSite &);

template <class Part, Method<Part> method> std::optional<CallResult> ask(Walk &walk, const CallSite &site) {
  return (std::get<Part *>(walk.parts)->*method)(site);
}

constexpr CallRule rules[] = {
    {CallPriority::Seen, ask<PrototypeWalk, &PrototypeWalk::seenCall>},
    {CallPriority::LibraryEntry, ask<MarkedCalls, &MarkedCalls::libraryEntry>},
    {CallPriority::ClosurePointer, ask<Calls, &Calls::closurePointer>},
    {CallPriority::Poison, ask<Calls, &Calls::onPoison>},
    {CallPriority::Disabled, ask<Calls, &Calls::disabled>},
    {CallPriority::Marked, ask<MarkedCalls, &MarkedCalls::markedCall>},
    {CallPriority::Predicted, ask<PrototypeWalk, &PrototypeWalk::predictedCall>},
    {CallPriority::Answered, ask<Calls, &Calls::answered>},
    {CallPriority::Opaque, ask<Calls, &Calls::opaque>},
    {CallPriority::Refused, ask<Calls, &Calls::refused>},
    {CallPriority::Lists, ask<MarkedCalls, &MarkedCalls::listCall>},
    {CallPriority::Tensors, ask<TensorModel, &TensorModel::tensorCall>},
    {CallPriority::Standard, ask<StdModels, &StdModels::standardCall>},
    {CallPriority::OpenLists, ask<MarkedCalls, &MarkedCalls::openListCall>},
    {CallPriority::Unstated, ask<Calls, &Calls::unstated>},
    {CallPriority::Assignment, ask<Calls, &Calls::implicitAssignment>},
    {CallPriority::Comparison, ask<Calls, &Calls::defaultedComparison>},
    {CallPriority::ControlFlow, ask<ControlFlow, &ControlFlow::controlFlowCall>},
    {CallPriority::KernelOp, ask<KernelOps, &KernelOps::kernelCall>},
    {CallPriority::Neighbour, ask<KernelOps, &KernelOps::neighbour>},
};

constexpr bool isOrdered() {
  for (size_t i = 1; i < std::size(rules); ++i)
    if (rules[i].priority <= rules[i - 1].priority)
      return false;
  return true;
}
static_assert(isOrdered(), "the rules stand in the order of their priorities");

} // namespace

llvm::ArrayRef<CallRule> callRules() { return rules; }

std::optional<AbsValue> constructByModel(Walk &walk, const clang::CXXConstructorDecl *ctor,
                                         const std::vector<Location *> &args, clang::QualType type,
                                         const clang::Expr *expr) {
  if (args.empty())
    return std::get<Objects *>(walk.parts)->defaultValue(type, expr, true);
  const ClassModel *model = modelOf(ctor->getParent());
  return model ? model->construct(walk, {ctor, args, type, expr}) : std::nullopt;
}

std::optional<AbsValue> operatorByModel(Walk &walk, const clang::BinaryOperator *op) {
  return Strings(walk).foundInString(op);
}

} // namespace fullgraph
