// A reduction of one long row on a CPU: threads take chunks of it. KernelBuilder::reduce calls it in place of one pass, and
// ScheduleRows.cpp says which loops are parallel. The number of chunks depends on the length alone, so the result has the
// same bits for every number of threads.
#pragma once

#include "lib/Lower/Halide/KernelBuilder.h"

namespace fullgraph::lower {

/// Is it one row that is reduced to a number, and long, or may it be?
bool isWorthRowChunks(const RowPlan &plan);

/// Defines `pass`: chunks of the row in lanes, what is left behind the last whole one, and the total of both. The order of
/// the elements changes, for which `op` has its `merge`.
void reduceInRowChunks(
    KernelBuilder &builder, const RowPlan &plan, ReducePass &pass, const std::string &name,
    const KernelBuilder::ReduceOp &op, int width,
    const std::function<std::vector<Halide::Expr>(const std::vector<Halide::Expr> &)> &valueAt);

} // namespace fullgraph::lower
