// Recurrent layers and cells: RNN, LSTM, GRU.
#pragma once

#include <fullgraph/nn/init.h>
#include <fullgraph/nn/module.h>

namespace fg::nn {

namespace detail {

using fg::detail::RecurrentWeights;

/// Uniform in ±1/sqrt(hidden_size), as all of a recurrent layer's weights begin.
void initialiseRecurrent(const RecurrentWeights &weights, int64_t hidden_size);

} // namespace detail

/// Of RNN (with its nonlinearity), LSTM and GRU.
struct RNNOptions {
  RNNOptions(int64_t input_size, int64_t hidden_size) : input_size_(input_size), hidden_size_(hidden_size) {}
  FG_ARG(int64_t, input_size);
  FG_ARG(int64_t, hidden_size);
  FG_ARG(int64_t, num_layers) = 1;
  FG_ARG(enumtype::Name, nonlinearity) = kTanh; // or kReLU
  FG_ARG(bool, bias) = true;
  FG_ARG(bool, batch_first) = false;
  FG_ARG(double, dropout) = 0.0; // between layers, in training
  FG_ARG(bool, bidirectional) = false;
  FG_ARG(int64_t, proj_size) = 0; // of LSTM: what the hidden state is projected to, if not 0
};
using LSTMOptions = RNNOptions;
using GRUOptions = RNNOptions;

/// Weights of all layers and directions, and how the sequence runs through them.
class RNNImplBase : public Module {
public:
  RNNImplBase(const RNNOptions &options_, int64_t gates) : options(options_), gates(gates) {
    const int64_t directions = options.bidirectional() ? 2 : 1;
    for (int64_t layer = 0; layer < options.num_layers(); ++layer)
      for (int64_t direction = 0; direction < directions; ++direction) {
        const int64_t inputs = layer == 0 ? options.input_size() : outputs() * directions;
        const std::string suffix = "_l" + std::to_string(layer) + (direction == 1 ? "_reverse" : "");
        detail::RecurrentWeights w;
        w.ih = register_parameter("weight_ih" + suffix, fg::empty({gates * options.hidden_size(), inputs}));
        w.hh =
            register_parameter("weight_hh" + suffix, fg::empty({gates * options.hidden_size(), outputs()}));
        if (options.bias()) {
          w.bias_ih = register_parameter("bias_ih" + suffix, fg::empty({gates * options.hidden_size()}));
          w.bias_hh = register_parameter("bias_hh" + suffix, fg::empty({gates * options.hidden_size()}));
        }
        weights.push_back(w);
        if (options.proj_size() > 0)
          projections.push_back(
              {register_parameter("weight_hr" + suffix, fg::empty({outputs(), options.hidden_size()}))});
      }
    reset_parameters();
  }
  void reset_parameters() {
    const int64_t hidden = options.hidden_size();
    for (const detail::RecurrentWeights &w : weights) // names no member that capture would take for changed
      detail::initialiseRecurrent(w, hidden);
    for (const auto &projection : projections)
      detail::initialiseRecurrent({projection.hr, {}, {}, {}}, hidden);
  }

  /// The weights as they are registered.
  std::vector<Tensor> all_weights() const {
    std::vector<Tensor> all;
    for (size_t i = 0; i < weights.size(); ++i) {
      const detail::RecurrentWeights &w = weights[i];
      for (const Tensor &tensor : {w.ih, w.hh, w.bias_ih, w.bias_hh})
        if (tensor.defined())
          all.push_back(tensor);
      if (i < projections.size())
        all.push_back(projections[i].hr);
    }
    return all;
  }
  /// Nothing: the weights are packed by each call.
  void flatten_parameters() {}

  RNNOptions options;
  int64_t gates;
  std::vector<detail::RecurrentWeights> weights;            // layer by layer, forward before reverse
  std::vector<fg::detail::RecurrentProjection> projections; // as many, or none

  /// Numbers of one direction's output at a step.
  int64_t outputs() const {
    return detail::expected(options.proj_size() == 0) ? options.hidden_size() : options.proj_size();
  }

protected:
  /// [T, B, I], with a batch of one where the input has none.
  Tensor timeFirst(const Tensor &input) const {
    FG_CHECK(input.dim() == 2 || input.dim() == 3, "RNN: Expected input to be 2D or 3D, got ", input.dim(),
             "D instead");
    FG_CHECK(input.size(-1) == options.input_size(), "input.size(-1) must be equal to input_size. Expected ",
             options.input_size(), ", got ", input.size(-1));
    if (input.dim() == 2)
      return fg::unsqueeze(input, 1);
    return options.batch_first() ? fg::transpose(input, 0, 1) : input;
  }
  Tensor asGiven(const Tensor &output, const Tensor &input) const {
    if (input.dim() == 2)
      return fg::squeeze(output, 1);
    return options.batch_first() ? fg::transpose(output, 0, 1) : output;
  }
  /// [layers * directions, B, size]: what the caller gave, or zeros. `name` is for the message.
  Tensor firstState(const Tensor &given, const Tensor &input, const Tensor &sequence, int64_t size,
                    const char *name) const {
    const int64_t rows = static_cast<int64_t>(weights.size()), batch = sequence.size(1);
    if (!given.defined())
      return fg::zeros({rows, batch, size}, input.options());
    const Tensor state = input.dim() == 2 ? fg::unsqueeze(given, 1) : given;
    FG_CHECK(state.dim() == 3 && state.size(0) == rows && state.size(1) == batch && state.size(2) == size,
             "Expected ", name, " size [", rows, ", ", batch, ", ", size, "], got ", given.sizes());
    return state;
  }
  double dropoutNow() const {
    const bool none = options.dropout() == 0;
    if (detail::known(none) || bool(none | !is_training())) // one question: two would double the graphs
      return 0.0;
    // What fg::dropout asks is said here, once: in the loop over the layers each answer would be a graph.
    const double p = options.dropout();
    const bool usual = detail::expected(p >= 0) && detail::expected(p <= 1) && detail::expected(p != 0) &&
                       detail::expected(p != 1);
    return usual ? p : options.dropout();
  }
};

class LSTMImpl : public RNNImplBase {
public:
  LSTMImpl(int64_t input_size, int64_t hidden_size) : LSTMImpl(LSTMOptions(input_size, hidden_size)) {}
  explicit LSTMImpl(const LSTMOptions &options_) : RNNImplBase(options_, 4) {}
  /// The output of the last layer at each step, and (h, c) of every layer after the last one.
  std::tuple<Tensor, std::tuple<Tensor, Tensor>>
  forward(const Tensor &input, const std::optional<std::tuple<Tensor, Tensor>> &hx = {}) {
    const Tensor sequence = timeFirst(input);
    const auto [output, h, c] = fg::detail::recurrentLayers(
        sequence,
        firstState(hx.has_value() ? std::get<0>(*hx) : Tensor(), input, sequence, outputs(), "hidden[0]"),
        firstState(hx.has_value() ? std::get<1>(*hx) : Tensor(), input, sequence, options.hidden_size(),
                   "hidden[1]"),
        weights, projections, "lstm", options.bidirectional(), dropoutNow());
    if (input.dim() == 2)
      return {asGiven(output, input), {fg::squeeze(h, 1), fg::squeeze(c, 1)}};
    return {asGiven(output, input), {h, c}};
  }
};
FG_MODULE(LSTM);

/// RNN and GRU: one tensor of state.
class SingleStateImpl : public RNNImplBase {
public:
  using RNNImplBase::RNNImplBase;
  std::tuple<Tensor, Tensor> forward(const Tensor &input, const Tensor &hx = {}) {
    const Tensor sequence = timeFirst(input);
    const auto [output, h, unused] = fg::detail::recurrentLayers(
        sequence, firstState(hx, input, sequence, options.hidden_size(), "hidden"), Tensor(), weights, {},
        gates == 3                        ? "gru"
        : options.nonlinearity() == kReLU ? "rnn_relu"
                                          : "rnn_tanh",
        options.bidirectional(), dropoutNow());
    return {asGiven(output, input), input.dim() == 2 ? fg::squeeze(h, 1) : h};
  }
};

class GRUImpl : public SingleStateImpl {
public:
  GRUImpl(int64_t input_size, int64_t hidden_size) : GRUImpl(GRUOptions(input_size, hidden_size)) {}
  explicit GRUImpl(const GRUOptions &options_) : SingleStateImpl(options_, 3) {}
};
FG_MODULE(GRU);

class RNNImpl : public SingleStateImpl {
public:
  RNNImpl(int64_t input_size, int64_t hidden_size) : RNNImpl(RNNOptions(input_size, hidden_size)) {}
  explicit RNNImpl(const RNNOptions &options_) : SingleStateImpl(options_, 1) {}
};
FG_MODULE(RNN);

// --- cells: one step ---
struct RNNCellOptions {
  RNNCellOptions(int64_t input_size, int64_t hidden_size)
      : input_size_(input_size), hidden_size_(hidden_size) {}
  FG_ARG(int64_t, input_size);
  FG_ARG(int64_t, hidden_size);
  FG_ARG(bool, bias) = true;
  FG_ARG(enumtype::Name, nonlinearity) = kTanh;
};
using LSTMCellOptions = RNNCellOptions;
using GRUCellOptions = RNNCellOptions;

class RNNCellImplBase : public Module {
public:
  RNNCellImplBase(const RNNCellOptions &options_, int64_t gates) : options(options_) {
    const int64_t rows = gates * options.hidden_size();
    weights.ih = register_parameter("weight_ih", fg::empty({rows, options.input_size()}));
    weights.hh = register_parameter("weight_hh", fg::empty({rows, options.hidden_size()}));
    if (options.bias()) {
      weights.bias_ih = register_parameter("bias_ih", fg::empty({rows}));
      weights.bias_hh = register_parameter("bias_hh", fg::empty({rows}));
    }
    reset_parameters();
  }
  void reset_parameters() {
    const int64_t hidden = options.hidden_size();
    detail::initialiseRecurrent(weights, hidden);
  }

  RNNCellOptions options;
  detail::RecurrentWeights weights;

protected:
  Tensor state(const Tensor &given, const Tensor &input) const {
    if (given.defined())
      return given;
    std::vector<int64_t> sizes = input.sizes().vec();
    sizes.back() = options.hidden_size();
    return fg::zeros(sizes, input.options());
  }
};

class LSTMCellImpl : public RNNCellImplBase {
public:
  LSTMCellImpl(int64_t input_size, int64_t hidden_size)
      : LSTMCellImpl(LSTMCellOptions(input_size, hidden_size)) {}
  explicit LSTMCellImpl(const LSTMCellOptions &options_) : RNNCellImplBase(options_, 4) {}
  std::tuple<Tensor, Tensor> forward(const Tensor &input,
                                     const std::optional<std::tuple<Tensor, Tensor>> &hx = {}) {
    return fg::lstm_cell(input,
                         {state(hx.has_value() ? std::get<0>(*hx) : Tensor(), input),
                          state(hx.has_value() ? std::get<1>(*hx) : Tensor(), input)},
                         weights.ih, weights.hh, weights.bias_ih, weights.bias_hh);
  }
};
FG_MODULE(LSTMCell);

class GRUCellImpl : public RNNCellImplBase {
public:
  GRUCellImpl(int64_t input_size, int64_t hidden_size)
      : GRUCellImpl(GRUCellOptions(input_size, hidden_size)) {}
  explicit GRUCellImpl(const GRUCellOptions &options_) : RNNCellImplBase(options_, 3) {}
  Tensor forward(const Tensor &input, const Tensor &hx = {}) {
    return fg::gru_cell(input, state(hx, input), weights.ih, weights.hh, weights.bias_ih, weights.bias_hh);
  }
};
FG_MODULE(GRUCell);

class RNNCellImpl : public RNNCellImplBase {
public:
  RNNCellImpl(int64_t input_size, int64_t hidden_size)
      : RNNCellImpl(RNNCellOptions(input_size, hidden_size)) {}
  explicit RNNCellImpl(const RNNCellOptions &options_) : RNNCellImplBase(options_, 1) {}
  Tensor forward(const Tensor &input, const Tensor &hx = {}) {
    return (options.nonlinearity() == kReLU ? fg::rnn_relu_cell : fg::rnn_tanh_cell)(
        input, state(hx, input), weights.ih, weights.hh, weights.bias_ih, weights.bias_hh);
  }
};
FG_MODULE(RNNCell);

} // namespace fg::nn
