// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

volatile float gain;

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * gain; }
// expected-warning@-1 {{graph break: volatile access to 'gain'; 'warned' stays eager [-Wgraph-break=volatile-access] [FG307]}}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * gain; }
// expected-error@-1 {{graph break: volatile access to 'gain' [-Wgraph-break=volatile-access] [FG307]}}

// expected-note@*:* 2 {{help: read it once in front and pass the value: f(x, gain)}}
// expected-note@*:* 2 {{run 'fullgraph explain FG307' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
