// For sources that were written for LibTorch: their #include <torch/torch.h> becomes this header, and nothing
// else in them changes; or nothing at all, where they are compiled with the CMake target
// fullgraph::torch_compat, whose folder compat/ has headers of LibTorch's names that include this one.
//
// torch, at and c10 name the namespace fg, the macros of LibTorch are there, and so are the headers of the
// standard library that such sources get from torch/torch.h without asking for them.
//
// There is no autograd, no optimiser, no data set and no TorchScript; files are .safetensors (serialize.h).
// Not for a source that also includes LibTorch's own headers.
#pragma once

#include <fullgraph/composites/out.h>
#include <fullgraph/context.h>
#include <fullgraph/device_guard.h>
#include <fullgraph/fullgraph.h>
#include <fullgraph/io.h>
#include <fullgraph/lists.h>
#include <fullgraph/nn.h>
#include <fullgraph/serialize.h>
#include <fullgraph/threads.h>

#include <algorithm>
#include <atomic>
#include <bitset>
#include <cassert>
#include <cctype>
#include <chrono>
#include <climits>
#include <cmath>
#include <complex>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <exception>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <typeindex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace torch = fg;
namespace at = fg;
namespace c10 = fg;

/// The release whose meaning the operators have.
#define TORCH_VERSION "2.13.0"
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 13
#define TORCH_VERSION_PATCH 0

namespace fg {
using IntList = IntArrayRef;

namespace detail {
/// The numbers of c10::irange: from `first` to `last`, which is not one of them.
template <class I> struct IntegerRange {
  struct Iterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = I;
    using difference_type = std::ptrdiff_t;
    using pointer = I *;
    using reference = I;
    I at;
    I operator*() const { return at; }
    Iterator &operator++() {
      ++at;
      return *this;
    }
    bool operator==(const Iterator &other) const { return at == other.at; }
    bool operator!=(const Iterator &other) const { return at != other.at; }
  };
  I first, last;
  Iterator begin() const { return {first}; }
  Iterator end() const { return {last}; }
};
} // namespace detail
template <class I> detail::IntegerRange<I> irange(I end) { return {I(0), end < I(0) ? I(0) : end}; }
template <class I, class J> detail::IntegerRange<J> irange(I begin, J end) {
  return {static_cast<J>(begin), end < static_cast<J>(begin) ? static_cast<J>(begin) : end};
}

/// c10::str: the parts as a stream prints them, one after the other.
template <class... Parts> std::string str(const Parts &...parts) {
  std::ostringstream stream;
  static_cast<void>((stream << ... << parts));
  return stream.str();
}
} // namespace fg

#define TORCH_MODULE_IMPL(Name, ImplType) FG_MODULE_IMPL(Name, ImplType)
#define TORCH_MODULE(Name) FG_MODULE(Name)

/// Nothing: they say which symbols a library exports.
#define TORCH_API
#define C10_API
#define C10_EXPORT
#define C10_LIKELY(condition) (__builtin_expect(static_cast<bool>(condition), 1))
#define C10_UNLIKELY(condition) (__builtin_expect(static_cast<bool>(condition), 0))
#define C10_UNUSED [[maybe_unused]]
#define C10_ALWAYS_INLINE inline __attribute__((always_inline))
#define FG_SECOND_OF(first, second, ...) second
/// TORCH_CHECK(cond, "text ", value, ...): throws fg::Error unless cond. Without a text, the text is
/// LibTorch's.
#define TORCH_CHECK(cond, ...)                                                                               \
  FG_CHECK(cond, FG_SECOND_OF(                                                                               \
                     __VA_OPT__(, "", ),                                                                     \
                     "Expected " #cond                                                                       \
                     " to be true, but got false.  (Could this error message be improved?  If so, please "   \
                     "report an enhancement request to PyTorch.)", ) __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_INTERNAL_ASSERT(cond, ...)                                                                     \
  FG_CHECK(cond, #cond " INTERNAL ASSERT FAILED" __VA_OPT__(": ", ) __VA_ARGS__)
/// These throw fg::Error, too: LibTorch's classes for each are not told apart.
#define TORCH_CHECK_INDEX(cond, ...) TORCH_CHECK(cond, __VA_ARGS__)
#define TORCH_CHECK_VALUE(cond, ...) TORCH_CHECK(cond, __VA_ARGS__)
#define TORCH_CHECK_TYPE(cond, ...) TORCH_CHECK(cond, __VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(cond, ...) TORCH_CHECK(cond, __VA_ARGS__)
#define TORCH_CHECK_LINALG(cond, ...) TORCH_CHECK(cond, __VA_ARGS__)
#define AT_ASSERT(cond) TORCH_INTERNAL_ASSERT(cond)
#define AT_ASSERTM(cond, ...) TORCH_CHECK(cond, __VA_ARGS__)
#define AT_CHECK(cond, ...) TORCH_CHECK(cond, __VA_ARGS__)
/// Printed to std::cerr, each time: a graph break in compiled code.
#define TORCH_WARN(...) static_cast<void>(std::cerr << "Warning: " << ::fg::str(__VA_ARGS__) << std::endl)
#define AT_ERROR(...) ::fg::detail::fail({__VA_ARGS__})

/// A member `name_` with a default, and name() to read and to set it, for options of the source's own
/// modules.
#define TORCH_ARG(T, name)                                                                                   \
public:                                                                                                      \
  auto name(const T &new_##name) -> decltype(*this) {                                                        \
    this->name##_ = new_##name;                                                                              \
    return *this;                                                                                            \
  }                                                                                                          \
  auto name(T &&new_##name) -> decltype(*this) {                                                             \
    this->name##_ = std::move(new_##name);                                                                   \
    return *this;                                                                                            \
  }                                                                                                          \
  const T &name() const noexcept { return this->name##_; }                                                   \
  T &name() noexcept { return this->name##_; }                                                               \
                                                                                                             \
private:                                                                                                     \
  T name##_ /* the default follows */

/// What a Sequential passes for arguments that it has no values for. Here those are the defaults of `forward`
/// itself.
#define FORWARD_HAS_DEFAULT_ARGS(...)
