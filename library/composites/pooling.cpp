// The definitions of composites/pooling.h's functions.
#include <fullgraph/ops.h>

namespace fg {

namespace detail {
static int64_t windowStep(IntArrayRef stride, IntArrayRef kernel_size, size_t dim) {
  return spatial(stride.empty() ? kernel_size : stride, dim);
}
/// How many windows there are: at::native's pooling_output_shape.
static int64_t windowCount(int64_t size, int64_t kernel, int64_t step, int64_t pad, int64_t apart,
                           bool ceil_mode) {
  const int64_t room = size + 2 * pad - apart * (kernel - 1) - 1;
  const int64_t count = (room + (ceil_mode ? step - 1 : 0)) / step + 1;
  return ceil_mode && (count - 1) * step >= size + pad ? count - 1 : count;
}
/// Where in the last dim the first of the largest stands, or the last NaN; keeps the dim.
static Tensor firstMaximum(const Tensor &windows) {
  const Tensor at = argmax(windows, -1, true);
  if (!windows.is_floating_point())
    return at;
  const Tensor last = amax(where(isnan(windows), arange(windows.size(-1)), -1), -1, true);
  return where(ge(last, 0), last, at);
}
/// How far behind the last element the last window reaches.
static int64_t windowExcess(int64_t size, int64_t count, int64_t kernel, int64_t step, int64_t pad,
                            int64_t apart) {
  const int64_t reach = (count - 1) * step + apart * (kernel - 1) + 1 - pad - size;
  return reach > 0 ? reach : 0;
}
} // namespace detail
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor &self, IntArrayRef kernel_size,
                                                   IntArrayRef stride, IntArrayRef padding,
                                                   IntArrayRef dilation, bool ceil_mode) {
  FG_CHECK(self.is_floating_point(), "\"max_pool2d\" not implemented for '", self.scalar_type(), "'");
  const Tensor values =
      max_pool2d(self, kernel_size, stride, padding, dilation, ceil_mode); // with its checks
  const int64_t height = self.size(-2), width = self.size(-1);
  const int64_t tall = detail::spatial(kernel_size, 0), wide = detail::spatial(kernel_size, 1),
                down = detail::windowStep(stride, kernel_size, 0),
                right = detail::windowStep(stride, kernel_size, 1), above = detail::spatial(padding, 0),
                left = detail::spatial(padding, 1), rowsApart = detail::spatial(dilation, 0),
                columnsApart = detail::spatial(dilation, 1);
  const int64_t rows = detail::windowCount(height, tall, down, above, rowsApart, ceil_mode),
                columns = detail::windowCount(width, wide, right, left, columnsApart, ceil_mode);
  const int64_t below = detail::windowExcess(height, rows, tall, down, above, rowsApart),
                behind = detail::windowExcess(width, columns, wide, right, left, columnsApart);
  const Tensor padded =
      contiguous(constant_pad_nd(self, {left, behind, above, below}, -__builtin_huge_val()));
  std::vector<int64_t> sizes = padded.sizes().vec(), strides = padded.strides().vec();
  const size_t last = sizes.size() - 1;
  const int64_t line = strides[last - 1];
  sizes[last - 1] = rows;
  strides[last - 1] = line * down;
  sizes[last] = columns;
  strides[last] = right;
  for (const int64_t size : {tall, wide})
    sizes.push_back(size);
  for (const int64_t step : {line * rowsApart, columnsApart})
    strides.push_back(step);
  const Tensor at = squeeze(detail::firstMaximum(flatten(as_strided(padded, sizes, strides), -2, -1)), -1);
  const Tensor row =
      add(mul(unsqueeze(arange(rows), 1), down), sub(mul(div(at, wide, "floor"), rowsApart), above));
  const Tensor column = add(mul(arange(columns), right), sub(mul(remainder(at, wide), columnsApart), left));
  return {values, add(mul(row, width), column)};
}

// --- maxima by places: a table for each dim says which elements each window has ---
namespace detail {
/// Places [..., count, taps] in each dim as places in the plane, [..., counts, taps of all dims].
static Tensor planePlaces(const std::vector<Tensor> &places, const std::vector<int64_t> &sizes) {
  const size_t dims = places.size();
  const int64_t leading = places[0].dim() - 2;
  Tensor all;
  for (size_t i = 0; i < dims; ++i) {
    std::vector<int64_t> shape = places[i].sizes().vec();
    const int64_t count = shape[size_t(leading)], taps = shape[size_t(leading) + 1];
    shape.resize(size_t(leading));
    for (size_t d = 0; d < dims; ++d)
      shape.push_back(d == i ? count : 1);
    for (size_t d = 0; d < dims; ++d)
      shape.push_back(d == i ? taps : 1);
    const Tensor part = reshape(places[i], shape);
    all = i == 0 ? part : add(mul(all, sizes[i]), part);
  }
  return flatten(flatten(all, leading, leading + int64_t(dims) - 1), leading + 1, -1);
}
/// The windows' maxima and their places; the tables are the same for all planes, or one a plane.
static std::tuple<Tensor, Tensor> maximaAt(const Tensor &self, const std::vector<Tensor> &places) {
  const int64_t dims = int64_t(places.size()), first = self.dim() - dims, leading = places[0].dim() - 2;
  std::vector<int64_t> shape = self.sizes().vec(), sizes;
  for (int64_t i = 0; i < dims; ++i) {
    sizes.push_back(self.size(first + i));
    shape[size_t(first + i)] = places[size_t(i)].size(leading);
  }
  const Tensor flat = flatten(self, first, -1), table = planePlaces(places, sizes);
  std::vector<int64_t> split = flat.sizes().vec();
  split[size_t(first)] = table.size(-2);
  split.push_back(table.size(-1));
  const Tensor windows = reshape(leading == 0 ? index_select(flat, -1, flatten(table))
                                              : gather(flat, -1, flatten(table, leading, -1)),
                                 split);
  const Tensor at = firstMaximum(windows);
  return {reshape(amax(windows, -1), shape), reshape(gather(expand(table, split), -1, at), shape)};
}
/// [count, kernel]; what lies outside is replaced by the window's own first or last element.
static Tensor slidingPlaces(int64_t size, int64_t count, int64_t kernel, int64_t step, int64_t pad,
                            int64_t apart) {
  const Tensor start = unsqueeze(sub(mul(arange(count), step), pad), 1);
  const Tensor first = div(rsub(start, apart - 1), apart, "floor"),
               last = div(rsub(start, size - 1), apart, "floor");
  const Tensor tap = minimum(maximum(arange(kernel), first), last);
  return clamp(add(start, mul(tap, apart)), 0, size - 1);
}
/// [count, longest window]: window i is from i * size / count to (i + 1) * size / count, rounded outwards.
static Tensor adaptivePlaces(int64_t size, int64_t count) {
  const int64_t longest = count <= 1 ? size : size / count + 2 * ::std::min<int64_t>(size % count, 1);
  const Tensor window = arange(count);
  const Tensor start = div(mul(window, size), count, "floor"),
               end = div(add(mul(add(window, 1), size), count - 1), count, "floor");
  return minimum(add(unsqueeze(start, 1), arange(longest)), unsqueeze(sub(end, 1), 1));
}
/// [N, C, count, kernel] from a number a plane, computed in the samples' dtype.
static Tensor fractionalPlaces(const Tensor &samples, int64_t size, int64_t count, int64_t kernel) {
  const bool wide = samples.scalar_type() == kDouble;
  const double room = double(size - kernel), gaps = double(count - 1);
  const double step = count <= 1 ? 0.0 : wide ? room / gaps : double(float(room) / float(gaps));
  const Tensor window = arange(0, count, 1, samples.scalar_type()), sample = unsqueeze(samples, -1);
  const Tensor moved = sub(to(mul(add(window, sample), step), kLong), to(mul(sample, step), kLong));
  return add(unsqueeze(where(eq(window, count - 1), size - kernel, moved), -1), arange(kernel));
}
static void checkCount(IntArrayRef values, bool mayBeEmpty, const char *message) {
  FG_CHECK(values.size() == 1 || values.size() == 3 || (mayBeEmpty && values.empty()), message);
}
/// Checks as ATen's pool3d_shape_check, and gives the number of windows in each dim.
static std::vector<int64_t> volumeWindows(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride,
                                          IntArrayRef padding, IntArrayRef dilation, bool ceil_mode) {
  FG_CHECK(self.dim() == 4 || self.dim() == 5, "non-empty 4D or 5D (batch mode) tensor expected for input");
  std::vector<int64_t> counts;
  for (size_t i = 0; i < 3; ++i) {
    const int64_t kernel = spatial(kernel_size, i), step = windowStep(stride, kernel_size, i),
                  pad = spatial(padding, i), apart = spatial(dilation, i);
    FG_CHECK(step != 0, "stride should not be zero");
    FG_CHECK(pad >= 0, "pad must be non-negative, but got pad: ", pad);
    FG_CHECK(kernel > 0, "kernel size should be greater than zero, but got ", kernel_size);
    FG_CHECK(step > 0, "stride should be greater than zero, but got ", stride);
    FG_CHECK(apart > 0, "dilation should be greater than zero, but got ", dilation);
    FG_CHECK(pad <= (apart * (kernel - 1) + 1) / 2,
             "pad should be at most half of effective kernel size, but got pad=", pad,
             ", kernel_size=", kernel, " and dilation=", apart);
  }
  for (int64_t d = self.dim() - 4; d < self.dim(); ++d)
    FG_CHECK(self.size(d) > 0,
             "Expected input's non-batch dimensions to have positive length, but input has a shape of ",
             self.sizes());
  for (size_t i = 0; i < 3; ++i) {
    const int64_t size = self.size(self.dim() - 3 + int64_t(i)), kernel = spatial(kernel_size, i),
                  step = windowStep(stride, kernel_size, i), pad = spatial(padding, i),
                  apart = spatial(dilation, i);
    FG_CHECK(size + 2 * pad - apart * (kernel - 1) - 1 + (ceil_mode ? step - 1 : 0) >= 0,
             "Given input size: ", self.sizes(), " and kernel size: ", kernel_size,
             ". Output size is too small");
    counts.push_back(windowCount(size, kernel, step, pad, apart, ceil_mode));
  }
  return counts;
}
/// One dim after the other, each as the last one: `pool` works on [the others, 1, 1, size], of which there
/// may be none, and is told which dim it is.
template <class Pool> Tensor pooledInTurn(const Tensor &self, Pool pool) {
  Tensor result = self;
  for (size_t i : {size_t(2), size_t(1), size_t(0)}) {
    const int64_t dim = self.dim() - 3 + int64_t(i);
    const Tensor last = transpose(result, dim, -1);
    const int64_t size = last.size(-1), others = last.numel() / size;
    const Tensor rows = pool(reshape(last, {others, 1, 1, size}), i);
    std::vector<int64_t> shape = last.sizes().vec();
    shape.back() = rows.size(-1);
    result = transpose(reshape(rows, shape), dim, -1);
  }
  return contiguous(result);
}
static Tensor rooted(const Tensor &mean, int64_t count, double norm_type) {
  return pow(mul(mul(sign(mean), relu(abs(mean))), count), 1.0 / norm_type);
}
static void checkFraction(int64_t size, int64_t kernel, int64_t count, const char *name, const char *side) {
  FG_CHECK(kernel > 0 && count + kernel - 1 < size, name, "(): pool ", side, " ", kernel,
           " too large relative to input ", side, " ", size);
}
static void checkSamples(const Tensor &self, const Tensor &samples, int64_t dims) {
  FG_CHECK(self.scalar_type() == samples.scalar_type(),
           "Expect _random_samples to have the same dtype as input");
  FG_CHECK(samples.dim() == 3, "Expect _random_samples to have 3 dimensions, got ", samples.dim());
  FG_CHECK(samples.size(0) >= self.size(0), "Expect _random_samples.size(0) no less then input batch size.");
  FG_CHECK(samples.size(1) == self.size(1), "Expect _random_samples.size(1) equals to input channel size.");
  FG_CHECK(samples.size(2) == dims, "Expect _random_samples.size(2) equals to ", dims, "; got ",
           samples.size(2), ".");
}
/// `name` begins the message.
static void checkNotEmpty(const Tensor &self, int64_t dims, const char *name) {
  for (int64_t d = self.dim() - dims - 1; d < self.dim(); ++d)
    FG_CHECK(self.size(d) > 0, name,
             "(): Expected input to have non-zero size for non-batch dimensions, but input has sizes ",
             self.sizes(), " with dimension ", d, " being empty");
}
/// The maxima's places in planes of `volume` elements, before self's planes are spread over them.
static Tensor unpooled(const Tensor &self, const Tensor &indices, IntArrayRef output_size) {
  const int64_t dims = int64_t(output_size.size());
  std::vector<int64_t> shape = self.sizes().vec();
  int64_t volume = 1;
  for (int64_t i = 0; i < dims; ++i) {
    shape[size_t(self.dim() - dims + i)] = output_size[size_t(i)];
    volume *= output_size[size_t(i)];
  }
  const Tensor places = checked_index(flatten(indices, -dims, -1), volume, "Found an invalid max index: {}",
                                      "Found an invalid max index: {}");
  std::vector<int64_t> planes = places.sizes().vec();
  planes.back() = volume;
  return reshape(scatter(zeros(planes, self.scalar_type()), -1, places, flatten(self, -dims, -1)), shape);
}
} // namespace detail

std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor &self, IntArrayRef kernel_size,
                                                   IntArrayRef stride, IntArrayRef padding,
                                                   IntArrayRef dilation, bool ceil_mode) {
  FG_CHECK(self.dim() == 2 || self.dim() == 3, "Expected 2 to 3 dimensions, but got ", self.dim(),
           "-dimensional tensor for argument #1 'self' (while checking arguments for max_pool1d)");
  const int64_t step = stride.empty() ? kernel_size[0] : stride[0];
  const std::tuple<Tensor, Tensor> both = max_pool2d_with_indices(
      unsqueeze(self, -2), {1, kernel_size[0]}, {1, step}, {0, padding[0]}, {1, dilation[0]}, ceil_mode);
  return {squeeze(std::get<0>(both), -2), squeeze(std::get<1>(both), -2)};
}
Tensor max_pool3d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  detail::checkCount(kernel_size, false,
                     "max_pool3d: kernel_size must either be a single int, or a tuple of three ints");
  detail::checkCount(stride, true,
                     "max_pool3d: stride must either be omitted, a single int, or a tuple of three ints");
  detail::checkCount(padding, false,
                     "max_pool3d: padding must either be a single int, or a tuple of three ints");
  detail::checkCount(dilation, false,
                     "max_pool3d: dilation must be either a single int, or a tuple of three ints");
  (void)detail::volumeWindows(self, kernel_size, stride, padding, dilation, ceil_mode);
  // the largest of a box is the largest along each dim in turn
  return detail::pooledInTurn(self, [&](const Tensor &rows, size_t i) {
    return max_pool2d(rows, {1, detail::spatial(kernel_size, i)},
                      {1, detail::windowStep(stride, kernel_size, i)}, {0, detail::spatial(padding, i)},
                      {1, detail::spatial(dilation, i)}, ceil_mode);
  });
}
std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor &self, IntArrayRef kernel_size,
                                                   IntArrayRef stride, IntArrayRef padding,
                                                   IntArrayRef dilation, bool ceil_mode) {
  const Tensor values =
      max_pool3d(self, kernel_size, stride, padding, dilation, ceil_mode); // with its checks
  std::vector<Tensor> places;
  for (size_t i = 0; i < 3; ++i) {
    const int64_t dim = self.dim() - 3 + int64_t(i);
    places.push_back(detail::slidingPlaces(self.size(dim), values.size(dim), detail::spatial(kernel_size, i),
                                           detail::windowStep(stride, kernel_size, i),
                                           detail::spatial(padding, i), detail::spatial(dilation, i)));
  }
  return {values, std::get<1>(detail::maximaAt(self, places))};
}
Tensor avg_pool3d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor_override) {
  detail::checkCount(kernel_size, false,
                     "avg_pool3d: kernel_size must be a single int, or a tuple of three ints");
  detail::checkCount(stride, true,
                     "avg_pool3d: stride must be omitted, a single int, or a tuple of three ints");
  detail::checkCount(padding, false, "avg_pool3d: padding must be a single int, or a tuple of three ints");
  FG_CHECK(!divisor_override.has_value() || *divisor_override != 0, "divisor must be not zero");
  (void)detail::volumeWindows(self, kernel_size, stride, padding, 1, ceil_mode);
  const bool whole = !self.is_floating_point();
  FG_CHECK(!whole || self.scalar_type() == kLong, "\"avg_pool3d_out_frame\" not implemented for '",
           self.scalar_type(), "'");
  int64_t volume = 1;
  for (size_t i = 0; i < 3; ++i) {
    volume *= detail::spatial(kernel_size, i);
    FG_CHECK(!whole || divisor_override.has_value() || (!ceil_mode && detail::spatial(padding, i) == 0),
             "avg_pool3d: windows over the edge are not supported for '", self.scalar_type(), "'");
  }
  // the mean of a box is the mean of the means along each dim, but for integers, which are divided once
  const bool sums = whole || divisor_override.has_value();
  const Tensor result = detail::pooledInTurn(self, [&](const Tensor &rows, size_t i) {
    return avg_pool2d(rows, {1, detail::spatial(kernel_size, i)},
                      {1, detail::windowStep(stride, kernel_size, i)}, {0, detail::spatial(padding, i)},
                      ceil_mode, count_include_pad, sums ? std::optional<int64_t>(1) : std::nullopt);
  });
  if (!sums)
    return result;
  const int64_t divisor = divisor_override.value_or(volume);
  return whole ? div(result, divisor, "trunc") : div(result, divisor);
}

namespace detail {
Tensor lp_pool1d(const Tensor &self, double norm_type, IntArrayRef kernel_size, IntArrayRef stride,
                 bool ceil_mode) {
  return detail::rooted(avg_pool1d(pow(self, norm_type), kernel_size, stride, 0, ceil_mode), kernel_size[0],
                        norm_type);
}
Tensor lp_pool2d(const Tensor &self, double norm_type, IntArrayRef kernel_size, IntArrayRef stride,
                 bool ceil_mode) {
  return detail::rooted(avg_pool2d(pow(self, norm_type), kernel_size, stride, 0, ceil_mode),
                        detail::spatial(kernel_size, 0) * detail::spatial(kernel_size, 1), norm_type);
}
Tensor lp_pool3d(const Tensor &self, double norm_type, IntArrayRef kernel_size, IntArrayRef stride,
                 bool ceil_mode) {
  return detail::rooted(avg_pool3d(pow(self, norm_type), kernel_size, stride, 0, ceil_mode),
                        detail::spatial(kernel_size, 0) * detail::spatial(kernel_size, 1) *
                            detail::spatial(kernel_size, 2),
                        norm_type);
}
} // namespace detail

std::tuple<Tensor, Tensor> adaptive_max_pool1d(const Tensor &self, IntArrayRef output_size) {
  FG_CHECK(self.dim() == 2 || self.dim() == 3, "Expected 2 to 3 dimensions, but got ", self.dim(),
           "-dimensional tensor for argument #1 'self' (while checking arguments for adaptive_max_pool1d)");
  FG_CHECK(output_size.size() == 1,
           "adaptive_max_pool1d() argument 'output_size' should contain one int (got ",
           int64_t(output_size.size()), ")");
  detail::checkNotEmpty(self, 1, "adaptive_max_pool2d");
  return detail::maximaAt(self, {detail::adaptivePlaces(self.size(-1), output_size[0])});
}
std::tuple<Tensor, Tensor> adaptive_max_pool2d(const Tensor &self, IntArrayRef output_size) {
  FG_CHECK(self.dim() == 3 || self.dim() == 4,
           "adaptive_max_pool2d(): Expected 3D or 4D tensor, but got: ", self.sizes());
  detail::checkNotEmpty(self, 2, "adaptive_max_pool2d");
  return detail::maximaAt(self, {detail::adaptivePlaces(self.size(-2), detail::spatial(output_size, 0)),
                                 detail::adaptivePlaces(self.size(-1), detail::spatial(output_size, 1))});
}
std::tuple<Tensor, Tensor> adaptive_max_pool3d(const Tensor &self, IntArrayRef output_size) {
  FG_CHECK(self.dim() == 4 || self.dim() == 5,
           "adaptive_max_pool3d(): Expected 4D or 5D tensor, but got: ", self.sizes());
  detail::checkNotEmpty(self, 3, "adaptive_max_pool3d");
  return detail::maximaAt(self, {detail::adaptivePlaces(self.size(-3), detail::spatial(output_size, 0)),
                                 detail::adaptivePlaces(self.size(-2), detail::spatial(output_size, 1)),
                                 detail::adaptivePlaces(self.size(-1), detail::spatial(output_size, 2))});
}

std::tuple<Tensor, Tensor> fractional_max_pool2d(const Tensor &self, IntArrayRef kernel_size,
                                                 IntArrayRef output_size, const Tensor &random_samples) {
  FG_CHECK(kernel_size.size() == 2,
           "fractional_max_pool2d: kernel_size must either be a single Int or tuple of Ints");
  FG_CHECK(output_size.size() == 2,
           "fractional_max_pool2d: output_size must either be a single Int or tuple of Ints");
  FG_CHECK(self.dim() == 3 || self.dim() == 4,
           "fractional_max_pool2d(): Expected 3D or 4D tensor, but got: ", self.sizes());
  FG_CHECK(self.is_floating_point(), "\"fractional_max_pool2d_out_frame\" not implemented for '",
           self.scalar_type(), "'");
  if (self.dim() == 3) {
    const std::tuple<Tensor, Tensor> both =
        fractional_max_pool2d(unsqueeze(self, 0), kernel_size, output_size, random_samples);
    return {squeeze(std::get<0>(both), 0), squeeze(std::get<1>(both), 0)};
  }
  detail::checkNotEmpty(self, 2, "fractional_max_pool2d");
  detail::checkFraction(self.size(2), kernel_size[0], output_size[0], "fractional_max_pool2d", "height");
  detail::checkFraction(self.size(3), kernel_size[1], output_size[1], "fractional_max_pool2d", "width");
  detail::checkSamples(self, random_samples, 2);
  const Tensor samples = slice(random_samples, 0, 0, self.size(0));
  return detail::maximaAt(
      self, {detail::fractionalPlaces(select(samples, 2, 1), self.size(2), output_size[0], kernel_size[0]),
             detail::fractionalPlaces(select(samples, 2, 0), self.size(3), output_size[1], kernel_size[1])});
}
std::tuple<Tensor, Tensor> fractional_max_pool3d(const Tensor &self, IntArrayRef kernel_size,
                                                 IntArrayRef output_size, const Tensor &random_samples) {
  FG_CHECK(kernel_size.size() == 3,
           "fractional_max_pool3d: kernel_size must either be a single Int or tuple of three Ints");
  FG_CHECK(output_size.size() == 3,
           "fractional_max_pool3d: output_size must either be a single Int or tuple of three Ints");
  FG_CHECK(self.dim() == 4 || self.dim() == 5,
           "fractional_max_pool3d_out(): Expected 4D or 5D tensor, but got: ", self.sizes());
  FG_CHECK(self.is_floating_point(), "\"fractional_max_pool3d_out_frame\" not implemented for '",
           self.scalar_type(), "'");
  if (self.dim() == 4) {
    const std::tuple<Tensor, Tensor> both =
        fractional_max_pool3d(unsqueeze(self, 0), kernel_size, output_size, random_samples);
    return {squeeze(std::get<0>(both), 0), squeeze(std::get<1>(both), 0)};
  }
  detail::checkNotEmpty(self, 3, "fractional_max_pool3d_out");
  detail::checkFraction(self.size(2), kernel_size[0], output_size[0], "fractional_max_pool3d_out", "time");
  detail::checkFraction(self.size(3), kernel_size[1], output_size[1], "fractional_max_pool3d_out", "height");
  detail::checkFraction(self.size(4), kernel_size[2], output_size[2], "fractional_max_pool3d_out", "width");
  detail::checkSamples(self, random_samples, 3);
  const Tensor samples = slice(random_samples, 0, 0, self.size(0));
  std::vector<Tensor> places;
  for (int64_t i = 0; i < 3; ++i)
    places.push_back(detail::fractionalPlaces(select(samples, 2, i), self.size(i + 2), output_size[size_t(i)],
                                              kernel_size[size_t(i)]));
  return detail::maximaAt(self, places);
}

Tensor max_unpool2d(const Tensor &self, const Tensor &indices, IntArrayRef output_size) {
  FG_CHECK(indices.scalar_type() == kLong,
           "elements in indices should be type int64 but got: ", indices.scalar_type());
  FG_CHECK(self.dim() == 3 || self.dim() == 4,
           "Input to max_unpooling2d should be a 3d or 4d Tensor, but got a tensor with ", self.dim(),
           " dimensions.");
  FG_CHECK(output_size.size() == 2,
           "There should be exactly two elements (height, width) in output_size, but got ",
           output_size.size(), " elements.");
  FG_CHECK(self.sizes() == indices.sizes(),
           "Expected shape of indices to be same as that of the input tensor (", self.sizes(),
           ") but got indices tensor with shape: ", indices.sizes());
  return detail::unpooled(self, indices, output_size);
}
Tensor max_unpool3d(const Tensor &self, const Tensor &indices, IntArrayRef output_size, IntArrayRef stride,
                    IntArrayRef padding) {
  FG_CHECK(indices.scalar_type() == kLong, "elements in indices should be type int64");
  FG_CHECK(self.dim() == 4 || self.dim() == 5,
           "Input to max_unpooling3d should be a 4d or 5d Tensor, but got a tensor with ", self.dim(),
           " dimensions.");
  FG_CHECK(output_size.size() == 3,
           "There should be exactly three elements (depth, height, width) in output_size, but got ",
           output_size.size(), " elements.");
  FG_CHECK(stride.size() == 3,
           "There should be exactly three elements (depth, height, width) in stride, but got: ",
           stride.size(), " elements.");
  FG_CHECK(padding.size() == 3,
           "There should be exactly three elements (depth, height, width) in padding, but got: ",
           padding.size(), " elements.");
  FG_CHECK(self.sizes() == indices.sizes(),
           "Expected shape of indices to be same as that of the input tensor (", self.sizes(),
           ") but got indices tensor with shape: ", indices.sizes());
  FG_CHECK(stride[0] > 0 && stride[1] > 0 && stride[2] > 0,
           "strides should be greater than zero, but got stride: ", stride);
  return detail::unpooled(self, indices, output_size);
}

} // namespace fg
