// A virtual call, or a dynamic_cast, of classes that the source defines behind the function: its code cannot
// name them, and the call stays, with the overriders compiled where they stand. What a class holds itself,
// its functions can name wherever it stands in the class.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <memory>
#include <vector>

using fg::Tensor;

struct Layer {
  virtual ~Layer() = default;
  virtual Tensor apply(const Tensor &x) const = 0;
};

struct Stack {
  std::vector<std::unique_ptr<Layer>> layers;
  // LOG: overriders_behind.cpp:[[@LINE+5]]:{{.*}}virtual 'Layer::apply' may dispatch
  // LOG: may run 'Scale::apply'
  FG_COMPILE() Tensor run(const Tensor &x) const {
    Tensor y = (x * 2).tanh();
    for (const auto &layer : layers)
      y = layer->apply(y);
    return y.sigmoid() + y;
  }
};
// LOG: overriders_behind.cpp:[[@LINE+1]]:{{.*}}virtual 'Layer::apply' may dispatch
FG_COMPILE() Tensor one(const Layer &layer, const Tensor &x) { return layer.apply(x.exp() * 2).relu() + 1; }

Tensor asScale(const Layer &layer, const Tensor &x);
FG_COMPILE() Tensor cast(const Layer &layer, const Tensor &x) { return asScale(layer, x * 3 + 1); }

class Optimizer {
public:
  virtual ~Optimizer() = default;
  // LOG: overriders_behind.cpp:[[@LINE+1]]:{{.*}}virtual 'Optimizer::update' may dispatch
  FG_COMPILE() Tensor step(const Tensor &x) { return update(x.relu() + 1, 0.5) * 2; }

protected:
  virtual Tensor update(const Tensor &x, double lr) = 0;
};

struct Scale : Layer {
  double by;
  explicit Scale(double by) : by(by) {}
  Tensor apply(const Tensor &x) const override { return x * by; }
};
struct Shift : Layer {
  Tensor b;
  explicit Shift(Tensor b) : b(std::move(b)) {}
  Tensor apply(const Tensor &x) const override { return x + b; }
};
Tensor asScale(const Layer &layer, const Tensor &x) {
  const auto *scale = dynamic_cast<const Scale *>(&layer);
  return scale ? x * scale->by : x - 1;
}

class Sgd : public Optimizer {
  Tensor update(const Tensor &x, double lr) override { return x * lr; }
};
class Momentum : public Optimizer {
  Tensor buffer = fg::ones({4});
  Tensor update(const Tensor &x, double lr) override {
    buffer = buffer * 0.5 + x;
    return buffer * lr;
  }
};

struct Net {
  struct Base {
    virtual ~Base() = default;
    virtual Tensor apply(const Tensor &x) const = 0;
  };
  FG_COMPILE(.fullgraph = true) static Tensor run(const Base &base, const Tensor &x) {
    return base.apply(x) * 2;
  }
  struct Inner : Base {
    double by = 3;
    Tensor apply(const Tensor &x) const override { return x * by; }
  };
};

int main() {
  fg::manual_seed(1);
  Stack stack;
  stack.layers.push_back(std::make_unique<Scale>(2.5));
  stack.layers.push_back(std::make_unique<Shift>(fg::randn({4})));
  std::vector<std::unique_ptr<Optimizer>> optimizers;
  optimizers.push_back(std::make_unique<Sgd>());
  optimizers.push_back(std::make_unique<Momentum>());
  const Tensor x = fg::randn({3, 4});
  const auto print = [](const Tensor &t) { std::printf("%.5g ", t.sum().item<double>()); };
  const Scale scale(3);
  const Shift shift(x[0]);
  for (int i = 0; i < 2; ++i) {
    print(stack.run(x));
    print(one(scale, x)), print(one(shift, x));
    print(cast(scale, x)), print(cast(shift, x));
    for (const auto &optimizer : optimizers)
      print(optimizer->step(x));
    print(Net::run(Net::Inner(), x));
  }
  std::printf("\ndone\n");
  // CHECK: done
}
