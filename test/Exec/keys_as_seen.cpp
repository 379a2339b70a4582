// Texts that name the entries of maps: where objects in sight hold them, code is built ahead for those. Others
// run as they are written. There is no run-time compiler.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error %s < %t.log
// LOG: keys_as_seen.cpp: 4 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

using fg::Tensor;

struct Net {
  std::vector<std::string> names;
  std::map<std::string, Tensor> weights;
  explicit Net(std::vector<std::string> n) : names(std::move(n)) {
    for (const auto &name : names)
      weights[name] = fg::ones({8, 8}) * (0.01 * double(name.size()));
  }
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) const {
    for (const auto &name : names)
      x = relu(matmul(x, weights.at(name)) + x);
    return x;
  }
};

struct Pyramid {
  std::vector<std::string> levels{"p3", "p4", "p5"};
  FG_COMPILE(.fullgraph = true) Tensor forward(const std::unordered_map<std::string, Tensor> &features) const {
    Tensor out;
    for (size_t i = 0; i < levels.size(); ++i) {
      const Tensor f = features.at(levels[i]).mean({2, 3});
      out = out.defined() ? out + f : f;
    }
    return out;
  }
};

// A text that is compared has a graph for each branch; that of another object is no other structure.
struct Activated {
  std::string name, act;
  FG_COMPILE(.fullgraph = true) Tensor forward(const Tensor &x) const {
    if (act == "relu")
      return relu(x) + 1;
    return act == "tanh" ? tanh(x) : x * 2;
  }
};

// What changes in one object is unknown there alone: which object it is may be known before that is read.
struct Steps {
  std::vector<int> steps;
  FG_COMPILE(.fullgraph = true) Tensor forward(const std::map<int, Tensor> &weights) const {
    return weights.at(steps[0]) * 2 + weights.at(steps[1]);
  }
};

static void print(const Tensor &t) { std::printf("%.4f ", t.sum().item<double>()); }

int main() {
  const Net three({"a", "bb", "ccc"}), two({"q", "rr"});
  for (const int n : {2, 3, 4})
    print(three.forward(fg::ones({n, 8}))), print(two.forward(fg::ones({n, 8})));
  const Pyramid pyramid;
  const std::unordered_map<std::string, Tensor> features{
      {"p3", fg::ones({1, 8, 16, 16})}, {"p4", fg::ones({1, 8, 8, 8}) * 2}, {"p5", fg::ones({1, 8, 4, 4}) * 3}};
  print(pyramid.forward(features));
  const Activated first{"first", "relu"}, second{"second", "tanh"}, third{"third", "none"};
  for (const Activated *one : {&first, &second, &third})
    print(one->forward(fg::linspace(-1, 1, 6)));
  const std::map<int, Tensor> weights{{1, fg::ones({2, 3})}, {2, fg::ones({3}) * 2}};
  print(Steps{{2, 2}}.forward(weights));
  std::printf("\neager calls: %d\n", int(fg::stats().eager_calls));
  // CHECK: eager calls: 0
  Steps counting{{1, 1}};
  for (int turn = 0; turn < 2; ++turn) {
    print(counting.forward(weights));
    ++counting.steps[1];
  }
  Pyramid changed;
  changed.levels = {"p5", "p5", "p3"};
  print(changed.forward(features));
  changed.levels = {"p5", "p4", "p3"};
  print(changed.forward(features));
  std::printf("\n");
}
