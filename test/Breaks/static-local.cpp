// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

float readScale();

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  static float scale = readScale();
// expected-warning@-1 {{graph break: function-local static 'scale' is initialised at run time [-Wgraph-break=static-local] [FG308]}}
  return x * scale;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  static float scale = readScale();
// expected-error@-1 {{graph break: function-local static 'scale' is initialised at run time [-Wgraph-break=static-local] [FG308]}}
  return x * scale;
}

// expected-note@*:* 2 {{help: static constexpr float scale = 0.5f;}}
// expected-note@*:* 2 {{run 'fullgraph explain FG308' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
