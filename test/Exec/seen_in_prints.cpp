// The calls that main() shows are seen where the statement around them could not be followed: a number that is printed,
// in front of a call of a function that comes to a compiled one. A loop over a list of cases shows each of them, five
// objects of a class are not expected to be like the first four, and a statement without operators names its type.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eager %s < %t.log
// LOG: seen_in_prints.cpp: 4 functions
// CHECK: 24 48
// CHECK: cases: 6 3
// CHECK: boxes: 13
// CHECK: ratios:
// CHECK: 7
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <iostream>
#include <optional>
#include <vector>

using fg::Tensor;

FG_COMPILE() Tensor twice(const Tensor &x) { return x * 2; }
Tensor sample(Tensor x) {
  for (int i = 0; i < 2; ++i)
    x = twice(x);
  return x;
}

FG_COMPILE() Tensor masked(const Tensor &x, const std::optional<Tensor> &mask) {
  if (mask)
    return (x * *mask).sum();
  return x.sum();
}

struct Box {
  Box(Tensor corners, int64_t size) : corners(corners), size(size) {}
  FG_COMPILE() Tensor clipped() const { return corners.clamp(0, size - 1) + size; }
  Tensor corners;
  int64_t size;
};

FG_COMPILE() Tensor scaled(const std::vector<float> &ratios, const Tensor &x) {
  auto ratio = fg::tensor(ratios).to(fg::kFloat);
  std::puts("between");
  return ratio.unsqueeze(1) * x;
}

int main() {
  const Tensor x = fg::arange(4, fg::kFloat).view({2, 2});
  std::cout << twice(x.view({4})).sum().item<float>() * 2 << " " << twice(sample(x)).sum().item<float>() << "\n";
  for (const int kind : {0, 0, 1}) {
    std::optional<Tensor> mask;
    if (kind == 1)
      mask = fg::tensor({0.5f, 0.5f});
    std::cout << "cases: " << masked(x, {}).sum().item<float>() << " " << masked(x, mask).sum().item<float>() << "\n";
  }
  for (const int64_t size : {2, 3, 4, 5, 6, 7})
    std::cout << "boxes: " << Box(x, size).clipped().amax().item<float>() + size << "\n";
  std::cout << "ratios: \n" << scaled({1, 2.5f}, fg::ones({2})).sum().item<float>() << "\n";
}
