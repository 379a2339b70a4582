// Objects that a class's constructor does not say the whole of: optionals and flags that are set later, a
// choice among modules, tables of numbers. What main() makes and changes tells it. Nothing declares a type.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: changing_objects.cpp: {{[0-9]+}} functions, {{.*}} 0 breaks
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <iostream>
#include <optional>
#include <variant>
#include <vector>

namespace nn = fg::nn;
using fg::Tensor;

// Assigned from outside, and by a method.
struct Masked : nn::Module {
  std::optional<Tensor> mask;
  void hide(std::optional<Tensor> by) { mask = std::move(by); }
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) {
    if (mask.has_value())
      x = x.masked_fill(*mask, -1);
    return x * 2;
  }
};
struct Shown : nn::Module {
  std::optional<Tensor> mask;
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) { return mask ? x.masked_fill(*mask, 5) : x + 1; }
};

// One of two layouts.
enum class Kind { Plain, Normed };
struct Options {
  Kind kind = Kind::Plain;
  bool twice = false;
};
struct Choosing : nn::Module {
  nn::Sequential up;
  explicit Choosing(const Options &options) {
    switch (options.kind) {
    case Kind::Plain:
      up->push_back(nn::Tanh());
      break;
    case Kind::Normed:
      up->push_back(nn::ReLU());
      up->push_back(nn::Sigmoid());
      break;
    }
    if (options.twice)
      up->push_back(nn::Tanh());
    register_module("up", up);
  }
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) { return up->forward(x) * 3; }
};

// Tables that only main() knows: how many numbers there are decides ranks, and layers.
struct Anchored : nn::Module {
  int64_t levels;
  Tensor anchors;
  Anchored(std::vector<float> flat, int64_t levels) : levels(levels) {
    anchors = register_buffer("anchors", fg::tensor(flat).view({levels, 1, 2, 1, 1, 2}));
  }
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) {
    std::vector<Tensor> parts;
    for (int64_t i = 0; i < levels; ++i)
      parts.push_back(x * anchors[i]);
    return fg::cat(parts, 1);
  }
};
struct Layer {
  double by;
  bool bends;
};
struct Tabled : nn::Module {
  nn::Sequential layers;
  explicit Tabled(const std::vector<Layer> &table) {
    for (const Layer &layer : table)
      if (layer.bends)
        layers->push_back(nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(layer.by)));
      else
        layers->push_back(nn::Tanh());
    register_module("layers", layers);
  }
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) { return layers->forward(x) + 1; }
};

// The object that holds the member is seen, and the member's class has no constructor that says as much.
struct Scaled : nn::Module {
  Tensor scale;
  explicit Scaled(std::optional<Tensor> by = {}) {
    if (!by)
      scale = fg::tensor(1.5);
    else
      scale = *by / 2;
  }
  Tensor apply(const Tensor &x) { return fg::tanh(x) * scale; }
};
struct Agent {
  std::shared_ptr<Scaled> policy = std::make_shared<Scaled>();
  FG_COMPILE(.fullgraph = true) Tensor loss(const Tensor &x) { return policy->apply(x).mean(); }
};

// Of a member that is a variant nothing is known: that is no reason to end.
using Memory = std::variant<nn::LSTM, nn::GRU>;
struct Tied : nn::Module {
  nn::Linear a{4, 4}, b{4, 4};
  Memory memory;
  explicit Tied(bool tie) : memory(tie ? Memory(nn::LSTM(4, 4)) : Memory(nn::GRU(4, 4))) {
    std::visit([this](auto &module) { register_module("memory", module); }, memory);
    if (tie)
      b->weight = a->weight;
    fg::nn::init::constant_(a->weight, 0.25);
    fg::nn::init::constant_(a->bias, 0.5);
    fg::nn::init::constant_(b->bias, 0.5);
  }
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) { return b(a(x)); }
};

// What a module does for its parts is no break, and computes nothing.
struct Predicting : nn::Module {
  nn::Dropout drop{nn::DropoutOptions(0.5)};
  Tensor weight = register_parameter("weight", fg::ones({1, 4}));
  Predicting() { register_module("drop", drop); }
  FG_COMPILE(.fullgraph = true) Tensor predict(Tensor x) {
    eval();
    return drop(x * weight) + 1;
  }
  FG_COMPILE(.fullgraph = true) void follow(const Predicting &other, double rate) {
    std::vector<Tensor> own = parameters(), others = other.parameters();
    for (size_t i = 0; i < own.size(); ++i)
      own[i].mul_(1 - rate).add_(others[i], rate);
  }
};

FG_COMPILE(.fullgraph = true) Tensor shifted(const Tensor &x) {
  const int steps[2][2] = {{0, 1}, {1, 1}};
  Tensor sum = x;
  for (const auto &row : steps) {
    auto [dy, dx] = row;
    sum = sum + dy + 2 * dx;
  }
  return sum;
}

int main() {
  fg::NoGradGuard guard;
  std::cout.precision(4);
  Masked masked;
  Shown shown;
  Options options;
  Choosing plain(options);
  options.kind = Kind::Normed;
  options.twice = true;
  Choosing normed(options);
  Anchored anchored({1, 2, 3, 4, 5, 6, 7, 8}, 2);
  static const std::vector<Layer> table = {{0.5, true}, {0, false}};
  Tabled tabled(table);
  Agent agent;
  Tied tied(true);
  Predicting one, other;
  other.weight.mul_(3);
  for (int n : {1, 3}) {
    Tensor x = fg::ones({n, 4});
    std::cout << masked.forward(x).sum().item<float>() << " " << shown.forward(x).sum().item<float>() << "\n";
    masked.hide(fg::arange(4).unsqueeze(0) >= fg::full({n, 1}, 2));
    shown.mask = fg::arange(4).unsqueeze(0) >= 3;
    std::cout << masked.forward(x).sum().item<float>() << " " << shown.forward(x).sum().item<float>() << "\n";
    masked.hide(std::nullopt);
    shown.mask.reset();
    std::cout << plain.forward(x).sum().item<float>() << " " << normed.forward(x).sum().item<float>() << "\n";
    std::cout << anchored.forward(fg::ones({n, 2, 3, 3, 2})).sum().item<float>() << " "
              << tabled.forward(x * -1).sum().item<float>() << " " << agent.loss(x).item<float>() << "\n";
    std::cout << tied.forward(x).sum().item<float>() << " " << shifted(x).sum().item<float>() << "\n";
    one.follow(other, 0.5);
    std::cout << one.predict(x).sum().item<float>() << "\n";
  }
}
// CHECK: 8 8
// CHECK-NEXT: 0 8
// CHECK-NEXT: 9.139 7.485
// CHECK-NEXT: 324 2.152 1.142
// CHECK-NEXT: 8 24
// CHECK-NEXT: {{^12$}}
// CHECK-NEXT: 24 24
// CHECK-NEXT: 0 24
// CHECK-NEXT: 27.42 22.45
// CHECK-NEXT: 972 6.455 1.142
// CHECK-NEXT: 24 72
// CHECK-NEXT: {{^42$}}
