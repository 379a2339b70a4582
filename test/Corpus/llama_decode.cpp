// In the style of P1ayer-1/Llama-LibTorch: a decoder with rotary embeddings, grouped heads, caches as optional tuples, a config struct.
#include <torch/torch.h>

#include <cmath>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <vector>

struct LlamaConfig {
  int64_t vocab_size = 50, hidden_size = 32, intermediate_size = 48, num_layers = 2, num_heads = 4, num_kv_heads = 2;
  double rms_norm_eps = 1e-6, rope_theta = 10000.0;
  int64_t max_positions = 64;
  bool use_cache = true;
  c10::optional<int64_t> pad_token_id;
};
using Cache = std::tuple<torch::Tensor, torch::Tensor>;

struct LlamaRMSNormImpl : torch::nn::Module {
  torch::Tensor weight;
  double eps;
  LlamaRMSNormImpl(int64_t size, double eps) : weight(register_parameter("weight", torch::ones({size}))), eps(eps) {}
  torch::Tensor forward(const torch::Tensor &hidden) {
    auto dtype = hidden.scalar_type();
    auto h = hidden.to(torch::kFloat32);
    auto variance = h.pow(2).mean(-1, /*keepdim=*/true);
    return weight * (h * torch::rsqrt(variance + eps)).to(dtype);
  }
};
TORCH_MODULE(LlamaRMSNorm);

torch::Tensor rotate_half(const torch::Tensor &x) {
  auto half = x.size(-1) / 2;
  return torch::cat({-x.slice(-1, half), x.slice(-1, 0, half)}, -1);
}
torch::Tensor repeat_kv(const torch::Tensor &x, int64_t n_rep) {
  if (n_rep == 1)
    return x;
  auto s = x.sizes();
  return x.unsqueeze(2).expand({s[0], s[1], n_rep, s[2], s[3]}).reshape({s[0], s[1] * n_rep, s[2], s[3]});
}

struct LlamaLayerImpl : torch::nn::Module {
  LlamaConfig config;
  int64_t head_dim;
  torch::Tensor cos_cached, sin_cached;
  torch::nn::Linear q_proj{nullptr}, k_proj{nullptr}, v_proj{nullptr}, o_proj{nullptr}, gate{nullptr}, up{nullptr}, down{nullptr};
  LlamaRMSNorm norm1{nullptr}, norm2{nullptr};

  explicit LlamaLayerImpl(const LlamaConfig &config) : config(config), head_dim(config.hidden_size / config.num_heads) {
    if (head_dim * config.num_heads != config.hidden_size)
      throw std::runtime_error("hidden_size must be divisible by num_heads");
    auto linear = [&](const char *name, int64_t in, int64_t out) {
      return register_module(name, torch::nn::Linear(torch::nn::LinearOptions(in, out).bias(false)));
    };
    q_proj = linear("q_proj", config.hidden_size, config.num_heads * head_dim);
    k_proj = linear("k_proj", config.hidden_size, config.num_kv_heads * head_dim);
    v_proj = linear("v_proj", config.hidden_size, config.num_kv_heads * head_dim);
    o_proj = linear("o_proj", config.num_heads * head_dim, config.hidden_size);
    gate = linear("gate", config.hidden_size, config.intermediate_size);
    up = linear("up", config.hidden_size, config.intermediate_size);
    down = linear("down", config.intermediate_size, config.hidden_size);
    norm1 = register_module("norm1", LlamaRMSNorm(config.hidden_size, config.rms_norm_eps));
    norm2 = register_module("norm2", LlamaRMSNorm(config.hidden_size, config.rms_norm_eps));
    auto inv_freq = 1.0 / torch::pow(config.rope_theta, torch::arange(0, head_dim, 2, torch::kFloat32) / (double)head_dim);
    auto freqs = torch::outer(torch::arange(config.max_positions, torch::kFloat32), inv_freq);
    auto emb = torch::cat({freqs, freqs}, -1);
    cos_cached = register_buffer("cos_cached", emb.cos());
    sin_cached = register_buffer("sin_cached", emb.sin());
  }

  std::tuple<torch::Tensor, c10::optional<Cache>> forward(torch::Tensor hidden, const c10::optional<torch::Tensor> &mask, const torch::Tensor &position_ids,
                                                          c10::optional<Cache> past, bool use_cache) {
    auto residual = hidden;
    hidden = norm1->forward(hidden);
    int64_t bsz = hidden.size(0), seq = hidden.size(-2);
    auto q = q_proj->forward(hidden).view({bsz, seq, config.num_heads, head_dim}).transpose(1, 2);
    auto k = k_proj->forward(hidden).view({bsz, seq, config.num_kv_heads, head_dim}).transpose(1, 2);
    auto v = v_proj->forward(hidden).view({bsz, seq, config.num_kv_heads, head_dim}).transpose(1, 2);
    int64_t kv_seq = k.size(-2);
    if (past.has_value())
      kv_seq += std::get<0>(past.value()).size(-2);
    auto cos = cos_cached.slice(0, 0, kv_seq).index({position_ids}).unsqueeze(1), sin = sin_cached.slice(0, 0, kv_seq).index({position_ids}).unsqueeze(1);
    q = q * cos + rotate_half(q) * sin;
    k = k * cos + rotate_half(k) * sin;
    if (past.has_value()) {
      k = torch::cat({std::get<0>(past.value()), k}, 2);
      v = torch::cat({std::get<1>(past.value()), v}, 2);
    }
    c10::optional<Cache> present;
    if (use_cache)
      present = std::make_tuple(k, v);
    k = repeat_kv(k, config.num_heads / config.num_kv_heads);
    v = repeat_kv(v, config.num_heads / config.num_kv_heads);
    auto scores = torch::matmul(q, k.transpose(2, 3)) / std::sqrt(head_dim);
    if (!(scores.size(0) == bsz && scores.size(1) == config.num_heads && scores.size(2) == seq && scores.size(3) == kv_seq)) {
      std::stringstream ss;
      ss << "Attention weights should be of size (" << bsz << ", " << config.num_heads << ", " << seq << ", " << kv_seq << ")";
      throw std::runtime_error(ss.str());
    }
    if (mask)
      scores = scores + *mask;
    scores = torch::softmax(scores, -1, torch::kFloat32).to(q.dtype());
    auto out = torch::matmul(scores, v).transpose(1, 2).contiguous().reshape({bsz, seq, config.hidden_size});
    hidden = residual + o_proj->forward(out);
    auto n = norm2->forward(hidden);
    hidden = hidden + down->forward(torch::silu(gate->forward(n)) * up->forward(n));
    return std::make_tuple(hidden, present);
  }
};
TORCH_MODULE(LlamaLayer);

struct LlamaModelImpl : torch::nn::Module {
  LlamaConfig config;
  torch::nn::Embedding embed{nullptr};
  torch::nn::ModuleList layers;
  LlamaRMSNorm norm{nullptr};

  explicit LlamaModelImpl(const LlamaConfig &config) : config(config) {
    auto options = torch::nn::EmbeddingOptions(config.vocab_size, config.hidden_size);
    if (config.pad_token_id.has_value())
      options = options.padding_idx(config.pad_token_id.value());
    embed = register_module("embed", torch::nn::Embedding(options));
    norm = register_module("norm", LlamaRMSNorm(config.hidden_size, config.rms_norm_eps));
    register_module("layers", layers);
    for (int i = 0; i < config.num_layers; ++i)
      layers->push_back(LlamaLayer(config));
  }
  FG_COMPILE(.fullgraph = true)
  std::tuple<torch::Tensor, std::vector<Cache>> forward(const torch::Tensor &ids, const std::vector<Cache> &past, c10::optional<bool> use_cache = c10::nullopt) {
    bool cache = use_cache.has_value() ? use_cache.value() : config.use_cache;
    int64_t seq = ids.size(1), before = 0;
    if (past.size() > 0)
      before = std::get<0>(past[0]).sizes()[2];
    auto positions = torch::arange(before, seq + before, torch::TensorOptions().dtype(torch::kInt64)).unsqueeze(0);
    c10::optional<torch::Tensor> mask;
    if (seq > 1)
      mask = torch::triu(torch::full({seq, seq + before}, -1e9), before + 1).unsqueeze(0).unsqueeze(0);
    auto hidden = embed->forward(ids);
    std::vector<Cache> next;
    for (int i = 0; i < config.num_layers; i++) {
      c10::optional<Cache> p;
      if (past.size() > 0)
        p = past[i];
      auto outputs = layers[i]->as<LlamaLayerImpl>()->forward(hidden, mask, positions, p, cache);
      hidden = std::get<0>(outputs);
      if (cache)
        next.push_back(std::get<1>(outputs).value());
    }
    hidden = norm->forward(hidden);
    return std::make_tuple(torch::matmul(hidden, embed->weight.t()), next);
  }
};
TORCH_MODULE(LlamaModel);

int main() {
  torch::manual_seed(39);
  torch::NoGradGuard no_grad;
  LlamaConfig config, padded;
  padded.num_kv_heads = 4;
  padded.pad_token_id = 0;
  LlamaModel a(config), b(padded);
  for (LlamaModel *m : {&a, &b}) {
    auto ids = torch::randint(1, 50, {2, 5});
    auto [logits, cache] = (*m)->forward(ids, {});
    for (int step = 0; step < 4; ++step) {
      auto token = logits.slice(1, -1).argmax(-1);
      std::tie(logits, cache) = (*m)->forward(token, cache);
      std::cout << token.sum().item<int64_t>() << " " << logits.abs().mean().item<float>() << " ";
    }
    std::cout << std::get<1>((*m)->forward(ids, {}, false)).size() << "\n";
  }
}
