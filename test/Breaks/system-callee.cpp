// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <cstring>

extern const char *name;

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * double(std::strlen(name)); }
// expected-warning@-1 {{graph break: 'strlen' from a system header is not modelled [-Wgraph-break=system-callee] [FG205]}}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * double(std::strlen(name)); }
// expected-error@-1 {{graph break: 'strlen' from a system header is not modelled [-Wgraph-break=system-callee] [FG205]}}

// expected-note@*:* 2 {{help: write the loop out: for (auto &layer : layers) x = layer(x);}}
// expected-note@*:* 2 {{run 'fullgraph explain FG205' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
