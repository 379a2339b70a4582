// main() computes many things in front of the call: the types of what it passes are known all the same, and code is built ahead.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: long_main.cpp: 2 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

struct Model {
  Tensor table, weight;
};

FG_COMPILE(.fullgraph = true)
Tensor scored(const Model &model, const Tensor &index) { return model.table.index_select(1, index).t() * model.weight; }

// The walk of main() takes its turns one after the other: 25 times 40 of eight operators are more than 4,096.
FG_COMPILE(.fullgraph = true)
Tensor filtered(const Tensor &zs, double gain) {
  Tensor x = fg::zeros({zs.size(1), 1}), p = fg::eye(zs.size(1));
  for (int64_t t = 0; t < zs.size(0); ++t) {
    const Tensor k = p.matmul(p.t() + fg::eye(zs.size(1))) * 0.1;
    x = x + k.matmul(zs.select(0, t).unsqueeze(1) - x) * gain;
    p = p - k.matmul(p) * 0.1;
  }
  return x;
}

int main() {
  double sum = 0;
  for (double gain : {0.1, 0.2, 0.3, 0.4, 0.5})
    for (int64_t dims : {2, 3, 4, 5, 6})
      sum += filtered(fg::zeros({40, dims}), gain).sum().item<double>();
  const Model model{fg::arange(12).to(fg::kDouble).view({3, 4}), fg::full({3}, 2.0, fg::kDouble)};
  const Tensor index = fg::tensor({1, 3}, fg::kLong);
  // CHECK: 72
  std::printf("%.3f\n", sum + scored(model, index).sum().item<double>());
}
