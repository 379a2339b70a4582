// sort_indices and sorted_positions.
#include "runtime/core/library/lines.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

using namespace fg;
using namespace fg::library;

namespace {

// Elements are sorted as unsigned keys with their places: the place settles ties, so that any algorithm is a
// stable one. Long lines take a radix sort, 11 bits a pass.

/// Of an element of at most 32 bits: its key, and its place below it.
struct Narrow {
  uint64_t keyAndPlace;
  static constexpr int bits = 32;
  Narrow() = default;
  Narrow(uint64_t key, int64_t place) : keyAndPlace(key << 32 | static_cast<uint64_t>(place)) {}
  uint64_t key() const { return keyAndPlace >> 32; }
  int64_t place() const { return static_cast<int64_t>(keyAndPlace & 0xffffffff); }
  bool operator<(const Narrow &other) const { return keyAndPlace < other.keyAndPlace; }
};

struct Wide {
  uint64_t ownKey;
  int64_t ownPlace;
  static constexpr int bits = 64;
  Wide() = default;
  Wide(uint64_t key, int64_t place) : ownKey(key), ownPlace(place) {}
  uint64_t key() const { return ownKey; }
  int64_t place() const { return ownPlace; }
  bool operator<(const Wide &other) const {
    return ownKey != other.ownKey ? ownKey < other.ownKey : ownPlace < other.ownPlace;
  }
};

/// Keys are in ATen's order: the zeros are equal, and NaN is above every number.
template <class T> uint64_t keyOf(T value) {
  using C = Compute<T>;
  if constexpr (isReal<T>) {
    using Bits = std::conditional_t<sizeof(C) == 8, uint64_t, uint32_t>;
    if (isNan(value))
      return static_cast<Bits>(-1);
    const auto number = static_cast<C>(value);
    const auto bits = std::bit_cast<Bits>(number == 0 ? C(0) : number);
    const Bits sign = Bits(1) << (sizeof(Bits) * 8 - 1);
    return static_cast<Bits>(bits & sign ? ~bits : bits | sign);
  } else if constexpr (sizeof(T) == 8) {
    return static_cast<uint64_t>(value) ^ (uint64_t(1) << 63);
  } else {
    return static_cast<uint32_t>(static_cast<int64_t>(value) + (int64_t(1) << 31));
  }
}

template <class Item> void radixSort(std::vector<Item> &items, std::vector<Item> &spare) {
  constexpr int digit = 11, buckets = 1 << digit;
  spare.resize(items.size());
  for (int shift = 0; shift < Item::bits; shift += digit) {
    const auto bucketOf = [shift](const Item &item) { return (item.key() >> shift) & (buckets - 1); };
    size_t starts[buckets] = {};
    for (const Item &item : items)
      ++starts[bucketOf(item)];
    if (starts[bucketOf(items.front())] == items.size())
      continue; // all have the same digit
    size_t next = 0;
    for (size_t &start : starts)
      next += std::exchange(start, next);
    for (const Item &item : items)
      spare[starts[bucketOf(item)]++] = item;
    items.swap(spare);
  }
}

/// Whether one of `count` neighbours may come before `bound` in the order. Says yes to NaN and to no. The
/// compiler compares several values at once.
template <class T> bool anyMayPrecede(const T *values, int64_t count, Compute<T> bound, bool descending) {
  using C = Compute<T>;
  int any = 0;
  if (descending)
    for (int64_t i = 0; i < count; ++i)
      any |= !(static_cast<C>(values[i]) <= bound);
  else
    for (int64_t i = 0; i < count; ++i)
      any |= !(static_cast<C>(values[i]) >= bound);
  return any != 0;
}

/// Makes of `items`, which holds the first k places of the line, those of its first k elements in the order:
/// a heap whose largest item a better one replaces. Most elements meet one comparison.
template <class T, class Item, class ItemAt>
void keepFirst(const Line<const T> &line, bool descending, const ItemAt &itemAt, std::vector<Item> &items) {
  constexpr int64_t block = 16;
  std::make_heap(items.begin(), items.end());
  for (int64_t i = static_cast<int64_t>(items.size()); i < line.length;) {
    const int64_t end = std::min(i + block, line.length);
    const auto bound = static_cast<Compute<T>>(line[items.front().place()]);
    if (line.stride == 1 && end - i == block && !anyMayPrecede(&line[i], block, bound, descending)) {
      i = end;
      continue;
    }
    for (; i < end; ++i)
      if (const Item item = itemAt(i); item < items.front()) {
        std::pop_heap(items.begin(), items.end());
        items.back() = item;
        std::push_heap(items.begin(), items.end());
      }
  }
}

/// The places of the first k elements of a line, in order.
template <class T, class Item>
void sortLine(const Line<const T> &line, bool descending, int64_t k, std::vector<Item> &items,
              std::vector<Item> &spare, const Line<int64_t> &out) {
  constexpr int64_t leastForRadix = 512;
  constexpr uint64_t all = Item::bits == 64 ? ~uint64_t(0) : 0xffffffff;
  const auto itemAt = [&](int64_t i) { return Item(keyOf<T>(line[i]) ^ (descending ? all : 0), i); };
  const bool isFew = k > 0 && k < line.length / 64;
  items.clear();
  for (int64_t i = 0; i < (isFew ? k : line.length); ++i)
    items.push_back(itemAt(i));
  if (isFew) {
    keepFirst<T>(line, descending, itemAt, items);
  } else if (k < line.length / 4) {
    std::nth_element(items.begin(), items.begin() + k, items.end());
    items.resize(static_cast<size_t>(k));
  }
  if (static_cast<int64_t>(items.size()) < leastForRadix)
    std::sort(items.begin(), items.end());
  else
    radixSort(items, spare);
  for (int64_t i = 0; i < k; ++i)
    out[i] = items[static_cast<size_t>(i)].place();
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
    const auto length = static_cast<double>(in.count());
    const auto sortAs = [&](auto item) {
      using Items = std::vector<decltype(item)>;
      forEachLineInParts(out, dim, length * (5 + std::log2(length + 1)), [&] {
        return [&, items = Items(), spare = Items()](const int64_t *index, int64_t) mutable {
          sortLine<T>(in.at(index), descending, k, items, spare, results.at(index));
        };
      });
    };
    if (sizeof(Compute<T>) == 8 || in.count() > int64_t(0xffffffff))
      sortAs(Wide());
    else
      sortAs(Narrow());
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
    const double perValue = 10 + 4 * std::log2(static_cast<double>(bounds.count()) + 1);
    forEachLineInParts(out, last, perValue * static_cast<double>(wanted.count()), [&] {
      return [&](const int64_t *index, int64_t) {
        const Line<const T> among = bounds.at(sorted.dimensions == 1 ? &none : index),
                            line = wanted.at(index);
        const Line<int64_t> result = results.at(index);
        forParts(result.length, perValue, [&](int64_t first, int64_t end) {
          for (int64_t i = first; i < end; ++i)
            result[i] = positionOf<T>(line[i], among, right);
        });
      };
    });
    return 0;
  });
}
