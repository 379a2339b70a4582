// What a graph break looks like: this source is refused, because `fullgraph = true` promises one graph for
// the whole function. Not part of the example's program; ./dev demo shows what the tool says about it.
#include "model.h"

struct Picky : Mlp {
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,64]") fg::Tensor x) const {
    auto h = fg::relu(fg::linear(x, fc1_weight, fc1_bias));
    if ((h.sum() > 0).item<bool>())
      h = h.sin();
    return fg::linear(fg::relu(fg::linear(h, fc2_weight, fc2_bias)), fc3_weight, fc3_bias);
  }
};
