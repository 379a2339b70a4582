// cat.
#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/copy.h"

namespace fg::host {

using namespace detail;

/// Empty tensors of shape [0] are skipped whatever the others' rank is: ATen keeps this for old code.
static bool isSkipped(const Tensor &t) { return t.dim() == 1 && t.size(0) == 0; }

Tensor cat(TensorList tensors, int64_t dim) {
  FG_CHECK(!tensors.empty(), "torch.cat(): expected a non-empty list of Tensors");
  const Tensor *first = nullptr;
  ResultTypeState dtypes;
  for (size_t i = 0; i < tensors.size(); ++i) {
    checkDefined(tensors[i], "cat");
    FG_CHECK(tensors[i].dim() > 0, "zero-dimensional tensor (at position ", i, ") cannot be concatenated");
    dtypes.add(tensors[i].scalar_type(), false, false);
    if (!first && !isSkipped(tensors[i]))
      first = &tensors[i];
  }
  const ScalarType dtype = dtypes.result();
  if (isComplexType(dtype))
    return complex_forms::cat(tensors, dim);
  if (!first)
    return newContiguous({0}, dtype);

  const int64_t rank = first->dim(), at = wrapDim(dim, rank);
  std::vector<int64_t> shape = first->sizes().vec();
  int64_t total = 0;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor &t = tensors[i];
    if (isSkipped(t))
      continue;
    FG_CHECK(t.dim() == rank, "Tensors must have same number of dimensions: got ", rank, " and ", t.dim());
    for (int64_t d = 0; d < rank; ++d)
      FG_CHECK(d == at || t.size(d) == first->size(d), "Sizes of tensors must match except in dimension ", at,
               ". Expected size ", first->size(d), " but got size ", t.size(d), " for tensor number ", i,
               " in the list.");
    total += t.size(at);
  }
  shape[size_t(at)] = total;
  const Tensor output = newContiguous(shape, dtype);
  int64_t start = 0;
  for (const Tensor &t : tensors) {
    if (isSkipped(t))
      continue;
    if (t.numel())
      copyInto(slice(output, at, start, start + t.size(at), 1), t);
    start += t.size(at);
  }
  return output;
}

} // namespace fg::host
