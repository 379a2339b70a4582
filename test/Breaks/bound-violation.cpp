// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <stdexcept>

FG_COMPILE()
fg::Tensor needs(FG_SHAPE("f32[N<=4]") fg::Tensor x) { return fg::relu(x).narrow(0, 0, 8); }
// expected-error@-1 {{this contradicts the bound 'N <= 4' [-Wgraph-break=bound-violation] [FG702]}}
// expected-note@-2 {{'N <= 4' is declared here}}
// expected-note@-3 {{every call within the bound ends here: throws}}

FG_COMPILE()
fg::Tensor branches(FG_SHAPE("f32[5<=N<=8]") fg::Tensor x) {
// expected-note@-1 {{'5 <= N' is declared here}}
  if (x.size(0) > 4)
    throw std::runtime_error("too long");
    // expected-error@-1 {{this contradicts the bound '5 <= N' [-Wgraph-break=bound-violation] [FG702]}}
    // expected-note@-2 {{every call within the bound ends here: throws}}
  return fg::relu(x);
}

FG_COMPILE()
fg::Tensor declared(FG_SHAPE("f32[N<=4]") fg::Tensor x, FG_SHAPE("f32[8<=2*N]") fg::Tensor y,
// expected-note@-1 {{'N <= 4' is declared here}}
                    FG_SHAPE("f32[5<=N]") fg::Tensor z) {
                    // expected-error@-1 {{'5 <= N' contradicts the bound 'N <= 4' [-Wgraph-break=bound-violation] [FG702]}}
  return x + z + y.narrow(0, 0, x.size(0));
  // expected-note@-1 {{in 'fg::operator+', called from here}}
}

// expected-note@*:* {{help: FG_SHAPE("f32[8<=N]")}}
// expected-note@*:* {{help: FG_SHAPE("f32[N<=4]")}}
// expected-note@*:* {{help: correct the bound: FG_SHAPE("f32[1<=N<=1024]")}}
// expected-note@*:* 3 {{run 'fullgraph explain FG702' for the explanation and the other ways out}}
