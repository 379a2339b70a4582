// Spiking network: LIF / adaptive LIF layers with state in members, refractory periods, STDP with traces.
#include <torch/torch.h>
#include <cstdio>
struct NeuronOptions {
  TORCH_ARG(double, beta) = 0.9;
  TORCH_ARG(double, threshold) = 1.0;
  TORCH_ARG(std::optional<double>, adapt) = {};
  TORCH_ARG(int64_t, refractory) = 0;
  TORCH_ARG(bool, soft_reset) = true;
};
struct LifImpl : torch::nn::Cloneable<LifImpl> {
  NeuronOptions o;
  int64_t n;
  torch::Tensor mem, thr, ref, pre, post;
  torch::nn::Linear fc{nullptr};
  LifImpl(int64_t in, int64_t out, NeuronOptions opt) : o(opt), n(out) { fc = torch::nn::Linear(torch::nn::LinearOptions(in, out).bias(false)); reset(); }
  void reset() override { register_module("fc", fc); }
  void init(int64_t b) {
    mem = torch::zeros({b, n});
    if (o.adapt()) thr = torch::zeros({b, n});
    if (o.refractory() > 0) ref = torch::zeros({b, n}, torch::kInt32);
    pre = torch::zeros({b, fc->options.in_features()});
    post = torch::zeros({b, n});
  }
  torch::Tensor forward(const torch::Tensor &x) {
    auto cur = fc(x);
    if (ref.defined()) {
      cur = cur * (ref == 0);
      ref.sub_(1).clamp_(0);
    }
    mem = o.beta() * mem + cur;
    auto limit = thr.defined() ? o.threshold() + thr : torch::full_like(mem, o.threshold());
    auto s = (mem >= limit).to(mem.dtype());
    if (o.soft_reset()) mem -= s * limit;
    else mem = mem * (1 - s);
    if (thr.defined()) thr.mul_(0.95).add_(s, *o.adapt());
    if (ref.defined()) ref.masked_fill_(s.to(torch::kBool), o.refractory());
    return s;
  }
  void stdp(const torch::Tensor &x, const torch::Tensor &s, double lr) {
    pre.mul_(0.8).add_(x);
    post.mul_(0.8).add_(s);
    auto dw = torch::einsum("bi,bj->ij", {s, pre}) - 0.5 * torch::einsum("bi,bj->ij", {post, x});
    fc->weight.add_(dw, lr / x.size(0)).clamp_(-1, 1);
  }
};
TORCH_MODULE(Lif);
struct Snn : torch::nn::Module {
  std::vector<Lif> layers;
  std::unordered_map<std::string, torch::Tensor> probes;
  torch::Tensor counts;
  bool learn;
  Snn(const std::vector<int64_t> &sizes, const NeuronOptions &o, bool l) : learn(l) {
    for (size_t i = 0; i + 1 < sizes.size(); ++i) {
      layers.emplace_back(sizes[i], sizes[i + 1], o);
      register_module("l" + std::to_string(i), layers.back());
    }
  }
  void init(int64_t b) { for (auto &l : layers) l->init(b); counts = torch::zeros({b, layers.back()->n}); }
  FG_COMPILE(.fullgraph = true)
  torch::Tensor tick(torch::Tensor x) {
    for (auto &l : layers) {
      auto s = l(x);
      if (learn) l->stdp(x, s, 0.01);
      x = s;
    }
    counts += x;
    probes["mem"] = layers.front()->mem;
    return x;
  }
  FG_COMPILE(.fullgraph = true)
  std::vector<torch::Tensor> run(const torch::Tensor &xs) {
    std::vector<std::vector<torch::Tensor>> rec(layers.size());
    for (auto &x0 : xs.unbind(0)) {
      auto x = x0;
      for (size_t i = 0; i < layers.size(); ++i) rec[i].push_back(x = layers[i]->forward(x));
    }
    std::vector<torch::Tensor> out;
    std::transform(rec.begin(), rec.end(), std::back_inserter(out), [](const auto &r) { return torch::stack(r).mean(0); });
    return out;
  }
};
int main() {
  torch::NoGradGuard ng;
  for (int conf = 0; conf < 4; ++conf) {
    torch::manual_seed(17);
    auto o = NeuronOptions().soft_reset(conf != 1).threshold(0.4);
    if (conf == 2) o.adapt(0.1);
    if (conf >= 2) o.refractory(conf);
    Snn m(conf == 3 ? std::vector<int64_t>{12, 16, 16, 5} : std::vector<int64_t>{12, 20, 5}, o, conf % 2 == 0);
    for (int64_t b : {3, 5}) {
      m.init(b);
      auto xs = (torch::rand({10, b, 12}) < 0.4).to(torch::kFloat32);
      for (int64_t t = 0; t < 10; ++t) m.tick(xs[t]);
      auto r = m.run(xs.slice(0, 0, b + 2));
      double s = 0;
      for (size_t i = 0; i < r.size(); ++i) s += (i + 1) * r[i].square().sum().item<double>();
      printf("%.6g %.6g %.6g %.6g\n", s, m.counts.sum().item<double>(), m.probes["mem"].abs().sum().item<double>(), m.layers[0]->fc->weight.sum().item<double>());
    }
    auto copy = std::dynamic_pointer_cast<LifImpl>(m.layers[0]->clone());
    printf("%.6g\n", copy->fc->weight.abs().sum().item<double>());
  }
}
