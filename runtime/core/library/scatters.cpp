// wrap_index, checked_index, scatter, scatter_reduce, masked_scatter. 1: an index is out of range; 2: source
// has too few elements, or too many.
#include "runtime/core/library/lines.h"

#include <algorithm>
#include <atomic>
#include <vector>

using namespace fg;
using namespace fg::library;

namespace {

template <class F> int withIndex(fg_type type, F f) { return type.bits == 64 ? f(int64_t()) : f(int32_t()); }

/// Does one index stand for a whole slice: is it expanded over all dims but `dim`, as that of index_add is?
bool isOfSlices(const fg_buffer &index, int64_t dim) {
  for (int32_t d = 0; d < index.dimensions; ++d)
    if (index.dimensions - 1 - d != dim && index.dim[d].stride != 0 && index.dim[d].extent != 1)
      return false;
  return index.dimensions > 1;
}

/// Slice `at` of `dim`.
class Slice {
public:
  Slice(const fg_buffer &of, int64_t dim) : view(of), dropped(of.dim[of.dimensions - 1 - dim]) {
    int32_t left = 0;
    for (int32_t d = 0; d < of.dimensions; ++d)
      if (of.dimensions - 1 - d != dim)
        dims[left++] = of.dim[d];
    view.dim = dims;
    view.dimensions = left;
  }
  Slice(const Slice &) = delete;
  int64_t count() const { return dropped.extent; }
  int64_t step() const { return dropped.stride; }
  const fg_buffer &sizes() const { return view; }

private:
  fg_buffer view;
  fg_dim dropped, dims[Lines<char>::maxRank];
};

/// What is written to an element is added to what is there.
template <class T> struct Add {
  T *memory;
  void operator()(int64_t at, const T &value) const {
    memory[at] = static_cast<T>(static_cast<Compute<T>>(memory[at]) + static_cast<Compute<T>>(value));
  }
};

#ifdef FULLGRAPH_X86_LEVELS
/// Vectors of the baseline have 16 bytes.
__attribute__((target("avx2"))) void addAvx2(float *__restrict to, const float *__restrict from,
                                             int64_t count) {
  for (int64_t k = 0; k < count; ++k)
    to[k] += from[k];
}
#endif

/// Writes neighbours.
template <class T, class Write>
void writeRow(const Write &write, int64_t first, const T *from, int64_t count) {
#ifdef FULLGRAPH_X86_LEVELS
  if constexpr (std::is_same_v<Write, Add<float>>) {
    static const bool isThere = __builtin_cpu_supports("avx2");
    constexpr int64_t leastOfVectors = 32; // 8: 11 us without the call for 4096 rows, 22 with it
    if (isThere && count >= leastOfVectors)
      return addAvx2(write.memory + first, from, count);
  }
#endif
  for (int64_t k = 0; k < count; ++k)
    write(first + k, from[k]);
}

/// forEachTarget where one index stands for a whole slice: slices are walked as they lie in memory.
template <class T, class Index, class Write>
bool forEachSlice(const fg_buffer &out, int64_t dim, const fg_buffer &index, const fg_buffer &src,
                  Write write) {
  const Slice targets(out, dim), sources(src, dim), places(index, dim);
  const auto *at = reinterpret_cast<const Index *>(index.host);
  const int64_t last = places.sizes().dimensions - 1;
  const Lines<T> targetLines(targets.sizes(), last);
  const Lines<const T> sourceLines(sources.sizes(), last);
  const LinePlaces lines(places.sizes(), last);
  const int64_t length = places.sizes().dim[0].extent;
  std::atomic<bool> inRange = true;
  const auto writeSlice = [&](int64_t i, int64_t place) {
    const auto writeLine = [&](const int64_t *where, int64_t) {
      const Line<T> target = targetLines.at(where);
      const Line<const T> source = sourceLines.at(where);
      const T *const from = source.at + i * sources.step();
      const int64_t first = target.at + place * targets.step() - reinterpret_cast<T *>(out.host);
      if (target.stride == 1 && source.stride == 1) // in vectors
        for (int64_t k = 0, columns = length; k < columns; ++k)
          write(first + k, from[k]);
      else
        for (int64_t k = 0; k < length; ++k)
          write(first + k * target.stride, from[k * source.stride]);
    };
    lines.forEach(0, lines.total(), writeLine);
  };
  // Each part has slices of the result of its own, whose elements come in the order of the indices.
  const double perSlice =
      0.5 * static_cast<double>(numel(index)) / static_cast<double>(std::max<int64_t>(targets.count(), 1));
  const int64_t noIndex[Lines<char>::maxRank] = {};
  const bool isRow =
      lines.total() == 1 && targetLines.at(noIndex).stride == 1 && sourceLines.at(noIndex).stride == 1;
  const T *const rows = sourceLines.at(noIndex).at;
  const int64_t count = targets.count(), all = places.count(), targetStep = targets.step(),
                rowStep = sources.step(), indexStep = places.step();
  const auto writeTo = [&](int64_t begin, int64_t end) {
    bool good = true;
    for (int64_t i = 0; i < all; ++i) {
      const int64_t place = at[i * indexStep];
      if (place < 0 || place >= count)
        good = false;
      else if (begin > place || place >= end)
        continue;
      else if (isRow)
        writeRow(write, place * targetStep, rows + i * rowStep, length);
      else
        writeSlice(i, place);
    }
    if (!good)
      inRange = false;
  };
  forParts(targets.count(), perSlice, writeTo, /*partsPerThread=*/1);
  return inRange;
}

/// forEachTarget for one line, which begins at `first` of out's memory. Of neighbours, with known strides:
/// the processor adds a number in each cycle and a third then, and two jumps an element take two.
template <class T, class Index, class Write>
bool writeLine(const Line<T> &target, const Line<const Index> &places, const Line<const T> &source,
               int64_t first, const Write &write) {
  const auto walk = [&](int64_t targetStep, int64_t placeStep, int64_t sourceStep) {
    const auto length = static_cast<uint64_t>(target.length);
    bool inRange = true;
    for (int64_t i = 0, count = places.length; i < count; ++i) {
      const auto place = static_cast<int64_t>(places.at[i * placeStep]);
      if (static_cast<uint64_t>(place) >= length) [[unlikely]]
        inRange = false;
      else
        write(first + place * targetStep, source.at[i * sourceStep]);
    }
    return inRange;
  };
  if (target.stride == 1 && places.stride == 1 && source.stride == 1)
    return walk(1, 1, 1);
  if (target.stride == 1 && places.stride == 1 && source.stride == 0)
    return walk(1, 1, 0);
  return walk(target.stride, places.stride, source.stride);
}

/// Calls write(place in out's memory, element of src) for each index; false when one is out of range. What
/// goes to one place comes in the order of the indices.
template <class T, class Index, class Write>
bool forEachTarget(const fg_buffer &out, int64_t dim, const fg_buffer &index, const fg_buffer &src,
                   Write write) {
  if (numel(out) == 0) // no place is one of it
    return numel(index) == 0;
  if (isOfSlices(index, dim))
    return forEachSlice<T, Index>(out, dim, index, src, write);
  const Lines<T> targets(out, dim);
  const Lines<const T> sources(src, dim);
  const Lines<const Index> indices(index, dim);
  bool inRange = true;
  forEachLine(index, dim, [&](const int64_t *at) {
    const Line<T> target = targets.at(at);
    const Line<const T> source = sources.at(at);
    const Line<const Index> places = indices.at(at);
    inRange &=
        writeLine<T, Index>(target, places, source, target.at - reinterpret_cast<T *>(out.host), write);
  });
  return inRange;
}

enum class Reduce : uint8_t { Sum, Prod, Mean, Amax, Amin };

Reduce reduceOf(int64_t text) {
  return text == detail::libraryText("sum")    ? Reduce::Sum
         : text == detail::libraryText("prod") ? Reduce::Prod
         : text == detail::libraryText("mean") ? Reduce::Mean
         : text == detail::libraryText("amax") ? Reduce::Amax
                                               : Reduce::Amin;
}

template <class C> C combined(Reduce reduce, C a, C b) {
  switch (reduce) {
  case Reduce::Prod:
    return static_cast<C>(a * b);
  case Reduce::Amax:
    return isNan(a) || a > b ? a : b;
  case Reduce::Amin:
    return isNan(a) || a < b ? a : b;
  default:
    return static_cast<C>(a + b);
  }
}

template <class C> C average(C sum, int64_t count) {
  if constexpr (std::is_integral_v<C>) {
    const auto n = static_cast<C>(count);
    const C quotient = static_cast<C>(sum / n);
    return static_cast<C>(quotient - (sum % n != 0 && (sum % n < 0) != (n < 0)));
  } else {
    return sum / static_cast<C>(count);
  }
}

} // namespace

/// result = indices of lowest to size - 1, those below 0 counted from the end.
static int copyIndices(const fg_buffer &self, const fg_buffer &result, int64_t lowest, int64_t size) {
  return withIndex(self.type, [&](auto element) {
    bool inRange = true;
    auto *out = reinterpret_cast<int64_t *>(result.host);
    forEachElement<const decltype(element)>(self, [&](const auto &value) {
      const int64_t index = value;
      inRange &= lowest <= index && index < size;
      *out++ = index < 0 ? index + size : index;
    });
    return inRange ? 0 : 1;
  });
}

extern "C" int fg_library_wrap_index(void **arguments) {
  const int64_t size = number(arguments, 2);
  return copyIndices(buffer(arguments, 0), buffer(arguments, 3), -size, size);
}

extern "C" int fg_library_checked_index(void **arguments) {
  return copyIndices(buffer(arguments, 0), buffer(arguments, 4), 0, number(arguments, 1));
}

extern "C" int fg_library_scatter(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &index = buffer(arguments, 1), &src = buffer(arguments, 2),
                  &out = buffer(arguments, 4);
  const int64_t dim = number(arguments, 3);
  return withAny(self.type, [&](auto element) {
    using T = decltype(element);
    copyTo<T>(out, self);
    return withIndex(index.type, [&](auto place) {
      T *const memory = reinterpret_cast<T *>(out.host);
      return forEachTarget<T, decltype(place)>(out, dim, index, src,
                                               [&](int64_t at, const T &value) { memory[at] = value; })
                 ? 0
                 : 1;
    });
  });
}

extern "C" int fg_library_scatter_reduce(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &index = buffer(arguments, 1), &src = buffer(arguments, 2),
                  &out = buffer(arguments, 6);
  const int64_t dim = number(arguments, 3);
  const Reduce reduce = reduceOf(number(arguments, 4));
  const bool includeSelf = number(arguments, 5) != 0;
  return withAny(self.type, [&](auto element) {
    using T = decltype(element);
    using C = Compute<T>;
    copyTo<T>(out, self);
    std::vector<int64_t> counts; // values that an element has got, where they matter
    if (reduce == Reduce::Mean || !includeSelf)
      counts.assign(static_cast<size_t>(numel(out)), includeSelf ? 1 : 0);
    return withIndex(index.type, [&](auto place) {
      T *const memory = reinterpret_cast<T *>(out.host);
      const bool isBool = self.type.bits == 1;
      if (reduce == Reduce::Sum && counts.empty() && !isBool)
        return forEachTarget<T, decltype(place)>(out, dim, index, src, Add<T>{memory}) ? 0 : 1;
      const bool inRange =
          forEachTarget<T, decltype(place)>(out, dim, index, src, [&](int64_t at, const T &value) {
            const bool first = !counts.empty() && counts[static_cast<size_t>(at)]++ == 0;
            const C sum = first ? static_cast<C>(value)
                                : combined<C>(reduce, static_cast<C>(memory[at]), static_cast<C>(value));
            memory[at] = static_cast<T>(isBool ? static_cast<C>(sum != 0) : sum);
          });
      if (reduce == Reduce::Mean)
        for (size_t i = 0; i < counts.size(); ++i)
          if (counts[i] > 1)
            memory[i] = static_cast<T>(average<C>(static_cast<C>(memory[i]), counts[i]));
      return inRange ? 0 : 1;
    });
  });
}

extern "C" int fg_library_masked_scatter(void **arguments) {
  const fg_buffer &self = buffer(arguments, 0), &mask = buffer(arguments, 1), &source = buffer(arguments, 2),
                  &result = buffer(arguments, 4);
  const bool exact = number(arguments, 3) != 0;
  return withAny(self.type, [&](auto element) {
    using T = decltype(element);
    copyTo<T>(result, Broadcast(self, result));
    std::vector<T> values;
    forEachElement<const T>(source, [&](const T &value) { values.push_back(value); });
    T *out = reinterpret_cast<T *>(result.host);
    size_t used = 0;
    bool enough = true;
    forEachElement<const uint8_t>(Broadcast(mask, result), [&](const uint8_t &chosen) {
      if (chosen && used < values.size())
        *out = values[used++];
      else if (chosen)
        enough = false;
      ++out;
    });
    return enough && (!exact || used == values.size()) ? 0 : 2;
  });
}
