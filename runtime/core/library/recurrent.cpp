// recurrent_steps: the steps of a recurrent layer. Nearly all of its time goes into the products of the state
// with the recurrent weights, one after the other: the weights are packed once for all steps, into panels of
// as many rows as a vector holds.
#include "runtime/core/library/recurrent.h"
#include "runtime/core/library/lines.h"

#include <algorithm>
#include <memory>
#include <new>

using namespace fg;
using namespace fg::library;

namespace {

constexpr int64_t widest = 64; // bytes of a vector; arrays begin at multiples of it

template <class C> class Array {
public:
  explicit Array(int64_t count)
      : data(static_cast<C *>(::operator new(size_t(count) * sizeof(C), std::align_val_t(widest)))) {
    std::fill_n(data.get(), count, C(0));
  }
  C *get() const { return data.get(); }

private:
  struct Delete {
    void operator()(C *p) const { ::operator delete(p, std::align_val_t(widest)); }
  };
  std::unique_ptr<C[], Delete> data;
};

/// For the level of this processor.
template <class C> RecurrentKernels<C> kernelsOf() {
#ifdef FULLGRAPH_X86_LEVELS
  if (__builtin_cpu_supports("avx512f"))
    return recurrentAvx512.of(C());
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return recurrentAvx2.of(C());
#endif
  return recurrentBaseline.of(C());
}

/// An fg_buffer by its dims as the tensor has them, outermost first.
template <class E> class View {
public:
  explicit View(const fg_buffer &b) : data(reinterpret_cast<E *>(b.host)), buffer(b) {}
  int64_t size(int d) const { return dim(d).extent; }
  int64_t stride(int d) const { return dim(d).stride; }

  E *const data;

private:
  const fg_dim &dim(int d) const { return buffer.dim[buffer.dimensions - 1 - d]; }
  const fg_buffer &buffer;
};

template <class E> class Layer {
  using C = Compute<E>;

public:
  Layer(void **arguments, Cell cell, bool reverse)
      : gates(buffer(arguments, 0)), first(buffer(arguments, 1)), weights(buffer(arguments, 2)),
        bias(buffer(arguments, 3)), out(buffer(arguments, 6)), cell(cell), reverse(reverse),
        length(gates.size(0)), batch(gates.size(1)), layout{cell == Cell::Lstm  ? 4
                                                            : cell == Cell::Gru ? 3
                                                                                : 1,
                                                            first.size(2), 0},
        kernels(kernelsOf<C>()) {
    const int64_t multiple = widest / int64_t(sizeof(C));
    layout.padded = (layout.hidden + multiple - 1) / multiple * multiple;
  }

  void run() {
    const Array<C> state(batch * layout.padded), cells(batch * layout.padded);
    const Array<C> sums(batch * layout.rows()), fresh(layout.padded * batch);
    for (int64_t b = 0; b < batch; ++b) {
      load(state.get() + b * layout.padded, first, 0, b);
      if (cell == Cell::Lstm)
        load(cells.get() + b * layout.padded, first, 1, b);
    }
    const bool direct = std::is_same_v<E, C> && weights.stride(1) == 1 && length * batch < minRowsToPack;
    const Array<C> panels(direct ? 0 : layout.rows() * layout.hidden);
    if (!direct)
      pack(panels.get());
    for (int64_t step = 0; step < length; ++step) {
      const int64_t t = reverse ? length - 1 - step : step;
      for (int64_t b = 0; b < batch; ++b)
        begin(t, b, sums.get() + b * layout.rows(), fresh.get() + b * layout.padded);
      if constexpr (std::is_same_v<E, C>) {
        for (int64_t b = 0; direct && b < batch; ++b)
          kernels.multiplyUnpacked(weights.data, weights.stride(0), state.get() + b * layout.padded, layout,
                                   sums.get() + b * layout.rows());
      }
      if (!direct)
        kernels.multiply(panels.get(), state.get(), batch, layout, sums.get());
      for (int64_t b = 0; b < batch; ++b) {
        C *const row = state.get() + b * layout.padded;
        C *const cellRow = cells.get() + b * layout.padded;
        kernels.applyGates(cell, layout, sums.get() + b * layout.rows(), fresh.get() + b * layout.padded, row,
                           cellRow);
        store(t, b, row);
        if (cell == Cell::Lstm)
          store(length, b, cellRow);
      }
    }
  }

private:
  static constexpr int64_t minRowsToPack = 4; // below, packing the weights costs more than it saves

  void load(C *to, const View<const E> &from, int64_t i, int64_t b) const {
    const E *const row = from.data + i * from.stride(0) + b * from.stride(1);
    for (int64_t j = 0; j < layout.hidden; ++j)
      to[j] = static_cast<C>(row[j * from.stride(2)]);
  }
  /// What is stored in fewer bits is what the next step reads.
  void store(int64_t t, int64_t b, C *from) const {
    E *const row = out.data + (t * batch + b) * layout.hidden;
    for (int64_t j = 0; j < layout.hidden; ++j) {
      row[j] = static_cast<E>(from[j]);
      if constexpr (!std::is_same_v<E, C>)
        from[j] = static_cast<C>(row[j]);
    }
  }
  void pack(C *to) const {
    const int64_t lanes = kernels.lanes, depth = layout.hidden, column = weights.stride(1);
    for (int64_t gate = 0; gate < layout.gates; ++gate)
      for (int64_t j = 0; j < layout.padded; j += lanes) {
        const int64_t used = std::clamp<int64_t>(layout.hidden - j, 0, lanes);
        const E *const from = weights.data + (gate * layout.hidden + j) * weights.stride(0);
        for (int64_t k = 0; k < depth; ++k, to += lanes)
          for (int64_t lane = 0; lane < used; ++lane)
            to[lane] = static_cast<C>(from[lane * weights.stride(0) + k * column]);
      }
  }
  /// The sums of a step without the products with the state. GRU multiplies its third gate's by another gate,
  /// without the input's part.
  void begin(int64_t t, int64_t b, C *sums, C *fresh) const {
    const E *const row = gates.data + t * gates.stride(0) + b * gates.stride(1);
    for (int64_t gate = 0; gate < layout.gates; ++gate) {
      const bool apart = cell == Cell::Gru && gate == 2;
      for (int64_t j = 0; j < layout.hidden; ++j) {
        const int64_t at = gate * layout.hidden + j;
        const C input = static_cast<C>(row[at * gates.stride(2)]);
        const C constant = static_cast<C>(bias.data[at * bias.stride(0)]);
        sums[gate * layout.padded + j] = apart ? constant : input + constant;
        if (apart)
          fresh[j] = input;
      }
    }
  }

  const View<const E> gates, first, weights, bias;
  const View<E> out;
  const Cell cell;
  const bool reverse;
  const int64_t length, batch;
  Layout layout;
  const RecurrentKernels<C> kernels;
};

} // namespace

extern "C" int fg_library_recurrent_steps(void **arguments) {
  const int64_t name = number(arguments, 4);
  const Cell cell = name == detail::libraryText("lstm")       ? Cell::Lstm
                    : name == detail::libraryText("gru")      ? Cell::Gru
                    : name == detail::libraryText("rnn_tanh") ? Cell::Tanh
                                                              : Cell::Relu;
  return withFloating(buffer(arguments, 0).type, [&](auto element) {
    Layer<decltype(element)>(arguments, cell, number(arguments, 5) != 0).run();
    return 0;
  });
}
