// Class labels out of range: refused with what PyTorch says of them, by compiled code as well. The number of
// classes may be the caller's.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="graph break" %s < %t.log
// LOG: labels.cpp: 4 functions, {{.*}} 0 breaks
// LOG: fullgraph: encoded: needs classes != -1; running eagerly
// LOG: fullgraph: encoded: an operator failed: checked_index; running eagerly
#include "Inputs/both.h"

using fg::Tensor;
#define ONE_GRAPH FG_COMPILE(.fullgraph = true)

ONE_GRAPH Tensor encoded(FG_SHAPE("i64[N]") const Tensor &labels, int64_t classes) {
  return fg::one_hot(labels, classes).to(fg::kFloat) * 2 - 1;
}
ONE_GRAPH Tensor fixed(FG_SHAPE("i64[N, M]") const Tensor &labels) {
  return fg::one_hot(labels + 1, 4).sum(1);
}
ONE_GRAPH Tensor loss(FG_SHAPE("f32[N, C]") const Tensor &x, FG_SHAPE("i64[N]") const Tensor &labels) {
  return fg::cross_entropy_loss(x, labels);
}
ONE_GRAPH Tensor masked(FG_SHAPE("f32[N, C, L]") const Tensor &x,
                        FG_SHAPE("i64[N, L]") const Tensor &labels) {
  return fg::nll_loss(fg::log_softmax(x, 1), labels, {}, fg::Reduction::Sum, -1);
}

namespace {
template <class F> void tell(const char *what, F f) {
  both::check(what, [&] { return std::vector<Tensor>{f()}; });
  try {
    f();
  } catch (const std::exception &error) {
    std::printf("  %s\n", error.what());
  }
}
} // namespace

int main() {
  const auto labels = [](std::vector<int64_t> of) { return fg::tensor(of); };
  tell("encoded", [&] { return encoded(labels({0, 2, 1}), 3); });
  tell("encoded wider", [&] { return encoded(labels({0, 2}), 7); });
  tell("of none", [&] { return encoded(labels({}), 2); });
  tell("inferred", [&] { return encoded(labels({4, 2}), -1); });
  tell("too large", [&] { return encoded(labels({0, 3}), 3); });
  tell("negative", [&] { return encoded(labels({5, -1}), 3); });
  tell("no classes", [&] { return encoded(labels({}), 0); });
  tell("fixed", [&] { return fixed(labels({0, 2, 1, -1}).view({2, 2})); });
  tell("fixed, too large", [&] { return fixed(labels({0, 3, 1, 1}).view({2, 2})); });
  // CHECK: encoded: same
  // CHECK-NEXT: encoded wider: same
  // CHECK-NEXT: of none: same
  // CHECK-NEXT: inferred: same
  // CHECK-NEXT: too large: same
  // CHECK-NEXT: Class values must be smaller than num_classes.
  // CHECK-NEXT: negative: same
  // CHECK-NEXT: Class values must be non-negative.
  // CHECK-NEXT: no classes: same
  // CHECK-NEXT: Can not infer total number of classes from empty tensor.
  // CHECK-NEXT: fixed: same
  // CHECK-NEXT: fixed, too large: same
  // CHECK-NEXT: Class values must be smaller than num_classes.
  tell("loss", [&] { return loss(both::values({3, 5}), labels({4, 0, 2})); });
  tell("loss of 5", [&] { return loss(both::values({3, 5}), labels({4, 5, 2})); });
  tell("masked", [&] { return masked(both::values({1, 3, 4}), labels({0, -1, 2, -1}).view({1, 4})); });
  tell("masked of -2", [&] { return masked(both::values({1, 3, 4}), labels({0, -1, -2, 3}).view({1, 4})); });
  // CHECK-NEXT: loss: same
  // CHECK-NEXT: loss of 5: same
  // CHECK-NEXT: Target 5 is out of bounds.
  // CHECK-NEXT: masked: same
  // CHECK-NEXT: masked of -2: same
  // CHECK-NEXT: Target -2 is out of bounds.
}
