// Tensors without elements, of sizes that are known: nothing is computed for them, and no kernel divides by
// their sizes.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="FG901" --implicit-check-not=eager %s < %t.log
// LOG: empty_sizes.cpp: 14 functions, 14 graphs, {{.*}} 0 breaks
#include "Inputs/both.h"

using fg::Tensor;

namespace {

FG_COMPILE(.fullgraph = true)
Tensor rows(FG_SHAPE("f32[0,N]") Tensor x, FG_SHAPE("f32[8,N]") Tensor w) {
  return fg::linear(x, w).relu();
}
FG_COMPILE(.fullgraph = true)
Tensor product(FG_SHAPE("f32[M,0]") Tensor x, FG_SHAPE("f32[0,N]") Tensor w) { return fg::matmul(x, w) + 1; }
FG_COMPILE(.fullgraph = true)
Tensor batches(FG_SHAPE("f32[0,M,4]") Tensor x, FG_SHAPE("f32[0,4,N]") Tensor w) {
  return fg::softmax(fg::matmul(x, w), -1);
}
FG_COMPILE(.fullgraph = true)
Tensor convolution(FG_SHAPE("f32[0,3,H,W]") Tensor x, FG_SHAPE("f32[4,3,3,3]") Tensor w) {
  return fg::conv2d(x, w).mean({2, 3});
}
FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> maxima(FG_SHAPE("f32[0,N]") Tensor x) { return (x * 2).max(1); }
FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> sorted(FG_SHAPE("f32[N,0]") Tensor x) { return x.sort(1); }
FG_COMPILE(.fullgraph = true)
Tensor sums(FG_SHAPE("f32[N,0]") Tensor x) { return x.sum(1) + x.sum() + x.prod(); }
FG_COMPILE(.fullgraph = true)
Tensor normalised(FG_SHAPE("f32[0,N]") Tensor x) { return fg::layer_norm(x, {x.size(1)}).exp(); }
FG_COMPILE(.fullgraph = true)
Tensor joined(FG_SHAPE("f32[0,N]") Tensor x, FG_SHAPE("f32[M,N]") Tensor y) {
  return fg::cat({x * 2, y + 1}, 0);
}
FG_COMPILE(.fullgraph = true)
Tensor cumulated(FG_SHAPE("f32[N,0]") Tensor x) { return x.cumsum(0); }
FG_COMPILE(.fullgraph = true)
Tensor selected(FG_SHAPE("f32[0,N]") Tensor x, FG_SHAPE("i64[M]") Tensor i) {
  return x.index_select(1, i) * 3;
}
FG_COMPILE(.fullgraph = true)
Tensor indexed(FG_SHAPE("f32[5,N]") Tensor x, FG_SHAPE("i64[0]") Tensor i) { return x.index({i}) * 3; }
FG_COMPILE(.fullgraph = true)
Tensor places(FG_SHAPE("f32[0,4]") Tensor x) { return x.argmax(1); }
FG_COMPILE(.fullgraph = true)
Tensor inPlace(FG_SHAPE("f32[0,4]") Tensor x) {
  x.add_(1);
  return x.tanh();
}

std::vector<Tensor> listOf(const std::tuple<Tensor, Tensor> &both) {
  return {std::get<0>(both), std::get<1>(both)};
}

} // namespace

int main() {
  const auto f = [](fg::IntArrayRef sizes) { return both::values(sizes.vec()); };
  const Tensor index = fg::tensor({0, 1, 1}).to(fg::kLong);
  both::check("rows", [&] { return std::vector{rows(f({0, 3}), f({8, 3}))}; });
  both::check("product", [&] { return std::vector{product(f({2, 0}), f({0, 3}))}; });
  both::check("batches", [&] { return std::vector{batches(f({0, 2, 4}), f({0, 4, 3}))}; });
  both::check("convolution", [&] { return std::vector{convolution(f({0, 3, 5, 5}), f({4, 3, 3, 3}))}; });
  both::check("maxima", [&] { return listOf(maxima(f({0, 3}))); });
  both::check("sorted", [&] { return listOf(sorted(f({3, 0}))); });
  both::check("sums", [&] { return std::vector{sums(f({3, 0}))}; });
  both::check("normalised", [&] { return std::vector{normalised(f({0, 3}))}; });
  both::check("joined", [&] { return std::vector{joined(f({0, 3}), f({2, 3}))}; });
  both::check("cumulated", [&] { return std::vector{cumulated(f({3, 0}))}; });
  both::check("selected", [&] { return std::vector{selected(f({0, 3}), index)}; });
  both::check("indexed", [&] { return std::vector{indexed(f({5, 3}), fg::empty({0}, fg::kLong))}; });
  both::check("places", [&] { return std::vector{places(f({0, 4}))}; });
  both::check("inPlace", [&] { return std::vector{inPlace(f({0, 4}))}; });
  // CHECK-COUNT-14: {{: same$}}
}
