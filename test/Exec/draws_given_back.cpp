// Random numbers that a call draws before an operator fails, or an index is out of range, are given back: the user's
// own code starts afresh, and draws its own. It throws where eager code throws, and the next numbers are the same.
// RUN: %jit FULLGRAPH_CACHE=0 %build_and_compare %s 2>%t.log | FileCheck %s
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;

FG_COMPILE(.fullgraph = true) Tensor fails(FG_SHAPE("f32[3,3]") Tensor x) {
  return fg::linalg_cholesky(fg::dropout(x, 0.5, true)) * 2;
}
FG_COMPILE(.fullgraph = true) Tensor indexes(FG_SHAPE("f32[N]") Tensor x, FG_SHAPE("i64[M]") Tensor i) {
  const Tensor dropped = fg::dropout(x, 0.5, true), more = fg::rand({x.size(0)}); // two draws
  return (dropped + more).index_select(0, i) * 2;
}
FG_COMPILE() Tensor madeAtRunTime(Tensor x) { return fg::linalg_cholesky(fg::dropout(x, 0.5, true)) * 2; }
FG_COMPILE(.fullgraph = true, .backend = "interp") Tensor interprets(FG_SHAPE("f32[3,3]") Tensor x) {
  return fg::linalg_cholesky(fg::dropout(x, 0.5, true)) * 2;
}

template <class F> static void check(const char *name, const F &call) {
  for (int seed = 0; seed < 12; ++seed) {
    fg::manual_seed(seed);
    std::printf("%s %d: ", name, seed);
    try {
      std::printf("%.4f", call(seed).sum().template item<double>());
    } catch (const fg::Error &) {
      std::printf("throws");
    }
    std::printf(", then %.6f\n", fg::rand({1}).item<double>());
  }
}

int main() {
  check("fails", [](int) { return fails(fg::eye(3)); });
  check("indexes", [](int seed) { return indexes(fg::ones({4}), fg::tensor({0, seed % 6})); });
  check("made at run time", [](int) { return madeAtRunTime(fg::eye(3)); });
  check("interprets", [](int) { return interprets(fg::eye(3)); });
}
// CHECK: fails 0: throws, then 0.516679
// CHECK: indexes 4: throws, then
// CHECK: made at run time 0: throws, then 0.516679
// CHECK: interprets 0: throws, then 0.516679
