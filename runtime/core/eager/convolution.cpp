// convolution over 1 to 3 spatial dims: patches laid out as columns, a block at a time, times the weights.
#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/copy.h"
#include "runtime/core/eager/gemm.h"

#include <algorithm>
#include <string>
#include <vector>

namespace fg::host {

using namespace detail;

namespace {

constexpr int maxSpatial = 3;
/// Elements of a block of columns: what fits the L2 cache beside the weights.
constexpr int64_t columnBlock = int64_t(1) << 17;

std::vector<int64_t> expandParam(IntArrayRef values, const char *name, int64_t dims) {
  if (values.size() == 1)
    return std::vector<int64_t>(size_t(dims), values[0]);
  FG_CHECK(int64_t(values.size()) == dims, "expected ", name, " to be a single integer value or a list of ",
           dims, " values to match the convolution dimensions, but got ", name, "=", values);
  return values.vec();
}

/// All sizes with leading spatial dims of size 1, so that there are always three.
struct Geometry {
  int64_t batch, groups, channels, outChannels; // channels of one group
  int64_t in[maxSpatial], kernel[maxSpatial], out[maxSpatial];
  int64_t stride[maxSpatial], padding[maxSpatial], dilation[maxSpatial];
  int64_t inStride[maxSpatial], batchStride, channelStride; // bytes

  int64_t kernelSize() const { return kernel[0] * kernel[1] * kernel[2]; }
  int64_t outSize() const { return out[0] * out[1] * out[2]; }
  bool isPointwise() const {
    for (int d = 0; d < maxSpatial; ++d)
      if (kernel[d] != 1 || stride[d] != 1 || padding[d] != 0)
        return false;
    return true;
  }
};

/// columns(r, c) for r = (channel, kernel offsets) and the output rows [firstRow, firstRow + rows), whose
/// width is out[2]. Positions in the padding are 0.
template <class T>
void layOutColumns(T *columns, const Geometry &g, const char *image, ScalarType dtype, Compute compute,
                   int64_t firstRow, int64_t rows) {
  const LoadFn load = loader(dtype, compute);
  const int64_t width = g.out[2];
  for (int64_t c = 0; c < g.channels; ++c)
    for (int64_t k = 0; k < g.kernelSize(); ++k) {
      const int64_t kw = k % g.kernel[2], kh = k / g.kernel[2] % g.kernel[1],
                    kd = k / g.kernel[2] / g.kernel[1];
      const int64_t shift =
          kw * g.dilation[2] - g.padding[2]; // input column = output column * stride + shift
      // The output columns whose input column lies in [0, in).
      const int64_t low = shift >= 0 ? 0 : std::min(width, (-shift + g.stride[2] - 1) / g.stride[2]);
      const int64_t high = std::max(
          low, std::min(width, shift >= g.in[2] ? 0 : (g.in[2] - shift + g.stride[2] - 1) / g.stride[2]));
      for (int64_t r = 0; r < rows; ++r, columns += width) {
        const int64_t od = (firstRow + r) / g.out[1], oh = (firstRow + r) % g.out[1];
        const int64_t id = od * g.stride[0] - g.padding[0] + kd * g.dilation[0];
        const int64_t ih = oh * g.stride[1] - g.padding[1] + kh * g.dilation[1];
        const bool inside = id >= 0 && id < g.in[0] && ih >= 0 && ih < g.in[1];
        const int64_t begin = inside ? low : width, end = inside ? high : width;
        std::fill(columns, columns + begin, T(0));
        if (end > begin)
          load(columns + begin,
               image + c * g.channelStride + id * g.inStride[0] + ih * g.inStride[1] +
                   (begin * g.stride[2] + shift) * g.inStride[2],
               g.stride[2] * g.inStride[2], end - begin);
        std::fill(columns + end, columns + width, T(0));
      }
    }
}

/// One image and one group: result (outChannels x outSize) += weight (outChannels x channels * kernelSize)
/// columns.
template <class T>
void convolveGroup(T *result, const Geometry &g, const char *image, ScalarType dtype, Compute compute,
                   const MatrixRef &weight, std::vector<T> &columns) {
  const int64_t depth = g.channels * g.kernelSize(), outSize = g.outSize(), width = g.out[2];
  const bool denseRows = g.inStride[1] == g.in[2] * g.inStride[2] && g.inStride[0] == g.in[1] * g.inStride[1];
  if (g.isPointwise() && denseRows) {
    multiplyAdd(g.outChannels, outSize, depth, weight,
                MatrixRef{image, dtype, g.channelStride, g.inStride[2]}, result, outSize);
    return;
  }
  const int64_t allRows = g.out[0] * g.out[1];
  const int64_t blockRows =
      std::clamp<int64_t>(columnBlock / std::max<int64_t>(depth * width, 1), 1, allRows);
  columns.resize(size_t(depth * blockRows * width));
  for (int64_t first = 0; first < allRows; first += blockRows) {
    const int64_t rows = std::min(blockRows, allRows - first);
    layOutColumns(columns.data(), g, image, dtype, compute, first, rows);
    const int64_t size = int64_t(sizeof(T));
    const ScalarType stored = compute == Compute::F32 ? kFloat : compute == Compute::F64 ? kDouble : kLong;
    const MatrixRef b{reinterpret_cast<const char *>(columns.data()), stored, rows * width * size, size};
    multiplyAdd(g.outChannels, rows * width, depth, weight, b, result + first * width, outSize);
  }
}

template <class T>
void convolve(const Geometry &g, const Tensor &input, const Tensor &weight, const Tensor *bias,
              const Tensor &output) {
  const ScalarType dtype = input.scalar_type();
  const Compute compute = computeOf(dtype);
  const int64_t outChannels = g.groups * g.outChannels, outSize = g.outSize(),
                depth = g.channels * g.kernelSize();
  const int64_t bytes = int64_t(elementSize(dtype));
  std::vector<T> biases(size_t(outChannels), T(0));
  if (bias)
    loader(dtype, compute)(biases.data(), static_cast<const char *>(bias->data_ptr()),
                           bias->stride(0) * bytes, outChannels);
  const bool direct = isStoredAs(dtype, compute);
  std::vector<T> columns, image(direct ? 0 : size_t(outChannels * outSize));
  for (int64_t n = 0; n < g.batch; ++n) {
    char *const to = static_cast<char *>(output.data_ptr()) + n * outChannels * outSize * bytes;
    T *const result = direct ? reinterpret_cast<T *>(to) : image.data();
    for (int64_t o = 0; o < outChannels; ++o)
      std::fill_n(result + o * outSize, outSize, biases[size_t(o)]);
    for (int64_t group = 0; group < g.groups; ++group) {
      const MatrixRef filters{static_cast<const char *>(weight.data_ptr()) +
                                  group * g.outChannels * depth * bytes,
                              dtype, depth * bytes, bytes};
      const char *const from = static_cast<const char *>(input.data_ptr()) + n * g.batchStride +
                               group * g.channels * g.channelStride;
      convolveGroup(result + group * g.outChannels * outSize, g, from, dtype, compute, filters, columns);
    }
    if (!direct)
      storer(compute, dtype)(to, bytes, result, outChannels * outSize);
  }
}

void checkShapes(const Tensor &input, const Tensor &weight, const Tensor *bias, int64_t groups,
                 const std::vector<int64_t> &padding, const std::vector<int64_t> &dilation) {
  const int64_t dims = weight.dim() - 2;
  FG_CHECK(input.dim() == weight.dim(), "Expected ", weight.dim(), "-dimensional input for ", weight.dim(),
           "-dimensional weight ", weight.sizes(), ", but got ", input.dim(), "-dimensional input of size ",
           input.sizes(), " instead");
  FG_CHECK(weight.size(0) >= groups, "Given groups=", groups, ", expected weight to be at least ", groups,
           " at dimension 0, but got weight of size ", weight.sizes(), " instead");
  FG_CHECK(weight.size(0) % groups == 0, "Given groups=", groups, ", expected weight to be divisible by ",
           groups, " at dimension 0, but got weight of size [", weight.sizes(), "] instead");
  FG_CHECK(input.size(1) == weight.size(1) * groups, "Given groups=", groups, ", weight of size ",
           weight.sizes(), ", expected input", input.sizes(), " to have ", weight.size(1) * groups,
           " channels, but got ", input.size(1), " channels instead");
  FG_CHECK(!bias || (bias->dim() == 1 && bias->size(0) == weight.size(0)), "Given weight of size ",
           weight.sizes(), ", expected bias to be 1-dimensional with ", weight.size(0),
           " elements, but got bias of size ", bias->sizes(), " instead");

  std::string inputText, kernelText;
  bool fits = true;
  for (int64_t d = 0; d < dims; ++d) {
    const size_t i = size_t(d);
    const int64_t padded = input.size(d + 2) + 2 * padding[i],
                  kernel = dilation[i] * (weight.size(d + 2) - 1) + 1;
    inputText += (d ? " x " : "") + std::to_string(padded);
    kernelText += (d ? " x " : "") + std::to_string(kernel);
    fits = fits && padded >= kernel;
  }
  FG_CHECK(fits, "Calculated padded input size per channel: (", inputText, "). Kernel size: (", kernelText,
           "). Kernel size can't be greater than actual input size");
}

} // namespace

Tensor convolution(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                   IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups) {
  checkDefined(input, "convolution");
  checkDefined(weight, "convolution");
  if (input.is_complex() || weight.is_complex())
    return complex_forms::convolution(input, weight, bias, stride, padding, dilation, groups);
  const Tensor *const biasTensor = bias && bias->defined() ? &*bias : nullptr;
  const int64_t dims = weight.dim() - 2;
  FG_CHECK(dims > 0, "weight should have at least three dimensions");
  FG_CHECK(!biasTensor || biasTensor->scalar_type() == input.scalar_type(), "Input type (",
           cppName(input.scalar_type()), ") and bias type (",
           cppName(biasTensor ? biasTensor->scalar_type() : kFloat), ") should be the same");
  FG_CHECK(groups > 0, "non-positive groups is not supported");
  const std::vector<int64_t> strides = expandParam(stride, "stride", dims);
  const std::vector<int64_t> paddings = expandParam(padding, "padding", dims);
  const std::vector<int64_t> dilations = expandParam(dilation, "dilation", dims);
  for (const int64_t p : paddings)
    FG_CHECK(p >= 0, "negative padding is not supported");
  for (const int64_t s : strides)
    FG_CHECK(s > 0, "non-positive stride is not supported");
  for (const int64_t d : dilations)
    FG_CHECK(d > 0, "dilation should be greater than zero, but got ", IntArrayRef(dilations));
  checkShapes(input, weight, biasTensor, groups, paddings, dilations);
  FG_CHECK(dims <= maxSpatial, "unsupported ConvNd parameters");
  FG_CHECK(input.scalar_type() == weight.scalar_type(), "expected scalar type ", input.scalar_type(),
           " but found ", weight.scalar_type());
  const IntArrayRef in = input.sizes();
  FG_CHECK(input.numel() != 0 || in[0] == 0 || in[1] == 0,
           "Only zero batch or zero channel inputs are supported, but got input shape: ",
           dims == 1 ? std::vector<int64_t>{in[0], in[1], 1, in[2]} : in.vec()); // 1-d goes the way of 2-d
  FG_CHECK(input.scalar_type() != kBool, "\"slow_conv", dims, "d_cpu\" not implemented for 'Bool'");

  Geometry g{};
  g.groups = groups;
  g.batch = input.size(0);
  g.channels = weight.size(1);
  g.outChannels = weight.size(0) / groups;
  const int64_t bytes = int64_t(input.element_size());
  g.batchStride = input.stride(0) * bytes;
  g.channelStride = input.stride(1) * bytes;
  std::vector<int64_t> shape = {g.batch, weight.size(0)};
  for (int d = 0; d < maxSpatial; ++d) {
    g.in[d] = g.kernel[d] = g.out[d] = g.stride[d] = g.dilation[d] = 1;
    const int64_t own = d - (maxSpatial - dims);
    if (own < 0)
      continue;
    const size_t i = size_t(own);
    g.in[d] = input.size(own + 2);
    g.kernel[d] = weight.size(own + 2);
    g.stride[d] = strides[i];
    g.padding[d] = paddings[i];
    g.dilation[d] = dilations[i];
    g.inStride[d] = input.stride(own + 2) * bytes;
    g.out[d] = (g.in[d] + 2 * g.padding[d] - g.dilation[d] * (g.kernel[d] - 1) - 1) / g.stride[d] + 1;
    shape.push_back(g.out[d]);
  }
  // Dims that are not there have size 1: give them strides with which rows still count as dense.
  for (int d = maxSpatial - 2; d >= 0; --d)
    if (d < maxSpatial - dims)
      g.inStride[d] = g.in[d + 1] * g.inStride[d + 1];

  const Tensor output = newContiguous(shape, input.scalar_type());
  if (output.numel() == 0)
    return output;
  const Tensor filters = contiguous(weight);
  withCompute(computeOf(input.scalar_type()),
              [&](auto c) { convolve<decltype(c)>(g, input, filters, biasTensor, output); });
  return output;
}

} // namespace fg::host
