// RealNVP: coupling layers in a vector, forward and reverse, log-determinants tied in loops.
#include <torch/torch.h>

#include <iostream>
#include <tuple>
#include <vector>

struct Coupling {
  torch::nn::Linear in, mid, scale, shift;
  bool flip;

  Coupling(int64_t dim, int64_t hidden, bool flip)
      : in(dim / 2, hidden), mid(hidden, hidden), scale(hidden, dim - dim / 2), shift(hidden, dim - dim / 2), flip(flip) {}

  std::tuple<torch::Tensor, torch::Tensor> net(const torch::Tensor &x) {
    auto h = torch::relu(in->forward(x));
    h = torch::relu(mid->forward(h));
    return std::make_tuple(torch::tanh(scale->forward(h)), shift->forward(h));
  }

  std::tuple<torch::Tensor, torch::Tensor> forward(const torch::Tensor &x) {
    auto parts = x.chunk(2, 1);
    auto a = flip ? parts[1] : parts[0];
    auto b = flip ? parts[0] : parts[1];
    torch::Tensor s, t;
    std::tie(s, t) = net(a);
    b = b * s.exp() + t;
    auto y = flip ? torch::cat({b, a}, 1) : torch::cat({a, b}, 1);
    return {y, s.sum(1)};
  }

  torch::Tensor inverse(const torch::Tensor &y) {
    auto parts = y.chunk(2, 1);
    auto a = flip ? parts[1] : parts[0];
    auto b = flip ? parts[0] : parts[1];
    auto [s, t] = net(a);
    b = (b - t) * torch::exp(-s);
    return flip ? torch::cat({b, a}, 1) : torch::cat({a, b}, 1);
  }
};

class Flow {
public:
  Flow(int64_t dim, int64_t hidden, int layers) {
    for (int i = 0; i < layers; ++i)
      couplings.emplace_back(dim, hidden, i % 2 == 1);
  }

  FG_COMPILE(.fullgraph = true) std::tuple<torch::Tensor, torch::Tensor> encode(torch::Tensor x) {
    torch::Tensor z = x, logdet, total = torch::zeros({x.size(0)});
    for (auto &c : couplings) {
      std::tie(z, logdet) = c.forward(z);
      total += logdet;
    }
    return {z, total};
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor decode(torch::Tensor z) {
    for (auto i = couplings.size(); i-- > 0;)
      z = couplings[i].inverse(z);
    return z;
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor log_prob(const torch::Tensor &x) {
    torch::Tensor z, logdet;
    std::tie(z, logdet) = encode(x);
    auto log_pz = -0.5 * (z.pow(2) + std::log(2 * M_PI)).sum(1);
    return log_pz + logdet;
  }

private:
  std::vector<Coupling> couplings;
};

int main() {
  torch::manual_seed(8);
  torch::NoGradGuard no_grad;
  Flow flow(6, 10, 4);
  for (int n : {4, 9}) {
    auto x = torch::randn({n, 6});
    auto [z, logdet] = flow.encode(x);
    auto back = flow.decode(z);
    std::cout << logdet.sum().item<float>() << " " << ((back - x).abs().max().item<float>() < 1e-3) << " "
              << flow.log_prob(x).mean().item<float>() << "\n";
  }
}
