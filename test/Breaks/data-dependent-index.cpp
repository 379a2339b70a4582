// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <vector>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  std::vector<fg::Tensor> parts = {x, x * 2};
  return parts[x.sum().item<int64_t>()] + 1;
// expected-warning@-1 {{graph break: 'x' is indexed by a tensor value [-Wgraph-break=data-dependent-index] [FG104]}}
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  std::vector<fg::Tensor> parts = {x, x * 2};
  return parts[x.sum().item<int64_t>()] + 1;
// expected-error@-1 {{graph break: 'x' is indexed by a tensor value [-Wgraph-break=data-dependent-index] [FG104]}}
}

// expected-note@*:* 2 {{help: fg::stack(tables, 0).index_select(0, index)}}
// expected-note@*:* 2 {{run 'fullgraph explain FG104' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
