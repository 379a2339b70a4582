// Factorisations, triangular systems, matrix functions and norms: captured whole, of sizes and batches that
// are known at run time only, which gives what eager code gives, its errors too.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=remark --implicit-check-not=warning %s < %t.log
// LOG: fullgraph: linear_algebra.cpp: 9 functions, {{.*}}, 0 breaks,
#include "Inputs/both.h"

using both::values;
using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor triangular(FG_SHAPE("f32[B,N,N]") const Tensor &a, FG_SHAPE("f32[B,N,K]") const Tensor &b) {
  const auto x = fg::linalg::solve_triangular(a, b, false);
  return fg::linalg_solve_triangular(a, x.mT(), true, false, true) + std::get<0>(b.triangular_solve(a)).mT();
}

FG_COMPILE(.fullgraph = true)
Tensor gaussian(FG_SHAPE("f32[B,N,N]") const Tensor &a, FG_SHAPE("f32[B,N,K]") const Tensor &b) {
  const auto [factor, info] = fg::linalg_cholesky_ex(a.matmul(a.mT()) + fg::eye(a.size(-1)));
  return fg::where(info.eq(0).view({-1, 1, 1}), b.cholesky_solve(factor), 0.0) +
         factor.cholesky_inverse().sum();
}

FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor, Tensor, Tensor> factors(FG_SHAPE("f32[B,N,N]") const Tensor &a,
                                                   FG_SHAPE("f32[B,N,K]") const Tensor &b) {
  auto [LU, pivots] = fg::linalg::lu_factor(a);
  auto [P, L, U] = fg::lu_unpack(LU, pivots);
  return {P.matmul(L).matmul(U) - a, fg::linalg_lu_solve(LU, pivots, b), pivots,
          std::get<1>(fg::linalg::lu(b))};
}

FG_COMPILE(.fullgraph = true)
Tensor inverses(FG_SHAPE("f32[B,N,N]") const Tensor &a, FG_SHAPE("f32[B,N,K]") const Tensor &b) {
  const auto [inverse, info] = fg::linalg_inv_ex(a);
  const auto [solution, failed] = fg::linalg_solve_ex(a, b);
  return inverse.matmul(b) - solution + (info + failed).view({-1, 1, 1});
}

FG_COMPILE(.fullgraph = true)
Tensor transition(FG_SHAPE("f32[N,N]") const Tensor &a, double dt) {
  return (a * dt).matrix_exp().matmul(fg::linalg::matrix_exp(a * -dt)) + fg::matrix_power(a, 5);
}

FG_COMPILE(.fullgraph = true)
Tensor spectrum(FG_SHAPE("f32[B,N,N]") const Tensor &a) {
  const auto values = fg::linalg::eigvals(a);
  return fg::real(values).sum(-1) + fg::abs(values).amax(-1);
}

FG_COMPILE(.fullgraph = true)
Tensor conditions(FG_SHAPE("f32[B,N,N]") const Tensor &a) {
  return fg::linalg_cond(a) + fg::linalg_cond(a, 1) + fg::linalg_cond(a, "fro") + fg::linalg_cond(a, "nuc");
}

FG_COMPILE(.fullgraph = true)
Tensor norms(FG_SHAPE("f32[B,N,N]") const Tensor &a) {
  return fg::linalg_norm(a, "fro", {1, 2}) + fg::linalg::norm(a, 1, {-2, -1}) + fg::linalg_norm(a) +
         fg::linalg_norm(a.select(0, 0), 2) + fg::linalg_norm(a, INFINITY, 1).sum(-1);
}

FG_COMPILE(.fullgraph = true)
Tensor crossed(FG_SHAPE("f32[M,1,3]") const Tensor &a, FG_SHAPE("f32[1,N,3]") const Tensor &b) {
  return fg::linalg_cross(a, b);
}

int main() {
  for (const int64_t n : {1, 3, 6}) {
    const Tensor a = values({2, n, n}) + fg::eye(n) * 3, b = values({2, n, 4}), s = fg::zeros({2, n, n});
    both::check("triangular",
                [&] { return std::vector{triangular(a, b), triangular(a, b.slice(2, 0, 1).contiguous())}; });
    both::check("gaussian", [&] { return std::vector{gaussian(a, b)}; });
    both::check("factors", [&] {
      auto [x, y, z, w] = factors(a, b);
      return std::vector{x, y, z, w};
    });
    both::check("singular factors", [&] { return std::vector{std::get<0>(factors(s, b))}; });
    both::check("inverses", [&] { return std::vector{inverses(a, b)}; });
    both::check("transition", [&] { return std::vector{transition(a.select(0, 1), 0.25)}; });
    both::check("spectrum", [&] { return std::vector{spectrum(a)}; });
    both::check("conditions", [&] { return std::vector{conditions(a), conditions(a * 1e-3)}; });
    both::check("norms", [&] { return std::vector{norms(a)}; });
    both::check("crossed", [&] { return std::vector{crossed(values({n, 1, 3}), values({1, 4, 3}))}; });
  }
  // CHECK-COUNT-30: same
}
