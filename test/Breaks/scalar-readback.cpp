// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
float warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x.max().item<float>(); }
// expected-warning@-1 {{graph break: 'x.item()' is needed by C++ code [-Wgraph-break=scalar-readback] [FG103]}}
// expected-note@-2 {{'x' comes from the caller}}

FG_COMPILE(.fullgraph = true)
float refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x.max().item<float>(); }
// expected-error@-1 {{graph break: 'x.item()' is needed by C++ code [-Wgraph-break=scalar-readback] [FG103]}}
// expected-note@-2 {{'x' comes from the caller}}

// expected-note@*:* 2 {{help: drop .item<T>() and keep the 0-d tensor: x / x.max()}}
// expected-note@*:* 2 {{run 'fullgraph explain FG103' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
