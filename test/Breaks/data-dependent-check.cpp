// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <stdexcept>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  if (x.isnan().any().item<bool>())
// expected-warning@-1 {{graph break: check on the values of tensor 'x' [-Wgraph-break=data-dependent-check] [FG105]}}
    throw std::runtime_error("not a number");
  return fg::exp(x);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  if (x.isnan().any().item<bool>())
// expected-error@-1 {{graph break: check on the values of tensor 'x' [-Wgraph-break=data-dependent-check] [FG105]}}
    throw std::runtime_error("not a number");
  return fg::exp(x);
}

// expected-note@*:* 2 {{help: return the flag as a second result and check it in the caller: return {y, x.isnan().any()};}}
// expected-note@*:* 2 {{run 'fullgraph explain FG105' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
