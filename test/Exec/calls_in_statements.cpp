// Statements with several calls that break: what is computed between nested ones is compiled, too; calls that
// C++ leaves unordered stay as they are, which is said.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG-NOT: [FG003]
// LOG: :[[#@LINE+21]]:{{.*}}no capture rule for the rest of a statement around a call that is made on its own
// LOG: give the call a statement of its own, in front of this one
// LOG-NOT: [FG003]
// RUN: %fullgraph %s --emit=cpp -o - -- %fg_flags 2>/dev/null | FileCheck --check-prefix=CPP %s
// CPP: nested, start
// CPP: nested, resume_1
// CPP: nested, resume_2
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;
#define N_ FG_SHAPE("f32[N]")

static Tensor said(const Tensor &x) {
  std::printf("said %g\n", x.sum().item<double>());
  return x + 1;
}

FG_COMPILE() Tensor nested(N_ const Tensor &x) { return said(fg::exp(said(x * 2) * 2 + 1)).log() * 2; }
FG_COMPILE() Tensor unordered(N_ const Tensor &x) {
  Tensor c = (said(x) * said(x)).exp();
  return c * 2;
}
FG_COMPILE() Tensor alone(N_ const Tensor &x) { return said(x + 1) * 3 + x; }

int main() {
  const Tensor x = fg::ones({2}) * 0.5;
  // CHECK: nested 20.0269
  std::printf("nested %.4f\n", nested(x).sum().item<double>());
  // CHECK: unordered 37.9509
  std::printf("unordered %.4f\n", unordered(x).sum().item<double>());
  // CHECK: alone 16
  std::printf("alone %.4g\n", alone(x).sum().item<double>());
}
