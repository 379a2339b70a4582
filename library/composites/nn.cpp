// The definitions of composites/nn.h's functions.
#include <fullgraph/ops.h>

namespace fg {

// --- activations ---
Tensor selu(const Tensor &self) {
  return elu(self, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946);
}
Tensor celu(const Tensor &self, const Scalar &alpha) {
  FG_CHECK(alpha.toDouble() != 0, "ZeroDivisionError: alpha cannot be 0 for CELU");
  return elu(self, alpha, 1.0, 1.0 / alpha.toDouble());
}
Tensor &selu_(Tensor &self) { return copy_(self, selu(self)); }
Tensor &celu_(Tensor &self, const Scalar &alpha) { return copy_(self, celu(self, alpha)); }
namespace detail {
Tensor softsign(const Tensor &self) { return div(self, add(abs(self), 1)); }
Tensor tanhshrink(const Tensor &self) { return sub(self, tanh(self)); }
} // namespace detail
Tensor hardshrink(const Tensor &self, const Scalar &lambd) {
  return where(logical_and(ge(self, -lambd), le(self, lambd)), zeros_like(self), self);
}
Tensor softshrink(const Tensor &self, const Scalar &lambd) {
  FG_CHECK(lambd.toDouble() >= 0, "lambda must be in range [0, ", detail::largestValue(self.scalar_type()),
           "] for input dtype ", self.scalar_type(), ", but found ", lambd.toDouble());
  return where(gt(self, lambd), sub(self, lambd), where(lt(self, -lambd), add(self, lambd), mul(self, 0)));
}
Tensor prelu(const Tensor &self, const Tensor &weight) {
  FG_CHECK(self.scalar_type() == weight.scalar_type(), "prelu: Type promoting not supported. Got ",
           self.scalar_type(), " and ", weight.scalar_type());
  FG_CHECK(weight.dim() <= 1,
           "prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = ", weight.dim());
  if (weight.numel() == 1 || self.dim() < 2)
    return where(gt(self, 0), self, mul(self, reshape(weight, {})));
  FG_CHECK(weight.numel() == self.size(1),
           "Mismatch of parameter numbers and input channel size. Found parameter "
           "numbers = ",
           weight.numel(), " and channel size = ", self.size(1), ".");
  std::vector<int64_t> shape(size_t(self.dim()), 1);
  shape[1] = weight.numel();
  return where(gt(self, 0), self, mul(self, reshape(weight, shape)));
}
Tensor glu(const Tensor &self, int64_t dim) {
  FG_CHECK(self.dim() > 0, "glu does not support 0-dimensional tensors");
  const int64_t size = self.size(dim);
  FG_CHECK(size % 2 == 0, "Halving dimension must be even, but dimension ", detail::wrapDim(dim, self.dim()),
           " is size ", size);
  return mul(slice(self, dim, 0, size / 2, 1), sigmoid(slice(self, dim, size / 2, size, 1)));
}
Tensor dropout(const Tensor &input, double p, bool train) {
  FG_CHECK(p >= 0 && p <= 1, "dropout probability has to be between 0 and 1, but got ", p);
  if (!train || p == 0)
    return input;
  if (!detail::expected(p != 1))
    return mul(input, zeros_like(input));
  return mul(input, div(to(ge(rand_like(input), p), input.scalar_type()), 1 - p));
}
Tensor one_hot(const Tensor &self, int64_t num_classes) {
  FG_CHECK(self.scalar_type() == kLong, "one_hot is only applicable to index tensor of type LongTensor.");
  FG_CHECK(num_classes > 0 || self.numel() > 0, "Can not infer total number of classes from empty tensor.");
  const int64_t classes = detail::expected(num_classes != -1) ? num_classes : amax(self).item<int64_t>() + 1;
  const Tensor index = checked_index(self, classes, "Class values must be non-negative.",
                                     "Class values must be smaller than num_classes.");
  return to(eq(unsqueeze(index, -1), arange(classes, index.options().dtype(kLong))), kLong);
}
Tensor bilinear(const Tensor &input1, const Tensor &input2, const Tensor &weight,
                const std::optional<Tensor> &bias) {
  FG_CHECK(input1.dim() == input2.dim(), "bilinear(): input dimensions do not match: got ", input1.dim(),
           " and ", input2.dim());
  for (int64_t d = 0; d < input1.dim() - 1; ++d)
    FG_CHECK(input1.size(d) == input2.size(d), "bilinear(): input batch dimensions do not match at dim ", d,
             ": got ", input1.size(d), " and ", input2.size(d));
  FG_CHECK(weight.dim() == 3, "bilinear(): expected a weight of 3 dims, got ", weight.dim());
  FG_CHECK(input1.size(-1) == weight.size(1), "bilinear(): input1 size does not match weight size: got ",
           input1.size(-1), " but expected ", weight.size(1));
  FG_CHECK(input2.size(-1) == weight.size(2), "bilinear(): input2 size does not match weight size: got ",
           input2.size(-1), " but expected ", weight.size(2));
  // [..., 1, 1, I1] x [O, I1, I2] -> [..., O, 1, I2], then the product with input2 summed
  const Tensor left = matmul(unsqueeze(unsqueeze(input1, -2), -3), weight);
  const Tensor product = sum(mul(squeeze(left, -2), unsqueeze(input2, -2)), -1);
  if (!detail::given(bias))
    return product;
  FG_CHECK(bias->size(0) == weight.size(0), "bilinear(): bias size does not match weight size: got ",
           bias->size(0), " but expected ", weight.size(0));
  return add(product, *bias);
}

// --- normalisation ---
namespace detail {
ScalarType statisticsDtype(const Tensor &input) {
  return isReducedFloatingType(input.scalar_type()) ? kFloat : input.scalar_type();
}
bool given(const std::optional<Tensor> &tensor) { return tensor.has_value() && tensor->defined(); }

/// A tensor of one value a channel, to broadcast against an input whose dim 1 are channels.
static Tensor perChannel(const Tensor &values, int64_t rank, int64_t channels, const char *name) {
  FG_CHECK(values.numel() == channels, name, " should contain ", channels, " elements not ", values.numel());
  std::vector<int64_t> shape(size_t(rank), 1);
  shape[1] = channels;
  return reshape(values, shape);
}
} // namespace detail

Tensor layer_norm(const Tensor &input, IntArrayRef normalized_shape, const std::optional<Tensor> &weight,
                  const std::optional<Tensor> &bias, double eps, bool) {
  const int64_t rank = input.dim(), normalized = int64_t(normalized_shape.size());
  FG_CHECK(normalized >= 1,
           "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
           "element, but got normalized_shape = ",
           normalized_shape);
  FG_CHECK(rank >= normalized, "Given normalized_shape=", normalized_shape,
           ", expected input with shape [*, ", normalized_shape, "], but got input of size", input.sizes());
  std::vector<int64_t> dims;
  for (int64_t d = rank - normalized; d < rank; ++d) {
    FG_CHECK(input.size(d) == normalized_shape[size_t(d - rank + normalized)],
             "Given normalized_shape=", normalized_shape, ", expected input with shape [*, ",
             normalized_shape, "], but got input of size", input.sizes());
    dims.push_back(d);
  }
  FG_CHECK(!detail::given(weight) || weight->sizes() == normalized_shape,
           "Expected weight to be of same shape as normalized_shape, but got weight of shape ",
           weight->sizes(), " and normalized_shape = ", normalized_shape);
  FG_CHECK(!detail::given(bias) || bias->sizes() == normalized_shape,
           "Expected bias to be of same shape as normalized_shape, but got bias of shape ", bias->sizes(),
           " and normalized_shape = ", normalized_shape);
  const ScalarType compute = detail::statisticsDtype(input);
  const Tensor x = contiguous(to(input, compute)); // as the result is, whatever input's strides are
  const Tensor centred = sub(x, mean(x, dims, true));
  Tensor result = mul(centred, rsqrt(add(mean(mul(centred, centred), dims, true), eps)));
  if (detail::given(weight))
    result = mul(result, to(*weight, compute));
  if (detail::given(bias))
    result = add(result, to(*bias, compute));
  return to(result, input.scalar_type());
}

namespace detail {
/// A running statistic takes over a part of the batch's.
void updateRunning(const Tensor &running, const Tensor &ofBatch, double momentum) {
  Tensor stored = running;
  const Tensor mixed =
      add(mul(reshape(ofBatch, {-1}), momentum), mul(to(running, ofBatch.scalar_type()), 1 - momentum));
  copy_(stored, to(mixed, running.scalar_type()));
}
} // namespace detail

Tensor batch_norm(const Tensor &input, const std::optional<Tensor> &weight, const std::optional<Tensor> &bias,
                  const std::optional<Tensor> &running_mean, const std::optional<Tensor> &running_var,
                  bool training, double momentum, double eps, bool) {
  const bool hasMean = detail::given(running_mean), hasVariance = detail::given(running_var);
  FG_CHECK(training || hasMean, "running_mean must be defined in evaluation mode");
  FG_CHECK(training || hasVariance, "running_var must be defined in evaluation mode");
  FG_CHECK(hasMean == hasVariance,
           "running_mean and running_var must either both be None or neither be None");
  FG_CHECK(input.dim() >= 2, "batch_norm: expected an input of at least 2 dims, got ", input.dim());
  const int64_t rank = input.dim(), channels = input.size(1);
  const ScalarType compute = detail::statisticsDtype(input);
  Tensor mean, variance;
  if (hasMean) {
    mean = to(detail::perChannel(*running_mean, rank, channels, "running_mean"), compute);
    variance = to(detail::perChannel(*running_var, rank, channels, "running_var"), compute);
  }
  if (training) {
    std::vector<int64_t> dims = {0};
    int64_t count = input.size(0); // of a channel
    for (int64_t d = 2; d < rank; ++d) {
      dims.push_back(d);
      count *= input.size(d);
    }
    if (!detail::expected(count > 0)) // which leaves the statistics as they are
      return clone(input);
    mean = fg::mean(to(input, compute), dims, true);
    const Tensor centred = sub(to(input, compute), mean);
    variance = fg::mean(mul(centred, centred), dims, true);
    if (hasMean) {
      detail::updateRunning(*running_mean, mean, momentum);
      detail::updateRunning(*running_var, div(mul(variance, count), count - 1), momentum);
    }
  }
  Tensor scale = rsqrt(add(variance, eps));
  if (detail::given(weight))
    scale = mul(scale, to(detail::perChannel(*weight, rank, channels, "weight"), compute));
  Tensor result = mul(sub(to(input, compute), mean), scale);
  if (detail::given(bias))
    result = add(result, to(detail::perChannel(*bias, rank, channels, "bias"), compute));
  return to(result, input.scalar_type());
}

namespace detail {
/// Of one slice: numel() by the sizes in front, which would be a division by 0 for a batch of none.
static int64_t elementsOf(const Tensor &input, int64_t from) {
  int64_t count = 1;
  for (int64_t d = from; d < input.dim(); ++d)
    count *= input.size(d);
  return count;
}
} // namespace detail

Tensor group_norm(const Tensor &input, int64_t num_groups, const std::optional<Tensor> &weight,
                  const std::optional<Tensor> &bias, double eps, bool) {
  FG_CHECK(input.dim() >= 2, "Expected at least 2 dimensions for input tensor but received ", input.dim());
  FG_CHECK(num_groups > 0, "Expected num groups to be greater than 0, got ", num_groups);
  const int64_t rank = input.dim(), channels = input.size(1);
  FG_CHECK(channels % num_groups == 0,
           "Expected number of channels in input to be divisible by num_groups, but got "
           "input of shape ",
           input.sizes(), " and num_groups=", num_groups);
  const ScalarType compute = detail::statisticsDtype(input);
  const Tensor x =
      reshape(to(input, compute), {input.size(0), num_groups, detail::elementsOf(input, 1) / num_groups});
  const Tensor centred = sub(x, mean(x, 2, true));
  Tensor result = reshape(mul(centred, rsqrt(add(mean(mul(centred, centred), 2, true), eps))), input.sizes());
  if (detail::given(weight))
    result = mul(result, to(detail::perChannel(*weight, rank, channels, "weight"), compute));
  if (detail::given(bias))
    result = add(result, to(detail::perChannel(*bias, rank, channels, "bias"), compute));
  return to(result, input.scalar_type());
}

// --- convolution ---
namespace detail {
int64_t spatial(IntArrayRef values, size_t dim) { return values.size() == 1 ? values[0] : values[dim]; }

/// How much "same" pads each dim, before and behind together.
static std::vector<int64_t> samePadding(const Tensor &weight, IntArrayRef stride, PaddingMode padding,
                                        IntArrayRef dilation, int64_t dims) {
  FG_CHECK(padding.mode == "same", "Invalid padding string: '", padding.mode, "'");
  FG_CHECK(weight.dim() == dims + 2, "weight should have at least three dimensions");
  std::vector<int64_t> total;
  for (int64_t d = 0; d < dims; ++d) {
    FG_CHECK(spatial(stride, size_t(d)) == 1, "padding='same' is not supported for strided convolutions");
    total.push_back(spatial(dilation, size_t(d)) * (weight.size(d + 2) - 1));
  }
  return total;
}
} // namespace detail

Tensor conv2d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
              IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups) {
  FG_CHECK(input.dim() == 3 || input.dim() == 4,
           "Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: ", input.sizes());
  if (input.dim() == 3)
    return squeeze(convolution(unsqueeze(input, 0), weight, bias, stride, padding, dilation, groups), 0);
  return convolution(input, weight, bias, stride, padding, dilation, groups);
}
Tensor conv2d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
              IntArrayRef stride, detail::PaddingMode padding, IntArrayRef dilation, int64_t groups) {
  if (padding.mode == "valid")
    return conv2d(input, weight, bias, stride, 0, dilation, groups);
  const std::vector<int64_t> total = detail::samePadding(weight, stride, padding, dilation, 2);
  // An odd rest goes to the end.
  const bool odd = total[0] % 2 != 0 || total[1] % 2 != 0;
  return conv2d(odd ? constant_pad_nd(input, {0, total[1] % 2, 0, total[0] % 2}) : input, weight, bias,
                stride, {total[0] / 2, total[1] / 2}, dilation, groups);
}

Tensor conv1d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
              IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups) {
  FG_CHECK(input.dim() == 2 || input.dim() == 3,
           "Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input of size: ", input.sizes());
  FG_CHECK(weight.dim() == 3, "weight should have at least three dimensions");
  const Tensor result = conv2d(unsqueeze(input, -2), unsqueeze(weight, -2), bias, {1, stride[0]},
                               {0, padding[0]}, {1, dilation[0]}, groups);
  return squeeze(result, -2);
}

Tensor conv1d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
              IntArrayRef stride, detail::PaddingMode padding, IntArrayRef dilation, int64_t groups) {
  if (padding.mode == "valid")
    return conv1d(input, weight, bias, stride, 0, dilation, groups);
  const int64_t total = detail::samePadding(weight, stride, padding, dilation, 1)[0];
  return conv1d(total % 2 != 0 ? constant_pad_nd(input, {0, 1}) : input, weight, bias, stride, total / 2,
                dilation, groups);
}

Tensor conv3d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
              IntArrayRef stride, detail::PaddingMode padding, IntArrayRef dilation, int64_t groups) {
  if (padding.mode == "valid")
    return conv3d(input, weight, bias, stride, 0, dilation, groups);
  const std::vector<int64_t> total = detail::samePadding(weight, stride, padding, dilation, 3);
  return conv3d(constant_pad_nd(input, {0, total[2] % 2, 0, total[1] % 2, 0, total[0] % 2}), weight, bias,
                stride, {total[0] / 2, total[1] / 2, total[2] / 2}, dilation, groups);
}

// --- pooling ---
Tensor max_pool1d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  const int64_t step = stride.empty() ? kernel_size[0] : stride[0];
  return squeeze(max_pool2d(unsqueeze(self, -2), {1, kernel_size[0]}, {1, step}, {0, padding[0]},
                            {1, dilation[0]}, ceil_mode),
                 -2);
}
Tensor avg_pool1d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad) {
  const int64_t step = stride.empty() ? kernel_size[0] : stride[0];
  return squeeze(avg_pool2d(unsqueeze(self, -2), {1, kernel_size[0]}, {1, step}, {0, padding[0]}, ceil_mode,
                            count_include_pad),
                 -2);
}
Tensor adaptive_avg_pool2d(const Tensor &self, IntArrayRef output_size) {
  FG_CHECK(self.dim() == 3 || self.dim() == 4, "adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got ",
           self.sizes());
  const int64_t height = self.size(-2), width = self.size(-1);
  const int64_t rows = detail::spatial(output_size, 0), columns = detail::spatial(output_size, 1);
  FG_CHECK(rows > 0 && columns > 0,
           "adaptive_avg_pool2d: elements of output_size must be greater than zero, got ", output_size);
  if (rows == 1 && columns == 1)
    return mean(self, {-2, -1}, true);
  // Cells that nobody can count while building, of a grid that the program chooses, are taken to be equal
  // ones.
  const bool counted = detail::known(rows <= 4096) && detail::known(columns <= 4096);
  if (counted ? height % rows == 0 && width % columns == 0
              : detail::expected(height % rows == 0) && detail::expected(width % columns == 0))
    return avg_pool2d(self, {height / rows, width / columns});
  std::vector<Tensor> bands;
  for (int64_t r = 0; r < rows; ++r) {
    const Tensor band = slice(self, -2, r * height / rows, ((r + 1) * height + rows - 1) / rows, 1);
    std::vector<Tensor> cells;
    for (int64_t c = 0; c < columns; ++c)
      cells.push_back(mean(slice(band, -1, c * width / columns, ((c + 1) * width + columns - 1) / columns, 1),
                           {-2, -1}, true));
    bands.push_back(cat(cells, -1));
  }
  return cat(bands, -2);
}

namespace detail {
Tensor gruStep(const Tensor &i, const Tensor &hx, const Tensor &w_hh, const std::optional<Tensor> &b_hh) {
  const int64_t size = hx.size(-1);
  const Tensor h = linear(hx, w_hh, b_hh);
  const Tensor reset = sigmoid(add(narrow(h, -1, 0, size), narrow(i, -1, 0, size)));
  const Tensor update = sigmoid(add(narrow(h, -1, size, size), narrow(i, -1, size, size)));
  const Tensor fresh = tanh(add(narrow(i, -1, 2 * size, size), mul(reset, narrow(h, -1, 2 * size, size))));
  return add(mul(sub(hx, fresh), update), fresh);
}
std::tuple<Tensor, Tensor> lstmStep(const Tensor &i, const Tensor &hx, const Tensor &cx, const Tensor &w_hh,
                                    const std::optional<Tensor> &b_hh) {
  const int64_t size = cx.size(-1); // hx may be projected
  const Tensor gates = add(i, linear(hx, w_hh, b_hh));
  const Tensor in = sigmoid(narrow(gates, -1, 0, size)), forget = sigmoid(narrow(gates, -1, size, size));
  const Tensor cell = tanh(narrow(gates, -1, 2 * size, size)),
               out = sigmoid(narrow(gates, -1, 3 * size, size));
  const Tensor cy = add(mul(forget, cx), mul(in, cell));
  return {mul(out, tanh(cy)), cy};
}
} // namespace detail

Tensor rnn_tanh_cell(const Tensor &input, const Tensor &hx, const Tensor &w_ih, const Tensor &w_hh,
                     const std::optional<Tensor> &b_ih, const std::optional<Tensor> &b_hh) {
  return tanh(add(linear(input, w_ih, b_ih), linear(hx, w_hh, b_hh)));
}
Tensor rnn_relu_cell(const Tensor &input, const Tensor &hx, const Tensor &w_ih, const Tensor &w_hh,
                     const std::optional<Tensor> &b_ih, const std::optional<Tensor> &b_hh) {
  return relu(add(linear(input, w_ih, b_ih), linear(hx, w_hh, b_hh)));
}
Tensor gru_cell(const Tensor &input, const Tensor &hx, const Tensor &w_ih, const Tensor &w_hh,
                const std::optional<Tensor> &b_ih, const std::optional<Tensor> &b_hh) {
  return detail::gruStep(linear(input, w_ih, b_ih), hx, w_hh, b_hh);
}
std::tuple<Tensor, Tensor> lstm_cell(const Tensor &input, TensorList hx, const Tensor &w_ih,
                                     const Tensor &w_hh, const std::optional<Tensor> &b_ih,
                                     const std::optional<Tensor> &b_hh) {
  FG_CHECK(hx.size() == 2, "lstm_cell expects two hidden states");
  return detail::lstmStep(linear(input, w_ih, b_ih), hx[0], hx[1], w_hh, b_hh);
}

} // namespace fg
