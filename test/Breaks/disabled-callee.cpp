// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_DISABLE("checked by hand") static fg::Tensor odd(const fg::Tensor &x) { return x * 2; }

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  x = fg::relu(x);
  return odd(x) + 1;
// expected-warning@-1 {{graph break: call to 'odd', disabled: "checked by hand" [-Wgraph-break=disabled-callee] [FG002]}}
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  return odd(x) + 1;
// expected-error@-1 {{graph break: call to 'odd', disabled: "checked by hand" [-Wgraph-break=disabled-callee] [FG002]}}
}

// expected-note@*:* 2 {{help: remove FG_DISABLE from the callee}}
// expected-note@*:* 2 {{run 'fullgraph explain FG002' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
