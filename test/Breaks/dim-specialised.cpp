// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor joined(FG_SHAPE("f32[N, 8]") fg::Tensor x, FG_SHAPE("f32[4, 8]") fg::Tensor y) {
// expected-error@-1 {{size 'N' is declared dynamic, but the code forces N == 4 [-Wgraph-break=dim-specialised] [FG701]}}
  return fg::relu(fg::cat({x, y}, 1));
  // expected-note@-1 {{forced here}}
}

// A branch whose other side throws forces it, too.
FG_COMPILE()
fg::Tensor checked(FG_SHAPE("f32[8, N]") fg::Tensor x) {
// expected-error@-1 {{size 'N' is declared dynamic, but the code forces N == 16 [-Wgraph-break=dim-specialised] [FG701]}}
  fg::check(x.size(1) == 16, "16 columns");
  // expected-note@-1 {{forced here}}
  return fg::relu(x);
}

// Another size runs on another path, or broadcasts: no mistake.
FG_COMPILE(.fullgraph = true)
fg::Tensor either(FG_SHAPE("f32[N, 8]") fg::Tensor x) {
  if (x.size(0) == 4)
    return fg::relu(x);
  return fg::exp(x);
}
FG_COMPILE(.fullgraph = true)
fg::Tensor broadcast(FG_SHAPE("f32[N, 8]") fg::Tensor x, FG_SHAPE("f32[4, 8]") fg::Tensor y) { return x + y; }

// expected-note@*:* {{help: FG_SHAPE("f32[4, 8]")}}
// expected-note@*:* {{help: FG_SHAPE("f32[8, 16]")}}
// expected-note@*:* 2 {{run 'fullgraph explain FG701' for the explanation and the other ways out}}
