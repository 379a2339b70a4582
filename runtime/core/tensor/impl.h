// Making tensors: storage, views, and the facts about strides that both need. All of runtime/core makes
// tensors through it. A tensor's elements lie in its storage: who makes a view answers for it.
#pragma once

#include <fullgraph/tensor.h>

namespace fg::detail {

/// Sizes or strides of one tensor, without an allocation.
struct Dims {
  int64_t values[maxRank];
  size_t rank = 0;

  Dims() = default;
  explicit Dims(size_t rank) : rank(rank) {}
  Dims(IntArrayRef dims) : rank(dims.size()) {
    for (size_t d = 0; d < rank; ++d)
      values[d] = dims[d];
  }
  int64_t &operator[](size_t d) { return values[d]; }
  int64_t operator[](size_t d) const { return values[d]; }
  size_t size() const { return rank; }
  void push(int64_t value) { values[rank++] = value; }
  operator IntArrayRef() const { return IntArrayRef(values, rank); }
};

/// Throws for a rank above maxRank.
void checkRank(size_t rank);
/// The strides of a new tensor in C order.
Dims contiguousStrides(IntArrayRef sizes);
/// In C order without gaps? Strides of dims of size 1 do not matter, nor any of an empty tensor.
bool isContiguous(IntArrayRef sizes, IntArrayRef strides);
/// The product of sizes; throws "numel: integer multiplication overflow" where it does not fit.
int64_t numelOf(IntArrayRef sizes);
/// Elements from the lowest to the highest that the strides reach, plus one; 0 for an empty tensor.
int64_t extentOf(IntArrayRef sizes, IntArrayRef strides);

/// A header for memory that somebody else made; `release` must delete it.
Storage *wrapStorage(void *data, size_t bytes, void (*release)(Storage *), void *context);
/// Takes over one reference of `storage`. No checks.
Tensor makeTensor(Storage *storage, void *data, IntArrayRef sizes, IntArrayRef strides, ScalarType dtype);
/// A view of `base` that begins at `data`, of its dtype or, of the same memory, another one.
Tensor makeView(const Tensor &base, void *data, IntArrayRef sizes, IntArrayRef strides);
Tensor makeView(const Tensor &base, void *data, IntArrayRef sizes, IntArrayRef strides, ScalarType dtype);

/// A tensor with memory of its own, whose elements are not initialised. Strides in elements, without
/// overlaps.
Tensor newTensor(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype);
Tensor newContiguous(IntArrayRef sizes, ScalarType dtype);
/// The same on a device, and on the one of another tensor. The first links the devices' drivers into the
/// program.
Tensor newTensor(IntArrayRef sizes, IntArrayRef strides, ScalarType dtype, Device device);
Tensor newTensorOn(devices::Driver &driver, int8_t index, IntArrayRef sizes, IntArrayRef strides,
                   ScalarType dtype);
Tensor newTensorBeside(const Tensor &other, IntArrayRef sizes, IntArrayRef strides, ScalarType dtype);

// ---- Devices (across.cpp): what a program has that may hold tensors of devices. No driver is linked for it.
// ------

inline bool isOnHost(const Tensor &tensor) { return !tensor.unsafeGetImpl()->storage->driver; }
/// `tensor`, or a copy of it in the host's memory, with the same strides where they leave few gaps.
Tensor onHost(const Tensor &tensor);
/// output = input, converted, where one or both are on a device; input broadcasts to output.
void copyAcross(const Tensor &output, const Tensor &input);
/// The storage's memory is the device's. As placed() of composites/creation.h for programs without drivers.
void putOnDevice(Storage &storage, Device device);

} // namespace fg::detail
