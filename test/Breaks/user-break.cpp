// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  x = fg::relu(x);
  fg::graph_break("bisecting");
// expected-warning@-1 {{graph break: fg::graph_break("bisecting") [-Wgraph-break=user-break] [FG001]}}
// expected-note@-2 {{help: remove the call}}
  return x * 2;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  x = fg::relu(x);
  fg::graph_break();
// expected-error@-1 {{graph break: fg::graph_break("") [-Wgraph-break=user-break] [FG001]}}
// expected-note@-2 {{help: remove the call}}
  return x * 2;
}

// expected-note@*:* 2 {{run 'fullgraph explain FG001' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
