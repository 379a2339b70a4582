// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <cstdio>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::puts("forward");
// expected-warning@-1 {{graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]}}
  return fg::relu(x);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::puts("forward");
// expected-error@-1 {{graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]}}
  return fg::relu(x);
}

// expected-note@*:* 2 {{help: move the call in front of the compiled function or behind it}}
// expected-note@*:* 2 {{run 'fullgraph explain FG501' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
