// fg::nn::utils: what torch::nn::utils has for inference.
#pragma once

#include <fullgraph/nn/common.h>

namespace fg::nn::utils {

/// The elements of all parameters one after the other. Throws for one whose elements are not in C order.
inline Tensor parameters_to_vector(const std::vector<Tensor> &parameters) {
  std::vector<Tensor> parts;
  for (const Tensor &parameter : parameters)
    parts.push_back(fg::view(parameter, {-1}));
  return fg::cat(parts);
}
/// Writes vec's elements into the parameters, in their order. (LibTorch makes them views of vec.) Throws for
/// too few elements.
inline void vector_to_parameters(const Tensor &vec, const std::vector<Tensor> &parameters) {
  int64_t place = 0;
  for (const Tensor &parameter : parameters) {
    const int64_t count = parameter.numel();
    parameter.copy_(fg::view(fg::slice(vec, 0, place, place + count, 1), parameter.sizes()));
    place += count;
  }
}

namespace rnn {
/// [L, ...] each as one [longest, N, ...], or [N, longest, ...], with the padding value behind (or "left" of)
/// the shorter ones.
inline Tensor pad_sequence(TensorList sequences, bool batch_first = false, double padding_value = 0.0,
                           string_view padding_side = "right") {
  return fg::pad_sequence(sequences, batch_first, padding_value, padding_side);
}
} // namespace rnn

} // namespace fg::nn::utils
