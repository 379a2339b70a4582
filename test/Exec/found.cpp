// What random programs (test/random) found: each function once differed from the eager program, or did not build.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
#include "Inputs/both.h"

#include <tuple>

using both::values;
using fg::Tensor;

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

int main() {
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
}
