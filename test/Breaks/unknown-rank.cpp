// No break but a remark, also under fullgraph: code is built for the likeliest types, and the run-time compiler makes it for
// others.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor plain(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'plain' is built for f32[?, ?] | f32[?, ?, ?, ?] | f32[?, ?, ?] | f32[?], and compiled at its first call for others [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

FG_COMPILE(.fullgraph = true)
fg::Tensor strict(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'strict' is built for f32[?, ?] | f32[?, ?, ?, ?] | f32[?, ?, ?] | f32[?], and compiled at its first call for others [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

// Of rank 5: no FG_SHAPE that is tried gives a graph, but the operators say what they take.
FG_COMPILE()
fg::Tensor many(fg::Tensor x) { return x.permute({0, 2, 1, 4, 3}); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'many' is built for f32[?, ?, ?, ?, ?], and compiled at its first call for others [-Wgraph-break=unknown-rank] [FG703]}}

// Where nothing is compiled at run time, or no operator takes the inputs, it runs as it is written.
FG_COMPILE(.recompile_limit = 0)
fg::Tensor ahead(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'ahead' is built for f32[?, ?] | f32[?, ?, ?, ?] | f32[?, ?, ?] | f32[?], and runs as it is written for others [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

FG_COMPILE(.ahead_versions = 1)
fg::Tensor one(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'one' is built for f32[?, ?], and compiled at its first call for others [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

FG_COMPILE(.ahead_versions = 0)
fg::Tensor none(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'none' is compiled at its first call [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

// The calls in the source come first: f64, and the mask's dtype and rank.
FG_COMPILE()
fg::Tensor called(fg::Tensor x, fg::Tensor mask) { return fg::where(mask, x, 0 * x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'called' is built for f64[?, ?, ?], and compiled at its first call for others [-Wgraph-break=unknown-rank] [FG703]}}
// expected-remark@-2 {{rank or dtype of 'mask' is not known at build time; 'called' is built for bool[?], and compiled at its first call for others [-Wgraph-break=unknown-rank] [FG703]}}
fg::Tensor calls(bool big) {
  fg::Tensor mask = fg::arange(4) > 2;
  if (big) // whichever way
    return called(fg::zeros({2, 3, 4}, fg::kDouble), mask);
  return mask;
}

FG_COMPILE(.recompile_limit = 0, .ahead_versions = 0)
fg::Tensor never(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'never' stays eager [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

FG_COMPILE()
fg::Tensor impossible(fg::Tensor x) { return fg::cat({x, fg::ones({2, 3}), fg::ones({2})}, 0); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'impossible' stays eager [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{with none of the ranks and dtypes that were tried does a call get past this: it throws: Tensors must have same number of dimensions}}

FG_COMPILE(.fullgraph = true)
fg::Tensor known(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::relu(x); }

// expected-note@*:* 4 {{help: FG_SHAPE("f32[N, 784]") in front of the parameter or member}}
// expected-note@*:* 10 {{run 'fullgraph explain FG703' for the explanation and the other ways out}}
