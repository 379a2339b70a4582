// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  try {
// expected-warning@-1 {{graph break: 'try' in captured code [-Wgraph-break=exception] [FG301]}}
    return fg::exp(x);
  } catch (const fg::Error &) {
    return x;
  }
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  try {
// expected-error@-1 {{graph break: 'try' in captured code [-Wgraph-break=exception] [FG301]}}
    return fg::exp(x);
  } catch (const fg::Error &) {
    return x;
  }
}

// expected-note@*:* 2 {{help: move the check in front of the first tensor operator}}
// expected-note@*:* 2 {{run 'fullgraph explain FG301' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
