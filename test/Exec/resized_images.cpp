// Images are resized, pooled and padded by one graph for any sizes: whether two sizes are equal, or one divides the other,
// is no fork of the user's function. Copies of equal sizes keep what is infinite; what is empty lies anywhere.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="[FG" %s < %t.log
// LOG: resized_images.cpp: 14 functions, 21 graphs
// CHECK: [0, 2] 0
// CHECK-NEXT: [2, 4] 508
// CHECK-NEXT: [2, 1, 4] 508
// CHECK: too few: 8 of 9
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <iostream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace F = fg::nn::functional;
using fg::Tensor;
#define X FG_SHAPE("f32[N,C,H,W]") Tensor x
FG_COMPILE(.fullgraph = true) Tensor lin(X, int64_t h, int64_t w, bool a) { return F::interpolate(x, F::InterpolateFuncOptions().size(std::vector<int64_t>{h, w}).mode(fg::kBilinear).align_corners(a)); }
FG_COMPILE(.fullgraph = true) Tensor cub(X, int64_t h, int64_t w, bool a) { return F::interpolate(x, F::InterpolateFuncOptions().size(std::vector<int64_t>{h, w}).mode(fg::kBicubic).align_corners(a)); }
FG_COMPILE(.fullgraph = true) Tensor sc(X, double s) { return F::interpolate(x, F::InterpolateFuncOptions().scale_factor(std::vector<double>{s, s}).mode(fg::kBilinear).align_corners(false)); }
FG_COMPILE(.fullgraph = true) Tensor sc2(X) { return F::interpolate(x, F::InterpolateFuncOptions().scale_factor(std::vector<double>{2, 2}).mode(fg::kBilinear).align_corners(true)); }
FG_COMPILE(.fullgraph = true) Tensor sch(X) { return F::interpolate(x, F::InterpolateFuncOptions().scale_factor(std::vector<double>{0.5, 0.5}).mode(fg::kBilinear).align_corners(false)); }
FG_COMPILE(.fullgraph = true) Tensor am(X) { return std::get<0>(fg::adaptive_max_pool2d(x, {3, 2})); }
FG_COMPILE(.fullgraph = true) Tensor ami(X) { return std::get<1>(fg::adaptive_max_pool2d(x, {3, 2})); }
FG_COMPILE(.fullgraph = true) Tensor aa(X) { return fg::adaptive_avg_pool2d(x, {3, 7}); }
FG_COMPILE(.fullgraph = true) Tensor rp(X, int64_t p) { return fg::reflection_pad2d(x, {p, 1, 2, p}); }
FG_COMPILE(.fullgraph = true) Tensor cp(X, int64_t p) { return F::pad(x, F::PadFuncOptions({p, 1, 2, p}).mode(fg::kCircular)); }
FG_COMPILE(.fullgraph = true) Tensor rp3(FG_SHAPE("f32[C,D,H,W]") Tensor x) { return fg::reflection_pad3d(x, {1, 2, 1, 0, 2, 1}); }
FG_COMPILE(.fullgraph = true) Tensor empty(FG_SHAPE("f32[N]") Tensor x, int64_t n) { return (x + 1).as_strided({n, 2}, {4, 1}, 1); }
FG_COMPILE(.fullgraph = true) Tensor own(FG_SHAPE("f32[M,N]") Tensor x, const std::vector<int64_t> &shape, int64_t n) { return (x * 2).slice(1, n).view(shape) + 1; }
FG_COMPILE(.fullgraph = true) Tensor told(FG_SHAPE("f32[N]") Tensor x, int64_t n) {
  if (x.size(0) < n) {
    std::ostringstream text;
    text << "too few: " << x.size(0) << " of " << n;
    throw std::runtime_error(text.str());
  }
  return x.slice(0, n) * 2;
}
template <class Fn> void show(Fn f) { try { Tensor y = f(); std::cout << y.sizes() << y.strides() << " " << y.sum().template item<float>() << " " << (y.to(fg::kDouble) * fg::arange(y.numel(), fg::kDouble).view(y.sizes())).nan_to_num().sum().template item<double>() << "\n"; } catch (const std::exception &e) { std::cout << "throws " << std::string(e.what()).substr(0, 60) << "\n"; } }
int main() {
  const Tensor some = fg::arange(8, fg::kFloat);
  std::cout << empty(fg::zeros({0}), 0).sizes() << " " << empty(some, 0).sum().item<float>() << "\n";
  for (const std::vector<int64_t> &shape : std::vector<std::vector<int64_t>>{{2, 4}, {2, 1, 4}, {1, 2, 4}, {2, 2, 2}, {8}, {3, 4}})
    try {
      const Tensor y = own(fg::arange(12, fg::kFloat).view({2, 6}), shape, 2);
      std::cout << y.sizes() << " " << (y * fg::arange(8, fg::kFloat).view(y.sizes())).sum().item<float>() << "\n";
    } catch (const std::exception &error) {
      std::cout << error.what() << "\n";
    }
  for (int64_t n : {3, 9})
    try {
      std::cout << told(some, n).sum().item<float>() << "\n";
    } catch (const std::exception &error) {
      std::cout << error.what() << "\n";
    }
  for (int64_t h : {1, 3, 4, 7}) for (int64_t w : {1, 2, 6, 7}) {
    auto x = fg::sin(fg::arange(2 * 2 * h * w, fg::kFloat)).view({2, 2, h, w});
    auto y = x.clone(); y.view({-1})[0] = std::numeric_limits<float>::infinity();
    for (auto &z : {x, y}) {
    for (bool a : {false, true}) for (int64_t oh : {int64_t(1), h, int64_t(5)}) for (int64_t ow : {w, int64_t(4)}) { show([&] { return lin(z, oh, ow, a); }); show([&] { return cub(z, oh, ow, a); }); }
    for (double s : {1.0, 1.2, 0.5, 2.0, 0.3}) show([&] { return sc(z, s); });
    show([&] { return sc2(z); }); show([&] { return sch(z); });
    show([&] { return am(z); }); show([&] { return ami(z); }); show([&] { return aa(z); });
    for (int64_t p : {0, 1, 2}) { show([&] { return rp(z, p); }); show([&] { return cp(z, p); }); }
    show([&] { return rp3(z); });
    }
  }
}
