// Layers of a base class, in a list whose loop stays one since the function counts its calls: in a turn, a
// layer is as one of the layers in sight, which may hold another. Virtual calls are no breaks there.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: layers_of_base_class.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

using fg::Tensor;

static int64_t calls = 0;

struct Layer {
  virtual ~Layer() = default;
  virtual Tensor apply(const Tensor &x) = 0;
  virtual std::string name() const { return "layer"; }
  int64_t used = 0;
};
struct Scale : Layer {
  Tensor factor;
  explicit Scale(double value) : factor(fg::full({1}, value)) {}
  Tensor apply(const Tensor &x) override {
    ++used;
    return x * factor;
  }
};
struct Norm : Layer {
  double eps = 1e-5;
  Tensor apply(const Tensor &x) override {
    ++used;
    return (x - x.mean(-1, true)) / (x.var(-1, false, true) + eps).sqrt();
  }
  std::string name() const override { return "norm"; }
};
struct Residual : Layer {
  std::unique_ptr<Layer> inner;
  double share;
  Residual(std::unique_ptr<Layer> layer, double value) : inner(std::move(layer)), share(value) {}
  Tensor apply(const Tensor &x) override {
    ++used;
    return x + share * inner->apply(x);
  }
  std::string name() const override { return "residual of " + inner->name(); }
};
struct Stack {
  std::vector<std::unique_ptr<Layer>> layers;
  std::map<std::string, Tensor> seen;

  FG_COMPILE(.fullgraph = true)
  Tensor run(Tensor x) {
    ++calls;
    for (auto &layer : layers) {
      x = layer->apply(x);
      seen[layer->name()] = x.abs().amax();
    }
    return x * 2;
  }
};

int main() {
  for (int kind = 0; kind < 3; ++kind)
    for (const int64_t rows : {3, 5}) {
      Stack stack;
      if (kind != 1)
        stack.layers.push_back(std::make_unique<Scale>(1.5));
      stack.layers.push_back(std::make_unique<Residual>(std::make_unique<Norm>(), 0.5));
      if (kind > 0)
        stack.layers.push_back(std::make_unique<Norm>());
      const Tensor y = stack.run(fg::arange(2 * rows, fg::kFloat32).view({rows, 2}));
      // CHECK-COUNT-6: {{^}}{{[123]}}
      std::printf("%d %.3f %d\n", int(stack.seen.size()), y.abs().sum().item<double>(), int(calls));
    }
}
