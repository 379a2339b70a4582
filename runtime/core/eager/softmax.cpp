// softmax and log_softmax along one dim.
#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/convert.h"
#include "runtime/core/eager/copy.h"

#include <fullgraph/detail/formulas.h>

#include <cmath>
#include <limits>
#include <vector>

namespace fg::host {

using namespace detail;

namespace {

/// One row in place. The maximum is subtracted first: the largest exponent is 0 and nothing overflows.
template <bool logarithm, class C> void normalise(C *x, int64_t n) {
  C largest = -std::numeric_limits<C>::infinity();
  for (int64_t i = 0; i < n; ++i)
    largest = formulas::maximum{}(largest, x[i]);
  C sum = 0;
  if (logarithm) {
    for (int64_t i = 0; i < n; ++i)
      sum += std::exp(x[i] - largest);
    const C shift = std::log(sum);
    for (int64_t i = 0; i < n; ++i)
      x[i] = x[i] - largest - shift;
    return;
  }
  for (int64_t i = 0; i < n; ++i)
    sum += x[i] = std::exp(x[i] - largest);
  for (int64_t i = 0; i < n; ++i)
    x[i] /= sum;
}

template <bool logarithm>
Tensor rowwise(const char *name, const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  checkDefined(self, name);
  const ScalarType result = dtype.value_or(self.scalar_type());
  const int64_t rank = self.dim(), at = wrapDim(dim, rank);
  FG_CHECK(isFloatingType(result), "\"", name, "_kernel_impl\" not implemented for '", result, "'");
  const Tensor output = newContiguous(self.sizes(), result);
  if (output.numel() == 0)
    return output;

  // One row at a time, wherever its elements lie.
  const int64_t length = rank ? self.size(at) : 1;
  const int64_t fromStep = (rank ? self.stride(at) : 0) * int64_t(self.element_size());
  const int64_t toStep = (rank ? output.stride(at) : 0) * int64_t(output.element_size());
  std::vector<int64_t> sizes = self.sizes().vec();
  if (rank)
    sizes[size_t(at)] = 1;
  LoopNest nest(sizes);
  nest.add(sizes, output.strides(), result, output.data_ptr());
  nest.add(sizes, self.strides(), self.scalar_type(), self.data_ptr());
  const Compute compute = computeOf(result);
  const LoadFn load = loader(self.scalar_type(), compute);
  const StoreFn store = storer(compute, result);
  const auto run = [&](auto c) {
    std::vector<decltype(c)> row(static_cast<size_t>(length));
    nest.forEachRow([&](char *const *p) {
      for (int64_t i = 0; i < nest.rowLength(); ++i) {
        load(row.data(), p[1] + i * nest.rowStride(1), fromStep, length);
        normalise<logarithm>(row.data(), length);
        store(p[0] + i * nest.rowStride(0), toStep, row.data(), length);
      }
    });
  };
  if (compute == Compute::F64)
    run(double());
  else
    run(float());
  return output;
}

} // namespace

Tensor softmax(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return rowwise<false>("softmax", self, dim, dtype);
}
Tensor log_softmax(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype) {
  return rowwise<true>("log_softmax", self, dim, dtype);
}

} // namespace fg::host
