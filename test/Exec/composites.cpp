// Every function of include/fullgraph/composites, and the methods and operators of a tensor: one graph each, which
// gives what eager code gives. The graphs are run operator by operator: that these have kernels is test/Ops' to show.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=remark --implicit-check-not=warning %s < %t.log
// LOG: fullgraph: composites.cpp: 223 functions, 223 graphs, {{.*}} 0 breaks,
// CHECK-COUNT-223: same
#include "Inputs/both.h"

using both::values;
using fg::Tensor;
using fg::indexing::Ellipsis;
using fg::indexing::None;
using fg::indexing::Slice;

// f32[4, 6] x and y, f32[6, 6] w, f32[6] v, f32[4] u, i64[4] i
#define INPUTS \
  FG_SHAPE("f32[4,6]") const Tensor &x, FG_SHAPE("f32[4,6]") const Tensor &y, FG_SHAPE("f32[6,6]") const Tensor &w, \
      FG_SHAPE("f32[6]") const Tensor &v, FG_SHAPE("f32[4]") const Tensor &u, FG_SHAPE("i64[4]") const Tensor &i
// clang-format off
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f0(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::negative(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f1(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::absolute(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f2(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::fix(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f3(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::arccos(x * 0.1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f4(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::arcsin(x * 0.1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f5(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::arctan(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f6(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::arctan2(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f7(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::expit(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f8(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::subtract(x, y, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f9(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::subtract(x, 2, 3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f10(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::multiply(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f11(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::multiply(x, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f12(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::divide(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f13(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::divide(x, 3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f14(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::true_divide(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f15(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::true_divide(x, 4); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f16(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::greater(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f17(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::greater(x, 0.5); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f18(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::less(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f19(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::less(x, 0.5); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f20(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::not_equal(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f21(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::not_equal(x, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f22(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::floor_divide(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f23(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::floor_divide(x, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f24(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::rsub(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f25(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::rsub(x, 1, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f26(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::clamp_min(x, 0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f27(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::clamp_min(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f28(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::clamp_max(x, 0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f29(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::clamp_max(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f30(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::clip(x, -1, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f31(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::max(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f32(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::min(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f33(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::isclose(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f34(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::sum(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f35(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::sum(x, fg::kDouble); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f36(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::sum(x, {0, 1}, true); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f37(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::mean(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f38(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::mean(x, {0}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f39(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::prod(x * 0.3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f40(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::any(x > 3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f41(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::all(x > -9); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f42(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::var(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f43(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::var(x, {1}, false); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f44(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::var(x, {1}, fg::Scalar(0), true); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f45(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::std(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f46(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::std(x, {0}, true); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f47(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::std(x, {1}, fg::Scalar(0)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f48(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::max(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f49(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::min(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f50(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return std::get<0>(fg::max(x, 1)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f51(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return std::get<1>(fg::min(x, 0, true)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f52(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::norm(x, 1, {1}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f53(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::norm(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f54(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::norm(x, 3, {0}, true); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f55(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::logsumexp(x, {1}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f56(INPUTS) { (void)y; (void)u; (void)i; return fg::addmm(v, x, w); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f57(INPUTS) { (void)y; (void)u; (void)i; return fg::addmm(v, x, w, 0.5, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f58(INPUTS) { (void)y; (void)u; (void)i; return fg::addmm(v, x, w, 0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f59(INPUTS) { (void)v; (void)u; (void)i; return fg::baddbmm(y.view({1, 4, 6}), x.view({1, 4, 6}), w.view({1, 6, 6})); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f60(INPUTS) { (void)y; (void)w; (void)u; (void)i; return fg::mv(x, v); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f61(INPUTS) { (void)y; (void)w; (void)i; return fg::addmv(u, x, v); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f62(INPUTS) { (void)y; (void)w; (void)i; return fg::addmv(u, x, v, 2, 3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f63(INPUTS) { (void)x; (void)y; (void)w; (void)u; (void)i; return fg::dot(v, v + 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f64(INPUTS) { (void)x; (void)y; (void)w; (void)i; return fg::outer(u, v); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f65(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::selu(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f66(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::celu(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f67(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::celu(x, 0.5); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f68(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::detail::softsign(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f69(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::detail::tanhshrink(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f70(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::hardshrink(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f71(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::softshrink(x, 0.3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f72(INPUTS) { (void)y; (void)w; (void)u; (void)i; return fg::prelu(x, v); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f73(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::glu(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f74(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::glu(x, 0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f75(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::dropout(x, 0.5, false); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f76(INPUTS) { (void)x; (void)y; (void)w; (void)v; (void)u; return fg::one_hot(i, 5); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f77(INPUTS) { (void)y; (void)w; (void)u; (void)i; return fg::layer_norm(x, {6}, v, v); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f78(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::layer_norm(x, {4, 6}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f79(INPUTS) { (void)y; (void)w; (void)u; (void)i; return fg::batch_norm(x, v, v, v, v.abs() + 1, false, 0.1, 1e-5, false); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f80(INPUTS) { (void)y; (void)w; (void)u; (void)i; return fg::batch_norm(x, {}, {}, v, v.abs() + 1, false, 0.1, 1e-5, false); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f81(INPUTS) { (void)y; (void)w; (void)u; (void)i; return fg::group_norm(x, 3, v, v); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f82(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::group_norm(x, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f83(INPUTS) { (void)y; (void)v; (void)u; (void)i; return fg::conv2d(x.view({1, 1, 4, 6}), w.view({1, 1, 6, 6}).slice(2, 0, 3).slice(3, 0, 3)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f84(INPUTS) { (void)y; (void)v; (void)u; (void)i; return fg::conv2d(x.view({1, 1, 4, 6}), w.view({1, 1, 6, 6}), {}, 1, 5); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f85(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::conv1d(x.view({1, 4, 6}), y.view({1, 4, 6}).slice(2, 0, 3), {}, 1, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f86(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::max_pool1d(x.view({1, 4, 6}), 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f87(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::avg_pool1d(x.view({1, 4, 6}), 3, 1, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f88(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::adaptive_avg_pool2d(x.view({1, 1, 4, 6}), {2, 3}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f89(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::detach(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f90(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::transpose(x, 0, -1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f91(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::swapaxes(x, 0, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f92(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::swapdims(x, 0, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f93(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::t(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f94(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::numpy_T(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f95(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::matrix_transpose(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f96(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::movedim(x, 0, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f97(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::movedim(x.view({2, 2, 6}), {0, 1}, {2, 0}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f98(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::squeeze(x.view({4, 1, 6})); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f99(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::view_as(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f100(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::reshape_as(x.t(), y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f101(INPUTS) { (void)y; (void)w; (void)u; (void)i; return fg::expand_as(v, x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f102(INPUTS) { (void)y; (void)w; (void)v; (void)u; return fg::type_as(x, i); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f103(INPUTS) { (void)x; (void)y; (void)w; (void)u; (void)i; return fg::broadcast_to(v, {4, 6}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f104(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::ravel(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f105(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::flatten(x.view({2, 2, 6}), 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f106(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::unflatten(x, 1, {2, 3}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f107(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::narrow(x, 1, 2, 3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f108(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::stack({x, y}, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f109(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::concat({x, y}, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f110(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::repeat(x, {2, 1}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f111(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::tril(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f112(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::triu(x, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f113(INPUTS) { (void)y; (void)w; (void)v; (void)u; return fg::embedding(x, i); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f114(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::zeros_like(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f115(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::ones_like(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f116(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::full_like(x, 3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f117(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::empty_like(x).zero_(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f118(INPUTS) { (void)x; (void)y; (void)w; (void)v; (void)i; return fg::linspace(0, 1, 5) + u.sum(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f119(INPUTS) { (void)x; (void)y; (void)w; (void)u; (void)i; return fg::arange(6) + v; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f120(INPUTS) { (void)x; (void)y; (void)w; (void)u; (void)i; return fg::arange(1, 7) * v; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f121(INPUTS) { (void)x; (void)y; (void)w; (void)u; (void)i; return fg::arange(0, 3, 0.5) * v; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f122(INPUTS) { (void)x; (void)y; (void)w; (void)u; (void)i; return fg::eye(6) + v; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f123(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::scalar_tensor(2.5) * x; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f124(INPUTS) { (void)v; (void)u; (void)i; return x.addmm(y, w); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f125(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.neg().abs_(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f126(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.clone().fill_(2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f127(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.clone().zero_().add_(1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f128(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.add(y, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f129(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.sub(1).mul_(y).div_(2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f130(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.pow(2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f131(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.clone().clamp_(-1, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f132(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.clone().clamp_min_(0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f133(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.masked_fill(x > 0, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f134(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.clone().masked_fill_(x > 0, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f135(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.index({Slice(), Slice(1, None, 2)}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f136(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.index({Ellipsis, 0}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f137(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.index({None, Slice(1), -1}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f138(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.clone().index_put_({Slice(1), 0}, 7); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f139(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.clone().copy_(y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f140(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.view({-1}).view({6, 4}).contiguous(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f141(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.size(0) * x; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f142(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.split(2, 1)[1]; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f143(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.chunk(3, 1).at(2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f144(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.unbind(1)[3]; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f145(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.split_with_sizes({1, 5}, 1)[1]; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f146(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.to(fg::kDouble); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f147(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.to(fg::kInt).bitwise_and(3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f148(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.toType(fg::kLong); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f149(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.gt(y).logical_and(x.lt(1)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f150(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return -x; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f151(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return 1 - x; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f152(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return 2.0 / (x + 9); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f153(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x % 2; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f154(INPUTS) { (void)x; (void)w; (void)v; (void)u; (void)i; return 3 % (y.abs() + 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f155(INPUTS) { (void)w; (void)v; (void)u; (void)i; return (x > 0) & (y > 0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f156(INPUTS) { (void)w; (void)v; (void)u; (void)i; return (x > 0) | (y > 0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f157(INPUTS) { (void)w; (void)v; (void)u; (void)i; return (x > 0) ^ (y > 0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f158(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x == y; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f159(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return 1 <= x; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f160(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return !(x > 0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f161(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return ~(x > 0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f162(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.sum(-1, true); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f163(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.mean({0, 1}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f164(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.amax(1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f165(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.argmax(1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f166(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.argmin(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f167(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.softmax(1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f168(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.log_softmax(0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f169(INPUTS) { (void)y; (void)v; (void)u; (void)i; return x.matmul(w); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f170(INPUTS) { (void)y; (void)v; (void)u; (void)i; return x.mm(w); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f171(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.permute({1, 0}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f172(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.unsqueeze(-1).squeeze(-1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f173(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.expand({2, 4, 6}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f174(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.select(1, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f175(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x[1][2]; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f176(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.slice(1, 0, 6, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f177(INPUTS) { (void)y; (void)w; (void)v; (void)u; return x.gather(1, i.view({4, 1})); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f178(INPUTS) { (void)y; (void)w; (void)v; (void)u; return x.index_select(0, i); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f179(INPUTS) { (void)y; (void)w; (void)v; (void)u; return x.type_as(i); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f180(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.square().sqrt(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f181(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.where(x > 0, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f182(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::where(x > 0, x, 0.0); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f183(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.lerp(y, 0.3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f184(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.addcmul(y, y, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f185(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.addcdiv(y, y + 9); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f186(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.T(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f187(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.mT(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f188(INPUTS) { (void)x; (void)y; (void)w; (void)u; (void)i; return fg::atleast_3d(v); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f189(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::hstack({x, y}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f190(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::vstack({x, y}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f191(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::dstack({x, y}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f192(INPUTS) { (void)y; (void)w; (void)v; (void)i; return fg::column_stack({u, x}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f193(INPUTS) { (void)x; (void)y; (void)w; (void)i; return fg::cartesian_prod({u, v}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f194(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.tensor_split(4, 1)[1] + x.tensor_split({2, 3}, 1)[1].sum(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f195(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.hsplit(3)[1]; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f196(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.vsplit({1, 3})[1]; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f197(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.moveaxis(0, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f198(INPUTS) { (void)y; (void)w; (void)u; (void)i; return x.select_scatter(v, 0, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f199(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.slice_scatter(y.slice(1, 0, 2), 1, 4); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f200(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return (x * 1).fill_diagonal_(7); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f201(INPUTS) { (void)x; (void)y; (void)w; (void)u; (void)i; return fg::hann_window(6) + fg::hamming_window(6) * v; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f202(INPUTS) { (void)x; (void)y; (void)w; (void)u; (void)i; return fg::bartlett_window(6) - fg::blackman_window(6) + v; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f203(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.sinc(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f204(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.signbit(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f205(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.logaddexp2(y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f206(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.ldexp(y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f207(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.isneginf().logical_or(x.isposinf()).logical_and(x.isreal()); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f208(INPUTS) { (void)x; (void)y; (void)w; (void)v; (void)u; return fg::isin(i, i.slice(0, 0, 2)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f209(INPUTS) { (void)y; (void)w; (void)v; (void)i; return fg::trapezoid(x, 0.5, 0) + fg::trapezoid(x.t(), u); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f210(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::trapz(x, y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f211(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::cumulative_trapezoid(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f212(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.cov(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f213(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.corrcoef(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f214(INPUTS) { (void)v; (void)u; (void)i; return fg::addbmm(w, x.view({4, 6, 1}), y.view({4, 1, 6}), 0.5, 2); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f215(INPUTS) { (void)y; (void)w; (void)u; (void)i; return fg::linalg_vecdot(x, v); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f216(INPUTS) { (void)y; (void)v; (void)i; return fg::linalg_multi_dot({u, x, w}); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f217(INPUTS) { (void)x; (void)y; (void)v; (void)u; (void)i; return fg::linalg_diagonal(w, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f218(INPUTS) { (void)v; (void)u; (void)i; return fg::gru_cell(x, fg::narrow(y, 1, 0, 2), w, w.slice(1, 0, 2)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f219(INPUTS) { (void)v; (void)u; (void)i; return std::get<1>(fg::lstm_cell(x, {fg::narrow(y, 1, 0, 1), fg::narrow(y, 1, 1, 1)}, w.slice(0, 0, 4), w.slice(0, 0, 4).slice(1, 0, 1))); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f220(INPUTS) { (void)u; (void)i; return fg::rnn_tanh_cell(x, y, w, w, v, v); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f221(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::quantile(x, 0.3, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f222(INPUTS) { (void)y; (void)w; (void)v; (void)i; return fg::nanquantile(x, u.sigmoid(), 0, true); }
// clang-format on

int main() {
  const Tensor x = values({4, 6}), y = values({4, 6}) * 0.7 + 0.2, w = values({6, 6}), v = values({6}), u = values({4}),
               i = fg::tensor({3, 0, 1, 3}, fg::kLong);
  using Function = Tensor (*)(INPUTS);
  const Function functions[] = {f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38, f39, f40, f41, f42, f43, f44, f45, f46, f47, f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59, f60, f61, f62, f63, f64, f65, f66, f67, f68, f69, f70, f71, f72, f73, f74, f75, f76, f77, f78, f79, f80, f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91, f92, f93, f94, f95, f96, f97, f98, f99, f100, f101, f102, f103, f104, f105, f106, f107, f108, f109, f110, f111, f112, f113, f114, f115, f116, f117, f118, f119, f120, f121, f122, f123, f124, f125, f126, f127, f128, f129, f130, f131, f132, f133, f134, f135, f136, f137, f138, f139, f140, f141, f142, f143, f144, f145, f146, f147, f148, f149, f150, f151, f152, f153, f154, f155, f156, f157, f158, f159, f160, f161, f162, f163, f164, f165, f166, f167, f168, f169, f170, f171, f172, f173, f174, f175, f176, f177, f178, f179, f180, f181, f182, f183, f184, f185, f186, f187, f188, f189, f190, f191, f192, f193, f194, f195, f196, f197, f198, f199, f200, f201, f202, f203, f204, f205, f206, f207, f208, f209, f210, f211, f212, f213, f214, f215, f216, f217, f218, f219, f220, f221, f222};
  for (const Function f : functions)
    both::check("f", [&] { return std::vector<Tensor>{f(x, y, w, v, u, i)}; });
}
