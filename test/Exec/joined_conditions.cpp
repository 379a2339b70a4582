// Conditions by the dozen: the function is cut between them, in regions of few graphs, all of which have code that was
// built ahead. 12 flags would be 4096 graphs.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" --implicit-check-not="running eagerly" --implicit-check-not="warning:" %s < %t.log
// LOG-DAG: the conditions of 'flags' would make more than 32 graphs: it is compiled in 7 regions
// LOG-DAG: the conditions of 'undeclared' would make more than 32 graphs
// LOG-DAG: the conditions of 'Network::forward' would make more than 32 graphs
// LOG-DAG: the conditions of 'Chain::forward' would make more than 32 graphs
// LOG-DAG: the conditions of 'called' would make more than 32 graphs: it is compiled in 2 regions, beside those of functions
// LOG-DAG: the conditions of 'returned' would make more than 32 graphs
// LOG-DAG: joined_conditions.cpp: {{.*}} 0 breaks
// CHECK: flags 0:
// CHECK: layers 5:
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <optional>
#include <variant>
#include <vector>

using fg::Tensor;
#define WHOLE FG_COMPILE(.fullgraph = true)

struct Flags {
  bool a, b, c, d, e, f, g, h, i, j, k, l;
};
WHOLE Tensor flags(FG_SHAPE("f32[N,M]") Tensor x, const Flags &on) {
  if (on.a)
    x = fg::relu(x);
  if (on.b)
    x = x + 1;
  x = x * 2;
  if (on.c)
    x = fg::tanh(x);
  if (on.d)
    x = x - 0.5;
  if (on.e)
    x = fg::sigmoid(x);
  const Tensor total = x.sum(1, true);
  if (on.f)
    x = x * 3;
  if (on.g)
    x = x - total;
  if (on.h)
    return x.sum(0);
  if (on.i)
    x = x / (1 + fg::abs(x));
  if (on.j)
    x = fg::exp(x * 0.01);
  if (on.k)
    x = x + total.mean();
  if (on.l)
    x = fg::softmax(x, -1);
  return x;
}
// What stands in front of a region says which types it is likely to get.
WHOLE Tensor undeclared(Tensor x, const Flags &on) {
  if (on.a)
    x = fg::relu(x);
  if (on.b)
    x = x + 1;
  if (on.c)
    x = fg::tanh(x);
  const Tensor total = x.sum(1, true);
  if (on.d)
    x = x - total;
  if (on.e)
    x = fg::sigmoid(x);
  if (on.f)
    x = x * 3;
  if (on.g)
    x = x / 2;
  return x - total;
}

struct Layer {
  FG_SHAPE("f32[8,8]") Tensor weight;
  FG_SHAPE("f32[8]") std::optional<Tensor> bias, scale;
  bool active = false;
  Tensor forward(const Tensor &x) const {
    Tensor h = fg::matmul(x, weight);
    if (bias)
      h = h + *bias;
    if (scale.has_value())
      h = h * *scale;
    if (active)
      h = fg::relu(h);
    return h;
  }
};
struct Network {
  Layer first, second, third, last;
  WHOLE Tensor forward(FG_SHAPE("f32[N,8]") Tensor x) const {
    x = first.forward(x);
    x = second.forward(x);
    x = third.forward(x);
    return last.forward(x * 0.1) + 1;
  }
};
struct Stack {
  std::vector<Layer> layers;
  WHOLE Tensor forward(FG_SHAPE("f32[N,8]") Tensor x) const {
    for (const Layer &layer : layers)
      x = layer.forward(x) * 0.2;
    return x;
  }
};

struct Relu {
  Tensor operator()(const Tensor &x) const { return fg::relu(x); }
};
struct Gain {
  float by;
  Tensor operator()(const Tensor &x) const { return x * by; }
};
struct Shift {
  FG_SHAPE("f32[8]") Tensor by;
  Tensor operator()(const Tensor &x) const { return x + by; }
};
using Step = std::variant<Relu, Gain, Shift>;
static Tensor run(const Step &step, const Tensor &x) {
  return std::visit([&](const auto &one) { return one(x); }, step);
}
struct Chain {
  Step a, b, c, d;
  WHOLE Tensor forward(FG_SHAPE("f32[N,8]") Tensor x) const {
    x = run(a, x);
    x = run(b, x);
    x = run(c, x);
    x = run(d, x);
    return x;
  }
};

static Tensor helper(Tensor x, const Flags &on) {
  if (on.a)
    x = fg::relu(x);
  if (on.b)
    x = x + 1;
  if (on.c)
    x = fg::tanh(x);
  if (on.d)
    x = x - 0.5;
  if (on.e)
    return x;
  if (on.f)
    x = x * 3;
  return x + 1;
}
WHOLE Tensor called(FG_SHAPE("f32[N,M]") Tensor x, const Flags &on) {
  x = x + 1;
  x = helper(x, on);
  return fg::exp(x * 0.01);
}
WHOLE Tensor returned(FG_SHAPE("f32[N,M]") Tensor x, const Flags &on) { return helper(x * 2, on) + 1; }

// Nobody knows while building what these are.
static volatile unsigned seed = 2654435761u;
static bool bit(unsigned turn, unsigned i) { return (turn * seed >> (i + 3)) & 1; }

int main() {
  fg::manual_seed(1);
  for (unsigned t = 0; t < 6; ++t) {
    const Flags on{bit(t, 0), bit(t, 1), bit(t, 2), bit(t, 3), bit(t, 4),  bit(t, 5),
                   bit(t, 6), bit(t, 7), bit(t, 8), bit(t, 9), bit(t, 10), bit(t, 11)};
    const Tensor x = fg::randn({4, 8});
    const auto show = [&](const char *name, const Tensor &y) {
      std::printf("%s %u: %.3f\n", name, t, y.sum().item<double>());
    };
    const auto layer = [&](unsigned i) {
      Layer made{fg::randn({8, 8}), {}, {}, bit(t + i, 1)};
      if (bit(t + i, 2))
        made.bias = fg::randn({8});
      if (bit(t + i, 4))
        made.scale = fg::randn({8});
      return made;
    };
    const auto step = [&](unsigned i) -> Step {
      if (bit(t + i, 1))
        return Relu{};
      if (bit(t + i, 2))
        return Gain{0.5f};
      return Shift{fg::randn({8})};
    };
    show("flags", flags(x, on));
    show("undeclared", undeclared(x, on));
    show("network", Network{layer(1), layer(2), layer(3), layer(4)}.forward(x));
    show("chain", Chain{step(1), step(2), step(3), step(4)}.forward(x));
    show("called", called(x, on));
    show("returned", returned(x, on));
    Stack stack;
    for (unsigned i = 0; i < 3 + t; ++i)
      stack.layers.push_back(layer(i));
    show("layers", stack.forward(x));
  }
}
