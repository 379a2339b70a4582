// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

extern fg::Tensor (*activation)(fg::Tensor);

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return activation(x) * 2; }
// expected-warning@-1 {{graph break: target of 'activation' is unknown [-Wgraph-break=indirect-call] [FG203]}}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return activation(x) * 2; }
// expected-error@-1 {{graph break: target of 'activation' is unknown [-Wgraph-break=indirect-call] [FG203]}}

// expected-note@*:* 2 {{help: template <class F> fg::Tensor run(F activation, fg::Tensor x)}}
// expected-note@*:* 2 {{run 'fullgraph explain FG203' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
