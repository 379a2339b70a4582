// The call in the user's own function is shown, with the calls that led there.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

fg::Tensor elsewhere(fg::Tensor);
// expected-note@-1 2 {{'elsewhere' is declared here}}
inline fg::Tensor inner(fg::Tensor x) { return elsewhere(x * 2); }
// expected-warning@-1 {{graph break: 'elsewhere' has no body in this translation unit [-Wgraph-break=no-visible-definition] [FG201]}}
// expected-error@-2 {{graph break: 'elsewhere' has no body in this translation unit [-Wgraph-break=no-visible-definition] [FG201]}}
inline fg::Tensor outer(fg::Tensor x) { return inner(x + 1); }
// expected-note@-1 2 {{in 'inner', called from here}}

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return fg::relu(outer(x)); }
// expected-note@-1 {{in 'outer', called from here}}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return fg::relu(outer(x)); }
// expected-note@-1 {{in 'outer', called from here}}

// expected-note@*:* 2 {{help: move the definition to a header as 'inline', and include it}}
// expected-note@*:* 2 {{run 'fullgraph explain FG201' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
