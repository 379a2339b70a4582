// MobileNetV2: inverted residuals from a table of settings.
#include <torch/torch.h>

#include <algorithm>
#include <array>
#include <iostream>

using torch::Tensor;
namespace nn = torch::nn;

static int64_t make_divisible(double value, int64_t divisor, c10::optional<int64_t> min_value = c10::nullopt) {
  if (!min_value.has_value())
    min_value = divisor;
  auto new_value = std::max(min_value.value(), (int64_t(value + divisor / 2.0) / divisor) * divisor);
  if (new_value < .9 * value)
    new_value += divisor;
  return new_value;
}

struct ConvBNReLUImpl : nn::SequentialImpl {
  ConvBNReLUImpl(int64_t in, int64_t out, int64_t kernel = 3, int64_t stride = 1, int64_t groups = 1) {
    auto padding = (kernel - 1) / 2;
    push_back(nn::Conv2d(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(padding).groups(groups).bias(false)));
    push_back(nn::BatchNorm2d(out));
    push_back(nn::Functional(nn::Functional(torch::relu6)));
  }
  Tensor forward(Tensor x) { return SequentialImpl::forward(x); }
};
TORCH_MODULE(ConvBNReLU);

struct InvertedResidualImpl : nn::Module {
  int64_t stride;
  bool use_res_connect;
  nn::Sequential conv;

  InvertedResidualImpl(int64_t in, int64_t out, int64_t stride, double expand) : stride(stride) {
    TORCH_CHECK(stride == 1 || stride == 2);
    auto hidden = int64_t(std::round(in * expand));
    use_res_connect = stride == 1 && in == out;
    if (expand != 1)
      conv->push_back(ConvBNReLU(in, hidden, 1));
    conv->push_back(ConvBNReLU(hidden, hidden, 3, stride, hidden));
    conv->push_back(nn::Conv2d(nn::Conv2dOptions(hidden, out, 1).bias(false)));
    conv->push_back(nn::BatchNorm2d(out));
    register_module("conv", conv);
  }
  Tensor forward(Tensor x) {
    if (use_res_connect)
      return x + conv->forward(x);
    return conv->forward(x);
  }
};
TORCH_MODULE(InvertedResidual);

struct MobileNetV2Impl : nn::Module {
  int64_t last_channel;
  nn::Sequential features, classifier;

  explicit MobileNetV2Impl(int64_t num_classes = 10, double width_mult = 0.25,
                           std::vector<std::vector<int64_t>> settings = {}, int64_t round_nearest = 4) {
    int64_t input_channel = 32, last = 64;
    if (settings.empty())
      settings = {{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 2, 2}};
    input_channel = make_divisible(input_channel * width_mult, round_nearest);
    last_channel = make_divisible(last * std::max(1.0, width_mult), round_nearest);
    features->push_back(ConvBNReLU(3, input_channel, 3, 2));
    for (auto setting : settings) {
      auto output_channel = make_divisible(setting[1] * width_mult, round_nearest);
      for (int64_t i = 0; i < setting[2]; ++i) {
        auto stride = i == 0 ? setting[3] : 1;
        features->push_back(InvertedResidual(input_channel, output_channel, stride, setting[0]));
        input_channel = output_channel;
      }
    }
    features->push_back(ConvBNReLU(input_channel, last_channel, 1));
    classifier->push_back(nn::Dropout(0.2));
    classifier->push_back(nn::Linear(last_channel, num_classes));
    register_module("features", features);
    register_module("classifier", classifier);
    for (auto &module : modules(/*include_self=*/false)) {
      if (auto M = dynamic_cast<nn::Conv2dImpl *>(module.get()))
        nn::init::kaiming_normal_(M->weight, 0, torch::kFanOut);
      else if (auto M = dynamic_cast<nn::BatchNorm2dImpl *>(module.get())) {
        nn::init::ones_(M->weight);
        nn::init::zeros_(M->bias);
      }
    }
  }

  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) {
    x = features->forward(x);
    x = x.mean({2, 3});
    x = classifier->forward(x);
    return x;
  }
};
TORCH_MODULE(MobileNetV2);

int main() {
  torch::manual_seed(4);
  torch::NoGradGuard guard;
  MobileNetV2 net(7);
  net->eval();
  for (int n = 1; n < 4; n++)
    std::cout << net->forward(torch::rand({n, 3, 24, 24})).abs().sum().item<float>() << "\n";
}
