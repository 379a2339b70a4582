// gather, index_select, embedding. All indices are checked before the result is allocated.
#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/copy.h"

#include <cstring>

namespace fg::host {

using namespace detail;

namespace {

/// The indices as i64 in C order.
Tensor indicesOf(const Tensor &index) { return contiguousAs(index, kLong); }

bool isIndexDtype(ScalarType t) { return t == kLong || t == kInt; }

void copyElement(char *to, const char *from, size_t bytes) {
  switch (bytes) {
  case 1:
    std::memcpy(to, from, 1);
    break;
  case 2:
    std::memcpy(to, from, 2);
    break;
  case 4:
    std::memcpy(to, from, 4);
    break;
  default:
    std::memcpy(to, from, 8);
    break;
  }
}

/// ATen words the mistake otherwise where `self` has dims but no elements.
void checkRange(const Tensor &self, int64_t dim, const Tensor &indices) {
  const int64_t *const at = indices.data_ptr<int64_t>(), size = self.dim() ? self.size(dim) : 1;
  const bool empty = self.dim() > 1 && self.numel() == 0;
  FG_CHECK(!empty || indices.numel() == 0 || size > 0,
           "index_select(): self indexing axis dim should be positive");
  for (int64_t i = 0; i < indices.numel(); ++i) {
    if (at[i] >= 0 && at[i] < size)
      continue;
    FG_CHECK(!empty, "INDICES element is out of DATA bounds, id=", at[i], " axis_dim=", size);
    FG_CHECK(false, "index out of range in self");
  }
}

/// output = input with, along `dim`, the slices that `indices` names.
Tensor selectSlices(const Tensor &self, int64_t dim, const Tensor &indices) {
  std::vector<int64_t> shape = self.sizes().vec();
  shape[size_t(dim)] = indices.numel();
  const Tensor output = newContiguous(shape, self.scalar_type());
  if (output.numel() == 0)
    return output;
  const Tensor input = contiguous(self);
  int64_t outer = 1, inner = int64_t(self.element_size());
  for (int64_t d = 0; d < self.dim(); ++d)
    (d < dim ? outer : inner) *= d == dim ? 1 : self.size(d);
  const int64_t *const at = indices.data_ptr<int64_t>(), count = indices.numel(), size = self.size(dim);
  const char *from = static_cast<const char *>(input.data_ptr());
  char *to = static_cast<char *>(output.data_ptr());
  for (int64_t o = 0; o < outer; ++o, from += size * inner)
    for (int64_t i = 0; i < count; ++i, to += inner)
      std::memcpy(to, from + at[i] * inner, size_t(inner));
  return output;
}

} // namespace

Tensor gather(const Tensor &self, int64_t dim, const Tensor &index) {
  checkDefined(self, "gather");
  checkDefined(index, "gather");
  if (self.is_complex())
    return complex_forms::gather(self, dim, index);
  FG_CHECK(isIndexDtype(index.scalar_type()), "gather(): Expected dtype int32/int64 for index");
  const int64_t at = wrapDim(dim, self.dim());
  const Tensor output = newContiguous(index.sizes(), self.scalar_type());
  if (index.numel() == 0)
    return output;
  // 0-d tensors count as one-element vectors.
  const Tensor source = self.dim() ? self : unsqueeze(self, 0),
               positions = index.dim() ? index : unsqueeze(index, 0);
  FG_CHECK(source.dim() == positions.dim(),
           "Index tensor must have the same number of dimensions as input tensor");
  for (int64_t d = 0; d < source.dim(); ++d)
    FG_CHECK(d == at || positions.size(d) <= source.size(d), "Size does not match at dimension ", d,
             " expected index ", index.sizes(), " to be no larger than self ", self.sizes(),
             " apart from dimension ", at);
  const Tensor indices = indicesOf(positions);
  const int64_t *const begin = indices.data_ptr<int64_t>(), size = source.size(at);
  for (int64_t i = 0; i < indices.numel(); ++i)
    FG_CHECK(begin[i] >= 0 && begin[i] < size, "index ", begin[i], " is out of bounds for dimension ", at,
             " with size ", size);

  const int64_t step = source.stride(at) * int64_t(source.element_size());
  std::vector<int64_t> strides = source.strides().vec();
  strides[size_t(at)] = 0;
  LoopNest nest(indices.sizes());
  nest.add(indices.sizes(), indices.strides(), self.scalar_type(), output.data_ptr());
  nest.add(indices);
  nest.add(indices.sizes(), strides, source.scalar_type(), source.data_ptr());
  nest.coalesce();
  const size_t bytes = source.element_size();
  nest.forEachRow([&](char *const *p) {
    for (int64_t i = 0; i < nest.rowLength(); ++i) {
      const int64_t position = *reinterpret_cast<const int64_t *>(p[1] + i * nest.rowStride(1));
      copyElement(p[0] + i * nest.rowStride(0), p[2] + i * nest.rowStride(2) + position * step, bytes);
    }
  });
  return output;
}

Tensor index_select(const Tensor &self, int64_t dim, const Tensor &index) {
  checkDefined(self, "index_select");
  checkDefined(index, "index_select");
  if (self.is_complex())
    return complex_forms::index_select(self, dim, index);
  const int64_t at = wrapDim(dim, self.dim());
  FG_CHECK(index.dim() <= 1, "index_select(): Index is supposed to be a vector");
  FG_CHECK(self.dim() > 0 || index.numel() == 1,
           "index_select(): Index to scalar can have only 1 value, got ", index.numel(), " value(s)");
  FG_CHECK(isIndexDtype(index.scalar_type()), "index_select(): Expected dtype int32 or int64 for index");
  const Tensor indices = indicesOf(index);
  checkRange(self, at, indices);
  return self.dim() ? selectSlices(self, at, indices) : clone(self);
}

Tensor embedding(const Tensor &weight, const Tensor &indices) {
  checkDefined(weight, "embedding");
  checkDefined(indices, "embedding");
  FG_CHECK(weight.dim() == 2, "'weight' must be 2-D");
  if (weight.is_complex())
    return complex_forms::embedding(weight, indices);
  FG_CHECK(isIndexDtype(indices.scalar_type()),
           "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; "
           "but got "
           "torch.",
           indices.scalar_type(), "Tensor instead (while checking arguments for embedding)");
  const Tensor rows = indicesOf(indices);
  checkRange(weight, 0, rows);
  std::vector<int64_t> shape = indices.sizes().vec();
  shape.push_back(weight.size(1));
  return view(selectSlices(weight, 0, rows), shape);
}

} // namespace fg::host
