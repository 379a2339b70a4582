// The header of target_sources.cpp: classes whose methods other sources define.
#pragma once
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <memory>
#include <vector>

namespace nn = fg::nn;

struct BlockImpl : nn::Module {
  BlockImpl(int64_t width, bool normed);
  fg::Tensor forward(fg::Tensor x);
  nn::Linear fc{nullptr};
  nn::LayerNorm norm{nullptr};
};
FG_MODULE(Block);

struct Net : nn::Module {
  Net(int64_t width, int depth);
  FG_COMPILE(.fullgraph = true) fg::Tensor forward(fg::Tensor x);
  std::vector<Block> blocks;
  double scale = 1;
};

FG_COMPILE(.fullgraph = true) inline fg::Tensor loss(const fg::Tensor &y, const fg::Tensor &t) {
  return (y - t).pow(2).mean();
}

fg::Tensor smooth(const fg::Tensor &x, double by);

// A class that is complete in one source alone.
struct Hidden;
std::shared_ptr<Hidden> makeHidden(double by);
fg::Tensor through(const Hidden &hidden, const fg::Tensor &x);
