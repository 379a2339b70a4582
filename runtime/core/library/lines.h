// What the functions of the library share: dtypes as types, and walks over the lines of tensors along a dim.
// The functions of runtime/core/library use it, which eager code and compiled kernels call. They get
// arguments as kernels do: the addresses of buffers and numbers.
#pragma once

#include "runtime/core/library/library.h"

#include <fullgraph/abi.h>
#include <fullgraph/half.h>

#include <cmath>
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

  static constexpr int maxRank = 64;

private:
  T *data;
  int rank;
  int64_t length = 1, stride = 1, steps[maxRank];
};

/// Calls f(index) for each line of b along `dim`: the index of its other dims, outermost first.
template <class F> void forEachLine(const fg_buffer &b, int64_t dim, F f) {
  int64_t index[Lines<char>::maxRank] = {}, sizes[Lines<char>::maxRank];
  int rank = 0;
  for (int32_t d = b.dimensions; d-- > 0;)
    if (b.dimensions - 1 - d != dim)
      sizes[rank++] = b.dim[d].extent;
  for (int d = 0; d < rank; ++d)
    if (sizes[d] == 0)
      return;
  for (;;) {
    f(static_cast<const int64_t *>(index));
    int d = rank;
    while (d-- > 0) {
      if (++index[d] < sizes[d])
        break;
      index[d] = 0;
    }
    if (d < 0)
      return;
  }
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
  forEachElement<const T>(from, [&](const T &value) { *out++ = value; });
}

} // namespace fg::library
