// What the program says to the run-time compiler of a tensor's sizes: torch._dynamo.mark_dynamic and its kin.
//
// Marks are the tensor's own: its copies and views made later have none (another handle of the same tensor
// has). They are about versions made at run time (control.h); those that were built ahead, for what FG_SHAPE
// says, take all calls that fit them. Calls are additive, and change no result. Not while another thread uses
// the tensor.
#pragma once

#include <fullgraph/tensor.h>

namespace fg {

/// What mark_dynamic says of a dim, besides that its size changes.
struct DynamicDim {
  int64_t min = 0, max = INT32_MAX; ///< the version is for sizes from min to max; others have another one
  int64_t hint = 0;                 ///< the size that its kernels are made fast for; 0: no size
  /// Sizes that have a version of their own besides, each made at the first call with it. They count for the
  /// limits as other versions do.
  IntArrayRef specialize_on = {};
};

/// The size of dim `dim` is a symbol from the first version on that a call with this tensor makes, also under
/// Dynamic::Never:
///   fg::mark_dynamic(x, 0, {.min = 2, .max = 1024, .hint = 64, .specialize_on = {8, 16}});
/// Where the code fixes the size nevertheless, the call throws fg::Error, whose text says which FG_SHAPE
/// would work. Throws fg::Error for a dim that x does not have, and unless min < max and min <= x.size(dim)
/// <= max. In a compiled function it is a graph break.
void mark_dynamic(const Tensor &x, int64_t dim, const DynamicDim &of = {});
void mark_dynamic(const Tensor &x, IntArrayRef dims, const DynamicDim &of = {});
/// The same, but the size is fixed where the code needs that.
void maybe_mark_dynamic(const Tensor &x, int64_t dim);
void maybe_mark_dynamic(const Tensor &x, IntArrayRef dims);
/// Versions that calls with this tensor make are for its own size, whatever FG_SHAPE, Dynamic::Always and
/// earlier calls say. mark_dynamic and maybe_mark_dynamic have precedence.
void mark_static(const Tensor &x, int64_t dim);
void mark_static(const Tensor &x, IntArrayRef dims);
/// Of all dims.
void mark_static(const Tensor &x);

} // namespace fg
