// In the style of rahimkhan76270/libtorch-titanet: modules held as std::shared_ptr, 1-d convolutions, attentive statistics pooling.
#include <torch/torch.h>

#include <iostream>
#include <memory>
#include <tuple>

using namespace std;

struct prologue : torch::nn::Module {
  torch::nn::Conv1d conv{nullptr};
  torch::nn::BatchNorm1d norm{nullptr};
  torch::nn::ReLU relu{nullptr};
  prologue(int64_t in, int64_t out, int64_t kernel_size = 3) {
    conv = register_module("conv", torch::nn::Conv1d(torch::nn::Conv1dOptions(in, out, kernel_size).padding((kernel_size - 1) / 2)));
    norm = register_module("norm", torch::nn::BatchNorm1d(out));
    relu = register_module("relu", torch::nn::ReLU());
  }
  torch::Tensor forward(torch::Tensor x) {
    x = conv->forward(x);
    x = norm->forward(x);
    return relu->forward(x);
  }
};

struct subblock : torch::nn::Module {
  torch::nn::Conv1d depthwise_conv{nullptr}, pointwise_conv{nullptr};
  torch::nn::BatchNorm1d norm{nullptr};
  torch::nn::ReLU relu;
  torch::nn::Dropout dropout;
  subblock(int64_t channels, int64_t kernel, int64_t dilation) {
    depthwise_conv = register_module("depthwise_conv", torch::nn::Conv1d(torch::nn::Conv1dOptions(channels, channels, kernel).padding(dilation * (kernel - 1) / 2).dilation(dilation).groups(channels)));
    pointwise_conv = register_module("pointwise_conv", torch::nn::Conv1d(torch::nn::Conv1dOptions(channels, channels, 1)));
    norm = register_module("norm", torch::nn::BatchNorm1d(channels));
    register_module("relu", relu);
    register_module("dropout", dropout);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = this->depthwise_conv(x);
    x = this->pointwise_conv(x);
    x = this->norm(x);
    x = this->relu(x);
    return this->dropout(x);
  }
};

struct SqueezeExcitation : torch::nn::Module {
  torch::nn::AdaptiveAvgPool1d squeeze{nullptr};
  torch::nn::Linear linear1{nullptr}, linear2{nullptr};
  SqueezeExcitation(int64_t channels, int64_t reduction) {
    squeeze = register_module("squeeze", torch::nn::AdaptiveAvgPool1d(1));
    linear1 = register_module("linear1", torch::nn::Linear(channels, channels / reduction));
    linear2 = register_module("linear2", torch::nn::Linear(channels / reduction, channels));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto input = x;
    x = this->squeeze(x).squeeze(-1);
    x = torch::sigmoid(this->linear2(torch::relu(this->linear1(x)))).unsqueeze(-1);
    return input * x.expand_as(input);
  }
};

struct MegaBlock : torch::nn::Module {
  torch::nn::Sequential repeat_block{nullptr};
  shared_ptr<SqueezeExcitation> se_block;
  torch::nn::Conv1d pointwise_conv{nullptr};
  torch::nn::BatchNorm1d norm{nullptr};
  MegaBlock(int64_t channels, int64_t kernel, int64_t dilation, int64_t repeat, int64_t reduction) : se_block(make_shared<SqueezeExcitation>(channels, reduction)) {
    repeat_block = register_module("repeat_block", torch::nn::Sequential());
    register_module("se_block", se_block);
    for (int i = 0; i < repeat; i++)
      repeat_block->push_back(make_shared<subblock>(channels, kernel, dilation));
    pointwise_conv = register_module("pointwise_conv", torch::nn::Conv1d(torch::nn::Conv1dOptions(channels, channels, 1)));
    norm = register_module("norm", torch::nn::BatchNorm1d(channels));
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y = this->se_block->forward(this->repeat_block->forward(x));
    x = this->norm(this->pointwise_conv(x));
    return torch::relu(x + y);
  }
};

struct AttentiveStatisticalPooling : torch::nn::Module {
  double eps;
  torch::nn::Linear linear1, linear2;
  torch::nn::Tanh tanh;
  torch::nn::Softmax softmax;
  AttentiveStatisticalPooling(int64_t in, int64_t hidden, double eps)
      : eps(eps), linear1(register_module("linear1", torch::nn::Linear(in, hidden))), linear2(register_module("linear2", torch::nn::Linear(hidden, in))),
        tanh(register_module("tanh", torch::nn::Tanh())), softmax(register_module("softmax", torch::nn::Softmax(2))) {}
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor input = x.clone();
    x = tanh(linear1(x.transpose(1, 2)));
    torch::Tensor alpha_t = softmax(linear2(x).transpose(1, 2));
    torch::Tensor means = torch::sum(alpha_t * input, 2);
    torch::Tensor residuals = torch::sum(alpha_t * input.pow(2), 2) - means.pow(2);
    return torch::cat({means, torch::sqrt(residuals.clamp_min(eps))}, 1);
  }
};

struct TiTaNet : torch::nn::Module {
  shared_ptr<prologue> prolog, epilog;
  vector<shared_ptr<MegaBlock>> blocks;
  shared_ptr<AttentiveStatisticalPooling> attention;
  torch::nn::BatchNorm1d norm1{nullptr}, norm2{nullptr};
  torch::nn::Linear linear1{nullptr}, linear2{nullptr};
  TiTaNet(int64_t mels, int64_t channels, int64_t last, vector<tuple<int64_t, int64_t>> kernels, int64_t classes) {
    prolog = register_module("prolog", make_shared<prologue>(mels, channels));
    for (auto [kernel, dilation] : kernels)
      blocks.push_back(register_module("block" + to_string(blocks.size()), make_shared<MegaBlock>(channels, kernel, dilation, 2, 4)));
    epilog = register_module("epilog", make_shared<prologue>(channels, last, 1));
    attention = register_module("attention", make_shared<AttentiveStatisticalPooling>(last, 8, 1e-6));
    norm1 = register_module("norm1", torch::nn::BatchNorm1d(last * 2));
    linear1 = register_module("linear1", torch::nn::Linear(last * 2, 12));
    norm2 = register_module("norm2", torch::nn::BatchNorm1d(12));
    linear2 = register_module("linear2", torch::nn::Linear(12, classes));
  }
  FG_COMPILE(.fullgraph = true) std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    x = prolog->forward(x);
    for (auto &block : blocks)
      x = block->forward(x);
    x = epilog->forward(x);
    x = norm1(attention->forward(x));
    torch::Tensor embeddings = norm2(linear1(x));
    return std::make_tuple(linear2(embeddings), embeddings);
  }
};

FG_COMPILE(.fullgraph = true) torch::Tensor margin_logits(const torch::Tensor &embeddings, const torch::Tensor &centres, const torch::Tensor &labels, double s, double m) {
  auto cosine = torch::mm(torch::nn::functional::normalize(embeddings), torch::nn::functional::normalize(centres).t()).clamp(-1 + 1e-7, 1 - 1e-7);
  auto one_hot = torch::zeros_like(cosine).scatter_(1, labels.view({-1, 1}), 1);
  return s * torch::where(one_hot.to(torch::kBool), torch::cos(torch::acos(cosine) + m), cosine);
}

int main() {
  torch::manual_seed(41);
  torch::NoGradGuard no_grad;
  auto net = make_shared<TiTaNet>(10, 16, 20, vector<tuple<int64_t, int64_t>>{{3, 1}, {5, 2}, {7, 1}}, 6);
  auto small = make_shared<TiTaNet>(10, 8, 12, vector<tuple<int64_t, int64_t>>{{3, 1}}, 6);
  net->eval();
  small->eval();
  for (int64_t t : {30, 45}) {
    auto x = torch::randn({3, 10, t});
    auto [logits, emb] = net->forward(x);
    auto other = std::get<0>(small->forward(x));
    auto m = margin_logits(emb, torch::randn({6, 12}), torch::randint(0, 6, {3}), 30.0, 0.2);
    cout << logits.sum().item<float>() << " " << emb.abs().sum().item<float>() << " " << other.sum().item<float>() << " " << m.mean().item<float>() << "\n";
  }
}
