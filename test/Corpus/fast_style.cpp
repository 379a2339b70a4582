// In the style of PyTorch's own example of fast neural style, as people port it: reflection pads in front of convolutions,
// instance norms, residual blocks, and images that are scaled up before they are convolved.
#include <torch/torch.h>

#include <iostream>

namespace nn = torch::nn;

struct ConvLayerImpl : nn::Module {
  ConvLayerImpl(int64_t in, int64_t out, int64_t kernel, int64_t stride)
      : pad(nn::ReflectionPad2dOptions(kernel / 2)), conv(nn::Conv2dOptions(in, out, kernel).stride(stride)) {
    register_module("pad", pad);
    register_module("conv", conv);
  }
  torch::Tensor forward(torch::Tensor x) { return conv(pad(x)); }
  nn::ReflectionPad2d pad;
  nn::Conv2d conv;
};
TORCH_MODULE(ConvLayer);

struct ResidualBlockImpl : nn::Module {
  explicit ResidualBlockImpl(int64_t channels)
      : conv1(channels, channels, 3, 1), conv2(channels, channels, 3, 1),
        in1(nn::InstanceNorm2dOptions(channels).affine(true)), in2(nn::InstanceNorm2dOptions(channels).affine(true)) {
    register_module("conv1", conv1);
    register_module("in1", in1);
    register_module("conv2", conv2);
    register_module("in2", in2);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto residual = x;
    auto out = torch::relu(in1(conv1(x)));
    out = in2(conv2(out));
    return out + residual;
  }
  ConvLayer conv1, conv2;
  nn::InstanceNorm2d in1, in2;
};
TORCH_MODULE(ResidualBlock);

struct UpsampleConvLayerImpl : nn::Module {
  UpsampleConvLayerImpl(int64_t in, int64_t out, int64_t kernel, int64_t stride, double upsample = 0)
      : upsample(upsample), pad(nn::ReflectionPad2dOptions(kernel / 2)), conv(nn::Conv2dOptions(in, out, kernel).stride(stride)) {
    register_module("pad", pad);
    register_module("conv", conv);
  }
  torch::Tensor forward(torch::Tensor x) {
    if (upsample > 0)
      x = nn::functional::interpolate(
          x, nn::functional::InterpolateFuncOptions().scale_factor(std::vector<double>{upsample, upsample}).mode(torch::kNearest));
    return conv(pad(x));
  }
  double upsample;
  nn::ReflectionPad2d pad;
  nn::Conv2d conv;
};
TORCH_MODULE(UpsampleConvLayer);

struct TransformerNetImpl : nn::Module {
  TransformerNetImpl()
      : conv1(3, 8, 9, 1), conv2(8, 16, 3, 2), in1(nn::InstanceNorm2dOptions(8).affine(true)),
        in2(nn::InstanceNorm2dOptions(16).affine(true)), deconv1(16, 8, 3, 1, 2), in4(nn::InstanceNorm2dOptions(8).affine(true)),
        deconv2(8, 3, 9, 1) {
    register_module("conv1", conv1);
    register_module("in1", in1);
    register_module("conv2", conv2);
    register_module("in2", in2);
    for (int i = 0; i < 2; ++i)
      blocks->push_back(ResidualBlock(16));
    register_module("blocks", blocks);
    register_module("deconv1", deconv1);
    register_module("in4", in4);
    register_module("deconv2", deconv2);
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) {
    auto y = torch::relu(in1(conv1(x)));
    y = torch::relu(in2(conv2(y)));
    y = blocks->forward(y);
    y = torch::relu(in4(deconv1(y)));
    return deconv2(y);
  }
  ConvLayer conv1, conv2;
  nn::InstanceNorm2d in1, in2;
  nn::Sequential blocks;
  UpsampleConvLayer deconv1;
  nn::InstanceNorm2d in4;
  UpsampleConvLayer deconv2;
};
TORCH_MODULE(TransformerNet);

FG_COMPILE(.fullgraph = true) torch::Tensor gram_matrix(const torch::Tensor &y) {
  auto b = y.size(0), ch = y.size(1), h = y.size(2), w = y.size(3);
  auto features = y.view({b, ch, w * h});
  return features.bmm(features.transpose(1, 2)) / (ch * h * w);
}

int main() {
  torch::manual_seed(41);
  torch::NoGradGuard no_grad;
  TransformerNet net;
  net->eval();
  for (auto [h, w] : std::vector<std::pair<int64_t, int64_t>>{{24, 24}, {16, 20}, {32, 18}}) {
    auto y = net->forward(torch::rand({2, 3, h, w}));
    std::cout << y.sizes() << " " << y.mean().item<float>() << " " << gram_matrix(y).sum().item<float>() << "\n";
  }
}
