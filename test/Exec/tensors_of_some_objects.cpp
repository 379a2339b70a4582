// Objects with a tensor that others lack: a call of one kind is built for objects of that kind, flags and all.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: tensors_of_some_objects.cpp: 1 function, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

struct Policy {
  bool continuous;
  Tensor logStd;
  explicit Policy(bool is) : continuous(is) {
    if (is)
      logStd = fg::full({2}, -0.5);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor evaluate(const Tensor &x, const Tensor &action) const {
    if (!continuous)
      return x.log_softmax(-1).gather(-1, action.to(fg::kLong).unsqueeze(-1)).squeeze(-1);
    return -((action - x) / logStd.exp()).pow(2).sum(-1);
  }
};

int main() {
  fg::NoGradGuard guard;
  const Tensor x = fg::ones({3, 2});
  Policy gaussian(true), choice(false);
  // CHECK: -16.3097
  std::printf("%.4f\n", gaussian.evaluate(x, fg::zeros({3, 2})).sum().item<double>());
  // CHECK: -2.0794
  std::printf("%.4f\n", choice.evaluate(x, fg::tensor({0, 1, 1})).sum().item<double>());
}
