// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  float *p = x.data_ptr<float>();
// expected-warning@-1 {{graph break: raw access through 'x.data_ptr()' [-Wgraph-break=raw-data-pointer] [FG402]}}
  p[0] = 1;
  return x * 2;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  float *p = x.data_ptr<float>();
// expected-error@-1 {{graph break: raw access through 'x.data_ptr()' [-Wgraph-break=raw-data-pointer] [FG402]}}
  p[0] = 1;
  return x * 2;
}

// expected-note@*:* 2 {{help: use operators: x.select(0, 3), x.index({fg::Slice(0, 4)}), x.mul_(2)}}
// expected-note@*:* 2 {{run 'fullgraph explain FG402' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
