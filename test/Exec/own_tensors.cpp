// Several helpers with loops in one statement: each call is made on its own, and the rest is a region, since the
// helpers change nothing but tensors that they have made. What a helper writes to somebody else's tensor keeps its
// place: there C++ leaves the order of two calls to the compiler.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: return scale(d, x) - 2 * scale(d, y);
// LOG: return swapped(d, x) - 3 * swapped(d, y);
// LOG: own_tensors.cpp: 9 functions, {{.*}} 2 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <utility>
#include <vector>

using fg::Tensor;
#define WHOLE FG_COMPILE(.fullgraph = true)

Tensor score(const Tensor &e) { // writes to a sum of its own
  auto s = e.select(1, 0).sum(1);
  for (int64_t i = 1; i < e.size(1); ++i)
    s += e.select(1, i).sum(1);
  return s;
}
Tensor partition(const Tensor &e, const Tensor &t) {
  auto a = e.select(1, 0);
  for (int64_t i = 1; i < e.size(1); ++i)
    a = fg::logsumexp(a.unsqueeze(2) + t + e.select(1, i).unsqueeze(1), {1});
  return fg::logsumexp(a, {1});
}
WHOLE Tensor loss(FG_SHAPE("f32[B, N, K]") const Tensor &e, FG_SHAPE("f32[K, K]") const Tensor &t) {
  return (partition(e, t) - score(e)).mean();
}

// Into parts of its own tensor, elements of its own list, and by a lambda of its own.
Tensor table(const Tensor &x, int64_t n) {
  auto out = fg::zeros({n, x.size(0)});
  std::vector<int64_t> order(2, 0);
  const auto half = [](const Tensor &v) { return v / 2; };
  for (int64_t i = 0; i < n; ++i) {
    order[0] = i;
    out[order[0]].copy_(half(x) * double(i + 1));
    out.select(0, i).add_(1);
  }
  return out;
}
WHOLE Tensor tables(FG_SHAPE("f32[K]") const Tensor &x, int64_t n) { return (table(x, n) * table(-x, n)).sum(); }

// Both write to the tensor of the object that they are handed.
struct State {
  Tensor u = fg::ones({3});
};
Tensor scale(State &d, const Tensor &x) {
  auto same = d.u; // no tensor of its own
  for (int64_t i = 0; i < x.size(0); ++i)
    same.mul_(fg::softmax(same, 0) * x[i]); // rows: no kernel can be this loop, and the call stays one
  return same + 0;
}
FG_COMPILE() Tensor shared(State &d, FG_SHAPE("f32[K]") const Tensor &x, FG_SHAPE("f32[K]") const Tensor &y) {
  return scale(d, x) - 2 * scale(d, y);
}
// A value that another one has taken the place of by std::swap is no tensor of its own, either.
Tensor swapped(State &d, const Tensor &x) {
  auto own = fg::zeros({3});
  std::swap(own, d.u);
  for (int64_t i = 0; i < x.size(0); ++i)
    own.add_(fg::softmax(own, 0) * x[i]);
  std::swap(own, d.u);
  return d.u * 2;
}
FG_COMPILE() Tensor exchanged(State &d, FG_SHAPE("f32[K]") const Tensor &x, FG_SHAPE("f32[K]") const Tensor &y) {
  return swapped(d, x) - 3 * swapped(d, y);
}

int main() {
  const Tensor e = fg::arange(24, fg::kFloat).reshape({2, 3, 4}) / 10;
  std::printf("loss %.4f\n", loss(e, fg::eye(4)).item<double>());
  std::printf("loss %.4f\n", loss(fg::arange(16, fg::kFloat).reshape({2, 2, 4}) / 10, fg::eye(4)).item<double>());
  // CHECK: loss {{-?[0-9.]+}}
  // CHECK: loss {{-?[0-9.]+}}
  for (int64_t n : {1, 3})
    std::printf("tables %.3f\n", tables(fg::arange(3, fg::kFloat), n).item<double>());
  // CHECK: tables 1.750
  // CHECK: tables -8.500
  State d;
  const Tensor x = fg::tensor({2.0, 3.0}).to(fg::kFloat), y = fg::tensor({0.5, 5.0}).to(fg::kFloat);
  const Tensor first = shared(d, x, y);
  std::printf("shared %.3f %.3f\n", first.sum().item<double>(), d.u.sum().item<double>());
  const Tensor second = exchanged(d, x, y);
  std::printf("exchanged %.3f %.3f\n", second.sum().item<double>(), d.u.sum().item<double>());
  // CHECK: shared
  // CHECK: exchanged
}
