// A U-Net of any depth, with batch norm or without, upsampled by weights or by interpolation: two of them.
#include <torch/torch.h>
#include <iostream>
struct DoubleConvImpl : torch::nn::Module {
  DoubleConvImpl(int in, int out, bool bn, std::string act) : act_(act) {
    conv1 = register_module("conv1", torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, 3).padding(1).bias(!bn)));
    conv2 = register_module("conv2", torch::nn::Conv2d(torch::nn::Conv2dOptions(out, out, 3).padding(1).bias(!bn)));
    if (bn) { bn1 = register_module("bn1", torch::nn::BatchNorm2d(out)); bn2 = register_module("bn2", torch::nn::BatchNorm2d(out)); }
  }
  torch::Tensor activate(torch::Tensor x) { return act_ == "relu" ? torch::relu(x) : torch::leaky_relu(x, 0.1); }
  torch::Tensor forward(torch::Tensor x) {
    x = conv1->forward(x);
    if (bn1) x = bn1->forward(x);
    x = activate(x);
    x = conv2->forward(x);
    if (!bn2.is_empty()) x = bn2->forward(x);
    return activate(x);
  }
  std::string act_;
  torch::nn::Conv2d conv1{nullptr}, conv2{nullptr};
  torch::nn::BatchNorm2d bn1{nullptr}, bn2{nullptr};
};
TORCH_MODULE(DoubleConv);
struct UNetImpl : torch::nn::Module {
  UNetImpl(int in, int classes, std::vector<int> widths, bool bn = true, bool bilinear = false, std::string act = "relu") : bilinear_(bilinear) {
    int c = in;
    for (auto w : widths) { down->push_back(DoubleConv(c, w, bn, act)); c = w; }
    for (int i = (int)widths.size() - 2; i >= 0; --i) {
      if (!bilinear) ups->push_back(torch::nn::ConvTranspose2d(torch::nn::ConvTranspose2dOptions(c, widths[i], 2).stride(2)));
      upConvs->push_back(DoubleConv(bilinear ? c + widths[i] : 2 * widths[i], widths[i], bn, act));
      c = widths[i];
    }
    out = register_module("out", torch::nn::Conv2d(torch::nn::Conv2dOptions(c, classes, 1)));
    register_module("down", down); register_module("ups", ups); register_module("upConvs", upConvs);
  }
  FG_COMPILE(.fullgraph = true)
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> skips;
    for (size_t i = 0; i < down->size(); ++i) {
      x = down->at<DoubleConvImpl>(i).forward(x);
      if (i + 1 < down->size()) { skips.push_back(x); x = torch::max_pool2d(x, 2); }
    }
    for (size_t i = 0; i < upConvs->size(); ++i) {
      auto skip = skips[skips.size() - 1 - i];
      if (bilinear_) x = torch::nn::functional::interpolate(x, torch::nn::functional::InterpolateFuncOptions().size(std::vector<int64_t>({skip.size(2), skip.size(3)})).mode(torch::kBilinear).align_corners(true));
      else x = ups->at<torch::nn::ConvTranspose2dImpl>(i).forward(x);
      x = upConvs->at<DoubleConvImpl>(i).forward(torch::cat({skip, x}, 1));
    }
    return out->forward(x);
  }
  bool bilinear_;
  torch::nn::ModuleList down, ups, upConvs;
  torch::nn::Conv2d out{nullptr};
};
TORCH_MODULE(UNet);
int main() {
  torch::NoGradGuard g; torch::manual_seed(3);
  UNet a(1, 2, std::vector<int>{4, 8}), b(3, 3, std::vector<int>{4, 6, 8}, false, true, "leaky");
  a->eval(); b->eval();
  std::cout << a->forward(torch::randn({1, 1, 16, 16})).abs().mean().item<float>() << "\n";
  std::cout << b->forward(torch::randn({2, 3, 16, 24})).abs().mean().item<float>() << "\n";
}
