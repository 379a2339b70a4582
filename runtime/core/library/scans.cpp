// cumsum, cumprod, logcumsumexp, running_extremum: the result's dtype is the operand's, or i64 for integers.
#include "runtime/core/library/lines.h"

#include <algorithm>
#include <limits>

using namespace fg;
using namespace fg::library;

namespace {

/// result[i] = combine(result[i - 1], self[i]), kept as Sum between elements.
template <class T, class Result, class Sum, class Combine>
void scan(const fg_buffer &self, const fg_buffer &out, int64_t dim, Sum start, Combine combine) {
  const Lines<const T> in(self, dim);
  const Lines<Result> results(out, dim);
  forEachLineInParts(out, dim, 1.5 * static_cast<double>(in.count()), [&] {
    return [&](const int64_t *index, int64_t) {
      const Line<const T> line = in.at(index);
      const Line<Result> result = results.at(index);
      Sum sum = start;
      for (int64_t i = 0; i < result.length; ++i) {
        sum = combine(sum, static_cast<Sum>(static_cast<Compute<T>>(line[i])));
        result[i] = static_cast<Result>(static_cast<Compute<Result>>(sum));
      }
    };
  });
}

template <class Combine> int scanAny(void **arguments, int64_t start, Combine combine) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 2);
  const int64_t dim = number(arguments, 1);
  return withAny(self.type, [&](auto element) {
    using T = decltype(element);
    using Sum = Accumulator<T>;
    using Result = std::conditional_t<isReal<T>, T, int64_t>;
    scan<T, Result, Sum>(self, out, dim, static_cast<Sum>(start), combine);
    return 0;
  });
}

} // namespace

extern "C" int fg_library_cumsum(void **arguments) {
  // Integers wrap around, as ATen's do.
  return scanAny(arguments, 0, [](auto a, auto b) {
    if constexpr (std::is_integral_v<decltype(a)>)
      return static_cast<decltype(a)>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    else
      return a + b;
  });
}

extern "C" int fg_library_cumprod(void **arguments) {
  return scanAny(arguments, 1, [](auto a, auto b) {
    if constexpr (std::is_integral_v<decltype(a)>)
      return static_cast<decltype(a)>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    else
      return a * b;
  });
}

extern "C" int fg_library_logcumsumexp(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 2);
  const int64_t dim = number(arguments, 1);
  return withFloating(self.type, [&](auto element) {
    using T = decltype(element);
    scan<T, T, double>(self, out, dim, -std::numeric_limits<double>::infinity(), [](double a, double b) {
      if (std::isnan(a) || std::isnan(b))
        return a + b;
      const double low = std::min(a, b), high = std::max(a, b);
      return std::isinf(high) && low == high ? high : high + std::log1p(std::exp(low - high));
    });
    return 0;
  });
}

extern "C" int fg_library_running_extremum(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 3);
  const int64_t dim = number(arguments, 1);
  const bool minimum = number(arguments, 2) != 0;
  return withAny(self.type, [&](auto element) {
    using T = decltype(element);
    using C = Compute<T>;
    const Lines<const T> in(self, dim);
    const Lines<int64_t> results(out, dim);
    forEachLineInParts(out, dim, 2.0 * static_cast<double>(in.count()), [&] {
      return [&](const int64_t *index, int64_t) {
        const Line<const T> line = in.at(index);
        const Line<int64_t> result = results.at(index);
        int64_t best = 0;
        for (int64_t i = 0; i < result.length; ++i) {
          const C value = static_cast<C>(line[i]), known = static_cast<C>(line[best]);
          // From the first NaN on, NaN it is.
          if (isNan(value) || (!isNan(known) && (minimum ? value <= known : value >= known)))
            best = i;
          result[i] = best;
        }
      };
    });
    return 0;
  });
}
