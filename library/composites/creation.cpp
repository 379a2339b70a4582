// The definitions of composites/creation.h's functions.
#include <fullgraph/ops.h>

namespace fg {

namespace detail {
ScalarType dtypeFor(const TensorOptions &options, ScalarType byDefault) {
  return options.has_dtype() ? options.dtype() : byDefault;
}
Tensor onDeviceOf(const TensorOptions &options, const Tensor &made) {
  if (options.has_device() && !(expected(options.device().is_cpu()) && made.is_cpu()))
    return placed(made, options.device());
  return made;
}
TensorOptions optionsBeside(const Tensor &self, const TensorOptions &options) {
  const TensorOptions typed = options.dtype(dtypeFor(options, self.scalar_type()));
  return options.has_device() ? typed : typed.device(self.device());
}

/// torch.full's dtype where none is given.
static ScalarType dtypeOfScalar(const Scalar &value) {
  if (value.isBoolean())
    return kBool;
  return value.isIntegral() ? kLong : kFloat;
}

} // namespace detail

Tensor rand(IntArrayRef size, const TensorOptions &options) {
  return detail::onDeviceOf(options, random_uniform(random_key(), size, detail::dtypeFor(options, kFloat)));
}
Tensor randn(IntArrayRef size, const TensorOptions &options) {
  return detail::onDeviceOf(options, random_normal(random_key(), size, detail::dtypeFor(options, kFloat)));
}
Tensor rand_like(const Tensor &self, const TensorOptions &options) {
  return detail::onDeviceOf(
      detail::optionsBeside(self, options),
      random_uniform(random_key(), self.sizes(), detail::dtypeFor(options, self.scalar_type())));
}
Tensor randn_like(const Tensor &self, const TensorOptions &options) {
  return detail::onDeviceOf(
      detail::optionsBeside(self, options),
      random_normal(random_key(), self.sizes(), detail::dtypeFor(options, self.scalar_type())));
}
Tensor randint(int64_t low, int64_t high, IntArrayRef size, const TensorOptions &options) {
  return detail::onDeviceOf(
      options, to(random_integers(random_key(), low, high, size), detail::dtypeFor(options, kLong)));
}
Tensor randint(int64_t high, IntArrayRef size, const TensorOptions &options) {
  return randint(0, high, size, options);
}

Tensor randint_like(const Tensor &self, int64_t low, int64_t high, const TensorOptions &options) {
  return detail::onDeviceOf(detail::optionsBeside(self, options),
                            to(random_integers(random_key(), low, high, self.sizes()),
                               detail::dtypeFor(options, self.scalar_type())));
}
Tensor randint_like(const Tensor &self, int64_t high, const TensorOptions &options) {
  return randint_like(self, 0, high, options);
}
Tensor range(const Scalar &start, const Scalar &end, const Scalar &step, const TensorOptions &options) {
  const double from = start.toDouble(), upTo = end.toDouble(), by = step.toDouble();
  FG_CHECK(by != 0, "step must be nonzero");
  FG_CHECK(by > 0 ? upTo >= from : upTo <= from, "upper bound and lower bound inconsistent with step sign");
  const int64_t count = static_cast<int64_t>((upTo - from) / by + 1);
  const ScalarType dtype = detail::dtypeFor(options, kFloat);
  return detail::onDeviceOf(options, to(add(mul(to(arange(count), kDouble), by), from), dtype));
}

Tensor full(IntArrayRef size, const Scalar &fill_value, const TensorOptions &options) {
  return detail::onDeviceOf(
      options, full(size, fill_value, detail::dtypeFor(options, detail::dtypeOfScalar(fill_value))));
}
Tensor zeros(IntArrayRef size, const TensorOptions &options) {
  return detail::onDeviceOf(options, full(size, 0, detail::dtypeFor(options, kFloat)));
}
Tensor ones(IntArrayRef size, const TensorOptions &options) {
  return detail::onDeviceOf(options, full(size, 1, detail::dtypeFor(options, kFloat)));
}
Tensor empty(IntArrayRef size, const TensorOptions &options) { return zeros(size, options); }

Tensor full_like(const Tensor &self, const Scalar &fill_value, ScalarType dtype) {
  return full_like(self, fill_value, std::optional<ScalarType>(dtype));
}
Tensor full_like(const Tensor &self, const Scalar &fill_value, const TensorOptions &options) {
  return detail::onDeviceOf(options,
                            full_like(self, fill_value, detail::dtypeFor(options, self.scalar_type())));
}
Tensor zeros_like(const Tensor &self, const TensorOptions &options) {
  return detail::onDeviceOf(options, full_like(self, 0, detail::dtypeFor(options, self.scalar_type())));
}
Tensor ones_like(const Tensor &self, const TensorOptions &options) {
  return detail::onDeviceOf(options, full_like(self, 1, detail::dtypeFor(options, self.scalar_type())));
}
Tensor empty_like(const Tensor &self, const TensorOptions &options) { return zeros_like(self, options); }
Tensor arange(const Scalar &start, const Scalar &end, const Scalar &step, const TensorOptions &options) {
  const bool real = start.isFloatingPoint() || end.isFloatingPoint() || step.isFloatingPoint();
  return detail::onDeviceOf(options,
                            arange(start, end, step, detail::dtypeFor(options, real ? kFloat : kLong)));
}
Tensor arange(const Scalar &start, const Scalar &end, const TensorOptions &options) {
  return arange(start, end, 1, options);
}
Tensor arange(const Scalar &end, const TensorOptions &options) { return arange(0, end, 1, options); }

Tensor linspace(const Scalar &start, const Scalar &end, int64_t steps, const TensorOptions &options) {
  FG_CHECK(steps >= 0, "number of steps must be non-negative");
  const ScalarType dtype = detail::dtypeFor(options, kFloat);
  if (!detail::expected(steps != 1))
    return full({1}, start, options.dtype(dtype));
  const ScalarType compute = dtype == kFloat ? kFloat : kDouble;
  const double step = (end.toDouble() - start.toDouble()) / double(steps - 1);
  const Tensor index = arange(0, steps, 1, compute);
  const Tensor fromEnd = sub(steps - 1, index);
  const Tensor rising = add(mul(index, step), start), falling = sub(end, mul(fromEnd, step));
  return detail::onDeviceOf(options, to(where(lt(index, steps / 2), rising, falling), dtype));
}

Tensor eye(int64_t n, int64_t m, const TensorOptions &options) {
  return detail::onDeviceOf(options, eye(n, m, detail::dtypeFor(options, kFloat)));
}
Tensor eye(int64_t n, const TensorOptions &options) { return eye(n, n, options); }

namespace detail {
/// The points that a window is computed at; none of it where there are fewer than two.
static int64_t windowPoints(const char *name, int64_t window_length, bool periodic) {
  FG_CHECK(window_length >= 0, name,
           " requires non-negative window_length, got window_length=", window_length);
  return periodic && window_length > 1 ? window_length + 1 : window_length;
}
} // namespace detail
Tensor bartlett_window(int64_t window_length, bool periodic, const TensorOptions &options) {
  const int64_t points = detail::windowPoints("bartlett_window", window_length, periodic);
  if (points < 2)
    return ones({points}, options);
  const Tensor up = mul(arange(points, detail::dtypeFor(options, kFloat)), 2.0 / double(points - 1));
  return detail::onDeviceOf(options, narrow(minimum(up, rsub(up, 2)), 0, 0, window_length));
}
Tensor blackman_window(int64_t window_length, bool periodic, const TensorOptions &options) {
  const int64_t points = detail::windowPoints("blackman_window", window_length, periodic);
  if (points < 2)
    return ones({points}, options);
  const Tensor at =
      mul(arange(points, detail::dtypeFor(options, kFloat)), 3.14159265358979323846 / double(points - 1));
  const Tensor window = add(sub(mul(cos(mul(at, 4)), 0.08), mul(cos(mul(at, 2)), 0.5)), 0.42);
  return detail::onDeviceOf(options, narrow(window, 0, 0, window_length));
}
Tensor hamming_window(int64_t window_length, bool periodic, double alpha, double beta,
                      const TensorOptions &options) {
  const int64_t points = detail::windowPoints("hamming_window", window_length, periodic);
  if (points < 2)
    return ones({points}, options);
  const Tensor at =
      mul(arange(points, detail::dtypeFor(options, kFloat)), 2 * 3.14159265358979323846 / double(points - 1));
  return detail::onDeviceOf(options, narrow(add(mul(cos(at), -beta), alpha), 0, 0, window_length));
}
Tensor kaiser_window(int64_t window_length, bool periodic, double beta, const TensorOptions &options) {
  const int64_t points = detail::windowPoints("kaiser_window", window_length, periodic);
  if (points < 2)
    return ones({points}, options);
  const double centre = double(points - 1) / 2;
  const Tensor at = sub(div(arange(points, detail::dtypeFor(options, kFloat)), centre), 1);
  const Tensor height = i0(mul(sqrt(clamp_min(sub(1, mul(at, at)), 0)), beta));
  return detail::onDeviceOf(
      options, narrow(div(height, i0(full({}, beta, height.scalar_type()))), 0, 0, window_length));
}
Tensor hann_window(int64_t window_length, bool periodic, const TensorOptions &options) {
  return hamming_window(window_length, periodic, 0.5, 0.5, options);
}

Tensor tensor(detail::EmptyList, const TensorOptions &options) { return empty({0}, options); }
Tensor scalar_tensor(const Scalar &s, const TensorOptions &options) {
  return detail::onDeviceOf(options, full({}, s, detail::dtypeFor(options, kFloat)));
}

} // namespace fg
