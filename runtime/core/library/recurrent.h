// The hot loops of recurrent_steps, which are compiled for several levels of the processor. recurrent.cpp and
// recurrent_level.h include it, the latter once for each level. What it declares has one layout in all of
// them.
#pragma once

#include <cstdint>

namespace fg::library {

enum class Cell : uint8_t { Lstm, Gru, Tanh, Relu };

/// The rows of a matrix [gates * hidden, hidden], each gate filled up to a multiple of the widest vector.
/// Rows of a state are `padded` elements long, rows of sums rows().
struct Layout {
  int64_t gates, hidden, padded; // of one gate
  int64_t rows() const { return gates * padded; }
};

/// All arrays but `weights` begin at multiples of 64 bytes.
template <class C> struct RecurrentKernels {
  int64_t lanes; // rows of a panel
  /// sums [batch, rows] += state [batch, hidden] times the weights, packed in panels: of each the elements of
  /// its rows side by side, column after column.
  void (*multiply)(const C *panels, const C *state, int64_t batch, const Layout &layout, C *sums);
  /// The same for one row of the state, from weights as they lie in memory, row after row of `stride`
  /// elements.
  void (*multiplyUnpacked)(const C *weights, int64_t stride, const C *state, const Layout &layout, C *sums);
  /// One step of one sequence, from its gates before their functions. `fresh` is the input's part of GRU's
  /// third gate, `cell` LSTM's second state.
  void (*applyGates)(Cell kind, const Layout &layout, const C *sums, const C *fresh, C *state, C *cell);
};

struct RecurrentLevel {
  RecurrentKernels<float> f32;
  RecurrentKernels<double> f64;
  const RecurrentKernels<float> &of(float) const { return f32; }
  const RecurrentKernels<double> &of(double) const { return f64; }
};
extern const RecurrentLevel recurrentBaseline, recurrentAvx2, recurrentAvx512;

} // namespace fg::library
