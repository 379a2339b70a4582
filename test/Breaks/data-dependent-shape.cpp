// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x, FG_SHAPE("i64[]") fg::Tensor n) {
// expected-note@-1 2 {{'n' comes from the caller}}
  fg::Tensor h = fg::relu(x);
  fg::Tensor rows = h.narrow(0, 0, n.item<int64_t>());
  // expected-warning@-1 {{graph break: size of the result of 'narrow' depends on the values of tensor 'n' [-Wgraph-break=data-dependent-shape] [FG107]}}
  // expected-note@-2 {{in 'fg::Tensor::narrow', called from here}}
  return rows.sum() * fg::zeros({n.item<int64_t>(), 4});
  // expected-warning@-1 {{graph break: size of the result of 'zeros' depends on the values of tensor 'n' [-Wgraph-break=data-dependent-shape] [FG107]}}
  // expected-note@-2 {{in 'fg::zeros', called from here}}
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x, FG_SHAPE("i64[]") fg::Tensor n) {
// expected-note@-1 2 {{'n' comes from the caller}}
  fg::Tensor h = fg::relu(x);
  fg::Tensor rows = h.narrow(0, 0, n.item<int64_t>());
  // expected-error@-1 {{graph break: size of the result of 'narrow' depends on the values of tensor 'n' [-Wgraph-break=data-dependent-shape] [FG107]}}
  // expected-note@-2 {{in 'fg::Tensor::narrow', called from here}}
  return rows.sum() * fg::zeros({n.item<int64_t>(), 4});
  // expected-error@-1 {{graph break: size of the result of 'zeros' depends on the values of tensor 'n' [-Wgraph-break=data-dependent-shape] [FG107]}}
  // expected-note@-2 {{in 'fg::zeros', called from here}}
}

// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 2 graph breaks [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-note@*:* 4 {{help: fg::where(mask, x, 0)}}
// expected-note@*:* 4 {{run 'fullgraph explain FG107' for the explanation and the other ways out}}
