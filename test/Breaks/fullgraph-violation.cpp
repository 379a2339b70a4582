// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <cstdio>

FG_COMPILE(.fullgraph = true)
fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::puts("begin");
  // expected-error@-1 {{graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]}}
  x = fg::relu(x);
  for (int i = 0; i < 2; ++i)
    std::puts("loop");
    // expected-error@-1 {{graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]}}
  return x;
}

struct Model {
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N, 4]") fg::Tensor x) const {
    fg::graph_break("here");
    // expected-error@-1 {{graph break: fg::graph_break("here") [-Wgraph-break=user-break] [FG001]}}
    // expected-note@-2 {{help: remove the call}}
    return fg::relu(x);
  }
};

// As torch.compile does with this backend: nothing is compiled, but breaks are told.
FG_COMPILE(.fullgraph = true, .backend = "eager")
fg::Tensor as_written(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::graph_break("here");
  // expected-error@-1 {{graph break: fg::graph_break("here") [-Wgraph-break=user-break] [FG001]}}
  // expected-note@-2 {{help: remove the call}}
  return fg::relu(x);
}
FG_COMPILE(.backend = "eager")
fg::Tensor unasked(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::graph_break("here");
  // expected-warning@-1 {{graph break: fg::graph_break("here"); 'unasked' stays eager [-Wgraph-break=user-break] [FG001]}}
  // expected-note@-2 {{help: remove the call}}
  return fg::relu(x);
}
// expected-error@*:* {{'fullgraph' function 'as_written' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}

// expected-error@*:* {{'fullgraph' function 'f' is not one graph: it has 2 graph breaks [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-error@*:* {{'fullgraph' function 'Model::forward' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-note@*:* 2 {{help: move the call in front of the compiled function or behind it}}
// expected-note@*:* 2 {{run 'fullgraph explain FG501' for the explanation and the other ways out}}
// expected-note@*:* 3 {{run 'fullgraph explain FG001' for the explanation and the other ways out}}
