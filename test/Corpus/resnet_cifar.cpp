// A residual network: blocks with an optional shortcut, layers made in a loop.
#include <torch/torch.h>

#include <iostream>

class BasicBlockImpl : public torch::nn::Module {
public:
  BasicBlockImpl(int64_t in, int64_t out, int64_t stride = 1, torch::nn::Sequential shortcut = nullptr)
      : conv1(torch::nn::Conv2dOptions(in, out, 3).stride(stride).padding(1).bias(false)), bn1(out),
        conv2(torch::nn::Conv2dOptions(out, out, 3).stride(1).padding(1).bias(false)), bn2(out),
        downsample(shortcut) {
    register_module("conv1", conv1);
    register_module("bn1", bn1);
    register_module("conv2", conv2);
    register_module("bn2", bn2);
    if (!downsample.is_empty())
      register_module("downsample", downsample);
  }

  torch::Tensor forward(torch::Tensor x) {
    auto residual = x;
    auto out = conv1->forward(x);
    out = bn1->forward(out);
    out = torch::relu(out);
    out = conv2->forward(out);
    out = bn2->forward(out);
    if (!downsample.is_empty())
      residual = downsample->forward(x);
    out += residual;
    return torch::relu(out);
  }

private:
  torch::nn::Conv2d conv1;
  torch::nn::BatchNorm2d bn1;
  torch::nn::Conv2d conv2;
  torch::nn::BatchNorm2d bn2;
  torch::nn::Sequential downsample;
};
TORCH_MODULE(BasicBlock);

class ResNetImpl : public torch::nn::Module {
public:
  explicit ResNetImpl(std::vector<int64_t> layers, int64_t classes = 10)
      : stem(torch::nn::Conv2dOptions(3, 8, 3).padding(1).bias(false)), bn(8), fc(32, classes) {
    stage1 = make_layer(8, layers[0], 1);
    stage2 = make_layer(16, layers[1], 2);
    stage3 = make_layer(32, layers[2], 2);
    register_module("stem", stem);
    register_module("bn", bn);
    register_module("stage1", stage1);
    register_module("stage2", stage2);
    register_module("stage3", stage3);
    register_module("fc", fc);
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(bn(stem(x)));
    x = stage1->forward(x);
    x = stage2->forward(x);
    x = stage3->forward(x);
    x = torch::adaptive_avg_pool2d(x, {1, 1});
    return fc(x.view({x.size(0), -1}));
  }

private:
  torch::nn::Sequential make_layer(int64_t channels, int64_t blocks, int64_t stride) {
    torch::nn::Sequential layers;
    torch::nn::Sequential shortcut{nullptr};
    if (stride != 1 || in_channels != channels)
      shortcut = torch::nn::Sequential(
          torch::nn::Conv2d(torch::nn::Conv2dOptions(in_channels, channels, 1).stride(stride).bias(false)),
          torch::nn::BatchNorm2d(channels));
    layers->push_back(BasicBlock(in_channels, channels, stride, shortcut));
    in_channels = channels;
    for (int64_t i = 1; i < blocks; ++i)
      layers->push_back(BasicBlock(channels, channels));
    return layers;
  }

  int64_t in_channels = 8;
  torch::nn::Conv2d stem;
  torch::nn::BatchNorm2d bn;
  torch::nn::Sequential stage1, stage2, stage3;
  torch::nn::Linear fc;
};
TORCH_MODULE(ResNet);

int main() {
  torch::manual_seed(4);
  torch::NoGradGuard guard;
  ResNet model(std::vector<int64_t>{2, 2, 2});
  model->eval();
  for (int64_t batch : {1, 4}) {
    auto y = model->forward(torch::randn({batch, 3, 32, 32}));
    std::cout << y.sizes() << " " << y.abs().sum().item<float>() << "\n";
  }
}
