// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <vector>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N]") fg::Tensor x, std::vector<fg::Tensor>::const_iterator next) {
  x = fg::relu(x);
  return x * *next;
  // expected-warning@-1 {{graph break: iterator or range 'next' comes from the caller [-Wgraph-break=iterator-input] [FG408]}}
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N]") fg::Tensor x, std::vector<fg::Tensor>::iterator next) {
  return x + *next;
  // expected-error@-1 {{graph break: iterator or range 'next' comes from the caller [-Wgraph-break=iterator-input] [FG408]}}
}

// expected-note@*:* 2 {{help: take the container: f(const std::vector<fg::Tensor> &parts), and iterate inside}}
// expected-note@*:* 2 {{run 'fullgraph explain FG408' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
