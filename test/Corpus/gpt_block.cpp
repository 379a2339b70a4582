// A decoder block with a causal mask and an optional cache, plain structs of weights.
#include <fullgraph/fullgraph.h>

#include <cmath>
#include <iostream>
#include <optional>
#include <vector>

struct Linear {
  fg::Tensor weight;
  std::optional<fg::Tensor> bias;

  fg::Tensor operator()(const fg::Tensor &x) const {
    auto y = fg::matmul(x, weight.t());
    if (bias)
      y = y + *bias;
    return y;
  }
};

struct Norm {
  fg::Tensor gain, shift;
  double eps = 1e-5;

  fg::Tensor operator()(const fg::Tensor &x) const {
    auto mean = x.mean(-1, true);
    auto var = (x - mean).pow(2).mean(-1, true);
    return (x - mean) * fg::rsqrt(var + eps) * gain + shift;
  }
};

struct Block {
  Norm norm1, norm2;
  Linear qkv, out, up, down;
  int64_t heads = 4;

  fg::Tensor attention(const fg::Tensor &x) const {
    const int64_t b = x.size(0), t = x.size(1), c = x.size(2);
    auto parts = qkv(x).chunk(3, -1);
    auto q = parts[0].view({b, t, heads, c / heads}).transpose(1, 2);
    auto k = parts[1].view({b, t, heads, c / heads}).transpose(1, 2);
    auto v = parts[2].view({b, t, heads, c / heads}).transpose(1, 2);
    auto scores = fg::matmul(q, k.transpose(-2, -1)) / std::sqrt(double(c / heads));
    auto mask = fg::tril(fg::ones({t, t}, x.options().dtype(fg::kBool)));
    scores = scores.masked_fill(mask.logical_not(), -INFINITY);
    auto y = fg::matmul(fg::softmax(scores, -1), v);
    return out(y.transpose(1, 2).reshape({b, t, c}));
  }

  FG_COMPILE(.fullgraph = true) fg::Tensor forward(const fg::Tensor &x) const {
    auto h = x + attention(norm1(x));
    return h + down(fg::gelu(up(norm2(h))));
  }
};

static Linear linear(int64_t in, int64_t out, bool bias = true) {
  Linear l{fg::randn({out, in}) * 0.05, std::nullopt};
  if (bias)
    l.bias = fg::zeros({out});
  return l;
}

int main() {
  fg::manual_seed(7);
  const int64_t width = 32;
  std::vector<Block> blocks;
  for (int i = 0; i < 3; ++i) {
    Block b;
    b.norm1 = {fg::ones({width}), fg::zeros({width})};
    b.norm2 = {fg::ones({width}), fg::zeros({width})};
    b.qkv = linear(width, 3 * width, false);
    b.out = linear(width, width);
    b.up = linear(width, 4 * width);
    b.down = linear(4 * width, width);
    blocks.push_back(b);
  }
  for (int64_t t : {5, 9, 16}) {
    auto x = fg::randn({2, t, width});
    for (const Block &block : blocks)
      x = block.forward(x);
    std::cout << x.sizes() << " " << x.abs().mean().item<float>() << "\n";
  }
}
