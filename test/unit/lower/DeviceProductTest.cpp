// Kernels that leave their products to a device's library. OpenCL has none, so the test is the library: kernels for it call
// fg_opencl_product, which multiplies on the CPU, in the memory that both share.
#include "DeviceCall.h"
#include "ProgramRunner.h"

#include "runtime/core/device/driver.h"
#include "runtime/core/device/product.h"

#include <cstring>
#include <fstream>

using namespace fullgraph;
using namespace fullgraph::test;
using fg::devices::Matrix;
using fg::devices::Product;

namespace {

int calls = 0; // of the library

template <class T> struct Sum {
  using Type = float;
};
template <> struct Sum<double> {
  using Type = double;
};

/// By the words of Product's definition.
template <class T> void multiplyAs(const Product &p) {
  const auto element = [&](const Matrix &m, int64_t row, int64_t column, int64_t batch) {
    if (m.transposed)
      std::swap(row, column);
    return static_cast<const T *>(m.data) + batch * m.batchStride + column * m.line + row;
  };
  for (int64_t b = 0; b < p.batch; ++b)
    for (int64_t i = 0; i < p.rows; ++i)
      for (int64_t j = 0; j < p.columns; ++j) {
        typename Sum<T>::Type sum = p.bias ? static_cast<typename Sum<T>::Type>(static_cast<const T *>(p.bias)[i]) : 0;
        for (int64_t k = 0; k < p.depth; ++k)
          sum += static_cast<typename Sum<T>::Type>(*element(p.left, i, k, b)) *
                 static_cast<typename Sum<T>::Type>(*element(p.right, k, j, b));
        *const_cast<T *>(element(p.result, i, j, b)) = static_cast<T>(sum);
      }
}

/// A line that a library would refuse: shorter than what it holds.
void checkLine(const Matrix &m, int64_t rows, int64_t columns) {
  if (m.transposed)
    std::swap(rows, columns);
  EXPECT_GE(m.line, rows);
}

class Library final : public fg::devices::Multiplier {
public:
  void multiply(const Product &p) override {
    ++calls;
    checkLine(p.left, p.rows, p.depth);
    checkLine(p.right, p.depth, p.columns);
    checkLine(p.result, p.rows, p.columns);
    EXPECT_FALSE(p.result.transposed);
    switch (p.dtype) {
    case ScalarType::Double:
      return multiplyAs<double>(p);
    case ScalarType::Half:
      return multiplyAs<fg::Half>(p);
    case ScalarType::BFloat16:
      return multiplyAs<fg::BFloat16>(p);
    default:
      return multiplyAs<float>(p);
    }
  }
  void fill(void *line, const void *bias, size_t bytes) override {
    if (bias)
      std::memcpy(line, bias, bytes);
    else
      std::memset(line, 0, bytes);
  }
};

int product(fg_buffer *left, fg_buffer *right, fg_buffer *bias, int shape, fg_buffer *result) {
  if (fg::devices::isQuery(*result))
    return 0;
  fg::devices::requireDriver(fg::kOpenCL).synchronize(0); // what kernels in front of it have written
  Library library;
  fg::devices::multiply(*left, *right, bias, shape, *result, library);
  return 0;
}

} // namespace

extern "C" int fg_opencl_product(fg_buffer *left, fg_buffer *right, int shape, fg_buffer *result) {
  return product(left, right, nullptr, shape, result);
}
extern "C" int fg_opencl_product_bias(fg_buffer *left, fg_buffer *right, fg_buffer *bias, int shape, fg_buffer *result) {
  return product(left, right, bias, shape, result);
}

namespace {

/// The graph's results are the interpreter's, by `expected` calls of the library for each size.
void expectProducts(const std::string &text, int expected, double tolerance = 1e-4,
                    const std::vector<int> &sizes = {1, 3, 17, 40}) {
  const LibraryScope scope;
  calls = 0;
  expectSame(text, tolerance, tolerance, sizes);
  EXPECT_EQ(calls, expected * static_cast<int>(sizes.size())) << text;
}

} // namespace

TEST(DeviceProduct, EachWayInWhichOperandsLie) {
  expectProducts("graph @f(%x: f32[N, 20], %w: f32[20, 37]) { %0 = matmul(%x, %w) return %0 }", 1);
  expectProducts("graph @f(%x: f32[20, N], %w: f32[37, 20]) { %0 = permute(%x, dims = [1, 0]) %1 = permute(%w, "
                 "dims = [1, 0]) %2 = matmul(%0, %1) return %2 }",
                 1);
  expectProducts("graph @f(%x: f32[5, N], %w: f32[N, 18]) { %0 = matmul(%x, %w) return %0 }", 1);
  expectProducts("graph @f(%x: f32[5, 6], %w: f32[6, N]) { %0 = matmul(%x, %w) return %0 }", 1);
  expectProducts("graph @f(%x: f32[N, 20], %w: f32[37, 20]) { %0 = linear(%x, %w, none) return %0 }", 1);
}

TEST(DeviceProduct, OperandsThatLieAsMatricesAreNotCopied) {
  const LibraryScope scope;
  const auto launches = [](const std::string &types, const std::string &op) { // kernels of our own
    std::string error;
    const Kernel kernel = kernelFromText("graph @kernel(" + types +
                                             ", s0: int \"\", s1: int \"\", s2: int \"\", s3: int \"\") { %0: " + op + " return %0 }",
                                         error);
    EXPECT_EQ(error, "");
    const std::string path = scratchFolder() + "/product.o";
    EXPECT_EQ(llvm::toString(defaultBackend().compileKernel(kernel, targetOf(testDevice()), LowerOptions(), "k", path)), "");
    std::ifstream file(path);
    const std::string object{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return object.find("halide_opencl_run") != std::string::npos;
  };
  EXPECT_FALSE(launches("%a0: f32[s0, s1], %a1: f32[s1, s2]", "f32[s0, s2] = matmul(%a0, %a1)"));
  EXPECT_FALSE(launches("%a0: f32[s0, s1]{1, s0}, %a1: f32[s1, s2]{1, s1}", "f32[s0, s2] = matmul(%a0, %a1)"));
  EXPECT_FALSE(launches("%a0: f32[s3, s0, s1], %a1: f32[s2, s1], %a2: f32[s2]", "f32[s3, s0, s2] = linear(%a0, %a1, %a2)"));
  // Heads of [.., 3 * D] projections.
  EXPECT_FALSE(launches("%a0: f32[s0, 8, s1, floordiv(s2, 8)]{3*s1*s2, floordiv(s2, 8), 3*s2, 1}, "
                        "%a1: f32[s0, 8, floordiv(s2, 8), s1]{3*s1*s2, floordiv(s2, 8), 1, 3*s2}",
                        "f32[s0, 8, s1, s1] = matmul(%a0, %a1)"));
  EXPECT_TRUE(launches("%a0: f32[s0, s1]{0, 1}, %a1: f32[s1, s2]", "f32[s0, s2] = matmul(%a0, %a1)"));
}

TEST(DeviceProduct, WhatIsAroundIt) {
  expectProducts("graph @f(%x: f32[N, 20], %w: f32[9, 20], %b: f32[9]) { %0 = linear(%x, %w, %b) return %0 }", 1);
  expectProducts("graph @f(%x: f32[N, 20], %w: f32[9, 20], %b: f32[9]) { %0 = relu(%x) %1 = linear(%0, %w, %b) "
                 "%2 = gelu(%1) return %2 }",
                 1);
  expectProducts("graph @f(%x: f32[N, 20], %w: f32[9, 20], %b: f32[1]) { %0 = linear(%x, %w, %b) return %0 }", 1);
  expectProducts("graph @f(%x: f32[N, 20], %w: f32[20, 9], %c: f32[N, 1]) { %0 = matmul(%x, %w) %1 = add(%0, %c) "
                 "return %1 }",
                 1);
  // Two results of one kernel, of which one is the product itself.
  expectProducts("graph @f(%x: f32[N, 20], %w: f32[20, 9]) { %0 = matmul(%x, %w) %1 = relu(%0) return %1, %0 }", 1);
  expectProducts("graph @f(%x: f32[N, 20], %w: f32[20, 9]) { %0 = matmul(%x, %w) %1 = permute(%0, dims = [1, 0]) "
                 "%2 = contiguous(%1) return %2 }",
                 1);
}

TEST(DeviceProduct, Batches) {
  expectProducts("graph @f(%x: f32[3, N, 8], %w: f32[3, 8, 5]) { %0 = bmm(%x, %w) return %0 }", 1);
  // Shared weights: the batch is more rows.
  expectProducts("graph @f(%x: f32[4, 3, N, 8], %w: f32[8, 5]) { %0 = matmul(%x, %w) return %0 }", 1);
  expectProducts("graph @f(%x: f32[2, N, 20], %w: f32[9, 20], %b: f32[9]) { %0 = linear(%x, %w, %b) return %0 }", 1);
  expectProducts("graph @f(%x: f32[5, 8], %w: f32[3, 8, N]) { %0 = matmul(%x, %w) return %0 }", 1);
  // Two dims of the batch that no stride joins: a call for each place of the smaller one.
  expectProducts("graph @f(%x: f32[2, 1, N, 8], %w: f32[3, 8, 5]) { %0 = matmul(%x, %w) return %0 }", 2);
  expectProducts("graph @f(%x: f32[2, N, 4, 8], %w: f32[2, N, 4, 8]) { %0 = permute(%x, dims = [0, 2, 1, 3]) "
                 "%1 = permute(%w, dims = [0, 2, 3, 1]) %2 = matmul(%0, %1) return %2 }",
                 2, 1e-4, {3, 17});
}

TEST(DeviceProduct, Vectors) {
  expectProducts("graph @f(%x: f32[20], %w: f32[20, 37]) { %0 = matmul(%x, %w) return %0 }", 1, 1e-4, {1});
  expectProducts("graph @f(%x: f32[N, 20], %v: f32[20]) { %0 = matmul(%x, %v) return %0 }", 1);
  expectProducts("graph @f(%x: f32[20], %v: f32[20]) { %0 = matmul(%x, %v) return %0 }", 1, 1e-4, {1});
  expectProducts("graph @f(%x: f32[4, 3, N, 8], %v: f32[8]) { %0 = matmul(%x, %v) return %0 }", 1);
  expectProducts("graph @f(%x: f32[20], %w: f32[9, 20], %b: f32[9]) { %0 = linear(%x, %w, %b) return %0 }", 1, 1e-4,
                 {1});
}

TEST(DeviceProduct, OperandsThatAreCopied) {
  expectProducts("graph @f(%x: f32[N, 20]{40, 2}, %w: f32[20, 9]) { %0 = matmul(%x, %w) return %0 }", 1);
  expectProducts("graph @f(%x: f32[N, 20]{0, 1}, %w: f32[20, 9]) { %0 = matmul(%x, %w) return %0 }", 1);
  expectProducts("graph @f(%x: f32[N, 20]{1, 3}, %w: f32[20, 9]) { %0 = matmul(%x, %w) return %0 }", 1, 1e-4, {1, 3, 4});
  expectProducts("graph @f(%x: f32[N, 20], %w: f32[20, 9]{18, 2}) { %0 = matmul(%x, %w) return %0 }", 1);
  expectProducts("graph @f(%x: f32[N, 20]{24, 1}, %w: f32[20, 9]{1, 21}) { %0 = matmul(%x, %w) return %0 }", 1);
}

TEST(DeviceProduct, Dtypes) {
  expectProducts("graph @f(%x: f64[N, 20], %w: f64[9, 20], %b: f64[9]) { %0 = linear(%x, %w, %b) return %0 }", 1, 1e-12);
  expectProducts("graph @f(%x: f16[N, 20], %w: f16[9, 20], %b: f16[9]) { %0 = linear(%x, %w, %b) %1 = relu(%0) "
                 "return %1 }",
                 1, 1e-2);
  expectProducts("graph @f(%x: bf16[N, 20], %w: bf16[20, 9]) { %0 = matmul(%x, %w) return %0 }", 1, 1e-1);
  // The library has no whole numbers: the sums are our own.
  expectProducts("graph @f(%x: i32[N, 20], %w: i32[20, 9]) { %0 = matmul(%x, %w) return %0 }", 0);
}

TEST(DeviceProduct, SumsOfNothing) {
  expectProducts("graph @f(%x: f32[N, 0], %w: f32[0, 20]) { %0 = matmul(%x, %w) return %0 }", 0);
  expectProducts("graph @f(%x: f32[5, N], %w: f32[9, N], %b: f32[9]) { %0 = linear(%x, %w, %b) return %0 }", 0, 1e-4, {0});
  expectProducts("graph @f(%x: f32[5, N]{2 * N, 2}, %w: f32[N, 9]) { %0 = matmul(%x, %w) return %0 }", 0, 1e-4, {0});
  expectProducts("graph @f(%x: f32[N, 20], %w: f32[20, 7]) { %0 = matmul(%x, %w) return %0 }", 0, 1e-4, {0});
}
