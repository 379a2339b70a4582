#include "runtime/core/eager/copy.h"

#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/convert.h"

#include <cstring>

namespace fg {

namespace detail {

namespace {

/// Calls f with an unsigned integer of the element's size.
struct Pair { // c128
  uint64_t parts[2];
};
template <class F> void withElement(int64_t bytes, F &&f) {
  if (bytes == 1)
    f(uint8_t());
  else if (bytes == 2)
    f(uint16_t());
  else if (bytes == 4)
    f(uint32_t());
  else if (bytes == 8)
    f(uint64_t());
  else
    f(Pair());
}

template <class T> void copyRow(char *to, int64_t toStride, const char *from, int64_t fromStride, int64_t n) {
  for (int64_t i = 0; i < n; ++i, to += toStride, from += fromStride)
    *reinterpret_cast<T *>(to) = *reinterpret_cast<const T *>(from);
}

/// The dim other than the innermost along which the input's elements are neighbours; 0 for none. A copy row
/// by row would read a whole cache line for each element.
int transposedDim(const LoopNest &nest, int64_t bytes) {
  constexpr int64_t worthwhile = 8;
  if (nest.rowStride(1) == bytes || nest.rowStride(1) == 0 || nest.rowLength() < worthwhile)
    return 0;
  for (int d = 1; d < nest.rank; ++d)
    if (nest.strides[1][d] == bytes && nest.sizes[d] >= worthwhile)
      return d;
  return 0;
}

template <class T> void copyTransposed(const LoopNest &nest, int dim) {
  constexpr int64_t block = 32; // 32 x 32 elements of 8 bytes stay in the L1 cache on both sides
  LoopNest outer({});           // the dims that are neither
  outer.operands = nest.operands;
  for (int k = 0; k < nest.operands; ++k)
    outer.data[k] = nest.data[k];
  outer.sizes[0] = 1;
  for (int k = 0; k < nest.operands; ++k)
    outer.strides[k][0] = 0;
  outer.rank = 1;
  for (int d = 1; d < nest.rank; ++d) {
    if (d == dim)
      continue;
    outer.sizes[outer.rank] = nest.sizes[d];
    for (int k = 0; k < nest.operands; ++k)
      outer.strides[k][outer.rank] = nest.strides[k][d];
    ++outer.rank;
  }
  outer.forEachRow([&](char *const *at) {
    forEachTile(nest.sizes[dim], block, [&](int64_t j0, int64_t nj) {
      forEachTile(nest.sizes[0], block, [&](int64_t i0, int64_t ni) {
        for (int64_t j = j0; j < j0 + nj; ++j)
          copyRow<T>(at[0] + i0 * nest.strides[0][0] + j * nest.strides[0][dim], nest.strides[0][0],
                     at[1] + i0 * nest.strides[1][0] + j * nest.strides[1][dim], nest.strides[1][0], ni);
      });
    });
  });
}

void copySameDtype(const LoopNest &nest, int64_t bytes) {
  const int64_t n = nest.rowLength(), to = nest.rowStride(0), from = nest.rowStride(1);
  if (to == bytes && from == bytes) {
    nest.forEachRow([&](char *const *at) { std::memmove(at[0], at[1], size_t(n * bytes)); });
    return;
  }
  withElement(bytes, [&](auto element) {
    using T = decltype(element);
    if (const int dim = transposedDim(nest, bytes))
      return copyTransposed<T>(nest, dim);
    nest.forEachRow([&](char *const *at) { copyRow<T>(at[0], to, at[1], from, n); });
  });
}

} // namespace

void copyInto(const Tensor &output, const Tensor &input) {
  if (!isOnHost(output) || !isOnHost(input)) [[unlikely]]
    return copyAcross(output, input);
  LoopNest nest(output.sizes());
  nest.add(output);
  nest.add(input);
  int perm[maxRank];
  nest.order(0, perm);
  nest.permute(perm);
  nest.coalesce();
  const ScalarType from = input.scalar_type(), to = output.scalar_type();
  if (from == to)
    return copySameDtype(nest, int64_t(elementSize(to)));

  const Compute compute = computeOf(from); // holds every value of `from`
  const LoadFn load = loader(from, compute);
  const StoreFn store = storer(compute, to);
  const int64_t toStride = nest.rowStride(0), fromStride = nest.rowStride(1);
  nest.forEachRow([&](char *const *at) {
    alignas(64) char tile[tileSize * 8];
    forEachTile(nest.rowLength(), tileSize, [&](int64_t begin, int64_t n) {
      load(tile, at[1] + begin * fromStride, fromStride, n);
      store(at[0] + begin * toStride, toStride, tile, n);
    });
  });
}

Tensor copyLike(const Tensor &self, ScalarType dtype) {
  const Tensor output = newTensorBeside(self, self.sizes(), likeStrides(self), dtype);
  copyInto(output, self);
  return output;
}

Tensor contiguousAs(const Tensor &self, ScalarType dtype) {
  if (self.is_contiguous() && self.scalar_type() == dtype)
    return self;
  const Tensor output = newTensorBeside(self, self.sizes(), contiguousStrides(self.sizes()), dtype);
  copyInto(output, self);
  return output;
}

} // namespace detail

using namespace detail;

Tensor to(const Tensor &self, ScalarType dtype, bool copy) {
  checkDefined(self, "to");
  if (self.scalar_type() != dtype && (self.is_complex() || isComplexType(dtype)))
    return complex_forms::to(self, dtype, copy);
  return !copy && self.scalar_type() == dtype ? self : copyLike(self, dtype);
}

Tensor clone(const Tensor &self) {
  checkDefined(self, "clone");
  return copyLike(self, self.scalar_type());
}

Tensor contiguous(const Tensor &self) {
  checkDefined(self, "contiguous");
  return contiguousAs(self, self.scalar_type());
}

Tensor &copy_(Tensor &self, const Tensor &src) {
  checkDefined(self, "copy_");
  checkDefined(src, "copy_");
  if (self.is_same(src))
    return self;
  if (self.scalar_type() != src.scalar_type() && (self.is_complex() || src.is_complex()))
    return complex_forms::copy_(self, src);
  if (!(self.sizes() == src.sizes())) {
    const std::vector<int64_t> shape = broadcastShapes(self.sizes(), src.sizes());
    FG_CHECK(self.sizes() == IntArrayRef(shape), "output with shape ", self.sizes(),
             " doesn't match the broadcast shape ", shape);
  }
  checkNoInternalOverlap(self);
  checkNoPartialOverlap(self, src);
  copyInto(self, src);
  return self;
}

} // namespace fg
