// Signed distances, marched with a fixed count of steps; scenes are lambdas and functors handed to templates.
#include <torch/torch.h>

#include <functional>
#include <iostream>
#include <vector>

struct Vec3 {
  double x, y, z;
  torch::Tensor tensor() const { return torch::tensor({float(x), float(y), float(z)}); }
};

struct Sphere {
  Vec3 centre;
  double radius;
  torch::Tensor operator()(const torch::Tensor &p) const { return torch::linalg_vector_norm(p - centre.tensor(), 2, {-1}) - radius; }
};

struct Box {
  Vec3 half;
  torch::Tensor operator()(const torch::Tensor &p) const {
    auto q = p.abs() - half.tensor();
    auto outside = torch::linalg_vector_norm(q.clamp_min(0), 2, {-1});
    auto inside = std::get<0>(q.max(-1)).clamp_max(0);
    return outside + inside;
  }
};

template <class Scene> torch::Tensor normal(const Scene &scene, const torch::Tensor &p, double h = 1e-3) {
  std::vector<torch::Tensor> parts;
  for (int axis = 0; axis < 3; ++axis) {
    auto e = torch::zeros({3});
    e[axis] = h;
    parts.push_back(scene(p + e) - scene(p - e));
  }
  return torch::nn::functional::normalize(torch::stack(parts, -1), torch::nn::functional::NormalizeFuncOptions().p(2).dim(-1));
}

template <class Scene> torch::Tensor march(const Scene &scene, torch::Tensor origin, const torch::Tensor &direction, int steps) {
  auto t = torch::zeros({direction.size(0)});
  for (int i = 0; i < steps; ++i) {
    auto d = scene(origin + t.unsqueeze(-1) * direction);
    t = t + d.clamp(-1, 1);
  }
  return t;
}

FG_COMPILE(.fullgraph = true) torch::Tensor render(torch::Tensor origin, torch::Tensor direction) {
  Sphere sphere{{0, 0, 3}, 1.0};
  Box box{{0.5, 0.5, 0.5}};
  auto scene = [sphere, box, offset = torch::tensor({1.2f, 0.f, 3.f})](const torch::Tensor &p) {
    return torch::minimum(sphere(p), box(p - offset));
  };
  auto t = march(scene, origin, direction, 12);
  auto hit = origin + t.unsqueeze(-1) * direction;
  auto n = normal(scene, hit);
  auto light = torch::tensor({0.577f, 0.577f, -0.577f});
  auto shade = (n * light).sum(-1).clamp(0, 1);
  return torch::where(scene(hit).abs() < 1e-2, 0.1 + 0.9 * shade, torch::zeros_like(shade));
}

FG_COMPILE(.fullgraph = true) torch::Tensor smooth_union(const std::vector<torch::Tensor> &distances, double k = 8.0) {
  auto total = torch::zeros_like(distances.front());
  for (const auto &d : distances)
    total = total + torch::exp(-k * d);
  return -torch::log(total) / k;
}

int main() {
  torch::manual_seed(91);
  for (int64_t n : {16, 30}) {
    auto d = torch::cat({torch::rand({n, 2}) - 0.5, torch::ones({n, 1})}, 1);
    d = d / d.norm(2, 1, true);
    auto image = render(torch::zeros({3}), d);
    auto u = smooth_union({torch::rand({n}), torch::rand({n}), torch::rand({n})});
    std::cout << image.sum().item<float>() << " " << u.mean().item<float>() << "\n";
  }
}
