// Products and sums of a loop's turn as one operation, where the next turn waits for them. LoopKernel calls
// it for loops of numbers, whose turns are as long as the chain of operations from what a turn finds to what
// it leaves.
#pragma once

#include <Halide.h>

#include <string>

namespace fullgraph::lower {

/// `value` where a * b + c is rounded once if the sum waits for the product: if more operations, one behind
/// the other, lead from what the Func `found` holds to a * b than to c. So `a * s + b * x` takes one
/// operation a turn and not two. What a turn does not wait for stays as it is: s * s - s * s is 0.
///
/// For a machine that has the operation, and scalar values alone: Halide would call it lane by lane.
Halide::Expr withFusedProducts(const Halide::Expr &value, const std::string &found);

} // namespace fullgraph::lower
