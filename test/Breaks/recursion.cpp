// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

inline fg::Tensor power(fg::Tensor x, int64_t n) { return n == 0 ? x : x * power(x, n - 1); }
// expected-warning@-1 {{graph break: 'power' recurses too deep, or to a depth that is not constant [-Wgraph-break=recursion] [FG204]}}
// expected-error@-2 {{graph break: 'power' recurses too deep, or to a depth that is not constant [-Wgraph-break=recursion] [FG204]}}

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return power(x, 100000); }
// expected-note@-1 {{in 'power', called from here}}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return power(x, 100000); }
// expected-note@-1 {{in 'power', called from here}}

// expected-note@*:* 2 {{help: write it as a loop: for (int64_t i = 0; i < n; ++i) x = step(x);}}
// expected-note@*:* 2 {{run 'fullgraph explain FG204' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
