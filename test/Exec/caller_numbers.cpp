// Lists of numbers that the caller passes, and dims that it names: how long a list of sizes is, and which dim
// it is, chooses the graph. No break, also under fullgraph.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: caller_numbers.cpp: {{[0-9]+}} functions, {{[0-9]+}} graphs, {{.*}} 0 breaks,
// LOG-NEXT: reshaped: expected x.size(0)*x.size(1) == sizes[0]
// LOG-NEXT: reshaped: {{.*}}sizes[1] is -1
// LOG-NEXT: five: needs a list of 1 to 4 numbers; running eagerly
// LOG-NOT: running eagerly
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <exception>
#include <vector>

using fg::Tensor;

static void show(const char *what, const Tensor &x) {
  std::printf("%s:", what);
  for (int64_t size : x.sizes())
    std::printf(" %ld", static_cast<long>(size));
  double sum = 0;
  const Tensor all = x.to(fg::kDouble).contiguous();
  for (int64_t i = 0; i < all.numel(); ++i)
    sum += all.data_ptr<double>()[i] * (1 + double(i));
  std::printf(": %.3f\n", sum);
}

FG_COMPILE(.fullgraph = true)
Tensor reshaped(FG_SHAPE("f32[N, M]") const Tensor &x, const std::vector<int64_t> &sizes) {
  return fg::relu(x).reshape(sizes) * 2;
}
FG_COMPILE(.fullgraph = true)
Tensor viewed(FG_SHAPE("f32[N, M]") const Tensor &x, std::vector<int64_t> sizes) {
  sizes.push_back(x.size(1));
  const std::vector<int64_t> copy = sizes;
  sizes.back() = -1;
  return (x + 1).reshape(copy) * 2 + (x - 1).reshape(sizes);
}
FG_COMPILE(.fullgraph = true)
Tensor summed(FG_SHAPE("f32[N, M]") const Tensor &x, int dim, bool keep) {
  return fg::relu(x).sum(dim, keep) + 1;
}
FG_COMPILE(.fullgraph = true)
Tensor permuted(FG_SHAPE("f32[N, M]") const Tensor &x, fg::IntArrayRef dims) { return x.permute(dims) + 1; }
FG_COMPILE(.fullgraph = true)
Tensor swapped(FG_SHAPE("f32[N, M]") const Tensor &x, const std::vector<int> &dims) {
  return fg::tanh(x).transpose(dims[0], dims[1]) * 2;
}
FG_COMPILE(.fullgraph = true)
Tensor longer(FG_SHAPE("f32[N]") const Tensor &x, int64_t dim) { return x.unsqueeze(dim) * 2; }
FG_COMPILE(.fullgraph = true)
Tensor five(FG_SHAPE("f32[N]") const Tensor &x, const std::vector<int64_t> &sizes) {
  return fg::zeros(sizes) + x.sum();
}

int main() {
  const Tensor x = fg::arange(6, fg::kFloat).reshape({2, 3}) - 2;
  for (const std::vector<int64_t> &sizes :
       std::vector<std::vector<int64_t>>{{3, 2}, {6}, {1, 2, 3}, {-1}, {3, -1}, {1, 1, 1, 6}})
    show("reshaped", reshaped(x, sizes));
  show("viewed", viewed(x, {2}));
  show("viewed", viewed(x, {1, 2}));
  for (int dim = -2; dim < 2; ++dim)
    for (const bool keep : {false, true})
      show("summed", summed(x, dim, keep));
  show("permuted", permuted(x, {1, 0}));
  show("permuted", permuted(x, {-2, -1}));
  show("swapped", swapped(x, {0, 1}));
  show("swapped", swapped(x, {-1, 0, 2}));
  for (int64_t dim = -2; dim < 2; ++dim)
    show("longer", longer(x.view({6}), dim));
  show("five", five(x.view({6}), {1, 2, 3}));
  show("five", five(x.view({6}), {1, 2, 1, 2, 1}));
  for (const int dim : {2, -3})
    try {
      summed(x, dim, false);
      std::puts("nothing thrown");
    } catch (const std::exception &error) {
      std::printf("throws %s\n", error.what());
    }
}
// CHECK: reshaped: 3 2:
// CHECK: reshaped: 6:
// CHECK: viewed: 2 3:
// CHECK: summed: 3:
// CHECK: permuted: 3 2:
// CHECK: five: 1 2 1 2 1:
// CHECK-COUNT-2: throws Dimension out of range
