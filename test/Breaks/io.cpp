// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/torch.h>

#include <cstdio>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::puts("forward");
// expected-warning@-1 {{graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]}}
  return fg::relu(x);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::puts("forward");
// expected-error@-1 {{graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]}}
  return fg::relu(x);
}

FG_COMPILE()
fg::Tensor stored(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor y = x * 2;
  torch::save(y, "y.safetensors");
// expected-warning@-1 {{graph break: 'save' performs input or output [-Wgraph-break=io] [FG501]}}
  torch::load(x, "y.safetensors");
// expected-warning@-1 {{graph break: 'load' performs input or output [-Wgraph-break=io] [FG501]}}
  return fg::relu(y);
}

// expected-note@*:* 4 {{help: move the call in front of the compiled function or behind it}}
// expected-note@*:* 4 {{run 'fullgraph explain FG501' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
