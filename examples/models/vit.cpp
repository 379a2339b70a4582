// A small vision transformer.
#include "common.h"

namespace nn = fg::nn;

struct BlockImpl : nn::Module {
  BlockImpl(int64_t dim, int64_t heads) : heads(heads) {
    norm1 = register_module("norm1", nn::LayerNorm(nn::LayerNormOptions({dim})));
    qkv = register_module("qkv", nn::Linear(dim, 3 * dim));
    proj = register_module("proj", nn::Linear(dim, dim));
    norm2 = register_module("norm2", nn::LayerNorm(nn::LayerNormOptions({dim})));
    fc1 = register_module("fc1", nn::Linear(dim, 4 * dim));
    fc2 = register_module("fc2", nn::Linear(4 * dim, dim));
  }
  fg::Tensor attention(const fg::Tensor &x) {
    const int64_t b = x.size(0), n = x.size(1), c = x.size(2);
    const auto parts =
        qkv->forward(x).reshape({b, n, 3, heads, c / heads}).permute({2, 0, 3, 1, 4}).unbind(0);
    const double scale = 1.0 / std::sqrt(static_cast<double>(c / heads));
    const fg::Tensor weights = fg::softmax(fg::matmul(parts[0], parts[1].transpose(-2, -1)) * scale, -1);
    return proj->forward(fg::matmul(weights, parts[2]).transpose(1, 2).reshape({b, n, c}));
  }
  fg::Tensor forward(fg::Tensor x) {
    x = x + attention(norm1->forward(x));
    return x + fc2->forward(fg::gelu(fc1->forward(norm2->forward(x))));
  }

  int64_t heads;
  nn::LayerNorm norm1{nullptr}, norm2{nullptr};
  nn::Linear qkv{nullptr}, proj{nullptr}, fc1{nullptr}, fc2{nullptr};
};
FG_MODULE(Block);

struct Config {
  int64_t size = 16, patch = 4, dim = 24, layers = 3, heads = 3, classes = 10;
};

struct VitImpl : nn::Module {
  explicit VitImpl(const Config &config)
      : patch_embed(nn::Conv2dOptions(3, config.dim, config.patch).stride(config.patch)),
        norm(nn::LayerNormOptions({config.dim})), head(config.dim, config.classes) {
    const int64_t dim = config.dim, patches = config.size / config.patch;
    register_module("patch_embed", patch_embed);
    cls_token = register_parameter("cls_token", fg::zeros({1, 1, dim}));
    pos_embed = register_parameter("pos_embed", fg::randn({1, patches * patches + 1, dim}) * 0.02);
    for (int64_t i = 0; i < config.layers; ++i)
      blocks->push_back(Block(dim, config.heads));
    register_module("blocks", blocks);
    register_module("norm", norm);
    register_module("head", head);
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,3,H,W]") fg::Tensor x) {
    x = patch_embed->forward(x).flatten(2).transpose(1, 2);
    x = fg::cat({cls_token.expand({x.size(0), -1, -1}), x}, 1) + pos_embed;
    for (size_t i = 0; i < blocks->size(); ++i)
      x = blocks[i]->as<Block>()->forward(x);
    return head->forward(norm->forward(x).index({fg::indexing::Slice(), 0}));
  }

  nn::Conv2d patch_embed;
  FG_SHAPE("f32[1,1,D]") fg::Tensor cls_token;
  FG_SHAPE("f32[1,P,D]") fg::Tensor pos_embed;
  nn::ModuleList blocks;
  nn::LayerNorm norm;
  nn::Linear head;
};
FG_MODULE(Vit);

int main(int argc, char **argv) {
  const bool full = models::isFull(argc, argv); // ViT-Ti/16
  const Config config = full ? Config{224, 16, 192, 12, 3, 1000} : Config();
  Vit model(config);
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor logits =
        model->forward(models::values("image", {batch, 3, config.size, config.size}) * 4);
    good &= models::agrees("vit/" + std::to_string(batch), logits);
    const fg::Tensor best = logits.argmax(1);
    for (int64_t i = 0; i < batch; ++i)
      std::printf("  image %ld: class %ld\n", static_cast<long>(i),
                  static_cast<long>(best[i].item<int64_t>()));
  }
  return good ? 0 : 1;
}
