// Compiles a kernel graph and loads it into this process.
#pragma once

#include <fullgraph/abi.h>

#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <vector>

namespace fullgraph::bench {

/// Memory as the library's own tensors have it: at cache lines.
template <class T> struct Aligned {
  using value_type = T;
  T *allocate(size_t count) {
    return static_cast<T *>(::operator new(count * sizeof(T), std::align_val_t(64)));
  }
  void deallocate(T *data, size_t) { ::operator delete(data, std::align_val_t(64)); }
  bool operator==(const Aligned &) const { return true; }
};

/// A contiguous tensor of small f32 numbers, or the room of a result of `bytes` an element.
struct Tensor {
  explicit Tensor(std::vector<int64_t> sizes, int bytes = 4);
  /// All numbers more by `what`.
  void shift(float what);
  std::vector<float, Aligned<float>> data;
  std::vector<fg_dim> dims;
  fg_buffer buffer{};
};

class LoadedKernel {
public:
  /// `level`: of x86-64.
  explicit LoadedKernel(const std::string &graphText, int level = 3);
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
