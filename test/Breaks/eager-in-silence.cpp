// A function for which no code is made leaves all that it does to functions that are compiled, or it is told of.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

fg::Tensor loops(const fg::Tensor &x, int n) {
  auto y = x[0];
  for (int64_t t = 0; t < x.size(0); ++t)
    y = fg::tanh(y.outer(x[t]).sum(0)) * n;
  return y;
}

// The constructor's loop stays in the program, and so does what it initialises its member with.
struct Made {
  fg::Tensor y;
  Made(const fg::Tensor &x, int n) : y(x[0] * n) {
    // expected-error@-1 {{graph break: no capture rule for the way from 'made' to this call [-Wgraph-break=unsupported-construct] [FG003]}}
    for (int64_t t = 0; t < x.size(0); ++t)
      y = fg::tanh(y.outer(x[t]).sum(0)) * n;
  }
};
FG_COMPILE(.fullgraph = true)
fg::Tensor made(FG_SHAPE("f32[T, N]") const fg::Tensor &x, int n) {
  // expected-error@-1 {{'fullgraph' function 'made' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
  // expected-note@-2 {{no code is made for 'made': calls of it run the operator eagerly}}
  return Made(x, n).y;
}

// All that it does is compiled.
FG_COMPILE(.fullgraph = true)
fg::Tensor hands_on(FG_SHAPE("f32[T, N]") const fg::Tensor &x) {
  return loops(x, 3);
}
// expected-note@*:* {{help: write the expression with tensor operators and plain structs, loops and containers}}
// expected-note@*:* {{run 'fullgraph explain FG003' for the explanation and the other ways out}}
