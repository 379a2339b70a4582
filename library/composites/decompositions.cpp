// The definitions of composites/decompositions.h's functions.
#include <fullgraph/ops.h>

namespace fg {

namespace detail {
static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a < b ? b : a; }
/// The first columns of some rows of the parts that stand above each other.
static Tensor part(const Tensor &parts, int64_t from, int64_t rows, int64_t columns) {
  return slice(slice(parts, -2, from, from + rows, 1), -1, 0, columns, 1);
}
static bool isUpper(string_view UPLO) {
  FG_CHECK(UPLO == "L" || UPLO == "l" || UPLO == "U" || UPLO == "u",
           "Expected UPLO argument to be 'L' or 'U', but got ", UPLO);
  return UPLO == "U" || UPLO == "u";
}
static double machineEpsilon(const Tensor &self) { return self.scalar_type() == kDouble ? 0x1p-52 : 0x1p-23; }
/// What counts as 0, of [..., 1] of the largest of a matrix's singular values.
/// The bounds: numbers, or one a matrix.
struct Bounds {
  std::optional<double> atol, rtol;
  std::optional<Tensor> atols, rtols;
};
static Tensor negligible(const Tensor &self, const Tensor &largest, const Bounds &bounds) {
  const double byDefault = machineEpsilon(self) * double(most(self.size(-2), self.size(-1)));
  if (given(bounds.atols)) {
    const Tensor absolute = unsqueeze(*bounds.atols, -1);
    return maximum(given(bounds.rtols) ? mul(largest, unsqueeze(*bounds.rtols, -1))
                                       : where(gt(absolute, 0), zeros_like(largest), mul(largest, byDefault)),
                   absolute);
  }
  if (given(bounds.rtols))
    return mul(largest, unsqueeze(*bounds.rtols, -1));
  const double absolute = bounds.atol.value_or(0.0);
  return clamp_min(mul(largest, bounds.rtol.value_or(absolute > 0 ? 0.0 : byDefault)), absolute);
}
} // namespace detail

std::tuple<Tensor, Tensor> linalg_qr(const Tensor &A, string_view mode) {
  FG_CHECK(mode == "reduced" || mode == "complete" || mode == "r", "qr received unrecognized mode '", mode,
           "' but expected one of 'reduced' (default), 'r', or 'complete'");
  FG_CHECK(A.dim() >= 2, "linalg.qr: The input tensor A must have at least 2 dimensions.");
  const int64_t rows = A.size(-2), columns = A.size(-1);
  const int64_t kept = mode == "complete" ? rows : detail::least(rows, columns);
  const Tensor parts = householder_qr(A, kept, detail::most(kept, columns));
  const Tensor R = detail::part(parts, rows, kept, columns);
  if (mode == "r")
    return {zeros({0}, A.options()), R};
  return {detail::part(parts, 0, rows, kept), R};
}
std::tuple<Tensor, Tensor> qr(const Tensor &self, bool some) {
  return linalg_qr(self, some ? "reduced" : "complete");
}

std::tuple<Tensor, Tensor> linalg_eigh(const Tensor &A, string_view UPLO) {
  const Tensor parts = symmetric_eigen(A, detail::isUpper(UPLO));
  return {select(parts, -2, 0), slice(parts, -2, 1, std::nullopt, 1)};
}
Tensor linalg_eigvalsh(const Tensor &A, string_view UPLO) { return std::get<0>(linalg_eigh(A, UPLO)); }

std::tuple<Tensor, Tensor, Tensor> linalg_svd(const Tensor &A, bool full_matrices) {
  return linalg_svd(A, full_matrices, std::nullopt);
}
std::tuple<Tensor, Tensor, Tensor> linalg_svd(const Tensor &A, bool full_matrices,
                                              std::optional<string_view> driver) {
  FG_CHECK(!driver.has_value(),
           "torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs "
           "with cuSOLVER backend.");
  FG_CHECK(A.dim() >= 2, "linalg.svd: The input tensor A must have at least 2 dimensions.");
  const int64_t rows = A.size(-2), columns = A.size(-1), count = detail::least(rows, columns);
  const int64_t left = full_matrices ? rows : count, right = full_matrices ? columns : count;
  const Tensor parts = singular_values(A, left, right, detail::most(left, right));
  const Tensor values = slice(select(parts, -2, rows), -1, 0, count, 1);
  return {detail::part(parts, 0, rows, left), values,
          matrix_transpose(detail::part(parts, rows + 1, columns, right))};
}
Tensor linalg_svdvals(const Tensor &A) { return linalg_svdvals(A, std::nullopt); }
Tensor linalg_svdvals(const Tensor &A, std::optional<string_view> driver) {
  FG_CHECK(!driver.has_value(),
           "torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs "
           "with cuSOLVER backend.");
  FG_CHECK(A.dim() >= 2, "linalg.svd: The input tensor A must have at least 2 dimensions.");
  return select(singular_values(A, 0, 0, detail::least(A.size(-2), A.size(-1))), -2, A.size(-2));
}
std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &self, bool some, bool compute_uv) {
  FG_CHECK(self.dim() >= 2, "linalg.svd: The input tensor A must have at least 2 dimensions.");
  if (compute_uv) {
    const std::tuple<Tensor, Tensor, Tensor> parts = linalg_svd(self, !some);
    return {std::get<0>(parts), std::get<1>(parts), matrix_transpose(std::get<2>(parts))};
  }
  std::vector<int64_t> left, right;
  for (int64_t d = 0; d + 1 < self.dim(); ++d) {
    left.push_back(self.size(d));
    right.push_back(self.size(d + 2 < self.dim() ? d : -1));
  }
  left.push_back(self.size(-2));
  right.push_back(self.size(-1));
  return {zeros(left, self.options()), linalg_svdvals(self), zeros(right, self.options())};
}

namespace detail {
static Tensor pseudoinverse(const Tensor &self, const Bounds &bounds, bool hermitian) {
  FG_CHECK(self.dim() >= 2 && (self.scalar_type() == kFloat || self.scalar_type() == kDouble), "linalg.pinv(",
           self.scalar_type(), "{", self.sizes(),
           "}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types");
  if (self.numel() == 0) {
    std::vector<int64_t> sizes;
    for (int64_t d = 0; d + 2 < self.dim(); ++d)
      sizes.push_back(self.size(d));
    sizes.push_back(self.size(-1));
    sizes.push_back(self.size(-2));
    return zeros(sizes, self.options());
  }
  if (hermitian) {
    const std::tuple<Tensor, Tensor> parts = linalg_eigh(self);
    const Tensor sizes = abs(std::get<0>(parts));
    const Tensor zero = negligible(self, amax(sizes, {-1}, true), bounds);
    const Tensor inverse = where(gt(sizes, zero), reciprocal(std::get<0>(parts)), 0.0);
    return matmul(mul(std::get<1>(parts), unsqueeze(inverse, -2)), matrix_transpose(std::get<1>(parts)));
  }
  const std::tuple<Tensor, Tensor, Tensor> parts = linalg_svd(self, false);
  const Tensor values = std::get<1>(parts);
  const Tensor zero = negligible(self, slice(values, -1, 0, 1, 1), bounds);
  const Tensor inverse = where(gt(values, zero), reciprocal(values), 0.0);
  return matmul(mul(matrix_transpose(std::get<2>(parts)), unsqueeze(inverse, -2)),
                matrix_transpose(std::get<0>(parts)));
}
} // namespace detail
Tensor linalg_pinv(const Tensor &self, std::optional<double> atol, std::optional<double> rtol,
                   bool hermitian) {
  return detail::pseudoinverse(self, detail::Bounds{atol, rtol, {}, {}}, hermitian);
}
Tensor linalg_pinv(const Tensor &self, const std::optional<Tensor> &atol, const std::optional<Tensor> &rtol,
                   bool hermitian) {
  return detail::pseudoinverse(self, detail::Bounds{{}, {}, atol, rtol}, hermitian);
}
Tensor linalg_pinv(const Tensor &self, const Tensor &rcond, bool hermitian) {
  return linalg_pinv(self, std::optional<Tensor>(zeros_like(rcond)), std::optional<Tensor>(rcond), hermitian);
}
Tensor linalg_pinv(const Tensor &self, double rcond, bool hermitian) {
  return linalg_pinv(self, std::optional<double>(0.0), std::optional<double>(rcond), hermitian);
}
Tensor pinverse(const Tensor &self, double rcond) { return linalg_pinv(self, rcond); }

namespace detail {
static Tensor rank(const Tensor &self, const Bounds &bounds, bool hermitian) {
  FG_CHECK(self.dim() >= 2,
           "torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.");
  const Tensor values = hermitian ? abs(linalg_eigvalsh(self)) : linalg_svdvals(self);
  if (values.size(-1) == 0)
    return sum(to(values, kLong), {-1});
  return sum(gt(values, negligible(self, amax(values, {-1}, true), bounds)), {-1});
}
} // namespace detail
Tensor linalg_matrix_rank(const Tensor &self, std::optional<double> atol, std::optional<double> rtol,
                          bool hermitian) {
  return detail::rank(self, detail::Bounds{atol, rtol, {}, {}}, hermitian);
}
Tensor linalg_matrix_rank(const Tensor &self, double tol, bool hermitian) {
  return detail::rank(self, detail::Bounds{tol, 0.0, {}, {}}, hermitian);
}
Tensor linalg_matrix_rank(const Tensor &input, const std::optional<Tensor> &atol,
                          const std::optional<Tensor> &rtol, bool hermitian) {
  return detail::rank(input, detail::Bounds{{}, {}, atol, rtol}, hermitian);
}
Tensor linalg_matrix_rank(const Tensor &input, const Tensor &tol, bool hermitian) {
  return linalg_matrix_rank(input, std::optional<Tensor>(tol), std::optional<Tensor>(zeros_like(tol)),
                            hermitian);
}

std::tuple<Tensor, Tensor, Tensor, Tensor> linalg_lstsq(const Tensor &self, const Tensor &b,
                                                        std::optional<double> rcond) {
  return linalg_lstsq(self, b, rcond, std::nullopt);
}
std::tuple<Tensor, Tensor, Tensor, Tensor> linalg_lstsq(const Tensor &self, const Tensor &b,
                                                        std::optional<double> rcond,
                                                        std::optional<string_view> driver) {
  const string_view name = driver.has_value() ? *driver : "gelsy";
  FG_CHECK(name == "gels" || name == "gelsy" || name == "gelsd" || name == "gelss",
           "torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)");
  FG_CHECK(self.dim() >= 2, "torch.linalg.lstsq: input must have at least 2 dimensions.");
  FG_CHECK(b.dim() >= 1, "torch.linalg.lstsq: other must have at least 1 dimension.");
  FG_CHECK(self.scalar_type() == b.scalar_type(),
           "torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype ",
           self.scalar_type(), " and other's dtype ", b.scalar_type());
  const bool vector = self.dim() - 1 == b.dim();
  FG_CHECK(self.size(-2) == b.size(vector ? -1 : -2),
           vector ? "torch.linalg.lstsq: input.size(-2) should match other.size(-1)"
                  : "torch.linalg.lstsq: input.size(-2) should match other.size(-2)");
  const Tensor right = vector ? unsqueeze(b, -1) : b;
  const std::tuple<Tensor, Tensor, Tensor> parts = linalg_svd(self, false);
  const Tensor values = std::get<1>(parts);
  const Tensor zero =
      detail::negligible(self, amax(values, {-1}, true), detail::Bounds{std::nullopt, rcond, {}, {}});
  const Tensor counts = gt(values, zero), inverse = where(counts, reciprocal(values), 0.0);
  const Tensor solution =
      matmul(matrix_transpose(std::get<2>(parts)),
             mul(unsqueeze(inverse, -1), matmul(matrix_transpose(std::get<0>(parts)), right)));
  const Tensor none = zeros({0}, self.options()), rank = sum(counts, {-1});
  Tensor residuals = none;
  if (self.size(-2) > self.size(-1) && name != "gelsy") {
    bool full = true;
    if (name != "gels")
      full = all(eq(rank, self.size(-1))).item<bool>();
    if (full)
      residuals = sum(square(sub(matmul(self, solution), right)), {-2});
  }
  return {vector ? squeeze(solution, -1) : solution, residuals,
          name == "gels" ? zeros({0}, self.options().dtype(kLong)) : rank,
          name == "gelsd" || name == "gelss" ? values : none};
}

namespace detail {
/// The matrices of dims `dim`, in the last two.
static Tensor matricesOf(const Tensor &self, IntArrayRef dim, std::optional<ScalarType> dtype) {
  FG_CHECK(self.dim() >= 2, "linalg.matrix_norm: The input tensor A must have at least 2 dimensions.");
  FG_CHECK(dim.size() == 2, "linalg.matrix_norm: dim must be a 2-tuple. Got ", dim);
  FG_CHECK(self.is_floating_point(),
           "linalg.matrix_norm: Expected a floating point or complex tensor as input. Got ",
           self.scalar_type());
  FG_CHECK(wrapDim(dim[0], self.dim()) != wrapDim(dim[1], self.dim()),
           "linalg.matrix_norm: dims must be different. Got (", dim[0], ", ", dim[1], ")");
  return movedim(dtype.has_value() ? to(self, *dtype) : self, {dim[0], dim[1]}, {-2, -1});
}
static Tensor keptDims(const Tensor &self, const Tensor &norm, IntArrayRef dim, bool keepdim) {
  if (!keepdim)
    return norm;
  const int64_t a = wrapDim(dim[0], self.dim()), b = wrapDim(dim[1], self.dim());
  return unsqueeze(unsqueeze(norm, a < b ? a : b), a < b ? b : a);
}
} // namespace detail
Tensor linalg_matrix_norm(const Tensor &self, double ord, IntArrayRef dim, bool keepdim,
                          std::optional<ScalarType> dtype) {
  const Tensor matrices = detail::matricesOf(self, dim, dtype);
  const double size = ord < 0 ? -ord : ord;
  FG_CHECK(size == 1 || size == 2 || size == __builtin_huge_val(), "linalg.matrix_norm: Order ", ord,
           " not supported.");
  const Tensor each =
      size == 2 ? linalg_svdvals(matrices) : sum(abs(matrices), {size == 1 ? int64_t(-2) : int64_t(-1)});
  return detail::keptDims(self, ord < 0 ? amin(each, {-1}) : amax(each, {-1}), dim, keepdim);
}
Tensor linalg_matrix_norm(const Tensor &self, string_view ord, IntArrayRef dim, bool keepdim,
                          std::optional<ScalarType> dtype) {
  FG_CHECK(ord == "fro" || ord == "nuc", "linalg.matrix_norm: Order ", ord, " not supported.");
  const Tensor matrices = detail::matricesOf(self, dim, dtype);
  return detail::keptDims(
      self, ord == "fro" ? linalg_vector_norm(matrices, 2, {-2, -1}) : sum(linalg_svdvals(matrices), {-1}),
      dim, keepdim);
}
Tensor linalg_norm(const Tensor &self, const std::optional<Scalar> &ord, OptionalIntArrayRef dims,
                   bool keepdim, std::optional<ScalarType> dtype) {
  const IntArrayRef dim = dims.value_or(IntArrayRef());
  FG_CHECK(dim.empty() || dim.size() == 1 || dim.size() == 2,
           "linalg.norm: If dim is specified, it must be of length 1 or 2. Got ", dim);
  if (!ord.has_value())
    return linalg_vector_norm(self, 2, dim, keepdim, dtype);
  FG_CHECK(!dim.empty() || self.dim() == 1 || self.dim() == 2,
           "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got ", self.dim(),
           "D.");
  if (dim.size() == 1 || (dim.empty() && self.dim() == 1))
    return linalg_vector_norm(self, *ord, dim, keepdim, dtype);
  return dim.empty() ? linalg_matrix_norm(self, ord->toDouble(), {-2, -1}, keepdim, dtype)
                     : linalg_matrix_norm(self, ord->toDouble(), dim, keepdim, dtype);
}
Tensor linalg_norm(const Tensor &self, string_view ord, OptionalIntArrayRef dims, bool keepdim,
                   std::optional<ScalarType> dtype) {
  const IntArrayRef dim = dims.value_or(IntArrayRef());
  FG_CHECK(dim.empty() || dim.size() == 1 || dim.size() == 2,
           "linalg.norm: If dim is specified, it must be of length 1 or 2. Got ", dim);
  FG_CHECK(!dim.empty() || self.dim() == 1 || self.dim() == 2,
           "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got ", self.dim(),
           "D.");
  return dim.empty() ? linalg_matrix_norm(self, ord, {-2, -1}, keepdim, dtype)
                     : linalg_matrix_norm(self, ord, dim, keepdim, dtype);
}

// --- LU decompositions ---
namespace detail {
struct Lu {
  Tensor LU, pivots;
};
static Lu luOf(const Tensor &A, bool pivot, bool strict, const char *name) {
  FG_CHECK(pivot, name, ": LU without pivoting is not implemented on the CPU");
  const Tensor parts = lu_factors(A, strict);
  const int64_t rows = A.size(-2), count = least(rows, A.size(-1));
  return {slice(parts, -2, 0, rows, 1), to(slice(select(parts, -2, rows), -1, 0, count, 1), kInt)};
}
/// The place of the first 0 on U's diagonal, from 1, or 0.
static Tensor firstZero(const Tensor &LU) {
  const Tensor zeros = eq(diagonal(LU, 0, -2, -1), 0);
  if (zeros.size(-1) == 0)
    return to(sum(zeros, {-1}), kInt);
  return to(where(any(zeros, -1), add(argmax(to(zeros, kInt), -1), 1), 0), kInt);
}
/// The rows of B in the order in which A's stand in LU.
static Tensor inOrder(const Tensor &B, const Tensor &pivots) {
  return gather(B, -2, expand(unsqueeze(pivot_order(pivots, B.size(-2)), -1), B.sizes()));
}
static Tensor solveFactored(const Tensor &LU, const Tensor &pivots, const Tensor &B) {
  return linalg_solve_triangular(LU, linalg_solve_triangular(LU, inOrder(B, pivots), false, true, true),
                                 true);
}
} // namespace detail
std::tuple<Tensor, Tensor> linalg_lu_factor(const Tensor &A, bool pivot) {
  const detail::Lu parts = detail::luOf(A, pivot, true, "linalg.lu_factor");
  return {parts.LU, parts.pivots};
}
std::tuple<Tensor, Tensor, Tensor> linalg_lu_factor_ex(const Tensor &A, bool pivot, bool check_errors) {
  const detail::Lu parts = detail::luOf(A, pivot, check_errors, "linalg.lu_factor");
  return {parts.LU, parts.pivots, detail::firstZero(parts.LU)};
}
std::tuple<Tensor, Tensor, Tensor> lu_unpack(const Tensor &LU_data, const Tensor &LU_pivots, bool unpack_data,
                                             bool unpack_pivots) {
  FG_CHECK(LU_data.dim() >= 2,
           "torch.lu_unpack: Expected tensor with 2 or more dimensions. Got size: ", LU_data.sizes(),
           " instead");
  FG_CHECK(!unpack_pivots || LU_pivots.scalar_type() == kInt,
           "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.");
  const int64_t rows = LU_data.size(-2), columns = LU_data.size(-1), count = detail::least(rows, columns);
  Tensor P = zeros({0}, LU_data.options()), L = P, U = P;
  if (unpack_pivots) // column i has its 1 where the i-th row of LU comes from
    P = to(eq(unsqueeze(arange(rows, LU_data.options().dtype(kLong)), -1),
              unsqueeze(pivot_order(LU_pivots, rows), -2)),
           LU_data.scalar_type());
  if (unpack_data) {
    L = add(tril(slice(LU_data, -1, 0, count, 1), -1), eye(rows, count, LU_data.options()));
    U = triu(slice(LU_data, -2, 0, count, 1));
  }
  return {P, L, U};
}
std::tuple<Tensor, Tensor, Tensor> linalg_lu(const Tensor &A, bool pivot) {
  const detail::Lu parts = detail::luOf(A, pivot, false, "linalg.lu");
  return lu_unpack(parts.LU, parts.pivots);
}
Tensor linalg_lu_solve(const Tensor &LU, const Tensor &pivots, const Tensor &B, bool left, bool adjoint) {
  FG_CHECK(LU.dim() >= 2, "torch.linalg.lu_solve: The input tensor A must have at least 2 dimensions.");
  FG_CHECK(LU.size(-1) == LU.size(-2),
           "torch.linalg.lu_solve: A must be batches of square matrices, but they are ", LU.size(-2), " by ",
           LU.size(-1), " matrices");
  FG_CHECK(LU.scalar_type() == B.scalar_type(),
           "linalg.lu_solve: Expected LU and B to have the same dtype, but found LU of type ",
           LU.scalar_type(), " and B of type ", B.scalar_type(), " instead");
  FG_CHECK(pivots.scalar_type() == kInt,
           "linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32");
  FG_CHECK(B.dim() >= 2, "linalg.lu_solve: The input tensor B must have at least 2 dimensions.");
  FG_CHECK(B.size(left ? -2 : -1) == LU.size(-1),
           "linalg.lu_solve: Incompatible shapes of A and B for the equation ", left ? "AX" : "XA", " = B (",
           LU.size(-2), "x", LU.size(-1), " and ", B.size(-2), "x", B.size(-1), ")");
  FG_CHECK(pivots.dim() >= 1 && pivots.size(-1) == LU.size(-1),
           "linalg.lu_solve: Number of pivots per batch should be same as the dimension of the matrix");
  FG_CHECK(pivots.sizes() == LU.sizes().slice(0, static_cast<size_t>(LU.dim() - 1)),
           "linalg.lu_solve: Expected LU.shape[:-1] and pivots.shape to be the same, but got pivots with "
           "shape ",
           pivots.sizes(), " instead");
  if (!left) // the transposed equation
    return matrix_transpose(linalg_lu_solve(LU, pivots, matrix_transpose(B), true, !adjoint));
  if (!adjoint) {
    std::vector<int64_t> sizes =
        detail::broadcastSizes(B.sizes().slice(0, static_cast<size_t>(B.dim() - 2)),
                               LU.sizes().slice(0, static_cast<size_t>(LU.dim() - 2)));
    sizes.push_back(LU.size(-1));
    const Tensor swaps = expand(pivots, sizes);
    sizes.push_back(B.size(-1));
    return detail::solveFactored(LU, swaps, expand(B, sizes));
  }
  // A = P L U, and of its transpose, U^T L^T P^T.
  const Tensor along = linalg_solve_triangular(matrix_transpose(LU), B, false);
  const Tensor ordered = linalg_solve_triangular(matrix_transpose(LU), along, true, true, true);
  return matmul(std::get<0>(lu_unpack(LU, pivots, false)), ordered);
}
Tensor lu_solve(const Tensor &self, const Tensor &LU_data, const Tensor &LU_pivots) {
  return linalg_lu_solve(LU_data, LU_pivots, self);
}

// --- which say whether they could, in place of throwing ---
std::tuple<Tensor, Tensor> linalg_inv_ex(const Tensor &A, bool check_errors) {
  FG_CHECK(A.dim() >= 2, "linalg.inv: The input tensor A must have at least 2 dimensions.");
  FG_CHECK(A.size(-1) == A.size(-2), "linalg.inv: A must be batches of square matrices, but they are ",
           A.size(-2), " by ", A.size(-1), " matrices");
  if (check_errors) {
    const Tensor inverse = linalg_inv(A);
    return {inverse, zeros(A.sizes().slice(0, static_cast<size_t>(A.dim() - 2)), A.options().dtype(kInt))};
  }
  const detail::Lu parts = detail::luOf(A, true, false, "linalg.inv");
  const Tensor unit = expand(eye(A.size(-1), A.options()), A.sizes());
  return {detail::solveFactored(parts.LU, parts.pivots, unit), detail::firstZero(parts.LU)};
}
std::tuple<Tensor, Tensor> linalg_solve_ex(const Tensor &A, const Tensor &B, bool left, bool check_errors) {
  FG_CHECK(A.dim() >= 2, "linalg.solve: The input tensor A must have at least 2 dimensions.");
  FG_CHECK(A.size(-1) == A.size(-2), "linalg.solve: A must be batches of square matrices, but they are ",
           A.size(-2), " by ", A.size(-1), " matrices");
  const std::vector<int64_t> batch = A.sizes().slice(0, static_cast<size_t>(A.dim() - 2)).vec();
  if (check_errors) {
    const Tensor solution = linalg_solve(A, B, left);
    return {solution, zeros(batch, A.options().dtype(kInt))};
  }
  const bool vector = B.dim() == 1 || B.sizes() == A.sizes().slice(0, static_cast<size_t>(A.dim() - 1));
  const detail::Lu parts = detail::luOf(A, true, false, "linalg.solve");
  const Tensor right = vector ? unsqueeze(B, -1) : B;
  const Tensor solution = linalg_lu_solve(parts.LU, parts.pivots, right, left);
  return {vector ? squeeze(solution, -1) : solution, detail::firstZero(parts.LU)};
}
std::tuple<Tensor, Tensor> linalg_cholesky_ex(const Tensor &self, bool upper, bool check_errors) {
  if (check_errors) {
    const Tensor factor = linalg_cholesky(self, upper);
    return {factor,
            zeros(self.sizes().slice(0, static_cast<size_t>(self.dim() - 2)), self.options().dtype(kInt))};
  }
  const Tensor parts = cholesky_factor(upper ? matrix_transpose(self) : self);
  const int64_t size = self.size(-1);
  const Tensor factor = slice(parts, -2, 0, size, 1);
  // Of no elements nothing fails.
  const Tensor minor = to(sum(slice(select(parts, -2, size), -1, 0, 1, 1), {-1}), kInt);
  return {upper ? matrix_transpose(factor) : factor, minor};
}

// --- matrices that are not symmetric ---
std::tuple<Tensor, Tensor> linalg_eig(const Tensor &self) {
  const Tensor parts = general_eigen(self);
  return {view_as_complex(select(parts, -3, 0)), view_as_complex(slice(parts, -3, 1, std::nullopt, 1))};
}
Tensor linalg_eigvals(const Tensor &self) { return std::get<0>(linalg_eig(self)); }
Tensor linalg_matrix_exp(const Tensor &self) {
  if (self.scalar_type() == kHalf || self.scalar_type() == kBFloat16)
    return to(matrix_exponential(to(self, kFloat)), self.scalar_type());
  return matrix_exponential(self);
}
Tensor matrix_exp(const Tensor &self) { return linalg_matrix_exp(self); }

namespace detail {
static void checkCondition(const Tensor &self, string_view ord) {
  FG_CHECK(self.dim() >= 2, "linalg.cond: The input tensor must have at least 2 dimensions.");
  FG_CHECK(self.size(-1) == self.size(-2), "linalg.cond(ord=", ord,
           "): A must be batches of square matrices, but they are ", self.size(-2), " by ", self.size(-1),
           " matrices");
}
/// Infinite where there is no inverse.
static Tensor conditionOf(const Tensor &norm, const Tensor &ofInverse, const Tensor &info) {
  return where(ne(info, 0), __builtin_huge_val(), mul(norm, ofInverse));
}
} // namespace detail
Tensor linalg_cond(const Tensor &self, const std::optional<Scalar> &p) {
  FG_CHECK(self.dim() >= 2, "linalg.cond: The input tensor must have at least 2 dimensions.");
  const double ord = p.has_value() ? p->toDouble() : 2.0;
  const double size = ord < 0 ? -ord : ord;
  FG_CHECK(size == 1 || size == 2 || size == __builtin_huge_val(),
           "linalg.cond got an invalid norm type: ", ord);
  if (self.numel() == 0)
    return zeros(self.sizes().slice(0, static_cast<size_t>(self.dim() - 2)), self.scalar_type());
  if (size == 2) {
    const Tensor values = linalg_svdvals(self);
    const Tensor most = select(values, -1, 0), least = select(values, -1, -1);
    return ord > 0 ? div(most, least) : div(least, most);
  }
  detail::checkCondition(self, size == 1 ? (ord > 0 ? "1" : "-1") : (ord > 0 ? "inf" : "-inf"));
  const auto [inverse, info] = linalg_inv_ex(self);
  return detail::conditionOf(linalg_matrix_norm(self, ord), linalg_matrix_norm(inverse, ord), info);
}
Tensor linalg_cond(const Tensor &self, string_view p) {
  FG_CHECK(p == "fro" || p == "nuc", "linalg.cond got an invalid norm type: ", p);
  detail::checkCondition(self, p);
  if (self.numel() == 0)
    return zeros(self.sizes().slice(0, static_cast<size_t>(self.dim() - 2)), self.scalar_type());
  const auto [inverse, info] = linalg_inv_ex(self);
  // The nuclear norm takes finite numbers only.
  const Tensor numbers =
      p == "nuc" ? where(unsqueeze(unsqueeze(ne(info, 0), -1), -1), 0.0, inverse) : inverse;
  return detail::conditionOf(linalg_matrix_norm(self, p), linalg_matrix_norm(numbers, p), info);
}
std::tuple<Tensor, Tensor> triangular_solve(const Tensor &self, const Tensor &A, bool upper, bool transpose,
                                            bool unitriangular) {
  FG_CHECK(self.dim() >= 2, "torch.triangular_solve: Expected b to have at least 2 dimensions, but it has ",
           self.dim(), " dimensions instead");
  FG_CHECK(A.dim() >= 2, "torch.triangular_solve: Expected A to have at least 2 dimensions, but it has ",
           A.dim(), " dimensions instead");
  FG_CHECK(self.size(-2) == A.size(-1), "Incompatible matrix sizes for triangular_solve: each A matrix is ",
           A.size(-1), " by ", A.size(-1), " but each b matrix is ", self.size(-2), " by ", self.size(-1));
  const Tensor solution =
      transpose ? linalg_solve_triangular(matrix_transpose(A), self, !upper, true, unitriangular)
                : linalg_solve_triangular(A, self, upper, true, unitriangular);
  return {solution, clone(A)};
}

namespace linalg {
Tensor inv(const Tensor &A) { return linalg_inv(A); }
Tensor det(const Tensor &A) { return linalg_det(A); }
std::tuple<Tensor, Tensor> slogdet(const Tensor &A) { return linalg_slogdet(A); }
Tensor cholesky(const Tensor &self) { return linalg_cholesky(self); }
std::tuple<Tensor, Tensor> eig(const Tensor &self) { return linalg_eig(self); }
Tensor eigvals(const Tensor &self) { return linalg_eigvals(self); }
std::tuple<Tensor, Tensor> lu_factor(const Tensor &self, bool pivot) { return linalg_lu_factor(self, pivot); }
std::tuple<Tensor, Tensor, Tensor> lu(const Tensor &self, bool pivot) { return linalg_lu(self, pivot); }
Tensor matrix_exp(const Tensor &self) { return linalg_matrix_exp(self); }
Tensor solve(const Tensor &input, const Tensor &other, bool left) { return linalg_solve(input, other, left); }
Tensor solve_triangular(const Tensor &input, const Tensor &other, bool upper, bool left, bool unitriangular) {
  return linalg_solve_triangular(input, other, upper, left, unitriangular);
}
std::tuple<Tensor, Tensor> qr(const Tensor &input, string_view mode) { return linalg_qr(input, mode); }
std::tuple<Tensor, Tensor> eigh(const Tensor &self, string_view uplo) { return linalg_eigh(self, uplo); }
Tensor eigvalsh(const Tensor &self, string_view uplo) { return linalg_eigvalsh(self, uplo); }
std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &input, bool full_matrices) {
  return linalg_svd(input, full_matrices);
}
std::tuple<Tensor, Tensor, Tensor> svd(const Tensor &input, bool full_matrices,
                                       std::optional<string_view> driver) {
  return linalg_svd(input, full_matrices, driver);
}
Tensor svdvals(const Tensor &input) { return linalg_svdvals(input); }
Tensor svdvals(const Tensor &input, std::optional<string_view> driver) {
  return linalg_svdvals(input, driver);
}
Tensor pinv(const Tensor &input, double rcond, bool hermitian) {
  return linalg_pinv(input, rcond, hermitian);
}
Tensor matrix_rank(const Tensor &input, std::optional<double> atol, std::optional<double> rtol,
                   bool hermitian) {
  return linalg_matrix_rank(input, atol, rtol, hermitian);
}
std::tuple<Tensor, Tensor, Tensor, Tensor> lstsq(const Tensor &self, const Tensor &b,
                                                 std::optional<double> cond) {
  return linalg_lstsq(self, b, cond);
}
std::tuple<Tensor, Tensor, Tensor, Tensor>
lstsq(const Tensor &self, const Tensor &b, std::optional<double> cond, std::optional<string_view> driver) {
  return linalg_lstsq(self, b, cond, driver);
}
Tensor matrix_norm(const Tensor &self, double ord, IntArrayRef dim, bool keepdim,
                   std::optional<ScalarType> dtype) {
  return linalg_matrix_norm(self, ord, dim, keepdim, dtype);
}
Tensor matrix_norm(const Tensor &self, string_view ord, IntArrayRef dim, bool keepdim,
                   std::optional<ScalarType> dtype) {
  return linalg_matrix_norm(self, ord, dim, keepdim, dtype);
}
Tensor vector_norm(const Tensor &self, const Scalar &ord, IntArrayRef dim, bool keepdim,
                   std::optional<ScalarType> dtype) {
  return linalg_vector_norm(self, ord, dim, keepdim, dtype);
}
Tensor norm(const Tensor &self, const std::optional<Scalar> &ord, IntArrayRef dim, bool keepdim,
            std::optional<ScalarType> dtype) {
  return linalg_norm(self, ord, dim, keepdim, dtype);
}
Tensor norm(const Tensor &self, string_view ord, IntArrayRef dim, bool keepdim,
            std::optional<ScalarType> dtype) {
  return linalg_norm(self, ord, dim, keepdim, dtype);
}
Tensor matrix_power(const Tensor &self, int64_t n) { return linalg_matrix_power(self, n); }
Tensor multi_dot(TensorList tensors) { return linalg_multi_dot(tensors); }
} // namespace linalg

Tensor nuclear_norm(const Tensor &self, bool keepdim) { return nuclear_norm(self, {-2, -1}, keepdim); }
Tensor nuclear_norm(const Tensor &self, IntArrayRef dim, bool keepdim) {
  return linalg_matrix_norm(self, "nuc", dim, keepdim);
}
Tensor frobenius_norm(const Tensor &self, IntArrayRef dim, bool keepdim) {
  FG_CHECK(dim.size() <= 2, "Expected at most 2 dimensions, but got ", dim.size(), " dimensions instead.");
  return norm(self, 2, dim, keepdim);
}

} // namespace fg
