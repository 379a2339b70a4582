// What the definitions of reductions share: Reduction.cpp, and DeviceReduction.cpp for chunks of rows. A
// reduction has several values at once (an argmax: the element and its position), each a member of a Func's
// tuple.
#pragma once

#include "lib/Lower/Halide/KernelBuilder.h"

namespace fullgraph::lower {

using Values = std::vector<Halide::Expr>;
using Merge = std::function<Values(const Values &, const Values &)>;

/// What `f` has at `args`.
Values current(const Halide::Func &f, const Values &args);
void assign(Halide::Func &f, const Values &args, const Values &values);
/// The values with a mention of the domain where they have none: Halide finds an update's loops by the
/// variables in it, and would run that of a constant once.
Values over(const Halide::RDom &domain, Values values);
/// Defines `pass.total` as what `lanes` values come to, `merged` at each lane: half of the lanes take the
/// other half's, until one is left. `pass.kept` and `pass.total`'s name are set.
void mergeLanes(Recorder &recorder, ReducePass &pass, const std::string &name, const Merge &merge, int lanes,
                Values merged);

/// How many elements each result is made of, where `graph` finds extrema of rows of neighbours and nothing
/// else of it needs a whole row: vectors may run across the rows. Sums are as fast along a row, however short
/// it is, and so are extrema without their positions where the length is known.
std::optional<Sym> elementsOfComparedRow(const Graph &graph);

} // namespace fullgraph::lower
