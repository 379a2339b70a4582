// The functions of include/fullgraph/composites that are named after mathematics: special functions, positions,
// decompositions, bags and signals. One graph each, which gives what eager code gives; the first few and the
// last through kernels, the others operator by operator.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=remark --implicit-check-not=warning %s < %t.log
// LOG: fullgraph: composites_more.cpp: 48 functions, 48 graphs, {{.*}} 0 breaks,
// CHECK-COUNT-48: same
#include "Inputs/both.h"

#include <fullgraph/nn.h>

#include <cmath>

using both::values;
using fg::Tensor;

// f32[4, 6] x and y, f32[6, 6] w, f32[6] v, f32[4] u, i64[4] i
#define INPUTS \
  FG_SHAPE("f32[4,6]") const Tensor &x, FG_SHAPE("f32[4,6]") const Tensor &y, FG_SHAPE("f32[6,6]") const Tensor &w, \
      FG_SHAPE("f32[6]") const Tensor &v, FG_SHAPE("f32[4]") const Tensor &u, FG_SHAPE("i64[4]") const Tensor &i
// clang-format off
FG_COMPILE(.fullgraph = true)
Tensor f0(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::special::gammaln(x); }
FG_COMPILE(.fullgraph = true)
Tensor f1(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.digamma() + fg::special::psi(y); }
FG_COMPILE(.fullgraph = true)
Tensor f2(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return (x * 0.3).erfinv(); }
FG_COMPILE(.fullgraph = true)
Tensor f3(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.i0() + fg::special::i0e(x); }
FG_COMPILE(.fullgraph = true)
Tensor f4(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::special::ndtri(x.sigmoid()); }
FG_COMPILE(.fullgraph = true)
Tensor f5(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::special::erfcx(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f6(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::special::ndtr(x) + fg::special_log_ndtr(y * 5); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f7(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::special::entr(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f8(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::special::xlog1py(x, y.abs()); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f9(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::special_xlog1py(x, 2) + fg::special_xlog1py(2, x.abs()); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f10(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::special::multigammaln(x.abs() + 2, 3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f11(INPUTS) { (void)w; (void)v; (void)u; (void)i; return x.round(2) + fg::special_round(y, -1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f12(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::special::erf(x) + fg::special::expm1(y) * fg::special::sinc(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f13(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return (x * 1).lgamma_(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f14(INPUTS) { (void)x; (void)y; (void)w; (void)v; (void)u; return fg::gcd(i * 6, i + 9); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f15(INPUTS) { (void)x; (void)y; (void)w; (void)v; (void)u; return i.lcm(i + 2) * 3; }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f16(INPUTS) { (void)x; (void)y; (void)w; (void)v; (void)u; (void)i; return fg::tril_indices(4, 6, 1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f17(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::triu_indices(x.size(0), 3, -1); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f18(INPUTS) { (void)x; (void)y; (void)w; (void)v; (void)u; return std::get<0>(fg::mode(i, 0)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f19(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return std::get<1>((x * 2).trunc().mode(1, true)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f20(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return x.nanmedian(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f21(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return std::get<0>(fg::where(x > 0, x, NAN).nanmedian(1)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f22(INPUTS) { (void)x; (void)y; (void)w; (void)u; (void)i; return fg::combinations(v); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f23(INPUTS) { (void)x; (void)y; (void)w; (void)v; (void)i; return fg::combinations(u, 2, true); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f24(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::renorm(x, 2, 0, 0.5); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f25(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::pdist(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f26(INPUTS) { (void)x; (void)y; (void)w; (void)u; (void)i; return fg::vander(v, 3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f27(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::linalg_vander(x, 3); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f28(INPUTS) { (void)w; (void)v; (void)u; (void)i; return std::get<0>(fg::linalg_qr(x)) + fg::linalg_vecdot(x, y).sum(); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f29(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return std::get<1>(fg::linalg::qr(x, "complete")); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f30(INPUTS) { (void)x; (void)y; (void)v; (void)u; (void)i; return fg::linalg_eigvalsh(w); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f31(INPUTS) { (void)x; (void)y; (void)v; (void)u; (void)i; return std::get<0>(fg::linalg_eigh(w.matmul(w.t()), "U")); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f32(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return std::get<1>(fg::linalg_svd(x)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f33(INPUTS) { (void)x; (void)y; (void)v; (void)u; (void)i; return fg::linalg::svdvals(w); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f34(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::linalg_pinv(x); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f35(INPUTS) { (void)x; (void)y; (void)u; (void)i; return std::get<0>(fg::linalg_lstsq(w, v)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f36(INPUTS) { (void)x; (void)y; (void)v; (void)u; (void)i; return fg::linalg_matrix_rank(w); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f37(INPUTS) { (void)w; (void)v; (void)u; (void)i; return fg::linalg_matrix_norm(x, 2) + fg::linalg::matrix_norm(y); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f38(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::stft(x, 4, std::nullopt, std::nullopt, {}, true, "reflect", false, std::nullopt, false); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f39(INPUTS) { (void)x; (void)y; (void)v; (void)u; return std::get<0>(fg::embedding_bag(w, i, fg::tensor({0, 1, 1}, fg::kLong))); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f40(INPUTS) { (void)x; (void)y; (void)v; (void)u; return std::get<0>(fg::embedding_bag(w, i, i.slice(0, 1, 3) * 2, false, 1, false, {}, false, 3)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f41(INPUTS) { (void)x; (void)y; (void)v; (void)u; return std::get<0>(fg::embedding_bag(w, i, i.slice(0, 1, 3), false, 2, false)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f42(INPUTS) { (void)x; (void)y; (void)v; (void)u; return fg::nn::functional::embedding_bag(i.view({2, 2}), w); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f43(INPUTS) { (void)x; (void)y; (void)v; (void)u; return fg::nn::functional::embedding_bag(i.view({2, 2}), w, fg::nn::functional::EmbeddingBagFuncOptions().mode(fg::kMax).padding_idx(3)); }
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor f44(INPUTS) { (void)y; (void)w; (void)v; (void)u; (void)i; return fg::ctc_loss(x.view({4, 1, 6}).log_softmax(2), fg::tensor({{1, 2}}, fg::kLong), {4}, {2}); }
// What is written to the diagonal of a part is written to the whole.
FG_COMPILE(.fullgraph = true)
Tensor f45(INPUTS) { (void)y; (void)w; (void)v; (void)i; Tensor z = x.clone(); z.slice(1, 1, 5).diagonal().add_(u); return z; }
FG_COMPILE(.fullgraph = true)
Tensor f46(INPUTS) { (void)x; (void)y; (void)u; (void)i; Tensor z = w * 2; z.t().diagonal(1).mul_(v.slice(0, 1)); return z + w.t().diagonal(); }
FG_COMPILE(.fullgraph = true)
Tensor f47(INPUTS) { (void)x; (void)y; (void)v; (void)i; Tensor z = w.clone(); Tensor d = z.slice(0, 0, 4).slice(1, 2).diagonal(); z.mul_(2); return d + u; }
// clang-format on

int main() {
  const Tensor x = values({4, 6}), y = values({4, 6}) * 0.7 + 0.2, w = values({6, 6}), v = values({6}), u = values({4}),
               i = fg::tensor({3, 0, 1, 3}, fg::kLong);
  using Function = Tensor (*)(INPUTS);
  // clang-format off
  const Function functions[] = {f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38, f39, f40, f41, f42, f43, f44, f45, f46, f47};
  // clang-format on
  for (const Function f : functions)
    both::check("f", [&] { return std::vector<Tensor>{f(x, y, w, v, u, i)}; });
}
