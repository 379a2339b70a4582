// Recurrent layers: whole sequences, as ATen's lstm, gru, rnn_tanh, rnn_relu.
// A part of ops.h, which includes the parts in their order.
//
// T steps, batches of B, I inputs, H hidden units, L layers, D directions (2 if bidirectional), G gates.
#pragma once

#include <fullgraph/annotations.h>
#include <fullgraph/ops.h>

namespace fg {

/// input [T, B, I] ([B, T, I] if batch_first); hx: the hidden state [L * D, B, H] and the cell's. params: of
/// each layer, and in it of each direction, w_ih [G * H, I], w_hh [G * H, H] and, if has_biases, b_ih and
/// b_hh [G * H]; G is 4: input, forget, cell, output. Where the two states' last sizes differ, w_hr [P, H]
/// follows them, which projects the hidden state to P numbers. dropout is between layers, if train. Returns
/// (the last layer's hidden states [T, B, D * H], both states behind the last step).
std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor &input, TensorList hx, TensorList params,
                                        bool has_biases, int64_t num_layers, double dropout, bool train,
                                        bool bidirectional, bool batch_first);
/// The same with one state; G is 3: reset, update, new.
std::tuple<Tensor, Tensor> gru(const Tensor &input, const Tensor &hx, TensorList params, bool has_biases,
                               int64_t num_layers, double dropout, bool train, bool bidirectional,
                               bool batch_first);
/// G is 1.
std::tuple<Tensor, Tensor> rnn_tanh(const Tensor &input, const Tensor &hx, TensorList params, bool has_biases,
                                    int64_t num_layers, double dropout, bool train, bool bidirectional,
                                    bool batch_first);
std::tuple<Tensor, Tensor> rnn_relu(const Tensor &input, const Tensor &hx, TensorList params, bool has_biases,
                                    int64_t num_layers, double dropout, bool train, bool bidirectional,
                                    bool batch_first);

namespace detail {

/// The weights of one layer in one direction; the biases may be undefined.
struct RecurrentWeights {
  FG_SHAPE("f32[G,I]") Tensor ih;
  FG_SHAPE("f32[G,H]") Tensor hh;
  FG_SHAPE("f32[G]") Tensor bias_ih, bias_hh;
};

/// What an LSTM's hidden state is projected with, after each step.
struct RecurrentProjection {
  FG_SHAPE("f32[P,H]") Tensor hr;
};

/// One layer in one direction: input [T, B, I]; h and, of an LSTM, c [B, H]. Returns (the hidden states
/// [T, B, H], h and c behind the last step). projection [P, H]: of an LSTM whose next step reads P numbers
/// that the hidden state is projected to. `cell` is lstm, gru, rnn_tanh or rnn_relu.
std::tuple<Tensor, Tensor, Tensor> recurrentLayer(const Tensor &input, const Tensor &h, const Tensor &c,
                                                  const RecurrentWeights &weights, const Tensor &projection,
                                                  string_view cell, bool reverse);

/// All layers, forward before reverse, and as many projections or none: input [T, B, I], h and c [L * D, B,
/// H]. dropout: 0 but in training.
std::tuple<Tensor, Tensor, Tensor> recurrentLayers(const Tensor &input, const Tensor &h, const Tensor &c,
                                                   const std::vector<RecurrentWeights> &weights,
                                                   const std::vector<RecurrentProjection> &projections,
                                                   string_view cell, bool bidirectional, double dropout);

} // namespace detail
} // namespace fg
