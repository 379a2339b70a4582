// BERT with a config read from a map of strings; activations by name; extended attention masks.
#include <torch/torch.h>

#include <functional>
#include <iostream>
#include <map>
#include <string>

using Config = std::map<std::string, int64_t>;

static torch::Tensor activate(const std::string &name, const torch::Tensor &x) {
  if (name == "gelu")
    return x * 0.5 * (1.0 + torch::erf(x / std::sqrt(2.0)));
  if (name == "relu")
    return torch::relu(x);
  if (name == "swish")
    return x * torch::sigmoid(x);
  throw std::invalid_argument("unknown activation " + name);
}

struct BertSelfAttention : torch::nn::Module {
  explicit BertSelfAttention(const Config &c) : heads(c.at("heads")), head_size(c.at("hidden") / c.at("heads")) {
    auto hidden = c.at("hidden");
    query = register_module("query", torch::nn::Linear(hidden, hidden));
    key = register_module("key", torch::nn::Linear(hidden, hidden));
    value = register_module("value", torch::nn::Linear(hidden, hidden));
    dropout = register_module("dropout", torch::nn::Dropout(0.1));
  }
  torch::Tensor transpose_for_scores(torch::Tensor x) {
    auto shape = x.sizes().vec();
    shape.pop_back();
    shape.push_back(heads);
    shape.push_back(head_size);
    return x.view(shape).permute({0, 2, 1, 3});
  }
  torch::Tensor forward(const torch::Tensor &hidden, const torch::Tensor &mask) {
    auto q = transpose_for_scores(query(hidden)), k = transpose_for_scores(key(hidden)), v = transpose_for_scores(value(hidden));
    auto scores = torch::matmul(q, k.transpose(-1, -2));
    scores = scores / std::sqrt(static_cast<double>(head_size)) + mask;
    auto probs = dropout(torch::softmax(scores, -1));
    auto context = torch::matmul(probs, v).permute({0, 2, 1, 3}).contiguous();
    return context.flatten(2);
  }
  int64_t heads, head_size;
  torch::nn::Linear query{nullptr}, key{nullptr}, value{nullptr};
  torch::nn::Dropout dropout{nullptr};
};

struct BertLayer : torch::nn::Module {
  BertLayer(const Config &c, std::string activation) : activation(std::move(activation)) {
    auto h = c.at("hidden");
    attention = register_module("attention", std::make_shared<BertSelfAttention>(c));
    output = register_module("output", torch::nn::Linear(h, h));
    norm1 = register_module("norm1", torch::nn::LayerNorm(torch::nn::LayerNormOptions({h}).eps(1e-12)));
    up = register_module("up", torch::nn::Linear(h, c.at("intermediate")));
    down = register_module("down", torch::nn::Linear(c.at("intermediate"), h));
    norm2 = register_module("norm2", torch::nn::LayerNorm(torch::nn::LayerNormOptions({h}).eps(1e-12)));
  }
  torch::Tensor forward(torch::Tensor x, const torch::Tensor &mask) {
    x = norm1(output(attention->forward(x, mask)) + x);
    return norm2(down(activate(activation, up(x))) + x);
  }
  std::string activation;
  std::shared_ptr<BertSelfAttention> attention;
  torch::nn::Linear output{nullptr}, up{nullptr}, down{nullptr};
  torch::nn::LayerNorm norm1{nullptr}, norm2{nullptr};
};

struct Bert : torch::nn::Module {
  Bert(const Config &c, const std::string &activation = "gelu") {
    auto h = c.at("hidden");
    words = register_module("words", torch::nn::Embedding(torch::nn::EmbeddingOptions(c.at("vocab"), h).padding_idx(0)));
    positions = register_module("positions", torch::nn::Embedding(c.at("positions"), h));
    types = register_module("types", torch::nn::Embedding(2, h));
    norm = register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({h})));
    for (int64_t i = 0; i < c.at("layers"); ++i) {
      layers.push_back(std::make_shared<BertLayer>(c, activation));
      register_module("layer" + std::to_string(i), layers.back());
    }
    pooler = register_module("pooler", torch::nn::Linear(h, h));
  }

  FG_COMPILE(.fullgraph = true)
  std::pair<torch::Tensor, torch::Tensor> forward(torch::Tensor ids, torch::Tensor type_ids = {}, torch::Tensor mask = {}) {
    if (!mask.defined())
      mask = torch::ones_like(ids);
    if (!type_ids.defined())
      type_ids = torch::zeros_like(ids);
    auto extended = (1.0 - mask.unsqueeze(1).unsqueeze(2).to(torch::kFloat32)) * -10000.0;
    auto position = torch::arange(ids.size(1), torch::kLong).unsqueeze(0).expand_as(ids);
    auto x = norm(words(ids) + positions(position) + types(type_ids));
    for (auto &layer : layers)
      x = layer->forward(x, extended);
    auto pooled = torch::tanh(pooler(x.index({torch::indexing::Slice(), 0})));
    return {x, pooled};
  }
  torch::nn::Embedding words{nullptr}, positions{nullptr}, types{nullptr};
  torch::nn::LayerNorm norm{nullptr};
  std::vector<std::shared_ptr<BertLayer>> layers;
  torch::nn::Linear pooler{nullptr};
};

int main() {
  torch::manual_seed(55);
  torch::NoGradGuard guard;
  Config config{{"vocab", 30}, {"hidden", 12}, {"heads", 3}, {"layers", 2}, {"intermediate", 24}, {"positions", 16}};
  Bert bert(config);
  bert.eval();
  for (int64_t t : {5, 8}) {
    auto ids = torch::randint(1, 30, {2, t}, torch::kLong);
    auto [x, pooled] = bert.forward(ids);
    auto mask = torch::ones({2, t}, torch::kLong);
    mask.slice(1, t - 2, t).zero_();
    auto [y, pooled2] = bert.forward(ids, torch::zeros_like(ids), mask);
    std::cout << x.sum().item<float>() << " " << pooled.sum().item<float>() << " " << pooled2.sum().item<float>() << "\n";
  }
}
