// RUN: %fullgraph --verify %s -- %fg_flags
// A break in a called function that is annotated itself is told once, there; a caller that must be one graph tells it, too.
// What it returns is known there.
#include <fullgraph/fullgraph.h>
#include <cstdio>

FG_COMPILE()
fg::Tensor inner(FG_SHAPE("f32[N]") fg::Tensor x) {
  x = x * 2;
  std::printf("inner\n");
  // expected-warning@-1 {{graph break: 'printf' performs input or output [-Wgraph-break=io] [FG501]}}
  // expected-error@-2 {{graph break: 'printf' performs input or output [-Wgraph-break=io] [FG501]}}
  return x + 1;
}

FG_COMPILE()
fg::Tensor outer(FG_SHAPE("f32[N]") fg::Tensor x) { return inner(x.exp() + 1) * 3 + x * 2; }

FG_COMPILE(.fullgraph = true)
fg::Tensor whole(FG_SHAPE("f32[N]") fg::Tensor x) { return inner(x.exp() + 1) * 3; }
// expected-error@-1 {{'fullgraph' function 'whole' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-note@-2 {{in 'inner', called from here}}

// expected-note@*:* 2 {{help: move the call in front of the compiled function or behind it}}
// expected-note@*:* 2 {{run 'fullgraph explain FG501' for the explanation and the other ways out}}
