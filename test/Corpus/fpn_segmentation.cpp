// In the style of AllentDan/LibtorchSegmentation: an FPN decoder, with the way of merging given as a string, and a PSP head.
#include <torch/torch.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

inline torch::nn::Conv2dOptions conv_options(int64_t in, int64_t out, int64_t kernel, int64_t stride = 1, int64_t padding = 0,
                                             int64_t groups = 1, bool bias = true) {
  torch::nn::Conv2dOptions o(in, out, kernel);
  o.stride(stride).padding(padding).groups(groups).bias(bias);
  return o;
}
inline torch::nn::UpsampleOptions upsample_options(std::vector<double> scale, bool align_corners = true) {
  return torch::nn::UpsampleOptions().scale_factor(scale).mode(torch::kBilinear).align_corners(align_corners);
}

class Conv3x3GNReLUImpl : public torch::nn::Module {
public:
  Conv3x3GNReLUImpl(int in, int out, bool up) {
    upsample = up;
    block = torch::nn::Sequential(torch::nn::Conv2d(conv_options(in, out, 3, 1, 1, 1, false)),
                                  torch::nn::GroupNorm(torch::nn::GroupNormOptions(4, out)),
                                  torch::nn::ReLU(torch::nn::ReLUOptions(true)));
    register_module("block", block);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = block->forward(x);
    if (upsample)
      x = torch::nn::Upsample(upsample_options(std::vector<double>{2, 2}))->forward(x);
    return x;
  }

private:
  bool upsample;
  torch::nn::Sequential block{nullptr};
};
TORCH_MODULE(Conv3x3GNReLU);

class FPNBlockImpl : public torch::nn::Module {
public:
  FPNBlockImpl(int pyramid, int skip) {
    skip_conv = torch::nn::Conv2d(conv_options(skip, pyramid, 1));
    upsample = torch::nn::Upsample(torch::nn::UpsampleOptions().scale_factor(std::vector<double>({2, 2})).mode(torch::kNearest));
    register_module("skip_conv", skip_conv);
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor skip) {
    x = upsample->forward(x);
    skip = skip_conv(skip);
    return x + skip;
  }

private:
  torch::nn::Conv2d skip_conv{nullptr};
  torch::nn::Upsample upsample{nullptr};
};
TORCH_MODULE(FPNBlock);

class SegmentationBlockImpl : public torch::nn::Module {
public:
  SegmentationBlockImpl(int in, int out, int n_upsamples) {
    block = torch::nn::Sequential();
    block->push_back(Conv3x3GNReLU(in, out, bool(n_upsamples)));
    for (int i = 1; i < n_upsamples; i++)
      block->push_back(Conv3x3GNReLU(out, out, true));
    register_module("block", block);
  }
  torch::Tensor forward(torch::Tensor x) { return block->forward(x); }

private:
  torch::nn::Sequential block{nullptr};
};
TORCH_MODULE(SegmentationBlock);

template <typename T> T sumTensor(std::vector<T> list) {
  if (list.empty())
    throw std::runtime_error("sumTensor only accepts a non-empty list");
  T re = list[0];
  for (size_t i = 1; i < list.size(); i++)
    re = re + list[i];
  return re;
}

class MergeBlockImpl : public torch::nn::Module {
public:
  explicit MergeBlockImpl(std::string policy) : _policy(policy) {
    if (policy != policies[0] && policy != policies[1])
      throw std::invalid_argument("`merge_policy` must be one of: ['add', 'cat'], got " + policy);
  }
  torch::Tensor forward(std::vector<torch::Tensor> x) {
    if (_policy == "add")
      return sumTensor(x);
    else if (_policy == "cat")
      return torch::cat(x, 1);
    else
      throw std::invalid_argument("`merge_policy` must be one of: ['add', 'cat'], got " + _policy);
  }

private:
  std::string _policy;
  std::string policies[2] = {"add", "cat"};
};
TORCH_MODULE(MergeBlock);

class FPNDecoderImpl : public torch::nn::Module {
public:
  FPNDecoderImpl(std::vector<int> channels, int pyramid, int segmentation, std::string merge_policy, int classes) {
    std::reverse(std::begin(channels), std::end(channels));
    p4 = torch::nn::Conv2d(conv_options(channels[0], pyramid, 1));
    p3 = FPNBlock(pyramid, channels[1]);
    p2 = FPNBlock(pyramid, channels[2]);
    for (int i = 2; i >= 0; i--)
      seg_blocks->push_back(SegmentationBlock(pyramid, segmentation, i));
    merge = MergeBlock(merge_policy);
    dropout = torch::nn::Dropout2d(torch::nn::Dropout2dOptions().p(0.2).inplace(true));
    head = torch::nn::Conv2d(conv_options(merge_policy == "add" ? segmentation : segmentation * 3, classes, 1));
    register_module("p4", p4);
    register_module("p3", p3);
    register_module("p2", p2);
    register_module("seg_blocks", seg_blocks);
    register_module("merge", merge);
    register_module("dropout", dropout);
    register_module("head", head);
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(std::vector<torch::Tensor> features) {
    int n = features.size();
    auto _p4 = p4->forward(features[n - 1]);
    auto _p3 = p3->forward(_p4, features[n - 2]);
    auto _p2 = p2->forward(_p3, features[n - 3]);
    _p4 = seg_blocks[0]->as<SegmentationBlock>()->forward(_p4);
    _p3 = seg_blocks[1]->as<SegmentationBlock>()->forward(_p3);
    _p2 = seg_blocks[2]->as<SegmentationBlock>()->forward(_p2);
    auto x = merge->forward(std::vector<torch::Tensor>{_p4, _p3, _p2});
    x = head->forward(dropout->forward(x));
    return torch::nn::Upsample(upsample_options(std::vector<double>{2, 2}))->forward(x);
  }

private:
  torch::nn::Conv2d p4{nullptr}, head{nullptr};
  FPNBlock p3{nullptr}, p2{nullptr};
  torch::nn::ModuleList seg_blocks;
  MergeBlock merge{nullptr};
  torch::nn::Dropout2d dropout{nullptr};
};
TORCH_MODULE(FPNDecoder);

int main() {
  torch::manual_seed(35);
  torch::NoGradGuard no_grad;
  FPNDecoder add(std::vector<int>{4, 8, 16}, 8, 8, "add", 3), cat(std::vector<int>{4, 8, 16}, 8, 4, "cat", 2);
  add->eval();
  cat->eval();
  for (int64_t n : {1, 2})
    for (int64_t s : {32, 48}) {
      std::vector<torch::Tensor> f{torch::randn({n, 4, s / 2, s / 2}), torch::randn({n, 8, s / 4, s / 4}), torch::randn({n, 16, s / 8, s / 8})};
      auto a = add->forward(f), c = cat->forward(f);
      std::cout << a.sizes() << " " << a.sum().item<float>() << " " << c.argmax(1).sum().item<int64_t>() << "\n";
    }
}
