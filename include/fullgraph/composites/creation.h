// Creation functions that are compositions of `full`, `full_like`, `arange` and `eye`.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

namespace detail {
/// The dtype a creation function makes for `options`.
ScalarType dtypeFor(const TensorOptions &options, ScalarType byDefault);
/// What was made, on the device that `options` name.
Tensor onDeviceOf(const TensorOptions &options, const Tensor &made);
/// `options` with self's dtype and device where they name none.
TensorOptions optionsBeside(const Tensor &self, const TensorOptions &options);
/// As toDevice, but nothing is linked by it: in a program that names no function which links the devices'
/// drivers it throws; runtime/core.
Tensor placed(const Tensor &made, Device device);

/// Copies `count` values that are stored as `from`; runtime/core.
Tensor fromValues(const void *values, int64_t count, ScalarType from, ScalarType dtype);

/// torch::tensor's dtype for values of type T: floating values make the default dtype, integers i64.
template <class T>
inline constexpr ScalarType literalDtype = scalarTypeOf<T> == kBool          ? kBool
                                           : isFloatingType(scalarTypeOf<T>) ? kFloat
                                                                             : kLong;
} // namespace detail

Tensor rand(IntArrayRef size, const TensorOptions &options = {});  // uniform in [0, 1)
Tensor randn(IntArrayRef size, const TensorOptions &options = {}); // normal, mean 0, variance 1
Tensor rand_like(const Tensor &self, const TensorOptions &options = {});
Tensor randn_like(const Tensor &self, const TensorOptions &options = {});
Tensor randint(int64_t low, int64_t high, IntArrayRef size, const TensorOptions &options = kLong);
Tensor randint(int64_t high, IntArrayRef size, const TensorOptions &options = kLong);
Tensor randint_like(const Tensor &self, int64_t low, int64_t high, const TensorOptions &options = {});
Tensor randint_like(const Tensor &self, int64_t high, const TensorOptions &options = {});

Tensor full(IntArrayRef size, const Scalar &fill_value, const TensorOptions &options = {});
Tensor zeros(IntArrayRef size, const TensorOptions &options = {});
Tensor ones(IntArrayRef size, const TensorOptions &options = {});
/// ATen leaves the elements undefined; here they are zero.
Tensor empty(IntArrayRef size, const TensorOptions &options = {});

Tensor full_like(const Tensor &self, const Scalar &fill_value, ScalarType dtype);
Tensor full_like(const Tensor &self, const Scalar &fill_value, const TensorOptions &options);
Tensor zeros_like(const Tensor &self, const TensorOptions &options = {});
Tensor ones_like(const Tensor &self, const TensorOptions &options = {});
Tensor empty_like(const Tensor &self, const TensorOptions &options = {});
Tensor arange(const Scalar &start, const Scalar &end, const Scalar &step, const TensorOptions &options = {});
Tensor arange(const Scalar &start, const Scalar &end, const TensorOptions &options = {});
Tensor arange(const Scalar &end, const TensorOptions &options = {});
/// As arange, with `end` among its values where a step meets it; f32 by default, for integers as well.
Tensor range(const Scalar &start, const Scalar &end, const Scalar &step = 1,
             const TensorOptions &options = {});

/// `steps` values from start to end, both included; as ATen's kernel, counted from both ends to meet in the
/// middle.
Tensor linspace(const Scalar &start, const Scalar &end, int64_t steps, const TensorOptions &options = {});

Tensor eye(int64_t n, int64_t m, const TensorOptions &options = {});
Tensor eye(int64_t n, const TensorOptions &options = {});

/// Windows of signal processing; periodic ones are those of one point more, without it.
Tensor bartlett_window(int64_t window_length, bool periodic = true, const TensorOptions &options = {});
Tensor blackman_window(int64_t window_length, bool periodic = true, const TensorOptions &options = {});
Tensor hamming_window(int64_t window_length, bool periodic = true, double alpha = 0.54, double beta = 0.46,
                      const TensorOptions &options = {});
Tensor kaiser_window(int64_t window_length, bool periodic = true, double beta = 12.0,
                     const TensorOptions &options = {});
Tensor hann_window(int64_t window_length, bool periodic = true, const TensorOptions &options = {});

Tensor scalar_tensor(const Scalar &s, const TensorOptions &options = {});

/// A 0-d tensor: bool from a bool, i64 from an integer, f32 from a floating number, unless options say
/// otherwise.
template <class T>
  requires(detail::scalarTypeOf<T> != ScalarType::Undefined)
Tensor tensor(T value, const TensorOptions &options = {}) {
  return detail::onDeviceOf(options, full({}, value, detail::dtypeFor(options, detail::literalDtype<T>)));
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
namespace detail {
struct EmptyList {};
} // namespace detail
/// `tensor({})`: no element.
Tensor tensor(detail::EmptyList, const TensorOptions &options = {});
template <class T> Tensor tensor(std::initializer_list<T> values, const TensorOptions &options = {}) {
  const ScalarType dtype = detail::dtypeFor(options, detail::literalDtype<T>);
  if (values.size() == 0)
    return full({0}, 0, options.dtype(dtype));
  std::vector<Tensor> elements;
  detail::appendElements(elements, values, dtype);
  return detail::onDeviceOf(options, cat(elements));
}
template <class T>
Tensor tensor(std::initializer_list<std::initializer_list<T>> rows, const TensorOptions &options = {}) {
  const int64_t columns = detail::commonSize(rows);
  const ScalarType dtype = detail::dtypeFor(options, detail::literalDtype<T>);
  std::vector<Tensor> elements;
  for (const std::initializer_list<T> &row : rows)
    detail::appendElements(elements, row, dtype);
  if (elements.empty())
    return full({int64_t(rows.size()), columns}, 0, options.dtype(dtype));
  return detail::onDeviceOf(options, view(cat(elements), {int64_t(rows.size()), columns}));
}
template <class T>
Tensor tensor(std::initializer_list<std::initializer_list<std::initializer_list<T>>> planes,
              const TensorOptions &options = {}) {
  detail::commonSize(planes);
  const ScalarType dtype = detail::dtypeFor(options, detail::literalDtype<T>);
  std::vector<Tensor> parts;
  for (const std::initializer_list<std::initializer_list<T>> &plane : planes)
    parts.push_back(unsqueeze(tensor(plane, dtype), 0));
  return detail::onDeviceOf(options, cat(parts));
}
/// The values of a vector; outside of compiled code only.
template <class T>
  requires(detail::scalarTypeOf<T> != ScalarType::Undefined && detail::scalarTypeOf<T> != kBool)
Tensor tensor(const std::vector<T> &values, const TensorOptions &options = {}) {
  return detail::onDeviceOf(options,
                            detail::fromValues(values.data(), int64_t(values.size()), detail::scalarTypeOf<T>,
                                               detail::dtypeFor(options, detail::literalDtype<T>)));
}
template <class T> Tensor tensor(ArrayRef<T> values, const TensorOptions &options = {}) {
  return detail::onDeviceOf(options,
                            detail::fromValues(values.data(), int64_t(values.size()), detail::scalarTypeOf<T>,
                                               detail::dtypeFor(options, detail::literalDtype<T>)));
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
