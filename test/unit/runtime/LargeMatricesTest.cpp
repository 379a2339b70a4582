// Factors of matrices of one block and of several (runtime/core/library/blocked_factors.cpp), of sizes around
// the blocks' and the vectors': what they multiply to is the matrix, and what fails is named as in small
// ones.
#include "runtime/core/library/factors.h"

#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

using fg::Tensor;

namespace {

const int64_t sizes[] = {1, 3, 7, 8, 9, 17, 63, 64, 65, 127, 128, 129, 192, 200, 321};

Tensor randomMatrix(int64_t rows, int64_t columns) {
  fg::manual_seed(static_cast<uint64_t>(rows * 1000 + columns));
  return fg::randn({rows, columns}, fg::kDouble);
}

Tensor positiveMatrix(int64_t n) {
  const Tensor x = randomMatrix(n, n);
  return fg::matmul(x, x.t()) + fg::eye(n, fg::kDouble);
}

double distance(const Tensor &a, const Tensor &b) {
  return ((a - b).abs().amax() / b.abs().amax().clamp(1e-300)).item<double>();
}

} // namespace

TEST(LargeMatrices, LuMultipliesToTheMatrixAndPivotsAreTheLargest) {
  for (const int64_t n : sizes)
    for (const int64_t columns : {n, n + 70, std::max<int64_t>(n - 70, 1)}) {
      SCOPED_TRACE(n);
      const Tensor x = randomMatrix(n, columns);
      const auto [p, l, u] = fg::linalg_lu(x);
      EXPECT_LT(distance(fg::matmul(fg::matmul(p, l), u), x), 1e-11);
      EXPECT_LE(l.abs().amax().item<double>(), 1.0);
    }
}

TEST(LargeMatrices, SystemsAreSolved) {
  for (const int64_t n : sizes)
    for (const int64_t columns : {1, 4, 9, 130}) {
      SCOPED_TRACE(n);
      const Tensor a = randomMatrix(n, n) + 3 * std::sqrt(static_cast<double>(n)) * fg::eye(n, fg::kDouble);
      const Tensor b = randomMatrix(n, columns);
      EXPECT_LT(distance(fg::matmul(a, fg::linalg::solve(a, b)), b), 1e-11);
      // Of a matrix that lies column after column, and of every second one of a larger one.
      const Tensor transposed = a.t().contiguous().t(), wide = fg::cat({a, a}, 1).slice(1, 0, n);
      EXPECT_TRUE(fg::equal(fg::linalg::solve(transposed, b), fg::linalg::solve(a, b)));
      EXPECT_TRUE(fg::equal(fg::linalg::solve(wide, b), fg::linalg::solve(a, b)));
      const Tensor single = fg::linalg::solve(a.to(fg::kFloat), b.to(fg::kFloat));
      EXPECT_LT(distance(single.to(fg::kDouble), fg::linalg::solve(a, b)), 1e-5);
    }
}

TEST(LargeMatrices, TrianglesAreSolvedAndTheRestIsNotRead) {
  for (const int64_t n : sizes)
    for (const bool upper : {false, true})
      for (const bool unit : {false, true}) {
        SCOPED_TRACE(n);
        const Tensor all = randomMatrix(n, n) / static_cast<double>(n), ones = fg::eye(n, fg::kDouble);
        const Tensor strict = upper ? all.triu(1) : all.tril(-1);
        const Tensor triangle = strict + (unit ? ones : 2 * ones);
        const double other = std::numeric_limits<double>::quiet_NaN();
        const Tensor rest = fg::full_like(all, other);
        Tensor read = triangle + fg::where(upper ? rest.tril(-1).isnan() : rest.triu(1).isnan(), rest, 0.0);
        if (unit)
          read = read + 5 * ones;
        const Tensor b = randomMatrix(n, 11);
        const Tensor x = fg::linalg::solve_triangular(read, b, upper, true, unit);
        EXPECT_LT(distance(fg::matmul(triangle, x), b), 1e-11);
      }
}

TEST(LargeMatrices, CholeskyReadsTheLowerTriangle) {
  for (const int64_t n : sizes) {
    SCOPED_TRACE(n);
    const Tensor a = positiveMatrix(n);
    const Tensor factor = fg::linalg::cholesky(a);
    EXPECT_LT(distance(fg::matmul(factor, factor.t()), a), 1e-12);
    EXPECT_TRUE(fg::equal(factor.triu(1), fg::zeros_like(factor)));
    EXPECT_TRUE(fg::equal(fg::linalg::cholesky(a.tril() + 100 * fg::ones_like(a).triu(1)), factor));
  }
}

TEST(LargeMatrices, TheFirstMinorThatIsNotPositiveIsNamed) {
  for (const int64_t n : {9, 129, 200})
    for (const int64_t bad : {int64_t(0), int64_t(7), n / 2, n - 1}) {
      SCOPED_TRACE(bad);
      Tensor a = positiveMatrix(n);
      a[bad][bad] = -1.0;
      EXPECT_EQ(std::get<1>(fg::linalg_cholesky_ex(a)).item<int64_t>(), bad + 1);
      a[bad][bad] = std::numeric_limits<double>::quiet_NaN();
      EXPECT_EQ(std::get<1>(fg::linalg_cholesky_ex(a)).item<int64_t>(), bad + 1);
    }
}

TEST(LargeMatrices, APivotThatIsZeroIsNamedAndNaNIsNone) {
  for (const int64_t n : {9, 129, 200}) {
    SCOPED_TRACE(n);
    const Tensor a = randomMatrix(n, n), b = randomMatrix(n, 2);
    for (const int64_t zero : {int64_t(0), n / 2, n - 1}) {
      Tensor singular = a.clone();
      singular.select(1, zero).zero_();
      EXPECT_EQ(fg::linalg::det(singular).item<double>(), 0.0);
      EXPECT_EQ(std::get<1>(fg::linalg_inv_ex(singular)).item<int64_t>(), zero + 1);
    }
    Tensor unknown = a.clone();
    unknown[n / 2][n / 3] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(fg::linalg::det(unknown).item<double>()));
    EXPECT_TRUE(fg::linalg::solve(unknown, b).isnan().any().item<bool>());
  }
}

TEST(LargeMatrices, InfinitiesReachTheRowsBehindThem) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const int64_t n : {1, 5, 8, 20, 140})
    for (const bool upper : {false, true})
      for (const bool unit : {false, true}) {
        SCOPED_TRACE(n);
        const Tensor all = fg::ones({n, n}, fg::kDouble);
        Tensor triangle = upper ? all.triu() : all.tril();
        Tensor b = (fg::arange(n, fg::kDouble).unsqueeze(1) + fg::ones({n, 9}, fg::kDouble)).contiguous();
        const int64_t row = n / 2;
        if (unit)
          b.select(0, row).fill_(inf);
        else
          triangle[row][row] = 0.0; // a number divided by 0 is one
        const Tensor x = fg::linalg::solve_triangular(triangle, b, upper, true, unit);
        for (int64_t i = 0; i < n; ++i) {
          const bool isBefore = upper ? i > row : i < row;
          EXPECT_EQ(std::isfinite(x[i][3].item<double>()), isBefore) << i;
        }
        EXPECT_TRUE(std::isinf(x[row][8].item<double>()));
      }
}

TEST(LargeMatrices, ExactWhereNumbersAre) {
  // Whole numbers whose quotients are whole: no factor is a product with a rounded reciprocal.
  for (const int64_t n : {9, 130}) {
    const Tensor diagonal = 49 * fg::eye(n, fg::kDouble) + 98 * fg::ones({n, n}, fg::kDouble).triu(1);
    const Tensor x = fg::arange(n, fg::kDouble).unsqueeze(1);
    EXPECT_TRUE(fg::equal(fg::linalg::solve(diagonal, fg::matmul(diagonal, x)), x));
    EXPECT_TRUE(fg::equal(fg::linalg::solve_triangular(diagonal, fg::matmul(diagonal, x), true), x));
  }
}

TEST(LargeMatrices, EachLevelsKernelsFactorAndSolve) {
  std::vector<const fg::library::FactorKernels *> levels = {&fg::library::factorsBaseline};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    levels.push_back(&fg::library::factorsAvx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    levels.push_back(&fg::library::factorsAvx512);
#endif
  for (const fg::library::FactorKernels *kernels : levels)
    for (const int64_t n : {1, 5, 8, 13, 37}) {
      SCOPED_TRACE(n);
      // Row after row, so that a tensor's memory is the transposed matrix, with rows of 0 behind it.
      const int64_t stride = fg::library::paddedRows(n);
      const auto padded = [&](const Tensor &x) { return fg::pad(x.t(), {0, stride - n}).contiguous(); };
      const auto matrixOf = [&](const Tensor &x) { return x.slice(1, 0, n).t(); };
      const Tensor a = positiveMatrix(n), ones = fg::eye(n, fg::kDouble);
      Tensor factor = padded(a), inverse = padded(ones);
      EXPECT_TRUE(kernels->cholesky(factor.data_ptr<double>(), stride, n, n));
      EXPECT_LT(distance(fg::matmul(matrixOf(factor).tril(), matrixOf(factor).tril().t()), a), 1e-12);
      factor = padded(a);
      std::vector<int64_t> swaps(static_cast<size_t>(n));
      kernels->lu(factor.data_ptr<double>(), stride, n, n, swaps.data());
      fg::library::swapRows(inverse.data_ptr<double>(), n, n, swaps.data(), 0, n);
      for (const bool upper : {false, true})
        kernels->solve(factor.data_ptr<double>(), stride, n, {.upper = upper, .unit = !upper},
                       inverse.data_ptr<double>(), stride, n);
      EXPECT_LT(distance(fg::matmul(a, matrixOf(inverse)), ones), 1e-9);
    }
}
