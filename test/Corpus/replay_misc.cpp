// Odds and ends of real code: deques of frames, sorts on local vectors, strings for messages, try blocks, statics, macros.
#include <torch/torch.h>

#include <algorithm>
#include <deque>
#include <iostream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#define SQUASH(x) ((x) / (1 + (x).abs()))

FG_COMPILE(.fullgraph = true) torch::Tensor frame_stack(const std::vector<torch::Tensor> &frames) {
  std::deque<torch::Tensor> window;
  for (const auto &f : frames) {
    window.push_front(f);
    if (window.size() > 3)
      window.pop_back();
  }
  std::vector<torch::Tensor> parts(window.begin(), window.end());
  return torch::stack(parts, 0);
}

FG_COMPILE(.fullgraph = true) torch::Tensor crops(const torch::Tensor &image, std::vector<int64_t> sizes) {
  std::sort(sizes.begin(), sizes.end(), std::greater<int64_t>());
  torch::Tensor total = torch::zeros({1});
  for (auto s : sizes)
    total = total + image.narrow(0, 0, s).narrow(1, 0, s).mean();
  return total / static_cast<double>(sizes.size());
}

FG_COMPILE(.fullgraph = true) torch::Tensor checked(const torch::Tensor &x, const torch::Tensor &w) {
  if (x.size(1) != w.size(0)) {
    std::ostringstream message;
    message << "expected " << w.size(0) << " features, got " << x.size(1);
    throw std::invalid_argument(message.str());
  }
  try {
    return SQUASH(x.matmul(w));
  } catch (const std::exception &e) {
    std::cerr << e.what() << "\n";
    throw;
  }
}

static torch::Tensor bank(int64_t n) {
  static const std::vector<double> taps = {0.25, 0.5, 0.25};
  auto k = torch::zeros({n, 1, 3});
  for (int64_t i = 0; i < n; ++i)
    for (size_t j = 0; j < taps.size(); ++j)
      k[i][0][j] = taps[j];
  return k;
}

FG_COMPILE(.fullgraph = true) torch::Tensor smooth(const torch::Tensor &x) {
  return torch::conv1d(x, bank(x.size(1)), {}, 1, 1, 1, x.size(1));
}

struct Logger {
  std::string text;
  std::vector<double> history;
};

FG_COMPILE(.fullgraph = true) torch::Tensor step(torch::Tensor w, const torch::Tensor &g, Logger &log, int epoch) {
  log.text += "step;";
  w = w - 0.1 * g;
  log.history.push_back(epoch * 0.5);
  return w / w.norm();
}

FG_COMPILE(.fullgraph = true) torch::Tensor multi_scale(const torch::Tensor &x, const std::string &reduction = "mean") {
  const std::vector<int> kernels{1, 3, 5};
  const int padding = std::accumulate(kernels.begin(), kernels.end(), 0) / 9;
  torch::Tensor out;
  for (const int k : kernels) {
    auto y = torch::avg_pool1d(x, k, 1, k / 2) + 0.0 * padding;
    out = out.defined() ? torch::max(out, y) : y;
  }
  if (reduction == "mean")
    return out.mean();
  else if (reduction == "sum")
    return out.sum();
  return out;
}

int main() {
  torch::manual_seed(66);
  Logger log;
  auto w = torch::randn({3, 4});
  for (int64_t n : {2, 4}) {
    std::vector<torch::Tensor> frames;
    for (int i = 0; i < 5; ++i)
      frames.push_back(torch::randn({n, n}));
    std::cout << frame_stack(frames).sum().item<float>() << " " << crops(torch::rand({8, 8}), {2, 6, 4}).item<float>() << " ";
    std::cout << checked(torch::randn({n, 3}), w).sum().item<float>() << " " << smooth(torch::rand({1, n, 9})).sum().item<float>() << " ";
    w = step(w, torch::randn({3, 4}), log, int(n));
    std::cout << w.sum().item<float>() << " " << multi_scale(torch::rand({1, 2, n + 6})).item<float>() << "\n";
  }
  std::cout << log.text << " " << log.history.size() << "\n";
}
