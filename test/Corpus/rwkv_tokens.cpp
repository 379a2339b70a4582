// In the style of Alic-Li/rwkv_lightning_libtorch: weights in plain structs, a state that carries over, tokens as vectors of vectors.
#include <torch/torch.h>

#include <iostream>
#include <utility>
#include <vector>

namespace F = torch::nn::functional;

namespace {
torch::Tensor rwkv_linear(const torch::Tensor &x, const torch::Tensor &weight, c10::optional<torch::Tensor> bias = c10::nullopt) {
  if (bias.has_value())
    return at::linear(x, weight, *bias);
  return at::linear(x, weight, c10::optional<torch::Tensor>());
}
torch::Tensor normalize_last_dim(const torch::Tensor &x) { return F::normalize(x, F::NormalizeFuncOptions().p(2.0).dim(-1)); }
} // namespace

struct RWKVLayerWeights {
  torch::Tensor ln1_weight, ln1_bias, ln2_weight, ln2_bias;
  torch::Tensor x_r, x_w, x_k, x_v, w0, w1, w2, k_k, r_k;
  torch::Tensor receptance, key, value, output;
  torch::Tensor v1, v2;
  torch::Tensor ffn_x_k, ffn_key, ffn_value;
};

struct RWKVState {
  torch::Tensor x_prev, att_state, elapsed_t;
};

class RWKVModel {
public:
  RWKVModel(int64_t layers, int64_t heads, int64_t head_size, int64_t vocab) : n_layer_(layers), n_head_(heads), head_size_(head_size), n_embd_(heads * head_size), vocab_size_(vocab) {
    auto C = n_embd_;
    auto m = [](int64_t a, int64_t b) { return torch::randn({a, b}) * 0.2; };
    emb_ = m(vocab, C);
    head_ = m(vocab, C);
    for (int64_t i = 0; i < n_layer_; ++i) {
      RWKVLayerWeights l;
      l.ln1_weight = torch::ones({C}), l.ln1_bias = torch::zeros({C}), l.ln2_weight = torch::ones({C}), l.ln2_bias = torch::zeros({C});
      for (auto *t : {&l.x_r, &l.x_w, &l.x_k, &l.x_v, &l.w0, &l.k_k, &l.r_k, &l.ffn_x_k})
        *t = torch::rand({C});
      l.w1 = m(4, C), l.w2 = m(C, 4), l.v1 = m(4, C), l.v2 = m(C, 4);
      for (auto *t : {&l.receptance, &l.key, &l.value, &l.output})
        *t = m(C, C);
      l.ffn_key = m(2 * C, C), l.ffn_value = m(2 * C, C);
      layers_.push_back(std::move(l));
    }
  }

  RWKVState generate_zero_state(int64_t batch) const {
    RWKVState state;
    state.x_prev = torch::zeros({n_layer_, 2, batch, n_embd_});
    state.att_state = torch::zeros({n_layer_, batch, n_head_, head_size_, head_size_});
    state.elapsed_t = torch::zeros({batch}, torch::TensorOptions().dtype(torch::kInt32));
    return state;
  }

  torch::Tensor forward_prefill(const std::vector<std::vector<int64_t>> &batches, RWKVState &state) const {
    TORCH_CHECK(!batches.empty(), "token_batches must not be empty");
    const auto batch = static_cast<int64_t>(batches.size()), seq = static_cast<int64_t>(batches.front().size());
    auto ids = torch::empty({batch, seq}, torch::TensorOptions().dtype(torch::kLong));
    for (int64_t b = 0; b < batch; ++b)
      ids.index_put_({b}, torch::tensor(batches[b], ids.options()));
    return forward_tokens(ids, state);
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward_tokens(const torch::Tensor &ids, RWKVState &state) const {
    torch::NoGradGuard guard;
    const auto batch = ids.size(0), seq = ids.size(1);
    auto x = emb_.index_select(0, ids.reshape({-1})).view({batch, seq, n_embd_});
    torch::Tensor v_first;
    for (int64_t i = 0; i < n_layer_; ++i) {
      const auto &layer = layers_[i];
      auto xx = F::layer_norm(x, F::LayerNormFuncOptions({n_embd_}).weight(layer.ln1_weight).bias(layer.ln1_bias));
      auto tmix = tmix_batch(i, xx, state.x_prev[i], v_first, state.att_state[i], layer);
      x = x + tmix.first;
      v_first = tmix.second;
      xx = F::layer_norm(x, F::LayerNormFuncOptions({n_embd_}).weight(layer.ln2_weight).bias(layer.ln2_bias));
      x = x + cmix_batch(xx, state.x_prev[i], layer);
    }
    state.elapsed_t.add_(static_cast<int>(seq));
    return rwkv_linear(x.select(1, seq - 1), head_);
  }

private:
  std::pair<torch::Tensor, torch::Tensor> tmix_batch(int64_t id, const torch::Tensor &x, torch::Tensor x_prev, torch::Tensor v_first, torch::Tensor S, const RWKVLayerWeights &l) const {
    const auto B = x.size(0), T = x.size(1), H = n_head_, N = head_size_;
    auto prev = x_prev.select(0, 0);
    auto xx = torch::cat({prev.unsqueeze(1), x.slice(1, 0, T - 1)}, 1) - x;
    prev.copy_(x.select(1, T - 1));
    auto r = rwkv_linear(x + xx * l.x_r, l.receptance);
    auto w = torch::exp(-0.606531 * torch::sigmoid(rwkv_linear(torch::tanh(rwkv_linear(x + xx * l.x_w, l.w1)), l.w2, l.w0)));
    auto k = rwkv_linear(x + xx * l.x_k, l.key);
    auto v = rwkv_linear(x + xx * l.x_v, l.value);
    auto kk = normalize_last_dim((k * l.k_k).view({B, T, H, N})).view({B, T, H * N});
    if (id == 0) {
      v_first = v;
    } else {
      v = v + (v_first - v) * torch::sigmoid(rwkv_linear(rwkv_linear(x, l.v1), l.v2));
    }
    auto y = torch::empty_like(r);
    for (int64_t t = 0; t < T; ++t) {
      auto rt = r.select(1, t).view({B, H, N, 1}), kt = kk.select(1, t).view({B, H, 1, N}), vt = v.select(1, t).view({B, H, N, 1});
      S.copy_(S * w.select(1, t).view({B, H, 1, N}) + vt * kt);
      y.select(1, t).copy_(torch::matmul(S, rt).view({B, H * N}));
    }
    y = y + ((r * k * l.r_k).view({B, T, H, N}).sum(-1, true) * v.view({B, T, H, N})).view({B, T, H * N});
    return {rwkv_linear(y, l.output), v_first};
  }
  torch::Tensor cmix_batch(const torch::Tensor &x, torch::Tensor x_prev, const RWKVLayerWeights &l) const {
    const auto T = x.size(1);
    auto prev = x_prev.select(0, 1);
    auto xx = torch::cat({prev.unsqueeze(1), x.slice(1, 0, T - 1)}, 1) - x;
    prev.copy_(x.select(1, T - 1));
    return torch::matmul(torch::relu(rwkv_linear(x + xx * l.ffn_x_k, l.ffn_key)).pow(2), l.ffn_value);
  }

  int64_t n_layer_, n_head_, head_size_, n_embd_, vocab_size_;
  torch::Tensor emb_, head_;
  std::vector<RWKVLayerWeights> layers_;
};

int main() {
  torch::manual_seed(42);
  RWKVModel model(2, 2, 4, 20);
  auto state = model.generate_zero_state(2);
  auto logits = model.forward_prefill({{1, 2, 3, 4}, {5, 6, 7, 8}}, state);
  for (int i = 0; i < 4; ++i) {
    auto next = logits.argmax(-1, true);
    logits = model.forward_tokens(next, state);
    std::cout << next.sum().item<int64_t>() << " " << logits.abs().sum().item<float>() << " " << state.att_state.abs().sum().item<float>() << " " << state.elapsed_t[0].item<int>() << "\n";
  }
}
