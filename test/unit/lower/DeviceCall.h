// Calls a kernel of a device from tests whose memory is the CPU's: each buffer is copied there and back.
// Tests of kernels use it where FULLGRAPH_TEST_DEVICE names a device.
#pragma once

#include "KernelRunner.h"

#include <fullgraph/options.h>

#include <optional>

namespace fullgraph::test {

/// FULLGRAPH_TEST_DEVICE: "opencl" or "cuda"; none where it is not set, or "cpu". Throws for another name.
/// Opens no driver: a process that forks could use none afterwards.
std::optional<fg::DeviceType> testDevice();
/// What kernels for it are compiled for.
TargetSpec targetOf(std::optional<fg::DeviceType> device);

/// While it lives, kernels are compiled for OpenCL and call a library for their products: the test program's
/// fg_opencl_product (DeviceProductTest.cpp).
class LibraryScope {
public:
  LibraryScope();
  ~LibraryScope();
  LibraryScope(const LibraryScope &) = delete;
};

/// As callKernel, for a kernel that was compiled for `device`. Throws where this machine has no such device.
int callOnDevice(fg::DeviceType device, void *entry, const std::vector<void *> &inputs,
                 const std::vector<ScalarArg> &scalars, const std::vector<void *> &outputs);

} // namespace fullgraph::test
