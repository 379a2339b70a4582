// Optional tensors that calls in sight leave out: the path without them is built ahead; where another call passes one, the
// code asks whether it is there.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: optionals_left_out.cpp: 3 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/nn.h>
#include <optional>

using fg::Tensor;

// No call passes it.
FG_COMPILE(.fullgraph = true)
Tensor stepped(Tensor x, const Tensor &zs, const std::optional<Tensor> &mask = std::nullopt) {
  for (int64_t t = 0; t < zs.size(1); ++t) {
    std::optional<Tensor> now;
    if (mask.has_value())
      now = mask->select(1, t);
    const Tensor next = fg::matmul(x, zs.select(1, t));
    x = now ? fg::where(*now, next, x) : next;
  }
  return x;
}

// One call does.
FG_COMPILE(.fullgraph = true)
Tensor masked(const Tensor &x, const std::optional<Tensor> &mask = std::nullopt) {
  Tensor y = x.relu() + 1;
  if (mask)
    y = y * mask->to(fg::kFloat);
  return y;
}

// A call with it, and objects with and without a member.
struct Net {
  explicit Net(bool scales) {
    if (scales)
      scale = fg::full({4}, 2);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(const Tensor &x, const std::optional<Tensor> &bias = std::nullopt) const {
    Tensor y = scale.defined() ? x * scale : x.relu();
    return bias ? y + *bias : y;
  }
  Tensor scale;
};

int main() {
  fg::NoGradGuard guard;
  // CHECK: 81
  std::printf("%g\n", stepped(fg::ones({3, 3}), fg::ones({3, 2, 3})).sum().item<double>());
  // CHECK: 12
  std::printf("%g\n", masked(fg::ones({2, 3})).sum().item<double>());
  // CHECK: 6
  std::printf("%g\n", masked(fg::ones({2, 3}), fg::tensor({true, false, true}) & fg::tensor({true, true, false}))
                          .sum()
                          .item<double>() + 2);
  for (const bool scales : {true, false}) {
    Net net(scales);
    // CHECK: 16
    // CHECK: 24
    // CHECK: 8
    // CHECK: 16
    std::printf("%g\n", net.forward(fg::ones({2, 4})).sum().item<double>());
    std::printf("%g\n", net.forward(fg::ones({2, 4}), fg::ones({4})).sum().item<double>());
  }
}
