// Compiles a kernel graph and loads it into this process.
#pragma once

#include <fullgraph/abi.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fullgraph::bench {

/// A contiguous f32 tensor of small numbers.
struct Tensor {
  explicit Tensor(std::vector<int64_t> sizes);
  std::vector<float> data;
  std::vector<fg_dim> dims;
  fg_buffer buffer{};
};

class LoadedKernel {
public:
  explicit LoadedKernel(const std::string &graphText);
  const std::string &error() const { return message; }
  double compileMilliseconds() const { return milliseconds; }
  size_t objectBytes() const { return bytes; }
  /// How many threads the kernel's own copy of Halide's runtime uses.
  void setThreads(int count) const;
  /// A call with these arguments; sizes are the kernel's symbols.
  std::function<void()> prepare(const std::vector<Tensor *> &inputs, const std::vector<int64_t> &sizes,
                                const std::vector<Tensor *> &outputs) const;

private:
  std::string message;
  void *entry = nullptr, *threads = nullptr;
  double milliseconds = 0;
  size_t bytes = 0;
};

} // namespace fullgraph::bench
