// householder_qr, symmetric_eigen, singular_values, in f64: Householder's reflections as LAPACK's dgeqr2
// takes them, and Jacobi's rotations (Golub and Van Loan, Matrix Computations, 5.2, 8.5 and 8.6.3).
#include "runtime/core/library/matrices.h"

#include <numeric>

using namespace fg;
using namespace fg::library;

namespace {

/// Sweeps converge quadratically; more than a dozen are never needed for finite numbers.
constexpr int mostSweeps = 60;
constexpr double epsilon = 0x1p-52;

bool isFinite(const Dense &a) {
  return std::all_of(a.values.begin(), a.values.end(), [](double v) { return std::isfinite(v); });
}

/// The sine and cosine that make the off-diagonal element `between` of [[p, between], [between, q]] 0.
struct Rotation {
  double cosine, sine, tangent;
  Rotation(double p, double q, double between) {
    const double angle = (q - p) / (2 * between);
    tangent = (angle < 0 ? -1 : 1) / (std::fabs(angle) + std::hypot(angle, 1.0));
    cosine = 1 / std::hypot(tangent, 1.0);
    sine = tangent * cosine;
  }
  void columns(Dense &a, int64_t p, int64_t q) const {
    for (int64_t r = 0; r < a.rows; ++r) {
      const double x = a(r, p), y = a(r, q);
      a(r, p) = cosine * x - sine * y;
      a(r, q) = sine * x + cosine * y;
    }
  }
  void rows(Dense &a, int64_t p, int64_t q) const {
    for (int64_t c = 0; c < a.columns; ++c) {
      const double x = a(p, c), y = a(q, c);
      a(p, c) = cosine * x - sine * y;
      a(q, c) = sine * x + cosine * y;
    }
  }
};

Dense identity(int64_t rows, int64_t columns) {
  Dense result(rows, columns);
  for (int64_t i = 0; i < rows && i < columns; ++i)
    result(i, i) = 1;
  return result;
}

/// What I - factor v v' does to the columns of b from `first` on; v[row] is 1, and what is below it stands in
/// a's column `row`.
void reflect(Dense &b, int64_t first, Dense &a, int64_t row, double factor) {
  for (int64_t c = first; c < b.columns; ++c) {
    double sum = b(row, c);
    for (int64_t r = row + 1; r < a.rows; ++r)
      sum += a(r, row) * b(r, c);
    sum *= factor;
    b(row, c) -= sum;
    for (int64_t r = row + 1; r < a.rows; ++r)
      b(r, c) -= sum * a(r, row);
  }
}

/// a becomes R, with the reflections below it; their factors.
std::vector<double> reflections(Dense &a) {
  std::vector<double> factors(size_t(std::min(a.rows, a.columns)));
  for (int64_t k = 0; k < int64_t(factors.size()); ++k) {
    double below = 0;
    for (int64_t r = k + 1; r < a.rows; ++r)
      below = std::hypot(below, a(r, k));
    if (below == 0)
      continue; // the reflection is the identity
    const double pivot = a(k, k), length = -std::copysign(std::hypot(pivot, below), pivot);
    for (int64_t r = k + 1; r < a.rows; ++r)
      a(r, k) /= pivot - length;
    factors[size_t(k)] = (length - pivot) / length;
    reflect(a, k + 1, a, k, factors[size_t(k)]);
    a(k, k) = length;
  }
  return factors;
}

/// The eigenvalues of a symmetric a, on its diagonal then, and the eigenvectors as columns.
Dense diagonalise(Dense &a) {
  Dense vectors = identity(a.rows, a.rows);
  bool rotated = true;
  for (int sweep = 0; rotated && sweep < mostSweeps; ++sweep) {
    rotated = false;
    for (int64_t p = 0; p < a.rows; ++p)
      for (int64_t q = p + 1; q < a.rows; ++q) {
        if (std::fabs(a(p, q)) <= epsilon * std::sqrt(std::fabs(a(p, p) * a(q, q))) * 0.25 || a(p, q) == 0)
          continue;
        rotated = true;
        const Rotation rotation(a(p, p), a(q, q), a(p, q));
        rotation.rows(a, p, q);
        rotation.columns(a, p, q);
        a(p, q) = a(q, p) = 0;
        rotation.columns(vectors, p, q);
      }
  }
  return vectors;
}

/// Makes the columns of u orthogonal, of which there are no more than rows, by rotations that v's columns
/// follow.
void orthogonalise(Dense &u, Dense &v) {
  bool rotated = true;
  for (int sweep = 0; rotated && sweep < mostSweeps; ++sweep) {
    rotated = false;
    for (int64_t p = 0; p < u.columns; ++p)
      for (int64_t q = p + 1; q < u.columns; ++q) {
        double pp = 0, qq = 0, pq = 0;
        for (int64_t r = 0; r < u.rows; ++r) {
          pp += u(r, p) * u(r, p);
          qq += u(r, q) * u(r, q);
          pq += u(r, p) * u(r, q);
        }
        if (pq == 0 || std::fabs(pq) <= epsilon * std::sqrt(pp) * std::sqrt(qq))
          continue;
        rotated = true;
        const Rotation rotation(pp, qq, pq);
        rotation.columns(u, p, q);
        rotation.columns(v, p, q);
      }
  }
}

/// The first `columns` columns, of which those from `known` on are made orthonormal to those before them.
void complete(Dense &u, int64_t known) {
  std::vector<double> candidate(size_t(u.rows)), best(size_t(u.rows));
  for (int64_t c = known; c < u.columns; ++c) {
    double longest = 0;
    for (int64_t unit = 0; unit < u.rows && longest < 0.5; ++unit) {
      std::fill(candidate.begin(), candidate.end(), 0.0);
      candidate[size_t(unit)] = 1;
      for (int pass = 0; pass < 2; ++pass) // once more, as the first leaves rounding errors
        for (int64_t k = 0; k < c; ++k) {
          double sum = 0;
          for (int64_t r = 0; r < u.rows; ++r)
            sum += u(r, k) * candidate[size_t(r)];
          for (int64_t r = 0; r < u.rows; ++r)
            candidate[size_t(r)] -= sum * u(r, k);
        }
      const double length =
          std::sqrt(std::inner_product(candidate.begin(), candidate.end(), candidate.begin(), 0.0));
      if (length > longest) {
        longest = length;
        best = candidate;
      }
    }
    for (int64_t r = 0; r < u.rows; ++r)
      u(r, c) = best[size_t(r)] / longest;
  }
}

struct Singular {
  Dense left, right;
  std::vector<double> values;
};

/// a, which has no more columns than rows, with as many orthonormal columns on each side as asked for.
Singular singularOf(const Dense &a, int64_t left, int64_t right) {
  Dense u = a, v = identity(a.columns, a.columns);
  orthogonalise(u, v);
  std::vector<double> lengths(size_t(a.columns));
  for (int64_t c = 0; c < a.columns; ++c)
    for (int64_t r = 0; r < a.rows; ++r)
      lengths[size_t(c)] = std::hypot(lengths[size_t(c)], u(r, c));
  std::vector<int64_t> order(size_t(a.columns));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t x, int64_t y) { return lengths[size_t(x)] > lengths[size_t(y)]; });
  Singular result{Dense(a.rows, left), Dense(a.columns, right), {}};
  int64_t known = 0; // columns of u that have a direction
  for (int64_t c = 0; c < a.columns; ++c) {
    const int64_t from = order[size_t(c)];
    const double length = lengths[size_t(from)];
    result.values.push_back(length);
    const bool directed = length > 0 && length > result.values[0] * epsilon * double(a.rows);
    if (directed && c < left) {
      known = c + 1;
      for (int64_t r = 0; r < a.rows; ++r)
        result.left(r, c) = u(r, from) / length;
    }
    for (int64_t r = 0; c < right && r < a.columns; ++r)
      result.right(r, c) = v(r, from);
  }
  complete(result.left, known);
  complete(result.right, std::min(right, a.columns));
  return result;
}

Dense transposed(Dense &a) {
  Dense result(a.columns, a.rows);
  for (int64_t r = 0; r < a.rows; ++r)
    for (int64_t c = 0; c < a.columns; ++c)
      result(c, r) = a(r, c);
  return result;
}

/// Puts `part` into rows of `to`, from `row` on.
void put(Dense &to, int64_t row, Dense &part) {
  for (int64_t r = 0; r < part.rows; ++r)
    for (int64_t c = 0; c < part.columns; ++c)
      to(row + r, c) = part(r, c);
}

} // namespace

extern "C" int fg_library_householder_qr(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 3);
  const int64_t columns = number(arguments, 1);
  return withReal(self.type, [&](auto element) {
    using T = decltype(element);
    return forEachMatrix(out, [&](const int64_t *batch) {
      const Matrix<T> to = matrixAt<T>(out, batch);
      Dense a = denseOf(matrixAt<const T>(self, batch)), q = identity(a.rows, columns),
            all(to.rows, to.columns);
      const std::vector<double> factors = reflections(a);
      for (int64_t k = int64_t(factors.size()); k-- > 0;)
        if (k < columns && factors[size_t(k)] != 0)
          reflect(q, 0, a, k, factors[size_t(k)]);
      put(all, 0, q);
      for (int64_t r = 0; r < columns && r < a.rows; ++r)
        for (int64_t c = r; c < a.columns; ++c)
          all(a.rows + r, c) = a(r, c);
      store(to, all);
      return 0;
    });
  });
}

extern "C" int fg_library_symmetric_eigen(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 2);
  const bool upper = number(arguments, 1) != 0;
  return withReal(self.type, [&](auto element) {
    using T = decltype(element);
    return forEachMatrix(out, [&](const int64_t *batch) {
      const Matrix<T> to = matrixAt<T>(out, batch);
      Dense a = denseOf(matrixAt<const T>(self, batch)), all(to.rows, to.columns);
      for (int64_t r = 0; r < a.rows; ++r)
        for (int64_t c = 0; c < r; ++c)
          (upper ? a(r, c) : a(c, r)) = upper ? a(c, r) : a(r, c);
      if (!isFinite(a)) { // what LAPACK gives for them
        std::fill(all.values.begin(), all.values.end(), std::nan(""));
        store(to, all);
        return 0;
      }
      Dense vectors = diagonalise(a);
      std::vector<int64_t> order(size_t(a.rows));
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](int64_t x, int64_t y) { return a(x, x) < a(y, y); });
      for (int64_t c = 0; c < a.rows; ++c) {
        const int64_t from = order[size_t(c)];
        all(0, c) = a(from, from);
        for (int64_t r = 0; r < a.rows; ++r)
          all(r + 1, c) = vectors(r, from);
      }
      store(to, all);
      return 0;
    });
  });
}

extern "C" int fg_library_singular_values(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 4);
  const int64_t left = number(arguments, 1), right = number(arguments, 2);
  return withReal(self.type, [&](auto element) {
    using T = decltype(element);
    return forEachMatrix(out, [&](const int64_t *batch) {
      const Matrix<T> to = matrixAt<T>(out, batch);
      Dense a = denseOf(matrixAt<const T>(self, batch)), all(to.rows, to.columns);
      if (!isFinite(a))
        return 1;
      const bool wide = a.columns > a.rows;
      Singular parts = wide ? singularOf(transposed(a), right, left) : singularOf(a, left, right);
      put(all, 0, wide ? parts.right : parts.left);
      for (size_t c = 0; c < parts.values.size() && int64_t(c) < to.columns; ++c)
        all(a.rows, int64_t(c)) = parts.values[c];
      put(all, a.rows + 1, wide ? parts.left : parts.right);
      store(to, all);
      return 0;
    });
  });
}
