// Creation functions that are compositions of `full`, `full_like`, `arange` and `eye`.
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

/// The nested braces of `fg::tensor({{1, 2}, {3, 4}})`.
struct NestedList {
  Scalar value;
  std::vector<NestedList> children;
  bool isList = false;

  template <class T>
    requires(scalarTypeOf<T> != ScalarType::Undefined)
  NestedList(T v) : value(v) {}
  NestedList(std::initializer_list<NestedList> list) : children(list), isList(true) {}
};

inline void flattenNestedList(const NestedList &list, size_t depth, std::vector<int64_t> &sizes,
                              std::vector<Scalar> &values) {
  if (!list.isList) {
    FG_CHECK(depth == sizes.size(), "Expected all sub-lists to have the same depth");
    values.push_back(list.value);
    return;
  }
  const int64_t size = int64_t(list.children.size());
  if (values.empty() && depth == sizes.size())
    sizes.push_back(size);
  FG_CHECK(depth < sizes.size() && sizes[depth] == size,
           "Expected all sub-lists to have sizes: ", depth < sizes.size() ? sizes[depth] : 0,
           ", but got sub-list with sizes: ", size);
  for (const NestedList &child : list.children)
    flattenNestedList(child, depth + 1, sizes, values);
}

/// Copies `count` values that are stored as `from`; runtime/core.
Tensor fromValues(const void *values, int64_t count, ScalarType from, ScalarType dtype);

/// torch::tensor's dtype for values of type T: floating values make the default dtype, integers i64.
template <class T>
inline constexpr ScalarType literalDtype = scalarTypeOf<T> == kBool          ? kBool
                                           : isFloatingType(scalarTypeOf<T>) ? kFloat
                                                                             : kLong;
} // namespace detail

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
inline Tensor rand_like(const Tensor &self, const TensorOptions &options = {}) {
  return rand(self.sizes(), detail::dtypeFor(options, self.scalar_type()));
}
inline Tensor randn_like(const Tensor &self, const TensorOptions &options = {}) {
  return randn(self.sizes(), detail::dtypeFor(options, self.scalar_type()));
}
inline Tensor randint(int64_t high, IntArrayRef size, const TensorOptions &options = kLong) {
  return randint(0, high, size, options);
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
/// `tensor({{1.0, 2.0}, {3.0, 4.0}})`: the sizes are the lists', the dtype that of the first value.
inline Tensor tensor(std::initializer_list<detail::NestedList> list, const TensorOptions &options = {}) {
  std::vector<int64_t> sizes;
  std::vector<Scalar> values;
  detail::flattenNestedList(list, 0, sizes, values);
  const ScalarType dtype =
      detail::dtypeFor(options, values.empty() ? kFloat : detail::dtypeOfScalar(values.front()));
  if (values.empty())
    return full(sizes, 0, dtype);
  std::vector<Tensor> elements;
  for (const Scalar &value : values)
    elements.push_back(full({1}, value, dtype));
  return view(cat(elements), sizes);
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

/// As from_blob, and `deleter(data)` is called when the last tensor that shares the memory goes.
template <class F>
  requires requires(F &f, void *data) { f(data); }
Tensor from_blob(void *data, IntArrayRef sizes, F deleter, const TensorOptions &options = {});

} // namespace fg
