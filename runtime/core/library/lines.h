// What the functions of the library share: dtypes as types, and walks over the lines of tensors along a dim.
// The functions of runtime/core/library use it, which eager code and compiled kernels call. They get
// arguments as kernels do: the addresses of buffers and numbers.
#pragma once

#include "runtime/core/library/library.h"
#include "runtime/core/library/parts.h"

#include <fullgraph/abi.h>
#include <fullgraph/half.h>

#include <cmath>
#include <cstdlib>
#include <type_traits>

namespace fg::library {

inline const fg_buffer &buffer(void **arguments, int i) {
  return *static_cast<const fg_buffer *>(arguments[i]);
}
inline int64_t number(void **arguments, int i) { return *static_cast<const int64_t *>(arguments[i]); }

inline int64_t numel(const fg_buffer &b) {
  int64_t count = 1;
  for (int32_t d = 0; d < b.dimensions; ++d)
    count *= b.dim[d].extent;
  return count;
}

template <class T> inline constexpr bool isReal = !std::is_integral_v<T>;
/// What a value of T is computed with: 16-bit floats have no arithmetic of their own.
template <class T>
using Compute = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;
/// What sums of T are kept in, as ATen's CPU kernels do.
template <class T> using Accumulator = std::conditional_t<isReal<T>, double, int64_t>;

template <class T> bool isNan(T value) {
  if constexpr (isReal<T>)
    return std::isnan(static_cast<Compute<T>>(value));
  else
    return false;
}

/// Calls f with a value of the type that elements are stored as; -1 for a dtype that there is not.
template <class F> int withFloating(fg_type type, F f) {
  if (type.code == FG_TYPE_FLOAT)
    return type.bits == 64 ? f(double()) : type.bits == 32 ? f(float()) : f(Half());
  return type.code == FG_TYPE_BFLOAT ? f(BFloat16()) : -1;
}
template <class F> int withAny(fg_type type, F f) {
  if (type.code == FG_TYPE_UINT)
    return f(uint8_t()); // bool, too: 0 and 1
  if (type.code != FG_TYPE_INT)
    return withFloating(type, f);
  return type.bits == 64   ? f(int64_t())
         : type.bits == 32 ? f(int32_t())
         : type.bits == 16 ? f(int16_t())
                           : f(int8_t());
}

/// One line of elements.
template <class T> struct Line {
  T *at;
  int64_t stride, length;
  T &operator[](int64_t i) const { return at[i * stride]; }
};

/// A tensor as lines along `dim`, counted from the front; a 0-d one is a line of one element.
template <class T> class Lines {
public:
  Lines(const fg_buffer &b, int64_t dim) : data(reinterpret_cast<T *>(b.host)), rank(0) {
    for (int32_t d = b.dimensions; d-- > 0;) { // outermost first
      const int64_t at = b.dimensions - 1 - d;
      if (at == dim) {
        length = b.dim[d].extent;
        stride = b.dim[d].stride;
      } else {
        steps[rank++] = b.dim[d].stride;
      }
    }
  }
  /// The line at an index of the other dims.
  Line<T> at(const int64_t *index) const {
    T *p = data;
    for (int d = 0; d < rank; ++d)
      p += index[d] * steps[d];
    return {p, stride, length};
  }

  /// Of each line.
  int64_t count() const { return length; }
  /// From a line to its neighbour along the innermost of the other dims.
  int64_t step() const { return rank > 0 ? steps[rank - 1] : 0; }
  bool areAcross() const { return step() != 0 && std::abs(step()) < std::abs(stride); }

  static constexpr int maxRank = 64;

private:
  T *data;
  int rank;
  int64_t length = 1, stride = 1, steps[maxRank];
};

/// The lines of a tensor along `dim`, by the index of its other dims, outermost first.
class LinePlaces {
public:
  LinePlaces(const fg_buffer &b, int64_t dim) {
    for (int32_t d = b.dimensions; d-- > 0;)
      if (b.dimensions - 1 - d != dim)
        count *= sizes[rank++] = b.dim[d].extent;
  }
  int64_t total() const { return count; }
  /// Neighbours along the innermost of the other dims: how many there are, and which one an index is.
  int64_t across() const { return rank > 0 ? sizes[rank - 1] : 1; }
  int64_t across(const int64_t *index) const { return rank > 0 ? index[rank - 1] : 0; }

  /// Calls f(index, i) for the i-th lines, from first to last - 1.
  template <class F> void forEach(int64_t first, int64_t last, F &f) const {
    if (first >= last) // where a size is 0, too
      return;
    int64_t index[Lines<char>::maxRank];
    for (int64_t d = rank, rest = first; d-- > 0; rest /= sizes[d])
      index[d] = rest % sizes[d];
    for (int64_t i = first; i < last; ++i) {
      f(static_cast<const int64_t *>(index), i);
      for (int d = rank; d-- > 0; index[d] = 0)
        if (++index[d] < sizes[d])
          break;
    }
  }

private:
  int rank = 0;
  int64_t count = 1, sizes[Lines<char>::maxRank];
};

/// Calls f(index) for each line of b along `dim`, in order.
template <class F> void forEachLine(const fg_buffer &b, int64_t dim, F f) {
  const LinePlaces places(b, dim);
  const auto call = [&](const int64_t *index, int64_t) { f(index); };
  places.forEach(0, places.total(), call);
}

/// Calls f(index, i) for each line, the i-th, where lines may be computed at one time. begin() makes the f of
/// a part, with what it needs besides. `nanoseconds`: about what a line takes.
template <class Begin>
void forEachLineInParts(const fg_buffer &b, int64_t dim, double nanoseconds, Begin begin) {
  const LinePlaces places(b, dim);
  forParts(places.total(), nanoseconds, [&](int64_t first, int64_t last) {
    auto f = begin();
    places.forEach(first, last, f);
  });
}

/// Calls f(index, lines) for groups of up to `together` lines that are neighbours along the innermost of the
/// other dims; `index` is that of the first one. Groups may be computed at one time. `nanoseconds`: about
/// what a line takes.
template <class F>
void forEachGroupInParts(const fg_buffer &b, int64_t dim, double nanoseconds, int64_t together, F f) {
  const LinePlaces places(b, dim);
  forParts(places.total(), nanoseconds, [&](int64_t first, int64_t last) {
    const auto call = [&](const int64_t *index, int64_t i) {
      const int64_t across = places.across(index);
      if (i == first || across % together == 0)
        f(index, std::min({together - across % together, places.across() - across, last - i}));
    };
    places.forEach(first, last, call);
  });
}

/// Calls f(element) for each element in C order.
template <class T, class F> void forEachElement(const fg_buffer &b, F f) {
  const int64_t last = b.dimensions - 1;
  const Lines<T> lines(b, last);
  forEachLine(b, last, [&](const int64_t *index) {
    const Line<T> line = lines.at(index);
    for (int64_t i = 0; i < line.length; ++i)
      f(line[i]);
  });
}

/// A tensor as one of `like`'s sizes, to which it broadcasts.
class Broadcast {
public:
  Broadcast(const fg_buffer &b, const fg_buffer &like) : view(b) {
    for (int32_t d = 0; d < like.dimensions; ++d) // innermost first
      dims[d] = {0, like.dim[d].extent, d < b.dimensions && b.dim[d].extent != 1 ? b.dim[d].stride : 0, 0};
    view.dim = dims;
    view.dimensions = like.dimensions;
  }
  Broadcast(const Broadcast &) = delete;
  operator const fg_buffer &() const { return view; }

private:
  fg_buffer view;
  fg_dim dims[Lines<char>::maxRank];
};

/// Copies elements of one dtype to a contiguous tensor of the same sizes.
template <class T> void copyTo(const fg_buffer &to, const fg_buffer &from) {
  T *out = reinterpret_cast<T *>(to.host);
  const int64_t last = from.dimensions - 1;
  bool isWhole = true; // contiguous: one copy, and not one for each line
  int64_t count = 1;
  for (int32_t d = 0; d < from.dimensions; count *= from.dim[d++].extent)
    isWhole &= from.dim[d].stride == count || from.dim[d].extent == 1;
  if (isWhole) {
    std::copy_n(reinterpret_cast<const T *>(from.host), count, out);
    return;
  }
  const Lines<const T> lines(from, last);
  forEachLine(from, last, [&](const int64_t *index) {
    const Line<const T> line = lines.at(index);
    if (line.stride == 1)
      std::copy(line.at, line.at + line.length, out);
    else
      for (int64_t i = 0; i < line.length; ++i)
        out[i] = line[i];
    out += line.length;
  });
}

} // namespace fg::library
