// What breaks with types that no call in the source passes is told all the same: other sources may pass them.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor clipped(Tensor x) { // expected-note {{'x' comes from the caller}}
  if (x.numel() == 1 || (x.max() > 1).item<bool>()) // expected-error {{graph break: branch depends on the values of tensor 'x' [-Wgraph-break=data-dependent-branch] [FG101]}}
    x = x * 2;
  return fg::relu(x);
}

FG_COMPILE()
Tensor ranked(Tensor x) { // expected-note {{'x' comes from the caller}}
  if (x.dim() == 3 && (x.max() > 1).item<bool>()) // expected-warning {{graph break: branch depends on the values of tensor 'x' [-Wgraph-break=data-dependent-branch] [FG101]}}
    x = x * 2;
  return fg::relu(x);
}

int main() {
  clipped(fg::zeros({}));
  ranked(fg::zeros({2, 3}));
}

// expected-note@*:* 2 {{help: h = fg::where(condition, value_if_true, value_if_false);}}
// expected-note@*:* 2 {{run 'fullgraph explain FG101' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'clipped' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
