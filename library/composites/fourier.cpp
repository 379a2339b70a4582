// The definitions of composites/fourier.h's functions: pads, transforms one dim after the other (the
// operators `fourier...` of Ops.def, which know lines of the last dim only), and scales.
#include <fullgraph/ops.h>

namespace fg {

namespace detail {
/// What a transform is multiplied with, of `count` numbers.
static double transformScale(int64_t count, std::optional<string_view> norm, bool forward) {
  const string_view mode = norm.has_value() ? *norm : string_view("backward");
  FG_CHECK(mode == "backward" || mode == "forward" || mode == "ortho", "Invalid normalization mode: \"", mode,
           "\"");
  if (mode == "ortho")
    return 1.0 / __builtin_sqrt(double(count));
  return (mode == "forward") == forward ? 1.0 / double(count) : 1.0;
}
static Tensor asFloating(const Tensor &self) {
  return self.is_floating_point() || self.is_complex() ? self : to(self, kFloat);
}
static Tensor asComplex(const Tensor &self) {
  const Tensor values = asFloating(self);
  return values.is_complex() ? values : to(values, complexType(values.scalar_type()));
}
static void checkPoints(int64_t count) {
  FG_CHECK(count >= 1, "Invalid number of data points (", count, ") specified");
}
/// self with `count` numbers along dim.
static Tensor withLength(const Tensor &self, int64_t dim, int64_t count) {
  const int64_t size = self.size(dim);
  if (size >= count)
    return size == count ? self : slice(self, dim, 0, count);
  std::vector<int64_t> more = self.sizes().vec();
  more[size_t(wrapDim(dim, self.dim()))] = count - size;
  return cat({self, zeros(more, self.options())}, dim);
}
static Tensor scaled(const Tensor &values, double scale) {
  return scale == 1.0 ? values : mul(values, scale);
}
/// Complex to complex along one dim; the lines stand side by side in memory.
static Tensor transformed(const Tensor &self, int64_t dim, bool forward, double scale) {
  const Tensor lines = view_as_real(movedim(self, dim, -1));
  return movedim(view_as_complex(scaled(fourier(lines, forward), scale)), -1, dim);
}
static Tensor complexTransform(const Tensor &self, std::optional<int64_t> n, int64_t dim,
                               std::optional<string_view> norm, bool forward) {
  const Tensor values = asComplex(self);
  const int64_t count = n.has_value() ? *n : values.size(dim);
  checkPoints(count);
  return transformed(withLength(values, dim, count), dim, forward, transformScale(count, norm, forward));
}
static Tensor fromReal(const Tensor &values, int64_t dim, double scale) {
  const Tensor lines = movedim(values, dim, -1);
  return movedim(view_as_complex(scaled(fourier_of_real(lines), scale)), -1, dim);
}
static Tensor toReal(const Tensor &values, int64_t dim, int64_t count, double scale) {
  const Tensor lines = view_as_real(movedim(withLength(values, dim, count / 2 + 1), dim, -1));
  return movedim(scaled(fourier_to_real(lines, count), scale), -1, dim);
}
/// The dims of a transform over several.
static std::vector<int64_t> transformDims(const Tensor &self, OptionalIntArrayRef s,
                                          OptionalIntArrayRef dim) {
  std::vector<int64_t> dims;
  if (dim.has_value()) {
    for (size_t i = 0; i < dim->size(); ++i) {
      const int64_t at = wrapDim((*dim)[i], self.dim());
      for (size_t k = 0; k < dims.size(); ++k)
        FG_CHECK(dims[k] != at, "FFT dims must be unique");
      dims.push_back(at);
    }
    FG_CHECK(!s.has_value() || s->size() == dim->size(),
             "When given, dim and shape arguments must have the same length");
    return dims;
  }
  const int64_t count = s.has_value() ? int64_t(s->size()) : self.dim();
  FG_CHECK(count <= self.dim(), "Got shape with ", count, " values but input tensor only has ", self.dim(),
           " dimensions.");
  for (int64_t d = self.dim() - count; d < self.dim(); ++d)
    dims.push_back(d);
  return dims;
}
/// How many numbers of each of the dims; -1 in s: all that there are.
static int64_t transformSize(const Tensor &self, OptionalIntArrayRef s, size_t i, int64_t dim) {
  const int64_t size = s.has_value() && (*s)[i] != -1 ? (*s)[i] : self.size(dim);
  checkPoints(size);
  return size;
}
/// With the lines of the dims that were transformed innermost in memory, as ATen leaves them.
static Tensor linesInnermost(const Tensor &self, const std::vector<int64_t> &dims) {
  std::vector<int64_t> order, inverse(size_t(self.dim()));
  for (int64_t pass = 0; pass < 2; ++pass)
    for (int64_t d = 0; d < self.dim(); ++d) {
      bool among = false;
      for (size_t i = 0; i < dims.size(); ++i)
        among = among || dims[i] == d;
      if (among == (pass == 1)) {
        inverse[size_t(d)] = int64_t(order.size());
        order.push_back(d);
      }
    }
  return permute(contiguous(permute(self, order)), inverse);
}
static Tensor complexTransforms(const Tensor &self, OptionalIntArrayRef s, OptionalIntArrayRef dim,
                                std::optional<string_view> norm, bool forward) {
  Tensor values = asComplex(self);
  const std::vector<int64_t> dims = transformDims(values, s, dim);
  int64_t count = 1;
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t size = transformSize(values, s, i, dims[i]);
    values = withLength(values, dims[i], size);
    count *= size;
  }
  double scale = transformScale(count, norm, forward);
  for (int64_t i = int64_t(dims.size()) - 1; i >= 0; --i) {
    values = transformed(values, dims[size_t(i)], forward, scale);
    scale = 1.0;
  }
  return linesInnermost(values, dims);
}
} // namespace detail

Tensor fft_fft(const Tensor &self, std::optional<int64_t> n, int64_t dim, std::optional<string_view> norm) {
  return detail::complexTransform(self, n, dim, norm, true);
}
Tensor fft_ifft(const Tensor &self, std::optional<int64_t> n, int64_t dim, std::optional<string_view> norm) {
  return detail::complexTransform(self, n, dim, norm, false);
}
Tensor fft_rfft(const Tensor &self, std::optional<int64_t> n, int64_t dim, std::optional<string_view> norm) {
  FG_CHECK(!self.is_complex(), "rfft expects a real input tensor, but got ", self.scalar_type());
  const Tensor values = detail::asFloating(self);
  const int64_t count = n.has_value() ? *n : values.size(dim);
  detail::checkPoints(count);
  return detail::fromReal(detail::withLength(values, dim, count), dim,
                          detail::transformScale(count, norm, true));
}
Tensor fft_irfft(const Tensor &self, std::optional<int64_t> n, int64_t dim, std::optional<string_view> norm) {
  const Tensor values = detail::asComplex(self);
  const int64_t count = n.has_value() ? *n : 2 * (values.size(dim) - 1);
  detail::checkPoints(count);
  return detail::toReal(values, dim, count, detail::transformScale(count, norm, false));
}
Tensor fft_hfft(const Tensor &self, std::optional<int64_t> n, int64_t dim, std::optional<string_view> norm) {
  const Tensor values = detail::asComplex(self);
  const int64_t count = n.has_value() ? *n : 2 * (values.size(dim) - 1);
  detail::checkPoints(count);
  return detail::toReal(conj(values), dim, count, detail::transformScale(count, norm, true));
}
Tensor fft_ihfft(const Tensor &self, std::optional<int64_t> n, int64_t dim, std::optional<string_view> norm) {
  FG_CHECK(!self.is_complex(), "ihfft expects a real input tensor, but got ", self.scalar_type());
  const Tensor values = detail::asFloating(self);
  const int64_t count = n.has_value() ? *n : values.size(dim);
  detail::checkPoints(count);
  return conj(detail::fromReal(detail::withLength(values, dim, count), dim,
                               detail::transformScale(count, norm, false)));
}

Tensor fft_fftn(const Tensor &self, OptionalIntArrayRef s, OptionalIntArrayRef dim,
                std::optional<string_view> norm) {
  return detail::complexTransforms(self, s, dim, norm, true);
}
Tensor fft_ifftn(const Tensor &self, OptionalIntArrayRef s, OptionalIntArrayRef dim,
                 std::optional<string_view> norm) {
  return detail::complexTransforms(self, s, dim, norm, false);
}
Tensor fft_rfftn(const Tensor &self, OptionalIntArrayRef s, OptionalIntArrayRef dim,
                 std::optional<string_view> norm) {
  FG_CHECK(!self.is_complex(), "rfftn expects a real-valued input tensor, but got ", self.scalar_type());
  Tensor values = detail::asFloating(self);
  const std::vector<int64_t> dims = detail::transformDims(values, s, dim);
  FG_CHECK(!dims.empty(), "rfftn must transform at least one axis");
  int64_t count = 1;
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t size = detail::transformSize(values, s, i, dims[i]);
    values = detail::withLength(values, dims[i], size);
    count *= size;
  }
  values = detail::fromReal(values, dims[dims.size() - 1], detail::transformScale(count, norm, true));
  for (int64_t i = int64_t(dims.size()) - 2; i >= 0; --i)
    values = detail::transformed(values, dims[size_t(i)], true, 1.0);
  return detail::linesInnermost(values, dims);
}
Tensor fft_irfftn(const Tensor &self, OptionalIntArrayRef s, OptionalIntArrayRef dim,
                  std::optional<string_view> norm) {
  Tensor values = detail::asComplex(self);
  const std::vector<int64_t> dims = detail::transformDims(values, s, dim);
  FG_CHECK(!dims.empty(), "irfftn must transform at least one axis");
  const size_t last = dims.size() - 1;
  const int64_t length = s.has_value() && (*s)[last] != -1 ? (*s)[last] : 2 * (values.size(dims[last]) - 1);
  detail::checkPoints(length);
  int64_t count = length;
  for (size_t i = 0; i < last; ++i) {
    const int64_t size = detail::transformSize(values, s, i, dims[i]);
    values = detail::withLength(values, dims[i], size);
    count *= size;
  }
  for (size_t i = 0; i < last; ++i)
    values = detail::transformed(values, dims[i], false, 1.0);
  return detail::toReal(values, dims[last], length, detail::transformScale(count, norm, false));
}
Tensor fft_fft2(const Tensor &self, OptionalIntArrayRef s, IntArrayRef dim, std::optional<string_view> norm) {
  return fft_fftn(self, s, dim, norm);
}
Tensor fft_ifft2(const Tensor &self, OptionalIntArrayRef s, IntArrayRef dim,
                 std::optional<string_view> norm) {
  return fft_ifftn(self, s, dim, norm);
}
Tensor fft_rfft2(const Tensor &self, OptionalIntArrayRef s, IntArrayRef dim,
                 std::optional<string_view> norm) {
  return fft_rfftn(self, s, dim, norm);
}
Tensor fft_irfft2(const Tensor &self, OptionalIntArrayRef s, IntArrayRef dim,
                  std::optional<string_view> norm) {
  return fft_irfftn(self, s, dim, norm);
}

Tensor fft_fftfreq(int64_t n, double d, const TensorOptions &options) {
  const Tensor places = arange(n);
  const Tensor turned = where(lt(places, (n + 1) / 2), places, sub(places, n));
  return mul(to(turned, options.dtype()), 1.0 / (double(n) * d));
}
Tensor fft_rfftfreq(int64_t n, double d, const TensorOptions &options) {
  return mul(to(arange(n / 2 + 1), options.dtype()), 1.0 / (double(n) * d));
}
namespace detail {
static Tensor shifted(const Tensor &self, OptionalIntArrayRef dim, bool back) {
  Tensor result = self;
  const int64_t count = dim.has_value() ? int64_t(dim->size()) : self.dim();
  for (int64_t i = 0; i < count; ++i) {
    const int64_t at = dim.has_value() ? (*dim)[size_t(i)] : i, size = self.size(at);
    const int64_t first = back ? size / 2 : (size + 1) / 2;
    result = cat({slice(result, at, first, size), slice(result, at, 0, first)}, at);
  }
  return result;
}
} // namespace detail
Tensor fft_fftshift(const Tensor &self, OptionalIntArrayRef dim) { return detail::shifted(self, dim, false); }
Tensor fft_ifftshift(const Tensor &self, OptionalIntArrayRef dim) { return detail::shifted(self, dim, true); }

} // namespace fg
