// fg::ErrorOnGraphBreak: breaks in its scope, those of called functions included. fullgraph wins.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

static fg::Tensor inner(const fg::Tensor &x) {
  fg::graph_break("inner");
// expected-error@-1 {{graph break: fg::graph_break("inner")}}
// expected-note@-2 {{help: remove the call}}
  return x + 1;
}

FG_COMPILE()
fg::Tensor scopes(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::graph_break("before");
// expected-warning@-1 {{graph break: fg::graph_break("before")}}
// expected-note@-2 {{help: remove the call}}
  {
    fg::ErrorOnGraphBreak strict(true);
    x = x * 2;
    fg::graph_break("within");
// expected-error@-1 {{graph break: fg::graph_break("within")}}
// expected-note@-2 {{help: remove the call}}
    x = inner(x);
// expected-note@-1 {{in 'inner', called from here}}
    {
      fg::ErrorOnGraphBreak lax(false);
      fg::graph_break("allowed");
// expected-warning@-1 {{graph break: fg::graph_break("allowed")}}
// expected-note@-2 {{help: remove the call}}
    }
  }
  fg::graph_break("behind");
// expected-warning@-1 {{graph break: fg::graph_break("behind")}}
// expected-note@-2 {{help: remove the call}}
  return fg::relu(x);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor whole(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::ErrorOnGraphBreak lax(false);
  fg::graph_break("fullgraph wins");
// expected-error@-1 {{graph break: fg::graph_break("fullgraph wins")}}
// expected-note@-2 {{help: remove the call}}
  return fg::relu(x);
}

// expected-note@*:* 6 {{run 'fullgraph explain FG001' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'whole' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
