// A small U-Net in LibTorch's style: holders, members registered in the constructor, no declared shapes.
#include <torch/torch.h>

#include <iostream>

struct DoubleConvImpl : torch::nn::Module {
  DoubleConvImpl(int64_t in, int64_t out)
      : conv1(torch::nn::Conv2dOptions(in, out, 3).padding(1).bias(false)), bn1(out),
        conv2(torch::nn::Conv2dOptions(out, out, 3).padding(1).bias(false)), bn2(out) {
    register_module("conv1", conv1);
    register_module("bn1", bn1);
    register_module("conv2", conv2);
    register_module("bn2", bn2);
  }

  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(bn1(conv1(x)));
    return torch::relu(bn2(conv2(x)));
  }

  torch::nn::Conv2d conv1;
  torch::nn::BatchNorm2d bn1;
  torch::nn::Conv2d conv2;
  torch::nn::BatchNorm2d bn2;
};
TORCH_MODULE(DoubleConv);

struct UNetImpl : torch::nn::Module {
  UNetImpl(int64_t in, int64_t classes, int64_t width)
      : down1(in, width), down2(width, 2 * width), bottom(2 * width, 4 * width), up2(6 * width, 2 * width),
        up1(3 * width, width), head(torch::nn::Conv2dOptions(width, classes, 1)) {
    register_module("down1", down1);
    register_module("down2", down2);
    register_module("bottom", bottom);
    register_module("up2", up2);
    register_module("up1", up1);
    register_module("head", head);
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(const torch::Tensor &image) {
    auto a = down1(image);
    auto b = down2(torch::max_pool2d(a, 2));
    auto c = bottom(torch::max_pool2d(b, 2));
    c = up2(torch::cat({enlarge(c), b}, 1));
    c = up1(torch::cat({enlarge(c), a}, 1));
    return head(c);
  }

  static torch::Tensor enlarge(const torch::Tensor &x) {
    namespace F = torch::nn::functional;
    return F::interpolate(
        x, F::InterpolateFuncOptions().scale_factor(std::vector<double>{2, 2}).mode(torch::kNearest));
  }

  DoubleConv down1, down2, bottom, up2, up1;
  torch::nn::Conv2d head;
};
TORCH_MODULE(UNet);

int main() {
  torch::manual_seed(1);
  torch::NoGradGuard no_grad;
  UNet net(3, 2, 4);
  net->eval();
  for (int64_t size : {16, 24, 32}) {
    torch::Tensor y = net->forward(torch::rand({2, 3, size, size}));
    std::cout << y.sizes() << " " << y.sum().item<float>() << "\n";
  }
}
