// A tensor's sizes as a range: each call of sizes() is of the same list.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: sizes_as_ranges.cpp: 7 functions, 7 graphs, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <functional>
#include <numeric>
#include <vector>

using fg::Tensor;

FG_COMPILE() Tensor copied(FG_SHAPE("f32[M,N]") Tensor x) {
  std::vector<int64_t> s(x.sizes().begin(), x.sizes().end());
  s[0] = -1;
  return x.reshape(s) * 2;
}
FG_COMPILE() Tensor in_front(FG_SHAPE("f32[M,N]") Tensor x) {
  std::vector<int64_t> s(x.sizes().begin(), x.sizes().end() - 1);
  s.push_back(1);
  return x.sum(1).reshape(s) * 2;
}
FG_COMPILE() Tensor in_braces(FG_SHAPE("f32[M,N]") Tensor x) {
  std::vector<int64_t> s{x.sizes().begin(), x.sizes().end()};
  s.back() = -1;
  return x.reshape(s) * 2;
}
FG_COMPILE() Tensor added(FG_SHAPE("f32[M,N]") Tensor x) {
  std::vector<int64_t> s;
  s.assign(x.sizes().begin(), x.sizes().end());
  s.insert(s.end(), x.strides().begin() + 1, x.strides().end());
  return fg::zeros(s) + x.unsqueeze(2);
}
FG_COMPILE() Tensor multiplied(FG_SHAPE("f32[M,N]") Tensor x) {
  const int64_t n =
      std::accumulate(x.sizes().begin(), x.sizes().end(), int64_t(1), std::multiplies<int64_t>());
  return x.reshape({n}) * 2;
}
// A copy is a list of its own, and another tensor has others.
FG_COMPILE() Tensor changed(FG_SHAPE("f32[M,N]") Tensor x) {
  std::vector<int64_t> s = x.sizes().vec(), t = x.t().sizes().vec();
  s[0] += 1;
  return fg::zeros(s).narrow(0, 0, x.size(0)) + x + fg::zeros(t).t();
}
FG_COMPILE() Tensor renewed(FG_SHAPE("f32[M,N]") Tensor x) {
  const int64_t before = *x.sizes().begin();
  x = x.unsqueeze(0);
  return x * (before + *x.sizes().begin());
}

int main() {
  const Tensor x = fg::ones({2, 3});
  for (const Tensor &t :
       {copied(x), in_front(x), in_braces(x), added(x), multiplied(x), changed(x), renewed(x)})
    std::printf("%ld:%g ", static_cast<long>(t.dim()), t.sum().item<double>());
  // CHECK: 2:12 2:12 2:12 3:6 1:12 2:6 3:18
}
