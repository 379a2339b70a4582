// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <cstdlib>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * std::rand(); }
// expected-warning@-1 {{graph break: 'rand' gives another value in each run [-Wgraph-break=nondeterminism] [FG502]}}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * std::rand(); }
// expected-error@-1 {{graph break: 'rand' gives another value in each run [-Wgraph-break=nondeterminism] [FG502]}}

// expected-note@*:* 2 {{help: read it in the caller and pass the value: f(x, seed)}}
// expected-note@*:* 2 {{run 'fullgraph explain FG502' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
