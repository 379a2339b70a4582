// sort_indices, sorted_positions.
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/library_call.h"

namespace fg::host {

using namespace detail;

Tensor sort_indices(const Tensor &self, int64_t dim, bool descending, int64_t k) {
  checkDefined(self, "sort");
  const int64_t at = wrapDim(dim, self.dim());
  std::vector<int64_t> sizes = self.sizes().vec();
  FG_CHECK(k >= 0 && k <= (sizes.empty() ? 1 : sizes[size_t(at)]), "selected index k out of range");
  if (!sizes.empty())
    sizes[size_t(at)] = k;
  const Tensor result = newContiguous(sizes, kLong);
  if (result.numel() > 0)
    callLibrary(fg_library_sort_indices, self, at, int64_t(descending), k, result);
  return result;
}

Tensor sorted_positions(const Tensor &sorted_sequence, const Tensor &values, bool right) {
  checkDefined(sorted_sequence, "searchsorted");
  checkDefined(values, "searchsorted");
  FG_CHECK(
      sorted_sequence.scalar_type() == values.scalar_type(),
      "torch.searchsorted(): boundary tensor and input value tensor should have same dtype, but got boundary "
      "tensor dtype ",
      cppName(sorted_sequence.scalar_type()), " and input value tensor dtype ",
      cppName(values.scalar_type()));
  FG_CHECK(values.scalar_type() != kBool, "\"searchsorted_out_cpu\" not implemented for 'Bool'");
  FG_CHECK(sorted_sequence.dim() > 0,
           "torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension");
  const bool one = sorted_sequence.dim() == 1;
  bool same = one || sorted_sequence.dim() == values.dim();
  for (int64_t d = 0; same && !one && d + 1 < values.dim(); ++d)
    same = sorted_sequence.size(d) == values.size(d);
  FG_CHECK(same,
           "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of "
           "boundaries "
           "tensor and input value tensor must match, but we got boundaries tensor ",
           sorted_sequence.sizes(), " and input value tensor ", values.sizes());
  const Tensor result = newContiguous(values.sizes(), kLong);
  if (result.numel() > 0)
    callLibrary(fg_library_sorted_positions, sorted_sequence, values, int64_t(right), result);
  return result;
}

} // namespace fg::host
