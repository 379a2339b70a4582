// A translation transformer by hand: encoder and decoder layers in vectors of shared pointers, masks made inside.
#include <torch/torch.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

class MultiHead : public torch::nn::Module {
public:
  MultiHead(int64_t d_model, int64_t heads) : heads_(heads), depth_(d_model / heads) {
    wq = register_module("wq", torch::nn::Linear(d_model, d_model));
    wk = register_module("wk", torch::nn::Linear(d_model, d_model));
    wv = register_module("wv", torch::nn::Linear(d_model, d_model));
    dense = register_module("dense", torch::nn::Linear(d_model, d_model));
  }

  torch::Tensor forward(torch::Tensor q, torch::Tensor k, torch::Tensor v, std::optional<torch::Tensor> mask = std::nullopt) {
    auto batch = q.size(0);
    q = split(wq(q), batch);
    k = split(wk(k), batch);
    v = split(wv(v), batch);
    auto logits = torch::matmul(q, k.transpose(-1, -2)) / std::sqrt(static_cast<float>(depth_));
    if (mask)
      logits = logits.masked_fill(*mask == 0, -1e9);
    auto weights = torch::softmax(logits, -1);
    auto context = torch::matmul(weights, v).permute({0, 2, 1, 3}).contiguous();
    return dense(context.view({batch, -1, heads_ * depth_}));
  }

private:
  torch::Tensor split(const torch::Tensor &x, int64_t batch) const {
    return x.view({batch, -1, heads_, depth_}).permute({0, 2, 1, 3});
  }
  int64_t heads_, depth_;
  torch::nn::Linear wq{nullptr}, wk{nullptr}, wv{nullptr}, dense{nullptr};
};

struct FeedForward : torch::nn::Module {
  FeedForward(int64_t d, int64_t hidden) {
    one = register_module("one", torch::nn::Linear(d, hidden));
    two = register_module("two", torch::nn::Linear(hidden, d));
  }
  torch::Tensor forward(const torch::Tensor &x) { return two(torch::gelu(one(x))); }
  torch::nn::Linear one{nullptr}, two{nullptr};
};

struct EncoderLayer : torch::nn::Module {
  EncoderLayer(int64_t d, int64_t heads, int64_t hidden)
      : attention(std::make_shared<MultiHead>(d, heads)), ffn(std::make_shared<FeedForward>(d, hidden)),
        norm1(torch::nn::LayerNormOptions({d})), norm2(torch::nn::LayerNormOptions({d})) {
    register_module("attention", attention);
    register_module("ffn", ffn);
    register_module("norm1", norm1);
    register_module("norm2", norm2);
  }
  torch::Tensor forward(torch::Tensor x, const torch::Tensor &mask) {
    x = norm1(x + attention->forward(x, x, x, mask));
    return norm2(x + ffn->forward(x));
  }
  std::shared_ptr<MultiHead> attention;
  std::shared_ptr<FeedForward> ffn;
  torch::nn::LayerNorm norm1, norm2;
};

struct DecoderLayer : torch::nn::Module {
  DecoderLayer(int64_t d, int64_t heads, int64_t hidden)
      : self(std::make_shared<MultiHead>(d, heads)), cross(std::make_shared<MultiHead>(d, heads)),
        ffn(std::make_shared<FeedForward>(d, hidden)) {
    register_module("self", self);
    register_module("cross", cross);
    register_module("ffn", ffn);
    for (int i = 0; i < 3; ++i)
      norms.push_back(register_module("norm" + std::to_string(i), torch::nn::LayerNorm(torch::nn::LayerNormOptions({d}))));
  }
  torch::Tensor forward(torch::Tensor x, const torch::Tensor &memory, const torch::Tensor &causal) {
    x = norms[0]->forward(x + self->forward(x, x, x, causal));
    x = norms[1]->forward(x + cross->forward(x, memory, memory));
    return norms[2]->forward(x + ffn->forward(x));
  }
  std::shared_ptr<MultiHead> self, cross;
  std::shared_ptr<FeedForward> ffn;
  std::vector<torch::nn::LayerNorm> norms;
};

class Transformer : public torch::nn::Module {
public:
  Transformer(int64_t vocab, int64_t d, int64_t heads, int64_t layers, int64_t max_len) : d_(d) {
    src_embed = register_module("src_embed", torch::nn::Embedding(vocab, d));
    tgt_embed = register_module("tgt_embed", torch::nn::Embedding(vocab, d));
    for (int64_t i = 0; i < layers; i++) {
      encoder.push_back(std::make_shared<EncoderLayer>(d, heads, 2 * d));
      register_module("encoder_" + std::to_string(i), encoder.back());
      decoder.push_back(std::make_shared<DecoderLayer>(d, heads, 2 * d));
      register_module("decoder_" + std::to_string(i), decoder.back());
    }
    out = register_module("out", torch::nn::Linear(d, vocab));
    auto position = torch::arange(max_len, torch::kFloat).unsqueeze(1);
    auto div = torch::exp(torch::arange(0, d, 2, torch::kFloat) * (-std::log(10000.0) / d));
    auto table = torch::zeros({max_len, d});
    table.index_put_({torch::indexing::Slice(), torch::indexing::Slice(0, torch::indexing::None, 2)}, torch::sin(position * div));
    table.index_put_({torch::indexing::Slice(), torch::indexing::Slice(1, torch::indexing::None, 2)}, torch::cos(position * div));
    pe = register_buffer("pe", table.unsqueeze(0));
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(const torch::Tensor &src, const torch::Tensor &tgt) {
    auto src_mask = (src != 0).unsqueeze(1).unsqueeze(2);
    auto memory = embed(src_embed, src);
    for (auto &layer : encoder)
      memory = layer->forward(memory, src_mask);
    auto causal = torch::tril(torch::ones({tgt.size(1), tgt.size(1)}));
    auto x = embed(tgt_embed, tgt);
    for (auto &layer : decoder)
      x = layer->forward(x, memory, causal);
    return torch::log_softmax(out(x), /*dim=*/-1);
  }

private:
  torch::Tensor embed(torch::nn::Embedding &table, const torch::Tensor &tokens) {
    auto x = table(tokens) * std::sqrt(double(d_));
    return x + pe.index({torch::indexing::Slice(), torch::indexing::Slice(torch::indexing::None, tokens.size(1))});
  }
  int64_t d_;
  torch::nn::Embedding src_embed{nullptr}, tgt_embed{nullptr};
  std::vector<std::shared_ptr<EncoderLayer>> encoder;
  std::vector<std::shared_ptr<DecoderLayer>> decoder;
  torch::nn::Linear out{nullptr};
  torch::Tensor pe;
};

int main() {
  torch::manual_seed(5);
  torch::NoGradGuard guard;
  Transformer net(20, 16, 4, 2, 32);
  net.eval();
  for (int64_t len : {4, 7}) {
    auto src = torch::randint(0, 20, {2, len + 2}, torch::kLong);
    auto tgt = torch::randint(0, 20, {2, len}, torch::kLong);
    auto y = net.forward(src, tgt);
    std::cout << y.sizes() << " " << y.sum().item<float>() << "\n";
  }
}
