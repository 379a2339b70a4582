// The floor: what capture has no rule for keeps the function as it is.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

extern int *counts;

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * *(counts + x.dim()); }
// expected-warning@-1 {{graph break: no capture rule for arithmetic on this pointer; 'warned' stays eager [-Wgraph-break=unsupported-construct] [FG003]}}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * *(counts + x.dim()); }
// expected-error@-1 {{graph break: no capture rule for arithmetic on this pointer [-Wgraph-break=unsupported-construct] [FG003]}}

// Elements that are one in memory: copy_ tells it as the other operators in place do.
FG_COMPILE()
fg::Tensor shared(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor y = x.clone();
  y.as_strided({2, 2}, {1, 1}).copy_(x.slice(0, 0, 2).slice(1, 0, 2)); // expected-warning {{graph break: no capture rule for a write through as_strided [-Wgraph-break=unsupported-construct] [FG003]}}
  return y * 2;
}

// expected-note@*:* 3 {{help: write the expression with tensor operators and plain structs, loops and containers}}
// expected-note@*:* 3 {{run 'fullgraph explain FG003' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
