// EfficientNet: squeeze-and-excite, swish, block arguments in structs, stochastic depth that inference skips.
#include <torch/torch.h>

#include <cmath>
#include <iostream>
#include <optional>
#include <vector>

struct BlockArgs {
  int64_t kernel, repeat, in, out, expand, stride;
  double se_ratio;
};

struct GlobalParams {
  double width = 1.0, depth = 1.0, drop_connect = 0.2, bn_momentum = 0.01, bn_eps = 1e-3;
};

class SqueezeExcite : public torch::nn::Module {
public:
  SqueezeExcite(int64_t channels, int64_t squeezed)
      : reduce_(register_module("reduce", torch::nn::Conv2d(channels, squeezed, 1))),
        expand_(register_module("expand", torch::nn::Conv2d(squeezed, channels, 1))) {}
  torch::Tensor forward(const torch::Tensor &x) {
    auto s = torch::adaptive_avg_pool2d(x, 1);
    s = torch::silu(reduce_(s));
    return x * torch::sigmoid(expand_(s));
  }

private:
  torch::nn::Conv2d reduce_, expand_;
};

class MBConv : public torch::nn::Module {
public:
  MBConv(BlockArgs args, const GlobalParams &global) : args_(args), global_(global) {
    auto options = [&](int64_t c) { return torch::nn::BatchNorm2dOptions(c).eps(global.bn_eps).momentum(global.bn_momentum); };
    auto mid = args.in * args.expand;
    if (args.expand != 1) {
      expand_conv = register_module("expand_conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(args.in, mid, 1).bias(false)));
      bn0 = register_module("bn0", torch::nn::BatchNorm2d(options(mid)));
    }
    depthwise = register_module("depthwise", torch::nn::Conv2d(torch::nn::Conv2dOptions(mid, mid, args.kernel)
                                                                   .groups(mid)
                                                                   .stride(args.stride)
                                                                   .padding((args.kernel - 1) / 2)
                                                                   .bias(false)));
    bn1 = register_module("bn1", torch::nn::BatchNorm2d(options(mid)));
    has_se = args.se_ratio > 0 && args.se_ratio <= 1;
    if (has_se)
      se = register_module("se", std::make_shared<SqueezeExcite>(mid, std::max<int64_t>(1, int64_t(args.in * args.se_ratio))));
    project = register_module("project", torch::nn::Conv2d(torch::nn::Conv2dOptions(mid, args.out, 1).bias(false)));
    bn2 = register_module("bn2", torch::nn::BatchNorm2d(options(args.out)));
  }

  torch::Tensor forward(torch::Tensor inputs, double drop_connect_rate = 0) {
    auto x = inputs;
    if (expand_conv)
      x = torch::silu(bn0(expand_conv(x)));
    x = torch::silu(bn1(depthwise(x)));
    if (has_se)
      x = se->forward(x);
    x = bn2(project(x));
    if (args_.stride == 1 && args_.in == args_.out) {
      if (drop_connect_rate > 0 && is_training()) {
        auto keep = 1 - drop_connect_rate;
        auto mask = torch::floor(keep + torch::rand({x.size(0), 1, 1, 1}));
        x = x / keep * mask;
      }
      x = x + inputs;
    }
    return x;
  }

private:
  BlockArgs args_;
  GlobalParams global_;
  bool has_se = false;
  torch::nn::Conv2d expand_conv{nullptr}, depthwise{nullptr}, project{nullptr};
  torch::nn::BatchNorm2d bn0{nullptr}, bn1{nullptr}, bn2{nullptr};
  std::shared_ptr<SqueezeExcite> se;
};

class EfficientNet : public torch::nn::Module {
public:
  EfficientNet(std::vector<BlockArgs> table, GlobalParams global, int64_t classes) : global_(global) {
    stem = register_module("stem", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, table[0].in, 3).stride(2).padding(1).bias(false)));
    bn = register_module("bn", torch::nn::BatchNorm2d(table[0].in));
    for (auto &args : table) {
      auto a = args;
      for (int64_t r = 0; r < int64_t(std::ceil(global.depth * args.repeat)); ++r) {
        blocks.push_back(std::make_shared<MBConv>(a, global));
        register_module("block" + std::to_string(blocks.size()), blocks.back());
        a.in = a.out;
        a.stride = 1;
      }
    }
    fc = register_module("fc", torch::nn::Linear(table.back().out, classes));
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) {
    x = torch::silu(bn(stem(x)));
    for (size_t i = 0; i < blocks.size(); ++i)
      x = blocks[i]->forward(x, global_.drop_connect * double(i) / blocks.size());
    x = torch::nn::functional::adaptive_avg_pool2d(x, torch::nn::functional::AdaptiveAvgPool2dFuncOptions(1));
    return fc(torch::dropout(x.flatten(1), 0.2, is_training()));
  }

private:
  GlobalParams global_;
  torch::nn::Conv2d stem{nullptr};
  torch::nn::BatchNorm2d bn{nullptr};
  std::vector<std::shared_ptr<MBConv>> blocks;
  torch::nn::Linear fc{nullptr};
};

int main() {
  torch::manual_seed(40);
  torch::NoGradGuard guard;
  EfficientNet net({{3, 1, 4, 4, 1, 1, 0.25}, {3, 2, 4, 8, 6, 2, 0.25}}, GlobalParams{}, 5);
  net.eval();
  for (int n : {1, 2, 3})
    std::cout << net.forward(torch::randn({n, 3, 16, 16})).sum().item<float>() << "\n";
}
