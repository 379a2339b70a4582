// Numbers that capture has no room for are left to the program: __int128 and long double. Each use is a graph
// break that is told, and what they compute is right.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG-COUNT-5: graph break: no capture rule for
// CHECK: high 4194304
// CHECK: product 1180591616
// CHECK: rest 81
// CHECK: longDouble 1
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;
#define X FG_SHAPE("f32[N]") Tensor x

FG_COMPILE() Tensor high(X, __int128 q) { return x + int64_t(q >> 64); }
FG_COMPILE() Tensor product(X, int64_t a) { return x + int64_t(__int128(a) * a / 1000000007 / 1000); }
FG_COMPILE() Tensor rest(X, unsigned __int128 q) { return x + int64_t(q % 100); }
FG_COMPILE() Tensor wraps(X, int64_t a) {
  __int128 q = a;
  q *= a;
  return x + int64_t(q >> 64);
}
FG_COMPILE() Tensor longDouble(X, long double l) { return l + 1e-18L > l ? x + 1 : x; }

int main() {
  const auto show = [](const char *name, const Tensor &t) { std::printf("%s %.0f\n", name, double(t[0].item<float>())); };
  const Tensor x = fg::zeros({3});
  show("high", high(x, __int128(1) << 86));
  show("high", high(x, -3));
  show("product", product(x, int64_t(1) << 35));
  show("rest", rest(x, (unsigned __int128)(1) << 100 | 5));
  show("wraps", wraps(x, int64_t(1) << 40));
  show("wraps", wraps(x, -3));
  show("longDouble", longDouble(x, 1));
}
