// Operators that throw with each of the ranks and dtypes that are guessed: no region is made, and that is told, also
// where another break is.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

fg::Tensor opaque(const fg::Tensor &x); // expected-note {{'opaque' is declared here}}

FG_COMPILE()
fg::Tensor unfit(const fg::Tensor &x) {
  fg::Tensor y = opaque(x * 2);
  // expected-warning@-1 {{graph break: 'opaque' has no body in this translation unit [-Wgraph-break=no-visible-definition] [FG201]}}
  // expected-remark@-2 {{rank or dtype of 'y' is not known at build time; what 'unfit' does with it stays eager}}
  fg::Tensor z = y.permute({6, 5, 4, 3, 2, 1, 0}) * 3;
  // expected-note@-1 {{with none of the ranks and dtypes that were tried does a call get past this: it throws: permute(sparse_coo)}}
  return z + 1;
}

// What a guess fits is compiled at its first call, and no break.
FG_COMPILE()
fg::Tensor fits(const fg::Tensor &x) {
  // expected-remark@-1 {{rank or dtype of 'x' is not known at build time; 'fits' is built for f32[?, ?, ?, ?, ?, ?]}}
  return x.permute({5, 4, 3, 2, 1, 0}) * 3;
}
// expected-note@*:* 0+ {{help: }}
// expected-note@*:* 0+ {{run 'fullgraph explain}}
