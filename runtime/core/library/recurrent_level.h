// Defines the hot loops of recurrent_steps for the level that the including file is compiled for, with
// vectors of FG_LEVEL_BYTES bytes. It uses no templates or inline functions of others: the linker would keep
// one of several levels' copies, and run it on processors that do not have the level.
#include "runtime/core/library/recurrent.h"

#include <cmath>
#include <cstring>

using namespace fg::library;

namespace {

template <class C> struct Vectors {
  typedef C Type __attribute__((vector_size(FG_LEVEL_BYTES)));
  static constexpr int64_t lanes = FG_LEVEL_BYTES / int64_t(sizeof(C));
};

/// sums[r * rowStride + lanes * p ...] += state[r * stateStride + k] * panel p, for R rows and N panels.
template <class C, int R, int N>
void multiplyTile(const C *panels, const C *state, int64_t stateStride, C *sums, int64_t sumStride,
                  int64_t depth) {
  using V = typename Vectors<C>::Type;
  constexpr int64_t lanes = Vectors<C>::lanes;
  V total[R][N];
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 8
    for (int p = 0; p < N; ++p)
      total[r][p] = *reinterpret_cast<const V *>(sums + r * sumStride + p * lanes);
  for (int64_t k = 0; k < depth; ++k)
#pragma GCC unroll 8
    for (int p = 0; p < N; ++p) {
      const V weights = *reinterpret_cast<const V *>(panels + (p * depth + k) * lanes);
#pragma GCC unroll 8
      for (int r = 0; r < R; ++r)
        total[r][p] += state[r * stateStride + k] * weights;
    }
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 8
    for (int p = 0; p < N; ++p)
      *reinterpret_cast<V *>(sums + r * sumStride + p * lanes) = total[r][p];
}

template <class C, int R> void multiplyRows(const C *panels, const C *state, const Layout &layout, C *sums) {
  constexpr int64_t lanes = Vectors<C>::lanes;
  constexpr int together = R == 1 ? 8 : 2;
  const int64_t depth = layout.hidden, count = layout.rows() / lanes;
  int64_t p = 0;
  for (; p + together <= count; p += together)
    multiplyTile<C, R, together>(panels + p * depth * lanes, state, layout.padded, sums + p * lanes,
                                 layout.rows(), depth);
  for (; p < count; ++p)
    multiplyTile<C, R, 1>(panels + p * depth * lanes, state, layout.padded, sums + p * lanes, layout.rows(),
                          depth);
}

/// sums [batch, rows] += state [batch, hidden] times the packed weights.
template <class C>
void multiply(const C *panels, const C *state, int64_t batch, const Layout &layout, C *sums) {
  int64_t b = 0;
  for (; b + 4 <= batch; b += 4)
    multiplyRows<C, 4>(panels, state + b * layout.padded, layout, sums + b * layout.rows());
  for (; b < batch; ++b)
    multiplyRows<C, 1>(panels, state + b * layout.padded, layout, sums + b * layout.rows());
}

/// The same for one row of the state, from weights as they lie in memory, row after row of `stride` elements.
template <class C>
void multiplyUnpacked(const C *weights, int64_t stride, const C *state, const Layout &layout, C *sums) {
  using V = typename Vectors<C>::Type;
  constexpr int64_t lanes = Vectors<C>::lanes;
  constexpr int together = 4;
  for (int64_t gate = 0; gate < layout.gates; ++gate)
    for (int64_t j = 0; j < layout.hidden; j += together) {
      // The last rows are read again rather than rows behind them.
      const C *row[together];
      V total[together] = {};
      for (int i = 0; i < together; ++i)
        row[i] =
            weights + (gate * layout.hidden + (j + i < layout.hidden ? j + i : layout.hidden - 1)) * stride;
      int64_t k = 0;
      for (; k + lanes <= layout.hidden; k += lanes) {
        const V factor = *reinterpret_cast<const V *>(state + k);
#pragma GCC unroll 4
        for (int i = 0; i < together; ++i) {
          V part;
          std::memcpy(&part, row[i] + k, sizeof part);
          total[i] += part * factor;
        }
      }
      for (int i = 0; i < together && j + i < layout.hidden; ++i) {
        C sum = 0;
        for (int64_t lane = 0; lane < lanes; ++lane)
          sum += total[i][lane];
        for (int64_t rest = k; rest < layout.hidden; ++rest)
          sum += row[i][rest] * state[rest];
        sums[gate * layout.padded + j + i] += sum;
      }
    }
}

/// sigmoid and tanh of a vector of f32, to 2 units in the last place: the Cephes library's expf and tanhf.
/// Beyond ±87 the exponential stays what it is there; NaN stays NaN.
template <class C> struct Functions {
  using V = typename Vectors<float>::Type;
  using Bits = typename Vectors<int32_t>::Type;

  static V exp(V x) {
    x = x < -87.0f ? V{} - 87.0f : x;
    x = x > 87.0f ? V{} + 87.0f : x;
    const float rounding = 12582912.0f; // 1.5 * 2^23: a sum with it has no digits behind the point
    V n = (x * 1.44269504088896341f + rounding) - rounding;
    const V r = (x - n * 0.693359375f) + n * 2.12194440e-4f;
    V p = r * 1.9875691500e-4f + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * (r * r) + r + 1.0f;
    n = n == n ? n : V{};
    const Bits power = (__builtin_convertvector(n, Bits) + 127) << 23;
    V factor;
    std::memcpy(&factor, &power, sizeof factor);
    return p * factor;
  }
  static V sigmoid(V x) { return 1.0f / (1.0f + exp(-x)); }
  static V tanh(V x) {
    const V size = x < 0.0f ? -x : x, square = x * x;
    V small = square * -5.70498872745e-3f + 2.06390887954e-2f;
    small = small * square - 5.37397155531e-2f;
    small = small * square + 1.33314422036e-1f;
    small = small * square - 3.33332819422e-1f;
    small = small * square * x + x;
    const V large = 1.0f - 2.0f / (exp(size + size) + 1.0f);
    return size < 0.625f ? small : x < 0.0f ? -large : large;
  }
};
template <> struct Functions<double> {
  using V = typename Vectors<double>::Type;
  static V sigmoid(V x) {
    for (int64_t i = 0; i < Vectors<double>::lanes; ++i)
      x[i] = 1 / (1 + std::exp(-x[i]));
    return x;
  }
  static V tanh(V x) {
    for (int64_t i = 0; i < Vectors<double>::lanes; ++i)
      x[i] = std::tanh(x[i]);
    return x;
  }
};

/// One step of one sequence, from its gates before their functions. `fresh` is GRU's third gate of the input,
/// `cell` LSTM's second state.
template <class C>
void applyGates(Cell kind, const Layout &layout, const C *sums, const C *fresh, C *state, C *cell) {
  using V = typename Vectors<C>::Type;
  using F = Functions<C>;
  const int64_t size = layout.padded;
  const auto at = [](const C *p) -> const V & { return *reinterpret_cast<const V *>(p); };
  for (int64_t j = 0; j < size; j += Vectors<C>::lanes) {
    V &h = *reinterpret_cast<V *>(state + j);
    const C *const gate = sums + j;
    switch (kind) {
    case Cell::Lstm: {
      V &c = *reinterpret_cast<V *>(cell + j);
      c = F::sigmoid(at(gate + size)) * c + F::sigmoid(at(gate)) * F::tanh(at(gate + 2 * size));
      h = F::sigmoid(at(gate + 3 * size)) * F::tanh(c);
      break;
    }
    case Cell::Gru: {
      const V update = F::sigmoid(at(gate + size));
      const V next = F::tanh(at(fresh + j) + F::sigmoid(at(gate)) * at(gate + 2 * size));
      h = (h - next) * update + next;
      break;
    }
    case Cell::Tanh:
      h = F::tanh(at(gate));
      break;
    case Cell::Relu:
      h = at(gate) < C(0) ? V{} : at(gate); // NaN stays
      break;
    }
  }
}

template <class C> constexpr RecurrentKernels<C> kernels() {
  return {Vectors<C>::lanes, multiply<C>, multiplyUnpacked<C>, applyGates<C>};
}

} // namespace
