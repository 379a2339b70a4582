// Super-resolution: ESPCN, and a perceptual loss; PSNR; a template over the activation.
#include <torch/torch.h>

#include <iostream>

template <typename Activation> class Espcn : public torch::nn::Module {
public:
  explicit Espcn(int64_t upscale, Activation act = {}) : act_(act) {
    conv1 = register_module("conv1", torch::nn::Conv2d(torch::nn::Conv2dOptions(1, 8, 5).padding(2)));
    conv2 = register_module("conv2", torch::nn::Conv2d(torch::nn::Conv2dOptions(8, 8, {3, 3}).stride({1, 1}).padding({1, 1})));
    conv3 = register_module("conv3", torch::nn::Conv2d(torch::nn::Conv2dOptions(8, upscale * upscale, 3).padding(1)));
    shuffle = register_module("shuffle", torch::nn::PixelShuffle(torch::nn::PixelShuffleOptions(upscale)));
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) {
    x = act_(conv1(x));
    x = act_(conv2(x));
    return shuffle(conv3(x));
  }

private:
  Activation act_;
  torch::nn::Conv2d conv1{nullptr}, conv2{nullptr}, conv3{nullptr};
  torch::nn::PixelShuffle shuffle{nullptr};
};

struct Tanh {
  torch::Tensor operator()(const torch::Tensor &x) const { return x.tanh(); }
};
struct LeakyRelu {
  double slope = 0.2;
  torch::Tensor operator()(const torch::Tensor &x) const { return torch::leaky_relu(x, slope); }
};

FG_COMPILE(.fullgraph = true) torch::Tensor psnr(const torch::Tensor &a, const torch::Tensor &b, double peak = 1.0) {
  return 10. * torch::log10(peak * peak / torch::mse_loss(a, b));
}

FG_COMPILE(.fullgraph = true) torch::Tensor charbonnier(const torch::Tensor &a, const torch::Tensor &b) {
  static const double eps = 1e-3;
  return torch::sqrt((a - b).square() + eps * eps).mean();
}

int main() {
  torch::manual_seed(16);
  torch::NoGradGuard guard;
  auto net = std::make_shared<Espcn<Tanh>>(2);
  auto other = std::make_shared<Espcn<LeakyRelu>>(3, LeakyRelu{0.1});
  for (int64_t size : {6, 10}) {
    auto x = torch::rand({1, 1, size, size + 1});
    auto y = net->forward(x), z = other->forward(x);
    auto base = torch::nn::functional::interpolate(
        x, torch::nn::functional::InterpolateFuncOptions().size(std::vector<int64_t>{2 * size, 2 * size + 2}).mode(torch::kBilinear).align_corners(false));
    std::cout << y.sizes() << " " << z.sum().item<float>() << " " << psnr(y, base).item<float>() << " " << charbonnier(y, base).item<float>() << "\n";
  }
}
