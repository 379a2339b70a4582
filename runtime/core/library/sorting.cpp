// sort_indices and sorted_positions.
#include "runtime/core/library/lines.h"

#include <algorithm>
#include <vector>

using namespace fg;
using namespace fg::library;

namespace {

/// ATen's orders: NaN is above every number.
template <class T> bool below(T a, T b) {
  using C = Compute<T>;
  return (isNan(b) && !isNan(a)) || static_cast<C>(a) < static_cast<C>(b);
}

template <class T>
void sortLine(const Line<const T> &line, bool descending, int64_t k, std::vector<T> &values,
              std::vector<int64_t> &order, const Line<int64_t> &out) {
  const int64_t count = line.length;
  values.resize(size_t(count));
  order.resize(size_t(count));
  for (int64_t i = 0; i < count; ++i) {
    values[size_t(i)] = line[i];
    order[size_t(i)] = i;
  }
  // The index settles ties: any algorithm is a stable one.
  const auto before = [&](int64_t a, int64_t b) {
    const T x = values[size_t(a)], y = values[size_t(b)];
    if (descending ? below(y, x) : below(x, y))
      return true;
    return a < b && !(descending ? below(x, y) : below(y, x));
  };
  if (k < count / 2)
    std::partial_sort(order.begin(), order.begin() + k, order.end(), before);
  else
    std::sort(order.begin(), order.end(), before);
  for (int64_t i = 0; i < k; ++i)
    out[i] = order[size_t(i)];
}

/// The first element of the line that is not below `value`, or (right) that is above it.
template <class T> int64_t positionOf(T value, const Line<const T> &line, bool right) {
  using C = Compute<T>;
  const C wanted = static_cast<C>(value);
  int64_t first = 0, last = line.length;
  while (first < last) {
    const int64_t middle = first + (last - first) / 2;
    const C there = static_cast<C>(line[middle]);
    if (right ? there > wanted : there >= wanted)
      last = middle;
    else
      first = middle + 1;
  }
  return first;
}

} // namespace

extern "C" int fg_library_sort_indices(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &out = buffer(arguments, 4);
  const int64_t dim = number(arguments, 1), k = number(arguments, 3);
  const bool descending = number(arguments, 2) != 0;
  return withAny(self.type, [&](auto element) {
    using T = decltype(element);
    const Lines<const T> in(self, dim);
    const Lines<int64_t> results(out, dim);
    std::vector<T> values;
    std::vector<int64_t> order;
    forEachLine(out, dim, [&](const int64_t *index) {
      sortLine<T>(in.at(index), descending, k, values, order, results.at(index));
    });
    return 0;
  });
}

extern "C" int fg_library_sorted_positions(void **arguments) {
  const fg_buffer &sorted = buffer(arguments, 0), &values = buffer(arguments, 1), &out = buffer(arguments, 3);
  const bool right = number(arguments, 2) != 0;
  return withAny(sorted.type, [&](auto element) {
    using T = decltype(element);
    const int64_t last = values.dimensions - 1;
    const Lines<const T> bounds(sorted, sorted.dimensions - 1), wanted(values, last);
    const Lines<int64_t> results(out, last);
    const int64_t none = 0;
    forEachLine(out, last, [&](const int64_t *index) {
      const Line<const T> among = bounds.at(sorted.dimensions == 1 ? &none : index), line = wanted.at(index);
      const Line<int64_t> result = results.at(index);
      for (int64_t i = 0; i < result.length; ++i)
        result[i] = positionOf<T>(line[i], among, right);
    });
    return 0;
  });
}
