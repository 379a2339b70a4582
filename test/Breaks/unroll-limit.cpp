// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  for (int i = 0; i < 1000000; ++i)
    x = fg::softmax(x, 1) + 1;
// expected-warning@-1 {{graph break: loop exceeds 4096 operators [-Wgraph-break=unroll-limit] [FG705]}}
  return x;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  for (int i = 0; i < 1000000; ++i)
    x = fg::softmax(x, 1) + 1;
// expected-error@-1 {{graph break: loop exceeds 4096 operators [-Wgraph-break=unroll-limit] [FG705]}}
  return x;
}

// expected-note@*:* 2 {{help: FG_COMPILE(.unroll_limit = 16384)}}
// expected-note@*:* 2 {{run 'fullgraph explain FG705' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
