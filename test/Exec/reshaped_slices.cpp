// A reshape of a slice splits one of its dims: which one is told by the sizes that stay. Also where no call is in sight.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: reshaped_slices.cpp: 3 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor gridOf(const Tensor &pos, int64_t grid) {
  return pos.slice(1, 1).reshape({1, grid, grid, 6}).permute({0, 3, 1, 2}) * 2;
}
FG_COMPILE(.fullgraph = true)
Tensor headsOf(FG_SHAPE("f32[B, T, W]") const Tensor &x, int64_t heads, int64_t width) {
  return x.slice(1, 1).reshape({x.size(0), x.size(1) - 1, heads, width}).sum(2);
}
FG_COMPILE(.fullgraph = true)
Tensor batchesOf(FG_SHAPE("f32[B, T, 3]") const Tensor &x, int64_t outer, int64_t inner) {
  return x.slice(1, 1).reshape({outer, inner, x.size(1) - 1, 3}).sum(0);
}

int main() {
  const auto upTo = [](std::initializer_list<int64_t> sizes) {
    Tensor x = fg::zeros(fg::IntArrayRef(sizes.begin(), sizes.size()));
    return fg::arange(x.numel()).to(fg::kFloat).reshape(fg::IntArrayRef(sizes.begin(), sizes.size()));
  };
  // CHECK: 1 6 4 4: 10272
  // CHECK: 1 6 3 3: 3510
  for (const int64_t grid : {4, 3}) {
    const Tensor y = gridOf(upTo({1, grid * grid + 1, 6}), grid);
    std::printf("%ld %ld %ld %ld: %g\n", long(y.size(0)), long(y.size(1)), long(y.size(2)), long(y.size(3)),
                y.sum().item<double>());
  }
  // CHECK: 2 4 4
  const Tensor heads = headsOf(upTo({2, 5, 12}), 3, 4);
  std::printf("%ld %ld %ld\n", long(heads.size(0)), long(heads.size(1)), long(heads.size(2)));
  // CHECK: 2 4 3
  const Tensor batches = batchesOf(upTo({6, 5, 3}), 3, 2);
  std::printf("%ld %ld %ld\n", long(batches.size(0)), long(batches.size(1)), long(batches.size(2)));
}
