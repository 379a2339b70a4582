// Conditions on sizes inside of the library's own functions are symbols of the graph, and no forks of the user's
// function: one graph each.
// RUN: %fullgraph %s --emit=capture -o - -- %fg_flags | FileCheck --check-prefix=GRAPHS --implicit-check-not="graph @" %s
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" --implicit-check-not="running eagerly" --implicit-check-not="remark" %s < %t.log
// LOG: sizes_do_not_fork.cpp: 10 functions, 10 graphs, {{.*}} 0 breaks
// GRAPHS-COUNT-10: graph @
// CHECK: empty roll [0, 3]
// CHECK: padded [4, 5]
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;
#define WHOLE FG_COMPILE(.fullgraph = true)
#define X FG_SHAPE("f32[H,W]") Tensor x

// A lattice's neighbours.
WHOLE Tensor four_rolls(X, int64_t by) {
  return fg::roll(x, by, 0) - fg::roll(x, -by, 0) + fg::roll(x, by, 1) * 2 - fg::roll(x, -by, 1);
}
WHOLE Tensor roll_both(X, int64_t down, int64_t right) { return fg::roll(x, {down, right}, {0, 1}); }
WHOLE Tensor roll_flat(X, int64_t by) { return fg::roll(x, by); }
WHOLE Tensor padded(X, int64_t left, int64_t right, int64_t top, int64_t bottom) {
  return fg::constant_pad_nd(x, {left, right, top, bottom}, 7);
}
WHOLE Tensor wrapped(FG_SHAPE("f32[C,L]") Tensor x, int64_t before, int64_t behind) {
  return fg::pad(x, {before, behind}, "circular") * 1;
}
WHOLE Tensor diagonals(X, int64_t offset) { return fg::diagonal(x, offset) + 0; }
WHOLE Tensor repeated(X, int64_t down, int64_t right) { return x.repeat({down, right}) + 1; }
WHOLE Tensor thirds(X) {
  const auto parts = fg::chunk(x, 3, 1);
  const auto split = fg::tensor_split(x, 3, 0);
  return parts[0].sum() + parts[1].sum() * 2 + parts[2].sum() * 3 + split[0].sum() * 4 + split[2].sum() * 5;
}
WHOLE Tensor lengths(X) { return x.norm() + fg::linalg_vector_norm(x, 2, 1).sum() + fg::cosine_similarity(x, x * 2).sum(); }
WHOLE Tensor differences(X) { return fg::diff(x) + 0; }

int main() {
  fg::manual_seed(1);
  const auto show = [](const char *name, const Tensor &y) {
    std::printf("%s [", name);
    for (int64_t d = 0; d < y.dim(); ++d)
      std::printf(d ? ", %lld" : "%lld", (long long)y.size(d));
    std::printf("] %.4f %.4f\n", y.sum().item<double>(), (y * fg::arange(y.numel()).view(y.sizes())).sum().item<double>());
  };
  for (const auto &[h, w] : {std::pair<int64_t, int64_t>{4, 6}, {3, 3}, {7, 5}, {1, 9}}) {
    const Tensor x = fg::randn({h, w});
    for (const int64_t by : {0, 1, -1, 4, 5, -13}) {
      show("four_rolls", four_rolls(x, by));
      show("roll_both", roll_both(x, by, by * 3 - 1));
      show("roll_flat", roll_flat(x, by));
      show("diagonals", diagonals(x, by));
    }
    show("thirds", thirds(x));
    show("lengths", lengths(x));
    show("differences", differences(x));
    show("repeated", repeated(x, 1, 1));
    show("repeated", repeated(x, 2, 1));
    show("repeated", repeated(x, 1, 3));
    show("repeated", repeated(x, 0, 2));
    show("wrapped", wrapped(x, 1, 0));
    show("wrapped", wrapped(x, 2, -1));
    show("wrapped", wrapped(x, -1, 1));
    show("wrapped", wrapped(x, 0, 0));
  }
  show("empty roll", four_rolls(fg::zeros({0, 3}), 2));
  show("empty diff", differences(fg::zeros({2, 0})));
  const Tensor x = fg::randn({4, 6});
  for (const int64_t left : {-1, 0, 2})
    for (const int64_t right : {-2, 0, 1})
      for (const int64_t top : {-1, 0, 3})
        show("padded", padded(x, left, right, top, -top));
  const Tensor y = padded(x, 0, 0, 0, 0);
  y.fill_(3); // a copy
  show("x", x);
}
