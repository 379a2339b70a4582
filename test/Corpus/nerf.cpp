// NeRF: positional encoding, an MLP with a skip, volume rendering along rays.
#include <torch/torch.h>

#include <cmath>
#include <iostream>
#include <tuple>

using torch::indexing::None;
using torch::indexing::Slice;
using torch::indexing::Ellipsis;

FG_COMPILE(.fullgraph = true) torch::Tensor positional_encoding(const torch::Tensor &x, int L) {
  std::vector<torch::Tensor> out = {x};
  for (int i = 0; i < L; ++i) {
    double freq = std::pow(2.0, i) * M_PI;
    for (auto fn : {&torch::sin, &torch::cos})
      out.push_back(fn(freq * x));
  }
  return torch::cat(out, -1);
}

struct NeRFImpl : torch::nn::Module {
  NeRFImpl(int64_t depth = 4, int64_t width = 16, int64_t in = 15, int64_t skip = 2) : skip(skip) {
    for (int64_t i = 0; i < depth; ++i) {
      int64_t from = i == 0 ? in : i == skip ? width + in : width;
      layers->push_back(torch::nn::Linear(from, width));
    }
    register_module("layers", layers);
    sigma = register_module("sigma", torch::nn::Linear(width, 1));
    rgb = register_module("rgb", torch::nn::Linear(width, 3));
  }
  std::tuple<torch::Tensor, torch::Tensor> forward(const torch::Tensor &input) {
    auto h = input;
    for (int64_t i = 0; i < static_cast<int64_t>(layers->size()); ++i) {
      if (i == skip)
        h = torch::cat({h, input}, -1);
      h = torch::relu(layers->ptr(i)->as<torch::nn::Linear>()->forward(h));
    }
    return {torch::relu(sigma(h)), torch::sigmoid(rgb(h))};
  }
  int64_t skip;
  torch::nn::ModuleList layers;
  torch::nn::Linear sigma{nullptr}, rgb{nullptr};
};
TORCH_MODULE(NeRF);

FG_COMPILE(.fullgraph = true)
std::tuple<torch::Tensor, torch::Tensor> render_rays(NeRF &model, torch::Tensor origins, torch::Tensor directions, float near,
                                                     float far, int samples) {
  auto t = torch::linspace(near, far, samples);
  auto points = origins.index({Slice(), None, Slice()}) + directions.index({Slice(), None, Slice()}) * t.index({None, Slice(), None});
  auto [density, colour] = model->forward(positional_encoding(points, 2));
  auto delta = torch::cat({t.index({Slice(1, None)}) - t.index({Slice(None, -1)}), torch::full({1}, 1e10f)});
  auto alpha = 1. - torch::exp(-density.squeeze(-1) * delta);
  auto trans = torch::cumprod(torch::cat({torch::ones({alpha.size(0), 1}), 1. - alpha + 1e-10}, -1), -1);
  auto weights = alpha * trans.index({Ellipsis, Slice(None, -1)});
  auto image = (weights.unsqueeze(-1) * colour).sum(-2);
  return {image, (weights * t).sum(-1)};
}

int main() {
  torch::manual_seed(30);
  torch::NoGradGuard guard;
  NeRF model;
  for (int64_t rays : {8, 13}) {
    auto o = torch::zeros({rays, 3});
    auto d = torch::nn::functional::normalize(torch::randn({rays, 3}), torch::nn::functional::NormalizeFuncOptions().dim(-1));
    auto [rgb, depth] = render_rays(model, o, d, 2.f, 6.f, 12);
    std::cout << rgb.sum().item<float>() << " " << depth.mean().item<float>() << "\n";
  }
}
