// GPT-2. The keys and values of the tokens so far are kept, so that each new
// token is computed by itself; the text is drawn from the likeliest few.
#include "common.h"

/// What a layer remembers of the tokens so far: [batch, heads, tokens, dim / heads].
struct KeyValue {
  FG_SHAPE("f32[B,H,P,E]") fg::Tensor key, value;
};

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

  fg::Tensor attention(const fg::Tensor &x, KeyValue &past) {
    const int64_t b = x.size(0), t = x.size(1), c = x.size(2);
    const auto qkv = c_attn->forward(x).split(c, 2);
    const auto head = [&](const fg::Tensor &part) {
      return part.view({b, t, heads, c / heads}).transpose(1, 2);
    };
    past.key = fg::cat({past.key, head(qkv[1])}, 2);
    past.value = fg::cat({past.value, head(qkv[2])}, 2);
    const int64_t seen = past.key.size(2);
    fg::Tensor w = fg::matmul(head(qkv[0]), past.key.transpose(-2, -1)) *
                   (1.0 / std::sqrt(static_cast<double>(c / heads)));
    const fg::Tensor mask = fg::ones({seen, seen}).tril().slice(0, seen - t) == 0;
    w = fg::softmax(w.masked_fill(mask, -INFINITY), -1);
    return c_proj->forward(fg::matmul(w, past.value).transpose(1, 2).contiguous().view({b, t, c}));
  }
  fg::Tensor forward(fg::Tensor x, KeyValue &past) {
    x = x + attention(ln_1->forward(x), past);
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
  explicit GptImpl(const Config &config) : config(config) {
    wte = register_module("wte", fg::nn::Embedding(config.vocabulary, config.dim));
    wpe = register_module("wpe", fg::nn::Embedding(config.context, config.dim));
    h = register_module("h", fg::nn::ModuleList());
    for (int64_t i = 0; i < config.layers; ++i)
      h->push_back(Block(config.dim, config.heads));
    ln_f = register_module("ln_f", fg::nn::LayerNorm(std::vector<int64_t>{config.dim}));
    lm_head = register_module(
        "lm_head", fg::nn::Linear(fg::nn::LinearOptions(config.dim, config.vocabulary).bias(false)));
  }

  std::vector<KeyValue> nothing(int64_t batch) const {
    const fg::Tensor none = fg::empty({batch, config.heads, 0, config.dim / config.heads});
    return std::vector<KeyValue>(static_cast<size_t>(config.layers), KeyValue{none, none});
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("i64[B,T]") fg::Tensor tokens, std::vector<KeyValue> &past) {
    const int64_t start = past[0].key.size(2);
    fg::Tensor x = wte->forward(tokens) + wpe->forward(fg::arange(start, start + tokens.size(1)));
    size_t layer = 0;
    for (const auto &block : *h)
      x = block->as<Block>()->forward(x, past[layer++]);
    return lm_head->forward(ln_f->forward(x));
  }

  Config config;
  fg::nn::Embedding wte{nullptr}, wpe{nullptr};
  fg::nn::ModuleList h{nullptr};
  fg::nn::LayerNorm ln_f{nullptr};
  fg::nn::Linear lm_head{nullptr};
};
FG_MODULE(Gpt);

/// One of the `count` likeliest tokens, drawn.
fg::Tensor draw(const fg::Tensor &logits, double temperature, int64_t count) {
  const auto [best, tokens] = fg::topk(logits / temperature, count, -1);
  return tokens.gather(-1, fg::multinomial(fg::softmax(best, -1), 1));
}

int main(int argc, char **argv) {
  const bool full = models::isFull(argc, argv); // GPT-2 small
  const Config config = full ? Config{50257, 1024, 768, 12, 12} : Config();
  Gpt model{config};
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor tokens =
        ((models::values("tokens", {batch, 4 + 4 * batch}) + 0.5) * config.vocabulary).floor().to(fg::kLong);
    const std::string name = "gpt2/" + std::to_string(batch);
    std::vector<KeyValue> past = model->nothing(batch);
    good &= models::agrees(name, model->forward(tokens, past));
    past = model->nothing(batch);
    std::vector<fg::Tensor> logits;
    for (const fg::Tensor &token : tokens.split(1, 1))
      logits.push_back(model->forward(token.contiguous(), past));
    std::printf("  one by one ");
    good &= models::agrees(name, fg::cat(logits, 1));
  }

  fg::manual_seed(2);
  std::string text = full ? "0" : "a"; // letters, or the numbers of the tokens
  fg::Tensor tokens = fg::zeros({1, 1}, fg::kLong);
  std::vector<KeyValue> past = model->nothing(1);
  while (text.size() < 16) {
    tokens = draw(model->forward(tokens, past).select(1, -1), 0.8, 5);
    text += full ? ' ' + std::to_string(tokens.item<int64_t>())
                 : std::string(1, static_cast<char>('a' + tokens.item<int64_t>()));
  }
  std::printf("  %s\n", text.c_str());
  return good ? 0 : 1;
}
