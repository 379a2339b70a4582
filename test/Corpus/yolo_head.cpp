// A detection head: anchors per scale, a grid, boxes decoded; then a threshold as a mask.
#include <torch/torch.h>

#include <iostream>
#include <utility>
#include <vector>

using namespace torch::indexing;

struct DetectionLayer : torch::nn::Module {
  DetectionLayer(std::vector<float> anchors, int64_t classes, int64_t stride)
      : _anchors(std::move(anchors)), _classes(classes), _stride(stride) {}

  torch::Tensor forward(torch::Tensor prediction) {
    const auto batch = prediction.size(0), grid = prediction.size(2);
    const int64_t attrs = 5 + _classes, num = _anchors.size() / 2;
    auto result = prediction.view({batch, attrs * num, grid * grid});
    result = result.transpose(1, 2).contiguous();
    result = result.view({batch, grid * grid * num, attrs});
    result.select(2, 0).sigmoid_();
    result.select(2, 1).sigmoid_();
    result.select(2, 4).sigmoid_();
    auto range = torch::arange(grid);
    auto mesh = torch::meshgrid({range, range}, "ij");
    auto x_offset = mesh[1].contiguous().view({-1, 1});
    auto y_offset = mesh[0].contiguous().view({-1, 1});
    auto offsets = torch::cat({x_offset, y_offset}, 1).repeat({1, num}).view({-1, 2}).unsqueeze(0);
    result.slice(2, 0, 2).add_(offsets);
    auto anchors = torch::tensor(_anchors).view({num, 2}) / double(_stride);
    anchors = anchors.repeat({grid * grid, 1}).unsqueeze(0);
    result.slice(2, 2, 4).exp_().mul_(anchors);
    result.slice(2, 5, attrs).sigmoid_();
    result.slice(2, 0, 4).mul_(double(_stride));
    return result;
  }

  std::vector<float> _anchors;
  int64_t _classes, _stride;
};

struct Darknet : torch::nn::Module {
  explicit Darknet(int64_t classes) : classes(classes) {
    auto conv = [this](const std::string &name, int64_t in, int64_t out, int64_t stride) {
      auto seq = torch::nn::Sequential(
          torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, 3).stride(stride).padding(1).bias(false)),
          torch::nn::BatchNorm2d(out), torch::nn::LeakyReLU(torch::nn::LeakyReLUOptions().negative_slope(0.1)));
      return register_module(name, seq);
    };
    c1 = conv("c1", 3, 8, 2);
    c2 = conv("c2", 8, 16, 2);
    c3 = conv("c3", 16, 16, 2);
    head_small = register_module("head_small", torch::nn::Conv2d(torch::nn::Conv2dOptions(32, 2 * (5 + classes), 1)));
    head_big = register_module("head_big", torch::nn::Conv2d(torch::nn::Conv2dOptions(16, 2 * (5 + classes), 1)));
    small = register_module("small", std::make_shared<DetectionLayer>(std::vector<float>{10, 13, 16, 30}, classes, 4));
    big = register_module("big", std::make_shared<DetectionLayer>(std::vector<float>{62, 45, 59, 119}, classes, 8));
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) {
    x = c1->forward(x);
    auto route = c2->forward(x);
    auto deep = c3->forward(route);
    auto up = torch::nn::functional::interpolate(
        deep, torch::nn::functional::InterpolateFuncOptions().scale_factor(std::vector<double>{2, 2}).mode(torch::kNearest));
    auto merged = torch::cat({up, route}, 1);
    auto one = big->forward(head_big->forward(deep));
    auto two = small->forward(head_small->forward(merged));
    return torch::cat({one, two}, 1);
  }

  int64_t classes;
  torch::nn::Sequential c1{nullptr}, c2{nullptr}, c3{nullptr};
  torch::nn::Conv2d head_small{nullptr}, head_big{nullptr};
  std::shared_ptr<DetectionLayer> small, big;
};

FG_COMPILE(.fullgraph = true) torch::Tensor scores(torch::Tensor prediction, float confidence) {
  auto mask = (prediction.select(2, 4) > confidence).to(torch::kFloat32).unsqueeze(2);
  prediction = prediction * mask;
  auto corner = torch::empty_like(prediction.index({"...", Slice(None, 4)}));
  corner.select(2, 0) = prediction.select(2, 0) - prediction.select(2, 2).div(2);
  corner.select(2, 1) = prediction.select(2, 1) - prediction.select(2, 3).div(2);
  corner.select(2, 2) = prediction.select(2, 0) + prediction.select(2, 2).div(2);
  corner.select(2, 3) = prediction.select(2, 1) + prediction.select(2, 3).div(2);
  prediction.slice(2, 0, 4).copy_(corner);
  auto [best, index] = prediction.slice(2, 5).max(-1);
  return torch::cat({prediction.slice(2, 0, 5), best.unsqueeze(2), index.to(torch::kFloat).unsqueeze(2)}, 2);
}

int main() {
  torch::manual_seed(2);
  torch::NoGradGuard guard;
  auto net = std::make_shared<Darknet>(3);
  net->eval();
  for (int n : {1, 2}) {
    auto y = net->forward(torch::rand({n, 3, 32, 32}));
    auto z = scores(y, 0.5f);
    std::cout << y.sizes() << " " << y.mean().item<float>() << " " << z.abs().mean().item<float>() << "\n";
  }
}
