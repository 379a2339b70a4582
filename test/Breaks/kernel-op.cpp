// What a kernel function may not be, where it is declared, and what of it is not captured, where that stands.
// RUN: %fullgraph --verify %s -- %fg_flags -DDECLARED
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

#ifdef DECLARED
FG_KERNEL_OP static float of_tensor(const fg::Tensor &x) { return x.item<float>(); }
// expected-error@-1 {{FG_KERNEL_OP: 'of_tensor' takes 'const fg::Tensor &', and a kernel function numbers and fg::Neighbours}}
FG_KERNEL_OP static void writes(float x, float &out) { out = x; }
// expected-error@-1 {{FG_KERNEL_OP: 'writes' takes 'float &', and a kernel function numbers and fg::Neighbours}}
// expected-error@-2 {{FG_KERNEL_OP: 'writes' returns 'void', and a kernel function a number}}
struct Gain {
  float gain;
  FG_KERNEL_OP float apply(float x) const { return x * gain; }
  // expected-error@-1 {{FG_KERNEL_OP: 'apply' is a member of an object, which fg::kernel_op does not have}}
  FG_KERNEL_OP static double fits(double x, const fg::Neighbours<float, 2> &y, int64_t n) { return x + y(0, 1) * n; }
};
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::relu(x); }

#else
static float wandering(fg::Neighbours<float, 1> y, int64_t n) { return y(n); }
// expected-warning@-1 {{graph break: no capture rule for an offset that is no constant, in a kernel function}}
FG_COMPILE() fg::Tensor wanders(FG_SHAPE("f32[N]") fg::Tensor x, FG_SHAPE("i64[N]") fg::Tensor n) {
  return fg::relu(fg::kernel_op(wandering, x, n)); // expected-note {{in 'wandering', called from here}}
}

static int64_t halved(int64_t n) { return n / 2; }
// expected-error@-1 {{graph break: no capture rule for this use of a number in a kernel function}}
FG_COMPILE(.fullgraph = true) fg::Tensor divides(FG_SHAPE("i64[N]") fg::Tensor n) {
  return fg::kernel_op(halved, n + 1); // expected-note {{in 'halved', called from here}}
}

static int64_t collatz(float x) {
  int64_t steps = 0;
  while (x > 1) { // expected-warning {{graph break: trip count depends on the values of tensor}}
    x = x * 0.5f;
    ++steps;
  }
  return steps;
}
FG_COMPILE() fg::Tensor loops(FG_SHAPE("f32[N]") fg::Tensor x) {
  return fg::kernel_op(collatz, x); // expected-note {{in 'collatz', called from here}}
}
// expected-error@*:* {{'fullgraph' function 'divides' is not one graph: it has 1 graph break}}
// expected-note@*:* 3 {{help: }}
// expected-note@*:* 3 {{run 'fullgraph explain}}
#endif
