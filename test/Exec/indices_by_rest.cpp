// A ring of tensors, list[t % n], that a turn reads and writes: one element, under one name.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: indices_by_rest.cpp: 1 function, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor seasonal(const Tensor &x) {
  constexpr int64_t period = 4;
  std::vector<Tensor> season;
  for (int64_t i = 0; i < period; ++i)
    season.push_back(x.select(1, i) - 1);
  Tensor level = x.mean(1);
  for (int64_t t = period; t < x.size(1); ++t) {
    const Tensor s = season[t % period];
    level = 0.5 * level + x.select(1, t) - s;
    season[t % period] = 0.25 * (x.select(1, t) - level) + 0.5 * s;
  }
  return level + season[x.size(1) % period];
}

int main() {
  // CHECK: 12: {{-?[0-9.]+}}
  // CHECK: 30: {{-?[0-9.]+}}
  for (const int64_t n : {12, 30})
    std::printf("%ld: %.4f\n", long(n),
                seasonal(fg::arange(3 * n).to(fg::kFloat).reshape({3, n}) / 16).sum().item<double>());
}
