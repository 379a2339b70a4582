// A helper with a loop of run-time count is split where it stands. Two of its instantiations, with types that
// cannot be named there, have no text of their own: told, and an error under fullgraph.
// RUN: not %fullgraph %s -o %t.fg.cpp -- %fg_flags 2>&1 | FileCheck --implicit-check-not=remark %s
// RUN: test ! -e %t.fg.cpp
#include <fullgraph/fullgraph.h>

template <typename F> fg::Tensor repeat(const F &f, fg::Tensor y, int n) {
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: graph break: no capture rule for one of several instantiations that cannot be named where the template stands {{.*}}[FG003]
  for (int i = 0; i < n; ++i)
    y = fg::softmax(f(y), 0); // rows: no kernel can be this loop
  return y;
}
FG_COMPILE(.fullgraph = true)
fg::Tensor one(FG_SHAPE("f32[N]") const fg::Tensor &x, int n) {
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'fullgraph' function 'one' is not one graph: it has 1 graph break
  return repeat([](const fg::Tensor &y) { return y * 3; }, x, n);
}
FG_COMPILE()
fg::Tensor two(FG_SHAPE("f32[N]") const fg::Tensor &x, int n) {
  // CHECK: warning: graph break: no capture rule for one of several instantiations {{.*}}stays eager
  return repeat([](const fg::Tensor &y) { return y * 4; }, x, n);
}
