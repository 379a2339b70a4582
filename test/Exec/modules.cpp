// Modules as LibTorch users write them: class hierarchies, packs of modules, macros, asserts, optional
// tensors, loops over time, batch norm, indexing by tensors.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
#include "Inputs/both.h"

#include <cassert>
#include <tuple>

#define ACT(x) ((x).clamp_min(0))
using torch_t = fg::Tensor;
namespace nn {
class Module {
public:
  virtual ~Module() = default;
  bool training = false;
};
class Linear final : public Module {
public:
  Linear() {}
  torch_t forward(const torch_t &x) const {
    auto y = fg::matmul(x, weight.transpose(0, 1));
    if (bias.defined())
      y += bias;
    return y;
  }
  FG_SHAPE("f32[16,16]") torch_t weight;
  FG_SHAPE("f32[16]") torch_t bias;
};
class LayerNorm final : public Module {
public:
  torch_t forward(const torch_t &x) const { return fg::layer_norm(x, {16}, gamma, beta, eps); }
  FG_SHAPE("f32[16]") torch_t gamma, beta;
  double eps = 1e-5;
};
template <class... Ms> struct Chain {
  std::tuple<Ms...> ms;
  torch_t forward(torch_t x) const {
    std::apply([&](const auto &...m) { ((x = m.forward(x)), ...); }, ms);
    return x;
  }
};
} // namespace nn
struct Net : nn::Module {
  nn::Chain<nn::Linear, nn::LayerNorm, nn::Linear> chain;
  nn::Linear heads[2];
  static constexpr int kIters = 3;
  FG_COMPILE(.fullgraph = true)
  std::tuple<torch_t, torch_t> operator()(FG_SHAPE("f32[B,16]") const torch_t &in) {
    assert(in.dim() == 2);
    torch_t x = in;
    for (int i = 0; i < kIters; i++) {
      x = ACT(chain.forward(x)) + (i % 2 == 0 ? x : x * 0.5f);
      if (training)
        x = x * 0.9;
    }
    auto a = heads[0].forward(x), b = heads[1].forward(x).sigmoid();
    return {a, b};
  }
};
FG_COMPILE(.fullgraph = true)
torch_t rnn(FG_SHAPE("f32[T,B,8]") torch_t x, FG_SHAPE("f32[8,8]") torch_t w,
            FG_SHAPE("f32[8,8]") torch_t u) {
  auto h = fg::zeros({x.size(1), 8});
  for (int64_t t = 0; t < 4; ++t)
    h = fg::tanh(x[t].mm(w) + h.mm(u));
  return h;
}
FG_COMPILE(.fullgraph = true)
torch_t batchnorm(FG_SHAPE("f32[N,8,H,W]") torch_t x, FG_SHAPE("f32[8]") torch_t m,
                  FG_SHAPE("f32[8]") torch_t v, FG_SHAPE("f32[8]") torch_t g, FG_SHAPE("f32[8]") torch_t b) {
  auto y = fg::batch_norm(x, g, b, m, v, false, 0.1, 1e-5, false);
  return fg::avg_pool2d(fg::leaky_relu(y, 0.1), {2, 2});
}
FG_COMPILE(.fullgraph = true)
torch_t nms_scores(FG_SHAPE("f32[N,4]") torch_t boxes, FG_SHAPE("i64[K]") torch_t idx,
                   FG_SHAPE("f32[100,7]") torch_t table) {
  auto x1 = boxes.index({fg::indexing::Slice(), 0}), y1 = boxes.index({"...", 1});
  auto x2 = boxes.select(1, 2), y2 = boxes.select(-1, -1);
  auto area = (x2 - x1).clamp(0) * (y2 - y1).clamp(0);
  auto emb = fg::embedding(table, idx).sum(-1);
  return fg::cat({area.index_select(0, idx), emb});
}
using both::values;
int main() {
  Net n;
  auto init = [&](nn::Linear &l) {
    l.weight = values({16, 16}) * 0.2;
    l.bias = values({16});
  };
  init(std::get<0>(n.chain.ms));
  init(std::get<2>(n.chain.ms));
  init(n.heads[0]);
  init(n.heads[1]);
  std::get<1>(n.chain.ms).gamma = values({16});
  std::get<1>(n.chain.ms).beta = values({16});
  for (int b : {1, 3, 32})
    both::check("net", [&] {
      auto [a, c] = n(values({b, 16}));
      return std::vector{a, c};
    });
  n.training = true;
  both::check("net t", [&] {
    auto [a, c] = n(values({5, 16}));
    return std::vector{a, c};
  });
  n.heads[1].bias = fg::Tensor();
  both::check("net nobias", [&] {
    auto [a, c] = n(values({5, 16}));
    return std::vector{a, c};
  });
  both::check(
      "rnn", [&] { return std::vector{rnn(values({4, 3, 8}), values({8, 8}) * 0.2, values({8, 8}) * 0.2)}; });
  both::check("rnn short", [&] {
    return std::vector{rnn(values({3, 3, 8}), values({8, 8}) * 0.2, values({8, 8}) * 0.2)};
  });
  both::check("bn", [&] {
    return std::vector{
        batchnorm(values({2, 8, 7, 9}), values({8}), values({8}) + 3, values({8}), values({8}))};
  });
  both::check("nms", [&] {
    return std::vector{nms_scores(values({6, 4}), fg::tensor({0, 3, 5}), values({100, 7}))};
  });
  both::check("nms oob", [&] {
    return std::vector{nms_scores(values({6, 4}), fg::tensor({0, 3, 50}), values({100, 7}))};
  });
}

// CHECK-COUNT-3: net: same{{$}}
// CHECK: net t: same{{$}}
// CHECK: net nobias: same{{$}}
// CHECK: rnn: same{{$}}
// CHECK: rnn short: same error{{$}}
// CHECK: bn: same{{$}}
// CHECK: nms: same{{$}}
// CHECK: nms oob: same error{{$}}
// LOG: Net::operator(): heads{{.}}1].bias: expected a defined tensor, got an undefined one; running eagerly
// LOG: rnn: expected x.size(0) >= 4: x.size(0) is 3 {{.*}}; running eagerly
// LOG: nms_scores: an index or a number is out of range: expected at least 0 and below 6; running eagerly
