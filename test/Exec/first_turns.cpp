// What a loop carries comes in as a slice, which is new, and contiguous, from the second turn on: the first turn has code of
// its own.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: first_turns.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor seasonal(const Tensor &x, int64_t period) {
  std::vector<Tensor> season;
  for (int64_t i = 0; i < period; ++i)
    season.push_back(x.select(1, i) * 2);
  auto level = x.select(1, 0);
  for (int64_t t = period; t < x.size(1); ++t) {
    auto s = season[t % period];
    level = 0.5 * level + x.select(1, t) - s;
    season[t % period] = 0.3 * (x.select(1, t) - level) + 0.7 * s;
  }
  return level + season[x.size(1) % period];
}

int main() {
  fg::NoGradGuard guard;
  // CHECK: 12: {{-?[0-9.]+}}
  // CHECK: 30: {{-?[0-9.]+}}
  for (const int64_t n : {12, 30})
    std::printf("%d: %.5g\n", int(n), seasonal(fg::arange(3 * n, fg::kFloat).view({3, n}).sin(), 4).sum().item<double>());
}
