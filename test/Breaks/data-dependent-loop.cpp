// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  while (x.sum().item<float>() > 1)
// expected-warning@-1 {{graph break: trip count depends on the values of tensor 'x' [-Wgraph-break=data-dependent-loop] [FG102]}}
    x = x * 0.5;
  return x;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  while (x.sum().item<float>() > 1)
// expected-error@-1 {{graph break: trip count depends on the values of tensor 'x' [-Wgraph-break=data-dependent-loop] [FG102]}}
    x = x * 0.5;
  return x;
}

// expected-note@*:* 2 {{help: for (int i = 0; i < max_steps; ++i) x = fg::where(done, x, step(x));}}
// expected-note@*:* 2 {{run 'fullgraph explain FG102' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
