// Factorisations, triangular systems and matrix functions, against results stored from PyTorch 2.13
// (linalg_reference.py), and their messages.
#include "Errors.h"

#include <fullgraph/fullgraph.h>
#include <fullgraph/io.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

using fg::Tensor;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

const std::map<std::string, double> orders = {{"1", 1},   {"-1", -1},   {"2", 2},
                                              {"-2", -2}, {"inf", inf}, {"-inf", -inf}};

class Linalg : public testing::Test {
protected:
  std::map<std::string, Tensor> stored =
      fg::load_safetensors(FULLGRAPH_SOURCE_DIR "/test/unit/runtime/linalg_reference.safetensors");

  Tensor in(const std::string &name) { return stored.at("in." + name); }

  void check(const std::string &name, const Tensor &actual) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(stored.count("out." + name));
    const Tensor expected = stored.at("out." + name);
    EXPECT_EQ(actual.scalar_type(), expected.scalar_type());
    ASSERT_EQ(actual.sizes().vec(), expected.sizes().vec());
    const fg::ScalarType dtype = actual.scalar_type();
    const double tolerance = dtype == fg::kDouble  ? 1e-10
                             : dtype == fg::kFloat ? 2e-5
                             : dtype == fg::kHalf  ? 1e-3
                                                   : 8e-3;
    EXPECT_TRUE(fg::allclose(actual, expected, tolerance, tolerance, true)) << actual << expected;
  }
  template <class... Tensors> void check(const std::string &name, const std::tuple<Tensors...> &actual) {
    std::apply(
        [&, i = 0](const Tensors &...each) mutable { (check(name + "." + std::to_string(i++), each), ...); },
        actual);
    EXPECT_EQ(stored.count("out." + name + "." + std::to_string(sizeof...(Tensors))), 0u) << name;
  }
};

} // namespace

TEST_F(Linalg, TriangularSystemsReadOneTriangle) {
  const Tensor a = in("a"), b = in("b"), c = in("c");
  for (const bool upper : {false, true}) {
    const std::string tag = upper ? ".1" : ".0";
    check("triangular" + tag, fg::linalg_solve_triangular(a, b, upper));
    check("triangular.unit" + tag, fg::linalg::solve_triangular(a, b, upper, true, true));
    check("triangular.right" + tag, fg::linalg_solve_triangular(a, c, upper, false));
    check("triangular.old" + tag, b.triangular_solve(a, upper));
    check("triangular.transposed" + tag, std::get<0>(fg::triangular_solve(b, a, upper, true)));
    check("cholesky_solve" + tag, b.cholesky_solve(a, upper));
    check("cholesky_inverse" + tag, a.cholesky_inverse(upper));
    check("cholesky_ex" + tag, fg::linalg_cholesky_ex(in("p").slice(0, 0, 3, 2), upper));
  }
  check("cholesky_ex.info", std::get<1>(fg::linalg_cholesky_ex(in("p"))));
}

TEST_F(Linalg, LuFactorsAreLapacks) {
  const Tensor a = in("a"), b = in("b"), c = in("c"), r = in("r"), s = in("s");
  check("lu_factor", fg::linalg_lu_factor(a));
  check("lu_factor.f32", fg::linalg::lu_factor(a.to(fg::kFloat)));
  check("lu_factor_ex", fg::linalg_lu_factor_ex(s));
  check("lu.square", fg::linalg_lu(a));
  check("lu.tall", fg::linalg_lu(r));
  check("lu.wide", fg::linalg::lu(r.mT()));
  check("lu.singular", fg::linalg_lu(s));
  check("lu.empty", fg::linalg_lu(a.slice(1, 0, 0)));
  const auto [LU, pivots] = fg::linalg_lu_factor(a);
  for (const bool adjoint : {false, true}) {
    const std::string tag = adjoint ? ".1" : ".0";
    check("lu_solve" + tag, fg::linalg_lu_solve(LU, pivots, b, true, adjoint));
    check("lu_solve.right" + tag, fg::linalg_lu_solve(LU, pivots, c, false, adjoint));
  }
  check("lu_solve.one", fg::linalg_lu_solve(LU, pivots, b.slice(0, 0, 1)));
  check("lu_solve.old", b.lu_solve(LU, pivots));
  check("lu_unpack.P", fg::lu_unpack(LU, pivots, false));
  check("lu_unpack.LU", fg::lu_unpack(LU, pivots, true, false));
}

TEST_F(Linalg, TheExFormsSayWhatFailed) {
  const Tensor a = in("a"), s = in("s");
  check("inv_ex", fg::linalg_inv_ex(a));
  check("inv_ex.info", std::get<1>(fg::linalg_inv_ex(s)));
  check("solve_ex", fg::linalg_solve_ex(a, in("b")));
  check("solve_ex.vectors", fg::linalg_solve_ex(a, in("v")));
  check("solve_ex.right", fg::linalg_solve_ex(a, in("c"), false));
  check("solve_ex.info", std::get<1>(fg::linalg_solve_ex(s, fg::ones({3, 2}, fg::kDouble))));
}

TEST_F(Linalg, MatrixFunctions) {
  const Tensor a = in("a"), s = in("s"), x = in("x"), y = in("y");
  check("matrix_exp", a.matrix_exp());
  check("matrix_exp.f32", fg::linalg::matrix_exp(a.to(fg::kFloat) * 3));
  for (const int64_t n : {0, 1, 2, 3, 7, 10, -3})
    check("matrix_power." + std::to_string(n), a.matrix_power(n));
  check("cond.None", fg::linalg_cond(a));
  check("cond.singular.None", fg::linalg_cond(s.slice(0, 0, 1)));
  for (const auto &[name, order] : orders) {
    check("cond." + name, fg::linalg_cond(a, order));
    check("cond.singular." + name, fg::linalg_cond(std::abs(order) == 1 ? s : s.slice(0, 0, 1), order));
  }
  for (const char *const name : {"fro", "nuc"}) {
    check(std::string("cond.") + name, fg::linalg_cond(a, name));
  }
  check("cond.singular.fro", fg::linalg_cond(s, "fro"));
  EXPECT_TRUE(
      fg::linalg_cond(s, "nuc").slice(0, 1).eq(inf).all().item<bool>()); // PyTorch's is about 1e16, or NaN
  check("cond.rectangular", fg::linalg_cond(in("r")));
  check("cross", fg::linalg_cross(x.unsqueeze(0), y));
  check("cross.dim", fg::linalg_cross(x.t().unsqueeze(1), y.permute({2, 0, 1}), 0));
}

TEST_F(Linalg, NormsOfVectorsAndOfMatrices) {
  const Tensor m = in("m"), w = in("w");
  check("norm", fg::linalg_norm(w));
  check("norm.dims", fg::linalg_norm(w, std::nullopt, {0, 2}));
  for (const auto &[name, order] : orders) {
    check("norm." + name, fg::linalg_norm(m, order));
    check("norm.dims." + name, fg::linalg_norm(w, order, {2, 0}, true));
    check("norm.vector." + name, fg::linalg::norm(m.select(0, 0), order, {}, true));
    check("norm.dim." + name, fg::linalg_norm(w, order, 1, false, fg::kDouble));
  }
  for (const char *const name : {"fro", "nuc"}) {
    check(std::string("norm.") + name, fg::linalg_norm(m, name));
    check(std::string("norm.dims.") + name, fg::linalg::norm(w, name, {2, 0}, true));
  }
}

TEST_F(Linalg, NormsOfHalvesAreComputedInFloat) {
  for (const auto &[name, order] : orders) {
    check("norm.half." + name, in("m").to(fg::kHalf).mul(100).norm(order, -1));
    check("norm.bfloat16." + name, fg::linalg_norm(in("m").to(fg::kBFloat16).select(0, 1), order));
  }
  check("norm.half.total", (in("m").to(fg::kHalf) * 100).norm());
}

TEST_F(Linalg, EigenvectorsAreWhatTheMatrixScales) {
  const Tensor a = in("a");
  const auto [values, vectors] = fg::linalg::eig(a);
  EXPECT_EQ(values.scalar_type(), fg::kComplexDouble);
  EXPECT_EQ(fg::linalg_eigvals(a.to(fg::kFloat)).scalar_type(), fg::kComplexFloat);
  const Tensor re = fg::real(values), im = fg::imag(values);
  check("eigenvalues.sums", fg::stack({re.sum(-1), (re * re - im * im).sum(-1), fg::abs(values).sum(-1)}));
  const Tensor vr = fg::real(vectors), vi = fg::imag(vectors), l = re.unsqueeze(-2), m = im.unsqueeze(-2);
  EXPECT_TRUE(fg::allclose(a.matmul(vr), vr * l - vi * m, 1e-10, 1e-10));
  EXPECT_TRUE(fg::allclose(a.matmul(vi), vr * m + vi * l, 1e-10, 1e-10));
  EXPECT_TRUE(fg::allclose((vr * vr + vi * vi).sum(-2), fg::ones({3, 4}, fg::kDouble)));
}

TEST_F(Linalg, RefuseWhatPyTorchRefuses) {
  const Tensor a = in("a"), b = in("b"), s = in("s"), one = a.select(0, 0);
  const auto [LU, pivots] = fg::linalg_lu_factor(a);
  EXPECT_ERROR(
      fg::linalg_solve_triangular(one, b.select(0, 0).t(), true),
      "linalg.solve_triangular: Incompatible shapes of A and B for the equation AX = B (4x4 and 2x4)");
  EXPECT_ERROR(
      fg::linalg_solve_triangular(one, b, true, false),
      "linalg.solve_triangular: Incompatible shapes of A and B for the equation XA = B (4x4 and 4x2)");
  EXPECT_ERROR(fg::linalg_solve_triangular(a.slice(0, 0, 2), b, true),
               "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0");
  EXPECT_ERROR(fg::linalg_solve(a.slice(0, 0, 2), b),
               "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0");
  EXPECT_ERROR(fg::cholesky_solve(in("v").select(0, 0), one),
               "b should have at least 2 dimensions, but has 1 dimensions instead");
  EXPECT_ERROR(
      fg::cholesky_solve(b.to(fg::kFloat), a),
      "Expected b and A to have the same dtype, but found b of type Float and A of type Double instead.");
  EXPECT_ERROR(fg::cholesky_inverse(s), "(Batch element 2): The diagonal element 1 is zero");
  EXPECT_ERROR(
      fg::linalg_lu_factor(s),
      "torch.linalg.lu_factor: (Batch element 1): U[2,2] is zero and using it on lu_solve would result in a "
      "division by zero.");
  EXPECT_ERROR(fg::linalg_lu(a, false), "linalg.lu: LU without pivoting is not implemented on the CPU");
  EXPECT_ERROR(fg::linalg_lu_factor(in("v").select(0, 0)),
               "torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: [4] instead");
  EXPECT_ERROR(fg::linalg_lu_solve(LU, pivots.to(fg::kLong), b),
               "linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32");
  EXPECT_ERROR(fg::linalg_lu_solve(LU, pivots.select(0, 0), b),
               "linalg.lu_solve: Expected LU.shape[:-1] and pivots.shape to be the same, but got pivots with "
               "shape [4] "
               "instead");
  EXPECT_ERROR(fg::lu_unpack(LU, pivots * 0),
               "pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive.");
  EXPECT_ERROR(fg::linalg_inv_ex(s, true), "(Batch element 1): The diagonal element 2 is zero");
  EXPECT_ERROR(fg::linalg_cholesky_ex(in("p"), false, true),
               "the leading minor of order 2 is not positive-definite");
  EXPECT_ERROR(fg::linalg_eig(one * inf), "torch.linalg.eig: input tensor should not contain infs or NaNs.");
  EXPECT_ERROR(fg::linalg_cond(one, 3), "linalg.cond got an invalid norm type: 3");
  EXPECT_ERROR(fg::linalg_cond(in("r"), 1),
               "linalg.cond(ord=1): A must be batches of square matrices, but they are 5 by 3 matrices");
  const Tensor m = in("m"), w = in("w");
  EXPECT_ERROR(fg::linalg_norm(w, 2),
               "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got 3D.");
  EXPECT_ERROR(fg::linalg_norm(w, std::nullopt, {0, 1, 2}),
               "linalg.norm: If dim is specified, it must be of length 1 or 2. Got [0, 1, 2]");
  EXPECT_ERROR(fg::linalg_norm(m, 3), "linalg.matrix_norm: Order 3 not supported.");
  EXPECT_ERROR(fg::linalg_norm(m, "max"), "linalg.matrix_norm: Order max not supported.");
  EXPECT_ERROR(fg::linalg_norm(m.select(0, 0), "fro"),
               "linalg.matrix_norm: The input tensor A must have at least 2 dimensions.");
  EXPECT_ERROR(fg::linalg_norm(m, 1, {0, -2}), "linalg.matrix_norm: dims must be different. Got (0, -2)");
  EXPECT_ERROR(fg::linalg_norm(m.to(fg::kLong), 1),
               "linalg.matrix_norm: Expected a floating point or complex tensor as input. Got Long");
  EXPECT_ERROR(fg::linalg_norm(m.to(fg::kLong)),
               "linalg.vector_norm: Expected a floating point or complex tensor as input. Got Long");
  EXPECT_ERROR(
      fg::linalg_vector_norm(m.slice(0, 0, 0), inf),
      "linalg.vector_norm cannot compute the inf norm on an empty tensor because the operation does not have "
      "an identity");
  static_assert(!std::is_constructible_v<fg::Scalar, const char *>); // "fro" is not true
  EXPECT_ERROR(fg::linalg_cross(in("x"), in("y").slice(2, 0, 2)),
               "linalg.cross: inputs must have the same number of dimensions.");
}

TEST_F(Linalg, LogarithmsOfDeterminantsBeyondTheDtype) {
  for (const fg::ScalarType dtype : {fg::kFloat, fg::kDouble}) {
    const fg::Tensor eye = fg::eye(400, dtype);
    const auto [sign, logarithm] = fg::linalg_slogdet(eye * 10);
    EXPECT_EQ(sign.scalar_type(), dtype);
    EXPECT_EQ(sign.item<double>(), 1);
    EXPECT_NEAR(logarithm.item<double>(), 400 * std::log(10.0), 1e-3);
    EXPECT_NEAR(fg::logdet(eye * 0.1).item<double>(), -400 * std::log(10.0), 1e-3);
    fg::Tensor turned = eye * 7;
    turned.select(0, 3).mul_(-1);
    EXPECT_EQ(std::get<0>(turned.slogdet()).item<double>(), -1);
    EXPECT_TRUE(std::isnan(turned.logdet().item<double>()));
    turned.select(0, 5).zero_();
    EXPECT_EQ(std::get<0>(turned.slogdet()).item<double>(), 0);
    EXPECT_EQ(turned.logdet().item<double>(), -std::numeric_limits<double>::infinity());
  }
  EXPECT_EQ(fg::logdet(fg::zeros({0, 0})).item<float>(), 0);
}
