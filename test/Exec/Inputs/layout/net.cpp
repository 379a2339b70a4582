#include "net.h"

#define SIZE 3
using namespace fg;

namespace {
Tensor act(Tensor x) { return gelu(x) * SIZE; }
enum { offset = 2 };
} // namespace

BlockImpl::BlockImpl(int64_t width, bool normed) {
  fc = register_module("fc", nn::Linear(width, width));
  if (normed)
    norm = register_module("norm", nn::LayerNorm(nn::LayerNormOptions({width})));
}

Tensor BlockImpl::forward(Tensor x) {
  x = act(fc->forward(x)) + static_cast<double>(offset);
  if (!norm.is_empty())
    x = norm->forward(x);
  return x;
}

Net::Net(int64_t width, int depth) {
  for (int i = 0; i < depth; ++i) {
    blocks.push_back(Block(width, i % 2 == 0));
    register_module("block" + std::to_string(i), blocks.back());
  }
}

Tensor Net::forward(Tensor x) {
  for (auto &block : blocks)
    x = x + block->forward(x);
  return smooth(x, scale);
}
