// What one function makes is handed to another: the variable that the first one fills is as its code makes it, not as the
// objects that the second one gets. And a part of what a call that breaks returns, std::get<K>(call), is of its type.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: results_handed_on.cpp: 3 functions, {{.*}} 1 break
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <vector>

using fg::Tensor;

struct Trace {
  std::vector<Tensor> all;
};

FG_COMPILE(.fullgraph = true)
Trace filter(Tensor state, const Tensor &zs) {
  Trace trace;
  for (int64_t t = 0; t < zs.size(1); ++t) {
    state = fg::matmul(state, fg::eye(zs.size(2))) + zs.select(1, t);
    trace.all.push_back(state);
  }
  return trace;
}

FG_COMPILE()
Tensor smooth(const Trace &trace) {
  const auto &all = trace.all;
  auto next = all.back();
  for (int64_t t = static_cast<int64_t>(all.size()) - 2; t >= 0; --t)
    next = 0.5 * (next + all[t]);
  return next;
}

FG_COMPILE()
std::vector<Tensor> decode(const Tensor &logits, const Tensor &lengths, int64_t blank) {
  auto best = logits.argmax(-1);
  std::vector<Tensor> result;
  for (int64_t b = 0; b < best.size(0); ++b) {
    auto path = best[b].slice(0, 0, lengths[b].item<int64_t>());
    auto unique = std::get<0>(fg::unique_consecutive(path));
    result.push_back(unique * 2 + (unique != blank));
  }
  return result;
}

int main() {
  fg::NoGradGuard guard;
  for (auto [batch, steps] : {std::pair<int64_t, int64_t>{2, 6}, {4, 10}}) {
    const Tensor zs = fg::ones({batch, steps, 3});
    // CHECK: 11.8125
    // CHECK: 23.9766
    std::printf("%.4f\n", smooth(filter(fg::zeros({batch, 3}), zs)).sum().item<double>());
  }
  const Tensor logits = fg::cat({fg::eye(4), fg::eye(4), fg::eye(4).flip({0})}).unsqueeze(0);
  // CHECK: 22 of Long: 38
  // CHECK-NEXT: 6 of Long: 8
  for (const Tensor &t : decode(logits.expand({2, -1, -1}).contiguous(), fg::tensor({12, 3}), 0))
    std::printf("%d of %s: %d\n", int(t.size(0) * 2), fg::toString(t.scalar_type()), int(t.sum().item<int64_t>()));
}
