#include "model.h"

#include <fullgraph/io.h>

Cnn::Cnn(const std::string &weights) {
  auto w = fg::load_safetensors(weights);
  conv1_weight = w.at("conv1.weight");
  conv1_bias = w.at("conv1.bias");
  conv2_weight = w.at("conv2.weight");
  conv2_bias = w.at("conv2.bias");
  fc_weight = w.at("fc.weight");
  fc_bias = w.at("fc.bias");
}

FG_COMPILE(.fullgraph = true)
fg::Tensor Cnn::forward(FG_SHAPE("f32[N,1,8,8]") fg::Tensor x) const {
  auto h = fg::relu(fg::conv2d(x, conv1_weight, conv1_bias, /*stride=*/1, /*padding=*/1));
  h = fg::max_pool2d(h, 2);
  h = fg::relu(fg::conv2d(h, conv2_weight, conv2_bias, /*stride=*/1, /*padding=*/1));
  h = fg::max_pool2d(h, 2);
  return fg::linear(h.flatten(1), fc_weight, fc_bias);
}

Mlp::Mlp(const std::string &weights) {
  auto w = fg::load_safetensors(weights);
  fc1_weight = w.at("fc1.weight");
  fc1_bias = w.at("fc1.bias");
  fc2_weight = w.at("fc2.weight");
  fc2_bias = w.at("fc2.bias");
  fc3_weight = w.at("fc3.weight");
  fc3_bias = w.at("fc3.bias");
}

FG_COMPILE(.fullgraph = true)
fg::Tensor Mlp::forward(FG_SHAPE("f32[N,64]") fg::Tensor x) const {
  auto h = fg::relu(fg::linear(x, fc1_weight, fc1_bias));
  h = fg::relu(fg::linear(h, fc2_weight, fc2_bias));
  return fg::linear(h, fc3_weight, fc3_bias);
}
