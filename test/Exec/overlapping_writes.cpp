// An in-place operator that reads a part of what it writes throws, as ATen's does: in versions that were made
// ahead and at run time.
// RUN: %jit %build_and_compare %s | FileCheck %s
// RUN: env FULLGRAPH_JIT=0 %t.compare/overlapping_writes | FileCheck %s
// CHECK: shifted 2: 1 3 | 1 3
// CHECK: shifted 4: threw | 1 2 3 4
// CHECK: unknown 2: 1 3 | 1 3
// CHECK: unknown 4: threw | 1 2 3 4
// CHECK: row 4: threw | 1 2 3 4
// CHECK: columns 1: threw | 1 2 3
// CHECK: columns 2: 1 2 3 16 20 24
// CHECK: neighbours 1: 1 3 3 | 1 3 3
// CHECK: neighbours 2: 1 3 3 4 9 6 | 1 3 3 4 9 6
// CHECK: reshaped 2: threw | 1 2
// CHECK: reshaped 4: 2 2 3 4 | 2 2 3 4
// CHECK: copied 4: 2 4 6 4 | 2 4 6 4
// CHECK: grown 3: 3 4 5 | 2 3 4
// CHECK: grown 1: 3 | 2
#include <fullgraph/fullgraph.h>

#include <cstdio>

using T = fg::Tensor;

FG_COMPILE() T shifted(FG_SHAPE("f32[N]") T x) {
  x.slice(0, 1).add_(x.slice(0, 0, -1));
  return x * 1;
}
FG_COMPILE() T unknown(T x) {
  x.slice(0, 1).add_(x.slice(0, 0, -1));
  return x * 1;
}
FG_COMPILE() T row(T x) {
  x.sub_(x[0]);
  return x * 1;
}
FG_COMPILE() T columns(FG_SHAPE("f32[R, C]") T x) {
  x.mul_(x.select(1, 0).unsqueeze(1));
  return x * 1;
}
FG_COMPILE() T neighbours(FG_SHAPE("f32[R, C]") T x) { // never overlap, also where they are dense
  x.select(1, 1).add_(x.select(1, 0));
  return x * 1;
}
FG_COMPILE() T reshaped(FG_SHAPE("f32[R, C]") T x) { // a copy, unless a size is 1
  T first = x.reshape({-1}).narrow(0, 0, 1);
  first.add_(x.t().reshape({-1})[0]);
  return x * 1;
}
FG_COMPILE() T copied(FG_SHAPE("f32[N]") T x) {
  x.slice(0, 0, -1).copy_(x.slice(0, 1) * 1 + x.slice(0, 1) - 2);
  return x * 1;
}
// A size that is 0 or 1 broadcasts: it does not force N to be 1.
FG_COMPILE() T grown(FG_SHAPE("f32[N]") T x) {
  x.add_(x.slice(0, 0, 1).clone());
  return x + x[0] - 1 + 0 * x;
}

static void print(const T &x) {
  const T flat = x.reshape({-1});
  for (int64_t i = 0; i < flat.numel(); ++i)
    std::printf(" %g", flat[i].item<double>());
}

int main() {
  const auto run = [](const char *name, auto f, T x, int64_t size) {
    std::printf("%s %lld:", name, static_cast<long long>(size));
    try {
      print(f(x));
    } catch (const fg::Error &) {
      std::printf(" threw");
    }
    std::printf(" |");
    print(x);
    std::puts("");
  };
  const auto values = [](int64_t n) { return fg::arange(1, n + 1, fg::kFloat); };
  run("shifted", shifted, values(2), 2), run("shifted", shifted, values(4), 4);
  run("unknown", unknown, values(2), 2), run("unknown", unknown, values(4), 4);
  run("row", row, values(4).view({2, 2}), 4);
  run("columns", columns, values(3).view({1, 3}), 1);
  run("columns", columns, values(6).view({2, 3}), 2);
  run("neighbours", neighbours, values(3).view({1, 3}), 1);
  run("neighbours", neighbours, values(6).view({2, 3}), 2);
  run("reshaped", reshaped, values(2).view({2, 1}), 2);
  run("reshaped", reshaped, values(4).view({2, 2}), 4);
  run("copied", copied, values(4), 4);
  run("grown", grown, values(3), 3), run("grown", grown, values(1), 1);
}
