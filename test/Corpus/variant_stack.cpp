// Layers as a std::variant, kept in a vector, applied with std::visit; built from a config of strings and numbers.
#include <torch/torch.h>

#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

struct Dense {
  torch::Tensor weight;
  std::optional<torch::Tensor> bias;
  torch::Tensor operator()(const torch::Tensor &x) const {
    auto y = x.matmul(weight.t());
    return bias ? y + *bias : y;
  }
};
struct Norm {
  torch::Tensor scale, shift;
  double eps = 1e-5;
  torch::Tensor operator()(const torch::Tensor &x) const {
    auto mean = x.mean(-1, true);
    auto var = x.var(-1, /*unbiased=*/false, /*keepdim=*/true);
    return (x - mean) * torch::rsqrt(var + eps) * scale + shift;
  }
};
struct Activation {
  enum Kind { Relu, Gelu, Swish, Softplus } kind = Relu;
  float beta = 1.f;
  torch::Tensor operator()(const torch::Tensor &x) const {
    switch (kind) {
    case Relu:
      return torch::relu(x);
    case Gelu:
      return torch::gelu(x, "tanh");
    case Swish:
      return x * torch::sigmoid(beta * x);
    case Softplus:
      return torch::softplus(x, beta);
    }
    throw std::logic_error("no such activation");
  }
};
struct Lookup {
  torch::Tensor table;
  bool mean = true;
  torch::Tensor operator()(const torch::Tensor &ids) const {
    auto rows = table.index({ids});
    return mean ? rows.mean(1) : rows.flatten(1);
  }
};
struct Skip {
  int from;
};

using Layer = std::variant<Dense, Norm, Activation, Lookup, Skip>;
template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

struct LayerConfig {
  std::string kind;
  std::map<std::string, double> numbers;
  std::string name;
  double get(const std::string &key, double fallback) const {
    auto it = numbers.find(key);
    return it == numbers.end() ? fallback : it->second;
  }
};

Layer build(const LayerConfig &c) {
  if (c.kind == "dense") {
    Dense d{torch::randn({(int64_t)c.get("out", 1), (int64_t)c.get("in", 1)}) * 0.3, std::nullopt};
    if (c.get("bias", 1))
      d.bias = torch::randn({(int64_t)c.get("out", 1)}) * 0.1;
    return d;
  }
  if (c.kind == "norm")
    return Norm{torch::ones({(int64_t)c.get("size", 1)}), torch::zeros({(int64_t)c.get("size", 1)}), c.get("eps", 1e-5)};
  if (c.kind == "lookup")
    return Lookup{torch::randn({(int64_t)c.get("rows", 1), (int64_t)c.get("size", 1)}), c.get("mean", 1) != 0};
  if (c.kind == "skip")
    return Skip{(int)c.get("from", 0)};
  static const std::map<std::string, Activation::Kind> kinds{{"relu", Activation::Relu}, {"gelu", Activation::Gelu}, {"swish", Activation::Swish}, {"softplus", Activation::Softplus}};
  return Activation{kinds.at(c.name), (float)c.get("beta", 1)};
}

struct Stack {
  std::vector<Layer> layers;
  explicit Stack(const std::vector<LayerConfig> &configs) {
    for (const auto &c : configs)
      layers.push_back(build(c));
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(const torch::Tensor &input) const {
    std::vector<torch::Tensor> outputs;
    torch::Tensor x = input;
    for (const auto &layer : layers) {
      x = std::visit(overloaded{[&](const Skip &skip) { return x + outputs.at(skip.from); }, [&](const auto &l) { return l(x); }}, layer);
      outputs.push_back(x);
    }
    return x;
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor penalty() const {
    auto total = torch::zeros({});
    for (const auto &layer : layers)
      if (const auto *dense = std::get_if<Dense>(&layer))
        total = total + dense->weight.pow(2).sum();
      else if (std::holds_alternative<Lookup>(layer))
        total = total + std::get<Lookup>(layer).table.abs().sum();
    return total;
  }
};

int main() {
  torch::manual_seed(52);
  Stack mlp({{"dense", {{"in", 6}, {"out", 8}}, ""}, {"act", {}, "gelu"}, {"norm", {{"size", 8}}, ""}, {"dense", {{"in", 8}, {"out", 8}, {"bias", 0}}, ""}, {"skip", {{"from", 0}}, ""}, {"act", {{"beta", 1.5}}, "swish"}});
  Stack bag({{"lookup", {{"rows", 20}, {"size", 4}}, ""}, {"dense", {{"in", 4}, {"out", 2}}, ""}, {"act", {{"beta", 2}}, "softplus"}});
  Stack flat({{"lookup", {{"rows", 20}, {"size", 4}, {"mean", 0}}, ""}, {"dense", {{"in", 12}, {"out", 2}}, ""}, {"act", {}, "relu"}});
  for (int64_t n : {1, 5, 3}) {
    auto ids = torch::randint(0, 20, {n, 3});
    std::cout << mlp.forward(torch::randn({n, 6})).sum().item<float>() << " " << bag.forward(ids).sum().item<float>() << " " << flat.forward(ids).sum().item<float>() << " "
              << mlp.penalty().item<float>() + bag.penalty().item<float>() << "\n";
  }
}
