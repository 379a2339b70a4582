// Both ways of branching on a tensor's value; what needs no value is no break.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x);
// expected-note@-1 {{'h' is computed here, from 'x'}}
  if (h.sum().item<float>() > 0)
// expected-warning@-1 {{graph break: branch depends on the values of tensor 'h' [-Wgraph-break=data-dependent-branch] [FG101]}}
    h = fg::sin(h);
  if (h.dim() == 2)
    h = h * 2;
  return h;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x);
// expected-note@-1 {{'h' is computed here, from 'x'}}
  if (h.sum().item<float>() > 0)
// expected-error@-1 {{graph break: branch depends on the values of tensor 'h' [-Wgraph-break=data-dependent-branch] [FG101]}}
    h = fg::sin(h);
  if (h.dim() == 2)
    h = h * 2;
  return h;
}

// expected-note@*:* 2 {{help: h = fg::where(condition, value_if_true, value_if_false);}}
// expected-note@*:* 2 {{run 'fullgraph explain FG101' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
