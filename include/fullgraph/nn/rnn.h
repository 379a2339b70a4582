// Recurrent layers and cells: RNN, LSTM, GRU.
#pragma once

#include <fullgraph/nn/init.h>
#include <fullgraph/nn/module.h>

namespace fg::nn {

namespace detail {

/// The weights of one layer in one direction; for a gate each, one above the other.
struct RecurrentWeights {
  FG_SHAPE("f32[G,I]") Tensor ih;
  FG_SHAPE("f32[G,H]") Tensor hh;
  FG_SHAPE("f32[G]") Tensor bias_ih, bias_hh;
};

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
        const int64_t inputs = layer == 0 ? options.input_size() : options.hidden_size() * directions;
        const std::string suffix = "_l" + std::to_string(layer) + (direction == 1 ? "_reverse" : "");
        detail::RecurrentWeights w;
        w.ih = register_parameter("weight_ih" + suffix, fg::empty({gates * options.hidden_size(), inputs}));
        w.hh = register_parameter("weight_hh" + suffix,
                                  fg::empty({gates * options.hidden_size(), options.hidden_size()}));
        if (options.bias()) {
          w.bias_ih = register_parameter("bias_ih" + suffix, fg::empty({gates * options.hidden_size()}));
          w.bias_hh = register_parameter("bias_hh" + suffix, fg::empty({gates * options.hidden_size()}));
        }
        weights.push_back(w);
      }
    reset_parameters();
  }
  void reset_parameters() {
    const int64_t hidden = options.hidden_size();
    for (const detail::RecurrentWeights &w : weights) // names no member that capture would take for changed
      detail::initialiseRecurrent(w, hidden);
  }

  RNNOptions options;
  int64_t gates;
  std::vector<detail::RecurrentWeights> weights; // layer by layer, forward before reverse

protected:
  /// [T, B, I], with a batch of one where the input has none.
  Tensor timeFirst(const Tensor &input) const {
    FG_CHECK(input.dim() == 2 || input.dim() == 3, "RNN: Expected input to be 2D or 3D, got ", input.dim(),
             "D instead");
    if (input.dim() == 2)
      return fg::unsqueeze(input, 1);
    return options.batch_first() ? fg::transpose(input, 0, 1) : input;
  }
  Tensor asGiven(const Tensor &output, const Tensor &input) const {
    if (input.dim() == 2)
      return fg::squeeze(output, 1);
    return options.batch_first() ? fg::transpose(output, 0, 1) : output;
  }
  /// [layers * directions, B, H]: what the caller gave, or zeros.
  Tensor firstState(const Tensor &given, const Tensor &input, const Tensor &sequence) const {
    if (given.defined())
      return input.dim() == 2 ? fg::unsqueeze(given, 1) : given;
    return fg::zeros({static_cast<int64_t>(weights.size()), sequence.size(1), options.hidden_size()},
                     input.options());
  }
  Tensor dropped(const Tensor &output, size_t layer) const {
    if (options.dropout() == 0 || layer + 1 == static_cast<size_t>(options.num_layers()) ||
        detail::expected(!is_training()))
      return output;
    return fg::dropout(output, options.dropout(), true);
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
    const Tensor h0 = firstState(hx.has_value() ? std::get<0>(*hx) : Tensor(), input, sequence);
    const Tensor c0 = firstState(hx.has_value() ? std::get<1>(*hx) : Tensor(), input, sequence);
    const size_t directions = options.bidirectional() ? 2 : 1;
    std::vector<Tensor> lastH, lastC;
    Tensor output = sequence;
    for (size_t layer = 0; layer * directions < weights.size(); ++layer) {
      std::vector<Tensor> sides;
      for (size_t direction = 0; direction < directions; ++direction) {
        const size_t index = layer * directions + direction;
        const detail::RecurrentWeights &w = weights[index];
        const Tensor gatesOfInput = fg::linear(output, w.ih, w.bias_ih);
        Tensor h = fg::select(h0, 0, static_cast<int64_t>(index));
        Tensor c = fg::select(c0, 0, static_cast<int64_t>(index));
        std::vector<Tensor> steps;
        const int64_t length = sequence.size(0);
        for (int64_t t = 0; t < length; ++t) {
          std::tie(h, c) = fg::detail::lstmStep(
              fg::select(gatesOfInput, 0, direction == 0 ? t : length - 1 - t), h, c, w.hh, w.bias_hh);
          steps.push_back(h);
        }
        sides.push_back(inOrder(steps, direction == 1));
        lastH.push_back(h);
        lastC.push_back(c);
      }
      output = dropped(sides.size() == 1 ? sides[0] : fg::cat(sides, -1), layer);
    }
    Tensor h = fg::stack(lastH, 0), c = fg::stack(lastC, 0);
    if (input.dim() == 2) {
      h = fg::squeeze(h, 1);
      c = fg::squeeze(c, 1);
    }
    return {asGiven(output, input), {h, c}};
  }

  static Tensor inOrder(const std::vector<Tensor> &steps, bool reversed) {
    if (!reversed)
      return fg::stack(steps, 0);
    std::vector<Tensor> forwards;
    for (size_t i = 0; i < steps.size(); ++i)
      forwards.push_back(steps[steps.size() - 1 - i]);
    return fg::stack(forwards, 0);
  }
};
FG_MODULE(LSTM);

/// RNN and GRU: one tensor of state.
template <class Step> class SingleStateImpl : public RNNImplBase {
public:
  SingleStateImpl(const RNNOptions &options_, int64_t gates) : RNNImplBase(options_, gates) {}
  std::tuple<Tensor, Tensor> forward(const Tensor &input, const Tensor &hx = {}) {
    const Tensor sequence = timeFirst(input), h0 = firstState(hx, input, sequence);
    const size_t directions = options.bidirectional() ? 2 : 1;
    std::vector<Tensor> last;
    Tensor output = sequence;
    for (size_t layer = 0; layer * directions < weights.size(); ++layer) {
      std::vector<Tensor> sides;
      for (size_t direction = 0; direction < directions; ++direction) {
        const size_t index = layer * directions + direction;
        const detail::RecurrentWeights &w = weights[index];
        const Tensor gatesOfInput = fg::linear(output, w.ih, w.bias_ih);
        Tensor h = fg::select(h0, 0, static_cast<int64_t>(index));
        std::vector<Tensor> steps;
        const int64_t length = sequence.size(0);
        for (int64_t t = 0; t < length; ++t) {
          h = Step::step(fg::select(gatesOfInput, 0, direction == 0 ? t : length - 1 - t), h, w, options);
          steps.push_back(h);
        }
        sides.push_back(LSTMImpl::inOrder(steps, direction == 1));
        last.push_back(h);
      }
      output = dropped(sides.size() == 1 ? sides[0] : fg::cat(sides, -1), layer);
    }
    const Tensor h = fg::stack(last, 0);
    return {asGiven(output, input), input.dim() == 2 ? fg::squeeze(h, 1) : h};
  }
};

namespace detail {
struct GruSteps {
  static Tensor step(const Tensor &gates, const Tensor &h, const RecurrentWeights &w, const RNNOptions &) {
    return fg::detail::gruStep(gates, h, w.hh, w.bias_hh);
  }
};
struct RnnSteps {
  static Tensor step(const Tensor &gates, const Tensor &h, const RecurrentWeights &w,
                     const RNNOptions &options) {
    const Tensor sum = fg::add(gates, fg::linear(h, w.hh, w.bias_hh));
    return options.nonlinearity() == kReLU ? fg::relu(sum) : fg::tanh(sum);
  }
};
} // namespace detail

class GRUImpl : public SingleStateImpl<detail::GruSteps> {
public:
  GRUImpl(int64_t input_size, int64_t hidden_size) : GRUImpl(GRUOptions(input_size, hidden_size)) {}
  explicit GRUImpl(const GRUOptions &options_) : SingleStateImpl<detail::GruSteps>(options_, 3) {}
};
FG_MODULE(GRU);

class RNNImpl : public SingleStateImpl<detail::RnnSteps> {
public:
  RNNImpl(int64_t input_size, int64_t hidden_size) : RNNImpl(RNNOptions(input_size, hidden_size)) {}
  explicit RNNImpl(const RNNOptions &options_) : SingleStateImpl<detail::RnnSteps>(options_, 1) {}
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
