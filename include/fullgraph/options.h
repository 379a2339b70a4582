// fg::Device, fg::TensorOptions and the autograd scopes (there is no autograd: they only let ATen code
// compile).
#pragma once

#include <fullgraph/detail/check.h>

#include <iosfwd>
#include <utility>

namespace fg {

enum class DeviceType : int32_t { // see ScalarType
  CPU = 0,
  CUDA = 1,
  OpenCL = 4
}; // c10::DeviceType's numbers
inline constexpr DeviceType kCPU = DeviceType::CPU;
inline constexpr DeviceType kCUDA = DeviceType::CUDA;
inline constexpr DeviceType kOpenCL = DeviceType::OpenCL;

struct Device {
  constexpr Device(DeviceType type = kCPU, int8_t index = -1) : type_(type), index_(index) {}
  /// "cpu", "cuda", "cuda:1" or "opencl:0". Without an index, the thread's current one, which is 0 unless it
  /// says otherwise; a tensor's device has an index, but for the CPU's.
  Device(const char *text);
  /// A std::string.
  template <class S>
    requires requires(const S &s) { s.c_str(), s.substr(0, 1); }
  Device(const S &text) : Device(text.c_str()) {}

  constexpr DeviceType type() const { return type_; }
  constexpr int8_t index() const { return index_; }
  constexpr bool has_index() const { return index_ >= 0; }
  constexpr bool is_cpu() const { return type_ == kCPU; }
  constexpr bool is_cuda() const { return type_ == kCUDA; }
  /// "cpu", "cuda" or "cuda:1".
  std::string str() const;
  friend constexpr bool operator==(Device a, Device b) { return a.type_ == b.type_ && a.index_ == b.index_; }

private:
  DeviceType type_;
  int8_t index_;
};

/// Elements have strides: there are no other tensors.
enum class Layout : int8_t { Strided = 0 };
inline constexpr Layout kStrided = Layout::Strided;

/// What a creation function is told of dtype and device; what is not set takes the function's default.
struct TensorOptions {
  constexpr TensorOptions() = default;
  constexpr TensorOptions(ScalarType dtype) : dtype_(dtype) {}
  constexpr TensorOptions(Device device) : device_(device), has_device_(true) {}
  constexpr TensorOptions(DeviceType device) : TensorOptions(Device(device)) {}
  /// A device's name: `zeros({2}, "cpu")`.
  template <size_t N> TensorOptions(const char (&device)[N]) : TensorOptions(Device(device)) {}
  template <class S>
    requires requires(const S &s) { s.c_str(), s.substr(0, 1); }
  TensorOptions(const S &device) : TensorOptions(Device(device)) {}

  constexpr TensorOptions dtype(ScalarType dtype) const {
    TensorOptions r = *this;
    r.dtype_ = dtype;
    return r;
  }
  constexpr TensorOptions device(Device device) const {
    TensorOptions r = *this;
    r.device_ = device;
    r.has_device_ = true;
    return r;
  }
  constexpr TensorOptions device(DeviceType type, int8_t index = -1) const {
    return device(Device(type, index));
  }
  constexpr TensorOptions layout(Layout) const { return *this; }
  /// Nothing: the host's memory is the only one.
  constexpr TensorOptions pinned_memory(bool) const { return *this; }
  constexpr TensorOptions requires_grad(bool value = true) const {
    TensorOptions r = *this;
    r.requires_grad_ = value;
    return r;
  }

  constexpr bool has_dtype() const { return dtype_ != ScalarType::Undefined; }
  constexpr bool has_device() const { return has_device_; }
  constexpr ScalarType dtype() const { return has_dtype() ? dtype_ : kFloat; }
  constexpr Device device() const { return device_; }
  constexpr bool requires_grad() const { return requires_grad_; }

private:
  ScalarType dtype_ = ScalarType::Undefined;
  Device device_;
  bool has_device_ = false, requires_grad_ = false;
};

constexpr TensorOptions dtype(ScalarType dtype) { return TensorOptions(dtype); }
constexpr TensorOptions device(Device device) { return TensorOptions(device); }
constexpr TensorOptions layout(Layout layout) { return TensorOptions().layout(layout); }
constexpr TensorOptions requires_grad(bool value = true) { return TensorOptions().requires_grad(value); }

struct NoGradGuard {
  NoGradGuard() {}
  ~NoGradGuard() {}
  NoGradGuard(const NoGradGuard &) = delete;
};

struct InferenceMode {
  explicit InferenceMode(bool = true) {}
  ~InferenceMode() {}
  InferenceMode(const InferenceMode &) = delete;
};

struct AutoGradMode {
  explicit AutoGradMode(bool) {}
  ~AutoGradMode() {}
  AutoGradMode(const AutoGradMode &) = delete;
};

/// CUDA's devices, through libcuda.so.1, which is looked for when first asked. `device` is an index; -1 means
/// the thread's current device.
namespace cuda {
bool is_available();
size_t device_count();
/// Waits for what was asked of the device so far. Without a device: nothing, as there is nothing to wait for.
void synchronize(int64_t device = -1);
/// Bytes in tensors.
size_t memory_allocated(int64_t device = -1);
/// Bytes that are free, and all, of the device's memory.
std::pair<size_t, size_t> mem_get_info(int64_t device = -1);
/// Gives memory of freed tensors, which is kept for later ones, back to the system.
void empty_cache();
inline void manual_seed(uint64_t) {}
inline void manual_seed_all(uint64_t) {}
} // namespace cuda

} // namespace fg
