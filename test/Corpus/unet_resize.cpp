// A U-Net as many write it for images of any size: each stage of the decoder is resized to what the encoder left, by
// bilinear interpolation, and the mask is resized to the input in the end.
#include <torch/torch.h>

#include <iostream>
#include <vector>

namespace F = torch::nn::functional;

class DoubleConv : public torch::nn::Module {
public:
  DoubleConv(int64_t in, int64_t out)
      : seq(torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, 3).padding(1).bias(false)), torch::nn::BatchNorm2d(out),
            torch::nn::LeakyReLU(torch::nn::LeakyReLUOptions().negative_slope(0.1)),
            torch::nn::Conv2d(torch::nn::Conv2dOptions(out, out, 3).padding(1).bias(false)), torch::nn::BatchNorm2d(out),
            torch::nn::ReLU()) {
    register_module("seq", seq);
  }
  torch::Tensor forward(const torch::Tensor &x) { return seq->forward(x); }

private:
  torch::nn::Sequential seq;
};

class UNet : public torch::nn::Module {
public:
  UNet(int64_t in, int64_t classes, std::vector<int64_t> widths) {
    for (size_t i = 0; i < widths.size(); ++i) {
      down.push_back(register_module("down" + std::to_string(i), std::make_shared<DoubleConv>(i ? widths[i - 1] : in, widths[i])));
      if (i)
        up.push_back(register_module("up" + std::to_string(i), std::make_shared<DoubleConv>(widths[i] + widths[i - 1], widths[i - 1])));
    }
    head = register_module("head", torch::nn::Conv2d(torch::nn::Conv2dOptions(widths[0], classes, 1)));
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(const torch::Tensor &image) {
    std::vector<torch::Tensor> skips;
    torch::Tensor x = image;
    for (size_t i = 0; i < down.size(); ++i) {
      x = down[i]->forward(x);
      skips.push_back(x);
      if (i + 1 < down.size())
        x = torch::max_pool2d(x, 2);
    }
    for (size_t i = up.size(); i-- > 0;) {
      const auto &skip = skips[i];
      x = F::interpolate(x, F::InterpolateFuncOptions()
                                .size(std::vector<int64_t>{skip.size(2), skip.size(3)})
                                .mode(torch::kBilinear)
                                .align_corners(false));
      x = up[i]->forward(torch::cat({x, skip}, 1));
    }
    return head(x);
  }

private:
  std::vector<std::shared_ptr<DoubleConv>> down, up;
  torch::nn::Conv2d head{nullptr};
};

FG_COMPILE(.fullgraph = true) torch::Tensor predict(const torch::Tensor &logits, std::vector<int64_t> size) {
  auto p = F::interpolate(logits, F::InterpolateFuncOptions().size(size).mode(torch::kBicubic).align_corners(false));
  return p.softmax(1).argmax(1);
}

int main() {
  torch::manual_seed(42);
  torch::NoGradGuard no_grad;
  UNet net(3, 4, {4, 8, 12});
  net.eval();
  for (int64_t n : {1, 2})
    for (int64_t s : {17, 24}) {
      auto x = torch::rand({n, 3, s, s + 5});
      auto logits = net.forward(x);
      std::cout << logits.sizes() << " " << logits.abs().mean().item<float>() << " "
                << predict(logits, {2 * s, 31}).sum().item<int64_t>() << "\n";
    }
}
