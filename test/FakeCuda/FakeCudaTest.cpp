// Streams, events, the order in which memory is freed, and products of matrices, as CUDA and cuBLASLt are asked for them.
// cuda.cpp beside it does work as late as CUDA may: a result is there only where something waits for it.
#include "runtime/core/device/driver.h"

#include <fullgraph/abi.h>
#include <fullgraph/context.h>
#include <fullgraph/cuda.h>
#include <fullgraph/detail/place.h>
#include <fullgraph/detail/product_shape.h>
#include <fullgraph/device_guard.h>
#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>

using fg::Tensor;
using namespace fg::cuda;

extern "C" int fg_cuda_product(fg_buffer *, fg_buffer *, int, fg_buffer *);
extern "C" int fg_cuda_product_bias(fg_buffer *, fg_buffer *, fg_buffer *, int, fg_buffer *);
extern "C" int fake_cublas_compute;

namespace {

const fg::Device cuda(fg::kCUDA, 0);

Tensor numbers(int64_t n) { return fg::arange(n).to(fg::kFloat); }

/// The elements, as they are once the stream has come to them.
bool holds(const Tensor &onDevice, const Tensor &expected) { return fg::equal(onDevice.cpu(), expected); }

/// A tensor as a kernel's buffer: outermost dims last.
struct Buffer : fg_buffer {
  explicit Buffer(const Tensor &tensor) : fg_buffer{} {
    device = reinterpret_cast<uint64_t>(tensor.data_ptr());
    type = tensor.scalar_type() == fg::kDouble ? fg_type{FG_TYPE_FLOAT, 64, 1} : fg_type{FG_TYPE_FLOAT, 32, 1};
    dimensions = int32_t(tensor.dim());
    for (int64_t d = tensor.dim(); d-- > 0;)
      dims.push_back({0, int32_t(tensor.size(d)), int32_t(tensor.stride(d)), 0});
    dim = dims.data();
  }
  Buffer(const Buffer &) = delete;
  std::vector<fg_dim> dims;
};

} // namespace

TEST(FakeCuda, StreamsOfThePool) {
  ASSERT_TRUE(is_available());
  EXPECT_EQ(device_count(), 2u);
  EXPECT_EQ(getCurrentCUDAStream(), getDefaultCUDAStream());
  EXPECT_EQ(getDefaultCUDAStream().stream(), nullptr);
  const CUDAStream first = getStreamFromPool(), urgent = getStreamFromPool(/*isHighPriority=*/true);
  EXPECT_NE(first, urgent);
  for (int i = 1; i < 32; ++i)
    EXPECT_NE(getStreamFromPool(), first);
  EXPECT_EQ(getStreamFromPool(), first);
  EXPECT_EQ(getStreamFromPool(false, 1).device_index(), 1);
  EXPECT_THROW(getStreamFromPool(false, 2), fg::Error);
}

TEST(FakeCuda, GuardsGiveBackStreamAndDevice) {
  const CUDAStream stream = getStreamFromPool(false, 1);
  {
    const CUDAStreamGuard guard(stream);
    EXPECT_EQ(current_device(), 1);
    EXPECT_EQ(getCurrentCUDAStream(), stream);
    EXPECT_EQ(getCurrentCUDAStream(0), getDefaultCUDAStream(0));
    EXPECT_EQ(guard.original_stream(), getDefaultCUDAStream(1));
  }
  EXPECT_EQ(current_device(), 0);
  EXPECT_EQ(getCurrentCUDAStream(1), getDefaultCUDAStream(1));
  setCurrentCUDAStream(stream);
  EXPECT_EQ(current_device(), 0);
  EXPECT_EQ(getCurrentCUDAStream(1), stream);
  setCurrentCUDAStream(getDefaultCUDAStream(1));
}

TEST(FakeCuda, WorkGoesToTheCurrentStream) {
  const Tensor x = numbers(8).to(cuda);
  Tensor y = fg::zeros({8}).to(cuda);
  const CUDAStream stream = getStreamFromPool();
  {
    const CUDAStreamGuard guard(stream);
    y.copy_(x);
  }
  EXPECT_FALSE(stream.query());
  EXPECT_TRUE(getDefaultCUDAStream().query());
  EXPECT_TRUE(holds(y, fg::zeros({8}))); // the default stream knows nothing of the other
  stream.synchronize();
  EXPECT_TRUE(stream.query());
  EXPECT_TRUE(holds(y, numbers(8)));
}

TEST(FakeCuda, EventsOrderStreams) {
  const Tensor x = numbers(8).to(cuda);
  Tensor y = fg::zeros({8}).to(cuda), z = fg::zeros({8}).to(cuda);
  const CUDAStream stream = getStreamFromPool();
  CUDAEvent copied;
  EXPECT_TRUE(copied.query()); // of no work
  {
    const CUDAStreamGuard guard(stream);
    y.copy_(x);
    copied.record();
  }
  EXPECT_TRUE(copied.isCreated());
  EXPECT_FALSE(copied.query());
  copied.block(getDefaultCUDAStream());
  z.copy_(y);
  EXPECT_TRUE(holds(z, numbers(8)));
  EXPECT_TRUE(copied.query());
  EXPECT_THROW(copied.record(getDefaultCUDAStream(1)), fg::Error);

  CUDAEvent from(0), to(0);
  EXPECT_THROW(from.elapsed_time(to), fg::Error);
  from.record();
  to.record();
  EXPECT_THROW(from.elapsed_time(to), fg::Error); // not reached
  to.synchronize();
  EXPECT_EQ(from.elapsed_time(to), 1.5F);
  copied.synchronize();
  EXPECT_THROW(copied.elapsed_time(to), fg::Error); // takes no time
  CUDAEvent moved = std::move(copied);
  EXPECT_TRUE(moved.isCreated());
}

TEST(FakeCuda, MemoryIsFreedBehindBothStreams) {
  const Tensor x = numbers(8).to(cuda);
  Tensor z = fg::zeros({8}).to(cuda);
  const CUDAStream stream = getStreamFromPool();
  {
    Tensor y; // of the stream, read by the default one
    CUDAEvent made;
    {
      const CUDAStreamGuard guard(stream);
      y = fg::empty({8}, fg::Device(cuda));
      y.copy_(x);
      made.record();
    }
    made.block(getDefaultCUDAStream());
    z.copy_(y);
  } // freed while the copies are to come
  stream.synchronize();
  EXPECT_TRUE(holds(z, numbers(8)));
  {
    Tensor y = fg::empty({8}, fg::Device(cuda)); // of the default stream, let go under another one
    y.copy_(x);
    z.copy_(y);
    const CUDAStreamGuard guard(stream);
    y.reset();
    stream.synchronize();
  }
  EXPECT_TRUE(holds(z, numbers(8)));
  const size_t before = memory_allocated();
  {
    const CUDAStreamGuard guard(stream);
    const Tensor y = fg::empty({1024}, fg::Device(cuda));
    EXPECT_EQ(memory_allocated(), before + 4096);
  }
  EXPECT_EQ(memory_allocated(), before);
}

TEST(FakeCuda, ProductsAreCublas) {
  using namespace fg::devices;
  EXPECT_TRUE(fg::rt::cublas_is_available());
  for (const fg::ScalarType dtype : {fg::kFloat, fg::kDouble}) {
    const Tensor a = fg::randn({2, 3, 5}).to(dtype), w = fg::randn({4, 5}).to(dtype), bias = fg::randn({4}).to(dtype);
    const Tensor onA = a.to(cuda), onW = w.to(cuda), onBias = bias.to(cuda), otherBias = (bias * 2).to(cuda);
    Tensor out = fg::zeros({2, 3, 4}, dtype).to(cuda);
    Buffer left(onA), right(onW), offset(onBias), other(otherBias), result(out);
    EXPECT_EQ(fg_cuda_product(&left, &right, hasRows | hasColumns | columnsOutside, &result), 0);
    EXPECT_TRUE(fg::allclose(out.cpu(), fg::linear(a, w), 1e-4, 1e-4));
    // One plan serves two addresses.
    EXPECT_EQ(fg_cuda_product_bias(&left, &right, &offset, hasRows | hasColumns | columnsOutside, &result), 0);
    EXPECT_TRUE(fg::allclose(out.cpu(), fg::linear(a, w, bias), 1e-4, 1e-4));
    EXPECT_EQ(fg_cuda_product_bias(&left, &right, &other, hasRows | hasColumns | columnsOutside, &result), 0);
    EXPECT_TRUE(fg::allclose(out.cpu(), fg::linear(a, w, bias * 2), 1e-4, 1e-4));
    EXPECT_EQ(fake_cublas_compute, dtype == fg::kDouble ? 70 : 68);
    const Tensor b = fg::randn({2, 5, 4}).to(dtype), onB = b.to(cuda);
    Buffer batched(onB);
    EXPECT_EQ(fg_cuda_product(&left, &batched, hasRows | hasColumns, &result), 0);
    EXPECT_TRUE(fg::allclose(out.cpu(), fg::matmul(a, b), 1e-4, 1e-4));
    fg::devices::throwPending();
  }
}

TEST(FakeCuda, ProductsFollowStreamAndPrecision) {
  using namespace fg::devices;
  const Tensor a = fg::ones({3, 5}).to(cuda), w = fg::ones({5, 4}).to(cuda);
  Tensor out = fg::zeros({3, 4}).to(cuda);
  Buffer left(a), right(w), result(out);
  const CUDAStream stream = getStreamFromPool();
  fg::globalContext().setFloat32MatmulPrecision("high");
  {
    const CUDAStreamGuard guard(stream);
    EXPECT_EQ(fg_cuda_product(&left, &right, hasRows | hasColumns, &result), 0);
  }
  EXPECT_EQ(fake_cublas_compute, 77); // TF32
  fg::globalContext().setFloat32MatmulPrecision("highest");
  EXPECT_TRUE(holds(out, fg::zeros({3, 4})));
  stream.synchronize();
  EXPECT_TRUE(holds(out, fg::full({3, 4}, 5.0)));
}

TEST(FakeCuda, ErrorsOfTheLibraryAreThrown) {
  using namespace fg::devices;
  const Tensor a = fg::ones({3, 5}).to(cuda), w = fg::ones({5, 4}).to(cuda);
  Tensor out = fg::zeros({3, 4}).to(cuda);
  Buffer left(a), right(w), result(out);
  result.dims[1].stride = 2; // rows that overlap: no matrix
  EXPECT_EQ(fg_cuda_product(&left, &right, hasRows | hasColumns, &result), -1);
  EXPECT_THROW(throwPending(), fg::Error);
}
