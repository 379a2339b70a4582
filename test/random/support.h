// What the generated programs include: inputs, printing, and code that graphs break on.
#pragma once

#include <fullgraph/fullgraph.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using fg::Tensor;

namespace support {

inline int counter = 0;
inline std::vector<Tensor> kept;

/// Values between -1 and 1 of no special pattern.
inline Tensor values(std::vector<int64_t> sizes, fg::ScalarType dtype, int seed) {
  Tensor x = fg::empty(sizes, dtype);
  for (int64_t i = 0; i < x.numel(); ++i) {
    const double v = std::sin(0.71 * double(i) + 1.3 * seed + 0.3);
    if (dtype == fg::kFloat)
      x.data_ptr<float>()[i] = float(v);
    else if (dtype == fg::kDouble)
      x.data_ptr<double>()[i] = v;
    else if (dtype == fg::kLong)
      x.data_ptr<int64_t>()[i] = int64_t(std::floor(v * 5));
    else
      x.data_ptr<bool>()[i] = v > 0;
  }
  return x;
}

/// The same values in memory of another order.
inline Tensor strided(const Tensor &x) {
  if (x.dim() < 2)
    return fg::stack({x, x}, x.dim()).select(x.dim(), 0);
  return x.transpose(0, 1).contiguous().transpose(0, 1);
}

/// One number for all elements.
inline double sum_of(const Tensor &x) {
  const Tensor all = x.to(fg::kDouble).contiguous();
  double sum = 0;
  for (int64_t i = 0; i < all.numel(); ++i)
    sum += all.data_ptr<double>()[i] * (1 + 0.1 * double(i % 7));
  return sum;
}

inline void show(const char *what, const Tensor &x) {
  if (!x.defined()) {
    std::printf("%s: undefined\n", what);
    return;
  }
  std::printf("%s: %s[", what, fg::toString(x.scalar_type()));
  for (int64_t size : x.sizes())
    std::printf(" %lld", static_cast<long long>(size));
  std::printf(" ]%s %.9g\n", x.is_contiguous() ? "" : " strided", sum_of(x));
}
inline void show(const char *what, const std::vector<Tensor> &list) {
  std::printf("%s: %d tensors\n", what, int(list.size()));
  for (const Tensor &x : list)
    show(what, x);
}
inline void show(const char *what, const std::pair<Tensor, Tensor> &both) {
  show(what, both.first);
  show(what, both.second);
}

/// Prints when a scope is left.
struct Guard {
  const char *name;
  explicit Guard(const char *n) : name(n) { std::printf("enter %s\n", name); }
  Guard(const Guard &) = delete;
  ~Guard() { std::printf("leave %s\n", name); }
};

/// Calls that no compiler sees through.
inline Tensor halved(const Tensor &x) { return x * 0.5; }
inline Tensor (*volatile hook)(const Tensor &) = halved;
inline Tensor opaque(const Tensor &x) { return hook(x); }
inline int shifted(int k) { return k + 1; }
inline int (*volatile int_hook)(int) = shifted;

/// Runs one call and prints what it throws.
template <class F> void attempt(const char *name, F f) {
  std::printf("== %s\n", name);
  counter = 0;
  kept.clear();
  try {
    f();
  } catch (const std::exception &error) {
    std::printf("throws %s\n", error.what());
  } catch (int number) {
    std::printf("throws %d\n", number);
  }
  std::printf("counter %d\n", counter);
  show("kept", kept);
}

} // namespace support
