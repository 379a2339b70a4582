// Defines the transforms of fourier_lines.h for the level that the including file is compiled for, with
// vectors of FG_LEVEL_BYTES bytes: Stockham's, which needs no reordering, of radices 8, 4, 2, 3 and 5. It
// uses no templates or inline functions of others (test/Meta/levels.cmake looks).
#include "runtime/core/library/fourier_lines.h"

#include <cstring>

namespace {

typedef double Vector __attribute__((vector_size(FG_LEVEL_BYTES)));
constexpr int64_t lanes = FG_LEVEL_BYTES / int64_t(sizeof(double));
constexpr int64_t together = fg::library::linesTogether;

Vector loaded(const double *from) {
  Vector value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Complex numbers, one a lane.
struct Pair {
  Vector re, im;
};
Pair operator+(Pair a, Pair b) { return {a.re + b.re, a.im + b.im}; }
Pair operator-(Pair a, Pair b) { return {a.re - b.re, a.im - b.im}; }
Pair operator*(Pair a, double factor) { return {a.re * factor, a.im * factor}; }
/// Times i.
Pair turned(Pair a) { return {-a.im, a.re}; }
Pair times(Pair a, double re, double im) { return {a.re * re - a.im * im, a.re * im + a.im * re}; }

Pair pairAt(const double *numbers, int64_t i) {
  return {loaded(numbers + 2 * i * together), loaded(numbers + (2 * i + 1) * together)};
}
void keep(double *numbers, int64_t i, Pair value) {
  std::memcpy(numbers + 2 * i * together, &value.re, sizeof(Vector));
  std::memcpy(numbers + (2 * i + 1) * together, &value.im, sizeof(Vector));
}

/// The transforms of R numbers. `sign`: 1 forward, -1 backward.
template <int R> void butterfly(Pair *x, double sign) {
  if constexpr (R == 2) {
    const Pair a = x[0], b = x[1];
    x[0] = a + b;
    x[1] = a - b;
  } else if constexpr (R == 3) {
    const Pair sum = x[1] + x[2], middle = x[0] - sum * 0.5;
    const Pair side = turned(x[1] - x[2]) * (-0.86602540378443864676 * sign);
    x[0] = x[0] + sum;
    x[1] = middle + side;
    x[2] = middle - side;
  } else if constexpr (R == 4) {
    const Pair a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = turned(x[1] - x[3]) * -sign;
    x[0] = a + c;
    x[1] = b + d;
    x[2] = a - c;
    x[3] = b - d;
  } else if constexpr (R == 8) {
    Pair even[4] = {x[0], x[2], x[4], x[6]}, odd[4] = {x[1], x[3], x[5], x[7]};
    butterfly<4>(even, sign);
    butterfly<4>(odd, sign);
    const double half = 0.70710678118654752440; // of the root of 2
    odd[1] = (odd[1] + turned(odd[1]) * -sign) * half;
    odd[2] = turned(odd[2]) * -sign;
    odd[3] = (turned(odd[3]) * -sign - odd[3]) * half;
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
      x[k] = even[k] + odd[k];
      x[k + 4] = even[k] - odd[k];
    }
  } else {
    const double c1 = 0.30901699437494742410, c2 = -0.80901699437494742410;
    const double s1 = -0.95105651629515357212 * sign, s2 = -0.58778525229247312917 * sign;
    const Pair a = x[1] + x[4], b = x[2] + x[3], c = turned(x[1] - x[4]), d = turned(x[2] - x[3]);
    const Pair near = x[0] + a * c1 + b * c2, far = x[0] + a * c2 + b * c1;
    const Pair nearSide = c * s1 + d * s2, farSide = c * s2 - d * s1;
    x[0] = x[0] + a + b;
    x[1] = near + nearSide;
    x[2] = far + farSide;
    x[3] = far - farSide;
    x[4] = near - nearSide;
  }
}

/// One pass: of transforms of `length` numbers, `step` of them beside each other, R-th parts are made.
template <int R>
void pass(const double *from, double *to, int64_t length, int64_t step, const double *roots, double sign) {
  const int64_t parts = length / R;
  for (int64_t p = 0; p < parts; ++p)
    for (int64_t q = 0; q < step; ++q) {
      Pair x[R];
#pragma GCC unroll 8
      for (int k = 0; k < R; ++k)
        x[k] = pairAt(from, q + step * (p + parts * k));
      butterfly<R>(x, sign);
      keep(to, q + step * R * p, x[0]);
#pragma GCC unroll 8
      for (int k = 1; k < R; ++k) {
        const double *const root = roots + 2 * p * k * step;
        keep(to, q + step * (R * p + k), times(x[k], root[0], root[1] * sign));
      }
    }
}

double *transform(double *numbers, double *other, int64_t size, const double *roots, bool forward) {
  const double sign = forward ? 1 : -1;
  for (int64_t lane = 0; lane < together; lane += lanes) {
    double *from = numbers, *to = other;
    for (int64_t length = size, step = 1; length > 1;) {
      const int64_t radix = length % 8 == 0   ? 8
                            : length % 4 == 0 ? 4
                            : length % 2 == 0 ? 2
                            : length % 3 == 0 ? 3
                                              : 5;
      (radix == 8   ? pass<8>
       : radix == 4 ? pass<4>
       : radix == 2 ? pass<2>
       : radix == 3 ? pass<3>
                    : pass<5>)(from + lane, to + lane, length, step, roots, sign);
      double *const result = to;
      to = from;
      from = result;
      length /= radix;
      step *= radix;
    }
    if (lane + lanes == together)
      return from;
  }
  return numbers;
}

void fromPairs(const double *pairs, double *to, int64_t half, const double *roots) {
  for (int64_t lane = 0; lane < together; lane += lanes)
    for (int64_t k = 0; k <= half; ++k) {
      Pair a = pairAt(pairs + lane, k == half ? 0 : k), b = pairAt(pairs + lane, k == 0 ? 0 : half - k);
      b.im = -b.im;
      // Of the even numbers, and of the odd ones times i.
      const Pair even = (a + b) * 0.5, odd = (a - b) * 0.5;
      const Pair side = turned(k == half ? times(odd, -1, 0) : times(odd, roots[2 * k], roots[2 * k + 1]));
      keep(to + lane, k, even - side);
    }
}

void toPairs(const double *from, double *pairs, int64_t half, const double *roots) {
  for (int64_t lane = 0; lane < together; lane += lanes)
    for (int64_t k = 0; k < half; ++k) {
      Pair a = pairAt(from + lane, k), b = pairAt(from + lane, half - k);
      b.im = -b.im;
      keep(pairs + lane, k, a + b + turned(times(a - b, roots[2 * k], -roots[2 * k + 1])));
    }
}

template <class T> struct EightOf {
  typedef T Type __attribute__((vector_size(8 * sizeof(T))));
};
template <class T> using Eight = typename EightOf<T>::Type;

/// Eight rows of eight elements become their columns: each step puts those of two rows in turns.
template <class T> void transpose(Eight<T> *rows) {
  static_assert(together == 8);
  for (int step = 0; step < 3; ++step) {
    Eight<T> mixed[8];
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      mixed[2 * i] = __builtin_shufflevector(rows[i], rows[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
      mixed[2 * i + 1] = __builtin_shufflevector(rows[i], rows[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int i = 0; i < 8; ++i)
      rows[i] = mixed[i];
  }
}

template <class T> void readLines(const T *const *lines, double *to, int64_t count) {
  int64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    Eight<T> rows[8];
    for (int64_t lane = 0; lane < together; ++lane)
      std::memcpy(&rows[lane], lines[lane] + i, sizeof rows[lane]);
    transpose<T>(rows);
    for (int64_t k = 0; k < 8; ++k) {
      const Eight<double> wide = __builtin_convertvector(rows[k], Eight<double>);
      std::memcpy(to + (i + k) * together, &wide, sizeof wide);
    }
  }
  for (; i < count; ++i)
    for (int64_t lane = 0; lane < together; ++lane)
      to[i * together + lane] = static_cast<double>(lines[lane][i]);
}

template <class T> void writeLines(const double *from, T *const *to, int64_t count, int64_t lines) {
  int64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    Eight<T> rows[8];
    for (int64_t k = 0; k < 8; ++k) {
      Eight<double> wide;
      std::memcpy(&wide, from + (i + k) * together, sizeof wide);
      rows[k] = __builtin_convertvector(wide, Eight<T>);
    }
    transpose<T>(rows);
    for (int64_t lane = 0; lane < lines; ++lane)
      std::memcpy(to[lane] + i, &rows[lane], sizeof rows[lane]);
  }
  for (; i < count; ++i)
    for (int64_t lane = 0; lane < lines; ++lane)
      to[lane][i] = static_cast<T>(from[i * together + lane]);
}

} // namespace

#define FG_LEVEL_FOURIER                                                                                     \
  {transform, fromPairs, toPairs, readLines<float>, readLines<double>, writeLines<float>, writeLines<double>}
