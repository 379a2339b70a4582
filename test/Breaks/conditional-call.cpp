// A call that is made on its own, in an arm of ?: that stands in another arm: in front of the statement it would be made always.
// (One in an arm of a single ?: is part of a region: Exec/choices_of_open_lists.)
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <vector>

FG_COMPILE(.fullgraph = true)
fg::Tensor total(FG_SHAPE("f32[N]") const std::vector<fg::Tensor> &grads) {
  // expected-error@-1 {{'fullgraph' function 'total' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
  std::vector<fg::Tensor> norms;
  for (auto &g : grads)
    norms.push_back(g.norm());
  return norms.empty() ? fg::zeros({}) : norms.size() == 1 ? norms[0] : fg::stack(norms).norm();
  // expected-error@-1 {{graph break: no capture rule for the rest of a statement around a call that is made on its own [-Wgraph-break=unsupported-construct] [FG003]}}
  // expected-note@-2 {{make the condition an 'if' statement, and give the call a statement of its own in its branch}}
}

// As the note says.
FG_COMPILE(.fullgraph = true)
fg::Tensor total_by_if(FG_SHAPE("f32[N]") const std::vector<fg::Tensor> &grads) {
  std::vector<fg::Tensor> norms;
  for (auto &g : grads)
    norms.push_back(g.norm());
  if (norms.size() == 1)
    return norms[0];
  const fg::Tensor all = fg::stack(norms);
  return all.norm();
}
// expected-note@*:* {{help: write the expression with tensor operators and plain structs, loops and containers}}
// expected-note@*:* {{run 'fullgraph explain FG003' for the explanation and the other ways out}}
