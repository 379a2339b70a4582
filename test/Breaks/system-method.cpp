// A method of the standard library that no model describes for these values is named, once: what its own code does
// is no help.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
std::vector<fg::Tensor> powers(FG_SHAPE("f32[N]") const fg::Tensor &x, size_t count, size_t kept) {
  std::vector<fg::Tensor> all;
  for (size_t i = 0; i < count; ++i)
    all.push_back(x * double(i));
  all.resize(kept);
  // expected-warning@-1 {{graph break: 'std::vector<fg::Tensor>::resize' from a system header is not modelled for what it is given here [-Wgraph-break=system-callee] [FG205]}}
  return all;
}
// expected-note@*:* {{help: compute it outside the compiled function and pass the result as a parameter}}
// expected-note@*:* {{run 'fullgraph explain FG205' for the explanation and the other ways out}}
