// Types of regions that nobody declares, without a run-time compiler. Where code for any sizes takes two sizes to
// be equal, and the source shows that one of them is 1, there is code for that, too. What stacks a list that the
// standard library filled is what it was in the walks of main(). A list of run-time length is returned.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error %s < %t.log
// LOG: held_sizes.cpp: {{.*}} 0 breaks
#include "Inputs/both.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>

using fg::Tensor;

struct Gate {
  Tensor w1 = both::values({3, 6, 1, 1}, fg::kDouble), w2 = both::values({6, 3, 1, 1}, fg::kDouble);
  Tensor operator()(const Tensor &x) const {
    const Tensor s = fg::relu(fg::conv2d(fg::adaptive_avg_pool2d(x, {1, 1}), w1));
    return fg::hardsigmoid(fg::conv2d(s, w2)) * x;
  }
};

struct Block {
  std::vector<Tensor> before;
  std::unique_ptr<Gate> gate;
  Block(int count, bool gated) {
    for (int i = 0; i < count; ++i)
      before.push_back(both::values({6, 6, 3, 3}, fg::kDouble) * 0.1);
    if (gated)
      gate = std::make_unique<Gate>();
  }
  Tensor operator()(const Tensor &x) {
    Tensor y = x;
    for (const Tensor &w : before)
      y = fg::conv2d(y, w, {}, 1, 1);
    if (gate)
      y = (*gate)(y);
    return y + x;
  }
};

struct Net {
  std::vector<Block> blocks;
  FG_COMPILE(.fullgraph = true)
  Tensor forward(const Tensor &x, int n) {
    Tensor y = x;
    for (int i = 0; i < n; ++i)
      y = blocks[i % blocks.size()](y);
    return y;
  }
};

FG_COMPILE(.fullgraph = true)
Tensor norm(const std::vector<Tensor> &gradients) {
  std::vector<Tensor> norms;
  std::transform(gradients.begin(), gradients.end(), std::back_inserter(norms),
                 [](const Tensor &g) { return g.norm(); });
  return fg::stack(norms).norm();
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> backwards(const std::vector<Tensor> &steps) {
  std::deque<Tensor> out{steps.back()};
  for (size_t i = 0; i + 1 < steps.size(); ++i)
    out.push_front(steps[i] * 0.5 + out.front());
  return {out.begin(), out.end()};
}

int main() {
  Net net;
  net.blocks.emplace_back(1, true);
  net.blocks.emplace_back(2, false);
  net.blocks.emplace_back(0, true);
  both::ahead("forward", [&] { return std::vector<Tensor>{net.forward(both::values({2, 6, 8, 8}, fg::kDouble), 5)}; });
  for (const int more : {0, 1}) {
    std::vector<Tensor> list{both::values({3, 4}), both::values({4})};
    if (more)
      list.push_back(both::values({2}));
    both::ahead("norm", [&] { return std::vector<Tensor>{norm(list)}; });
  }
  both::ahead("backwards", [] {
    return backwards({both::values({3, 4}), both::values({3, 4}) + 1, both::values({3, 4}) * 2});
  });
}
// CHECK: forward: same
// CHECK-NEXT: forward: 0 eager
// CHECK: norm: same
// CHECK-NEXT: norm: 0 eager
// CHECK: norm: same
// CHECK-NEXT: norm: 0 eager
// CHECK: backwards: same
// CHECK-NEXT: backwards: 0 eager
