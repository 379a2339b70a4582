// Graph-to-graph passes. Each is a free function in its own file; `runPasses` is the pipeline.
#pragma once

#include "lib/Graph/Graph.h"

#include <string>

namespace fullgraph {

/// Removes aliasing and mutation. A write through a view becomes a new value of the whole base
/// (select_scatter, slice_scatter, or the inverse view), later uses read that value, and inputs that were
/// written get a Mutation.
///
///   %v = select(%x, dim = 0, index = 1)          %v = select(%x, dim = 0, index = 1)
///   %y = relu(%v)                        →       %y = relu(%v)
///   %c = copy_(%v, %y)                           %n = select_scatter(%x, %y, dim = 0, index = 1)
///   return %x                                    mutate %x = %n ; return %x
std::string functionalise(Graph &graph);
/// Rewrites to fewer forms: transposes to permute, nested views, double casts, add with alpha = 1, mm/bmm to
/// matmul, x*1, views that change nothing, `to` the same dtype, expand before a broadcasting operator.
void canonicalise(Graph &graph);
/// Folds operators over constants (full, scalar) and arithmetic identities that are exact for every input,
/// NaN, infinities and signed zero included.
void fold(Graph &graph);
/// Merges equal operators over equal operands.
void eliminateCommonSubexpressions(Graph &graph);
/// Drops nodes without uses (an operator whose call could throw at run time is kept).
void eliminateDeadCode(Graph &graph);

/// The pipeline, verified between steps. Empty, or the pass and the value that it broke: a bug of ours.
std::string runPasses(Graph &graph);

} // namespace fullgraph
