// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <cstdio>
#include <vector>

inline fg::Tensor noisy(fg::Tensor x) {
  std::puts("layer");
  // expected-warning@-1 {{graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]}}
  return x * 2;
}

FG_COMPILE()
fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x, int n) {
  for (int i = 0; i < n; ++i) {
  // expected-remark@-1 {{a graph break runs in every iteration of this loop [-Wgraph-break=break-in-loop] [FG706]}}
    x = fg::relu(x);
    std::puts("layer");
    // expected-warning@-1 {{graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]}}
    // expected-note@-2 {{the graph break is here}}
    x = x + 1;
  }
  while (n-- > 0)
    for (int j = 0; j < 2; ++j)
    // expected-remark@-1 {{a graph break runs in every iteration of this loop [-Wgraph-break=break-in-loop] [FG706]}}
      x = noisy(fg::exp(x));
      // expected-note@-1 {{in 'noisy', called from here}}
      // expected-note@-2 {{the call of 'noisy' leads to it}}
  return x;
}

// Nothing of it is compiled, or the break is the loop's own condition: no remark.
FG_COMPILE()
fg::Tensor g(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
// expected-note@-1 {{'x' comes from the caller}}
  for (int i = 0; i < 8; ++i)
    std::puts("turn");
    // expected-warning@-1 {{graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]}}
  while ((x.sum() < 10).item<bool>())
  // expected-warning@-1 {{graph break: trip count depends on the values of tensor 'x' [-Wgraph-break=data-dependent-loop] [FG102]}}
    x = x + 1;
  return x;
}

// expected-note@*:* 3 {{help: move the call in front of the compiled function or behind it}}
// expected-note@*:* 3 {{run 'fullgraph explain FG501' for the explanation and the other ways out}}
// expected-note@*:* 2 {{help: move what breaks out of the loop}}
// expected-note@*:* 2 {{run 'fullgraph explain FG706' for the explanation and the other ways out}}
// expected-note@*:* {{help: for (int i = 0; i < max_steps; ++i) x = fg::where(done, x, step(x));}}
// expected-note@*:* {{run 'fullgraph explain FG102' for the explanation and the other ways out}}
