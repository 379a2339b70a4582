// Two networks that read handwritten digits, trained by train.py.
#pragma once

#include <fullgraph/fullgraph.h>

#include <string>

/// Two convolutions and a linear layer.
struct Cnn {
  FG_SHAPE("f32[16,1,3,3]") fg::Tensor conv1_weight;
  FG_SHAPE("f32[16]") fg::Tensor conv1_bias;
  FG_SHAPE("f32[32,16,3,3]") fg::Tensor conv2_weight;
  FG_SHAPE("f32[32]") fg::Tensor conv2_bias;
  FG_SHAPE("f32[10,128]") fg::Tensor fc_weight;
  FG_SHAPE("f32[10]") fg::Tensor fc_bias;

  explicit Cnn(const std::string &weights);
  /// Images f32[N,1,8,8] with values in [0, 1] to logits f32[N,10].
  fg::Tensor forward(fg::Tensor x) const;
};

/// Three linear layers.
struct Mlp {
  FG_SHAPE("f32[128,64]") fg::Tensor fc1_weight;
  FG_SHAPE("f32[128]") fg::Tensor fc1_bias;
  FG_SHAPE("f32[64,128]") fg::Tensor fc2_weight;
  FG_SHAPE("f32[64]") fg::Tensor fc2_bias;
  FG_SHAPE("f32[10,64]") fg::Tensor fc3_weight;
  FG_SHAPE("f32[10]") fg::Tensor fc3_bias;

  explicit Mlp(const std::string &weights);
  /// Images f32[N,64] with values in [0, 1] to logits f32[N,10].
  fg::Tensor forward(fg::Tensor x) const;
};
