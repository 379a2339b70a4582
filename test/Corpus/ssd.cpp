// SSD-like head: feature maps in a vector, loc and conf heads in ModuleLists, prior boxes made by loops over numbers.
#include <torch/torch.h>

#include <array>
#include <cmath>
#include <iostream>
#include <vector>

struct PriorSpec {
  int64_t size;
  double min_scale, max_scale;
  std::vector<double> ratios;
};

static torch::Tensor make_priors(const std::vector<PriorSpec> &specs) {
  std::vector<float> values;
  for (const auto &s : specs)
    for (int64_t i = 0; i < s.size; ++i)
      for (int64_t j = 0; j < s.size; ++j) {
        float cx = (j + 0.5f) / s.size, cy = (i + 0.5f) / s.size;
        values.insert(values.end(), {cx, cy, float(s.min_scale), float(s.min_scale)});
        for (double r : s.ratios)
          values.insert(values.end(), {cx, cy, float(s.min_scale * std::sqrt(r)), float(s.min_scale / std::sqrt(r))});
      }
  return torch::tensor(values).view({-1, 4}).clamp(0, 1);
}

struct L2Norm : torch::nn::Module {
  L2Norm(int64_t n, double scale) : eps(1e-10) { weight = register_parameter("weight", torch::full({n}, scale)); }
  torch::Tensor forward(torch::Tensor x) {
    auto norm = x.pow(2).sum(1, true).sqrt() + eps;
    x = torch::div(x, norm);
    return weight.unsqueeze(0).unsqueeze(2).unsqueeze(3).expand_as(x) * x;
  }
  double eps;
  torch::Tensor weight;
};

class SSD : public torch::nn::Module {
public:
  SSD(int64_t classes, std::vector<PriorSpec> specs) : classes_(classes), l2(std::make_shared<L2Norm>(8, 20)) {
    vgg = register_module("vgg", torch::nn::ModuleList());
    vgg->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 8, 3).padding(1)));
    vgg->push_back(torch::nn::ReLU());
    vgg->push_back(torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(2)));
    vgg->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(8, 16, 3).padding(1)));
    vgg->push_back(torch::nn::ReLU());
    vgg->push_back(torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(2)));
    register_module("l2", l2);
    loc = register_module("loc", torch::nn::ModuleList());
    conf = register_module("conf", torch::nn::ModuleList());
    const std::array<int64_t, 2> widths{8, 16};
    for (size_t i = 0; i < specs.size(); i++) {
      int64_t boxes = 1 + specs[i].ratios.size();
      loc->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(widths[i], boxes * 4, 3).padding(1)));
      conf->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(widths[i], boxes * classes, 3).padding(1)));
    }
    priors = register_buffer("priors", make_priors(specs));
  }

  FG_COMPILE(.fullgraph = true) std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    std::vector<torch::Tensor> sources, locs, confs;
    int k = 0;
    for (auto &m : *vgg) {
      if (auto *conv = m->as<torch::nn::Conv2d>())
        x = conv->forward(x);
      else if (auto *relu = m->as<torch::nn::ReLU>())
        x = relu->forward(x);
      else
        x = m->as<torch::nn::MaxPool2d>()->forward(x);
      if (++k == 3)
        sources.push_back(l2->forward(x));
    }
    sources.push_back(x);
    for (size_t i = 0; i < sources.size(); ++i) {
      locs.push_back(loc[i]->as<torch::nn::Conv2d>()->forward(sources[i]).permute({0, 2, 3, 1}).contiguous());
      confs.push_back(conf[i]->as<torch::nn::Conv2d>()->forward(sources[i]).permute({0, 2, 3, 1}).contiguous());
    }
    for (auto &t : locs)
      t = t.view({t.size(0), -1});
    std::vector<torch::Tensor> flat;
    std::transform(confs.begin(), confs.end(), std::back_inserter(flat), [](const torch::Tensor &t) { return t.view({t.size(0), -1}); });
    auto l = torch::cat(locs, 1).view({x.size(0), -1, 4});
    auto c = torch::softmax(torch::cat(flat, 1).view({x.size(0), -1, classes_}), -1);
    return {decode(l), c};
  }

private:
  torch::Tensor decode(const torch::Tensor &loc) const {
    static const std::vector<double> variances = {0.1, 0.2};
    auto centre = priors.slice(1, 0, 2) + loc.slice(-1, 0, 2) * variances[0] * priors.slice(1, 2, 4);
    auto size = priors.slice(1, 2, 4) * torch::exp(loc.slice(-1, 2, 4) * variances[1]);
    return torch::cat({centre - size / 2, centre + size / 2}, -1);
  }
  int64_t classes_;
  std::shared_ptr<L2Norm> l2;
  torch::nn::ModuleList vgg{nullptr}, loc{nullptr}, conf{nullptr};
  torch::Tensor priors;
};

FG_COMPILE(.fullgraph = true) torch::Tensor jaccard(const torch::Tensor &a, const torch::Tensor &b) {
  auto A = a.size(0), B = b.size(0);
  auto max_xy = torch::min(a.slice(1, 2).unsqueeze(1).expand({A, B, 2}), b.slice(1, 2).unsqueeze(0).expand({A, B, 2}));
  auto min_xy = torch::max(a.slice(1, 0, 2).unsqueeze(1).expand({A, B, 2}), b.slice(1, 0, 2).unsqueeze(0).expand({A, B, 2}));
  auto inter = (max_xy - min_xy).clamp_min(0).prod(2);
  auto area = [](const torch::Tensor &t) { return (t.select(1, 2) - t.select(1, 0)) * (t.select(1, 3) - t.select(1, 1)); };
  auto area_a = area(a).unsqueeze(1).expand_as(inter), area_b = area(b).unsqueeze(0).expand_as(inter);
  return inter / (area_a + area_b - inter);
}

int main() {
  torch::manual_seed(77);
  torch::NoGradGuard guard;
  SSD ssd(4, {{8, 0.2, 0.3, {2.0, 0.5}}, {4, 0.5, 0.7, {2.0}}});
  ssd.eval();
  for (int n : {1, 2}) {
    auto [boxes, scores] = ssd.forward(torch::rand({n, 3, 16, 16}));
    auto iou = jaccard(boxes[0], boxes[0].slice(0, 0, 10 * n));
    std::cout << boxes.sum().item<float>() << " " << scores.max().item<float>() << " " << iou.mean().item<float>() << "\n";
  }
}
