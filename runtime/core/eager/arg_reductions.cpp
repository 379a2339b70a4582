// argmax and argmin: the first of equal elements, and NaN before all numbers.
#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/copy.h"
#include "runtime/core/eager/reduction.h"

#include <fullgraph/detail/formulas.h>

namespace fg::host {

using namespace detail;

namespace {

template <class C> struct Best {
  C value{};
  int64_t index = -1;

  template <bool largest> void offer(const C *x, int64_t n, int64_t first) {
    for (int64_t i = 0; i < n; ++i) {
      const bool better = (largest ? x[i] > value : x[i] < value) ||
                          (formulas::Math<C>::isNan(x[i]) && !formulas::Math<C>::isNan(value));
      if (index >= 0 && !better)
        continue;
      value = x[i];
      index = first + i;
    }
  }
};

template <bool largest, class C>
int64_t bestOf(const char *p, int64_t stride, int64_t length, ScalarType dtype, Compute compute) {
  Best<C> best;
  const LoadFn load = loader(dtype, compute);
  forEachTile(length, tileSize, [&](int64_t begin, int64_t n) {
    C tile[tileSize];
    load(tile, p + begin * stride, stride, n);
    best.template offer<largest>(tile, n, begin);
  });
  return best.index;
}

template <bool largest>
Tensor argExtremum(const char *name, const Tensor &self, std::optional<int64_t> dim, bool keepdim) {
  checkDefined(self, name);
  FG_CHECK(self.scalar_type() != kBool, name, "(): does not support bool input");
  const int64_t rank = self.dim();
  const int64_t at = dim ? wrapDim(*dim, rank) : 0;
  FG_CHECK(dim || self.numel() != 0, name,
           "(): Expected reduction dim to be specified for input.numel() == 0.");
  FG_CHECK(!dim || rank == 0 || self.size(at) != 0, name, "(): Expected reduction dim ", at,
           " to have non-zero size.");

  const DimSet dims(dim ? IntArrayRef(at) : IntArrayRef(), rank);
  const Tensor output = newContiguous(reducedSizes(self, dims), kLong);
  // Without a dim the index is that of the flattened tensor.
  const Tensor input = dim ? self : view(contiguous(self), {self.numel()});
  const bool whole = !dim || rank == 0;
  const int64_t length = rank == 0 ? 1 : input.size(whole ? 0 : at),
                step = rank == 0 ? 0 : input.stride(whole ? 0 : at);

  LoopNest nest(output.sizes());
  nest.add(output);
  std::vector<int64_t> strides(size_t(rank), 0);
  for (int64_t d = 0; d < rank && !whole; ++d)
    strides[size_t(d)] = d == at ? 0 : input.stride(d);
  nest.add(output.sizes(), strides, input.scalar_type(), input.data_ptr());
  const ScalarType dtype = input.scalar_type();
  const int64_t bytes = int64_t(elementSize(dtype));
  const Compute compute = computeOf(dtype);
  nest.forEachRow([&](char *const *p) {
    for (int64_t i = 0; i < nest.rowLength(); ++i) {
      const char *const from = p[1] + i * nest.rowStride(1);
      *reinterpret_cast<int64_t *>(p[0] + i * nest.rowStride(0)) = withCompute(compute, [&](auto c) {
        return bestOf<largest, decltype(c)>(from, step * bytes, length, dtype, compute);
      });
    }
  });
  return dropReduced(output, dims, keepdim);
}

} // namespace

Tensor argmax(const Tensor &self, std::optional<int64_t> dim, bool keepdim) {
  return argExtremum<true>("argmax", self, dim, keepdim);
}
Tensor argmin(const Tensor &self, std::optional<int64_t> dim, bool keepdim) {
  return argExtremum<false>("argmin", self, dim, keepdim);
}

} // namespace fg::host
