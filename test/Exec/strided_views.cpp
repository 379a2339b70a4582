// as_strided and unfold are views of memory in graphs, too: of inputs, of what is computed, and of what is
// written meanwhile; and functions that were graph breaks or missing before: histc, index_reduce, maxima with
// their places.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="graph break" %s < %t.log
// LOG: strided_views.cpp: 14 functions, {{.*}} 0 breaks
// An input that begins further behind in its storage is counted from there; what reaches out of it is the
// eager code's.
// LOG-NOT: running eagerly
// LOG: fullgraph: windows: needs size <= M; running eagerly
// LOG-NOT: running eagerly
// LOG: fullgraph: diagonals: expected {{.*}}x.storage_offset(){{.*}}; running eagerly
// LOG-NOT: running eagerly
#include "Inputs/both.h"

using fg::Tensor;
#define ONE_GRAPH FG_COMPILE(.fullgraph = true)
#define MATRIX FG_SHAPE("f32[N, M]") const Tensor &x

ONE_GRAPH Tensor windows(MATRIX, int64_t size, int64_t step) { return x.unfold(1, size, step).mean(-1) * 2; }
ONE_GRAPH Tensor computed(MATRIX) {
  return (x * 2 + 1).relu().unfold(0, 2, 1).amax(-1) + x.narrow(0, 1, x.size(0) - 1);
}
ONE_GRAPH Tensor diagonals(MATRIX, int64_t from) {
  return x.as_strided({2, 3}, {1, x.size(1) + 1}, from).exp();
}
ONE_GRAPH Tensor toeplitz(FG_SHAPE("f32[L]") const Tensor &x) {
  const int64_t n = (x.size(0) + 1) / 2;
  return x.as_strided({n, n}, {1, 1}).matmul(x.narrow(0, 0, n)) - 1;
}
ONE_GRAPH std::vector<Tensor> returned(FG_SHAPE("f32[N, M]") Tensor &x) {
  const Tensor own = x + 1, view = own.as_strided({2, 2}, {2, 1}, 1), old = x.unfold(1, 2, 2);
  x.mul_(3);
  return {view, own, old, x.as_strided({3}, {2}), old.sum(-1), view * 2};
}
ONE_GRAPH Tensor written(MATRIX) {
  Tensor y = x.t() * 2;
  const Tensor view = y.as_strided({3, 2}, {2, 1});
  y.select(0, 1).fill_(7);
  return view + 1;
}
ONE_GRAPH Tensor stencil(MATRIX) {
  const Tensor p = fg::constant_pad_nd(x, {1, 1, 1, 1});
  return p.unfold(0, 3, 1).unfold(1, 3, 1).sum({-2, -1});
}
ONE_GRAPH Tensor histogram(MATRIX, int64_t bins, double low, double high) {
  return fg::histc(x, bins, low, high) / 2;
}
ONE_GRAPH Tensor range_histogram(MATRIX) { return fg::histc(x, 5).cumsum(0); }
ONE_GRAPH Tensor reduced(MATRIX, FG_SHAPE("i64[K]") const Tensor &index) {
  return x.index_reduce(0, index, x.narrow(0, 0, index.size(0)) * 2, "amax") + 1;
}
ONE_GRAPH Tensor unpooled(FG_SHAPE("f32[N, C, H, W]") const Tensor &x) {
  const auto [values, places] = fg::max_pool2d_with_indices(x, 2, 2);
  return fg::max_unpool2d(values.relu(), places, {x.size(2), x.size(3)}) + x;
}
ONE_GRAPH std::tuple<Tensor, Tensor> places(FG_SHAPE("f32[N, C, H, W]") const Tensor &x) {
  return fg::max_pool2d_with_indices(x, 3, 2, 1, 1, true);
}
ONE_GRAPH Tensor drawn(FG_SHAPE("f32[N, M]") const Tensor &logits) {
  Tensor noise = fg::empty_like(logits);
  noise.exponential_();
  return fg::argmax(logits.softmax(-1) / noise, -1);
}

// Operators one by one.
FG_COMPILE(.fullgraph = true, .backend = "interp")
std::vector<Tensor> interpreted(FG_SHAPE("f32[N, M]") const Tensor &x) {
  const Tensor t = (x * 2).t(), z = fg::complex(x, x.flip({1})) * 2;
  return {t.as_strided({3, 2}, {2, 1}, 1), t.unfold(0, 2, 1).sum(-1), z.t().conj(), fg::fft::ifft(z),
          z.abs()};
}

int main() {
  using both::values;
  const auto one = [](Tensor t) { return std::vector<Tensor>{std::move(t)}; };
  both::check("windows", [&] { return one(windows(values({3, 9}), 4, 2)); });
  both::check("windows of all", [&] { return one(windows(values({1, 5}), 5, 3)); });
  both::check("windows too large", [&] { return one(windows(values({3, 4}), 5, 1)); });
  both::check("computed", [&] { return one(computed(values({4, 5}))); });
  both::check("diagonals", [&] { return one(diagonals(values({4, 5}), 2)); });
  both::check("diagonals behind", [&] { return one(diagonals(values({6, 5}).slice(0, 1, 5), 7)); });
  both::check("diagonals outside", [&] { return one(diagonals(values({6, 5}).slice(0, 1, 5), 14)); });
  both::check("toeplitz", [&] { return one(toeplitz(values({7}))); });
  both::check("returned", [&] {
    Tensor x = values({3, 4});
    std::vector<Tensor> all = returned(x);
    all.push_back(fg::tensor({int64_t(all[0].is_alias_of(all[1])), int64_t(all[2].is_alias_of(x)),
                              int64_t(all[3].is_alias_of(x)), all[0].storage_offset()}));
    all[1].fill_(5);
    all.push_back(x);
    return all;
  });
  both::check("written", [&] { return one(written(values({3, 4}))); });
  both::check("stencil", [&] { return one(stencil(values({5, 6}))); });
  both::check("histogram", [&] { return one(histogram(values({5, 6}), 4, -1, 1.5)); });
  both::check("histogram of all", [&] { return one(histogram(values({5, 6}), 3, 0, 0)); });
  both::check("range_histogram", [&] { return one(range_histogram(values({5, 6}))); });
  both::check("range of one value", [&] { return one(range_histogram(fg::ones({2, 3}))); });
  both::check("reduced", [&] { return one(reduced(values({5, 6}), fg::tensor({3, 0, 3}, fg::kLong))); });
  both::check("unpooled", [&] { return one(unpooled(values({2, 3, 6, 8}))); });
  both::check("places", [&] {
    const auto [x, at] = places(values({2, 3, 7, 8}));
    return std::vector<Tensor>{x, at};
  });
  both::check("drawn", [&] {
    fg::manual_seed(5);
    return one(drawn(values({4, 7})));
  });
  both::check("interpreted", [&] { return interpreted(values({4, 7})); });
  // CHECK: windows: same
  // CHECK-NEXT: windows of all: same
  // CHECK-NEXT: windows too large: same error
  // CHECK-NEXT: computed: same
  // CHECK-NEXT: diagonals: same
  // CHECK-NEXT: diagonals behind: same
  // CHECK-NEXT: diagonals outside: same
  // CHECK-NEXT: toeplitz: same
  // CHECK-NEXT: returned: same
  // CHECK-NEXT: written: same
  // CHECK-NEXT: stencil: same
  // CHECK-NEXT: histogram: same
  // CHECK-NEXT: histogram of all: same
  // CHECK-NEXT: range_histogram: same
  // CHECK-NEXT: range of one value: same
  // CHECK-NEXT: reduced: same
  // CHECK-NEXT: unpooled: same
  // CHECK-NEXT: places: same
  // CHECK-NEXT: drawn: same
  // CHECK-NEXT: interpreted: same
}
