// Statements that macros write in part: what has a place of its own in the source is compiled there, the rest
// is left as it is and told.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// CHECK: filtered 2
// CHECK: braced 4
// CHECK: skipped 3
// CHECK: arms 12
// CHECK: blocks 9
// LOG: warning: graph break: no capture rule for a statement within the text of a macro
// LOG-NEXT: EACH(p)
// LOG: warning: graph break: no capture rule for a statement within the text of a macro
// LOG-NEXT: EACH(p) {
// LOG: warning: graph break: no capture rule for a statement within the text of a macro; 'skipped' stays eager
// LOG-NEXT: DEFINED(p) {
// LOG: 5 functions (1 eager)
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <vector>

using T = fg::Tensor;
#define S1 FG_SHAPE("f32[N]")
FG_DISABLE("a break") inline void brk() {}
struct Part {
  T w;
  bool on = true;
};
#define EACH(p)                                                                                              \
  for (auto &p : v)                                                                                          \
    if (p.on)
#define DEFINED(p)                                                                                           \
  for (T & p : v)                                                                                            \
    if (!p.defined()) {                                                                                      \
    } else
#define UNLESS(c)                                                                                            \
  if (c) {                                                                                                   \
  } else
#define BODY                                                                                                 \
  {                                                                                                          \
    x = x * 2;                                                                                               \
    brk();                                                                                                   \
    x = x + 1;                                                                                               \
  }

FG_COMPILE() T filtered(S1 T x, std::vector<Part> &v) {
  brk();
  EACH(p)
  x = x + p.w;
  return x - 1;
}
FG_COMPILE() T braced(S1 T x, std::vector<Part> &v) {
  EACH(p) {
    if (!p.w.defined())
      continue;
    x = x + p.w;
  }
  brk();
  return x + 1;
}
FG_COMPILE() T skipped(S1 T x, std::vector<T> &v) {
  DEFINED(p) {
    p = p + x;
    x = x + p.sum();
  }
  brk();
  return x;
}
FG_COMPILE() T arms(S1 T x, int k) {
  UNLESS(k > 1) {
    x = x + 1;
    brk();
    x = x * 2;
  }
  return x * 3;
}
FG_COMPILE() T blocks(S1 T x, int k) {
  if (k > 0)
    BODY return x * 3;
}

int main() {
  const T x = fg::ones({1});
  std::vector<Part> v{{x * 2, true}, {x, false}, {T(), false}};
  std::vector<T> w{T(), x};
  std::printf("filtered %g\n", filtered(x, v).item<double>());
  std::printf("braced %g\n", braced(x, v).item<double>());
  std::printf("skipped %g\n", skipped(x, w).item<double>());
  std::printf("arms %g\n", arms(x, 1).item<double>());
  std::printf("blocks %g\n", blocks(x, 1).item<double>());
}
