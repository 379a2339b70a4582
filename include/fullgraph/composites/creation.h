// Creation functions that are compositions of `full`, `full_like`, `arange` and `eye`.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

namespace detail {

/// The dtype a creation function makes for `options`, which must ask for the CPU.
inline ScalarType dtypeFor(const TensorOptions &options, ScalarType byDefault) {
  FG_CHECK(options.device().is_cpu(),
           "fullgraph is built without CUDA: a tensor cannot be created on device cuda");
  return options.has_dtype() ? options.dtype() : byDefault;
}

/// torch.full's dtype where none is given.
inline ScalarType dtypeOfScalar(const Scalar &value) {
  if (value.isBoolean())
    return kBool;
  return value.isIntegral() ? kLong : kFloat;
}

/// Copies `count` values that are stored as `from`; runtime/core.
Tensor fromValues(const void *values, int64_t count, ScalarType from, ScalarType dtype);

/// torch::tensor's dtype for values of type T: floating values make the default dtype, integers i64.
template <class T>
inline constexpr ScalarType literalDtype = scalarTypeOf<T> == kBool          ? kBool
                                           : isFloatingType(scalarTypeOf<T>) ? kFloat
                                                                             : kLong;
} // namespace detail

inline Tensor rand(IntArrayRef size, const TensorOptions &options = {}) { // uniform in [0, 1)
  return random_uniform(random_key(), size, detail::dtypeFor(options, kFloat));
}
inline Tensor randn(IntArrayRef size, const TensorOptions &options = {}) { // normal, mean 0, variance 1
  return random_normal(random_key(), size, detail::dtypeFor(options, kFloat));
}
inline Tensor rand_like(const Tensor &self, const TensorOptions &options = {}) {
  return random_uniform(random_key(), self.sizes(), detail::dtypeFor(options, self.scalar_type()));
}
inline Tensor randn_like(const Tensor &self, const TensorOptions &options = {}) {
  return random_normal(random_key(), self.sizes(), detail::dtypeFor(options, self.scalar_type()));
}
inline Tensor randint(int64_t low, int64_t high, IntArrayRef size, const TensorOptions &options = kLong) {
  return to(random_integers(random_key(), low, high, size), detail::dtypeFor(options, kLong));
}
inline Tensor randint(int64_t high, IntArrayRef size, const TensorOptions &options = kLong) {
  return randint(0, high, size, options);
}

inline Tensor full(IntArrayRef size, const Scalar &fill_value, const TensorOptions &options = {}) {
  return full(size, fill_value, detail::dtypeFor(options, detail::dtypeOfScalar(fill_value)));
}
inline Tensor zeros(IntArrayRef size, const TensorOptions &options = {}) {
  return full(size, 0, detail::dtypeFor(options, kFloat));
}
inline Tensor ones(IntArrayRef size, const TensorOptions &options = {}) {
  return full(size, 1, detail::dtypeFor(options, kFloat));
}
/// ATen leaves the elements undefined; here they are zero.
inline Tensor empty(IntArrayRef size, const TensorOptions &options = {}) { return zeros(size, options); }

inline Tensor full_like(const Tensor &self, const Scalar &fill_value, ScalarType dtype) {
  return full_like(self, fill_value, std::optional<ScalarType>(dtype));
}
inline Tensor full_like(const Tensor &self, const Scalar &fill_value, const TensorOptions &options) {
  return full_like(self, fill_value, detail::dtypeFor(options, self.scalar_type()));
}
inline Tensor zeros_like(const Tensor &self, const TensorOptions &options = {}) {
  return full_like(self, 0, detail::dtypeFor(options, self.scalar_type()));
}
inline Tensor ones_like(const Tensor &self, const TensorOptions &options = {}) {
  return full_like(self, 1, detail::dtypeFor(options, self.scalar_type()));
}
inline Tensor empty_like(const Tensor &self, const TensorOptions &options = {}) {
  return zeros_like(self, options);
}
inline Tensor arange(const Scalar &start, const Scalar &end, const Scalar &step,
                     const TensorOptions &options = {}) {
  const bool real = start.isFloatingPoint() || end.isFloatingPoint() || step.isFloatingPoint();
  return arange(start, end, step, detail::dtypeFor(options, real ? kFloat : kLong));
}
inline Tensor arange(const Scalar &start, const Scalar &end, const TensorOptions &options = {}) {
  return arange(start, end, 1, options);
}
inline Tensor arange(const Scalar &end, const TensorOptions &options = {}) {
  return arange(0, end, 1, options);
}

/// `steps` values from start to end, both included; as ATen's kernel, counted from both ends to meet in the
/// middle.
inline Tensor linspace(const Scalar &start, const Scalar &end, int64_t steps,
                       const TensorOptions &options = {}) {
  FG_CHECK(steps >= 0, "number of steps must be non-negative");
  const ScalarType dtype = detail::dtypeFor(options, kFloat);
  if (steps == 1)
    return full({1}, start, dtype);
  const ScalarType compute = dtype == kFloat ? kFloat : kDouble;
  const double step = (end.toDouble() - start.toDouble()) / double(steps - 1);
  const Tensor index = arange(0, steps, 1, compute);
  const Tensor fromEnd = sub(steps - 1, index);
  const Tensor rising = add(mul(index, step), start), falling = sub(end, mul(fromEnd, step));
  return to(where(lt(index, steps / 2), rising, falling), dtype);
}

inline Tensor eye(int64_t n, int64_t m, const TensorOptions &options = {}) {
  return eye(n, m, detail::dtypeFor(options, kFloat));
}
inline Tensor eye(int64_t n, const TensorOptions &options = {}) { return eye(n, n, options); }

inline Tensor scalar_tensor(const Scalar &s, const TensorOptions &options = {}) {
  return full({}, s, detail::dtypeFor(options, kFloat));
}

/// A 0-d tensor: bool from a bool, i64 from an integer, f32 from a floating number, unless options say
/// otherwise.
template <class T>
  requires(detail::scalarTypeOf<T> != ScalarType::Undefined)
Tensor tensor(T value, const TensorOptions &options = {}) {
  return full({}, value, detail::dtypeFor(options, detail::literalDtype<T>));
}
namespace detail {
/// One element a value, in f32, i64 or bool.
template <class T>
void appendElements(std::vector<Tensor> &elements, std::initializer_list<T> values, ScalarType dtype) {
  for (const T &value : values)
    elements.push_back(full({1}, value, dtype));
}
template <class T> int64_t commonSize(const T &lists) {
  const int64_t size = lists.size() == 0 ? 0 : int64_t(lists.begin()->size());
  for (const auto &list : lists)
    FG_CHECK(int64_t(list.size()) == size, "Expected all sub-lists to have sizes: ", size,
             " (e.g. the first), but got sub-list with sizes: ", int64_t(list.size()));
  return size;
}
} // namespace detail

/// Nested lists of up to three levels: `tensor({{1.0, 2.0}, {3.0, 4.0}})`.
template <class T> Tensor tensor(std::initializer_list<T> values, const TensorOptions &options = {}) {
  const ScalarType dtype = detail::dtypeFor(options, detail::literalDtype<T>);
  if (values.size() == 0)
    return full({0}, 0, dtype);
  std::vector<Tensor> elements;
  detail::appendElements(elements, values, dtype);
  return cat(elements);
}
template <class T>
Tensor tensor(std::initializer_list<std::initializer_list<T>> rows, const TensorOptions &options = {}) {
  const int64_t columns = detail::commonSize(rows);
  const ScalarType dtype = detail::dtypeFor(options, detail::literalDtype<T>);
  std::vector<Tensor> elements;
  for (const std::initializer_list<T> &row : rows)
    detail::appendElements(elements, row, dtype);
  if (elements.empty())
    return full({int64_t(rows.size()), columns}, 0, dtype);
  return view(cat(elements), {int64_t(rows.size()), columns});
}
template <class T>
Tensor tensor(std::initializer_list<std::initializer_list<std::initializer_list<T>>> planes,
              const TensorOptions &options = {}) {
  detail::commonSize(planes);
  std::vector<Tensor> parts;
  for (const std::initializer_list<std::initializer_list<T>> &plane : planes)
    parts.push_back(unsqueeze(tensor(plane, options), 0));
  return cat(parts);
}
/// The values of a vector; outside of compiled code only.
template <class T>
  requires(detail::scalarTypeOf<T> != ScalarType::Undefined && detail::scalarTypeOf<T> != kBool)
Tensor tensor(const std::vector<T> &values, const TensorOptions &options = {}) {
  return detail::fromValues(values.data(), int64_t(values.size()), detail::scalarTypeOf<T>,
                            detail::dtypeFor(options, detail::literalDtype<T>));
}
template <class T> Tensor tensor(ArrayRef<T> values, const TensorOptions &options = {}) {
  return detail::fromValues(values.data(), int64_t(values.size()), detail::scalarTypeOf<T>,
                            detail::dtypeFor(options, detail::literalDtype<T>));
}

namespace detail {
Tensor fromBlob(void *data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions &options,
                void (*release)(Storage *), void *context);     // runtime/core
std::array<int64_t, maxRank> stridesInOrder(IntArrayRef sizes); // of a C-order tensor; runtime/core
} // namespace detail

/// As from_blob, and `deleter(data)` is called when the last tensor that shares the memory goes.
template <class F>
  requires requires(F &f, void *data) { f(data); }
Tensor from_blob(void *data, IntArrayRef sizes, IntArrayRef strides, F deleter,
                 const TensorOptions &options = {}) {
  const auto release = [](detail::Storage *storage) {
    F *const held = static_cast<F *>(storage->context);
    (*held)(storage->data);
    delete held;
    delete storage;
  };
  F *const held = new F(static_cast<F &&>(deleter));
  try {
    return detail::fromBlob(data, sizes, strides, options, release, held);
  } catch (...) { // the caller keeps the memory
    delete held;
    throw;
  }
}
template <class F>
  requires requires(F &f, void *data) { f(data); }
Tensor from_blob(void *data, IntArrayRef sizes, F deleter, const TensorOptions &options = {}) {
  const std::array<int64_t, detail::maxRank> strides = detail::stridesInOrder(sizes);
  return from_blob(data, sizes, IntArrayRef(strides.data(), sizes.size()), static_cast<F &&>(deleter),
                   options);
}

} // namespace fg
