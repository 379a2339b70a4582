// A GPT whose config struct is read in every layer, built twice: other depths, widths, activations and heads.
#include <torch/torch.h>
#include <iostream>
#include <vector>
struct Config { int64_t vocab = 50, dim = 16, heads = 2, layers = 2, context = 8; double dropout = 0.0; bool bias = true, causal = true, tied = false; std::string act = "gelu"; };
struct AttentionImpl : torch::nn::Module {
  AttentionImpl(const Config &c) : c_(c) {
    qkv = register_module("qkv", torch::nn::Linear(torch::nn::LinearOptions(c.dim, 3 * c.dim).bias(c.bias)));
    proj = register_module("proj", torch::nn::Linear(torch::nn::LinearOptions(c.dim, c.dim).bias(c.bias)));
    if (c.causal) mask = register_buffer("mask", torch::tril(torch::ones({c.context, c.context})).view({1, 1, c.context, c.context}));
  }
  torch::Tensor forward(torch::Tensor x) {
    const auto B = x.size(0), T = x.size(1), C = x.size(2);
    auto parts = qkv(x).split(c_.dim, 2);
    auto q = parts[0].view({B, T, c_.heads, C / c_.heads}).transpose(1, 2);
    auto k = parts[1].view({B, T, c_.heads, C / c_.heads}).transpose(1, 2);
    auto v = parts[2].view({B, T, c_.heads, C / c_.heads}).transpose(1, 2);
    auto att = torch::matmul(q, k.transpose(-2, -1)) * (1.0 / std::sqrt(static_cast<double>(k.size(-1))));
    if (c_.causal) att = att.masked_fill(mask.slice(2, 0, T).slice(3, 0, T) == 0, -INFINITY);
    att = torch::softmax(att, -1);
    if (c_.dropout > 0) att = torch::dropout(att, c_.dropout, is_training());
    auto y = torch::matmul(att, v).transpose(1, 2).contiguous().view({B, T, C});
    return proj(y);
  }
  Config c_;
  torch::nn::Linear qkv{nullptr}, proj{nullptr};
  torch::Tensor mask;
};
TORCH_MODULE(Attention);
struct MlpImpl : torch::nn::Module {
  MlpImpl(const Config &c) : act(c.act) {
    up = register_module("up", torch::nn::Linear(torch::nn::LinearOptions(c.dim, 4 * c.dim).bias(c.bias)));
    down = register_module("down", torch::nn::Linear(torch::nn::LinearOptions(4 * c.dim, c.dim).bias(c.bias)));
    drop = register_module("drop", torch::nn::Dropout(c.dropout));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = up(x);
    if (act == "gelu") x = torch::gelu(x);
    else if (act == "relu") x = torch::relu(x);
    else throw std::invalid_argument(act);
    return drop(down(x));
  }
  std::string act;
  torch::nn::Linear up{nullptr}, down{nullptr};
  torch::nn::Dropout drop{nullptr};
};
TORCH_MODULE(Mlp);
struct BlockImpl : torch::nn::Module {
  BlockImpl(const Config &c) {
    ln1 = register_module("ln1", torch::nn::LayerNorm(torch::nn::LayerNormOptions({c.dim})));
    ln2 = register_module("ln2", torch::nn::LayerNorm(torch::nn::LayerNormOptions({c.dim})));
    attn = register_module("attn", Attention(c));
    mlp = register_module("mlp", Mlp(c));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = x + attn(ln1(x));
    return x + mlp(ln2(x));
  }
  torch::nn::LayerNorm ln1{nullptr}, ln2{nullptr};
  Attention attn{nullptr};
  Mlp mlp{nullptr};
};
TORCH_MODULE(Block);
struct GptImpl : torch::nn::Module {
  GptImpl(Config c) : config(c) {
    tok = register_module("tok", torch::nn::Embedding(c.vocab, c.dim));
    pos = register_module("pos", torch::nn::Embedding(c.context, c.dim));
    for (int64_t i = 0; i < c.layers; i++) blocks.push_back(register_module("block" + std::to_string(i), Block(c)));
    norm = register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({c.dim})));
    if (!c.tied) head = register_module("head", torch::nn::Linear(torch::nn::LinearOptions(c.dim, c.vocab).bias(false)));
  }
  FG_COMPILE(.fullgraph = true)
  torch::Tensor forward(torch::Tensor ids) {
    auto t = ids.size(1);
    TORCH_CHECK(t <= config.context, "too long");
    auto x = tok(ids) + pos(torch::arange(t, torch::TensorOptions().dtype(torch::kLong).device(ids.device())));
    for (auto &b : blocks) x = b->forward(x);
    x = norm(x);
    if (config.tied) return torch::matmul(x, tok->weight.t());
    return head(x);
  }
  Config config;
  torch::nn::Embedding tok{nullptr}, pos{nullptr};
  std::vector<Block> blocks;
  torch::nn::LayerNorm norm{nullptr};
  torch::nn::Linear head{nullptr};
};
TORCH_MODULE(Gpt);
int main() {
  torch::NoGradGuard no_grad;
  torch::manual_seed(1);
  Config small;
  Config big; big.dim = 24; big.heads = 3; big.layers = 4; big.bias = false; big.act = "relu"; big.tied = true; big.dropout = 0.1;
  Gpt a(small), b(big);
  a->eval(); b->eval();
  for (int i = 0; i < 3; ++i) {
    auto ids = torch::randint(0, 50, {2, 4 + i}, torch::kLong);
    std::cout << a->forward(ids).sum().item<float>() << " " << b->forward(ids).abs().mean().item<float>() << "\n";
  }
}
