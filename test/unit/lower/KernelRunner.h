// Compiles kernel graphs from text, loads them, and calls them on small tensors, for the tests of lib/Lower.
#pragma once

#include "lib/Lower/Backend.h"

#include <fullgraph/abi.h>
#include <fullgraph/half.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fullgraph::test {

/// A strided tensor of any dtype, read and written as double (i64 beyond 2^53 through `raw`).
class Array {
public:
  Array(ScalarType dtype, std::vector<int64_t> sizes, std::vector<int64_t> strides = {});

  ScalarType dtype;
  std::vector<int64_t> sizes, strides;
  std::vector<char> storage;

  int64_t numel() const;
  int64_t offset(const std::vector<int64_t> &index) const;
  double get(const std::vector<int64_t> &index) const;
  void set(const std::vector<int64_t> &index, double value);
  template <class T> T *raw() { return reinterpret_cast<T *>(storage.data()); }
  /// Calls `f` for every index, in row-major order.
  void forEach(const std::function<void(const std::vector<int64_t> &)> &f) const;
  /// Distinct small numbers of both signs; never 0 for `positive`.
  Array &fill(double scale = 1, bool positive = false);
  Array &fillWith(const std::function<double(const std::vector<int64_t> &)> &f);

  fg_buffer *buffer();

private:
  std::vector<fg_dim> dims;
  fg_buffer descriptor{};
};

struct ScalarArg {
  ScalarArg(int64_t value) : integer(value) {}
  ScalarArg(int value) : integer(value) {}
  ScalarArg(double value) : real(value), isReal(true) {}
  int64_t integer = 0;
  double real = 0;
  bool isReal = false;
};

/// Calls a kernel with fg_buffers, by the C ABI.
int callKernel(void *entry, const std::vector<void *> &inputs, const std::vector<ScalarArg> &scalars,
               const std::vector<void *> &outputs);

class CompiledKernel {
public:
  CompiledKernel(const std::string &graphText, LowerOptions options = {}, int level = 3);
  /// An object that something else compiled.
  CompiledKernel(const std::string &object, const std::string &symbol);
  ~CompiledKernel();
  bool ok() const { return entry != nullptr; }
  const std::string &error() const { return message; }
  int call(const std::vector<void *> &inputs, const std::vector<ScalarArg> &scalars,
           const std::vector<void *> &outputs) const;
  double compileMilliseconds() const { return milliseconds; }
  size_t objectBytes() const { return bytes; }
  int operator()(const std::vector<Array *> &inputs, const std::vector<ScalarArg> &scalars,
                 const std::vector<Array *> &outputs) const;
  /// The same, on one thread; how many tasks the kernel gave to the pool.
  int countTasks(const std::vector<Array *> &inputs, const std::vector<ScalarArg> &scalars,
                 const std::vector<Array *> &outputs) const;

private:
  void load(const std::string &object, const std::string &symbol);
  std::string message;
  void *library = nullptr;
  void *entry = nullptr;
  double milliseconds = 0;
  size_t bytes = 0;
};

/// A directory of this process, removed at exit.
const std::string &scratchFolder();
/// Halide's runtime as an object, made once a process.
const std::string &runtimeObject();
Kernel kernelFromText(const std::string &text, std::string &error);

/// `actual` within `relative` of `expected`; NaN equals NaN, infinities themselves.
::testing::AssertionResult closeTo(double actual, double expected, double relative, double absolute = 0);

/// Compares all elements of `actual` with `expected(index)`.
void expectElements(const Array &actual, const std::function<double(const std::vector<int64_t> &)> &expected,
                    double relative, double absolute = 0);

} // namespace fullgraph::test
