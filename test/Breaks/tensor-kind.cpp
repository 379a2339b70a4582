// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]@cuda") fg::Tensor x) {
// expected-warning@-1 {{graph break: 'x' is a CUDA tensor; 'warned' stays eager [-Wgraph-break=tensor-kind] [FG601]}}
  return fg::relu(x);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]@cuda") fg::Tensor x) {
// expected-error@-1 {{graph break: 'x' is a CUDA tensor [-Wgraph-break=tensor-kind] [FG601]}}
  return fg::relu(x);
}

// One of several: the others are compiled.
FG_COMPILE(.fullgraph = true)
fg::Tensor either(FG_SHAPE("f32[N, 4] | f32[N, 4]@cuda") fg::Tensor x) { return fg::relu(x); }

// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-note@*:* 2 {{help: FG_SHAPE("f32[N, 4]") without '@cuda'}}
// expected-note@*:* 2 {{run 'fullgraph explain FG601' for the explanation and the other ways out}}
