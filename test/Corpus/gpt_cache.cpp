// GPT with a key-value cache: a struct of optional tensors per layer, steps of one token.
#include <torch/torch.h>

#include <iostream>
#include <optional>
#include <vector>

struct Cache {
  std::optional<torch::Tensor> k, v;
  int64_t length() const { return k ? k->size(2) : 0; }
};

struct CausalAttentionImpl : torch::nn::Module {
  int64_t n_head, n_embd;
  torch::nn::Linear c_attn, c_proj;
  CausalAttentionImpl(int64_t n_embd, int64_t n_head)
      : n_head(n_head), n_embd(n_embd), c_attn(n_embd, 3 * n_embd), c_proj(n_embd, n_embd) {
    register_module("c_attn", c_attn);
    register_module("c_proj", c_proj);
  }
  torch::Tensor forward(const torch::Tensor &x, Cache &cache) {
    const int64_t B = x.size(0), T = x.size(1), C = x.size(2);
    auto qkv = c_attn(x).split(n_embd, 2);
    auto q = qkv[0].view({B, T, n_head, C / n_head}).transpose(1, 2);
    auto k = qkv[1].view({B, T, n_head, C / n_head}).transpose(1, 2);
    auto v = qkv[2].view({B, T, n_head, C / n_head}).transpose(1, 2);
    if (cache.k.has_value()) {
      k = torch::cat({*cache.k, k}, 2);
      v = torch::cat({*cache.v, v}, 2);
    }
    cache.k = k;
    cache.v = v;
    auto y = torch::scaled_dot_product_attention(q, k, v, {}, 0.0, /*is_causal=*/T > 1);
    return c_proj(y.transpose(1, 2).contiguous().view({B, T, C}));
  }
};
TORCH_MODULE(CausalAttention);

struct GPTBlockImpl : torch::nn::Module {
  torch::nn::LayerNorm ln_1, ln_2;
  CausalAttention attn;
  torch::nn::Linear fc, proj;
  GPTBlockImpl(int64_t d, int64_t h) : ln_1(torch::nn::LayerNormOptions({d})), ln_2(torch::nn::LayerNormOptions({d})), attn(d, h), fc(d, 4 * d), proj(4 * d, d) {
    register_module("ln_1", ln_1);
    register_module("ln_2", ln_2);
    register_module("attn", attn);
    register_module("fc", fc);
    register_module("proj", proj);
  }
  torch::Tensor forward(torch::Tensor x, Cache &cache) {
    x = x + attn(ln_1(x), cache);
    return x + proj(torch::gelu(fc(ln_2(x)), "tanh"));
  }
};
TORCH_MODULE(GPTBlock);

struct GPT : torch::nn::Module {
  GPT(int64_t vocab, int64_t d, int64_t h, int64_t layers, int64_t block_size) : wte(vocab, d), wpe(block_size, d), ln_f(torch::nn::LayerNormOptions({d})) {
    register_module("wte", wte);
    register_module("wpe", wpe);
    for (int64_t i = 0; i < layers; ++i)
      blocks.push_back(register_module("h" + std::to_string(i), GPTBlock(d, h)));
    register_module("ln_f", ln_f);
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(const torch::Tensor &idx, std::vector<Cache> &caches) {
    auto past = caches.empty() ? 0 : caches.front().length();
    auto pos = torch::arange(past, past + idx.size(1), torch::kLong);
    auto x = wte(idx) + wpe(pos);
    for (size_t i = 0; i < blocks.size(); i++)
      x = blocks[i]->forward(x, caches[i]);
    x = ln_f(x);
    return torch::matmul(x.select(1, -1), wte->weight.t());
  }
  torch::nn::Embedding wte, wpe;
  std::vector<GPTBlock> blocks;
  torch::nn::LayerNorm ln_f;
};

int main() {
  torch::manual_seed(1337);
  torch::NoGradGuard guard;
  GPT gpt(24, 16, 2, 2, 32);
  gpt.eval();
  std::vector<Cache> caches(2);
  auto idx = torch::randint(0, 24, {1, 5}, torch::kLong);
  for (int step = 0; step < 4; ++step) {
    auto logits = gpt.forward(idx, caches);
    idx = logits.argmax(-1, true);
    std::cout << idx.item<int64_t>() << " " << logits.sum().item<float>() << "\n";
  }
}
