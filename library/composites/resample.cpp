// The definitions of composites/resample.h's functions.
#include <fullgraph/ops.h>

#include <algorithm>

namespace fg {

// --- interpolation: dim by dim, as the formulas are products over dims ---
namespace detail {
/// ATen's area_pixel_compute_scale: from places in the result to places in the input.
static double sourceScale(int64_t input, int64_t output, bool align_corners, std::optional<double> scale) {
  if (align_corners)
    return double(input - 1) / double(std::max<int64_t>(output - 1, 1)); // one place is at 0, whatever it is
  return scale.has_value() && *scale > 0 ? 1.0 / *scale : double(input) / double(output);
}
/// 1 or 0, without a graph for each where only the call knows.
static int64_t sizesDiffer(int64_t input, int64_t output) {
  return ::std::min<int64_t>(::std::abs(input - output), 1);
}
/// `resized`, but `same` where the sizes are equal: no neighbour that is infinite has a part in a copy.
static Tensor copyOfEqual(const Tensor &same, const Tensor &resized, int64_t input, int64_t output) {
  if (known(input != output))
    return resized;
  return where(eq(full({}, sizesDiffer(input, output), kLong), 0), same, resized);
}
static ScalarType placesDtype(const Tensor &self) { return self.scalar_type() == kDouble ? kDouble : kFloat; }
/// ATen's area_pixel_compute_source_index, for linear and cubic weights.
static Tensor sourcePlaces(const Tensor &self, int64_t input, int64_t output, bool align_corners,
                           std::optional<double> scale) {
  // Equal sizes are a copy, whatever the scale is: by 1.
  const auto differ = double(sizesDiffer(input, output));
  const double by = sourceScale(input, output, align_corners, scale) * differ + (1 - differ);
  const Tensor places = arange(0, output, 1, placesDtype(self));
  return align_corners ? mul(places, by) : sub(mul(add(places, 0.5), by), 0.5);
}
/// A factor for each place along dim, to broadcast against self.
static Tensor alongDim(const Tensor &factors, int64_t dim, int64_t rank) {
  std::vector<int64_t> shape(size_t(rank), 1);
  shape[size_t(dim)] = factors.numel();
  return reshape(factors, shape);
}
static Tensor placesWithin(const Tensor &places, int64_t size) { return clamp(places, 0, size - 1); }

static Tensor resizedNearest(const Tensor &self, int64_t dim, int64_t output, std::optional<double> scale,
                             bool exact) {
  const int64_t input = self.size(dim);
  // In f32, as ATen computes it: f64 would choose other neighbours.
  const double by =
      double(float(scale.has_value() && *scale > 0 ? 1.0 / *scale : double(input) / double(output)));
  const Tensor places = arange(0, output, 1, kFloat);
  const Tensor wanted = to(floor(mul(exact ? add(places, 0.5) : places, by)), kLong);
  return index_select(self, dim, placesWithin(wanted, input));
}
static Tensor resizedLinear(const Tensor &self, int64_t dim, int64_t output, bool align_corners,
                            std::optional<double> scale) {
  const int64_t input = self.size(dim);
  if (known(input == output))
    return self;
  const Tensor places = clamp_min(sourcePlaces(self, input, output, align_corners, scale), 0);
  const Tensor low = to(floor(places), kLong);
  const Tensor first = index_select(self, dim, placesWithin(low, input)),
               second = index_select(self, dim, placesWithin(add(low, 1), input));
  const Tensor far = alongDim(clamp(sub(places, low), 0, 1), dim, self.dim());
  return copyOfEqual(first, add(mul(first, sub(1, far)), mul(second, far)), input, output);
}
/// The cubic convolution of Keys with A = -0.75: the weight of a point that is `x` away, within 1 or
/// within 2.
static Tensor cubicWeight(const Tensor &x, bool within1) {
  const double a = -0.75;
  return within1 ? add(mul(mul(sub(mul(x, a + 2), a + 3), x), x), 1)
                 : sub(mul(add(mul(sub(mul(x, a), 5 * a), x), 8 * a), x), 4 * a);
}
static Tensor resizedCubic(const Tensor &self, int64_t dim, int64_t output, bool align_corners,
                           std::optional<double> scale) {
  const int64_t input = self.size(dim);
  if (known(input == output))
    return self;
  const Tensor places = sourcePlaces(self, input, output, align_corners, scale), low = floor(places);
  const Tensor t = sub(places, low), index = to(low, kLong);
  Tensor result, nearest;
  for (int64_t tap = -1; tap <= 2; ++tap) {
    const Tensor weight = alongDim(cubicWeight(abs(sub(t, tap)), tap == 0 || tap == 1), dim, self.dim());
    const Tensor point = index_select(self, dim, placesWithin(add(index, tap), input));
    if (tap == 0)
      nearest = point;
    const Tensor part = mul(point, weight);
    result = tap == -1 ? part : add(result, part);
  }
  return copyOfEqual(nearest, result, input, output);
}
static std::optional<double> given(const std::optional<ArrayRef<double>> &factors, size_t i) {
  return factors.has_value() && !factors->empty()
             ? std::optional<double>((*factors)[factors->size() == 1 ? 0 : i])
             : std::nullopt;
}
static void checkUpsample(const Tensor &self, IntArrayRef output_size, int64_t rank) {
  FG_CHECK(int64_t(output_size.size()) == rank, "It is expected output_size equals to ", rank,
           ", but got size ", int64_t(output_size.size()));
  FG_CHECK(self.dim() == rank + 2, "It is expected input_size equals to ", rank + 2, ", but got size ",
           self.dim());
  for (size_t i = 0; i < output_size.size(); ++i)
    FG_CHECK(self.size(int64_t(i) + 2) > 0 && output_size[i] > 0,
             "Input and output sizes should be greater than 0, but got input ", self.sizes(), " output ",
             output_size);
}
enum class Resize : uint8_t { Nearest, NearestExact, Linear, Cubic };
static Tensor resized(const Tensor &self, IntArrayRef output_size, Resize kind, bool align_corners,
                      const std::optional<ArrayRef<double>> &scales) {
  checkUpsample(self, output_size, int64_t(output_size.size()));
  const bool weighted = kind == Resize::Linear || kind == Resize::Cubic;
  FG_CHECK(!weighted || self.is_floating_point(), "\"compute_indices_weights\" not implemented for '",
           self.scalar_type(), "'");
  Tensor result = weighted ? to(self, detail::statisticsDtype(self)) : self;
  for (size_t i = 0; i < output_size.size(); ++i) {
    const int64_t dim = int64_t(i) + 2;
    const std::optional<double> scale = given(scales, i);
    if (kind == Resize::Linear)
      result = resizedLinear(result, dim, output_size[i], align_corners, scale);
    else if (kind == Resize::Cubic)
      result = resizedCubic(result, dim, output_size[i], align_corners, scale);
    else
      result = resizedNearest(result, dim, output_size[i], scale, kind == Resize::NearestExact);
  }
  result = to(result, self.scalar_type());
  return result.is_same(self) ? clone(self) : result;
}
} // namespace detail

Tensor upsample_nearest1d(const Tensor &self, IntArrayRef output_size, std::optional<double> scales) {
  return detail::resized(self, output_size, detail::Resize::Nearest, false,
                         scales.has_value() ? std::optional(ArrayRef<double>(*scales)) : std::nullopt);
}
Tensor upsample_nearest2d(const Tensor &self, IntArrayRef output_size, std::optional<double> scales_h,
                          std::optional<double> scales_w) {
  const std::array<double, 2> scales = {scales_h.value_or(0), scales_w.value_or(0)};
  return detail::resized(self, output_size, detail::Resize::Nearest, false, ArrayRef<double>(scales));
}
Tensor upsample_nearest3d(const Tensor &self, IntArrayRef output_size, std::optional<double> scales_d,
                          std::optional<double> scales_h, std::optional<double> scales_w) {
  const std::array<double, 3> scales = {scales_d.value_or(0), scales_h.value_or(0), scales_w.value_or(0)};
  return detail::resized(self, output_size, detail::Resize::Nearest, false, ArrayRef<double>(scales));
}
Tensor upsample_linear1d(const Tensor &self, IntArrayRef output_size, bool align_corners,
                         std::optional<double> scales) {
  return detail::resized(self, output_size, detail::Resize::Linear, align_corners,
                         scales.has_value() ? std::optional(ArrayRef<double>(*scales)) : std::nullopt);
}
Tensor upsample_trilinear3d(const Tensor &self, IntArrayRef output_size, bool align_corners,
                            std::optional<double> scales_d, std::optional<double> scales_h,
                            std::optional<double> scales_w) {
  const std::array<double, 3> scales = {scales_d.value_or(0), scales_h.value_or(0), scales_w.value_or(0)};
  return detail::resized(self, output_size, detail::Resize::Linear, align_corners, ArrayRef<double>(scales));
}
Tensor upsample_bilinear2d(const Tensor &self, IntArrayRef output_size, bool align_corners,
                           std::optional<double> scales_h, std::optional<double> scales_w) {
  const std::array<double, 2> scales = {scales_h.value_or(0), scales_w.value_or(0)};
  return detail::resized(self, output_size, detail::Resize::Linear, align_corners, ArrayRef<double>(scales));
}
Tensor upsample_bicubic2d(const Tensor &self, IntArrayRef output_size, bool align_corners,
                          std::optional<double> scales_h, std::optional<double> scales_w) {
  const std::array<double, 2> scales = {scales_h.value_or(0), scales_w.value_or(0)};
  return detail::resized(self, output_size, detail::Resize::Cubic, align_corners, ArrayRef<double>(scales));
}

// --- pooling ---
namespace detail {
/// Where window `i` of an adaptive pool begins, and ends.
static int64_t windowStart(int64_t i, int64_t input, int64_t output) { return i * input / output; }
static int64_t windowEnd(int64_t i, int64_t input, int64_t output) {
  return ((i + 1) * input + output - 1) / output;
}
static Tensor adaptiveAverage(const Tensor &self, int64_t dim, int64_t output) {
  const int64_t size = self.size(dim);
  if (known(size == output))
    return self;
  // Windows that nobody can count while building are taken to be equal ones (see adaptive_avg_pool2d).
  if (!known(output <= 4096) && expected(size % output == 0))
    return mean(unflatten(self, dim, {output, size / output}), dim + 1);
  if (output == 1)
    return mean(self, dim, true);
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < output; ++i)
    parts.push_back(
        mean(slice(self, dim, windowStart(i, size, output), windowEnd(i, size, output), 1), dim, true));
  return cat(parts, dim);
}
} // namespace detail

Tensor adaptive_avg_pool1d(const Tensor &self, IntArrayRef output_size) {
  FG_CHECK(self.dim() == 2 || self.dim() == 3, "Expected 2 to 3 dimensions, but got ", self.dim(),
           "-dimensional tensor for argument #1 'self' (while checking arguments for adaptive_avg_pool1d)");
  return squeeze(adaptive_avg_pool2d(unsqueeze(self, -2), {1, output_size[0]}), -2);
}
Tensor adaptive_avg_pool3d(const Tensor &self, IntArrayRef output_size) {
  FG_CHECK(self.dim() == 4 || self.dim() == 5, "adaptive_avg_pool3d(): Expected 4D or 5D tensor, but got ",
           self.sizes());
  Tensor result = self;
  for (size_t i = 0; i < 3; ++i)
    result = detail::adaptiveAverage(result, self.dim() - 3 + int64_t(i), detail::spatial(output_size, i));
  return result;
}

namespace detail {
Tensor interpolate(const Tensor &input, const std::optional<std::vector<int64_t>> &size) {
  return interpolate(input, size, std::nullopt);
}
Tensor interpolate(const Tensor &input, const std::optional<std::vector<int64_t>> &size,
                   const std::optional<std::vector<double>> &scale_factor, string_view mode) {
  return interpolate(input, size, scale_factor, mode, std::nullopt);
}
Tensor interpolate(const Tensor &input, const std::optional<std::vector<int64_t>> &size,
                   const std::optional<std::vector<double>> &scale_factor, string_view mode,
                   std::optional<bool> align_corners) {
  return interpolate(input, size, scale_factor, mode, align_corners, std::nullopt);
}
Tensor interpolate(const Tensor &input, const std::optional<std::vector<int64_t>> &size,
                   const std::optional<std::vector<double>> &scale_factor, string_view mode,
                   std::optional<bool> align_corners, std::optional<bool> recompute_scale_factor) {
  const int64_t rank = input.dim() - 2;
  FG_CHECK(rank >= 1 && rank <= 3, "Input Error: Only 3D, 4D and 5D input Tensors supported (got ",
           input.dim(),
           "D) for the modes: nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact (got ",
           mode, ")");
  FG_CHECK(size.has_value() != scale_factor.has_value(),
           size.has_value() ? "only one of size or scale_factor should be defined"
                            : "either size or scale_factor should be defined");
  std::vector<int64_t> sizes;
  std::vector<double> scales;
  for (int64_t i = 0; i < rank; ++i) {
    if (size.has_value()) {
      FG_CHECK(size->size() == 1 || int64_t(size->size()) == rank,
               "Input and output must have the same number of spatial dimensions, but got input with spatial "
               "dimensions of ",
               rank, " and output size of ", int64_t(size->size()));
      sizes.push_back((*size)[size->size() == 1 ? 0 : size_t(i)]);
    } else {
      FG_CHECK(scale_factor->size() == 1 || int64_t(scale_factor->size()) == rank,
               "scale_factor shape must match input shape. Input is ", rank, "D, scale_factor size is ",
               int64_t(scale_factor->size()));
      scales.push_back((*scale_factor)[scale_factor->size() == 1 ? 0 : size_t(i)]);
      sizes.push_back(int64_t(double(input.size(i + 2)) * scales.back()));
    }
  }
  const std::optional<ArrayRef<double>> used = scales.empty() || recompute_scale_factor.value_or(false)
                                                   ? std::nullopt
                                                   : std::optional(ArrayRef<double>(scales));
  if (mode == "area") {
    Tensor result = input;
    for (int64_t i = 0; i < rank; ++i)
      result = detail::adaptiveAverage(result, i + 2, sizes[size_t(i)]);
    return result;
  }
  if (mode == "nearest" || mode == "nearest-exact") {
    FG_CHECK(!align_corners.has_value(), "align_corners option can only be set with the interpolating modes: "
                                         "linear | bilinear | bicubic | trilinear");
    return detail::resized(input, sizes,
                           mode == "nearest" ? detail::Resize::Nearest : detail::Resize::NearestExact, false,
                           used);
  }
  const bool linear = (mode == "linear" && rank == 1) || (mode == "bilinear" && rank == 2) ||
                      (mode == "trilinear" && rank == 3);
  FG_CHECK(linear || (mode == "bicubic" && rank == 2), "Got ", input.dim(), "D input, but ", mode,
           " mode needs another");
  return detail::resized(input, sizes, linear ? detail::Resize::Linear : detail::Resize::Cubic,
                         align_corners.value_or(false), used);
}
} // namespace detail

// --- convolution ---
namespace detail {
/// Zeros between the elements along dim, `step - 1` each.
static Tensor spreadOut(const Tensor &self, int64_t dim, int64_t step) {
  if (step == 1)
    return self;
  const int64_t size = self.size(dim);
  std::vector<int64_t> holes = self.sizes().vec();
  holes.insert(holes.begin() + dim + 1, step - 1);
  const Tensor pairs = cat({unsqueeze(self, dim + 1), zeros(holes, self.scalar_type())}, dim + 1);
  return slice(flatten(pairs, dim, dim + 1), dim, 0, (size - 1) * step + 1, 1);
}
/// A transposed convolution whose kernel is as large as its stride: each element makes a block of its own, by
/// a convolution of kernel 1.
static Tensor blocks(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                     int64_t groups) {
  const int64_t rows = weight.size(2), columns = weight.size(3), block = rows * columns, of = weight.size(1);
  const Tensor grouped = reshape(weight, {groups, weight.size(0) / groups, of, rows, columns});
  const Tensor kernel =
      reshape(permute(grouped, {0, 2, 3, 4, 1}), {groups * of * block, weight.size(0) / groups, 1, 1});
  std::optional<Tensor> added = bias;
  if (bias.has_value() && bias->defined())
    added = flatten(expand(unsqueeze(*bias, 1), {groups * of, block}), 0, 1);
  const Tensor made = convolution(input, kernel, added, 1, 0, 1, groups);
  const Tensor apart =
      reshape(made, {input.size(0), groups * of, rows, columns, input.size(2), input.size(3)});
  return reshape(permute(apart, {0, 1, 4, 2, 5, 3}),
                 {input.size(0), groups * of, input.size(2) * rows, input.size(3) * columns});
}
/// The gradient of a convolution of `dims` dims with respect to its input: a convolution of the spread input.
static Tensor transposed(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                         IntArrayRef stride, IntArrayRef padding, IntArrayRef output_padding, int64_t groups,
                         IntArrayRef dilation, int64_t dims) {
  FG_CHECK(input.dim() == dims + 1 || input.dim() == dims + 2, "Expected ", dims + 1, "D (unbatched) or ",
           dims + 2, "D (batched) input to conv_transpose", dims,
           "d, but got input of size: ", input.sizes());
  if (input.dim() == dims + 1)
    return squeeze(transposed(unsqueeze(input, 0), weight, bias, stride, padding, output_padding, groups,
                              dilation, dims),
                   0);
  FG_CHECK(weight.dim() == dims + 2 && groups > 0 && input.size(1) == weight.size(0) &&
               weight.size(0) % groups == 0,
           "Given transposed=1, weight of size ", weight.sizes(), ", expected input", input.sizes(),
           " to have ", weight.size(0), " channels, but got ", input.size(1), " channels instead");
  FG_CHECK(input.scalar_type() == weight.scalar_type(), "expected scalar type ", input.scalar_type(),
           " but found ", weight.scalar_type());
  std::optional<Tensor> added = bias; // of any dtype
  if (bias.has_value() && bias->defined())
    added = to(*bias, input.scalar_type());
  bool inBlocks = dims == 2;
  for (int64_t i = 0; i < dims; ++i)
    inBlocks = inBlocks &&
               known(weight.size(i + 2) == spatial(stride, size_t(i)) && spatial(padding, size_t(i)) == 0 &&
                     spatial(output_padding, size_t(i)) == 0 && spatial(dilation, size_t(i)) == 1);
  if (inBlocks)
    return blocks(input, weight, added, groups);
  std::vector<int64_t> grouped = weight.sizes().vec(), kernel, mirrored;
  grouped[0] /= groups;
  kernel = grouped;
  kernel[0] = groups * grouped[1];
  kernel[1] = grouped[0];
  grouped.insert(grouped.begin(), groups);
  Tensor x = input;
  std::vector<int64_t> pads;
  for (int64_t i = dims - 1; i >= 0; --i) {
    const int64_t step = spatial(stride, size_t(i)), extra = spatial(output_padding, size_t(i)),
                  apart = spatial(dilation, size_t(i));
    FG_CHECK(extra < step || extra < apart, "output padding must be smaller than either stride or dilation");
    const int64_t reach = apart * (weight.size(i + 2) - 1) - spatial(padding, size_t(i));
    x = spreadOut(x, i + 2, step);
    pads.push_back(reach);
    pads.push_back(reach + extra);
    mirrored.push_back(i + 2);
  }
  const Tensor turned = flip(reshape(transpose(reshape(weight, grouped), 1, 2), kernel), mirrored);
  if (dims == 3)
    return conv3d(constant_pad_nd(x, pads), turned, added, 1, 0, dilation, groups);
  if (pads[0] == pads[1] && pads[2] == pads[3] && pads[0] >= 0 && pads[2] >= 0)
    return convolution(x, turned, added, 1, {pads[2], pads[0]}, dilation, groups);
  return convolution(constant_pad_nd(x, pads), turned, added, 1, 0, dilation, groups);
}
} // namespace detail

Tensor conv_transpose2d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                        IntArrayRef stride, IntArrayRef padding, IntArrayRef output_padding, int64_t groups,
                        IntArrayRef dilation) {
  return detail::transposed(input, weight, bias, stride, padding, output_padding, groups, dilation, 2);
}
Tensor conv_transpose3d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                        IntArrayRef stride, IntArrayRef padding, IntArrayRef output_padding, int64_t groups,
                        IntArrayRef dilation) {
  return detail::transposed(input, weight, bias, stride, padding, output_padding, groups, dilation, 3);
}
Tensor conv_transpose1d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
                        IntArrayRef stride, IntArrayRef padding, IntArrayRef output_padding, int64_t groups,
                        IntArrayRef dilation) {
  FG_CHECK(input.dim() == 2 || input.dim() == 3,
           "Expected 2D (unbatched) or 3D (batched) input to conv_transpose1d, but got input of size: ",
           input.sizes());
  return squeeze(conv_transpose2d(unsqueeze(input, -2), unsqueeze(weight, -2), bias, {1, stride[0]},
                                  {0, padding[0]}, {0, output_padding[0]}, groups, {1, dilation[0]}),
                 -2);
}
Tensor conv3d(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias,
              IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, int64_t groups) {
  FG_CHECK(input.dim() == 4 || input.dim() == 5,
           "Expected 4D (unbatched) or 5D (batched) input to conv3d, but got input of size: ", input.sizes());
  if (input.dim() == 4)
    return squeeze(conv3d(unsqueeze(input, 0), weight, bias, stride, padding, dilation, groups), 0);
  FG_CHECK(weight.dim() == 5, "Expected 5-dimensional weight for conv3d, but got weight of size ",
           weight.sizes());
  FG_CHECK(groups > 0, "non-positive groups is not supported");
  FG_CHECK(input.size(1) == weight.size(1) * groups, "Given groups=", groups, ", weight of size ",
           weight.sizes(), ", expected input", input.sizes(), " to have ", weight.size(1) * groups,
           " channels, but got ", input.size(1), " channels instead");
  const int64_t step = detail::spatial(stride, 0), pad = detail::spatial(padding, 0),
                apart = detail::spatial(dilation, 0);
  const int64_t kernel = weight.size(2), batch = input.size(0);
  const Tensor deep = pad == 0 ? input : constant_pad_nd(input, {0, 0, 0, 0, pad, pad});
  const int64_t planes = (deep.size(2) - apart * (kernel - 1) - 1) / step + 1;
  FG_CHECK(planes > 0, "Calculated padded input size per channel: ", deep.sizes(),
           ". Kernel size: ", weight.sizes(), ". Kernel size can't be greater than actual input size");
  Tensor result;
  for (int64_t k = 0; k < kernel; ++k) {
    const Tensor part = slice(deep, 2, k * apart, k * apart + (planes - 1) * step + 1, step);
    const Tensor flat = reshape(contiguous(transpose(part, 1, 2)),
                                {batch * planes, input.size(1), input.size(3), input.size(4)});
    const Tensor sum = convolution(flat, select(weight, 2, k), k == 0 ? bias : std::optional<Tensor>(),
                                   {detail::spatial(stride, 1), detail::spatial(stride, 2)},
                                   {detail::spatial(padding, 1), detail::spatial(padding, 2)},
                                   {detail::spatial(dilation, 1), detail::spatial(dilation, 2)}, groups);
    result = k == 0 ? sum : add(result, sum);
  }
  return contiguous(
      transpose(reshape(result, {batch, planes, weight.size(0), result.size(2), result.size(3)}), 1, 2));
}

// --- grids ---
Tensor affine_grid_generator(const Tensor &theta, IntArrayRef size, bool align_corners) {
  FG_CHECK(size.size() == 4 || size.size() == 5,
           "AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.");
  const std::vector<int64_t> spatial = size.slice(2).vec();
  const int64_t dims = int64_t(spatial.size());
  int64_t count = 1;
  std::vector<Tensor> coordinates; // innermost dim first, and 1
  for (int64_t i = dims - 1; i >= 0; --i) {
    const int64_t length = spatial[size_t(i)];
    // From -1 to 1, or between the middles of the outermost elements. One element stands at 0: no branch,
    // which would be one graph for each dim.
    const double half =
        align_corners ? double(::std::min<int64_t>(length - 1, 1)) : double(length - 1) / double(length);
    const Tensor line = add(mul(linspace(-1, 1, length, theta.scalar_type()), half), 0);
    coordinates.push_back(expand(detail::alongDim(line, i, dims), spatial));
    count *= length;
  }
  coordinates.push_back(ones(spatial, theta.scalar_type()));
  const Tensor places =
      expand(reshape(stack(coordinates, -1), {1, count, dims + 1}), {size[0], count, dims + 1});
  std::vector<int64_t> result = {size[0]};
  result.insert(result.end(), spatial.begin(), spatial.end());
  result.push_back(dims);
  return reshape(bmm(places, transpose(theta, 1, 2)), result);
}
namespace detail {
Tensor affine_grid(const Tensor &theta, IntArrayRef size, bool align_corners) {
  const int64_t dims = int64_t(size.size()) - 2;
  FG_CHECK(
      dims == 2 || dims == 3,
      "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got size ",
      size, ".");
  FG_CHECK(theta.dim() == 3 && theta.size(1) == dims && theta.size(2) == dims + 1, "Expected a batch of ",
           dims, "D affine matrices of shape Nx", dims, "x", dims + 1, " for size ", size, ". Got ",
           theta.sizes(), ".");
  return affine_grid_generator(theta, size, align_corners);
}
} // namespace detail

namespace detail {
/// From [-1, 1] to places in a dim.
static Tensor gridPlaces(const Tensor &coordinates, int64_t size, bool align_corners) {
  return align_corners ? mul(add(coordinates, 1), double(size - 1) / 2)
                       : div(sub(mul(add(coordinates, 1), size), 1), 2);
}
/// Places outside of [low / 2, high / 2] mirrored into it, at least one wide: between two ends that are one
/// element, the caller's bounds leave that.
static Tensor reflected(const Tensor &places, int64_t low, int64_t high) {
  const double start = double(low) / 2, span = double(::std::max<int64_t>(high - low, 1)) / 2;
  const Tensor distance = abs(sub(places, start)), extra = fmod(distance, span),
               turns = floor(div(distance, span));
  return where(eq(remainder(turns, 2), 0), add(extra, start), add(sub(span, extra), start));
}
/// Where a place outside of [0, size) is taken from. 0: nowhere.
static Tensor padded(const Tensor &places, int64_t size, int64_t padding_mode, bool align_corners) {
  Tensor result = places;
  if (padding_mode == 2)
    result = align_corners ? reflected(result, 0, 2 * (size - 1)) : reflected(result, -1, 2 * size - 1);
  return padding_mode == 0 ? result : clamp(result, 0, size - 1);
}
static void checkGrid(const Tensor &input, const Tensor &grid, int64_t interpolation_mode) {
  FG_CHECK(input.dim() >= 2 && input.size(0) == grid.size(0),
           "grid_sampler(): expected grid and input to have same batch size, but got input with sizes ",
           input.sizes(), " and grid with sizes ", grid.sizes());
  FG_CHECK(grid.size(-1) == input.dim() - 2, "grid_sampler(): expected grid to have size ", input.dim() - 2,
           " in last dimension, but got grid with sizes ", grid.sizes());
  FG_CHECK((input.dim() == 4 || input.dim() == 5) && grid.dim() == input.dim(), "grid_sampler(): expected ",
           input.dim() == 4 ? 4 : 5,
           "D input and grid with same number of dimensions, but got input with sizes ", input.sizes(),
           " and grid with sizes ", grid.sizes());
  for (int64_t d = 2; d < input.dim(); ++d)
    FG_CHECK(input.size(d) > 0, "grid_sampler(): expected input to have non-empty spatial dimensions, but ",
             "input has sizes ", input.sizes(), " with dimension ", d, " being empty");
  FG_CHECK(input.dim() == 4 || interpolation_mode != 2,
           "grid_sampler(): bicubic interpolation only supports 4D input");
  FG_CHECK(input.scalar_type() == grid.scalar_type(), "expected scalar type ", input.scalar_type(),
           " but found ", grid.scalar_type());
  FG_CHECK(input.is_floating_point(),
           input.dim() == 4 ? "\"grid_sampler_2d_cpu_kernel_impl\" not implemented for '"
                            : "\"grid_sampler3d_cpu\" not implemented for '",
           input.scalar_type(), "'");
}
/// The weights of four points for places `t` behind the second of them.
static std::vector<Tensor> cubicWeights(const Tensor &t) {
  return {cubicWeight(add(t, 1), false), cubicWeight(t, true), cubicWeight(sub(1, t), true),
          cubicWeight(sub(2, t), false)};
}
} // namespace detail

Tensor grid_sampler(const Tensor &input, const Tensor &grid, int64_t interpolation_mode, int64_t padding_mode,
                    bool align_corners) {
  detail::checkGrid(input, grid, interpolation_mode);
  const int64_t batch = input.size(0), channels = input.size(1), dims = input.dim() - 2;
  std::vector<int64_t> sizes = {batch, channels};
  int64_t count = 1, all = 1;
  for (int64_t d = 0; d < dims; ++d) {
    sizes.push_back(grid.size(d + 1));
    count *= grid.size(d + 1);
    all *= input.size(d + 2);
  }
  const Tensor flat = reshape(input, {batch, channels, all});
  std::vector<Tensor> places; // the outermost dim's first: the last coordinate
  for (int64_t d = 0; d < dims; ++d)
    places.push_back(detail::gridPlaces(reshape(select(grid, -1, dims - 1 - d), {batch, count}),
                                        input.size(d + 2), align_corners));
  if (interpolation_mode != 2) // bicubic pads each of its points
    for (int64_t d = 0; d < dims; ++d)
      places[size_t(d)] = detail::padded(places[size_t(d)], input.size(d + 2), padding_mode, align_corners);
  // The elements at whole numbers, 0 outside.
  const auto pixels = [&](const std::vector<Tensor> &at) {
    Tensor inside = logical_and(ge(at[0], 0), le(at[0], input.size(2) - 1));
    for (int64_t d = 1; d < dims; ++d)
      inside =
          logical_and(inside, logical_and(ge(at[size_t(d)], 0), le(at[size_t(d)], input.size(d + 2) - 1)));
    Tensor index = zeros({batch, count}, kLong);
    for (int64_t d = 0; d < dims; ++d)
      index = add(mul(index, input.size(d + 2)), to(where(inside, at[size_t(d)], 0), kLong));
    const Tensor found = gather(flat, 2, expand(unsqueeze(index, 1), {batch, channels, count}));
    return mul(found, unsqueeze(to(inside, input.scalar_type()), 1));
  };
  if (interpolation_mode == 1) {
    for (Tensor &place : places)
      place = round(place);
    return reshape(pixels(places), sizes);
  }
  std::vector<Tensor> first, behind; // the whole number in front of each place, and how far behind it that is
  for (const Tensor &place : places) {
    first.push_back(floor(place));
    behind.push_back(sub(place, first.back()));
  }
  Tensor result;
  if (interpolation_mode == 2) {
    const std::vector<Tensor> down = detail::cubicWeights(behind[0]), along = detail::cubicWeights(behind[1]);
    for (int64_t i = 0; i < 4; ++i) {
      const Tensor row = detail::padded(add(first[0], i - 1), input.size(2), padding_mode, align_corners);
      Tensor line;
      for (int64_t j = 0; j < 4; ++j) {
        const Tensor column =
            detail::padded(add(first[1], j - 1), input.size(3), padding_mode, align_corners);
        const Tensor part = mul(pixels({row, column}), unsqueeze(along[size_t(j)], 1));
        line = j == 0 ? part : add(line, part);
      }
      const Tensor part = mul(line, unsqueeze(down[size_t(i)], 1));
      result = i == 0 ? part : add(result, part);
    }
    return reshape(result, sizes);
  }
  for (int64_t corner = 0; corner < int64_t(1) << dims; ++corner) {
    std::vector<Tensor> at = first;
    Tensor weight;
    for (int64_t d = 0; d < dims; ++d) {
      const bool next = corner >> (dims - 1 - d) & 1;
      if (next)
        at[size_t(d)] = add(first[size_t(d)], 1);
      const Tensor part = next ? behind[size_t(d)] : sub(1, behind[size_t(d)]);
      weight = d == 0 ? part : mul(weight, part);
    }
    const Tensor part = mul(pixels(at), unsqueeze(weight, 1));
    result = corner == 0 ? part : add(result, part);
  }
  return reshape(result, sizes);
}
namespace detail {
Tensor grid_sample(const Tensor &input, const Tensor &grid, string_view mode, string_view padding_mode,
                   bool align_corners) {
  FG_CHECK(mode == "bilinear" || mode == "nearest" || mode == "bicubic",
           "nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '",
           mode, "'");
  FG_CHECK(padding_mode == "zeros" || padding_mode == "border" || padding_mode == "reflection",
           "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but "
           "got: '",
           padding_mode, "'");
  return grid_sampler(input, grid,
                      mode == "bilinear"  ? 0
                      : mode == "nearest" ? 1
                                          : 2,
                      padding_mode == "zeros"    ? 0
                      : padding_mode == "border" ? 1
                                                 : 2,
                      align_corners);
}
} // namespace detail

} // namespace fg
