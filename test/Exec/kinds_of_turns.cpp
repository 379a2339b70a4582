// What the turns of the program's loops find: layers in two configurations, whose members are defined in one
// of them; entries of a map that is a copy; weights and biases among `parameters()`; what begins as an
// expanded tensor and is new from the second turn on; a view that a compiled function returns.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: kinds_of_turns.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

using fg::Tensor;
using Params = std::map<std::string, Tensor>;

struct Neurons {
  std::optional<double> adapt;
  int64_t refractory, n;
  bool resets = true;
  fg::nn::Linear fc{nullptr};
  Tensor potential, limits, rest;
  Neurons(int64_t in, int64_t out, std::optional<double> adapt, int64_t refractory)
      : adapt(adapt), refractory(refractory), n(out) {
    fc = fg::nn::Linear(fg::nn::LinearOptions(in, out).bias(false));
    fc->weight.fill_(0.25);
  }
  void begin(int64_t batch) {
    potential = fg::zeros({batch, n});
    if (adapt)
      limits = fg::zeros({batch, n});
    if (refractory > 0)
      rest = fg::zeros({batch, n}, fg::kInt);
  }
  Tensor forward(const Tensor &x) {
    Tensor current = fc(x);
    if (rest.defined()) {
      current = current * (rest == 0);
      rest.sub_(1).clamp_(0);
    }
    potential = 0.5 * potential + current;
    const Tensor limit = limits.defined() ? 0.5 + limits : fg::full_like(potential, 0.5);
    const Tensor spikes = (potential >= limit).to(potential.scalar_type());
    if (resets)
      potential -= spikes * limit;
    else
      potential = potential * (1 - spikes);
    if (limits.defined())
      limits.mul_(0.5).add_(spikes, *adapt);
    if (rest.defined())
      rest.masked_fill_(spikes.to(fg::kBool), refractory);
    return spikes;
  }
};

struct Network {
  std::vector<Neurons> layers;
  Network(const std::vector<int64_t> &sizes, std::optional<double> adapt, int64_t refractory) {
    for (size_t i = 0; i + 1 < sizes.size(); ++i)
      layers.emplace_back(sizes[i], sizes[i + 1], adapt, refractory);
  }
  FG_COMPILE(.fullgraph = true)
  std::vector<Tensor> run(const Tensor &inputs) {
    std::vector<std::vector<Tensor>> spikes(layers.size());
    for (const Tensor &input : inputs.unbind(0)) {
      Tensor x = input;
      for (size_t i = 0; i < layers.size(); ++i)
        spikes[i].push_back(x = layers[i].forward(x));
    }
    std::vector<Tensor> means;
    for (const std::vector<Tensor> &ofLayer : spikes)
      means.push_back(fg::stack(ofLayer).mean(0));
    return means;
  }
};

static Params gradients(const Params &p, const Tensor &x) {
  const Tensor h = x.mm(p.at("w1").t()) + p.at("b1");
  const Tensor y = h.mm(p.at("w2").t()) + p.at("b2");
  return {{"w2", y.t().mm(h)}, {"b2", y.sum(0)}, {"w1", y.mm(p.at("w2")).t().mm(x)}, {"b1", h.sum(0)}};
}

FG_COMPILE()
Params train(const Params &start, const Tensor &x) {
  Params p = start;
  for (int step = 0; step < 2; ++step) {
    const Params g = gradients(p, x);
    for (auto &[name, value] : p)
      value = value - 0.125 * g.at(name);
  }
  return p;
}

struct Average {
  Tensor logs = fg::zeros({1});
  fg::nn::Sequential from{fg::nn::Linear(2, 3), fg::nn::Linear(3, 1)},
      to{fg::nn::Linear(2, 3), fg::nn::Linear(3, 1)};
  FG_COMPILE()
  void update(double rate = 0.5) {
    auto source = from->parameters(), target = to->parameters();
    for (size_t k = 0; k < source.size(); ++k)
      target[k].mul_(1 - rate).add_(source[k], rate);
  }
};

FG_COMPILE()
Tensor chain(const Tensor &m, const std::vector<double> &lengths) {
  Tensor t = fg::eye(2).expand({m.size(0), 2, 2});
  for (const double length : lengths)
    t = t.matmul(m) * length;
  return t.select(2, 1);
}

FG_COMPILE()
Tensor search(Tensor m, const std::vector<double> &lengths) {
  for (int i = 0; i < 3; ++i) {
    const Tensor e = chain(m, lengths) - 1;
    m = m - 0.125 * e.unsqueeze(1);
  }
  return m;
}

int main() {
  for (const bool adapts : {false, true}) {
    Network net({4, 3, 2}, adapts ? std::optional<double>(0.5) : std::nullopt, adapts ? 2 : 0);
    for (Neurons &layer : net.layers)
      layer.begin(2);
    const auto means = net.run(fg::ones({6, 2, 4}));
    std::printf("%.3f %.3f\n", means[0].sum().item<float>(), means[1].sum().item<float>());
  }
  // CHECK: {{^[0-9.]+ [0-9.]+$}}
  const Params start = {{"w1", fg::ones({3, 2}) * 0.25},
                        {"b1", fg::zeros({3})},
                        {"w2", fg::ones({1, 3}) * 0.25},
                        {"b2", fg::zeros({1})}};
  const Params p = train(start, fg::ones({2, 2}));
  std::printf("%.4f %.4f\n", p.at("w1").sum().item<float>(), p.at("b1").sum().item<float>());
  Average average;
  for (const Tensor &parameter : average.from->parameters())
    parameter.fill_(2);
  for (const Tensor &parameter : average.to->parameters())
    parameter.fill_(1);
  average.update();
  std::printf("%.3f\n", average.to->parameters()[1].sum().item<float>()); // CHECK: 4.500
  std::printf("%.3f\n", search(fg::ones({3, 2, 2}), {1, 0.5}).sum().item<float>());
}
