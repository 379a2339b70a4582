// PointNet with a T-Net; batch norms of points, a helper function for shared MLPs.
#include <torch/torch.h>

#include <iostream>
#include <string>

using namespace torch;

static nn::Sequential shared_mlp(std::initializer_list<int64_t> widths) {
  nn::Sequential seq;
  auto previous = widths.begin();
  for (auto it = std::next(widths.begin()); it != widths.end(); ++it, ++previous) {
    seq->push_back(nn::Conv1d(nn::Conv1dOptions(*previous, *it, 1)));
    seq->push_back(nn::BatchNorm1d(*it));
    seq->push_back(nn::ReLU());
  }
  return seq;
}

struct TNetImpl : nn::Module {
  explicit TNetImpl(int64_t k) : k(k), mlp(shared_mlp({k, 8, 16})), fc1(16, 8), fc2(8, k * k) {
    register_module("mlp", mlp);
    register_module("fc1", fc1);
    register_module("fc2", fc2);
  }
  Tensor forward(const Tensor &x) {
    auto h = std::get<0>(mlp->forward(x).max(2));
    h = fc2(relu(fc1(h)));
    auto identity = eye(k, x.options()).view({1, k * k}).repeat({x.size(0), 1});
    return (h + identity).view({-1, k, k});
  }
  int64_t k;
  nn::Sequential mlp;
  nn::Linear fc1, fc2;
};
TORCH_MODULE(TNet);

struct PointNetImpl : nn::Module {
  explicit PointNetImpl(int64_t classes, bool feature_transform = false)
      : input(3), mlp1(shared_mlp({3, 8})), mlp2(shared_mlp({8, 16, 32})), head(32, classes),
        use_feature(feature_transform) {
    if (use_feature)
      feature = register_module("feature", TNet(8));
    register_module("input", input);
    register_module("mlp1", mlp1);
    register_module("mlp2", mlp2);
    register_module("head", head);
  }
  FG_COMPILE(.fullgraph = true) std::tuple<Tensor, Tensor> forward(Tensor points) {
    auto x = points.transpose(2, 1);
    auto trans = input(x);
    x = bmm(x.transpose(2, 1), trans).transpose(2, 1);
    x = mlp1->forward(x);
    if (use_feature) {
      auto t = feature(x);
      x = bmm(x.transpose(2, 1), t).transpose(2, 1);
    }
    x = mlp2->forward(x);
    x = std::get<0>(max(x, 2, true)).view({-1, 32});
    return std::make_tuple(log_softmax(head(x), 1), trans);
  }
  TNet input, feature{nullptr};
  nn::Sequential mlp1, mlp2;
  nn::Linear head;
  bool use_feature;
};
TORCH_MODULE(PointNet);

FG_COMPILE(.fullgraph = true) Tensor regulariser(const Tensor &trans) {
  auto d = trans.size(1);
  auto I = eye(d).unsqueeze(0);
  return mean(norm(bmm(trans, trans.transpose(2, 1)) - I, 2, IntArrayRef{1, 2}));
}

int main() {
  torch::manual_seed(9);
  NoGradGuard guard;
  for (bool flag : {false, true}) {
    PointNet net(4, flag);
    net->eval();
    for (int64_t n : {10, 25}) {
      auto [y, t] = net->forward(torch::rand({2, n, 3}));
      std::cout << y.sum().item<float>() << " " << regulariser(t).item<float>() << "\n";
    }
  }
}
