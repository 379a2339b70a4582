// The definitions of composites/sequences.h's functions.
#include <fullgraph/ops.h>

namespace fg {

Tensor pad_sequence(TensorList sequences, bool batch_first, double padding_value, string_view padding_side) {
  FG_CHECK(sequences.size() > 0, "received an empty list of sequences");
  FG_CHECK(padding_side == "left" || padding_side == "right",
           "Expected padding_side to be one of left or right, but got ", padding_side, ".");
  int64_t longest = 0;
  for (const Tensor &sequence : sequences)
    longest = sequence.size(0) > longest ? sequence.size(0) : longest;
  const int64_t count = int64_t(sequences.size());
  std::vector<int64_t> sizes = sequences[0].sizes().vec();
  sizes[0] = batch_first ? longest : count;
  sizes.insert(sizes.begin(), batch_first ? count : longest);
  const Tensor result = full(sizes, padding_value, sequences[0].scalar_type());
  for (int64_t i = 0; i < count; ++i) {
    const Tensor &sequence = sequences[size_t(i)];
    const int64_t length = sequence.size(0), start = padding_side == "left" ? longest - length : 0;
    Tensor place = narrow(select(result, batch_first ? 0 : 1, i), 0, start, length);
    place.copy_(sequence);
  }
  return result;
}

namespace detail {
static void checkBags(const Tensor &weight, int64_t mode, const std::optional<Tensor> &per_sample_weights,
                      std::optional<int64_t> padding_idx) {
  FG_CHECK(weight.dim() == 2, "weight has to be a 2D Tensor, but got Tensor of dimension ", weight.dim());
  FG_CHECK(
      weight.is_floating_point(),
      "Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, BFloat16, "
      "Float, Double; but got torch.",
      weight.scalar_type(), "Tensor instead (while checking arguments for embedding_bag)");
  FG_CHECK(mode >= 0 && mode <= 2, "embedding_bag: mode must be 0 (sum), 1 (mean) or 2 (max), but got ",
           mode);
  FG_CHECK(!given(per_sample_weights) || mode == 0,
           "embedding_bag: per_sample_weights only supported with mode='sum'");
  const int64_t rows = weight.size(0);
  FG_CHECK(!padding_idx.has_value() || (*padding_idx >= -rows && *padding_idx < rows),
           "padding_idx must be within the number of embeddings, ", -rows, " through ", rows - 1,
           ", but got ", padding_idx.value_or(0));
}
/// Which indices are padding_idx.
static Tensor isPadding(const Tensor &weight, const Tensor &indices, int64_t padding_idx) {
  return eq(indices, padding_idx < 0 ? padding_idx + weight.size(0) : padding_idx);
}

Tensor bagsOfRows(const Tensor &weight, const Tensor &indices, int64_t mode,
                  const std::optional<Tensor> &per_sample_weights, std::optional<int64_t> padding_idx) {
  checkBags(weight, mode, per_sample_weights, padding_idx);
  const Tensor vectors = to(embedding(weight, indices), statisticsDtype(weight));
  const bool padded = padding_idx.has_value();
  const Tensor padding = padded ? unsqueeze(isPadding(weight, indices, *padding_idx), -1)
                                : zeros({indices.size(0), indices.size(1), 1}, kBool);
  const Tensor sizes = sum(logical_not(padding), {1});
  if (mode == 2) {
    if (indices.size(1) == 0)
      return zeros({indices.size(0), weight.size(1)}, weight.scalar_type());
    const Tensor most = amax(masked_fill(vectors, padding, -__builtin_huge_val()), {1});
    return to(where(eq(sizes, 0), zeros_like(most), most), weight.scalar_type());
  }
  Tensor values = padded ? masked_fill(vectors, padding, 0) : vectors;
  if (given(per_sample_weights))
    values = mul(values, unsqueeze(*per_sample_weights, -1));
  const Tensor sums = sum(values, {1});
  return to(mode == 1 ? div(sums, clamp_min(sizes, 1)) : sums, weight.scalar_type());
}
} // namespace detail

std::tuple<Tensor, Tensor, Tensor, Tensor>
embedding_bag(const Tensor &weight, const Tensor &indices, const Tensor &offsets, bool scale_grad_by_freq,
              int64_t mode, bool sparse, const std::optional<Tensor> &per_sample_weights,
              bool include_last_offset, std::optional<int64_t> padding_idx) {
  (void)scale_grad_by_freq, (void)sparse; // of the gradient only
  FG_CHECK(indices.dim() == 1, "input has to be a 1D Tensor, but got Tensor of dimension ", indices.dim());
  FG_CHECK(offsets.dim() == 1, "offsets has to be a 1D Tensor, but got Tensor of dimension ", offsets.dim());
  FG_CHECK(!include_last_offset || offsets.size(0) >= 1,
           "include_last_offset: number of offset should be at least 1");
  detail::checkBags(weight, mode, per_sample_weights, padding_idx);
  const int64_t count = indices.size(0), bags = include_last_offset ? offsets.size(0) - 1 : offsets.size(0);
  const Tensor places = bag_places(offsets, count, include_last_offset);
  // One bag more than there are takes what is in none.
  const Tensor targets = padding_idx.has_value() ? where(detail::isPadding(weight, indices, *padding_idx),
                                                         full_like(places, bags), places)
                                                 : places;
  Tensor vectors = to(embedding(weight, indices), detail::statisticsDtype(weight));
  if (detail::given(per_sample_weights)) {
    FG_CHECK(per_sample_weights->numel() == count,
             "Expected per_sample_weights.value().numel() == indices.numel() to be true, but got false.");
    vectors = mul(vectors, reshape(to(*per_sample_weights, vectors.scalar_type()), {count, 1}));
  }
  const Tensor all = scatter_reduce(zeros({bags + 1, weight.size(1)}, vectors.scalar_type()), 0,
                                    detail::indexForEach(targets, 0, vectors), vectors,
                                    mode == 0   ? "sum"
                                    : mode == 1 ? "mean"
                                                : "amax",
                                    mode == 0);
  const Tensor sizes = scatter_reduce(zeros({bags + 1}, kLong), 0, targets, ones_like(targets), "sum");
  const Tensor size = narrow(sizes, 0, 0, bags);
  return {to(narrow(all, 0, 0, bags), weight.scalar_type()), places, size, size};
}

Tensor &embedding_renorm_(Tensor &self, const Tensor &indices, double max_norm, double norm_type) {
  const Tensor flat = to(reshape(indices, {-1}), kLong);
  const Tensor used = scatter(zeros({self.size(0)}, kLong), 0, flat, ones_like(flat));
  const Tensor sizes = linalg_vector_norm(self, norm_type, {1}, true);
  const Tensor larger = logical_and(unsqueeze(ne(used, 0), 1), gt(sizes, max_norm));
  return mul_(self, where(larger, div(full_like(sizes, max_norm), add(sizes, 1e-7)), ones_like(sizes)));
}

Tensor ctc_loss(const Tensor &log_probs, const Tensor &targets, const Tensor &input_lengths,
                const Tensor &target_lengths, int64_t blank, int64_t reduction, bool zero_infinity) {
  const bool batched = log_probs.dim() == 3;
  const Tensor inputs = reshape(input_lengths, {-1}), lengths = reshape(target_lengths, {-1});
  Tensor losses = ctc_losses(batched ? log_probs : unsqueeze(log_probs, 1), targets, inputs, lengths, blank);
  if (zero_infinity)
    losses = masked_fill(losses, isinf(losses), 0);
  if (reduction == Reduction::Mean)
    losses = div(losses, to(clamp_min(lengths, 1), losses.scalar_type()));
  else if (reduction == Reduction::None && !batched)
    losses = squeeze(losses, 0);
  return detail::reduced(losses, reduction);
}
namespace detail {
/// The numbers as elements.
static Tensor lengthsOf(IntArrayRef lengths) {
  std::vector<Tensor> elements;
  for (size_t i = 0; i < lengths.size(); ++i)
    elements.push_back(full({1}, lengths[i], kLong));
  return elements.empty() ? zeros({0}, kLong) : cat(elements);
}
} // namespace detail
Tensor ctc_loss(const Tensor &log_probs, const Tensor &targets, IntArrayRef input_lengths,
                IntArrayRef target_lengths, int64_t blank, int64_t reduction, bool zero_infinity) {
  return ctc_loss(log_probs, targets, detail::lengthsOf(input_lengths), detail::lengthsOf(target_lengths),
                  blank, reduction, zero_infinity);
}

namespace detail {
static Tensor fourier(const Tensor &self, int64_t n_fft, std::optional<int64_t> hop_length,
                      std::optional<int64_t> win_length, const std::optional<Tensor> &window, bool normalized,
                      std::optional<bool> onesided, std::optional<bool> return_complex) {
  FG_CHECK(return_complex.has_value() || self.is_complex(),
           "stft requires the return_complex parameter be given for real inputs, and "
           "will further require that return_complex=True in a future PyTorch release.");
  FG_CHECK(self.is_floating_point() || self.is_complex(),
           "stft: expected a tensor of floating point or complex values");
  FG_CHECK(self.dim() == 1 || self.dim() == 2, "stft: expected a 1D or 2D tensor");
  const int64_t hop = hop_length.has_value() ? *hop_length : n_fft / 4;
  const int64_t length = win_length.has_value() ? *win_length : n_fft;
  FG_CHECK(0 < n_fft && n_fft <= self.size(-1), "stft: expected 0 < n_fft < ", self.size(-1),
           ", but got n_fft=", n_fft);
  FG_CHECK(hop > 0, "stft: expected hop_length > 0, but got hop_length=", hop);
  FG_CHECK(0 < length && length <= n_fft,
           "stft: expected 0 < win_length <= n_fft, but got win_length=", length);
  Tensor frames = windows(self, -1, n_fft, hop); // [..., frames, n_fft]
  if (given(window))
    FG_CHECK(window->dim() == 1 && window->size(0) == length,
             "stft: expected a 1D window tensor of size equal to win_length=", length,
             ", but got window with size ", window->sizes());
  if (given(window) || length < n_fft) {
    const int64_t left = (n_fft - length) / 2;
    const Tensor weights = given(window) ? *window : ones({length}, self.scalar_type());
    frames = mul(frames, constant_pad_nd(weights, {left, n_fft - length - left}));
  }
  const bool half = onesided.value_or(!frames.is_complex());
  FG_CHECK(!half || !frames.is_complex(), "Cannot have onesided output if window or input is complex");
  const string_view norm = normalized ? "ortho" : "backward";
  const Tensor spectrum = transpose(
      half ? fft_rfft(frames, std::nullopt, -1, norm) : fft_fft(frames, std::nullopt, -1, norm), -2, -1);
  return return_complex.value_or(true) ? spectrum : view_as_real(spectrum);
}
} // namespace detail
Tensor stft(const Tensor &self, int64_t n_fft, std::optional<int64_t> hop_length,
            std::optional<int64_t> win_length, const std::optional<Tensor> &window, bool center,
            string_view pad_mode, bool normalized, std::optional<bool> onesided,
            std::optional<bool> return_complex) {
  if (!center)
    return detail::fourier(self, n_fft, hop_length, win_length, window, normalized, onesided, return_complex);
  const int64_t half = n_fft / 2;
  Tensor signal = self;
  while (signal.dim() < 3) // the padding modes want [N, C, L]
    signal = unsqueeze(signal, 0);
  signal = pad(signal, {half, half}, pad_mode);
  signal = self.dim() == 1 ? squeeze(squeeze(signal, 0), 0) : squeeze(signal, 0);
  return detail::fourier(signal, n_fft, hop_length, win_length, window, normalized, onesided, return_complex);
}
Tensor stft(const Tensor &self, int64_t n_fft, std::optional<int64_t> hop_length,
            std::optional<int64_t> win_length, const std::optional<Tensor> &window, bool normalized,
            std::optional<bool> onesided, std::optional<bool> return_complex) {
  return detail::fourier(self, n_fft, hop_length, win_length, window, normalized, onesided, return_complex);
}

Tensor istft(const Tensor &self, int64_t n_fft, std::optional<int64_t> hop_length,
             std::optional<int64_t> win_length, const std::optional<Tensor> &window, bool center,
             bool normalized, std::optional<bool> onesided, std::optional<int64_t> length,
             bool return_complex) {
  FG_CHECK(
      self.is_complex(),
      "istft requires a complex-valued input tensor matching the output from stft with return_complex=True.");
  const int64_t hop = hop_length.has_value() ? *hop_length : n_fft / 4;
  const int64_t width = win_length.has_value() ? *win_length : n_fft;
  FG_CHECK(self.numel() > 0, "istft: input tensor cannot be empty.");
  FG_CHECK(self.dim() == 2 || self.dim() == 3,
           "istft: expected a tensor with 3 dimensions or 4 dimensions, but got ", self.dim() + 1);
  const bool half = onesided.value_or(n_fft != self.size(-2));
  FG_CHECK(half ? n_fft / 2 + 1 == self.size(-2) : n_fft == self.size(-2),
           "istft: expected the frequency dimension (3rd to the last) of the input tensor to match ",
           half ? "n_fft / 2 + 1 when onesided=True, but got " : "n_fft when onesided=False, but got ",
           self.size(-2));
  FG_CHECK(!half || !return_complex, "istft: cannot have onesided input with return_complex=true");
  FG_CHECK(0 < hop && hop <= width, "istft: expected 0 < hop_length <= win_length");
  FG_CHECK(0 < width && width <= n_fft, "istft: expected 0 < win_length <= n_fft");
  if (detail::given(window))
    FG_CHECK(window->dim() == 1 && window->size(0) == width,
             "istft: Invalid window shape. window has to be 1D and length of `win_length`");
  const ScalarType dtype = realType(self.scalar_type());
  Tensor weights = detail::given(window) ? *window : ones({width}, dtype);
  if (width != n_fft) {
    const int64_t left = (n_fft - width) / 2;
    weights = constant_pad_nd(weights, {left, n_fft - width - left});
  }
  const Tensor spectrum = transpose(self.dim() == 3 ? self : unsqueeze(self, 0), 1, 2);
  const string_view norm = normalized ? "ortho" : "backward";
  Tensor frames;
  if (return_complex)
    frames = fft_ifft(spectrum, std::nullopt, -1, norm);
  else
    frames = fft_irfft(half ? spectrum : slice(spectrum, -1, 0, n_fft / 2 + 1), n_fft, -1, norm);
  // Frames are added where they lie over each other, and so are their windows' squares.
  const int64_t count = frames.size(1), total = n_fft + hop * (count - 1);
  const Tensor places = reshape(add(unsqueeze(mul(arange(count), hop), 1), arange(n_fft)), {-1});
  const Tensor sums = index_add(zeros({frames.size(0), total}, frames.scalar_type()), 1, places,
                                reshape(mul(frames, weights), {frames.size(0), -1}));
  const Tensor squares = reshape(expand(mul(weights, weights), {count, n_fft}), {-1});
  const Tensor envelope = index_add(zeros({total}, weights.scalar_type()), 0, places, squares);
  const int64_t start = center ? n_fft / 2 : 0;
  const int64_t end = length.has_value() ? start + *length : center ? total - n_fft / 2 : total;
  const Tensor signal = slice(sums, 1, start, end), above = slice(envelope, 0, start, end);
  // An index of 0 where all of it is above zero, -1 else.
  const Tensor enough = sub(to(gt(amin(abs(above)), 1e-11), kLong), 1);
  const Tensor zero = checked_index(enough, 1, "window overlap add min: 1", "");
  Tensor result = div(signal, add(above, to(zero, above.scalar_type())));
  if (end > total)
    result = constant_pad_nd(result, {0, end - total});
  return self.dim() == 2 ? squeeze(result, 0) : result;
}

} // namespace fg
