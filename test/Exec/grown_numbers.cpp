// A list of numbers that grows while the function runs and that a statement copies: the program makes the
// copy, whatever the length, around the tensor code of the statement. No break.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: grown_numbers.cpp: 2 functions, {{.*}} 0 breaks,
#include <algorithm>
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <utility>
#include <vector>

using fg::Tensor;

struct Chain {
  // The most likely way through the states, and its score.
  FG_COMPILE()
  std::pair<std::vector<int64_t>, float> decoded(FG_SHAPE("f32[T, 3]") const Tensor &emissions) const {
    Tensor score = emissions[0];
    std::vector<Tensor> from;
    for (int64_t t = 1; t < emissions.size(0); ++t) {
      auto [best, state] = (score.unsqueeze(1) + moves).max(0);
      score = best + emissions[t];
      from.push_back(state);
    }
    std::vector<int64_t> way{score.argmax().item<int64_t>()};
    for (auto it = from.rbegin(); it != from.rend(); ++it)
      way.push_back((*it)[way.back()].item<int64_t>());
    std::reverse(way.begin(), way.end());
    return {way, score.max().item<float>()};
  }
  Tensor moves = fg::tensor({0.1f, 0.7f, 0.2f, 0.6f, 0.1f, 0.3f, 0.2f, 0.2f, 0.6f}).view({3, 3}).log();
};

// The copy is changed behind the statement that makes it, and the list is not.
FG_COMPILE(.fullgraph = true)
std::vector<double> sums(FG_SHAPE("f64[N, M]") const Tensor &x, int64_t most) {
  std::vector<double> all;
  for (int64_t i = 0; i < most; ++i)
    all.push_back(double(i) / 2);
  std::vector<double> kept = all;
  kept.push_back((x * double(all.size())).sum().item<double>());
  all.insert(all.end(), kept.begin(), kept.end());
  return all;
}

int main() {
  const Chain chain;
  for (const int64_t steps : {1, 2, 3, 6, 9}) {
    const auto [way, score] = chain.decoded(fg::sin(fg::arange(steps * 3).to(fg::kFloat)).view({steps, 3}));
    std::printf("decoded %.4f:", score);
    for (const int64_t state : way)
      std::printf(" %ld", static_cast<long>(state));
    std::puts("");
  }
  // CHECK: decoded 0.9093: 2
  // CHECK: decoded {{.*}}: {{([0-2] ){8}[0-2]$}}
  for (const int64_t most : {0, 3, 7}) {
    for (const double value : sums(fg::ones({2, 3}, fg::kDouble), most))
      std::printf("%.1f ", value);
    std::puts("");
  }
  // CHECK: {{^}}0.0
  // CHECK: 0.0 0.5 1.0 0.0 0.5 1.0 18.0
  // CHECK: 2.5 3.0 42.0
}
