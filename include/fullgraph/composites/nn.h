// Activations, normalisation, convolution and pooling over the primitive operators.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

// --- activations ---
Tensor selu(const Tensor &self);
Tensor celu(const Tensor &self, const Scalar &alpha = 1.0);
Tensor &selu_(Tensor &self);
Tensor &celu_(Tensor &self, const Scalar &alpha = 1.0);
namespace detail {
Tensor softsign(const Tensor &self);
Tensor tanhshrink(const Tensor &self);
} // namespace detail
Tensor hardshrink(const Tensor &self, const Scalar &lambd = 0.5);
Tensor softshrink(const Tensor &self, const Scalar &lambd = 0.5);
/// One weight in all, or one a channel (dim 1).
Tensor prelu(const Tensor &self, const Tensor &weight);
Tensor glu(const Tensor &self, int64_t dim = -1);
Tensor dropout(const Tensor &input, double p, bool train);
Tensor one_hot(const Tensor &self, int64_t num_classes = -1);
/// input1^T weight[o] input2 + bias[o] for each o.
Tensor bilinear(const Tensor &input1, const Tensor &input2, const Tensor &weight,
                const std::optional<Tensor> &bias = {});

// --- normalisation ---
namespace detail {
/// 16-bit inputs are normalised in f32, as ATen does.
ScalarType statisticsDtype(const Tensor &input);
bool given(const std::optional<Tensor> &tensor);
void updateRunning(const Tensor &running, const Tensor &ofBatch, double momentum);

} // namespace detail

Tensor layer_norm(const Tensor &input, IntArrayRef normalized_shape, const std::optional<Tensor> &weight = {},
                  const std::optional<Tensor> &bias = {}, double eps = 1e-05, bool = true);

/// By the running statistics or, with `training`, by the batch's own, of which the running ones then take
/// `momentum`: running = momentum * batch's + (1 - momentum) * running, the variance being the unbiased one.
Tensor batch_norm(const Tensor &input, const std::optional<Tensor> &weight, const std::optional<Tensor> &bias,
                  const std::optional<Tensor> &running_mean, const std::optional<Tensor> &running_var,
                  bool training, double momentum, double eps,
                  bool); // cudnn_enabled

Tensor group_norm(const Tensor &input, int64_t num_groups, const std::optional<Tensor> &weight = {},
                  const std::optional<Tensor> &bias = {}, double eps = 1e-05, bool = true);

// --- convolution ---
namespace detail {
int64_t spatial(IntArrayRef values, size_t dim);

/// "same" or "valid"; a class of its own, so that `conv2d(x, w, b, 1, 0)` is no null string.
struct PaddingMode {
  string_view mode;
  template <size_t N> PaddingMode(const char (&text)[N]) : mode(text) {}
  PaddingMode(string_view text) : mode(text) {}
  template <class S>
    requires requires(const S &s) { s.c_str(), s.substr(0, 1); }
  PaddingMode(const S &text) : mode(text) {}
};
} // namespace detail

/// input [N, C, H, W] or [C, H, W].
Tensor conv2d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias = {},
              IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef dilation = 1, int64_t groups = 1);
Tensor conv2d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
              IntArrayRef stride, detail::PaddingMode padding, IntArrayRef dilation = 1, int64_t groups = 1);

/// input [N, C, L] or [C, L]: a convolution of height 1.
Tensor conv1d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias = {},
              IntArrayRef stride = 1, IntArrayRef padding = 0, IntArrayRef dilation = 1, int64_t groups = 1);
Tensor conv1d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
              IntArrayRef stride, detail::PaddingMode padding, IntArrayRef dilation = 1, int64_t groups = 1);

// --- pooling ---
Tensor max_pool1d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride = {},
                  IntArrayRef padding = 0, IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor avg_pool1d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride = {},
                  IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true);
/// output_size: one or two sizes. Windows of one size where the input divides, else window by window.
Tensor adaptive_avg_pool2d(const Tensor &self, IntArrayRef output_size);

// --- steps of recurrent networks: input [N, I], hx and cx [N, H], w_ih [G * H, I], w_hh [G * H, H], biases
// [G * H] ---

namespace detail {
/// From the input's part of the gates.
Tensor gruStep(const Tensor &i, const Tensor &hx, const Tensor &w_hh, const std::optional<Tensor> &b_hh);
std::tuple<Tensor, Tensor> lstmStep(const Tensor &i, const Tensor &hx, const Tensor &cx, const Tensor &w_hh,
                                    const std::optional<Tensor> &b_hh);
} // namespace detail
Tensor rnn_tanh_cell(const Tensor &input, const Tensor &hx, const Tensor &w_ih, const Tensor &w_hh,
                     const std::optional<Tensor> &b_ih = {}, const std::optional<Tensor> &b_hh = {});
Tensor rnn_relu_cell(const Tensor &input, const Tensor &hx, const Tensor &w_ih, const Tensor &w_hh,
                     const std::optional<Tensor> &b_ih = {}, const std::optional<Tensor> &b_hh = {});
/// G is 3: reset, update, new.
Tensor gru_cell(const Tensor &input, const Tensor &hx, const Tensor &w_ih, const Tensor &w_hh,
                const std::optional<Tensor> &b_ih = {}, const std::optional<Tensor> &b_hh = {});
/// hx: the hidden state and the cell's, which come back. G is 4: input, forget, cell, output.
std::tuple<Tensor, Tensor> lstm_cell(const Tensor &input, TensorList hx, const Tensor &w_ih,
                                     const Tensor &w_hh, const std::optional<Tensor> &b_ih = {},
                                     const std::optional<Tensor> &b_hh = {});

} // namespace fg
