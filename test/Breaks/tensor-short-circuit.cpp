// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
bool warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  return x.any().item<bool>() && x.all().item<bool>();
// expected-warning@-1 {{graph break: '&&' needs the value of tensor 'x' [-Wgraph-break=tensor-short-circuit] [FG106]}}
// expected-note@-2 {{help: fg::logical_and(x.any(), x.all()).item<bool>()}}
}

FG_COMPILE(.fullgraph = true)
bool refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  return x.any().item<bool>() || x.all().item<bool>();
// expected-error@-1 {{graph break: '||' needs the value of tensor 'x' [-Wgraph-break=tensor-short-circuit] [FG106]}}
// expected-note@-2 {{help: fg::logical_or(x.any(), x.all()).item<bool>()}}
}

// expected-note@*:* 2 {{run 'fullgraph explain FG106' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
