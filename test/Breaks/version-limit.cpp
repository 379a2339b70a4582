// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE(.max_graphs = 3)
fg::Tensor warned(FG_SHAPE("f32[N]") fg::Tensor x, bool a, bool b) {
  // expected-warning@-1 {{graph break: would emit more than 3 graphs [-Wgraph-break=version-limit] [FG704]}}
  if (a) // expected-note {{paths fork here}}
    x = fg::relu(x);
  if (b) // expected-note {{paths fork here}}
    x = fg::exp(x);
  return x;
}

FG_COMPILE(.fullgraph = true, .max_graphs = 3)
fg::Tensor refused(FG_SHAPE("f32[N]") fg::Tensor x, bool a, bool b) {
  // expected-error@-1 {{graph break: would emit more than 3 graphs [-Wgraph-break=version-limit] [FG704]}}
  if (a) // expected-note {{paths fork here}}
    x = fg::relu(x);
  if (b) // expected-note {{paths fork here}}
    x = fg::exp(x);
  return x;
}

FG_COMPILE(.fullgraph = true, .max_graphs = 4)
fg::Tensor fits(FG_SHAPE("f32[N]") fg::Tensor x, bool a, bool b) {
  if (a)
    x = fg::relu(x);
  if (b)
    x = fg::exp(x);
  return x;
}

// expected-note@*:* 2 {{help: FG_COMPILE(.max_graphs = 128)}}
// expected-note@*:* 2 {{run 'fullgraph explain FG704' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
