// What the source's calls show of lists, variants, functions and maps: code is built ahead for it. There is no run-time
// compiler. What is otherwise runs as it is written, and is right.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: seen_objects.cpp: 6 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

#include <fullgraph/nn.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace nn = fg::nn;
using fg::Tensor;

struct Dense {
  Tensor w;
  Tensor operator()(const Tensor &x) const { return matmul(x, w); }
};
struct Act {
  double slope = 0.1;
  Tensor operator()(const Tensor &x) const { return leaky_relu(x, slope); }
};
// Which alternative each element is.
struct Mixed {
  std::vector<std::variant<Dense, Act>> layers;
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) const {
    for (const auto &layer : layers)
      x = std::visit([&](const auto &one) { return one(x); }, layer);
    return x;
  }
};

// Elements that are reached by methods that are not const, and a list backwards.
struct Block {
  nn::Linear linear;
  double drop;
  Block(int64_t n, double drop) : linear(n, n), drop(drop) {}
  Tensor forward(const Tensor &x) {
    Tensor y = linear->forward(x);
    if (drop > 0.5)
      y = y * drop;
    return y;
  }
};
struct Tower {
  std::vector<Block> blocks;
  Tower(int n, int64_t width) {
    for (int i = 0; i < n; ++i)
      blocks.emplace_back(width, 0.2 * i);
  }
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) {
    for (auto &block : blocks)
      x = block.forward(x);
    for (auto i = blocks.size(); i-- > 0;)
      x = x + blocks[i].forward(x);
    return x;
  }
};

// Objects of derived classes that a method adds; which function a std::function holds.
struct Op {
  virtual ~Op() = default;
  virtual Tensor apply(const Tensor &x) const = 0;
};
struct Scale final : Op {
  double k;
  explicit Scale(double k) : k(k) {}
  Tensor apply(const Tensor &x) const override { return x * k; }
};
struct Shift final : Op {
  Tensor apply(const Tensor &x) const override { return x + 1; }
};
class Pipeline {
public:
  void add(std::unique_ptr<Op> op) { ops.push_back(std::move(op)); }
  FG_COMPILE(.fullgraph = true) Tensor run(Tensor x) const {
    for (const auto &op : ops)
      x = op->apply(x);
    return end(x);
  }
  std::function<Tensor(const Tensor &)> end = static_cast<Tensor (*)(const Tensor &)>(&fg::relu);

private:
  std::vector<std::unique_ptr<Op>> ops;
};

// Lists and maps that are arguments.
FG_COMPILE(.fullgraph = true) Tensor discounted(const std::vector<Tensor> &rewards, double gamma) {
  Tensor sum = fg::zeros({1});
  for (int64_t i = rewards.size(); i-- > 0;)
    sum = rewards[i] + gamma * sum;
  return sum;
}
using Params = std::map<std::string, Tensor>;
FG_COMPILE(.fullgraph = true) void average(Params &shadow, const Params &params, double decay) {
  for (const auto &[name, p] : params)
    shadow.at(name).lerp_(p, 1 - decay);
}

// A method changes how long the list is: it is not the same at each call.
struct History {
  std::vector<Tensor> past;
  void add(const Tensor &x) { past.push_back(x); }
  FG_COMPILE() Tensor total() const {
    Tensor sum = fg::zeros({2});
    for (const Tensor &one : past)
      sum = sum + one;
    return sum;
  }
};

int main() {
  fg::manual_seed(1);
  Mixed mixed;
  mixed.layers.push_back(Dense{fg::rand({3, 4})});
  mixed.layers.push_back(Act());
  mixed.layers.push_back(Dense{fg::rand({4, 2})});
  both::ahead("mixed", [&] { return std::vector<Tensor>{mixed.forward(fg::ones({2, 3}))}; });
  // CHECK: mixed: same
  // CHECK: mixed: 0 eager
  Tower tower(4, 3);
  both::ahead("tower", [&] { return std::vector<Tensor>{tower.forward(fg::ones({2, 3})), tower.forward(fg::ones({5, 3}))}; });
  // CHECK: tower: same
  // CHECK: tower: 0 eager
  Pipeline pipeline;
  pipeline.add(std::make_unique<Scale>(-0.5));
  pipeline.add(std::make_unique<Shift>());
  both::ahead("pipeline", [&] { return std::vector<Tensor>{pipeline.run(fg::arange(4).to(fg::kFloat))}; });
  // CHECK: pipeline: same
  // CHECK: pipeline: 0 eager
  const std::vector<Tensor> rewards{fg::ones({1}), fg::rand({1}), fg::rand({1})};
  both::ahead("discounted", [&] { return std::vector<Tensor>{discounted(rewards, 0.9)}; });
  // CHECK: discounted: same
  const Params params{{"w", fg::rand({2, 3})}, {"b", fg::rand({3})}};
  both::ahead("average", [&] {
    Params shadow{{"w", fg::zeros({2, 3})}, {"b", fg::zeros({3})}};
    average(shadow, params, 0.9);
    return std::vector<Tensor>{shadow.at("w"), shadow.at("b")};
  });
  // CHECK: average: same
  // CHECK: average: 0 eager
  // Otherwise than what the source shows: right all the same.
  static volatile int one = 1;
  both::check("another alternative", [&] {
    Mixed other;
    for (int i = 0; i < 3 * one; ++i)
      other.layers.push_back(Act{0.5});
    return std::vector<Tensor>{other.forward(-fg::ones({2, 3}))};
  });
  // CHECK: another alternative: same
  both::check("another flag", [&] {
    tower.blocks[1].drop = 0.9 * one;
    return std::vector<Tensor>{tower.forward(fg::ones({2, 3}))};
  });
  // CHECK: another flag: same
  both::check("another function", [&] {
    if (one)
      pipeline.end = [](const Tensor &x) { return x * 100; };
    return std::vector<Tensor>{pipeline.run(fg::arange(4).to(fg::kFloat))};
  });
  // CHECK: another function: same
  both::check("other keys", [&] {
    Params shadow{{"w", fg::zeros({2, 3})}, {"b", fg::zeros({3})}}, few{{"w", fg::ones({2, 3})}};
    if (one)
      shadow["c"] = fg::ones({1});
    static void (*volatile hidden)(Params &, const Params &, double) = average; // from the walk
    hidden(shadow, few, 0.5);
    return std::vector<Tensor>{shadow.at("w"), shadow.at("b"), shadow.at("c")};
  });
  // CHECK: other keys: same
  both::check("another length", [&] {
    return std::vector<Tensor>{discounted(std::vector<Tensor>(static_cast<size_t>(5 * one), fg::ones({1})), 0.5)};
  });
  // CHECK: another length: same
  History history;
  both::check("history", [&] {
    std::vector<Tensor> totals;
    for (int i = 0; i < 3; ++i) {
      history.add(fg::full({2}, i));
      totals.push_back(history.total());
    }
    history.past.clear();
    return totals;
  });
  // CHECK: history: same
}
