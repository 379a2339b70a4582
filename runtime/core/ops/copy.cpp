#include "runtime/core/ops/copy.h"

#include "runtime/core/impl.h"
#include "runtime/core/ops/checks.h"
#include "runtime/core/ops/convert.h"

#include <cstring>

namespace fg {

namespace detail {

namespace {

template <class T> void copyRow(char *to, int64_t toStride, const char *from, int64_t fromStride, int64_t n) {
  for (int64_t i = 0; i < n; ++i, to += toStride, from += fromStride)
    *reinterpret_cast<T *>(to) = *reinterpret_cast<const T *>(from);
}

void copySameDtype(const LoopNest &nest, int64_t bytes) {
  const int64_t n = nest.rowLength(), to = nest.rowStride(0), from = nest.rowStride(1);
  nest.forEachRow([&](char *const *at) {
    if (to == bytes && from == bytes)
      std::memmove(at[0], at[1], size_t(n * bytes));
    else if (bytes == 1)
      copyRow<uint8_t>(at[0], to, at[1], from, n);
    else if (bytes == 2)
      copyRow<uint16_t>(at[0], to, at[1], from, n);
    else if (bytes == 4)
      copyRow<uint32_t>(at[0], to, at[1], from, n);
    else
      copyRow<uint64_t>(at[0], to, at[1], from, n);
  });
}

} // namespace

void copyInto(const Tensor &output, const Tensor &input) {
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
  const Tensor output = newTensor(self.sizes(), likeStrides(self), dtype);
  copyInto(output, self);
  return output;
}

Tensor contiguousAs(const Tensor &self, ScalarType dtype) {
  if (self.is_contiguous() && self.scalar_type() == dtype)
    return self;
  const Tensor output = newContiguous(self.sizes(), dtype);
  copyInto(output, self);
  return output;
}

} // namespace detail

using namespace detail;

Tensor to(const Tensor &self, ScalarType dtype, bool copy) {
  checkDefined(self, "to");
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
