// Quantised linear layers with named LoRA adapters, observers, fake quantisation
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>
using fg::Tensor;
namespace nn = fg::nn;

struct QParams {
  Tensor scale, zero;
};
template <int Bits, bool Symmetric> struct Quantiser {
  static constexpr int64_t lo = Symmetric ? -(1 << (Bits - 1)) : 0, hi = Symmetric ? (1 << (Bits - 1)) - 1 : (1 << Bits) - 1;
  static QParams params(const Tensor &min, const Tensor &max) {
    if constexpr (Symmetric) {
      auto s = fg::maximum(min.abs(), max.abs()) / double(hi);
      return {s.clamp_min(1e-8), fg::zeros_like(s)};
    } else {
      auto s = ((max.clamp_min(0) - min.clamp_max(0)) / double(hi - lo)).clamp_min(1e-8);
      return {s, (lo - min.clamp_max(0) / s).round().clamp(lo, hi)};
    }
  }
  static Tensor quantise(const Tensor &x, const QParams &p) {
    auto q = (x / p.scale + p.zero).round().clamp(lo, hi);
    return q.to(Symmetric ? fg::kChar : fg::kByte);
  }
  static Tensor dequantise(const Tensor &q, const QParams &p) { return (q.to(fg::kFloat) - p.zero) * p.scale; }
  static Tensor fake(const Tensor &x, const QParams &p) { return dequantise(quantise(x, p), p); }
};

struct Observer {
  Tensor min, max;
  double momentum = 0.1;
  bool frozen = false;
  void observe(const Tensor &x) {
    if (frozen)
      return;
    auto [lo, hi] = fg::aminmax(x.detach());
    if (!min.defined()) {
      min = lo;
      max = hi;
      return;
    }
    min = min + momentum * (lo - min);
    max = max + momentum * (hi - max);
  }
};

struct Adapter {
  Tensor a, b;
  double alpha = 4;
  bool merged = false;
  double scaling() const { return alpha / double(a.size(0)); }
};

template <class WQ> class QLinear : public nn::Module {
  Tensor q_, bias_;
  QParams p_;
  Observer input_;
  std::map<std::string, Adapter> adapters_;
  std::string active_;

public:
  bool training_aware = false;
  QLinear(int64_t in, int64_t out, bool bias = true) {
    auto w = fg::randn({out, in}) / std::sqrt(double(in));
    p_ = WQ::params(w.amin(1, true), w.amax(1, true));
    q_ = register_buffer("q", WQ::quantise(w, p_));
    if (bias)
      bias_ = register_parameter("bias", fg::randn({out}) * 0.1);
  }
  void add_adapter(const std::string &name, int64_t rank, double alpha = 4) {
    adapters_[name] = Adapter{fg::randn({rank, q_.size(1)}) * 0.1, fg::randn({q_.size(0), rank}) * 0.1, alpha};
    active_ = name;
  }
  void activate(std::string name) { active_ = std::move(name); }
  void freeze(bool on = true) { input_.frozen = on; }

  FG_COMPILE()
  Tensor forward(Tensor x) {
    if (training_aware) {
      input_.observe(x);
      x = Quantiser<8, false>::fake(x, Quantiser<8, false>::params(input_.min, input_.max));
    }
    auto w = WQ::dequantise(q_, p_);
    auto y = bias_.defined() ? fg::linear(x, w, bias_) : fg::linear(x, w);
    if (auto it = adapters_.find(active_); it != adapters_.end() && !it->second.merged) {
      const auto &ad = it->second;
      y = y + fg::linear(fg::linear(x, ad.a), ad.b) * ad.scaling();
    }
    return y;
  }
  FG_COMPILE()
  void merge(const std::string &name) {
    auto &ad = adapters_.at(name);
    if (ad.merged)
      return;
    auto w = WQ::dequantise(q_, p_) + ad.scaling() * ad.b.mm(ad.a);
    p_ = WQ::params(w.amin(1, true), w.amax(1, true));
    q_.copy_(WQ::quantise(w, p_));
    ad.merged = true;
  }
  int64_t bytes() const { return q_.numel() * int64_t(q_.element_size()); }
};

// int8 matrix product with integer accumulation
FG_COMPILE()
Tensor int_matmul(const Tensor &x, const Tensor &w, std::optional<double> out_scale = std::nullopt) {
  auto sx = x.abs().max() / 127, sw = w.abs().amax(0, true) / 127;
  auto qx = (x / sx).round().to(fg::kInt), qw = (w / sw).round().to(fg::kInt);
  auto acc = (qx.unsqueeze(-1) * qw.unsqueeze(0)).sum(1);
  auto y = acc.to(fg::kFloat) * sx * sw;
  if (out_scale)
    return (y / *out_scale).round().clamp(-128, 127).to(fg::kChar);
  return y;
}

int main() {
  fg::manual_seed(8);
  QLinear<Quantiser<8, true>> a(6, 4);
  QLinear<Quantiser<4, false>> b(5, 3, false);
  auto show = [](const char *n, const Tensor &t) { std::printf("%s %.5f %.5f\n", n, t.to(fg::kDouble).sum().item<double>(), t.to(fg::kDouble).abs().max().item<double>()); };
  auto x = fg::randn({3, 6}), z = fg::randn({2, 4, 5});
  show("a", a.forward(x));
  show("b", b.forward(z));
  a.add_adapter("en", 2);
  a.add_adapter("de", 3, 6);
  show("a", a.forward(x));
  a.activate("en");
  show("a", a.forward(x));
  a.activate("none");
  show("a", a.forward(x));
  a.training_aware = b.training_aware = true;
  for (int i = 0; i < 3; ++i)
    show("qat", a.forward(fg::randn({4, 6}) * (i + 1)));
  a.freeze();
  show("fz", a.forward(x * 3));
  b.add_adapter("x", 1);
  show("qb", b.forward(z));
  a.merge("de"), a.merge("de"), b.merge("x");
  a.activate("de");
  show("m", a.forward(x));
  show("m", b.forward(z));
  show("i", int_matmul(x, fg::randn({6, 7})));
  show("i", int_matmul(x, fg::randn({6, 2}), 0.05));
  std::printf("%ld\n", long(a.bytes()));
}
