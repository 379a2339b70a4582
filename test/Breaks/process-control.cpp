// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <cstdlib>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::exit(1);
// expected-warning@-1 {{graph break: 'exit' controls the process [-Wgraph-break=process-control] [FG503]}}
  return fg::relu(x);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::exit(1);
// expected-error@-1 {{graph break: 'exit' controls the process [-Wgraph-break=process-control] [FG503]}}
  return fg::relu(x);
}

// expected-note@*:* 2 {{help: call it outside the compiled function}}
// expected-note@*:* 2 {{run 'fullgraph explain FG503' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
