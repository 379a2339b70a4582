// No break but a remark, also under fullgraph: the run-time compiler takes the function over at its first call.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor plain(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'plain' is compiled at its first call [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

FG_COMPILE(.fullgraph = true)
fg::Tensor strict(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'strict' is compiled at its first call [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

// Of rank 5: no FG_SHAPE that is tried gives a graph, but the operators say what they take.
FG_COMPILE()
fg::Tensor many(fg::Tensor x) { return x.permute({0, 2, 1, 4, 3}); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'many' is compiled at its first call [-Wgraph-break=unknown-rank] [FG703]}}

// Where nothing is compiled at run time, or no operator takes the inputs, it runs as it is written.
FG_COMPILE(.recompile_limit = 0)
fg::Tensor never(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'never' stays eager [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

FG_COMPILE()
fg::Tensor impossible(fg::Tensor x) { return fg::cat({x, fg::ones({2, 3}), fg::ones({2})}, 0); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'impossible' stays eager [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{with none of the ranks and dtypes that were tried does a call get past this: it throws: Tensors must have same number of dimensions}}

FG_COMPILE(.fullgraph = true)
fg::Tensor known(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::relu(x); }

// expected-note@*:* 2 {{help: FG_SHAPE("f32[N, 784]") in front of the parameter or member}}
// expected-note@*:* 5 {{run 'fullgraph explain FG703' for the explanation and the other ways out}}
