// What random programs (test/random) found: each function once differed from the eager program, or did not
// build.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
#include "Inputs/both.h"

#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

using both::values;
using fg::Tensor;

// A lambda from in front of a region assigns to a parameter, which the region reads, too.
FG_COMPILE()
Tensor assigned_by_lambda(FG_SHAPE("f32[N]") Tensor x, bool twice) {
  const auto assign = [&](const Tensor &q) { x = q * 2; };
  std::printf("assigns\n");
  auto first = x.select(0, 0);
  assign(fg::full({x.size(0)}, 2, fg::kFloat));
  if (twice)
    assign(x + first);
  return x + first;
}

// A call that returns a reference is made in front of the region that assigns to what it refers to.
FG_COMPILE()
Tensor assigned_entry(FG_SHAPE("f32[N]") const Tensor &x, int n) {
  std::map<int, Tensor> map;
  map[1] = x * 2;
  map[n % 3] = fg::unbind(fg::stack({x, x + 1}), 0)[1];
  Tensor sum = x * 0;
  for (const auto &[key, value] : map)
    sum = sum + value * (key + 1);
  return sum;
}

// A start that a kernel has no operation for: the caller computes it.
FG_COMPILE(.fullgraph = true)
Tensor shifted(FG_SHAPE("f32[1,2]") Tensor x, FG_SHAPE("f32[N,M]") Tensor y, int n) {
  auto part = (x.mean().expand({1, 3}) - 0.35).narrow(1, std::abs(n) % 2, 2) * 2;
  const int64_t rows = y.size(0) / 2, start = std::abs(n) / 3;
  return part.sum() + (y * 2).slice(0, start, start + rows) * y.slice(0, 0, rows).exp();
}

// A sum whose operand does not depend on the summed index.
FG_COMPILE(.fullgraph = true)
Tensor constant_rows(FG_SHAPE("f32[2,N]") Tensor x) {
  auto ones = fg::full({2, 3, x.size(1)}, 1, fg::kFloat);
  return ones.sum() * 0.5 + ones.sum(1) + fg::ones({x.size(1), 40}).sum(1) + x;
}

// Results that share memory none of them is the whole of.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> shared_parts(FG_SHAPE("f32[N,4]") Tensor x) {
  auto t = fg::relu(x);
  return {t.t(), t.select(1, 1), t.slice(1, 1, 3)};
}

// A structured binding that lives across a break, of a type named with its namespace.
FG_COMPILE()
Tensor bound(FG_SHAPE("f32[N]") Tensor x) {
  auto [a, b] = std::tuple<Tensor, Tensor>(x + 1, x * 2);
  std::puts("between");
  return a * b;
}

// A size that a guard knows, under its letter and as a number.
FG_COMPILE(.fullgraph = true)
Tensor known_size(FG_SHAPE("f32[N,N]") Tensor x) {
  if (x.size(0) == 1)
    return fg::softmax(x, 1) + fg::softmax(x.mean({0}, true), -1);
  return x;
}

// A template whose `if constexpr` discards a statement that is no block, and what it passes on has not been
// read.
template <int K> Tensor discards(const Tensor &q) {
  if constexpr (K > 1)
    return fg::tanh(q);
  if ((fg::abs(q) > 0.1).any().template item<bool>())
    std::puts("some");
  return fg::relu(q) * 2 + K;
}
FG_COMPILE()
Tensor passes_on(FG_SHAPE("f32[N]") const Tensor &x) { return discards<1>(x); }

// A region of no effect has no guard that could miss.
FG_COMPILE()
void computes_nothing(FG_SHAPE("f32[N]") Tensor &x) {
  Tensor t = fg::full({2}, 2, fg::kInt) * 2;
  std::puts("nothing");
  x.mul_(2);
}

// A write to one of several elements that are one in memory.
FG_COMPILE()
Tensor writes_expanded(FG_SHAPE("f32[N]") Tensor x) {
  auto t = x.mean().expand({2});
  t[-1] = x.sum() * 0.5;
  return fg::relu(t) + 1;
}

// A path whose sizes are known to be zero has kernels, and a workspace of no bytes.
FG_COMPILE()
Tensor no_rows(FG_SHAPE("f32[N,3,3]") Tensor x) {
  if (x.size(0) == 0)
    x.select(1, 0).copy_(fg::relu(fg::full({x.size(0), 3}, 0.3, fg::kFloat)));
  return x;
}

// The left side of an assignment is evaluated once.
struct Pair {
  Tensor a, b;
  int turns = 0;
  Pair &turn() {
    std::swap(a, b);
    ++turns;
    return *this;
  }
};
FG_COMPILE(.fullgraph = true)
Tensor turns_once(FG_SHAPE("f32[N]") Tensor x) {
  Pair pair{x * 2, x + 1};
  pair.turn().turns += 2;
  Pair other{x * 3, x - 1};
  ++other.turn().turns;
  const int last = (other.turn().turns = 5);
  return pair.a * pair.turns + other.a * last;
}

// The names of a kernel's inputs are not ones that Halide makes: an integer maximum hid its operand.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> extremes(FG_SHAPE("i64[N,4]") Tensor x, FG_SHAPE("u8[N,4]") Tensor y) {
  return {x.amax(1), x.amin({0, 1}), y.amax(0), fg::maximum(x, x.amax({1}, true) - x.amin())};
}

int main() {
  for (const bool twice : {false, true})
    both::check("assigned_by_lambda", [=] { return std::vector{assigned_by_lambda(values({3}), twice)}; });
  // CHECK-COUNT-2: assigned_by_lambda: same{{$}}
  for (const int n : {1, 2})
    both::check("assigned_entry", [=] { return std::vector{assigned_entry(values({3}), n)}; });
  // CHECK-COUNT-2: assigned_entry: same{{$}}
  for (const int n : {-3, -1, 4})
    both::check("shifted", [=] { return std::vector{shifted(values({1, 2}), values({5, 3}), n)}; });
  // CHECK-COUNT-3: shifted: same{{$}}
  for (int n : {1, 3, 17})
    both::check("constant_rows", [=] { return std::vector{constant_rows(values({2, n}))}; });
  // CHECK-COUNT-3: constant_rows: same{{$}}
  both::check("shared_parts", [] {
    auto all = shared_parts(values({3, 4}));
    all[0].add_(1);
    all[2].mul_(2);
    return all;
  });
  // CHECK: shared_parts: same{{$}}
  both::check("bound", [] { return std::vector{bound(values({3}))}; });
  // CHECK: bound: same{{$}}
  for (int n : {1, 2})
    both::check("known_size", [=] { return std::vector{known_size(values({n, n}))}; });
  // CHECK-COUNT-2: known_size: same{{$}}
  both::check("passes_on", [] { return std::vector{passes_on(values({3}))}; });
  // CHECK: passes_on: same{{$}}
  both::check("computes_nothing", [] {
    auto x = values({3});
    computes_nothing(x);
    return std::vector{x};
  });
  // CHECK: computes_nothing: same{{$}}
  both::check("writes_expanded", [] { return std::vector{writes_expanded(values({3}))}; });
  // CHECK: writes_expanded: same{{$}}
  for (int n : {0, 2})
    both::check("no_rows", [=] { return std::vector{no_rows(values({n, 3, 3}))}; });
  // CHECK-COUNT-2: no_rows: same{{$}}
  both::check("turns_once", [] { return std::vector{turns_once(values({3}))}; });
  // CHECK: turns_once: same{{$}}
  both::check("extremes", [] {
    auto x = fg::arange(-5, 7).view({3, 4});
    return extremes(x * x % 7, x.to(fg::kByte));
  });
  // CHECK: extremes: same{{$}}
}
