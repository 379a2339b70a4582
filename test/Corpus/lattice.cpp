// Grids: lattice Boltzmann with roll, the game of life, heat by conv2d, a wave equation with slices.
#include <torch/torch.h>

#include <array>
#include <iostream>

using torch::indexing::Slice;

class D2Q9 {
public:
  D2Q9(int64_t h, int64_t w, double tau) : tau_(tau) {
    f_ = torch::ones({9, h, w}) + 0.01 * torch::randn({9, h, w});
    weights_ = torch::tensor({4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36}, torch::kFloat);
    cx_ = torch::tensor({0, 1, 0, -1, 0, 1, -1, -1, 1}, torch::kFloat);
    cy_ = torch::tensor({0, 0, 1, 0, -1, 1, 1, -1, -1}, torch::kFloat);
  }

  FG_COMPILE(.fullgraph = true) void step() {
    static constexpr std::array<std::pair<int, int>, 9> shifts{
        {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
    std::vector<torch::Tensor> streamed;
    for (int i = 0; i < 9; ++i)
      streamed.push_back(torch::roll(f_[i], {shifts[i].second, shifts[i].first}, {0, 1}));
    auto f = torch::stack(streamed);
    auto rho = f.sum(0);
    auto ux = (f * cx_.view({9, 1, 1})).sum(0) / rho;
    auto uy = (f * cy_.view({9, 1, 1})).sum(0) / rho;
    auto cu = cx_.view({9, 1, 1}) * ux + cy_.view({9, 1, 1}) * uy;
    auto feq = rho * weights_.view({9, 1, 1}) * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
    f_ = f - (f - feq) / tau_;
  }
  torch::Tensor density() const { return f_.sum(0); }

private:
  double tau_;
  torch::Tensor f_, weights_, cx_, cy_;
};

FG_COMPILE(.fullgraph = true) torch::Tensor life(const torch::Tensor &board) {
  auto kernel = torch::ones({1, 1, 3, 3});
  kernel[0][0][1][1] = 0;
  auto x = board.to(torch::kFloat).unsqueeze(0).unsqueeze(0);
  auto n = torch::conv2d(x, kernel, {}, 1, 1).squeeze();
  return ((n == 3) | ((n == 2) & (board == 1))).to(torch::kUInt8);
}

FG_COMPILE(.fullgraph = true) void heat(torch::Tensor &u, double alpha, int steps) {
  for (int s = 0; s < steps; ++s) {
    auto c = u.index({Slice(1, -1), Slice(1, -1)});
    auto lap = u.index({Slice(2), Slice(1, -1)}) + u.index({Slice(torch::indexing::None, -2), Slice(1, -1)}) +
               u.index({Slice(1, -1), Slice(2)}) + u.index({Slice(1, -1), Slice(torch::indexing::None, -2)}) - 4 * c;
    u.index_put_({Slice(1, -1), Slice(1, -1)}, c + alpha * lap);
  }
}

FG_COMPILE(.fullgraph = true) std::pair<torch::Tensor, torch::Tensor> wave(torch::Tensor u, torch::Tensor previous, double c) {
  auto lap = torch::roll(u, 1, 0) + torch::roll(u, -1, 0) - 2 * u;
  auto next = 2 * u - previous + c * c * lap;
  return {next, u};
}

int main() {
  torch::manual_seed(33);
  D2Q9 fluid(8, 10, 0.6);
  auto board = torch::randint(0, 2, {12, 12}).to(torch::kUInt8);
  auto u = torch::rand({10, 10});
  auto w = torch::sin(torch::arange(20, torch::kFloat) * 0.3), p = w.clone();
  for (int i = 0; i < 4; ++i) {
    fluid.step();
    board = life(board);
    heat(u, 0.1, 3);
    std::tie(w, p) = wave(w, p, 0.5);
    std::cout << fluid.density().sum().item<float>() << " " << board.sum().item<int64_t>() << " " << u.mean().item<float>() << " " << w.abs().sum().item<float>() << "\n";
  }
}
