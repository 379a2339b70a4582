// A small Llama: RMS norms, rotary positions, grouped queries, a gated feed-forward layer, and a cache of
// keys and values, so that each new token costs one row of attention. The number of layers is an argument of
// the program.
#include "common.h"

#include <cstdlib>

namespace nn = fg::nn;
using fg::indexing::Slice;

struct Config {
  int64_t vocab_size = 32, hidden_size = 32, intermediate_size = 64, layers = 2, heads = 4, kv_heads = 2,
          max_length = 32;
  double rope_theta = 10000.0, rms_norm_eps = 1e-5;

  int64_t head_dim() const { return hidden_size / heads; }
};

struct RMSNormImpl : nn::Module {
  RMSNormImpl(int64_t dim, double eps) : eps(eps) { weight = register_parameter("weight", fg::ones({dim})); }
  fg::Tensor forward(const fg::Tensor &x) {
    return x * fg::rsqrt(x.pow(2).mean(-1, /*keepdim=*/true) + eps) * weight;
  }

  double eps;
  FG_SHAPE("f32[D]") fg::Tensor weight;
};
FG_MODULE(RMSNorm);

/// The cosines and sines of all positions: [length, head_dim].
std::pair<fg::Tensor, fg::Tensor> rotary(const Config &config) {
  const fg::Tensor frequencies =
      1.0 /
      fg::pow(config.rope_theta, fg::arange(0, config.head_dim(), 2).to(fg::kFloat) / config.head_dim());
  const fg::Tensor angles = fg::outer(fg::arange(config.max_length).to(fg::kFloat), frequencies);
  const fg::Tensor both = fg::cat({angles, angles}, -1);
  return {both.cos(), both.sin()};
}

fg::Tensor rotate_half(const fg::Tensor &x) {
  const auto halves = x.chunk(2, -1);
  return fg::cat({-halves[1], halves[0]}, -1);
}

/// Keys and values of the tokens so far: [batch, kv_heads, max_length, head_dim].
struct KVCache {
  FG_SHAPE("f32[B,G,L,E]") fg::Tensor k, v;
};

struct AttentionImpl : nn::Module {
  explicit AttentionImpl(const Config &config)
      : heads(config.heads), kv_heads(config.kv_heads), head_dim(config.head_dim()) {
    const auto linear = [](int64_t in, int64_t out) {
      return nn::Linear(nn::LinearOptions(in, out).bias(false));
    };
    q_proj = register_module("q_proj", linear(config.hidden_size, heads * head_dim));
    k_proj = register_module("k_proj", linear(config.hidden_size, kv_heads * head_dim));
    v_proj = register_module("v_proj", linear(config.hidden_size, kv_heads * head_dim));
    o_proj = register_module("o_proj", linear(heads * head_dim, config.hidden_size));
  }

  fg::Tensor forward(const fg::Tensor &x, const fg::Tensor &cos, const fg::Tensor &sin, KVCache &cache,
                     int64_t start) {
    const int64_t batch = x.size(0), length = x.size(1);
    fg::Tensor q = q_proj(x).view({batch, length, heads, head_dim}).transpose(1, 2);
    fg::Tensor k = k_proj(x).view({batch, length, kv_heads, head_dim}).transpose(1, 2);
    const fg::Tensor v = v_proj(x).view({batch, length, kv_heads, head_dim}).transpose(1, 2);
    q = q * cos + rotate_half(q) * sin;
    k = k * cos + rotate_half(k) * sin;
    cache.k.slice(2, start, start + length).copy_(k);
    cache.v.slice(2, start, start + length).copy_(v);
    const fg::Tensor keys = cache.k.slice(2, 0, start + length).repeat_interleave(heads / kv_heads, 1);
    const fg::Tensor values = cache.v.slice(2, 0, start + length).repeat_interleave(heads / kv_heads, 1);

    fg::Tensor scores = fg::matmul(q, keys.transpose(2, 3)) / std::sqrt(static_cast<double>(head_dim));
    const fg::Tensor later =
        fg::full({length, start + length}, -std::numeric_limits<float>::infinity()).triu(start + 1);
    scores = fg::softmax(scores + later, -1);
    return o_proj(fg::matmul(scores, values).transpose(1, 2).reshape({batch, length, heads * head_dim}));
  }

  int64_t heads, kv_heads, head_dim;
  nn::Linear q_proj{nullptr}, k_proj{nullptr}, v_proj{nullptr}, o_proj{nullptr};
};
FG_MODULE(Attention);

struct FeedForwardImpl : nn::Module {
  explicit FeedForwardImpl(const Config &config)
      : gate_proj(nn::LinearOptions(config.hidden_size, config.intermediate_size).bias(false)),
        up_proj(nn::LinearOptions(config.hidden_size, config.intermediate_size).bias(false)),
        down_proj(nn::LinearOptions(config.intermediate_size, config.hidden_size).bias(false)) {
    register_module("gate_proj", gate_proj);
    register_module("up_proj", up_proj);
    register_module("down_proj", down_proj);
  }
  fg::Tensor forward(const fg::Tensor &x) { return down_proj(fg::silu(gate_proj(x)) * up_proj(x)); }

  nn::Linear gate_proj, up_proj, down_proj;
};
FG_MODULE(FeedForward);

struct LayerImpl : nn::Module {
  explicit LayerImpl(const Config &config)
      : self_attn(config), mlp(config), input_layernorm(config.hidden_size, config.rms_norm_eps),
        post_attention_layernorm(config.hidden_size, config.rms_norm_eps) {
    register_module("self_attn", self_attn);
    register_module("mlp", mlp);
    register_module("input_layernorm", input_layernorm);
    register_module("post_attention_layernorm", post_attention_layernorm);
  }
  fg::Tensor forward(const fg::Tensor &x, const fg::Tensor &cos, const fg::Tensor &sin, KVCache &cache,
                     int64_t start) {
    const fg::Tensor h = x + self_attn(input_layernorm(x), cos, sin, cache, start);
    return h + mlp(post_attention_layernorm(h));
  }

  Attention self_attn;
  FeedForward mlp;
  RMSNorm input_layernorm, post_attention_layernorm;
};
FG_MODULE(Layer);

struct LlamaImpl : nn::Module {
  explicit LlamaImpl(const Config &config)
      : config(config), embed_tokens(config.vocab_size, config.hidden_size),
        norm(config.hidden_size, config.rms_norm_eps),
        lm_head(nn::LinearOptions(config.hidden_size, config.vocab_size).bias(false)) {
    register_module("embed_tokens", embed_tokens);
    for (int64_t i = 0; i < config.layers; ++i)
      layers->push_back(Layer(config));
    register_module("layers", layers);
    register_module("norm", norm);
    register_module("lm_head", lm_head);
    std::tie(cos, sin) = rotary(config);
  }

  std::vector<KVCache> empty_cache(int64_t batch) const {
    std::vector<KVCache> cache;
    for (int64_t i = 0; i < config.layers; ++i) {
      const auto zeros = [&] {
        return fg::zeros({batch, config.kv_heads, config.max_length, config.head_dim()});
      };
      cache.push_back({zeros(), zeros()});
    }
    return cache;
  }

  /// Scores of the token behind each of `tokens`, the first of which is the sentence's `start`th.
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("i64[B,T]") fg::Tensor tokens, std::vector<KVCache> &cache, int64_t start) {
    const int64_t end = start + tokens.size(1);
    const fg::Tensor c = cos.index({Slice(start, end)}), s = sin.index({Slice(start, end)});
    fg::Tensor h = embed_tokens(tokens);
    for (size_t i = 0; i < layers->size(); ++i)
      h = layers[i]->as<Layer>()->forward(h, c, s, cache[i], start);
    return lm_head(norm(h));
  }

  Config config;
  nn::Embedding embed_tokens;
  nn::ModuleList layers;
  RMSNorm norm;
  nn::Linear lm_head;
  FG_SHAPE("f32[L,E]") fg::Tensor cos, sin;
};
FG_MODULE(Llama);

int main(int argc, char **argv) {
  Config config;
  const bool full = models::isFull(argc, argv);
  if (full)
    config = {32000, 512, 1376, 8, 8, 4, 64};
  else if (argc > 1)
    config.layers = std::atoll(argv[1]);
  Llama model(config);
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const int64_t length = 4 + batch;
    const fg::Tensor tokens =
        ((models::values("tokens", {batch, length}) + 0.5) * config.vocab_size).floor().to(fg::kLong);
    // what all at once give is what the first ones and then each by itself give
    std::vector<KVCache> cache = model->empty_cache(batch);
    std::vector<fg::Tensor> parts{model->forward(tokens.slice(1, 0, 3).contiguous(), cache, 0)};
    for (int64_t i = 3; i < length; ++i)
      parts.push_back(model->forward(tokens.slice(1, i, i + 1).contiguous(), cache, i));
    if (full || argc == 1)
      good &= models::agrees("llama/" + std::to_string(batch), fg::cat(parts, 1));
  }

  if (full) // its tokens are no letters
    return good ? 0 : 1;
  const std::string alphabet = "abcdefghijklmnopqrstuvwxyz .,!?-";
  std::string text = "once";
  fg::Tensor tokens = fg::empty({1, 4}, fg::kLong);
  for (int64_t i = 0; i < 4; ++i)
    tokens[0][i] = static_cast<int64_t>(alphabet.find(text[static_cast<size_t>(i)]));
  std::vector<KVCache> cache = model->empty_cache(1);
  for (int64_t start = 0; start + tokens.size(1) < config.max_length;) {
    const fg::Tensor logits = model->forward(tokens, cache, start);
    start += tokens.size(1);
    tokens = logits.select(1, -1).argmax(-1, /*keepdim=*/true);
    text += alphabet[static_cast<size_t>(tokens.item<int64_t>())];
  }
  std::printf("  %s\n", text.c_str());
  return good ? 0 : 1;
}
