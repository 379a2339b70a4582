// Creation functions.
#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/convert.h"
#include "runtime/core/eager/loop_nest.h"

#include <cmath>
#include <cstring>

namespace fg::host {

using namespace detail;

namespace {

/// The bytes of `value` as `dtype`.
void elementOf(char (&element)[8], const Scalar &value, ScalarType dtype) {
  if (value.isFloatingPoint()) {
    const double v = value.toDouble();
    storer(Compute::F64, dtype)(element, 0, &v, 1);
  } else {
    const int64_t v = value.toLong();
    storer(Compute::I64, dtype)(element, 0, &v, 1);
  }
}

Tensor filled(IntArrayRef size, IntArrayRef strides, const Scalar &value, ScalarType dtype) {
  checkedFill(value, dtype);
  const Tensor output = newTensor(size, strides, dtype); // without gaps: filled as a run of bytes
  char element[8];
  elementOf(element, value, dtype);
  const size_t bytes = elementSize(dtype), total = output.nbytes();
  char *const data = static_cast<char *>(output.data_ptr());
  if (total == 0)
    return output;
  if (bytes == 1) {
    std::memset(data, element[0], total);
    return output;
  }
  std::memcpy(data, element, bytes);
  for (size_t done = bytes; done < total; done *= 2)
    std::memcpy(data + done, data, std::min(done, total - done));
  return output;
}

void checkSizes(IntArrayRef size) {
  for (const int64_t s : size)
    FG_CHECK(s >= 0, "Trying to create tensor with negative dimension ", s, ": ", size);
}

} // namespace

Tensor full(IntArrayRef size, const Scalar &fill_value, ScalarType dtype) {
  checkSizes(size);
  if (isComplexType(dtype))
    return complex_forms::full(size, fill_value, dtype);
  return filled(size, contiguousStrides(size), fill_value, dtype);
}

static Tensor fullLike(const Tensor &self, const Scalar &fill_value, std::optional<ScalarType> dtype) {
  checkDefined(self, "full_like");
  if (self.is_complex() || isComplexType(dtype.value_or(kFloat)))
    return complex_forms::full_like(self, fill_value, dtype);
  return filled(self.sizes(), likeStrides(self), fill_value, dtype.value_or(self.scalar_type()));
}

Tensor arange(const Scalar &start, const Scalar &end, const Scalar &step, ScalarType dtype) {
  FG_CHECK(dtype != kBool, "\"arange_cpu\" not implemented for 'Bool'");
  const double first = start.toDouble(), last = end.toDouble();
  const bool integral = isIntegralType(dtype, false);
  // ATen converts the numbers to the accumulation dtype first: a step of 0.5 is 0 for integers.
  const double by = integral ? double(step.toLong()) : step.toDouble();
  FG_CHECK(by != 0, "step must be nonzero");
  FG_CHECK(std::isfinite(first) && std::isfinite(last), "unsupported range: ", first, " -> ", last);
  FG_CHECK((by > 0 && last >= first) || (by < 0 && last <= first),
           "upper bound and lower bound inconsistent with step sign");
  // Integers that a double cannot hold are counted exactly.
  const bool exact =
      dtype == kLong && !start.isFloatingPoint() && !end.isFloatingPoint() && !step.isFloatingPoint();
  double count;
  if (exact) {
    const int64_t s = step.toLong(), sign = s > 0 ? 1 : -1;
    count = double((end.toLong() - start.toLong() + s - sign) / s);
  } else {
    count = std::ceil((last - first) / step.toDouble());
  }
  FG_CHECK(count >= 0 && count <= 0x1p62, "invalid size, possible overflow?");

  const Tensor output = newContiguous({int64_t(count)}, dtype);
  const int64_t bytes = int64_t(elementSize(dtype));
  char *const data = static_cast<char *>(output.data_ptr());
  const auto fill = [&](auto origin, auto increment, Compute compute) {
    decltype(origin) tile[tileSize];
    const StoreFn store = storer(compute, dtype);
    forEachTile(output.numel(), tileSize, [&](int64_t begin, int64_t n) {
      for (int64_t i = 0; i < n; ++i)
        tile[i] = origin + increment * decltype(origin)(begin + i);
      store(data + begin * bytes, bytes, tile, n);
    });
  };
  if (integral)
    fill(start.toLong(), step.toLong(), Compute::I64);
  else
    fill(first, step.toDouble(), Compute::F64); // ATen, too, accumulates f32 in double
  return output;
}

Tensor eye(int64_t n, int64_t m, ScalarType dtype) {
  FG_CHECK(n >= 0, "n must be greater or equal to 0, got ", n);
  FG_CHECK(m >= 0, "m must be greater or equal to 0, got ", m);
  if (isComplexType(dtype))
    return complex_forms::eye(n, m, dtype);
  const Tensor output = host::full({n, m}, 0, dtype);
  char one[8];
  elementOf(one, 1, dtype);
  const size_t bytes = elementSize(dtype);
  char *const data = static_cast<char *>(output.data_ptr());
  for (int64_t i = 0; i < std::min(n, m); ++i)
    std::memcpy(data + size_t(i * (m + 1)) * bytes, one, bytes);
  return output;
}

} // namespace fg::host

namespace fg {

// Not of fg::host: self's elements need not come from a device.
Tensor full_like(const Tensor &self, const Scalar &fill_value, std::optional<ScalarType> dtype) {
  using namespace detail;
  const Tensor made = host::fullLike(self, fill_value, dtype);
  if (isOnHost(self)) [[likely]]
    return made;
  const Tensor there = newTensorBeside(self, made.sizes(), made.strides(), made.scalar_type());
  copyAcross(there, made);
  return there;
}

} // namespace fg
