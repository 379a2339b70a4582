// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

// [example]
struct Net : fg::nn::Module {
  explicit Net(int64_t layers) {
    for (int64_t i = 0; i < layers; ++i)
      blocks->push_back(fg::nn::Linear(8, 8));
    register_module("blocks", blocks);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N, 8]") const fg::Tensor &x) { return blocks->forward(x).tanh(); }

  fg::nn::Sequential blocks;
};
// [/example]
