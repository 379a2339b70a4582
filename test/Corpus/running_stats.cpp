// Normalisers: running moments in double, a template over the dtype, clipping that is optional, histories in a deque and a ring.
#include <torch/torch.h>

#include <array>
#include <deque>
#include <iostream>
#include <limits>
#include <optional>
#include <type_traits>

template <typename T> constexpr torch::ScalarType dtype_of() {
  if constexpr (std::is_same_v<T, double>)
    return torch::kFloat64;
  else if constexpr (std::is_same_v<T, float>)
    return torch::kFloat32;
  else
    return torch::kInt64;
}

template <typename T> class RunningMeanStd {
public:
  explicit RunningMeanStd(std::vector<int64_t> shape, T epsilon = T(1e-4))
      : mean_(torch::zeros(shape, dtype_of<T>())), var_(torch::ones(shape, dtype_of<T>())), count_(epsilon) {}

  FG_COMPILE(.fullgraph = true) void update(const torch::Tensor &batch) {
    auto x = batch.to(dtype_of<T>());
    const auto n = x.size(0);
    auto mean = x.mean(0), var = x.var(0, false);
    auto delta = mean - mean_;
    const T total = count_ + n;
    auto m2 = var_ * count_ + var * n + delta.square() * count_ * n / total;
    mean_ = mean_ + delta * (T(n) / total);
    var_ = m2 / total;
    count_ = total;
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor normalise(const torch::Tensor &x, std::optional<T> clip = std::nullopt) const {
    auto y = (x.to(dtype_of<T>()) - mean_) / torch::sqrt(var_ + std::numeric_limits<T>::epsilon());
    if (clip)
      y = y.clamp(-*clip, *clip);
    return y.to(x.scalar_type());
  }
  T count() const { return count_; }
  const torch::Tensor &mean() const { return mean_; }

private:
  torch::Tensor mean_, var_;
  T count_;
};

struct FrameStack {
  std::deque<torch::Tensor> frames;
  size_t depth;
  explicit FrameStack(size_t depth) : depth(depth) {}
  FG_COMPILE(.fullgraph = true) torch::Tensor push(const torch::Tensor &frame) {
    if (frames.empty())
      frames.assign(depth, torch::zeros_like(frame));
    frames.pop_front();
    frames.push_back(frame);
    return torch::stack(std::vector<torch::Tensor>(frames.begin(), frames.end()), 1);
  }
};

template <size_t N> struct RingAverage {
  std::array<torch::Tensor, N> slots;
  size_t next = 0, filled = 0;
  FG_COMPILE(.fullgraph = true) torch::Tensor add(const torch::Tensor &value) {
    slots[next] = value.clone();
    next = (next + 1) % N;
    if (filled < N)
      ++filled;
    auto sum = torch::zeros_like(value);
    for (size_t i = 0; i < filled; ++i)
      sum += slots[i];
    return sum / double(filled);
  }
};

struct Histogram {
  torch::Tensor edges, counts;
  Histogram(double low, double high, int64_t bins) : edges(torch::linspace(low, high, bins + 1)), counts(torch::zeros({bins}, torch::kInt64)) {}
  FG_COMPILE(.fullgraph = true) torch::Tensor add(const torch::Tensor &values) {
    auto flat = values.flatten();
    auto bin = (torch::bucketize(flat, edges, /*out_int32=*/false, /*right=*/true) - 1).clamp(0, counts.size(0) - 1);
    counts.scatter_add_(0, bin, torch::ones_like(bin));
    auto cdf = counts.cumsum(0).to(torch::kDouble);
    return cdf / cdf[-1];
  }
};

int main() {
  torch::manual_seed(55);
  RunningMeanStd<double> precise({3});
  RunningMeanStd<float> fast({2, 3});
  FrameStack frames(3);
  RingAverage<4> ring;
  Histogram histogram(-2, 2, 8);
  for (int i = 0; i < 6; ++i) {
    auto x = torch::randn({4 + i % 3, 3}) * 2 + 1;
    precise.update(x);
    fast.update(x.unsqueeze(1).expand({-1, 2, 3}));
    auto y = precise.normalise(x, 1.5), z = fast.normalise(x.unsqueeze(1));
    auto stacked = frames.push(torch::rand({2, 4, 4}));
    std::cout << precise.count() << " " << precise.mean().sum().item<double>() << " " << y.sum().item<float>() << " " << z.abs().sum().item<float>() << " " << stacked.sum().item<float>() << " "
              << ring.add(x.mean(0)).sum().item<float>() << " " << histogram.add(x).sum().item<double>() << "\n";
  }
}
