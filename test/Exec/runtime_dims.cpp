// Dims that only the caller knows, numbers and lists of them: a graph for each, made ahead; both ways to count a dim are
// one graph. Lists whose order does not matter have a graph for each set of dims.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="graph break" --implicit-check-not="running eagerly" %s < %t.log
// LOG: 14 functions, {{.*}} 0 breaks
// LOG-NEXT: permuted5: needs a likely order of more than 4 dims; running eagerly
// Of many dims the likeliest orders have graphs.
// RUN: %fullgraph %s --emit=capture -o - -- %fg_flags 2>/dev/null | FileCheck --check-prefix=GRAPHS %s
// GRAPHS: function {{.*}}permuted5
// GRAPHS: permute(%x, dims = [0, 1, 2, 4, 3])
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <vector>

using fg::Tensor;
using Dims = std::vector<int64_t>;
#define TWO FG_SHAPE("f32[N, M]")
#define THREE FG_SHAPE("f32[N, M, K]")
#define FOUR FG_SHAPE("f32[N, M, K, L]")
#define FIVE FG_SHAPE("f32[N, M, K, L, 2]")

FG_COMPILE(.fullgraph = true) Tensor permuted2(TWO Tensor x, const Dims &dims) { return fg::permute(x, dims) * 2; }
FG_COMPILE(.fullgraph = true) Tensor permuted3(THREE Tensor x, const Dims &dims) { return x.permute(dims).exp(); }
FG_COMPILE(.fullgraph = true) Tensor permuted4(FOUR Tensor x, Dims dims) { return x.permute(dims) * 2 + 1; }
FG_COMPILE(.fullgraph = true) Tensor permuted5(FIVE Tensor x, fg::IntArrayRef dims) { return x.permute(dims) * 2; }
FG_COMPILE(.fullgraph = true) Tensor there_and_back(THREE Tensor x, const Dims &dims) {
  return x.permute(dims).exp().permute(dims) + x.permute(dims).permute(dims);
}
FG_COMPILE(.fullgraph = true) Tensor summed(THREE Tensor x, const Dims &dims) { return fg::sum(x * 2, dims); }
FG_COMPILE(.fullgraph = true) Tensor summed4(FOUR Tensor x, const Dims &dims) { return x.sum(dims, true) * 2; }
FG_COMPILE(.fullgraph = true) Tensor averaged(THREE Tensor x, const Dims &dims) { return x - x.mean(dims, true); }
FG_COMPILE(.fullgraph = true) Tensor largest(THREE Tensor x, const Dims &dims) { return x.amax(dims) * 2; }
FG_COMPILE(.fullgraph = true) Tensor flipped(THREE Tensor x, const Dims &dims) { return x.flip(dims) * 2; }
FG_COMPILE(.fullgraph = true) Tensor rolled(TWO Tensor x, const Dims &shifts, const Dims &dims) {
  return fg::roll(x, shifts, dims) + 1;
}
FG_COMPILE(.fullgraph = true) Tensor swapped(FOUR Tensor x, int a, int64_t b) { return fg::transpose(x, a, b) * 2; }
FG_COMPILE(.fullgraph = true) Tensor widened(THREE Tensor x, int at) { return x.unsqueeze(at) * 2 + x.size(at); }
FG_COMPILE(.fullgraph = true) Tensor scaled(THREE Tensor x, int dim) { return x.softmax(dim) + x.select(dim, 0).sum(); }

static void show(const char *what, const Tensor &x) {
  std::printf("%s [", what);
  for (const int64_t size : x.sizes())
    std::printf(" %d", int(size));
  double weighted = 0;
  const Tensor flat = x.contiguous().view({-1});
  for (int64_t i = 0; i < flat.numel(); ++i)
    weighted += double(i % 7 + 1) * flat.data_ptr<float>()[i];
  std::printf(" ] %.3f\n", weighted);
}
template <class F> static void attempt(const char *what, F f) {
  try {
    show(what, f());
  } catch (const std::exception &error) {
    std::printf("%s throws %s\n", what, error.what());
  }
}

int main() {
  const auto values = [](fg::IntArrayRef sizes) {
    int64_t count = 1;
    for (const int64_t size : sizes)
      count *= size;
    return fg::arange(count, fg::kFloat).view(sizes) / 16 - 1;
  };
  const Tensor two = values({3, 4}), three = values({2, 3, 4}), four = values({2, 3, 4, 5}), five = values({2, 3, 2, 3, 2});
  for (const Dims &dims : {Dims{0, 1}, {1, 0}, {-1, 0}, {-2, -1}, {0, 0}, {0}, {2, 0}})
    attempt("permuted2", [&] { return permuted2(two, dims); });
  for (const Dims &dims : {Dims{0, 1, 2}, {2, 1, 0}, {1, -1, 0}, {-3, 2, 1}, {1, 1, 0}, {0, 1}, {}}) {
    attempt("permuted3", [&] { return permuted3(three, dims); });
    attempt("there_and_back", [&] { return there_and_back(three, dims); });
  }
  for (const Dims &dims : {Dims{0, 1, 2, 3}, {0, 2, 3, 1}, {3, 2, 1, 0}, {-2, -1, 0, 1}, {0, 1, 2, 2}, {0, 1, 2, 4}})
    attempt("permuted4", [&] { return permuted4(four, dims); });
  for (const Dims &dims : {Dims{0, 1, 2, 3, 4}, {0, 1, 2, 4, 3}, {0, 2, 3, 4, 1}, {4, 3, 2, 1, 0}, {0, 4, 1, 2, 3}, {3, 0, 4, 1, 2}})
    attempt("permuted5", [&] { return permuted5(five, dims); });
  for (const Dims &dims : {Dims{}, {0}, {-1}, {2, 0}, {0, 1}, {-1, -2, -3}, {1, 1}, {3}, {0, 0, 0, 0}}) {
    attempt("summed", [&] { return summed(three, dims); });
    attempt("summed4", [&] { return summed4(four, dims); });
    attempt("averaged", [&] { return averaged(three, dims); });
    attempt("largest", [&] { return largest(three, dims); });
    attempt("flipped", [&] { return flipped(three, dims); });
  }
  for (const Dims &dims : {Dims{0, 1}, {1}, {-1, 0}, {}, {1, 1}, {5}})
    for (const Dims &shifts : {Dims{1, 2}, {-1}, {5}, {}})
      attempt("rolled", [&] { return rolled(two, shifts, dims); });
  for (int a = -5; a <= 4; ++a) {
    for (int64_t b = -5; b <= 4; ++b)
      attempt("swapped", [&] { return swapped(four, a, b); });
    attempt("widened", [&] { return widened(three, a); });
    attempt("scaled", [&] { return scaled(three, a); });
  }
}
// CHECK: permuted2 [ 3 4 ]
// CHECK: permuted2 [ 4 3 ]
// CHECK: permuted4 [ 2 4 5 3 ]
// CHECK: permuted5 [ 2 3 2 2 3 ]
// CHECK: summed [ 3 ]
// CHECK: scaled
