// Defines the kernels of factors of matrices for the level that the including file is compiled for, with
// vectors of FG_LEVEL_BYTES bytes. It uses no templates or inline functions of others: the linker would keep
// one of several levels' copies, and run it on processors that do not have the level (test/Meta/levels.cmake
// looks).
#include "runtime/core/library/factors.h"

#include <cstring>

namespace {

using fg::library::Triangle;

typedef double Vector __attribute__((vector_size(FG_LEVEL_BYTES)));
constexpr int64_t lanes = FG_LEVEL_BYTES / int64_t(sizeof(double));
// So many sums of `tall` vectors are in flight as there are registers for.
constexpr int tall = 3, wide = FG_LEVEL_BYTES == 64 ? 8 : 4;

/// target -= left * right, for M vectors of rows and N columns.
template <int M, int N>
void subtractTile(double *target, int64_t stride, const double *left, int64_t leftStride,
                  fg::library::Factor right, int64_t depth) {
  Vector sums[N][M];
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j)
#pragma GCC unroll 4
    for (int i = 0; i < M; ++i)
      std::memcpy(&sums[j][i], target + j * stride + i * lanes, sizeof(Vector));
  for (int64_t k = 0; k < depth; ++k) {
    Vector column[M];
#pragma GCC unroll 4
    for (int i = 0; i < M; ++i)
      std::memcpy(&column[i], left + k * leftStride + i * lanes, sizeof(Vector));
#pragma GCC unroll 8
    for (int j = 0; j < N; ++j) {
      const double factor = right.at[k * right.rowStride + j * right.columnStride];
#pragma GCC unroll 4
      for (int i = 0; i < M; ++i)
        sums[j][i] -= column[i] * factor;
    }
  }
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j)
#pragma GCC unroll 4
    for (int i = 0; i < M; ++i)
      std::memcpy(target + j * stride + i * lanes, &sums[j][i], sizeof(Vector));
}

template <int M>
void subtractRows(double *target, int64_t stride, const double *left, int64_t leftStride,
                  fg::library::Factor right, int64_t columns, int64_t depth) {
  int64_t j = 0;
  for (; j + wide <= columns; j += wide, right.at += wide * right.columnStride)
    subtractTile<M, wide>(target + j * stride, stride, left, leftStride, right, depth);
  for (; j < columns; ++j, right.at += right.columnStride)
    subtractTile<M, 1>(target + j * stride, stride, left, leftStride, right, depth);
}

void subtract(double *target, int64_t stride, const double *left, int64_t leftStride,
              fg::library::Factor right, int64_t rows, int64_t columns, int64_t depth) {
  int64_t i = 0, vectors = (rows + lanes - 1) / lanes;
  for (; vectors >= tall; vectors -= tall, i += tall * lanes)
    subtractRows<tall>(target + i, stride, left + i, leftStride, right, columns, depth);
  if (vectors == 2)
    subtractRows<2>(target + i, stride, left + i, leftStride, right, columns, depth);
  if (vectors == 1)
    subtractRows<1>(target + i, stride, left + i, leftStride, right, columns, depth);
}

Vector loaded(const double *from) {
  Vector value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

void keep(double *to, Vector value) { std::memcpy(to, &value, sizeof value); }

/// A part of a triangle's diagonal: `count` rows and columns.
struct Diagonal {
  Vector rest[lanes]; // column by column, without the diagonal and what is on the other side of it
  Vector pivots;      // ones where the diagonal is taken for 1
  Triangle triangle;
  int64_t count;
};

Diagonal diagonalAt(const double *matrix, int64_t stride, Triangle triangle, int64_t count) {
  Diagonal d = {};
  d.triangle = triangle;
  d.count = count;
  for (int64_t column = 0; column < lanes; ++column)
    d.pivots[column] = triangle.unit || column >= count ? 1 : matrix[column * stride + column];
  for (int64_t column = 0; column < count; ++column)
    for (int64_t row = 0; row < count; ++row)
      d.rest[column][row] =
          (triangle.upper ? row < column : row > column) ? matrix[column * stride + row] : 0;
  return d;
}

Vector laneNumbers() {
  Vector numbers = {};
  for (int64_t lane = 0; lane < lanes; ++lane)
    numbers[lane] = double(lane);
  return numbers;
}

/// x = d \ x for N columns of x.
template <int N> void solveDiagonal(const Diagonal &d, double *x, int64_t stride) {
  Vector values[N];
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j)
    values[j] = loaded(x + j * stride);
  const Vector rows = laneNumbers();
  for (int64_t i = 0; i < d.count; ++i) {
    const int64_t k = d.triangle.upper ? d.count - 1 - i : i;
    // Not of the others: 0 times an infinity is none.
    const auto isRest = d.triangle.upper ? rows < double(k) : rows > double(k);
#pragma GCC unroll 8
    for (int j = 0; j < N; ++j) {
      const double solved = d.triangle.unit ? values[j][k] : values[j][k] / d.pivots[k];
      values[j] = isRest ? values[j] - d.rest[k] * solved : values[j];
    }
  }
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j)
    keep(x + j * stride, d.triangle.unit ? values[j] : values[j] / d.pivots);
}

/// The same, where the triangle is a whole vector of rows of a unit lower one.
template <int N> void solveUnitDiagonal(const Diagonal &d, double *x, int64_t stride) {
  Vector values[N];
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j)
    values[j] = loaded(x + j * stride);
  const Vector rows = laneNumbers();
#pragma GCC unroll 8
  for (int64_t k = 0; k + 1 < lanes; ++k) {
    const auto isRest = rows > double(k);
#pragma GCC unroll 8
    for (int j = 0; j < N; ++j)
      values[j] = isRest ? values[j] - d.rest[k] * values[j][k] : values[j];
  }
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j)
    keep(x + j * stride, values[j]);
}

void solveColumns(const Diagonal &d, double *x, int64_t stride, int64_t columns) {
  const bool isUnit = d.triangle.unit && !d.triangle.upper && d.count == lanes;
  int64_t j = 0;
  for (; j + 8 <= columns; j += 8)
    isUnit ? solveUnitDiagonal<8>(d, x + j * stride, stride) : solveDiagonal<8>(d, x + j * stride, stride);
  for (; j < columns; ++j)
    isUnit ? solveUnitDiagonal<1>(d, x + j * stride, stride) : solveDiagonal<1>(d, x + j * stride, stride);
}

void solve(const double *matrix, int64_t stride, int64_t n, Triangle triangle, double *x, int64_t xStride,
           int64_t columns) {
  const int64_t parts = (n + lanes - 1) / lanes;
  for (int64_t i = 0; i < parts; ++i) {
    const int64_t k = (triangle.upper ? parts - 1 - i : i) * lanes, count = n - k < lanes ? n - k : lanes;
    const double *const column = matrix + k * stride;
    solveColumns(diagonalAt(column + k, stride, triangle, count), x + k, xStride, columns);
    const fg::library::Factor solved = {x + k, 1, xStride};
    if (triangle.upper)
      subtract(x, xStride, column, stride, solved, k, columns, count);
    else
      subtract(x + k + count, xStride, column + k + count, stride, solved, n - k - count, columns, count);
  }
}

constexpr int64_t few = 8; // columns that are factored one by one

/// The row of the number of `rows` that is farthest from 0; the first of several, or a NaN.
int64_t farthestFromZero(const double *column, int64_t rows) {
  int64_t best = 0, i = 0;
  double most = 0;
  const auto isMore = [](double value, double than) {
    return value > than || (value != value && than == than);
  };
  if (rows >= 2 * lanes) {
    Vector farthest = {}, rowOf = {}, row = laneNumbers();
    for (; i + lanes <= rows; i += lanes, row += double(lanes)) {
      const Vector value = loaded(column + i), distance = value < 0 ? -value : value;
      const auto isFarther = !(distance <= farthest);
      farthest = isFarther ? distance : farthest;
      rowOf = isFarther ? row : rowOf;
    }
    for (int64_t lane = 0; lane < lanes; ++lane)
      if (isMore(farthest[lane], most) || (farthest[lane] == most && int64_t(rowOf[lane]) < best)) {
        most = farthest[lane];
        best = int64_t(rowOf[lane]);
      }
  }
  for (; i < rows; ++i)
    if (const double distance = __builtin_fabs(column[i]); isMore(distance, most)) {
      most = distance;
      best = i;
    }
  return best;
}

void swapRows(double *matrix, int64_t stride, int64_t columns, int64_t row, int64_t other) {
  for (int64_t j = 0; j < columns && row != other; ++j) {
    const double value = matrix[j * stride + row];
    matrix[j * stride + row] = matrix[j * stride + other];
    matrix[j * stride + other] = value;
  }
}

/// The first `columns` columns, at most `few` of them, of what `lu` takes.
void luOfFew(double *matrix, int64_t stride, int64_t rows, int64_t columns, int64_t *swaps) {
  for (int64_t j = 0; j < columns; ++j) {
    double *const column = matrix + j * stride;
    swaps[j] = j + farthestFromZero(column + j, rows - j);
    swapRows(matrix, stride, columns, j, swaps[j]);
    const double pivot = column[j];
    for (int64_t i = j + 1; i < rows; i += lanes) {
      const Vector left = pivot == 0 ? loaded(column + i) : loaded(column + i) / pivot;
      keep(column + i, left);
      for (int64_t k = j + 1; k < columns; ++k)
        keep(matrix + k * stride + i, loaded(matrix + k * stride + i) - left * matrix[k * stride + j]);
    }
  }
}

void lu(double *matrix, int64_t stride, int64_t rows, int64_t columns, int64_t *swaps) {
  for (int64_t k = 0; k < columns; k += few) {
    const int64_t width = columns - k < few ? columns - k : few, next = k + width;
    double *const diagonal = matrix + k * stride + k, *const right = matrix + next * stride + k;
    luOfFew(diagonal, stride, rows - k, width, swaps + k);
    for (int64_t i = k; i < next; ++i) {
      swaps[i] += k;
      swapRows(matrix, stride, k, i, swaps[i]);
      swapRows(matrix + next * stride, stride, columns - next, i, swaps[i]);
    }
    if (next == columns)
      return;
    solve(diagonal, stride, few, {.upper = false, .unit = true}, right, stride, columns - next);
    subtract(right + few, stride, diagonal + few, stride, {right, 1, stride}, rows - next, columns - next,
             few);
  }
}

/// The first `columns` columns, at most `few` of them, of what `cholesky` takes.
bool choleskyOfFew(double *matrix, int64_t stride, int64_t rows, int64_t columns) {
  for (int64_t j = 0; j < columns; ++j) {
    double *const column = matrix + j * stride;
    for (int64_t i = 0; i < rows; i += lanes) {
      Vector sum = loaded(column + i);
      for (int64_t k = 0; k < j; ++k)
        sum -= loaded(matrix + k * stride + i) * matrix[k * stride + j];
      keep(column + i, sum);
    }
    const double square = column[j];
    if (!(square > 0)) // NaN is not
      return false;
    const double pivot = __builtin_sqrt(square), inverse = 1 / pivot;
    for (int64_t i = 0; i < rows; i += lanes)
      keep(column + i, loaded(column + i) * inverse);
    column[j] = pivot;
  }
  return true;
}

bool cholesky(double *matrix, int64_t stride, int64_t rows, int64_t columns) {
  for (int64_t k = 0; k < columns; k += few) {
    double *const diagonal = matrix + k * stride + k;
    if (!choleskyOfFew(diagonal, stride, rows - k, columns - k < few ? columns - k : few))
      return false;
    for (int64_t j = k + few; j < columns; j += few) {
      const double *const row = matrix + k * stride + j;
      subtract(matrix + j * stride + j, stride, row, stride, {row, stride, 1}, rows - j,
               columns - j < few ? columns - j : few, few);
    }
  }
  return true;
}

} // namespace

#define FG_LEVEL_FACTORS {lu, cholesky, solve, subtract}
