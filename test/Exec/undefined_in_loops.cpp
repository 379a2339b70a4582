// Tensors that are undefined on some paths or in some objects: the first turn of a sum, an observer that saw nothing
// yet, a scale that the constructor leaves out. Each way has a graph.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: undefined_in_loops.cpp: 4 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <optional>
#include <variant>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor heat(Tensor u, int steps) {
  for (int i = 0; i < steps; ++i) {
    Tensor sum;
    for (int64_t d = 0; d < u.dim(); ++d)
      sum = sum.defined() ? sum + u.roll(1, d) : u.roll(1, d);
    u = u + 0.1 * sum;
  }
  return u;
}

struct MinMax {
  Tensor low;
  void observe(const Tensor &x) { low = low.defined() ? fg::min(low, x.min()) : x.min(); }
};
struct Average {
  Tensor low;
  void observe(const Tensor &x) { low = low.defined() ? low + 0.1 * (x.min() - low) : x.min(); }
};
struct Layer {
  Tensor w;
  std::variant<MinMax, Average> observer;
  FG_COMPILE(.fullgraph = true)
  Tensor calibrate(const Tensor &x) {
    std::visit([&](auto &v) { v.observe(x); }, observer);
    return fg::linear(x, w);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(const Tensor &x) const {
    auto low = std::visit([](const auto &v) { return v.low; }, observer);
    return fg::linear(x / low, w);
  }
};

// Both scales, or none: what one says of the object says it of the other. Their fill is no number that the constructor
// knows, and their rank is known all the same.
struct BlockImpl : fg::nn::Module {
  Tensor before, behind;
  BlockImpl(int64_t d, std::optional<double> scale) {
    if (scale) {
      before = register_parameter("before", fg::full({d}, *scale));
      behind = register_parameter("behind", fg::full({d}, *scale * 2) * *scale);
    }
  }
  static Tensor residual(const Tensor &x, const Tensor &branch, const Tensor &scale) {
    return x + (scale.defined() ? branch * scale : branch);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(Tensor x) {
    x = residual(x, x * 2, before);
    return residual(x, x * 3, behind);
  }
};
FG_MODULE(Block);

int main() {
  fg::NoGradGuard guard;
  std::printf("heat %g\n", heat(fg::ones({4, 5}), 3).sum().item<double>()); // CHECK: heat 34.56
  for (int kind = 0; kind < 2; ++kind) {
    Layer layer{fg::ones({2, 3}), MinMax{}};
    if (kind)
      layer.observer = Average{};
    for (int i = 1; i < 4; ++i)
      layer.calibrate(fg::full({4, 3}, double(i)));
    std::printf("layer %g\n", layer.forward(fg::ones({4, 3})).sum().item<double>());
  } // CHECK: layer 24
  // CHECK: layer 18.6
  Block scaled(8, 0.5), plain(6, std::nullopt);
  std::printf("block %g\n", scaled->forward(fg::ones({2, 8})).sum().item<double>()); // CHECK: block 80
  std::printf("block %g\n", plain->forward(fg::ones({2, 6})).sum().item<double>());  // CHECK: block 144
}
