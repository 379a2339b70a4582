// What cannot be cut: one statement with more paths than there may be graphs, and more than 16 combinations of
// FG_SHAPE's alternatives. Conditions between statements are no break: joined-conditions.cpp.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE(.max_graphs = 2)
fg::Tensor warned(FG_SHAPE("f32[N]") fg::Tensor x, bool a, bool b) {
  // expected-remark@-1 {{the conditions of 'warned' would make more than 2 graphs: it is compiled in 1 region [-Wgraph-break=joined-conditions] [FG711]}}
  x = fg::tanh(x);
  return a ? fg::relu(x) // expected-warning {{graph break: would emit more than 2 graphs [-Wgraph-break=version-limit] [FG704]}}
                         // expected-note@-1 2 {{paths fork here: 3 times}}
           : b ? fg::exp(x)
               : x + 1;
}

FG_COMPILE(.fullgraph = true, .max_graphs = 2)
fg::Tensor refused(FG_SHAPE("f32[N]") fg::Tensor x, bool a, bool b) {
  return a ? fg::relu(x) // expected-error {{graph break: would emit more than 2 graphs [-Wgraph-break=version-limit] [FG704]}}
                         // expected-note@-1 {{paths fork here: 2 times}}
           : b ? fg::exp(x)
               : x + 1;
}

#define ANY FG_SHAPE("f32[N] | f64[N] | f16[N] | bf16[N] | i64[N]")
FG_COMPILE(.fullgraph = true)
fg::Tensor alternatives(ANY fg::Tensor x, ANY fg::Tensor y) {
  // expected-error@-1 {{graph break: would emit more than 16 graphs [-Wgraph-break=version-limit] [FG704]}}
  return x + y;
}

FG_COMPILE(.fullgraph = true, .max_graphs = 4)
fg::Tensor fits(FG_SHAPE("f32[N]") fg::Tensor x, bool a, bool b) {
  if (a)
    x = fg::relu(x);
  if (b)
    x = fg::exp(x);
  return x;
}

// expected-note@*:* 1 {{help: FG_COMPILE(.max_graphs = 128): one graph for each combination}}
// expected-note@*:* 1 {{run 'fullgraph explain FG711' for the explanation and the other ways out}}
// expected-note@*:* 3 {{help: FG_COMPILE(.max_graphs = 128)}}
// expected-note@*:* 3 {{run 'fullgraph explain FG704' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-error@*:* {{'fullgraph' function 'alternatives' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
