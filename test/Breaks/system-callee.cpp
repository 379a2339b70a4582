// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <bit>
#include <cstring>
#include <string>

extern const char *name;

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * double(std::strlen(name)); }
// expected-warning@-1 {{graph break: 'strlen' from a system header is not modelled [-Wgraph-break=system-callee] [FG205]}}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return x * double(std::strlen(name)); }
// expected-error@-1 {{graph break: 'strlen' from a system header is not modelled [-Wgraph-break=system-callee] [FG205]}}

// The function inside of it that is not modelled either is not told, but the one that the user calls is.
FG_COMPILE()
fg::Tensor within(FG_SHAPE("f32[N, 4]") fg::Tensor x, const std::string &k, std::size_t &at) { return x.exp() + std::stoi(k, &at); }
// expected-warning@-1 {{graph break: 'std::stoi' from a system header is not modelled [-Wgraph-break=system-callee] [FG205]}}

// A number that the library computes of numbers alone stays the program's: no break.
FG_COMPILE(.fullgraph = true)
fg::Tensor counted(FG_SHAPE("f32[N, 4]") fg::Tensor x, unsigned k) { return x.exp() + std::popcount(k); }

// expected-note@*:* 3 {{help: compute it outside the compiled function and pass the result as a parameter}}
// expected-note@*:* 3 {{run 'fullgraph explain FG205' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
