// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <iostream>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x);
// expected-note@-1 {{'h' is computed here, from 'x'}}
  std::cout << h << "\n";
// expected-warning@-1 {{graph break: 'operator<<' prints values of tensor 'h' [-Wgraph-break=logging] [FG504]}}
  return h * 2;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x);
// expected-note@-1 {{'h' is computed here, from 'x'}}
  std::cout << h << "\n";
// expected-error@-1 {{graph break: 'operator<<' prints values of tensor 'h' [-Wgraph-break=logging] [FG504]}}
  return h * 2;
}

// expected-note@*:* 2 {{help: return the tensor and print it in the caller}}
// expected-note@*:* 2 {{run 'fullgraph explain FG504' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
