// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_CUSTOM_OP("my::twice")
fg::Tensor twice(const fg::Tensor &x, double scale);
// expected-warning@-1 {{graph break: operator 'my::twice' has no shape function [-Wgraph-break=missing-shape-function] [FG206]}}
// expected-note@-3 {{help: static fg::TensorMeta twice_shape(const fg::TensorMeta &x, double) { return x; }}}

FG_CUSTOM_OP("my::both")
fg::Tensor both(const fg::Tensor &, const fg::Tensor &y);
// expected-error@-1 {{graph break: operator 'my::both' has no shape function [-Wgraph-break=missing-shape-function] [FG206]}}
// expected-note@-3 {{help: static fg::TensorMeta both_shape(const fg::TensorMeta &x, const fg::TensorMeta &) { return x; }}}

// No compiled function calls it.
FG_CUSTOM_OP("my::unused")
fg::Tensor unused(const fg::Tensor &x);

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  return fg::relu(twice(x * 2, 0.5));
// expected-note@-1 {{'twice' is called here}}
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  return fg::relu(both(x, x * 2));
// expected-note@-1 {{'both' is called here}}
}

// expected-note@*:* 2 {{run 'fullgraph explain FG206' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
