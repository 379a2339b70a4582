// Plain functions over tensors, without any declared shape: clustering.
#include <fullgraph/fullgraph.h>

#include <iostream>
#include <utility>

struct Clusters {
  fg::Tensor centres;
  fg::Tensor labels;
  fg::Tensor inertia;
};

FG_COMPILE(.fullgraph = true)
fg::Tensor distances(const fg::Tensor &points, const fg::Tensor &centres) {
  auto p = points.pow(2).sum(1, /*keepdim=*/true);
  auto c = centres.pow(2).sum(1);
  return p + c - 2 * fg::matmul(points, centres.t());
}

FG_COMPILE(.fullgraph = true) Clusters step(const fg::Tensor &points, const fg::Tensor &centres) {
  auto d = distances(points, centres);
  auto [nearest, labels] = d.min(1);
  auto member = fg::one_hot(labels, centres.size(0)).to(points.dtype());
  auto counts = member.sum(0).clamp_min(1);
  auto sums = fg::matmul(member.t(), points);
  return {sums / counts.unsqueeze(1), labels, nearest.sum()};
}

int main() {
  fg::manual_seed(3);
  auto points = fg::randn({200, 5});
  auto centres = points.slice(0, 0, 4).clone();
  for (int i = 0; i < 5; ++i) {
    Clusters found = step(points, centres);
    centres = found.centres;
    std::cout << found.inertia.item<float>() << " " << found.labels.sum().item<int64_t>() << "\n";
  }
}
