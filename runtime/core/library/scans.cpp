// cumsum, cumprod, logcumsumexp, running_extremum: the result's dtype is the operand's, or i64 for integers.
#include "runtime/core/library/lines.h"

#include <algorithm>
#include <limits>

using namespace fg;
using namespace fg::library;

namespace {

/// Lines that lie across memory are walked together, so that what is read and written are neighbours.
constexpr int64_t acrossTogether = 256;
/// Lines that lie along memory: so many chains of sums hide the latency of each other's additions.
constexpr int64_t alongTogether = 4;

/// What a group of lines has in common: the first one, and the step from one line to the next.
template <class T, class Result> struct LineGroup {
  Line<const T> from;
  Line<Result> to;
  int64_t fromStep, toStep;
};

/// result[i] = combine(result[i - 1], self[i]) of `count` lines, kept as Sum between elements.
template <class Sum, class T, class Result, class Combine>
void scanLines(const LineGroup<T, Result> &group, int64_t count, Sum start, Combine combine) {
  const auto next = [&](Sum &sum, const T *from, Result *to) {
    sum = combine(sum, static_cast<Sum>(static_cast<Compute<T>>(*from)));
    *to = static_cast<Result>(static_cast<Compute<Result>>(sum));
  };
  if (count == 1) { // the sum stays in a register
    Sum sum = start;
    for (int64_t i = 0; i < group.to.length; ++i)
      next(sum, &group.from[i], &group.to[i]);
    return;
  }
  Sum sums[acrossTogether];
  std::fill(sums, sums + count, start);
  for (int64_t i = 0; i < group.to.length; ++i) {
    const T *const from = group.from.at + i * group.from.stride;
    Result *const to = group.to.at + i * group.to.stride;
    if (group.fromStep == 1 && group.toStep == 1)
      for (int64_t line = 0; line < count; ++line)
        next(sums[line], from + line, to + line);
    else if (count == alongTogether)
      for (int64_t line = 0; line < alongTogether; ++line)
        next(sums[line], from + line * group.fromStep, to + line * group.toStep);
    else
      for (int64_t line = 0; line < count; ++line)
        next(sums[line], from + line * group.fromStep, to + line * group.toStep);
  }
}

template <class T, class Result, class Sum, class Combine>
void scan(const fg_buffer &self, const fg_buffer &out, int64_t dim, Sum start, Combine combine) {
  const Lines<const T> in(self, dim);
  const Lines<Result> results(out, dim);
  forEachGroupInParts(
      out, dim, 1.5 * static_cast<double>(in.count()), in.areAcross() ? acrossTogether : alongTogether,
      [&](const int64_t *index, int64_t count) {
        const LineGroup<T, Result> group{in.at(index), results.at(index), in.step(), results.step()};
        scanLines<Sum>(group, count, start, combine);
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
    const auto run = [&](const int64_t *index, int64_t count) {
      const Line<const T> from = in.at(index);
      const Line<int64_t> to = results.at(index);
      C best[acrossTogether];
      int64_t places[acrossTogether];
      for (int64_t i = 0; i < to.length; ++i)
        for (int64_t line = 0; line < count; ++line) {
          const C value = static_cast<C>((&from[i])[line * in.step()]);
          // From the first NaN on, NaN it is.
          if (i == 0 || isNan(value) ||
              (!isNan(best[line]) && (minimum ? value <= best[line] : value >= best[line]))) {
            best[line] = value;
            places[line] = i;
          }
          (&to[i])[line * results.step()] = places[line];
        }
    };
    forEachGroupInParts(out, dim, 2.0 * static_cast<double>(in.count()),
                        in.areAcross() ? acrossTogether : alongTogether, run);
    return 0;
  });
}
