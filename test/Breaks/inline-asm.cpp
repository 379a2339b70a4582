// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  asm volatile("" ::: "memory");
// expected-warning@-1 {{graph break: asm statement in captured code [-Wgraph-break=inline-asm] [FG304]}}
  return fg::relu(x);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  asm volatile("" ::: "memory");
// expected-error@-1 {{graph break: asm statement in captured code [-Wgraph-break=inline-asm] [FG304]}}
  return fg::relu(x);
}

// expected-note@*:* 2 {{help: move the asm statement out of the compiled function}}
// expected-note@*:* 2 {{run 'fullgraph explain FG304' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
