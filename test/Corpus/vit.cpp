// A vision transformer whose config is a plain struct; blocks in a ModuleList.
#include <torch/torch.h>

#include <iostream>

struct ViTConfig {
  int64_t image = 16, patch = 4, dim = 24, depth = 2, heads = 3, classes = 5;
  double mlp_ratio = 2.0;
  bool qkv_bias = true;
};

class Attention : public torch::nn::Module {
public:
  explicit Attention(const ViTConfig &c) : heads(c.heads), scale(1.0 / std::sqrt(c.dim / c.heads)) {
    qkv = register_module("qkv", torch::nn::Linear(torch::nn::LinearOptions(c.dim, 3 * c.dim).bias(c.qkv_bias)));
    proj = register_module("proj", torch::nn::Linear(c.dim, c.dim));
  }
  torch::Tensor forward(const torch::Tensor &x) {
    const auto B = x.size(0), N = x.size(1), C = x.size(2);
    auto t = qkv->forward(x).reshape({B, N, 3, heads, C / heads}).permute({2, 0, 3, 1, 4});
    auto q = t[0], k = t[1], v = t[2];
    auto attn = (q * scale).matmul(k.transpose(-2, -1)).softmax(-1);
    return proj->forward(attn.matmul(v).transpose(1, 2).reshape({B, N, C}));
  }

private:
  int64_t heads;
  double scale;
  torch::nn::Linear qkv{nullptr}, proj{nullptr};
};

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(const ViTConfig &c)
      : norm1(torch::nn::LayerNormOptions({c.dim}).eps(1e-6)), attn(std::make_shared<Attention>(c)),
        norm2(torch::nn::LayerNormOptions({c.dim}).eps(1e-6)),
        mlp(torch::nn::Linear(c.dim, int64_t(c.dim * c.mlp_ratio)), torch::nn::GELU(),
            torch::nn::Linear(int64_t(c.dim * c.mlp_ratio), c.dim)) {
    register_module("norm1", norm1);
    register_module("attn", attn);
    register_module("norm2", norm2);
    register_module("mlp", mlp);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = x + attn->forward(norm1->forward(x));
    x = x + mlp->forward(norm2->forward(x));
    return x;
  }
  torch::nn::LayerNorm norm1;
  std::shared_ptr<Attention> attn;
  torch::nn::LayerNorm norm2;
  torch::nn::Sequential mlp;
};
TORCH_MODULE(Block);

struct ViTImpl : torch::nn::Module {
  explicit ViTImpl(ViTConfig config = {}) : cfg(config) {
    auto tokens = (cfg.image / cfg.patch) * (cfg.image / cfg.patch);
    patch_embed = register_module(
        "patch_embed", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, cfg.dim, cfg.patch).stride(cfg.patch)));
    cls_token = register_parameter("cls_token", torch::zeros({1, 1, cfg.dim}));
    pos_embed = register_parameter("pos_embed", 0.02 * torch::randn({1, tokens + 1, cfg.dim}));
    for (int64_t i = 0; i < cfg.depth; ++i)
      blocks->push_back(Block(cfg));
    register_module("blocks", blocks);
    norm = register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({cfg.dim})));
    head = register_module("head", torch::nn::Linear(cfg.dim, cfg.classes));
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor images) {
    auto x = patch_embed(images).flatten(2).transpose(1, 2);
    auto cls = cls_token.expand({x.size(0), -1, -1});
    x = torch::cat({cls, x}, 1) + pos_embed;
    for (size_t i = 0; i < blocks->size(); ++i)
      x = blocks[i]->as<Block>()->forward(x);
    x = norm(x);
    return head(x.index({torch::indexing::Slice(), 0}));
  }

  ViTConfig cfg;
  torch::nn::Conv2d patch_embed{nullptr};
  torch::Tensor cls_token, pos_embed;
  torch::nn::ModuleList blocks;
  torch::nn::LayerNorm norm{nullptr};
  torch::nn::Linear head{nullptr};
};
TORCH_MODULE(ViT);

int main() {
  torch::manual_seed(21);
  torch::InferenceMode guard;
  ViTConfig config;
  config.depth = 3;
  ViT vit(config);
  vit->eval();
  for (int64_t n : {1, 2, 4}) {
    auto logits = vit->forward(torch::randn({n, 3, 16, 16}));
    std::cout << logits.sum().item<float>() << " " << torch::argmax(logits, 1).sum().item<int64_t>() << "\n";
  }
}
