// A flag says whether the batch comes first. Behind `if (batch_first) x = x.transpose(0, 1)`, regions have
// code for both layouts, where calls of both are in sight: also the turns of a loop, and what stands behind
// it.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: layouts_by_flag.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <optional>
#include <vector>

using fg::Tensor;

struct Decoder {
  bool batch_first = false;
  Tensor trans, start;
  std::optional<Tensor> forbidden;

  FG_COMPILE(.fullgraph = true)
  std::pair<Tensor, Tensor> decode(Tensor em, const Tensor &lengths) const {
    if (batch_first)
      em = em.transpose(0, 1);
    const int64_t steps = em.size(0);
    Tensor allowed = forbidden ? trans.masked_fill(*forbidden, -10.0) : trans;
    Tensor score = start + em[0];
    std::vector<Tensor> back;
    for (int64_t t = 1; t < steps; ++t) {
      auto [best, from] = fg::max(score.unsqueeze(2) + allowed, 1);
      score = fg::where((lengths > t).unsqueeze(1), best + em[t], score);
      back.push_back(from);
    }
    auto [top, tag] = score.max(1);
    Tensor path = fg::zeros({steps, em.size(1)}, fg::kLong);
    path[steps - 1] = tag;
    for (int64_t t = steps - 2; t >= 0; --t) {
      tag = back[t].gather(1, tag.unsqueeze(1)).squeeze(1);
      path[t] = tag;
    }
    return {top + em.mean(0).sum(-1), batch_first ? path.t() : path};
  }
};

int main() {
  fg::manual_seed(5);
  for (const bool batch_first : {true, false})
    for (const bool forbids : {false, true}) {
      Decoder decoder;
      decoder.batch_first = batch_first;
      decoder.trans = fg::randn({4, 4});
      decoder.start = fg::randn({4});
      if (forbids)
        decoder.forbidden = fg::eye(4) > 0;
      const Tensor em = batch_first ? fg::randn({3, 6, 4}) : fg::randn({6, 3, 4});
      const auto [top, path] = decoder.decode(em, fg::tensor({6, 4, 5}, fg::kLong));
      // CHECK-COUNT-2: {{^}}3 6
      // CHECK-COUNT-2: {{^}}6 3
      std::printf("%d %d %.3f %d\n", int(path.size(0)), int(path.size(1)), top.sum().item<double>(),
                  int(path.sum().item<int64_t>()));
    }
}
