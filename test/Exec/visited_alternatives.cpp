// Generic lambdas that are called with several types, as std::visit calls them: each instantiation has regions of its
// own where an alternative's member loops as long as a size says, or where the lambda itself computes.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eagerly --implicit-check-not=error %s < %t.log
// LOG: fullgraph: visited_alternatives.cpp: {{.*}} 0 breaks,
// CHECK-COUNT-8: CPUFloatType
#include <fullgraph/fullgraph.h>

#include <iostream>
#include <variant>
#include <vector>

struct Scale {
  fg::Tensor w;
  fg::Tensor apply(const fg::Tensor &x) const { return x * w; }
};

struct Smooth {
  double keep;
  fg::Tensor apply(const fg::Tensor &x) const {
    auto y = x;
    for (int64_t i = 0; i < x.size(0); ++i)
      y = keep * y + (1 - keep) * x[i];
    return y;
  }
};

struct Turn {
  int64_t by;
  fg::Tensor apply(const fg::Tensor &x) const { return x.roll(by, 1); }
};

using Stage = std::variant<Scale, Smooth, Turn>;

FG_COMPILE(.fullgraph = true)
fg::Tensor run(const fg::Tensor &x, const std::vector<Stage> &stages) {
  auto y = x;
  for (const auto &stage : stages)
    y = std::visit([&](const auto &one) { return one.apply(y); }, stage);
  return y;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor doubled(const fg::Tensor &x, const std::vector<Stage> &stages) {
  auto y = x;
  for (const auto &stage : stages)
    y = std::visit(
        [&](const auto &one) {
          auto z = one.apply(y) * 2;
          return z.tanh();
        },
        stage);
  return y;
}

/// A copy in the closure, and a second parameter of any type.
FG_COMPILE(.fullgraph = true)
fg::Tensor twice(const fg::Tensor &x, const Scale &a, const Smooth &b) {
  double offset = 3;
  const auto f = [offset](const auto &one, auto n) {
    auto z = one.apply(fg::full({4}, n));
    return z + offset;
  };
  return x + f(a, 2.0) + f(b, 3.0f);
}

/// A call of an own method between regions, of an object whose types only its calls tell.
FG_COMPILE(.fullgraph = true)
fg::Tensor repeated(const fg::Tensor &x, const Smooth &smooth) {
  auto y = x;
  for (int i = 0; i < 2; ++i)
    y = smooth.apply(y);
  return y;
}

int main() {
  fg::manual_seed(3);
  const std::vector<Stage> stages{Scale{fg::randn({4})}, Smooth{0.5}, Turn{1}, Scale{fg::randn({4})}};
  for (const int64_t n : {3, 8}) {
    const auto x = fg::randn({n, 4});
    std::cout << run(x, stages) << doubled(x, stages) << twice(x, Scale{fg::randn({4})}, Smooth{0.25})
              << repeated(x, Smooth{0.75}) << "\n";
  }
}
