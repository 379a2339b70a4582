// Virtual calls whose object main() makes: a version for each class that it makes, guarded by the object's
// class. So for a std::function: a version for each function that objects in sight hold.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: seen_overriders.cpp: 6 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <functional>
#include <memory>
#include <vector>

using fg::Tensor;
#define ONE_GRAPH FG_COMPILE(.fullgraph = true)

struct Loss {
  virtual ~Loss() = default;
  virtual Tensor operator()(const Tensor &p, const Tensor &t) const = 0;
  double weight = 2; // of the base
};
struct Mse : Loss {
  Tensor operator()(const Tensor &p, const Tensor &t) const override {
    return (p - t).pow(2).mean() * weight;
  }
};
struct Huber : Loss {
  double delta = 1;
  Tensor scale;
  explicit Huber(Tensor scale) : scale(std::move(scale)) {}
  Tensor operator()(const Tensor &p, const Tensor &t) const override {
    const Tensor e = (p - t).abs() * scale;
    return fg::where(e < delta, 0.5 * e * e, delta * (e - 0.5 * delta)).mean() + weight;
  }
};
ONE_GRAPH Tensor evaluate(const Loss &loss, Tensor p, Tensor t) { return loss(p, t) * 2; }

struct Counter {
  virtual ~Counter() = default;
  virtual void add(const Tensor &x) = 0;
  Tensor total;
};
struct Sums : Counter {
  void add(const Tensor &x) override { total = total + x.sum(); }
};
struct Squares : Counter {
  Tensor last;
  void add(const Tensor &x) override {
    total = total + (x * x).sum();
    last = x * 2;
  }
};
ONE_GRAPH void addTwice(Counter &counter, Tensor x) {
  counter.add(x);
  counter.add(x + 1);
}

// An owner is assigned in the function: what it held has nothing to do at its end.
ONE_GRAPH Tensor chosen(Tensor p, Tensor t, bool square) {
  std::unique_ptr<Loss> loss;
  if (square)
    loss = std::make_unique<Mse>();
  else
    loss = std::make_unique<Huber>(t * 0.5);
  return (*loss)(p, t);
}

struct Layers {
  std::vector<std::unique_ptr<Loss>> losses;
  ONE_GRAPH Tensor sum(Tensor p, Tensor t) const {
    Tensor total = p.sum();
    for (const auto &loss : losses)
      total = total + (*loss)(p, t);
    return total;
  }
};

static Tensor half(const Tensor &x) { return x * 0.5; }
struct Block {
  std::function<Tensor(const Tensor &)> activation;
  Tensor weight;
  ONE_GRAPH Tensor forward(Tensor x) const { return activation(x.mm(weight)) + 1; }
};
ONE_GRAPH Tensor twice(Tensor x, const std::function<Tensor(const Tensor &)> &f) { return f(f(x)) - 1; }

static void print(const char *what, const Tensor &t) {
  std::printf("%s %.4f\n", what, t.to(fg::kDouble).sum().item<double>());
}

int main() {
  const Tensor a = fg::arange(5, fg::kFloat) * 0.5, b = fg::ones({5});
  const Mse mse;
  const Huber huber(b * 2);
  print("evaluate", evaluate(mse, a, b)); // CHECK: evaluate 2.0000
  print("evaluate", evaluate(huber, a, b));
  const std::vector<std::shared_ptr<Loss>> all{std::make_shared<Mse>(), std::make_shared<Huber>(b)};
  for (const auto &loss : all)
    print("evaluate", evaluate(*loss, a, b));
  Sums sums;
  Squares squares;
  sums.total = squares.total = fg::zeros({});
  for (int i = 0; i < 2; ++i) {
    addTwice(sums, a);
    addTwice(squares, a);
    print("sums", sums.total);
    print("squares", squares.total + squares.last.sum());
  }
  print("chosen", chosen(a, b, true));
  print("chosen", chosen(a, b, false));
  Layers layers;
  layers.losses.push_back(std::make_unique<Mse>());
  layers.losses.push_back(std::make_unique<Huber>(b * 3));
  print("layers", layers.sum(a, b));
  const Tensor w = fg::ones({5, 3});
  const Block relu{fg::relu, w}, tanh{fg::tanh, w}, own{half, w};
  print("block", relu.forward(a.view({1, 5}) - 1)); // CHECK: block 3.0000
  print("block", tanh.forward(a.view({1, 5}) - 1));
  print("block", own.forward(a.view({1, 5}) - 1));
  print("twice", twice(a, fg::sigmoid));
  print("twice", twice(a, half));
}
