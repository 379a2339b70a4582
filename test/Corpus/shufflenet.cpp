// In the style of pytorch/vision (torchvision/csrc/models/shufflenetv2.cpp): ShuffleNetV2, two sizes of it.
#include <torch/torch.h>

#include <iostream>
#include <vector>

namespace vision {
namespace models {
using Options = torch::nn::Conv2dOptions;

namespace modelsimpl {
inline torch::Tensor &relu_(const torch::Tensor &x) { return const_cast<torch::Tensor &>(x).relu_(); }
} // namespace modelsimpl

torch::Tensor channel_shuffle(torch::Tensor x, int64_t groups) {
  auto shape = x.sizes();
  const auto n = shape[0], c = shape[1], h = shape[2], w = shape[3];
  x = x.view({n, groups, c / groups, h, w});
  x = torch::transpose(x, 1, 2).contiguous();
  return x.view({n, -1, h, w});
}

torch::nn::Conv2d pointwise(int64_t in, int64_t out) {
  Options o(in, out, 1);
  o = o.stride(1).padding(0).bias(false);
  return torch::nn::Conv2d(o);
}

torch::nn::Conv2d depthwise(int64_t channels, int64_t stride) {
  Options o(channels, channels, 3);
  o = o.stride(stride).padding(1).bias(false).groups(channels);
  return torch::nn::Conv2d(o);
}

struct UnitImpl : torch::nn::Module {
  int64_t stride;
  torch::nn::Sequential branch1{nullptr}, branch2{nullptr};

  UnitImpl(int64_t inp, int64_t oup, int64_t stride) : stride(stride) {
    TORCH_CHECK(stride >= 1 && stride <= 3, "illegal stride value");
    const auto half = oup / 2;
    TORCH_CHECK(stride != 1 || inp == half << 1);
    if (stride > 1)
      branch1 = torch::nn::Sequential(depthwise(inp, stride), torch::nn::BatchNorm2d(inp), pointwise(inp, half),
                                      torch::nn::BatchNorm2d(half), torch::nn::Functional(torch::relu));
    branch2 = torch::nn::Sequential(pointwise(stride > 1 ? inp : half, half), torch::nn::BatchNorm2d(half),
                                    torch::nn::Functional(modelsimpl::relu_), depthwise(half, stride),
                                    torch::nn::BatchNorm2d(half), pointwise(half, half), torch::nn::BatchNorm2d(half),
                                    torch::nn::Functional(modelsimpl::relu_));
    if (!branch1.is_empty())
      register_module("branch1", branch1);
    register_module("branch2", branch2);
  }

  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor out;
    if (stride == 1) {
      auto chunks = x.chunk(2, 1);
      out = torch::cat({chunks[0], branch2->forward(chunks[1])}, 1);
    } else
      out = torch::cat({branch1->forward(x), branch2->forward(x)}, 1);
    return ::vision::models::channel_shuffle(out, 2);
  }
};
TORCH_MODULE(Unit);

struct ShuffleNetImpl : torch::nn::Module {
  std::vector<int64_t> widths;
  torch::nn::Sequential conv1, stage2, stage3, conv5;
  torch::nn::Linear fc{nullptr};

  ShuffleNetImpl(const std::vector<int64_t> &repeats, const std::vector<int64_t> &out, int64_t classes) : widths(out) {
    TORCH_CHECK(repeats.size() == 2, "expected two stages");
    int64_t input = 3, output = widths[0];
    conv1 = torch::nn::Sequential(torch::nn::Conv2d(Options(input, output, 3).stride(2).padding(1).bias(false)),
                                  torch::nn::BatchNorm2d(output), torch::nn::Functional(modelsimpl::relu_));
    input = output;
    std::vector<torch::nn::Sequential> stages = {stage2, stage3};
    for (size_t i = 0; i < stages.size(); ++i) {
      auto &seq = stages[i];
      output = widths[i + 1];
      seq->push_back(Unit(input, output, 2));
      for (size_t j = 0; j < size_t(repeats[i] - 1); ++j)
        seq->push_back(Unit(output, output, 1));
      input = output;
    }
    output = widths.back();
    conv5 = torch::nn::Sequential(torch::nn::Conv2d(Options(input, output, 1).bias(false)),
                                  torch::nn::BatchNorm2d(output), torch::nn::Functional(modelsimpl::relu_));
    fc = torch::nn::Linear(output, classes);
    register_module("conv1", conv1);
    register_module("stage2", stage2);
    register_module("stage3", stage3);
    register_module("conv5", conv5);
    register_module("fc", fc);
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) {
    x = conv1->forward(x);
    x = torch::max_pool2d(x, 3, 2, 1);
    x = stage2->forward(x);
    x = stage3->forward(x);
    x = conv5->forward(x);
    x = x.mean({2, 3});
    return fc->forward(x);
  }
};

struct ShuffleNetSmallImpl : ShuffleNetImpl {
  explicit ShuffleNetSmallImpl(int64_t classes = 7) : ShuffleNetImpl({2, 2}, {8, 12, 16, 24}, classes) {}
};
struct ShuffleNetBigImpl : ShuffleNetImpl {
  explicit ShuffleNetBigImpl(int64_t classes = 7) : ShuffleNetImpl({2, 3}, {8, 16, 24, 32}, classes) {}
};
TORCH_MODULE(ShuffleNetSmall);
TORCH_MODULE(ShuffleNetBig);
} // namespace models
} // namespace vision

int main() {
  torch::manual_seed(31);
  torch::NoGradGuard no_grad;
  vision::models::ShuffleNetSmall small;
  vision::models::ShuffleNetBig big(5);
  small->eval();
  big->eval();
  for (int64_t n : {1, 3}) {
    auto x = torch::randn({n, 3, 32, 32});
    std::cout << small->forward(x).abs().sum().item<float>() << " " << big->forward(x).abs().sum().item<float>() << "\n";
  }
  std::cout << small->forward(torch::randn({2, 3, 48, 32})).abs().sum().item<float>() << "\n";
}
