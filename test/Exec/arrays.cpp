// Arrays and pointers to variables do not end a region: they live across a break, with what they hold.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG-NOT: FG003
// LOG: fullgraph: arrays.cpp: 3 functions, {{[0-9]+}} graphs, {{.*}} 4 breaks
// CHECK: arrays 3: 253.0000
// CHECK: end
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

static double number(const Tensor &x) { return x.to(fg::kDouble).sum().item<double>(); }

FG_COMPILE()
Tensor arrays(FG_SHAPE("f32[N,4]") Tensor x, int n) {
  const Tensor fixed[2] = {fg::relu(x), x * 2};
  Tensor filled[3];
  int64_t sizes[2] = {x.size(0), n};
  for (int i = 0; i < 3; ++i)
    filled[i] = fixed[i % 2] + i;
  std::printf("arrays %d\n", n);
  filled[1] = filled[1] + fixed[1];
  sizes[1] += 1;
  return filled[0] + filled[1] * filled[2] + static_cast<double>(sizes[0] * sizes[1]);
}

struct Pair {
  Tensor a, b;
};
FG_COMPILE()
Tensor pointers(FG_SHAPE("f32[N,4]") Tensor x, bool first) {
  Tensor h = fg::exp(x);
  Pair pair{x + 1, h - 1};
  Tensor *one = &h;
  const Tensor *two = &pair.b;
  h = h * 0.5;
  std::puts("between");
  if (first)
    *one = *one + 1;
  Tensor y = *two * h + pair.a;
  std::puts("behind");
  pair.b = y;
  return *two + *one;
}

FG_COMPILE()
Tensor moving(FG_SHAPE("f32[N,4]") Tensor x) {
  Tensor parts[2] = {x, fg::relu(x)};
  Tensor *at = &parts[0];
  at = &parts[1];
  std::puts("moved");
  *at = *at * 3;
  return parts[0] + parts[1];
}

int main() {
  const Tensor x = fg::arange(12, fg::kFloat).view({3, 4}) / 4 - 1;
  std::printf("arrays 3: %.4f\n", number(arrays(x, 3)));
  std::printf("pointers: %.4f %.4f\n", number(pointers(x, true)), number(pointers(x, false)));
  std::printf("moving: %.4f\n", number(moving(x)));
  std::puts("end");
}
