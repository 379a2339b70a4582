// Tensors on devices, and kernels that are launched there as Halide's code launches them. Each test runs for
// each type of device; where the machine has none of a type, it checks what the error says instead.
#include "Errors.h"
#include "runtime/core/device/driver.h"
#include "runtime/core/tensor/impl.h"

#include <fullgraph/abi.h>
#include <fullgraph/device_guard.h>
#include <fullgraph/dlpack.h>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <fullgraph/serialize.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using fg::Device;
using fg::DeviceType;
using fg::Tensor;
namespace devices = fg::devices;

extern "C" {
const void *halide_cuda_device_interface();
int halide_cuda_initialize_kernels(void *, void **, const char *, int);
int halide_cuda_run(void *, void *, const char *, int, int, int, int, int, int, int, size_t[], void *[],
                    int8_t[]);
const void *halide_opencl_device_interface();
int halide_opencl_initialize_kernels(void *, void **, const char *, int);
int halide_opencl_run(void *, void *, const char *, int, int, int, int, int, int, int, size_t[], void *[],
                      int8_t[]);
int halide_device_malloc(void *, fg_buffer *, const void *);
int halide_device_free(void *, fg_buffer *);
int halide_device_and_host_malloc(void *, fg_buffer *, const void *);
int halide_device_and_host_free(void *, fg_buffer *);
int halide_copy_to_device(void *, fg_buffer *, const void *);
int halide_copy_to_host(void *, fg_buffer *);
}

namespace {

/// Lives longer than main: its memory is released when the drivers may be gone.
Tensor outlivesMain;

class Devices : public testing::TestWithParam<DeviceType> {
protected:
  /// False where there is none: then that is what is tested.
  bool present() {
    if (devices::driverOf(GetParam()))
      return true;
    const std::string why = devices::whyNone(GetParam());
    EXPECT_EQ(why.rfind(GetParam() == fg::kCUDA ? "no CUDA device: " : "no OpenCL device: ", 0), 0u) << why;
    EXPECT_ERROR(fg::ones({2}).to(GetParam()), why);
    EXPECT_ERROR(fg::zeros({2}, GetParam()), why);
    EXPECT_ERROR(fg::detail::newTensor({2}, {1}, fg::kFloat, GetParam()), why);
    return false;
  }
  Device device() const { return Device(GetParam(), 0); }
  Tensor on(const Tensor &tensor) const { return tensor.to(device()); }
  bool isCuda() const { return GetParam() == fg::kCUDA; }
};

std::string nameOf(const testing::TestParamInfo<DeviceType> &info) {
  return info.param == fg::kCUDA ? "CUDA" : "OpenCL";
}
INSTANTIATE_TEST_SUITE_P(All, Devices, testing::Values(fg::kCUDA, fg::kOpenCL), nameOf);

void expectSame(const Tensor &found, const Tensor &expected) {
  EXPECT_EQ(found.scalar_type(), expected.scalar_type());
  EXPECT_EQ(found.sizes(), expected.sizes());
  EXPECT_TRUE(fg::equal(found.cpu(), expected)) << found << expected;
}

fg_buffer bufferOf(const Tensor &tensor, fg_dim *dims) {
  fg_buffer buffer{};
  buffer.device = reinterpret_cast<uint64_t>(tensor.data_ptr());
  buffer.device_interface =
      tensor.is_cuda() ? halide_cuda_device_interface() : halide_opencl_device_interface();
  buffer.type = {FG_TYPE_FLOAT, 32, 1};
  buffer.dimensions = 1;
  buffer.dim = dims;
  dims[0] = {0, int32_t(tensor.numel()), 1, 0};
  return buffer;
}

const char openclSource[] = R"(
__kernel void scale(__global const float *restrict x, __global float *restrict y, const float s, const int n,
                    __local int16 *shared) {
  __local float *const turned = (__local float *)shared;
  const int at = get_local_id(0), width = get_local_size(0), i = get_group_id(0) * width + at;
  turned[width - 1 - at] = i < n ? x[i] * s : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) y[i] = turned[width - 1 - at];
})";
const char ptxSource[] = R"(
.version 6.0
.target sm_50
.address_size 64
.extern .shared .align 16 .b8 turned[];
.visible .entry scale(.param .u64 x, .param .u64 y, .param .f32 s, .param .u32 n) {
  .reg .pred %p<2>;
  .reg .b32 %r<9>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  ld.param.f32 %f1, [s];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra DONE;
  cvta.to.global.u64 %rd3, %rd1;
  cvta.to.global.u64 %rd4, %rd2;
  mul.wide.s32 %rd5, %r5, 4;
  add.s64 %rd6, %rd3, %rd5;
  add.s64 %rd7, %rd4, %rd5;
  ld.global.f32 %f2, [%rd6];
  mul.f32 %f3, %f2, %f1;
  shl.b32 %r6, %r4, 2;
  mov.u32 %r7, turned;
  add.s32 %r8, %r7, %r6;
  st.shared.f32 [%r8], %f3;
  ld.shared.f32 %f3, [%r8];
  st.global.f32 [%rd7], %f3;
DONE:
  ret;
})";

/// y = x * s, by a kernel, as Halide's code for the host calls one.
int scale(const Tensor &x, const Tensor &y, float s, void **state, const char *entry = "scale") {
  fg_dim dims[2];
  fg_buffer in = bufferOf(x, dims), out = bufferOf(y, dims + 1);
  int n = int(x.numel());
  size_t sizes[] = {8, 8, sizeof s, sizeof n, 0};
  void *arguments[] = {&in, &out, &s, &n, nullptr};
  int8_t isBuffer[] = {1, 1, 0, 0, 0};
  const int blocks = (n + 63) / 64, shared = 64 * 4;
  if (x.is_cuda()) {
    halide_cuda_initialize_kernels(nullptr, state, ptxSource, sizeof ptxSource);
    return halide_cuda_run(nullptr, *state, entry, blocks, 1, 1, 64, 1, 1, shared, sizes, arguments,
                           isBuffer);
  }
  halide_opencl_initialize_kernels(nullptr, state, openclSource, sizeof openclSource);
  return halide_opencl_run(nullptr, *state, entry, blocks, 1, 1, 64, 1, 1, shared, sizes, arguments,
                           isBuffer);
}

} // namespace

TEST_P(Devices, SaysWhereItIs) {
  if (!present())
    return;
  const Tensor x = on(fg::ones({2, 3}));
  EXPECT_EQ(x.device(), device());
  EXPECT_EQ(x.device().str(), isCuda() ? "cuda:0" : "opencl:0");
  EXPECT_EQ(Device(x.device().str()), device());
  EXPECT_EQ(x.is_cuda(), isCuda());
  EXPECT_FALSE(x.is_cpu());
  EXPECT_EQ(x.options().device(), device());
  EXPECT_EQ(x.toString(), isCuda() ? "CUDAFloatType" : "OpenCLFloatType");
  EXPECT_EQ(x.cpu().device(), Device("cpu"));
  EXPECT_EQ(fg::ones({2}).device().index(), -1);
  EXPECT_TRUE(x.to(GetParam()).is_same(x));
  EXPECT_FALSE(x.to(device(), fg::kFloat, false, true).is_same(x));
  EXPECT_TRUE(x.to(fg::kFloat).is_same(x));
  std::ostringstream text;
  text << x;
  EXPECT_EQ(text.str(), isCuda() ? " 1  1  1\n 1  1  1\n[ CUDAFloatType{2,3} ]"
                                 : " 1  1  1\n 1  1  1\n[ OpenCLFloatType{2,3} ]");
  EXPECT_FALSE(devices::requireDriver(GetParam()).name(0).empty());
}

TEST_P(Devices, KeepsElementsAndStrides) {
  if (!present())
    return;
  for (const fg::ScalarType dtype : fg::allScalarTypes) {
    if (fg::isComplexType(dtype))
      continue;
    const Tensor x = fg::arange(24).view({2, 3, 4}).to(dtype);
    expectSame(on(x), x);
  }
  const Tensor x = fg::randn({4, 5, 6}), turned = x.permute({2, 0, 1});
  EXPECT_EQ(on(turned).strides(), turned.strides());
  expectSame(on(turned), turned);
  expectSame(on(x.slice(1, 1, 4)), x.slice(1, 1, 4));
  expectSame(on(x.select(2, 3).expand({2, 4, 5})), x.select(2, 3).expand({2, 4, 5}));
  expectSame(on(fg::zeros({0, 3})), fg::zeros({0, 3}));
  EXPECT_EQ(on(fg::full({}, 2.5)).item<double>(), 2.5);
  EXPECT_EQ(on(x).select(0, 1).select(0, 2).select(0, 3).item<float>(),
            x.select(0, 1).select(0, 2).select(0, 3).item<float>());
  EXPECT_TRUE(on(fg::ones({1}, fg::kBool)).item<bool>());
}

TEST_P(Devices, Views) {
  if (!present())
    return;
  const Tensor x = fg::randn({4, 6}), d = on(x);
  const auto same = [&](auto view) {
    const Tensor there = view(d);
    EXPECT_EQ(there.device(), device());
    EXPECT_TRUE(there.is_alias_of(d));
    EXPECT_EQ(there.strides(), view(x).strides());
    EXPECT_EQ(there.storage_offset(), view(x).storage_offset());
    expectSame(there, view(x));
  };
  same([](const Tensor &t) { return t.view({2, 12}); });
  same([](const Tensor &t) { return t.reshape({24}); });
  same([](const Tensor &t) { return t.t(); });
  same([](const Tensor &t) { return t.slice(1, 1, 5, 2); });
  same([](const Tensor &t) { return t.select(0, -1); });
  same([](const Tensor &t) { return t[2]; });
  same([](const Tensor &t) { return t.unsqueeze(1).expand({4, 3, 6}); });
  same([](const Tensor &t) { return t.unsqueeze(0).squeeze(0); });
  same([](const Tensor &t) { return t.narrow(0, 1, 2); });
  same([](const Tensor &t) { return t.view(fg::kInt); });
  same([](const Tensor &t) { return t.detach(); });
  EXPECT_TRUE(d.t().contiguous().is_contiguous());
  EXPECT_EQ(d.t().contiguous().device(), device());
  expectSame(d.t().contiguous(), x.t());
  expectSame(d.t().clone(), x.t());
  EXPECT_EQ(d.t().clone().strides(), x.t().clone().strides());
  EXPECT_EQ(d.t().reshape({24}).device(), device());
  expectSame(d.t().reshape({24}), x.t().reshape({24}));
}

TEST_P(Devices, Copies) {
  if (!present())
    return;
  const Tensor x = fg::randn({4, 6}), d = on(fg::zeros({4, 6}));
  d.copy_(x);
  expectSame(d, x);
  Tensor host = fg::zeros({6, 4});
  host.copy_(d.t());
  expectSame(host, x.t());
  const Tensor other = on(fg::zeros({4, 6}));
  other.copy_(d);
  expectSame(other, x);
  other.slice(1, 0, 6, 2).copy_(on(fg::ones({4, 3}))); // what lies between stays
  expectSame(other.slice(1, 1, 6, 2), x.slice(1, 1, 6, 2));
  expectSame(other.slice(1, 0, 6, 2), fg::ones({4, 3}));
  other.copy_(fg::arange(6)); // converted, and broadcast
  expectSame(other, fg::arange(6).to(fg::kFloat).expand({4, 6}));
  expectSame(d.to(fg::kDouble), x.to(fg::kDouble));
  EXPECT_EQ(d.to(fg::kDouble).device(), device());
  expectSame(x.to(device(), fg::kHalf), x.to(fg::kHalf));
  expectSame(d.to(fg::Device("cpu"), fg::kHalf), x.to(fg::kHalf));
  EXPECT_EQ(x.to(d.to(fg::kDouble)).scalar_type(), fg::kDouble);
  EXPECT_EQ(x.to(d).device(), device());
  EXPECT_EQ(d.to(x).device(), Device(fg::kCPU));
  expectSame(d.to(fg::TensorOptions(fg::kLong)), x.to(fg::kLong));
  Tensor y = on(fg::zeros({2, 2}));
  y.set_data(d);
  EXPECT_EQ(y.data_ptr(), d.data_ptr());
  expectSame(y, x);
}

TEST_P(Devices, Created) {
  if (!present())
    return;
  expectSame(fg::zeros({2, 3}, GetParam()), fg::zeros({2, 3}));
  expectSame(fg::full({2}, 7, fg::TensorOptions(fg::kInt).device(device())), fg::full({2}, 7, fg::kInt));
  expectSame(fg::arange(5, device()), fg::arange(5));
  expectSame(fg::tensor({1.0, 2.0}, device()), fg::tensor({1.0, 2.0}));
  expectSame(fg::tensor({{1, 2}, {3, 4}}, device()), fg::tensor({{1, 2}, {3, 4}}));
  expectSame(fg::tensor(3.5, device()), fg::tensor(3.5));
  expectSame(fg::linspace(0, 1, 5, device()), fg::linspace(0, 1, 5));
  expectSame(fg::eye(3, device()), fg::eye(3));
  for (const Tensor &made :
       {fg::randn({3}, device()), fg::rand({3}, device()), fg::randint(9, {3}, device()),
        fg::randperm(4, device()), fg::empty({2}, device()), fg::hann_window(4, true, device()),
        fg::randn_like(on(fg::ones({2}))), on(fg::ones({2})).new_zeros({3})})
    EXPECT_EQ(made.device(), device());
  const Tensor x = on(fg::randn({6}));
  const Tensor blob = fg::from_blob(x.data_ptr(), {2, 3}, device());
  EXPECT_EQ(blob.device(), device());
  expectSame(blob, x.cpu().view({2, 3}));
}

TEST_P(Devices, Modules) {
  if (!present())
    return;
  fg::nn::Sequential net(fg::nn::Linear(3, 4), fg::nn::BatchNorm1d(4));
  const auto before = net->state_dict();
  std::map<std::string, Tensor> copies;
  for (const auto &[name, tensor] : before)
    copies.emplace(name, tensor.clone());
  const Tensor handle = net->parameters()[0];
  net->to(device());
  EXPECT_EQ(handle.device(), device());
  for (const auto &[name, tensor] : net->state_dict()) {
    EXPECT_EQ(tensor.device(), device()) << name;
    expectSame(tensor, copies.at(name));
  }
  std::stringstream file;
  fg::save(*net, file);
  fg::nn::Sequential other(fg::nn::Linear(3, 4), fg::nn::BatchNorm1d(4));
  fg::load(*other, file, device());
  for (const auto &[name, tensor] : other->state_dict()) {
    EXPECT_EQ(tensor.device(), device()) << name;
    expectSame(tensor, copies.at(name));
  }
  net->to(fg::kDouble);
  EXPECT_EQ(handle.device(), device());
  EXPECT_EQ(handle.scalar_type(), fg::kDouble);
  net->to(Device(fg::kCPU));
  EXPECT_TRUE(handle.is_cpu());
  net->to(device(), fg::kFloat);
  expectSame(handle, copies.at("0.weight"));
}

TEST_P(Devices, FilesAndExchange) {
  if (!present())
    return;
  const Tensor x = fg::randn({3, 4}), d = on(x);
  const auto path = std::filesystem::temp_directory_path() / ("fullgraph-device-" + std::to_string(getpid()));
  fg::save_npy(path.string(), d.t());
  expectSame(fg::load_npy(path.string()), x.t());
  fg::save(d, path.string());
  Tensor back;
  fg::load(back, path.string(), device());
  EXPECT_EQ(back.device(), device());
  expectSame(back, x);
  std::filesystem::remove(path);
  DLManagedTensor *const shared = fg::to_dlpack(d);
  EXPECT_EQ(shared->dl_tensor.device.device_type, isCuda() ? kDLCUDA : kDLOpenCL);
  EXPECT_EQ(shared->dl_tensor.device.device_id, 0);
  EXPECT_EQ(shared->dl_tensor.data, d.data_ptr());
  if (isCuda())
    expectSame(fg::from_dlpack(shared), x);
  else
    shared->deleter(shared);
}

TEST_P(Devices, Memory) {
  if (!present())
    return;
  devices::Driver &driver = devices::requireDriver(GetParam());
  const size_t before = driver.allocated(0);
  {
    const Tensor x = on(fg::zeros({1024}));
    const Tensor view = x.slice(0, 5);
    EXPECT_EQ(driver.allocated(0), before + 4096);
  }
  EXPECT_EQ(driver.allocated(0), before);
  EXPECT_GT(driver.memory(0).total, size_t(1) << 20);
  EXPECT_LE(driver.memory(0).free, driver.memory(0).total);
  if (isCuda()) {
    EXPECT_TRUE(fg::cuda::is_available());
    EXPECT_EQ(fg::cuda::mem_get_info().second, driver.memory(0).total);
    fg::cuda::empty_cache();
    fg::cuda::synchronize();
  }
  const std::string error =
      errorOf([&] { fg::detail::newTensor({int64_t(1) << 44}, {1}, fg::kFloat, device()); });
  EXPECT_EQ(error.rfind(std::string(isCuda() ? "CUDA" : "OpenCL") +
                            " out of memory. Tried to allocate 65536.00 GiB. GPU 0",
                        0),
            0u)
      << error;
  EXPECT_ERROR(fg::ones({1}).to(Device(GetParam(), 100)), "error: invalid device ordinal: 100");
  outlivesMain = on(fg::ones({3}));
}

TEST_P(Devices, Kernels) {
  if (!present())
    return;
  void *state = nullptr;
  const Tensor x = fg::randn({1000}), d = on(x);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        const Tensor part = d.slice(0, t), y = fg::detail::newTensor(part.sizes(), {1}, fg::kFloat, device());
        EXPECT_EQ(scale(part, y, float(t + i), &state), 0);
        devices::throwPending();
        expectSame(y, x.slice(0, t) * double(t + i));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_NO_THROW(devices::throwPending());
  EXPECT_EQ(scale(d, d, 1, &state, "missing"), -1);
  EXPECT_ERROR(devices::throwPending(), isCuda() ? "cuModuleGetFunction" : "clCreateKernel");
  EXPECT_NO_THROW(devices::throwPending());
}

TEST_P(Devices, BuffersOfKernels) {
  if (!present())
    return;
  const void *const interface = isCuda() ? halide_cuda_device_interface() : halide_opencl_device_interface();
  float values[3][8];
  for (int i = 0; i < 24; ++i)
    values[i / 8][i % 8] = float(i);
  fg_dim dims[2] = {{0, 5, 1, 0}, {0, 3, 8, 0}};
  fg_buffer buffer{};
  buffer.host = reinterpret_cast<uint8_t *>(values);
  buffer.type = {FG_TYPE_FLOAT, 32, 1};
  buffer.dimensions = 2;
  buffer.dim = dims;
  buffer.flags = 1;
  ASSERT_EQ(halide_copy_to_device(nullptr, &buffer, interface), 0);
  EXPECT_EQ(buffer.flags, 0u);
  EXPECT_NE(buffer.device, 0u);
  for (auto &row : values)
    for (float &value : row)
      value = -1;
  buffer.flags = 2;
  ASSERT_EQ(halide_copy_to_host(nullptr, &buffer), 0);
  for (int i = 0; i < 24; ++i)
    EXPECT_EQ(values[i / 8][i % 8], i % 8 < 5 ? float(i) : -1) << i;
  EXPECT_EQ(halide_device_free(nullptr, &buffer), 0);
  EXPECT_EQ(buffer.device, 0u);
  buffer.host = nullptr;
  ASSERT_EQ(halide_device_and_host_malloc(nullptr, &buffer, interface), 0);
  EXPECT_TRUE(buffer.host && buffer.device);
  EXPECT_EQ(halide_device_and_host_free(nullptr, &buffer), 0);
  EXPECT_FALSE(buffer.host || buffer.device);
  EXPECT_NO_THROW(devices::throwPending());
}

TEST_P(Devices, ChildrenAfterFork) {
  if (!present())
    return;
  Tensor x = on(fg::ones({4}));
  const pid_t child = fork();
  if (child == 0) {
    const std::string error = errorOf([&] { x.cpu(); });
    x.reset(); // released by nobody
    _exit(contains(error, "in forked subprocess") ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  expectSame(x, fg::ones({4}));
}

TEST_P(Devices, Guards) {
  if (!present()) {
    EXPECT_ERROR(fg::DeviceGuard{GetParam()}, "device: ");
    return;
  }
  const int count = devices::requireDriver(GetParam()).count(), last = count - 1;
  {
    const fg::DeviceGuard guard(Device(GetParam(), int8_t(last)));
    EXPECT_EQ(guard.original_device(), device());
    const Tensor x = fg::arange(6, GetParam()).view({2, 3});
    EXPECT_EQ(x.device().index(), last);
    expectSame(x.to(device()), fg::arange(6).view({2, 3})); // between two devices, where there are
    expectSame(on(fg::arange(6)).to(GetParam()), fg::arange(6));
  }
  EXPECT_EQ(devices::currentDevice(GetParam()), 0);
  EXPECT_THROW(fg::DeviceGuard(Device(GetParam(), int8_t(count))), fg::Error);
}

TEST(Device, Scopes) {
  EXPECT_EQ(devices::currentDevice(fg::kOpenCL), 0);
  {
    const devices::Scope scope(Device(fg::kOpenCL, 1));
    EXPECT_EQ(devices::currentDevice(fg::kOpenCL), 1);
    EXPECT_EQ(devices::currentDevice(fg::kCUDA), 0);
    std::thread([] { EXPECT_EQ(devices::currentDevice(fg::kOpenCL), 0); }).join();
  }
  EXPECT_EQ(devices::currentDevice(fg::kOpenCL), 0);
}
