// Functions over sequences of unequal lengths and of signals: embedding_bag, ctc_loss, stft.
// A part of ops.h, which includes the parts in their order.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

/// The sum (mode 0), mean (1) or maximum (2) of the rows that each bag's indices name. indices is a vector,
/// and offsets says where the bags begin, or (include_last_offset) also where the last one ends. padding_idx
/// counts for nothing. Returns (the bags, the bag of each index, the bags' sizes, these again): the last
/// three serve ATen's gradient, and differ from its where that takes short cuts.
std::tuple<Tensor, Tensor, Tensor, Tensor>
embedding_bag(const Tensor &weight, const Tensor &indices, const Tensor &offsets,
              bool scale_grad_by_freq = false, int64_t mode = 0, bool sparse = false,
              const std::optional<Tensor> &per_sample_weights = {}, bool include_last_offset = false,
              std::optional<int64_t> padding_idx = {});
/// Scales the rows of self that indices name down to norm_type-norms of max_norm.
Tensor &embedding_renorm_(Tensor &self, const Tensor &indices, double max_norm, double norm_type);

namespace detail {
/// embedding_bag of bags that are the rows of indices: [B, L].
Tensor bagsOfRows(const Tensor &weight, const Tensor &indices, int64_t mode,
                  const std::optional<Tensor> &per_sample_weights, std::optional<int64_t> padding_idx);
} // namespace detail

/// [B, L, ...] or [L, B, ...] of B tensors [l, ...]: padding_value behind each, or ("left") in front of it.
Tensor pad_sequence(TensorList sequences, bool batch_first = false, double padding_value = 0.0,
                    string_view padding_side = "right");

/// The negative log likelihood of targets (labels: [N, S], or all behind each other) under log_probs [T, N,
/// C], or [T, C] of one sequence.
Tensor ctc_loss(const Tensor &log_probs, const Tensor &targets, const Tensor &input_lengths,
                const Tensor &target_lengths, int64_t blank = 0, int64_t reduction = Reduction::Mean,
                bool zero_infinity = false);
Tensor ctc_loss(const Tensor &log_probs, const Tensor &targets, IntArrayRef input_lengths,
                IntArrayRef target_lengths, int64_t blank = 0, int64_t reduction = Reduction::Mean,
                bool zero_infinity = false);

/// The Fourier transforms of self's windows, [..., frequencies, frames]; with return_complex = false as their
/// parts, [..., 2]. It must be given for real signals.
Tensor stft(const Tensor &self, int64_t n_fft, std::optional<int64_t> hop_length = {},
            std::optional<int64_t> win_length = {}, const std::optional<Tensor> &window = {},
            bool center = true, string_view pad_mode = "reflect", bool normalized = false,
            std::optional<bool> onesided = {}, std::optional<bool> return_complex = {});
Tensor stft(const Tensor &self, int64_t n_fft, std::optional<int64_t> hop_length,
            std::optional<int64_t> win_length, const std::optional<Tensor> &window, bool normalized,
            std::optional<bool> onesided = {}, std::optional<bool> return_complex = {});
/// The signal of such a complex spectrogram, [..., frequencies, frames]; throws where the windows leave some
/// of it out.
Tensor istft(const Tensor &self, int64_t n_fft, std::optional<int64_t> hop_length = {},
             std::optional<int64_t> win_length = {}, const std::optional<Tensor> &window = {},
             bool center = true, bool normalized = false, std::optional<bool> onesided = {},
             std::optional<int64_t> length = {}, bool return_complex = false);

} // namespace fg
