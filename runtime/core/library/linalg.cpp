// linalg_inv, linalg_det, solve_matrices, linalg_cholesky for batches of small matrices, f32 and f64:
// elimination with partial pivoting, and Cholesky's decomposition (Golub and Van Loan, Matrix
// Computations, 3.4 and 4.2), in f64. A result above 0 is the 1-based place of the pivot that is 0, or of the
// leading minor that is not positive.
#include "runtime/core/library/matrices.h"

using namespace fg;
using namespace fg::library;

namespace {

/// a becomes its upper triangle; what is done to its rows is done to b's. Returns the place of a pivot that
/// is 0.
int64_t eliminate(Dense &a, Dense *b, double &sign) {
  int64_t singular = 0;
  sign = 1;
  for (int64_t k = 0; k < a.rows; ++k) {
    int64_t pivot = k;
    for (int64_t r = k + 1; r < a.rows; ++r)
      if (std::fabs(a(r, k)) > std::fabs(a(pivot, k)))
        pivot = r;
    if (pivot != k) {
      sign = -sign;
      a.swapRows(k, pivot);
      if (b)
        b->swapRows(k, pivot);
    }
    if (a(k, k) == 0) {
      singular = singular ? singular : k + 1;
      continue;
    }
    for (int64_t r = k + 1; r < a.rows; ++r) {
      const double factor = a(r, k) / a(k, k);
      if (factor == 0)
        continue;
      for (int64_t c = k; c < a.columns; ++c)
        a(r, c) -= factor * a(k, c);
      for (int64_t c = 0; b && c < b->columns; ++c)
        (*b)(r, c) -= factor * (*b)(k, c);
    }
  }
  return singular;
}

/// b becomes the solution of (upper triangle of a) x = b.
void substituteBack(Dense &a, Dense &b) {
  for (int64_t c = 0; c < b.columns; ++c)
    for (int64_t r = a.rows; r-- > 0;) {
      double sum = b(r, c);
      for (int64_t k = r + 1; k < a.columns; ++k)
        sum -= a(r, k) * b(k, c);
      b(r, c) = sum / a(r, r);
    }
}

} // namespace

extern "C" int fg_library_linalg_inv(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  return withReal(self.type, [&](auto element) {
    using T = decltype(element);
    return forEachMatrix(out, [&](const int64_t *batch) {
      Dense a = denseOf(matrixAt<const T>(self, batch)), b(a.rows, a.rows);
      for (int64_t i = 0; i < a.rows; ++i)
        b(i, i) = 1;
      double sign = 1;
      if (const int64_t singular = eliminate(a, &b, sign))
        return int(singular);
      substituteBack(a, b);
      store(matrixAt<T>(out, batch), b);
      return 0;
    });
  });
}

extern "C" int fg_library_solve_matrices(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &right = buffer(arguments, 1), &out = buffer(arguments, 2);
  return withReal(self.type, [&](auto element) {
    using T = decltype(element);
    return forEachMatrix(out, [&](const int64_t *batch) {
      Dense a = denseOf(matrixAt<const T>(self, batch)), b = denseOf(matrixAt<const T>(right, batch));
      double sign = 1;
      if (const int64_t singular = eliminate(a, &b, sign))
        return int(singular);
      substituteBack(a, b);
      store(matrixAt<T>(out, batch), b);
      return 0;
    });
  });
}

extern "C" int fg_library_linalg_det(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  return withReal(self.type, [&](auto element) {
    using T = decltype(element);
    T *result = reinterpret_cast<T *>(out.host);
    return forEachMatrix(self, [&](const int64_t *batch) {
      Dense a = denseOf(matrixAt<const T>(self, batch));
      double determinant = 1;
      eliminate(a, nullptr, determinant);
      for (int64_t i = 0; i < a.rows; ++i)
        determinant *= a(i, i);
      *result++ = T(determinant);
      return 0;
    });
  });
}

extern "C" int fg_library_linalg_cholesky(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 1);
  return withReal(self.type, [&](auto element) {
    using T = decltype(element);
    return forEachMatrix(out, [&](const int64_t *batch) {
      Dense a = denseOf(matrixAt<const T>(self, batch)); // of which the lower triangle is read
      for (int64_t c = 0; c < a.rows; ++c) {
        for (int64_t k = 0; k < c; ++k)
          for (int64_t r = c; r < a.rows; ++r)
            a(r, c) -= a(r, k) * a(c, k);
        if (!(a(c, c) > 0))
          return int(c + 1);
        const double root = std::sqrt(a(c, c));
        for (int64_t r = c; r < a.rows; ++r)
          a(r, c) /= root;
        for (int64_t r = 0; r < c; ++r)
          a(r, c) = 0;
      }
      store(matrixAt<T>(out, batch), a);
      return 0;
    });
  });
}
