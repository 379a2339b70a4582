// Iterators over lists that a loop filled, so that only the program knows their length: `it->f()`, `(*it).f()`, both
// in one statement, backwards, what is written through them, and members of structs in such a list.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="eagerly" --implicit-check-not="first call;" %s < %t.log
// LOG: fullgraph: iterated_lists.cpp: 7 functions, {{.*}} 0 breaks,
// CHECK: tags 3 4
// CHECK: tags 3 9
// CHECK: decay
// CHECK: both
// CHECK: scaled
// CHECK: assigned
// CHECK: beams
#include <fullgraph/fullgraph.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <vector>

/// The best path through emissions of [time, batch, tags], as decoders of tags write it.
FG_COMPILE(.fullgraph = true)
fg::Tensor viterbi(fg::Tensor emissions, fg::Tensor transitions) {
  std::vector<fg::Tensor> history;
  auto score = emissions[0];
  for (int64_t t = 1; t < emissions.size(0); ++t) {
    auto best = (score.unsqueeze(2) + transitions.unsqueeze(0) + emissions[t].unsqueeze(1)).max(1);
    history.push_back(std::get<1>(best));
    score = std::get<0>(best);
  }
  auto tag = score.argmax(1, true);
  std::vector<fg::Tensor> path{tag};
  for (auto it = history.rbegin(); it != history.rend(); ++it) {
    tag = it->gather(1, tag);
    path.push_back(tag);
  }
  std::reverse(path.begin(), path.end());
  return fg::cat(path, 1);
}

static std::vector<fg::Tensor> prefixes(const fg::Tensor &x) {
  std::vector<fg::Tensor> sums;
  auto s = x[0];
  for (int64_t t = 1; t < x.size(0); ++t) {
    s = s * 0.5 + x[t];
    sums.push_back(s);
  }
  return sums;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor decay(const fg::Tensor &x) {
  const auto sums = prefixes(x);
  auto y = x[0];
  for (auto it = sums.cbegin(); it != sums.cend(); ++it) {
    const auto &sum = *it;
    y = y * 0.25 + sum.tanh() * it->size(0);
  }
  return y;
}

/// `*it` and `it->` name one tensor; `a->` and `b->` name two, or one.
FG_COMPILE(.fullgraph = true)
fg::Tensor both(const fg::Tensor &x) {
  auto sums = prefixes(x);
  auto y = x[0];
  auto other = sums.rbegin();
  for (auto it = sums.begin(); it != sums.end(); ++it, ++other)
    y = y + it->sin() * (*it) - other->cos().mul(0.5);
  return y;
}

/// The list holds what `mul_` and `copy_` left.
FG_COMPILE(.fullgraph = true)
fg::Tensor scaled(const fg::Tensor &x) {
  auto sums = prefixes(x);
  double factor = 2;
  for (auto it = sums.begin(); it != sums.end(); ++it) {
    it->mul_(factor);
    it->add_(*it);
    factor = factor + 1;
  }
  sums.begin()->copy_(x[0] * 3);
  return fg::stack(sums);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor assigned(const fg::Tensor &x) {
  auto sums = prefixes(x);
  const auto first = sums.front();
  for (auto it = sums.rbegin(); it != sums.rend(); ++it)
    *it = it->exp() / (1 + *it * *it);
  return fg::stack(sums) + first;
}

struct Beam {
  fg::Tensor score, state;
};

FG_COMPILE(.fullgraph = true)
fg::Tensor beams(const fg::Tensor &x) {
  std::vector<Beam> kept;
  for (int64_t t = 0; t < x.size(0); ++t)
    kept.push_back({x[t].sum(), x[t] * 2});
  auto y = fg::zeros_like(x[0]);
  for (auto it = kept.rbegin(); it != kept.rend(); ++it)
    y = y * it->score.sigmoid() + it->state;
  return y;
}

int main() {
  fg::manual_seed(1);
  const auto transitions = fg::randn({5, 5});
  for (const int64_t time : {4, 9}) {
    const auto x = fg::randn({time, 3, 5});
    const auto tags = viterbi(x, transitions);
    std::printf("tags %d %d\n", int(tags.size(0)), int(tags.size(1)));
    std::cout << tags << "\n";
    std::cout << "decay " << decay(x) << "\nboth " << both(x) << "\nscaled " << scaled(x) << "\nassigned " << assigned(x)
              << "\nbeams " << beams(x) << "\n";
  }
}
