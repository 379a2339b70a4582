// Whole small programs: an audio filter with state, attention, a Kalman step, option prices, an image
// pipeline.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --allow-empty --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: fullgraph: programs.cpp: 6 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

namespace at = fg;
using both::values;

namespace audio {

class Filter {
public:
  explicit Filter(double q) : q_(q), state_(values({2})) {}

  FG_COMPILE(.fullgraph = true)
  at::Tensor process(FG_SHAPE("f32[C,T]") const at::Tensor &in) {
    const auto k = std::tan(M_PI * q_);
    auto y = in * k + state_.unsqueeze(1);
    state_ = y.select(1, 0).clone();
    return at::where(y.abs() > 1.0, at::sign(y), y);
  }
  at::Tensor state() const { return state_; }

private:
  double q_;
  FG_SHAPE("f32[C]") at::Tensor state_;
};

} // namespace audio

struct Config {
  int heads = 4;
  bool causal = true;
  std::string act = "gelu";
};

struct Attention {
  Config cfg;
  FG_SHAPE("f32[64,64]") at::Tensor wq;
  FG_SHAPE("f32[64,64]") at::Tensor wk;
  FG_SHAPE("f32[64,64]") at::Tensor wv;
  FG_SHAPE("f32[64,64]") at::Tensor wo;

  at::Tensor heads(const at::Tensor &x) const {
    const auto B = x.size(0), T = x.size(1), C = x.size(2);
    return x.view({B, T, cfg.heads, C / cfg.heads}).transpose(1, 2);
  }

  FG_COMPILE(.fullgraph = true)
  at::Tensor forward(FG_SHAPE("f32[B,T,64]") at::Tensor x) const {
    if (cfg.heads != 4)
      throw std::invalid_argument("four heads, please");
    auto q = heads(at::linear(x, wq)), k = heads(at::linear(x, wk)), v = heads(at::linear(x, wv));
    auto att = at::matmul(q, k.transpose(-2, -1)) / std::sqrt(static_cast<double>(q.size(-1)));
    if (cfg.causal) {
      auto T = x.size(1);
      auto mask = at::ones({T, T}, at::kBool).tril().logical_not();
      att = att.masked_fill(mask, -1e9);
    }
    att = at::softmax(att, -1);
    auto y = at::matmul(att, v).transpose(1, 2).contiguous().view({x.size(0), x.size(1), 64});
    if (cfg.act == "gelu")
      y = at::gelu(y);
    return at::linear(y, wo);
  }
};

using Fn = std::function<at::Tensor(const at::Tensor &)>;

FG_COMPILE(.fullgraph = true)
at::Tensor pipeline(FG_SHAPE("f32[N]|f64[N]") at::Tensor x) {
  std::vector<Fn> stages;
  stages.push_back([](const at::Tensor &t) { return t.exp(); });
  Fn square = [](const at::Tensor &t) { return t.pow(2); };
  stages.push_back(square);
  for (auto &stage : stages)
    x = stage(x);
  return x;
}

FG_COMPILE(.fullgraph = true)
at::Tensor kalman(FG_SHAPE("f64[4]") at::Tensor x, FG_SHAPE("f64[4,4]") at::Tensor P,
                  FG_SHAPE("f64[4,4]") const at::Tensor &F, double q) {
  x = F.matmul(x);
  P = F.mm(P).mm(F.t()) + q * at::eye(4, at::kDouble);
  auto [m, i] = P.max(1);
  at::Tensor pair[2] = {x, m};
  return at::stack({pair[0], pair[1]}, 0) + (i == 0).to(at::kDouble).sum();
}

FG_COMPILE(.fullgraph = true)
at::Tensor price(FG_SHAPE("f64[N]") at::Tensor S, FG_SHAPE("f64[N]") at::Tensor K, double r, double T) {
  auto cdf = [](at::Tensor v) { return 0.5 * (1 + at::erf(v / std::sqrt(2.0))); };
  auto d1 = (at::log(S / K) + r * T) / (0.2 * std::sqrt(T));
  return S * cdf(d1) - K * std::exp(-r * T) * cdf(d1 - 0.2);
}

FG_COMPILE(.fullgraph = true)
at::Tensor image(FG_SHAPE("u8[H,W,3]") at::Tensor im) {
  auto f = im.to(at::kFloat).div(255).permute({2, 0, 1}).unsqueeze(0);
  auto g = (f - 0.5) / 0.25;
  return at::max_pool2d(g, 2).mean({2, 3}, true).squeeze().index({at::indexing::Slice(0, 2)});
}

int main() {
  both::check("filter", [] {
    audio::Filter filter(0.1);
    auto a = filter.process(values({2, 33})), b = filter.process(values({2, 5}));
    return std::vector{a, b, filter.state()};
  });
  // CHECK: filter: same{{$}}
  for (bool causal : {false, true})
    for (int T : {1, 5, 16})
      both::check("attention", [=] {
        Attention attention{{4, causal, T == 5 ? "none" : "gelu"},
                            values({64, 64}) * 0.1,
                            values({64, 64}) * 0.2,
                            values({64, 64}) * 0.3,
                            values({64, 64}) * 0.1};
        return std::vector{attention.forward(values({2, T, 64}))};
      });
  // CHECK-COUNT-6: attention: same{{$}}
  both::check("pipeline",
              [] { return std::vector{pipeline(values({9})), pipeline(values({9}, at::kDouble))}; });
  // CHECK: pipeline: same{{$}}
  both::check("kalman", [] {
    return std::vector{
        kalman(values({4}, at::kDouble), values({4, 4}, at::kDouble), values({4, 4}, at::kDouble), 0.1)};
  });
  // CHECK: kalman: same{{$}}
  for (int n : {0, 1, 3, 1000})
    both::check("price", [=] {
      return std::vector{
          price(values({n}, at::kDouble) * 10 + 100, values({n}, at::kDouble) + 95, 0.05, 1.5)};
    });
  // CHECK-COUNT-4: price: same{{$}}
  both::check("image", [] { return std::vector{image((values({12, 18, 3}) * 60 + 120).to(at::kByte))}; });
  // CHECK: image: same{{$}}
}
