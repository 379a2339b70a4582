// No break but a remark, also under fullgraph: the function runs as it is written.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor plain(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'plain' stays eager [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

FG_COMPILE(.fullgraph = true)
fg::Tensor strict(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'strict' stays eager [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

// With no FG_SHAPE that is tried there is a graph.
FG_COMPILE()
fg::Tensor many(fg::Tensor x) { return x.permute({0, 2, 1, 4, 3}); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'many' stays eager [-Wgraph-break=unknown-rank] [FG703]}}

FG_COMPILE(.fullgraph = true)
fg::Tensor known(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::relu(x); }

// expected-note@*:* {{help: FG_SHAPE("f32[N, 784]") in front of the parameter or member}}
// expected-note@*:* 3 {{run 'fullgraph explain FG703' for the explanation and the other ways out}}
