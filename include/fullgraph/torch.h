// For sources that were written for LibTorch: their #include <torch/torch.h> becomes this header, and nothing
// else in them changes. torch, at and c10 name the namespace fg, the macros of LibTorch are there, and so are
// the headers of the standard library that such sources get from torch/torch.h without asking for them.
//
// There is no autograd, no optimiser, no data set and no TorchScript; files are .safetensors (serialize.h).
// Not for a source that also includes LibTorch's own headers.
#pragma once

#include <fullgraph/fullgraph.h>
#include <fullgraph/io.h>
#include <fullgraph/nn.h>
#include <fullgraph/serialize.h>
#include <fullgraph/threads.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstring>
#include <deque>
#include <fstream>
#include <iostream>
#include <limits>
#include <list>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

namespace torch = fg;
namespace at = fg;
namespace c10 = fg;

/// The release whose meaning the operators have.
#define TORCH_VERSION "2.13.0"
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 13
#define TORCH_VERSION_PATCH 0

namespace fg {
/// c10::str: the parts as a stream prints them, one after the other.
template <class... Parts> std::string str(const Parts &...parts) {
  std::ostringstream stream;
  static_cast<void>((stream << ... << parts));
  return stream.str();
}
} // namespace fg

#define TORCH_MODULE_IMPL(Name, ImplType) FG_MODULE_IMPL(Name, ImplType)
#define TORCH_MODULE(Name) FG_MODULE(Name)

/// Nothing: it says which symbols a library exports.
#define TORCH_API
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
