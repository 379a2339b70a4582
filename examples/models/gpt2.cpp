// A GPT-2 with few and narrow layers, and greedy sampling of text.
#include "common.h"

struct BlockImpl : fg::nn::Module {
  BlockImpl(int64_t dim, int64_t heads) : heads(heads) {
    ln_1 = register_module("ln_1", fg::nn::LayerNorm(std::vector<int64_t>{dim}));
    c_attn = register_module("c_attn", fg::nn::Linear(dim, 3 * dim));
    c_proj = register_module("c_proj", fg::nn::Linear(dim, dim));
    ln_2 = register_module("ln_2", fg::nn::LayerNorm(std::vector<int64_t>{dim}));
    mlp = register_module("mlp", fg::nn::Sequential(fg::nn::Linear(dim, 4 * dim),
                                                    fg::nn::GELU(fg::nn::GELUOptions().approximate("tanh")),
                                                    fg::nn::Linear(4 * dim, dim)));
  }

  fg::Tensor attention(const fg::Tensor &x) {
    const int64_t b = x.size(0), t = x.size(1), c = x.size(2);
    const auto qkv = c_attn->forward(x).split(c, 2);
    const auto head = [&](const fg::Tensor &part) {
      return part.view({b, t, heads, c / heads}).transpose(1, 2);
    };
    fg::Tensor w = fg::matmul(head(qkv[0]), head(qkv[1]).transpose(-2, -1)) *
                   (1.0 / std::sqrt(static_cast<double>(c / heads)));
    const fg::Tensor mask = fg::ones({t, t}).tril() == 0;
    w = fg::softmax(w.masked_fill(mask, -INFINITY), -1);
    return c_proj->forward(fg::matmul(w, head(qkv[2])).transpose(1, 2).contiguous().view({b, t, c}));
  }
  fg::Tensor forward(fg::Tensor x) {
    x = x + attention(ln_1->forward(x));
    return x + mlp->forward(ln_2->forward(x));
  }

  int64_t heads;
  fg::nn::LayerNorm ln_1{nullptr}, ln_2{nullptr};
  fg::nn::Linear c_attn{nullptr}, c_proj{nullptr};
  fg::nn::Sequential mlp{nullptr};
};
FG_MODULE(Block);

struct Config {
  int64_t vocabulary = 24, context = 16, dim = 24, layers = 2, heads = 3;
};

struct GptImpl : fg::nn::Module {
  explicit GptImpl(const Config &config) {
    wte = register_module("wte", fg::nn::Embedding(config.vocabulary, config.dim));
    wpe = register_module("wpe", fg::nn::Embedding(config.context, config.dim));
    h = register_module("h", fg::nn::ModuleList());
    for (int64_t i = 0; i < config.layers; ++i)
      h->push_back(Block(config.dim, config.heads));
    ln_f = register_module("ln_f", fg::nn::LayerNorm(std::vector<int64_t>{config.dim}));
    lm_head = register_module(
        "lm_head", fg::nn::Linear(fg::nn::LinearOptions(config.dim, config.vocabulary).bias(false)));
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("i64[B,T]") fg::Tensor tokens) {
    fg::Tensor x = wte->forward(tokens) + wpe->forward(fg::arange(tokens.size(1)));
    for (const auto &block : *h)
      x = block->as<Block>()->forward(x);
    return lm_head->forward(ln_f->forward(x));
  }

  fg::nn::Embedding wte{nullptr}, wpe{nullptr};
  fg::nn::ModuleList h{nullptr};
  fg::nn::LayerNorm ln_f{nullptr};
  fg::nn::Linear lm_head{nullptr};
};
FG_MODULE(Gpt);

int main() {
  Gpt model{Config()};
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor tokens =
        ((models::values("tokens", {batch, 4 + 4 * batch}) + 0.5) * 24).floor().to(fg::kLong);
    good &= models::agrees("gpt2/" + std::to_string(batch), model->forward(tokens));
  }
  std::string text = "_";
  fg::Tensor tokens = fg::zeros({1, 1}, fg::kLong);
  while (tokens.size(1) < 16) {
    const fg::Tensor next = model->forward(tokens).select(1, -1).argmax(-1, true);
    tokens = fg::cat({tokens, next}, 1);
    text += static_cast<char>('a' + next.item<int64_t>());
  }
  std::printf("  %s\n", text.c_str());
  return good ? 0 : 1;
}
