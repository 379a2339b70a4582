#include "DeviceCall.h"

#include "runtime/core/device/driver.h"

#include <cstdlib>
#include <cstring>
#include <stdexcept>

extern "C" const void *halide_cuda_device_interface();
extern "C" const void *halide_opencl_device_interface();

namespace fullgraph::test {

using fg::devices::Driver;

namespace {
bool callsLibrary = false;
}
LibraryScope::LibraryScope() { callsLibrary = true; }
LibraryScope::~LibraryScope() { callsLibrary = false; }

std::optional<fg::DeviceType> testDevice() {
  if (callsLibrary)
    return fg::kOpenCL;
  const char *const text = std::getenv("FULLGRAPH_TEST_DEVICE");
  const std::string name = text ? text : "cpu";
  if (name == "cpu")
    return std::nullopt;
  if (name != "opencl" && name != "cuda")
    throw std::runtime_error("FULLGRAPH_TEST_DEVICE is '" + name + "'; known are cpu, opencl and cuda");
  return name == "cuda" ? fg::kCUDA : fg::kOpenCL;
}

TargetSpec targetOf(std::optional<fg::DeviceType> device) {
  TargetSpec target{"x86-64-linux", 3};
  if (device)
    target.place = *device == fg::kCUDA ? KernelPlace::Cuda : KernelPlace::OpenCl;
  target.withLibrary = callsLibrary;
  return target;
}

namespace {

/// A buffer of the CPU's as the device sees it: a copy of what its dims reach.
class Staged {
public:
  Staged(Driver &driver, const fg_buffer &onCpu) : driver(driver), host(onCpu.host), buffer(onCpu) {
    int64_t last = 0;
    bool isEmpty = false;
    for (int d = 0; d < buffer.dimensions; ++d) {
      last += int64_t(buffer.dim[d].extent - 1) * buffer.dim[d].stride;
      isEmpty |= buffer.dim[d].extent == 0;
    }
    bytes = isEmpty ? 0 : size_t(last + 1) * size_t((buffer.type.bits + 7) / 8) * buffer.type.lanes;
    memory = driver.allocate(0, bytes + 1);
    if (bytes > 0)
      driver.upload(0, memory, host, bytes);
    buffer.host = nullptr;
    buffer.device = reinterpret_cast<uint64_t>(memory);
    buffer.device_interface =
        driver.type() == fg::kCUDA ? halide_cuda_device_interface() : halide_opencl_device_interface();
  }
  ~Staged() { driver.release(0, memory, bytes + 1); }
  Staged(const Staged &) = delete;

  /// The elements alone: what lies between them may be those of another buffer.
  void fetch() {
    if (bytes == 0)
      return;
    std::vector<uint8_t> values(bytes);
    driver.download(0, values.data(), memory, bytes);
    fetch(values.data(), host, buffer.dimensions);
  }
  fg_buffer *view() { return &buffer; }

private:
  void fetch(const uint8_t *from, uint8_t *to, int dimensions) const {
    const size_t element = size_t((buffer.type.bits + 7) / 8) * buffer.type.lanes;
    if (dimensions == 0) {
      std::memcpy(to, from, element);
      return;
    }
    const fg_dim &dim = buffer.dim[dimensions - 1];
    for (int i = 0; i < dim.extent; ++i) {
      const size_t offset = size_t(i) * size_t(dim.stride) * element;
      fetch(from + offset, to + offset, dimensions - 1);
    }
  }

  Driver &driver;
  uint8_t *host;
  fg_buffer buffer;
  size_t bytes = 0;
  void *memory = nullptr;
};

} // namespace

int callOnDevice(fg::DeviceType device, void *entry, const std::vector<void *> &inputs,
                 const std::vector<ScalarArg> &scalars, const std::vector<void *> &outputs) {
  Driver &driver = fg::devices::requireDriver(device);
  std::vector<std::unique_ptr<Staged>> staged;
  std::vector<void *> in, out;
  for (void *one : inputs)
    in.push_back(
        staged.emplace_back(std::make_unique<Staged>(driver, *static_cast<fg_buffer *>(one)))->view());
  for (void *one : outputs)
    out.push_back(
        staged.emplace_back(std::make_unique<Staged>(driver, *static_cast<fg_buffer *>(one)))->view());
  const int code = callKernel(entry, in, scalars, out);
  fg::devices::throwPending();
  for (const std::unique_ptr<Staged> &one : staged)
    one->fetch();
  return code;
}

} // namespace fullgraph::test
