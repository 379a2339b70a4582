// Reductions of few and long rows on a device: a row is cut into chunks, so that all of the device has work.
// KernelBuilder::reduce calls it in place of the CPU's passes; DeviceSchedule says where its Funcs run.
#pragma once

#include "lib/Lower/Halide/KernelBuilder.h"

namespace fullgraph::lower {

/// Are the rows so few that blocks or threads for each of them would leave most of a device idle?
bool isWorthChunks(const RowPlan &plan);

/// Defines `pass`, whose kept dims are set: chunks of its rows, and the totals over them. `valueAt`: at the
/// reduced dims. The order of the elements changes, for which `op` has its `merge`.
void reduceInChunks(
    KernelBuilder &builder, const RowPlan &plan, ReducePass &pass, const std::string &name,
    const KernelBuilder::ReduceOp &op,
    const std::function<std::vector<Halide::Expr>(const std::vector<Halide::Expr> &)> &valueAt);

} // namespace fullgraph::lower
