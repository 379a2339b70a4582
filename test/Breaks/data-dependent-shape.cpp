// RUN: %fullgraph --verify %s -- %fg_flags
// A remark, also under fullgraph: the graph goes on behind the size. It is a break only where the size cannot be
// taken out of the statement.
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x, FG_SHAPE("i64[]") fg::Tensor n) {
// expected-note@-1 2 {{'n' comes from the caller}}
  fg::Tensor h = fg::relu(x);
  fg::Tensor rows = h.narrow(0, 0, n.item<int64_t>());
  // expected-remark@-1 {{an argument of 'narrow' depends on the values of tensor 'n' [-Wgraph-break=data-dependent-shape] [FG107]}}
  // expected-note@-2 {{in 'fg::Tensor::narrow', called from here}}
  return rows.sum() * fg::zeros({n.item<int64_t>(), 4});
  // expected-remark@-1 {{an argument of 'zeros' depends on the values of tensor 'n' [-Wgraph-break=data-dependent-shape] [FG107]}}
  // expected-note@-2 {{in 'fg::zeros', called from here}}
}

FG_COMPILE(.fullgraph = true)
fg::Tensor whole(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  fg::Tensor h = x.masked_select(x > 0) * 2;
  // expected-remark@-1 {{the size of the result of 'fg::masked_select' depends on the values of tensor 'x' [-Wgraph-break=data-dependent-shape] [FG107]}}
  return h.sum();
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x, bool some, bool twice) {
// expected-note@-1 {{'x' comes from the caller}}
  return some ? twice ? fg::nonzero(x).sum() * 2 : x.sum() : fg::relu(x);
  // expected-remark@-1 {{the size of the result of 'fg::nonzero' depends on the values of tensor 'x' [-Wgraph-break=data-dependent-shape] [FG107]}}
  // expected-error@-2 {{graph break: no capture rule for the rest of a statement around a call that is made on its own [-Wgraph-break=unsupported-construct] [FG003]}}
  // expected-note@-3 {{make the condition an 'if' statement, and give the call a statement of its own in its branch}}
}

// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-note@*:* 4 {{help: fg::where(mask, x, 0)}}
// expected-note@*:* 4 {{run 'fullgraph explain FG107' for the explanation and the other ways out}}
// expected-note@*:* {{help: write the expression with tensor operators and plain structs, loops and containers}}
// expected-note@*:* {{run 'fullgraph explain FG003' for the explanation and the other ways out}}
