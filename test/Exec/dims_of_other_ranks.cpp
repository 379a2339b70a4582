// A dim that the caller counts from the back is another one in a tensor of another rank: what the run-time
// compiler makes for such a rank is captured with the dim of that rank, or the call runs eagerly.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: dims_of_other_ranks.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <exception>
#include <fullgraph/fullgraph.h>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor sums(Tensor x, int64_t dim) { return x.sum(dim); }
FG_COMPILE(.fullgraph = true)
Tensor picked(Tensor x, int64_t dim) { return x.select(dim, 1) * 2; }
FG_COMPILE(.fullgraph = true)
Tensor joined(Tensor x, Tensor y, int64_t dim) { return fg::cat({x, y + 1}, dim); }

struct Pool {
  int64_t dim = -1;
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) const { return fg::softmax(x * 2, dim).amax(dim); }
};

// Ranks that the build does not see.
FG_DISABLE("input") Tensor input(int rank) {
  std::vector<int64_t> sizes;
  for (int i = 0; i < rank; ++i)
    sizes.push_back(i + 2);
  int64_t count = 1;
  for (const int64_t size : sizes)
    count *= size;
  return fg::sin(fg::arange(count).to(fg::kFloat)).view(sizes);
}

int main() {
  const auto show = [](const char *name, int rank, int64_t dim, auto compute) {
    try {
      const Tensor y = compute();
      std::printf("%s %d %d: %ld %.4f\n", name, rank, int(dim), long(y.numel()),
                  (y.to(fg::kDouble).flatten() * fg::arange(y.numel())).sum().item<double>());
    } catch (const std::exception &) {
      std::printf("%s %d %d: throws\n", name, rank, int(dim));
    }
  };
  std::printf("%ld\n", long(sums(fg::ones({2, 3, 4}), -1).numel()));
  for (int rank = 1; rank < 5; ++rank)
    for (int64_t dim = -rank - 1; dim <= rank; ++dim) {
      const Tensor x = input(rank);
      show("sums", rank, dim, [&] { return sums(x, dim); });
      show("picked", rank, dim, [&] { return picked(x, dim); });
      show("joined", rank, dim, [&] { return joined(x, x, dim); });
      show("pool", rank, dim, [&] { return Pool{dim}.forward(x); });
    }
  // CHECK: {{^}}6{{$}}
  // CHECK: sums 1 -2: throws
  // CHECK: sums 2 -3: throws
  // CHECK: sums 2 -1: 2
  // CHECK: pool 4 -2: 30
  // CHECK: sums 4 -1: 24
}
