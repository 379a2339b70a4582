// DenseNet: layers made in loops, transitions in a Sequential with names, growth that is a run-time number.
#include <torch/torch.h>

#include <iostream>
#include <string>
#include <tuple>
#include <vector>

namespace nn = torch::nn;

struct DenseLayerImpl : nn::Module {
  nn::BatchNorm2d norm1{nullptr}, norm2{nullptr};
  nn::Conv2d conv1{nullptr}, conv2{nullptr};
  double drop_rate;

  DenseLayerImpl(int64_t in, int64_t growth, int64_t bn_size, double drop) : drop_rate(drop) {
    norm1 = register_module("norm1", nn::BatchNorm2d(in));
    conv1 = register_module("conv1", nn::Conv2d(nn::Conv2dOptions(in, bn_size * growth, 1).bias(false)));
    norm2 = register_module("norm2", nn::BatchNorm2d(bn_size * growth));
    conv2 = register_module("conv2", nn::Conv2d(nn::Conv2dOptions(bn_size * growth, growth, 3).padding(1).bias(false)));
  }

  torch::Tensor forward(const std::vector<torch::Tensor> &features) {
    auto x = torch::cat(features, 1);
    x = conv1(torch::relu(norm1(x)));
    x = conv2(torch::relu(norm2(x)));
    if (drop_rate > 0)
      x = torch::dropout(x, drop_rate, is_training());
    return x;
  }
};
TORCH_MODULE(DenseLayer);

struct DenseBlockImpl : nn::Module {
  nn::ModuleList layers;
  DenseBlockImpl(int64_t count, int64_t in, int64_t growth, int64_t bn_size, double drop) {
    for (int64_t i = 0; i < count; ++i)
      layers->push_back(DenseLayer(in + i * growth, growth, bn_size, drop));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> features{x};
    for (const auto &layer : *layers)
      features.push_back(layer->as<DenseLayer>()->forward(features));
    return torch::cat(features, 1);
  }
};
TORCH_MODULE(DenseBlock);

static nn::Sequential transition(int64_t in, int64_t out) {
  nn::Sequential seq;
  seq->push_back("norm", nn::BatchNorm2d(in));
  seq->push_back("relu", nn::ReLU(nn::ReLUOptions(true)));
  seq->push_back("conv", nn::Conv2d(nn::Conv2dOptions(in, out, 1).stride(1).bias(false)));
  seq->push_back("pool", nn::AvgPool2d(nn::AvgPool2dOptions(2).stride(2)));
  return seq;
}

struct DenseNetImpl : nn::Module {
  nn::Sequential features;
  nn::Linear classifier{nullptr};

  DenseNetImpl(int64_t growth, const std::vector<int64_t> &config, int64_t init, int64_t classes) {
    features->push_back(nn::Conv2d(nn::Conv2dOptions(3, init, 3).padding(1).bias(false)));
    int64_t width = init;
    for (size_t i = 0; i < config.size(); ++i) {
      features->push_back(DenseBlock(config[i], width, growth, 2, 0.0));
      width += config[i] * growth;
      if (i + 1 != config.size()) {
        features->push_back(transition(width, width / 2));
        width /= 2;
      }
    }
    features->push_back(nn::BatchNorm2d(width));
    register_module("features", features);
    classifier = register_module("classifier", nn::Linear(width, classes));
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) {
    auto out = features->forward(x);
    torch::relu_(out);
    out = torch::adaptive_avg_pool2d(out, {1, 1});
    return classifier(out.view({x.size(0), -1}));
  }
};
TORCH_MODULE(DenseNet);

int main() {
  torch::manual_seed(1);
  torch::NoGradGuard no_grad;
  DenseNet net(4, std::vector<int64_t>{2, 3}, 8, 10);
  net->eval();
  for (int64_t n : {1, 3}) {
    auto y = net->forward(torch::randn({n, 3, 16, 16}));
    std::cout << y.sizes() << " " << y.sum().item<float>() << std::endl;
  }
}
