// What the generated programs include: inputs, printing, and code that graphs break on.
#pragma once

#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using fg::Tensor;

namespace support {

inline int counter = 0;
inline double gain = 0.5;
inline std::vector<Tensor> kept;

// Operators of the program's own, which compiled code calls between its graphs. They change nothing: several
// may stand in one expression.
inline fg::TensorMeta like(const fg::TensorMeta &x) { return x; }
inline fg::TensorMeta like_first(const fg::TensorMeta &x, const fg::TensorMeta &) { return x; }
FG_CUSTOM_OP("support::curbed", .shape = like) inline Tensor curbed(const Tensor &x) {
  return fg::tanh(x) * 0.75;
}
FG_CUSTOM_OP("support::blended", .shape = like_first)
inline Tensor blended(const Tensor &x, const Tensor &y) { return x * 0.5 + y.mean() * 0.25; }
/// A function that holds one, and a break.
inline Tensor curbed_twice(const Tensor &x) {
  if (x.numel() > 0 && x.sum().item<double>() > 40.137)
    return curbed(x);
  return curbed(curbed(x) + 0.5);
}

/// Two tensors and what belongs to them.
struct Box {
  Tensor a, b;
  int turns = 0;
  double weight = 0.25;
  Tensor mix() const { return a * 0.5 + b * weight; }
  Box &turn() {
    std::swap(a, b);
    ++turns;
    return *this;
  }
  void scale(double by) {
    a.mul_(by);
    b = b * by;
  }
  Tensor &first() { return turns % 2 ? b : a; }
};

/// What differs between training and inference.
struct Modes : fg::nn::Module {
  Modes() {
    register_module("norm", norm);
    register_module("drop", drop);
  }
  Tensor forward(const Tensor &x) {
    const Tensor flat = drop->forward(norm->forward(x.reshape({-1, 1})));
    return flat.reshape(x.sizes()) * (is_training() ? 0.2 : 0.3);
  }
  fg::nn::BatchNorm1d norm{fg::nn::BatchNorm1dOptions(1).eps(0.2).momentum(0.4)};
  fg::nn::Dropout drop{0.4};
};

/// What copies, moves, assignments and the end of its life do can be seen.
struct Owner {
  Tensor t;
  explicit Owner(Tensor x) : t(std::move(x)) { counter += 1; }
  Owner(const Owner &o) : t(o.t * 0.5) { counter += 10; }
  Owner(Owner &&o) noexcept : t(std::move(o.t)) { counter += 100; }
  Owner &operator=(const Owner &o) {
    t = o.t * 0.25;
    counter += 1000;
    return *this;
  }
  ~Owner() { counter += 10000; }
};
struct Heir : Owner {
  using Owner::Owner;
};
struct Held {
  Owner owner;
  int turns = 0;
};

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
    else if (dtype == fg::kInt)
      x.data_ptr<int32_t>()[i] = int32_t(std::floor(v * 4));
    else if (dtype == fg::kByte)
      x.data_ptr<uint8_t>()[i] = uint8_t(std::floor(v * 3 + 3));
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

/// The same values in rows with room between them.
inline Tensor wide(const Tensor &x) { return fg::cat({x, x}, -1).narrow(-1, 0, x.size(-1)); }

/// Elements of `x` whose places overlap each other: windows that are one apart, or one element for a whole
/// row.
inline Tensor overlapping(const Tensor &x) {
  if (x.numel() == 0)
    return x;
  const std::vector<int64_t> sizes(x.sizes().begin(), x.sizes().end());
  return x.contiguous().as_strided(sizes, std::vector<int64_t>(sizes.size(), sizes.size() > 1 ? 1 : 0));
}

/// A tensor that begins one element behind `x`, which moves to the same memory.
inline Tensor behind(Tensor &x) {
  const int64_t count = x.numel();
  Tensor all = fg::zeros({count + 1}, x.scalar_type());
  const Tensor sizes = x;
  all.narrow(0, 0, count).copy_(x.reshape({-1}));
  x = all.narrow(0, 0, count).view(sizes.sizes());
  return all.narrow(0, 1, count).view(sizes.sizes());
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

/// Undoes what was done, unless it is dismissed.
struct Undo {
  Tensor old;
  int steps = 1;
  bool armed = true;
  explicit Undo(Tensor x) : old(std::move(x)) {}
  Undo(const Undo &) = delete;
  ~Undo() {
    if (!armed)
      return;
    counter += 100 * steps;
    kept.push_back(old);
  }
};
struct UndoLater : Undo {
  using Undo::Undo;
};

/// Calls that no compiler sees through.
inline Tensor halved(const Tensor &x) { return x * 0.5; }
inline Tensor (*volatile hook)(const Tensor &) = halved;
inline Tensor opaque(const Tensor &x) { return hook(x); }
inline void halve(Tensor &x) { x.mul_(0.5); }
inline void (*volatile change_hook)(Tensor &) = halve;
inline void change(Tensor &x) { change_hook(x); }
inline int shifted(int k) { return k + 1; }
inline int (*volatile int_hook)(int) = shifted;

struct Stage {
  virtual ~Stage() = default;
  virtual Tensor run(const Tensor &x) const = 0;
};
struct Bent : Stage {
  Tensor run(const Tensor &x) const override { return fg::tanh(x); }
};
struct Moved : Stage {
  int by;
  explicit Moved(int k) : by(k) {}
  Tensor run(const Tensor &x) const override { return x * 0.5 + 0.1 * by; }
};
inline std::unique_ptr<Stage> stage(int kind) {
  if (kind % 2)
    return std::make_unique<Bent>();
  return std::make_unique<Moved>(kind);
}

/// N and M, and numbers that are passed.
constexpr int64_t sizes[6][2] = {{1, 3}, {3, 5}, {5, 1}, {1, 4}, {0, 2}, {4, 0}};
constexpr float numbers[5] = {0.7f, -0.4f, 0.1f, 0.25f, -0.9f};

constexpr const char *words[5] = {"relu", "gelu", "relu.b", "", "el"};

/// Orders of maps: upper and lower case are one; so are numbers three apart.
struct AnyCase {
  static std::string lower(std::string text) {
    for (char &c : text)
      c = c >= 'A' && c <= 'Z' ? char(c + 32) : c;
    return text;
  }
  bool operator()(const std::string &a, const std::string &b) const { return lower(a) < lower(b); }
};
struct Modulo {
  bool operator()(int a, int b) const { return a % 3 < b % 3; }
};

/// Twelve flags, others in each turn.
inline std::array<bool, 12> switches(int turn) {
  std::array<bool, 12> on{};
  for (size_t i = 0; i < on.size(); ++i)
    on[i] = (int(i) * 7 + turn * 5) % 11 < 6;
  return on;
}

/// The tensor of a variant, or another one where it holds a number.
struct Chooser {
  Tensor other;
  Tensor operator()(double by) const { return by > 0.25 ? other * 1 : other; }
  Tensor operator()(const Tensor &x) const { return x * 1; }
};

/// Global state as each call finds it.
inline void begin(const char *name, int turn) {
  std::printf("== %s %d\n", name, turn);
  counter = 0;
  gain = 0.5;
  kept.clear();
}

/// Runs all calls of a function.
inline void attempt(const char *name, void (*call)(int turn)) {
  for (int turn = 0; turn < 6; ++turn) {
    begin(name, turn);
    call(turn);
    std::printf("counter %d, gain %.6g\n", counter, gain);
    show("kept", kept);
  }
}

} // namespace support
