#include <fullgraph/composites/recurrent.h>

namespace fg {

namespace detail {

std::tuple<Tensor, Tensor, Tensor> recurrentLayer(const Tensor &input, const Tensor &h, const Tensor &c,
                                                  const RecurrentWeights &weights, const Tensor &projection,
                                                  string_view cell, bool reverse) {
  const int64_t length = input.size(0);
  const bool lstm = cell == "lstm";
  const Tensor gates = linear(input, weights.ih, weights.bias_ih);
  if (projection.defined()) {
    Tensor hx = h, cx = c;
    std::vector<Tensor> steps;
    for (int64_t t = 0; t < length; ++t) {
      std::tie(hx, cx) =
          lstmStep(select(gates, 0, reverse ? length - 1 - t : t), hx, cx, weights.hh, weights.bias_hh);
      hx = linear(hx, projection);
      steps.push_back(hx);
    }
    return {reverse ? flip(stack(steps, 0), {0}) : stack(steps, 0), hx, cx};
  }
  if (known(length == 1)) { // one product, which is fused with the gates
    const Tensor step = select(gates, 0, 0);
    Tensor hx, cx;
    if (lstm)
      std::tie(hx, cx) = lstmStep(step, h, c, weights.hh, weights.bias_hh);
    else if (cell == "gru")
      hx = gruStep(step, h, weights.hh, weights.bias_hh);
    else if (cell == "rnn_relu")
      hx = relu(add(step, linear(h, weights.hh, weights.bias_hh)));
    else
      hx = tanh(add(step, linear(h, weights.hh, weights.bias_hh)));
    return {unsqueeze(hx, 0), hx, cx};
  }
  const Tensor bias =
      weights.bias_hh.defined() ? weights.bias_hh : zeros({weights.hh.size(0)}, input.scalar_type());
  const Tensor state = lstm ? stack({h, c}, 0) : unsqueeze(h, 0);
  const Tensor steps = recurrent_steps(gates, state, weights.hh, bias, cell, reverse);
  const Tensor last = select(steps, 0, reverse ? 0 : length - 1);
  if (!lstm)
    return {steps, last, Tensor()};
  return {narrow(steps, 0, 0, length), last, select(steps, 0, length)};
}

std::tuple<Tensor, Tensor, Tensor> recurrentLayers(const Tensor &input, const Tensor &h, const Tensor &c,
                                                   const std::vector<RecurrentWeights> &weights,
                                                   const std::vector<RecurrentProjection> &projections,
                                                   string_view cell, bool bidirectional, double dropout) {
  FG_CHECK(input.size(0) > 0, "Expected sequence length to be larger than 0 in RNN");
  const bool lstm = cell == "lstm";
  const size_t directions = bidirectional ? 2 : 1;
  std::vector<Tensor> lastH, lastC;
  Tensor output = input;
  for (size_t layer = 0; layer * directions < weights.size(); ++layer) {
    if (layer > 0 && dropout != 0)
      output = fg::dropout(output, dropout, true);
    std::vector<Tensor> sides;
    for (size_t direction = 0; direction < directions; ++direction) {
      const size_t index = layer * directions + direction;
      const int64_t row = static_cast<int64_t>(index);
      const auto [side, hx, cx] = recurrentLayer(
          output, select(h, 0, row), lstm ? select(c, 0, row) : Tensor(), weights[index],
          expected(projections.empty()) ? Tensor() : projections[index].hr, cell, direction == 1);
      sides.push_back(side);
      lastH.push_back(hx);
      if (lstm)
        lastC.push_back(cx);
    }
    output = bidirectional ? cat(sides, -1) : sides[0];
  }
  return {output, stack(lastH, 0), lstm ? stack(lastC, 0) : Tensor()};
}

/// ATen's flat list of weights.
std::tuple<std::vector<RecurrentWeights>, std::vector<RecurrentProjection>>
recurrentWeights(TensorList params, bool has_biases, int64_t layers, bool projected) {
  const size_t each = (has_biases ? 4 : 2) + (projected ? 1 : 0);
  FG_CHECK(params.size() == each * static_cast<size_t>(layers),
           "got an incorrect number of RNN parameters: expected ", each * static_cast<size_t>(layers),
           ", got ", params.size());
  std::vector<RecurrentWeights> weights;
  std::vector<RecurrentProjection> projections;
  for (int64_t i = 0; i < layers; ++i) {
    const size_t at = each * static_cast<size_t>(i);
    RecurrentWeights w;
    w.ih = params[at];
    w.hh = params[at + 1];
    if (has_biases) {
      w.bias_ih = params[at + 2];
      w.bias_hh = params[at + 3];
    }
    weights.push_back(w);
    if (projected)
      projections.push_back({params[at + each - 1]});
  }
  return {weights, projections};
}

std::tuple<Tensor, Tensor> singleState(const Tensor &input, const Tensor &hx, TensorList params,
                                       bool has_biases, int64_t num_layers, double dropout, bool train,
                                       bool bidirectional, bool batch_first, string_view cell) {
  const auto [weights, none] =
      recurrentWeights(params, has_biases, bidirectional ? 2 * num_layers : num_layers, false);
  const auto [output, h, unused] = recurrentLayers(batch_first ? transpose(input, 0, 1) : input, hx, Tensor(),
                                                   weights, none, cell, bidirectional, train ? dropout : 0.0);
  return {batch_first ? transpose(output, 0, 1) : output, h};
}

} // namespace detail

std::tuple<Tensor, Tensor, Tensor> lstm(const Tensor &input, TensorList hx, TensorList params,
                                        bool has_biases, int64_t num_layers, double dropout, bool train,
                                        bool bidirectional, bool batch_first) {
  FG_CHECK(hx.size() == 2, "lstm expects two hidden states");
  const bool projected = hx[0].size(2) != hx[1].size(2);
  const auto [weights, projections] =
      detail::recurrentWeights(params, has_biases, bidirectional ? 2 * num_layers : num_layers, projected);
  const auto [output, h, c] =
      detail::recurrentLayers(batch_first ? transpose(input, 0, 1) : input, hx[0], hx[1], weights,
                              projections, "lstm", bidirectional, train ? dropout : 0.0);
  return {batch_first ? transpose(output, 0, 1) : output, h, c};
}
std::tuple<Tensor, Tensor> gru(const Tensor &input, const Tensor &hx, TensorList params, bool has_biases,
                               int64_t num_layers, double dropout, bool train, bool bidirectional,
                               bool batch_first) {
  return detail::singleState(input, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                             batch_first, "gru");
}
std::tuple<Tensor, Tensor> rnn_tanh(const Tensor &input, const Tensor &hx, TensorList params, bool has_biases,
                                    int64_t num_layers, double dropout, bool train, bool bidirectional,
                                    bool batch_first) {
  return detail::singleState(input, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                             batch_first, "rnn_tanh");
}
std::tuple<Tensor, Tensor> rnn_relu(const Tensor &input, const Tensor &hx, TensorList params, bool has_biases,
                                    int64_t num_layers, double dropout, bool train, bool bidirectional,
                                    bool batch_first) {
  return detail::singleState(input, hx, params, has_biases, num_layers, dropout, train, bidirectional,
                             batch_first, "rnn_relu");
}

} // namespace fg
