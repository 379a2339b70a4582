// Neural style: a feature extractor over indices of a Sequential, Gram matrices, total variation.
#include <torch/torch.h>

#include <algorithm>
#include <iostream>
#include <vector>

class VGG : public torch::nn::Module {
public:
  explicit VGG(const std::vector<int64_t> &cfg, bool batch_norm = false) {
    int64_t in = 3;
    for (auto v : cfg) {
      if (v == -1) {
        layers_->push_back(torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(2).stride(2)));
        continue;
      }
      layers_->push_back(torch::nn::Conv2d(torch::nn::Conv2dOptions(in, v, 3).padding(1)));
      if (batch_norm)
        layers_->push_back(torch::nn::BatchNorm2d(v));
      layers_->push_back(torch::nn::Functional(torch::relu));
      in = v;
    }
    register_module("layers", layers_);
    selected_ = {1, 4};
  }

  FG_COMPILE(.fullgraph = true) std::vector<torch::Tensor> forward(torch::Tensor x) {
    std::vector<torch::Tensor> features;
    int64_t index = 0;
    for (auto it = layers_->begin(); it != layers_->end(); ++it, ++index) {
      x = it->forward(x);
      if (std::find(selected_.begin(), selected_.end(), index) != selected_.end())
        features.push_back(x);
    }
    return features;
  }

private:
  torch::nn::Sequential layers_;
  std::vector<int64_t> selected_;
};

torch::Tensor gram(const torch::Tensor &f) {
  auto s = f.sizes();
  auto flat = f.view({s[0], s[1], s[2] * s[3]});
  return flat.bmm(flat.transpose(1, 2)) / static_cast<double>(s[1] * s[2] * s[3]);
}

FG_COMPILE(.fullgraph = true)
torch::Tensor style_loss(const std::vector<torch::Tensor> &ours, const std::vector<torch::Tensor> &style, double weight) {
  auto loss = torch::zeros({});
  for (size_t i = 0; i < ours.size(); i++) {
    auto target = style[i];
    loss += torch::mse_loss(gram(ours[i]), gram(target).expand({ours[i].size(0), -1, -1}));
  }
  return weight * loss;
}

FG_COMPILE(.fullgraph = true) torch::Tensor total_variation(torch::Tensor image) {
  using namespace torch::indexing;
  auto dy = image.index({"...", Slice(1, None), Slice()}) - image.index({"...", Slice(None, -1), Slice()});
  auto dx = image.index({"...", Slice(1)}) - image.index({"...", Slice(None, -1)});
  return dy.abs().sum() + dx.abs().sum();
}

int main() {
  torch::manual_seed(19);
  torch::NoGradGuard guard;
  VGG vgg({4, -1, 8});
  auto style = vgg.forward(torch::rand({1, 3, 12, 12}));
  for (int n : {1, 2}) {
    auto image = torch::rand({n, 3, 12, 16});
    auto features = vgg.forward(image);
    std::cout << style_loss(features, style, 1e3).item<float>() << " " << total_variation(image).item<float>() << "\n";
  }
}
