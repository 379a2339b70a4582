// DLPack export and import.
#include <fullgraph/dlpack.h>

#include "runtime/core/tensor/impl.h"

#include <memory>

namespace fg {

using namespace detail;

namespace {

DLDataType toDLPack(ScalarType t) {
  const uint8_t code = t == kBool          ? kDLBool
                       : t == kBFloat16    ? kDLBfloat
                       : isFloatingType(t) ? kDLFloat
                       : isComplexType(t)  ? kDLComplex
                       : t == kByte        ? kDLUInt
                                           : kDLInt;
  return {code, uint8_t(8 * elementSize(t)), 1};
}

ScalarType fromDLPack(DLDataType type) {
  for (const ScalarType t : allScalarTypes) {
    const DLDataType ours = toDLPack(t);
    if (ours.code == type.code && ours.bits == type.bits && type.lanes == 1)
      return t;
  }
  fail({"from_dlpack: unsupported dtype: code ", int(type.code), ", ", int(type.bits), " bits, ",
        int(type.lanes), " lanes"});
}

/// What an exported tensor keeps alive.
struct Exported {
  DLManagedTensor managed;
  Tensor tensor;
  Dims sizes, strides;
};

/// Calls the deleter when the storage goes.
template <class Managed> void releaseImported(Storage *storage) {
  auto *managed = static_cast<Managed *>(storage->context);
  if (managed->deleter)
    managed->deleter(managed);
  delete storage;
}

/// OpenCL's memory is shared virtual memory here: a pointer, where DLPack leaves open what it is.
DLDevice toDLPack(Device device) {
  if (device.is_cpu())
    return {kDLCPU, 0};
  return {device.is_cuda() ? kDLCUDA : kDLOpenCL, device.index()};
}

Device fromDLPack(DLDevice device) {
  if (device.device_type == kDLCPU || device.device_type == kDLCUDAHost)
    return Device(kCPU);
  FG_CHECK(device.device_type == kDLCUDA && device.device_id >= 0 && device.device_id <= 127,
           "from_dlpack: unsupported device type ", int(device.device_type));
  return Device(kCUDA, int8_t(device.device_id));
}

template <class Managed> Tensor import(Managed *managed) {
  const DLTensor &source = managed->dl_tensor;
  const Device device = fromDLPack(source.device);
  const ScalarType dtype = fromDLPack(source.dtype);
  FG_CHECK(source.ndim >= 0, "from_dlpack: negative number of dimensions ", source.ndim);
  checkRank(size_t(source.ndim));
  const size_t rank = size_t(source.ndim);
  FG_CHECK(rank == 0 || source.shape, "from_dlpack: the shape is missing");
  const IntArrayRef sizes(source.shape, rank);
  for (const int64_t size : sizes)
    FG_CHECK(size >= 0, "from_dlpack: negative dimension ", size, ": ", sizes);
  const Dims strides = source.strides ? Dims(IntArrayRef(source.strides, rank)) : contiguousStrides(sizes);
  for (size_t d = 0; d < rank; ++d)
    FG_CHECK(strides[d] >= 0, "from_dlpack: negative strides are not supported: ", IntArrayRef(strides));
  FG_CHECK(source.data || numelOf(sizes) == 0, "from_dlpack: the data pointer is null");
  const int64_t bytes = extentOf(sizes, strides) * int64_t(elementSize(dtype));
  void *data = static_cast<char *>(source.data) + source.byte_offset;
  FG_CHECK(reinterpret_cast<uintptr_t>(data) % elementSize(dtype) == 0,
           "from_dlpack: the data is not aligned to its ", elementSize(dtype), "-byte elements");
  Storage *storage = wrapStorage(data, size_t(bytes), releaseImported<Managed>, managed);
  try {
    if (!device.is_cpu())
      putOnDevice(*storage, device);
  } catch (...) { // the caller keeps the memory
    delete storage;
    throw;
  }
  return makeTensor(storage, data, sizes, strides, dtype);
}

} // namespace

DLManagedTensor *to_dlpack(const Tensor &tensor) {
  if (!tensor.defined())
    failUndefined("to_dlpack");
  auto exported = std::make_unique<Exported>();
  exported->tensor = tensor;
  exported->sizes = tensor.sizes();
  exported->strides = tensor.strides();
  DLTensor &view = exported->managed.dl_tensor;
  view = {tensor.data_ptr(),
          toDLPack(tensor.device()),
          int32_t(tensor.dim()),
          toDLPack(tensor.scalar_type()),
          exported->sizes.values,
          exported->strides.values,
          0};
  exported->managed.manager_ctx = exported.get();
  exported->managed.deleter = [](DLManagedTensor *self) {
    delete static_cast<Exported *>(self->manager_ctx);
  };
  return &exported.release()->managed;
}

Tensor from_dlpack(DLManagedTensor *managed) { return import(managed); }

Tensor from_dlpack(DLManagedTensorVersioned *managed) {
  FG_CHECK(managed->version.major == DLPACK_MAJOR_VERSION, "from_dlpack: unsupported DLPack version ",
           managed->version.major, ".", managed->version.minor);
  FG_CHECK(!(managed->flags & DLPACK_FLAG_BITMASK_READ_ONLY),
           "from_dlpack: read-only tensors are not supported");
  return import(managed);
}

} // namespace fg
