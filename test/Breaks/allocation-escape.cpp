// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  auto *copy = new fg::Tensor(fg::relu(x));
// expected-warning@-1 {{graph break: memory from 'new' outlives the compiled code; 'warned' stays eager [-Wgraph-break=allocation-escape] [FG406]}}
  return *copy;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  auto *copy = new fg::Tensor(fg::relu(x));
// expected-error@-1 {{graph break: memory from 'new' outlives the compiled code [-Wgraph-break=allocation-escape] [FG406]}}
  return *copy;
}

// expected-note@*:* 2 {{help: return a std::vector or a tensor}}
// expected-note@*:* 2 {{run 'fullgraph explain FG406' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
