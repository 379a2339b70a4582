// In the style of pytorch/vision (torchvision/csrc/models/googlenet.cpp): Inception blocks, an auxiliary head that may be absent.
#include <torch/torch.h>

#include <iostream>

namespace F = torch::nn::functional;

struct BasicConv2dImpl : torch::nn::Module {
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d bn{nullptr};

  explicit BasicConv2dImpl(torch::nn::Conv2dOptions options) {
    options.bias(false);
    conv = torch::nn::Conv2d(options);
    bn = torch::nn::BatchNorm2d(torch::nn::BatchNorm2dOptions(options.out_channels()).eps(0.001));
    register_module("conv", conv);
    register_module("bn", bn);
  }
  BasicConv2dImpl(int64_t in, int64_t out, int64_t kernel) : BasicConv2dImpl(torch::nn::Conv2dOptions(in, out, kernel)) {}

  torch::Tensor forward(torch::Tensor x) {
    x = conv->forward(x);
    x = bn->forward(x);
    return x.relu_();
  }
};
TORCH_MODULE(BasicConv2d);

struct InceptionImpl : torch::nn::Module {
  BasicConv2d branch1{nullptr};
  torch::nn::Sequential branch2, branch3, branch4;

  InceptionImpl(int64_t in, int64_t c1, int64_t c3r, int64_t c3, int64_t c5r, int64_t c5, int64_t pool) {
    branch1 = BasicConv2d(in, c1, 1);
    branch2->push_back(BasicConv2d(in, c3r, 1));
    branch2->push_back(BasicConv2d(torch::nn::Conv2dOptions(c3r, c3, 3).padding(1)));
    branch3->push_back(BasicConv2d(in, c5r, 1));
    branch3->push_back(BasicConv2d(torch::nn::Conv2dOptions(c5r, c5, 3).padding(1)));
    branch4->push_back(torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions(3).stride(1).padding(1).ceil_mode(true)));
    branch4->push_back(BasicConv2d(in, pool, 1));
    register_module("branch1", branch1);
    register_module("branch2", branch2);
    register_module("branch3", branch3);
    register_module("branch4", branch4);
  }

  torch::Tensor forward(torch::Tensor x) {
    auto b1 = branch1->forward(x);
    auto b2 = branch2->forward(x);
    auto b3 = branch3->forward(x);
    auto b4 = branch4->forward(x);
    return torch::cat({b1, b2, b3, b4}, 1);
  }
};
TORCH_MODULE(Inception);

struct InceptionAuxImpl : torch::nn::Module {
  BasicConv2d conv;
  torch::nn::Linear fc1, fc2;
  InceptionAuxImpl(int64_t in, int64_t classes) : conv(BasicConv2d(in, 8, 1)), fc1(8 * 16, 32), fc2(32, classes) {
    register_module("conv", conv);
    register_module("fc1", fc1);
    register_module("fc2", fc2);
  }
  torch::Tensor forward(at::Tensor x) {
    x = at::adaptive_avg_pool2d(x, {4, 4});
    x = conv->forward(x);
    x = x.reshape({x.size(0), -1});
    x = fc1->forward(x).relu_();
    x = at::dropout(x, 0.7, is_training());
    return fc2->forward(x);
  }
};
TORCH_MODULE(InceptionAux);

struct GoogLeNetOutput {
  torch::Tensor output, aux1;
};

struct GoogLeNetImpl : torch::nn::Module {
  bool aux_logits, transform_input;
  BasicConv2d conv1{nullptr}, conv2{nullptr};
  Inception a{nullptr}, b{nullptr};
  InceptionAux aux1{nullptr};
  torch::nn::Dropout dropout{nullptr};
  torch::nn::Linear fc{nullptr};

  GoogLeNetImpl(int64_t classes, bool aux_logits, bool transform_input) : aux_logits(aux_logits), transform_input(transform_input) {
    conv1 = register_module("conv1", BasicConv2d(torch::nn::Conv2dOptions(3, 8, 7).stride(2).padding(3)));
    conv2 = register_module("conv2", BasicConv2d(8, 16, 1));
    a = register_module("a", Inception(16, 8, 8, 8, 4, 8, 8));
    b = register_module("b", Inception(32, 8, 8, 16, 4, 8, 8));
    if (aux_logits)
      aux1 = register_module("aux1", InceptionAux(32, classes));
    dropout = register_module("dropout", torch::nn::Dropout(0.2));
    fc = register_module("fc", torch::nn::Linear(40, classes));
  }

  FG_COMPILE(.fullgraph = true) GoogLeNetOutput forward(torch::Tensor x) {
    if (transform_input) {
      auto x_ch0 = torch::unsqueeze(x.select(1, 0), 1) * (0.229 / 0.5) + (0.485 - 0.5) / 0.5;
      auto x_ch1 = torch::unsqueeze(x.select(1, 1), 1) * (0.224 / 0.5) + (0.456 - 0.5) / 0.5;
      auto x_ch2 = torch::unsqueeze(x.select(1, 2), 1) * (0.225 / 0.5) + (0.406 - 0.5) / 0.5;
      x = at::cat({x_ch0, x_ch1, x_ch2}, 1);
    }
    x = conv1->forward(x);
    x = torch::max_pool2d(x, 3, 2, 0, 1, true);
    x = conv2->forward(x);
    x = a->forward(x);
    torch::Tensor aux;
    if (!aux1.is_empty())
      aux = aux1->forward(x);
    x = b->forward(x);
    x = torch::adaptive_avg_pool2d(x, {1, 1}).view({x.size(0), -1});
    x = dropout->forward(x);
    x = fc->forward(x);
    return {x, aux};
  }
};
TORCH_MODULE(GoogLeNet);

int main() {
  torch::manual_seed(32);
  torch::NoGradGuard no_grad;
  GoogLeNet plain(6, false, true), with_aux(6, true, false);
  plain->eval();
  with_aux->eval();
  for (int64_t n : {2, 1, 4}) {
    auto x = torch::rand({n, 3, 32, 32});
    auto p = plain->forward(x);
    auto q = with_aux->forward(x);
    std::cout << p.output.sum().item<float>() << " " << p.aux1.defined() << " " << q.output.sum().item<float>() << " "
              << q.aux1.sum().item<float>() << "\n";
  }
}
