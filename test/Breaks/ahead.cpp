// .ahead = true: types that are not known at build time are an error, unless code is built ahead for all that the calls in
// sight pass.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE(.ahead = true) fg::Tensor served(fg::Tensor x) { return fg::relu(x); }
// expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'served' is built for f64[?] | f32[?, ?]{column_major}, and compiled at its first call for others [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{help: FG_SHAPE("f32[?, ?]")}}

// Only guesses.
FG_COMPILE(.ahead = true) fg::Tensor guessed(fg::Tensor x) { return fg::relu(x); }
// expected-error@-1 {{rank or dtype of 'x' is not known at build time; 'guessed' is built for f32[?, ?] | f32[?, ?, ?, ?] | f32[?, ?, ?] | f32[?], and compiled at its first call for others [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{an error under '.ahead': no call of it is in sight}}
// expected-note@-3 {{help: FG_SHAPE("f32[?, ?]")}}

// Of three kinds of calls, two get code.
FG_COMPILE(.ahead_versions = 2, .ahead = true) fg::Tensor many(fg::Tensor x) { return fg::relu(x); }
// expected-error@-1 {{rank or dtype of 'x' is not known at build time; 'many' is built for f32[?] | f32[?, ?], and compiled at its first call for others [-Wgraph-break=unknown-rank] [FG703]}}
// expected-note@-2 {{an error under '.ahead': a call in sight passes f32[?, ?, ?], which nothing is built for}}
// expected-note@-3 {{help: FG_SHAPE("f32[?, ?]")}}

FG_COMPILE(.ahead = true) fg::Tensor declared(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::relu(x); }

FG_COMPILE(.dynamic = fg::Dynamic::Never, .ahead = true) // expected-error@+1 {{'sized' is compiled at run time, once for each size, as fg::Dynamic::Never asks: x.size(0) is not known at build time}}
fg::Tensor sized(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::relu(x); }

void calls() {
  served(fg::ones({2}, fg::kDouble));
  served(fg::ones({2, 3}).t());
  many(fg::ones({2}));
  many(fg::ones({2, 3}));
  many(fg::ones({2, 3, 4}));
}

// expected-note@* 0+ {{run 'fullgraph explain}}
