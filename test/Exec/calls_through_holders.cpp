// Two calls through an nn::ModuleHolder in one expression, one of them of a function with a loop that stays the program's: the
// way from the holder to its module changes nothing, so that the call is made in front of the statement.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: calls_through_holders.cpp: 2 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/nn.h>
#include <optional>

using fg::Tensor;

struct CrfImpl : fg::nn::Module {
  Tensor transitions = register_parameter("transitions", fg::ones({3, 3}));
  Tensor partition(const Tensor &scores) {
    Tensor sum = scores.select(1, 0);
    for (int64_t t = 1; t < scores.size(1); ++t)
      sum = fg::logsumexp(sum.unsqueeze(2) + transitions, 1) + scores.select(1, t);
    return fg::logsumexp(sum, 1);
  }
  Tensor gold(const Tensor &scores, const Tensor &tags) { return scores.gather(2, tags.unsqueeze(2)).squeeze(2).sum(1); }
};
FG_MODULE(Crf);

struct Tagger {
  Crf crf;
  FG_COMPILE(.fullgraph = true)
  Tensor loss(const Tensor &scores, const std::optional<Tensor> &tags) {
    if (tags)
      return (crf->partition(scores) - (*crf).gold(scores, *tags)).mean();
    return scores.sum();
  }
};

int main() {
  Tagger tagger;
  for (int64_t length : {2, 5})
    std::printf("%.4g\n", tagger.loss(fg::ones({2, length, 3}), fg::zeros({2, length}, fg::kLong)).item<double>());
  // CHECK: 3.197
  // CHECK-NEXT: 9.493
  std::printf("%g\n", tagger.loss(fg::ones({2, 4, 3}), std::nullopt).item<double>()); // CHECK-NEXT: 24
}
