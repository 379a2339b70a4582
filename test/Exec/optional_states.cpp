// Optionals of structs, pairs and tuples of tensors that a loop carries: an LSTM's state, which is none before
// the first step. A region writes what the optional holds. There is no run-time compiler.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error %s < %t.log
// LOG: optional_states.cpp: 7 functions, {{.*}} 1 break,
#include "Inputs/waves.h"

#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <fullgraph/stats.h>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace nn = fg::nn;
using fg::Tensor;

struct State {
  Tensor h, c;
  int steps = 0;
};

struct Cell : nn::Module {
  nn::Linear gates{nullptr};
  int64_t hidden;
  Cell(int64_t in, int64_t hidden) : hidden(hidden) {
    gates = register_module("gates", nn::Linear(in + hidden, 4 * hidden));
  }
  State forward(const Tensor &x, std::optional<State> state) {
    if (!state)
      state = State{fg::zeros({x.size(0), hidden}), fg::zeros({x.size(0), hidden})};
    const auto z = gates->forward(fg::cat({x, state->h}, 1)).chunk(4, 1);
    const Tensor c = fg::sigmoid(z[0]) * state->c + fg::sigmoid(z[1]) * fg::tanh(z[2]);
    return {fg::sigmoid(z[3]) * fg::tanh(c), c, state->steps + 1};
  }
};

struct Net : nn::Module {
  std::shared_ptr<Cell> cell;
  Net() { cell = register_module("cell", std::make_shared<Cell>(6, 10)); }
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor x) {
    std::optional<State> state;
    std::vector<Tensor> outs;
    for (int64_t t = 0; t < x.size(1); ++t) {
      state = cell->forward(x.select(1, t), state);
      outs.push_back(state->h * double(state->steps));
    }
    return fg::stack(outs, 1);
  }
};

// The caller's: both paths, and what it holds stays where it is.
FG_COMPILE(.fullgraph = true) Tensor step(const Tensor &x, std::optional<State> &state) {
  if (!state)
    state = State{x * 0.5, x * 0.25};
  else
    state = State{state->h + x, state->c * x, state->steps + 1};
  return state->h + state->c;
}
FG_COMPILE(.fullgraph = true) Tensor stepPair(const Tensor &x, std::optional<std::pair<Tensor, Tensor>> &state) {
  if (!state.has_value())
    state = std::make_pair(x + 1, x - 1);
  state = std::make_pair(state->second, state->first + x);
  return state->first * state->second;
}
FG_COMPILE(.fullgraph = true) Tensor stepTuple(const Tensor &x, std::optional<std::tuple<Tensor, Tensor>> &state) {
  const auto [h, c] = state ? *state : std::make_tuple(x, x * 2);
  state = std::make_tuple(h + c, c - x);
  return h * c;
}
// What is written and then ends is nowhere.
FG_COMPILE(.fullgraph = true) Tensor ended(const Tensor &x, std::optional<State> &state) {
  if (!state)
    return x;
  state->h = x * 3;
  const Tensor y = state->h + state->c;
  state.reset();
  return y;
}
FG_COMPILE(.fullgraph = true) Tensor exchanged(const Tensor &x, std::optional<State> &a, std::optional<State> &b) {
  if (!a || !b)
    return x;
  const State kept = *a;
  a = *b;
  b = kept;
  return a->h - b->h + x;
}
// An assignment of the class's own stays the program's.
struct Counted {
  Tensor h;
  int assigned = 0;
  Counted() = default;
  explicit Counted(Tensor h) : h(std::move(h)) {}
  Counted(const Counted &) = default;
  Counted &operator=(const Counted &other) {
    h = other.h;
    ++assigned;
    return *this;
  }
};
FG_COMPILE() Tensor counted(const Tensor &x, std::optional<Counted> &state) {
  const Tensor y = x * 2 + 1;
  state = Counted(y);
  return state->h * double(state->assigned + 1);
}

int main() {
  fg::manual_seed(0);
  const auto net = std::make_shared<Net>();
  for (const int n : {1, 2, 5, 9})
    print(net->forward(wave({2, n, 6})));
  std::printf("\n");
  std::optional<State> state, other = State{wave({3, 4}) * 2, wave({3, 4})};
  std::optional<std::pair<Tensor, Tensor>> pair;
  std::optional<std::tuple<Tensor, Tensor>> tuple;
  const Tensor x = wave({3, 4}) + 0.5;
  for (int i = 0; i < 3; ++i) {
    Tensor *held = state ? &state->h : nullptr;
    print(step(x, state)), print(state->h), print(state->c), print(stepPair(x, pair)), print(pair->first);
    print(stepTuple(x, tuple)), print(std::get<1>(*tuple));
    std::printf("%d %d\n", state->steps, !held || held == &state->h);
  }
  print(exchanged(x, state, other)), print(state->h), print(other->h);
  print(ended(x, state));
  std::printf("%d ", int(state.has_value())), print(ended(x, state));
  std::printf("\neager calls: %d\n", int(fg::stats().eager_calls));
  // CHECK: eager calls: 0
  // One object twice.
  print(exchanged(x, other, other));
  other = State{x, x * 2};
  print(exchanged(x, other, other)), print(other->h), print(other->c);
  std::optional<Counted> own;
  for (int i = 0; i < 3; ++i)
    print(counted(x, own)), std::printf("%d ", own->assigned);
  std::printf("\n");
}
