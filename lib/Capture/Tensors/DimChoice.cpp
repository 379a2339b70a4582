#include "lib/Capture/Tensors/DimChoice.h"

#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Tensors/TensorOps.h"

using namespace clang;

namespace fullgraph {

/// A dim that the caller names chooses the operator's form: one graph each. False where that is not what is
/// undecided.
bool TensorOps::decideDim(const OpSchema &op, std::vector<Arg> &args, llvm::StringRef error,
                          const Expr *expr) {
  constexpr size_t mostOrdered = 4; // dims, of which each order has a graph
  std::vector<Value *> operands;
  for (const Arg &arg : args) {
    if (const auto *value = std::get_if<Value *>(&arg); value && *value)
      operands.push_back(*value);
    else if (const auto *values = std::get_if<std::vector<Value *>>(&arg))
      operands.insert(operands.end(), values->begin(), values->end());
  }
  int64_t rank = 0;
  for (const Value *operand : operands)
    rank = std::max(rank, static_cast<int64_t>(operand->type.rank()));
  const auto known = [&](const Sym &condition) { return path.settle(condition); };
  const auto decided = [&](const Sym &condition) -> std::optional<bool> {
    return path.decide(condition, report.loc(expr));
  };
  const DimChoice choice(rank, known, decided);
  const auto refuse = [&]() {
    throw EagerPath{"throws: a dim out of range, or given twice", expr->getExprLoc()};
  };
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string &name = op.args[i].name;
    if (!isDim(op.args[i]) || !error.starts_with("cannot decide '" + name + "' of "))
      continue;
    for (Value *operand : operands) // -1 is another dim of a tensor of another rank
      path.noteRead(TypeRead::Rank, operand, Sym(static_cast<int64_t>(operand->type.rank())));
    if (auto *list = std::get_if<std::vector<Sym>>(&args[i])) {
      if (op.is(Op::permute) && list->size() != static_cast<size_t>(rank))
        throw EagerPath{"throws: as many dims as the tensor has are needed", expr->getExprLoc()};
      const std::vector<Sym> before = *list;
      const bool anyOrder = op.family == OpFamily::Reduction && list->size() > 1;
      const bool isNew = llvm::any_of(*list, [&](const Sym &dim) { return !choice.chosen(dim); });
      if (isNew && anyOrder) {
        std::optional<std::vector<Sym>> members = choice.chooseAll(*list);
        if (!members)
          refuse();
        *list = std::move(*members);
      } else if (isNew && list->size() > mostOrdered) {
        std::optional<std::vector<Sym>> order = choice.chooseLikelyOrder(*list);
        if (!order)
          throw EagerPath{"needs a likely order of more than " + std::to_string(mostOrdered) + " dims",
                          expr->getExprLoc()};
        *list = std::move(*order);
      } else {
        std::set<int64_t> taken;
        for (Sym &dim : *list) {
          const std::optional<int64_t> at = choice.choose(dim, taken);
          if (!at)
            refuse();
          taken.insert(*at);
          dim = Sym(*at);
        }
      }
      return *list != before;
    }
    Sym *dim = std::get_if<Sym>(&args[i]);
    if (!dim)
      return false;
    // A new dim may be the last; the operator refuses what the tensor has not.
    const bool makesDim = op.is(Op::unsqueeze);
    const std::optional<int64_t> at = DimChoice(rank + makesDim, known, decided).choose(*dim);
    if (!at)
      refuse();
    const bool changes = *dim != Sym(*at);
    *dim = Sym(*at);
    return changes;
  }
  return false;
}

} // namespace fullgraph
