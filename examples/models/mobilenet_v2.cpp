// MobileNetV2, with few blocks or in full size: inverted residuals, depthwise convolutions, ReLU6.
#include "common.h"

namespace nn = fg::nn;

static nn::Sequential convBnRelu(int64_t in, int64_t out, int64_t kernel, int64_t stride) {
  return nn::Sequential(
      nn::Conv2d(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false)),
      nn::BatchNorm2d(out), nn::ReLU6(nn::ReLU6Options(true)));
}

struct InvertedResidualImpl : nn::Module {
  InvertedResidualImpl(int64_t in, int64_t out, int64_t stride, int64_t expand)
      : shortcut(stride == 1 && in == out) {
    const int64_t hidden = in * expand;
    if (expand != 1) {
      conv->push_back(nn::Conv2d(nn::Conv2dOptions(in, hidden, 1).bias(false)));
      conv->push_back(nn::BatchNorm2d(hidden));
      conv->push_back(nn::ReLU6(nn::ReLU6Options(true)));
    }
    conv->push_back(nn::Conv2d(
        nn::Conv2dOptions(hidden, hidden, 3).stride(stride).padding(1).groups(hidden).bias(false)));
    conv->push_back(nn::BatchNorm2d(hidden));
    conv->push_back(nn::ReLU6(nn::ReLU6Options(true)));
    conv->push_back(nn::Conv2d(nn::Conv2dOptions(hidden, out, 1).bias(false)));
    conv->push_back(nn::BatchNorm2d(out));
    register_module("conv", conv);
  }
  fg::Tensor forward(const fg::Tensor &x) { return shortcut ? x + conv->forward(x) : conv->forward(x); }

  bool shortcut;
  nn::Sequential conv;
};
FG_MODULE(InvertedResidual);

/// Of each stage: expansion, channels, how many blocks, and the first one's stride.
struct Small {
  static constexpr int64_t size = 32, stem = 8, last = 32, classes = 10;
  static constexpr int64_t stages[][4] = {{1, 8, 1, 1}, {4, 12, 2, 2}, {4, 16, 2, 2}};
};
struct Full {
  static constexpr int64_t size = 224, stem = 32, last = 1280, classes = 1000;
  static constexpr int64_t stages[][4] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                                          {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};
};

template <class Sizes> struct MobileNetImpl : nn::Module {
  MobileNetImpl() {
    features->push_back(convBnRelu(3, Sizes::stem, 3, 2));
    int64_t channels = Sizes::stem;
    for (const auto &[expand, out, count, stride] : Sizes::stages)
      for (int64_t i = 0; i < count; ++i) {
        features->push_back(InvertedResidual(channels, out, i == 0 ? stride : 1, expand));
        channels = out;
      }
    features->push_back(convBnRelu(channels, Sizes::last, 1, 1));
    register_module("features", features);
    classifier = register_module("classifier",
                                 nn::Sequential(nn::Dropout(0.2), nn::Linear(Sizes::last, Sizes::classes)));
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,3,H,W]") fg::Tensor x) {
    return classifier->forward(features->forward(x).mean({2, 3}));
  }

  nn::Sequential features, classifier{nullptr};
};

template <class Sizes> bool run() {
  nn::ModuleHolder<MobileNetImpl<Sizes>> model;
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor image = models::values("image", {batch, 3, Sizes::size, Sizes::size}) * 4;
    const fg::Tensor logits = model->forward(image);
    good &= models::agrees("mobilenet/" + std::to_string(batch), logits);
    const fg::Tensor best = logits.argmax(1);
    for (int64_t i = 0; i < batch; ++i)
      std::printf("  image %ld: class %ld\n", static_cast<long>(i),
                  static_cast<long>(best[i].item<int64_t>()));
  }
  return good;
}

int main(int argc, char **argv) { return (models::isFull(argc, argv) ? run<Full>() : run<Small>()) ? 0 : 1; }
