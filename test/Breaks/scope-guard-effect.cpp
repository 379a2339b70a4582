// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

struct Timer {
  ~Timer();
};

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  Timer timer;
// expected-warning@-1 {{graph break: destructor of 'timer' has effects at the end of the scope [-Wgraph-break=scope-guard-effect] [FG309]}}
  return fg::relu(x);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  Timer timer;
// expected-error@-1 {{graph break: destructor of 'timer' has effects at the end of the scope [-Wgraph-break=scope-guard-effect] [FG309]}}
  return fg::relu(x);
}

// expected-note@*:* 2 {{help: create the object in the caller, around the call}}
// expected-note@*:* 2 {{run 'fullgraph explain FG309' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
