#include "runtime/core/eager/gemm.h"

#include "runtime/core/eager/checks.h"

#include <fullgraph/detail/scalar_math.h>

#include <algorithm>
#include <memory>
#include <new>

namespace fg::detail {

namespace {

/// The blocks that are packed at a time: B's (blockK x blockN) stays in the L2 cache, A's (blockM x blockK)
/// beside it.
constexpr int64_t blockM = 64, blockK = 256, blockN = 512;
constexpr int tileRows = 4;
constexpr int64_t minRowsToPack = 2; // below, packing B costs more than it saves

template <class T> struct Vector {
  // Wrapping integers are computed as unsigned: overflow of signed ones is undefined.
  using Element = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
  typedef Element Type __attribute__((vector_size(16)));
  static constexpr int width = 16 / int(sizeof(Element));
  static constexpr int tileColumns =
      2 * width; // 4 x 2 accumulators fit 16 registers with room for the operands
};

struct AlignedDelete {
  void operator()(void *p) const { ::operator delete(p, std::align_val_t(64)); }
};
template <class T> using Buffer = std::unique_ptr<T[], AlignedDelete>;
template <class T> Buffer<T> newBuffer(int64_t count) {
  return Buffer<T>(static_cast<T *>(::operator new(size_t(count) * sizeof(T), std::align_val_t(64))));
}

/// Lays out `depth` x `count` elements, element (p, w) at from + p * depthStride + w * stride bytes, in
/// panels of `width`: panel after panel, in each p after p. The last panel is filled up with zeros.
template <class T>
void pack(T *to, const char *from, ScalarType dtype, int64_t depth, int64_t count, int64_t depthStride,
          int64_t stride, int width) {
  constexpr Compute compute = std::is_integral_v<T>       ? Compute::I64
                              : std::is_same_v<T, double> ? Compute::F64
                                                          : Compute::F32;
  const bool direct = isStoredAs(dtype, compute);
  const LoadFn load = loader(dtype, compute);
  for (int64_t w = 0; w < count; w += width, to += depth * width) {
    const int used = int(std::min<int64_t>(width, count - w));
    const char *const base = from + w * stride;
    if (used < width)
      std::fill_n(to, depth * width, T(0));
    if (direct && stride == int64_t(sizeof(T)) && used == width) {
      for (int64_t p = 0; p < depth; ++p)
        std::copy_n(reinterpret_cast<const T *>(base + p * depthStride), width, to + p * width);
    } else if (direct) {
      for (int i = 0; i < used; ++i) {
        const char *at = base + i * stride;
        for (int64_t p = 0; p < depth; ++p, at += depthStride)
          to[p * width + i] = *reinterpret_cast<const T *>(at);
      }
    } else {
      for (int i = 0; i < used; ++i) {
        forEachTile(depth, tileSize, [&](int64_t begin, int64_t n) {
          alignas(64) T run[tileSize];
          load(run, base + i * stride + begin * depthStride, depthStride, n);
          for (int64_t p = 0; p < n; ++p)
            to[(begin + p) * width + i] = run[p];
        });
      }
    }
  }
}

/// out += the product of a panel of A (depth x tileRows) and one of B (depth x tileColumns).
template <class T>
void multiplyPanels(int64_t depth, const T *a, const T *b, T *out, int64_t outStride, int rows, int columns) {
  using V = Vector<T>;
  using Vec = typename V::Type;
  using Element = typename V::Element;
  Vec sums[tileRows][2] = {};
  for (int64_t p = 0; p < depth; ++p) {
    const Vec *const bVectors = reinterpret_cast<const Vec *>(b + p * V::tileColumns);
    const Vec b0 = bVectors[0], b1 = bVectors[1];
#pragma GCC unroll 4
    for (int i = 0; i < tileRows; ++i) {
      const Element value = static_cast<Element>(a[p * tileRows + i]);
      sums[i][0] += value * b0;
      sums[i][1] += value * b1;
    }
  }
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      out[i * outStride + j] =
          formulas::Math<T>::add(out[i * outStride + j], static_cast<T>(sums[i][j / V::width][j % V::width]));
}

template <class T> T dot(const T *a, const T *b, int64_t n) {
  using M = formulas::Math<T>;
  constexpr int lanes = 16;
  T lane[lanes] = {};
  int64_t i = 0;
  for (; i + lanes <= n; i += lanes)
    for (int k = 0; k < lanes; ++k)
      lane[k] = M::add(lane[k], M::mul(a[i + k], b[i + k]));
  for (; i < n; ++i)
    lane[0] = M::add(lane[0], M::mul(a[i], b[i]));
  for (int width = lanes / 2; width > 0; width /= 2)
    for (int k = 0; k < width; ++k)
      lane[k] = M::add(lane[k], lane[k + width]);
  return lane[0];
}

/// One row of A: out[j * outStride] += a(0, .) b(., j). B is read once, in the order of its memory.
template <class T>
void multiplyRow(int64_t n, int64_t k, const MatrixRef &a, const MatrixRef &b, T *out, int64_t outStride) {
  using M = formulas::Math<T>;
  constexpr Compute compute = std::is_integral_v<T>       ? Compute::I64
                              : std::is_same_v<T, double> ? Compute::F64
                                                          : Compute::F32;
  const LoadFn loadA = loader(a.dtype, compute), loadB = loader(b.dtype, compute);
  const bool direct = isStoredAs(b.dtype, compute);
  constexpr int64_t size = int64_t(sizeof(T));
  forEachTile(k, tileSize, [&](int64_t begin, int64_t depth) {
    alignas(64) T row[tileSize], run[tileSize];
    loadA(row, a.data + begin * a.columnStride, a.columnStride, depth);
    const char *const block = b.data + begin * b.rowStride;
    const auto dense = [&](const char *p, int64_t stride, int64_t count) -> const T * {
      if (direct && stride == size)
        return reinterpret_cast<const T *>(p);
      loadB(run, p, stride, count);
      return run;
    };
    if (b.rowStride <= b.columnStride) {
      for (int64_t j = 0; j < n; ++j) {
        T &target = out[j * outStride];
        target = M::add(target, dot(row, dense(block + j * b.columnStride, b.rowStride, depth), depth));
      }
      return;
    }
    forEachTile(n, tileSize, [&](int64_t first, int64_t count) {
      alignas(64) T sums[tileSize] = {};
      for (int64_t p = 0; p < depth; ++p) {
        const T *const line = dense(block + p * b.rowStride + first * b.columnStride, b.columnStride, count);
        for (int64_t j = 0; j < count; ++j)
          sums[j] = M::add(sums[j], M::mul(row[p], line[j]));
      }
      for (int64_t j = 0; j < count; ++j) {
        T &target = out[(first + j) * outStride];
        target = M::add(target, sums[j]);
      }
    });
  });
}

} // namespace

template <class T>
void multiplyAdd(int64_t m, int64_t n, int64_t k, const MatrixRef &a, const MatrixRef &b, T *out,
                 int64_t outStride) {
  if (m == 0 || n == 0 || k == 0)
    return;
  if (m < minRowsToPack)
    return multiplyRow(n, k, a, b, out, 1);
  if (n < minRowsToPack)
    return multiplyRow(m, k, b.transposed(), a.transposed(), out, outStride);

  constexpr int columns = Vector<T>::tileColumns;
  const int64_t depthLimit = std::min(k, blockK);
  const auto roundUp = [](int64_t x, int64_t to) { return (x + to - 1) / to * to; };
  const Buffer<T> aPanels = newBuffer<T>(roundUp(std::min(m, blockM), tileRows) * depthLimit);
  const Buffer<T> bPanels = newBuffer<T>(roundUp(std::min(n, blockN), columns) * depthLimit);
  forEachTile(n, blockN, [&](int64_t j0, int64_t nj) {
    forEachTile(k, blockK, [&](int64_t k0, int64_t depth) {
      pack(bPanels.get(), b.data + k0 * b.rowStride + j0 * b.columnStride, b.dtype, depth, nj, b.rowStride,
           b.columnStride, columns);
      forEachTile(m, blockM, [&](int64_t i0, int64_t ni) {
        pack(aPanels.get(), a.data + i0 * a.rowStride + k0 * a.columnStride, a.dtype, depth, ni,
             a.columnStride, a.rowStride, tileRows);
        for (int64_t j = 0; j < nj; j += columns)
          for (int64_t i = 0; i < ni; i += tileRows)
            multiplyPanels(depth, aPanels.get() + i * depth, bPanels.get() + j * depth,
                           out + (i0 + i) * outStride + j0 + j, outStride,
                           int(std::min<int64_t>(tileRows, ni - i)), int(std::min<int64_t>(columns, nj - j)));
      });
    });
  });
}

template void multiplyAdd(int64_t, int64_t, int64_t, const MatrixRef &, const MatrixRef &, float *, int64_t);
template void multiplyAdd(int64_t, int64_t, int64_t, const MatrixRef &, const MatrixRef &, double *, int64_t);
template void multiplyAdd(int64_t, int64_t, int64_t, const MatrixRef &, const MatrixRef &, int64_t *,
                          int64_t);

} // namespace fg::detail
