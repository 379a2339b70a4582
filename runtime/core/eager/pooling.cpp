// max_pool2d and avg_pool2d over the last two dims.
#include "runtime/core/tensor/impl.h"
#include "runtime/core/eager/checks.h"
#include "runtime/core/eager/convert.h"
#include "runtime/core/eager/copy.h"

#include <fullgraph/detail/scalar_math.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace fg::host {

using namespace detail;

namespace {

struct Pair {
  int64_t h, w;
};

Pair pairOf(IntArrayRef values) { return {values[0], values.size() == 1 ? values[0] : values[1]}; }

struct Window {
  Pair kernel, stride, padding, dilation;
};

/// at::native::pooling_output_shape. In ceil mode the last window must begin inside the input or its left
/// padding.
int64_t outputSize(int64_t in, int64_t kernel, int64_t padding, int64_t stride, int64_t dilation,
                   bool ceilMode) {
  const int64_t span = in + 2 * padding - dilation * (kernel - 1) - 1 + (ceilMode ? stride - 1 : 0);
  int64_t out = (span >= 0 ? span / stride : -((-span + stride - 1) / stride)) + 1;
  if (ceilMode && (out - 1) * stride >= in + padding)
    --out;
  return out;
}

void checkPadding(int64_t padding, int64_t kernel, int64_t dilation) {
  FG_CHECK(padding >= 0, "pad must be non-negative, but got pad: ", padding);
  FG_CHECK(padding <= ((kernel - 1) * dilation + 1) / 2,
           "pad should be at most half of effective kernel size, but got pad=", padding,
           ", kernel_size=", kernel, " and dilation=", dilation);
}

/// Checks as ATen's pool2d_shape_check, and gives the size of the result's planes.
Pair checkedOutput(const Tensor &self, const Window &w, bool ceilMode) {
  const int64_t rank = self.dim();
  FG_CHECK(w.stride.h != 0 && w.stride.w != 0, "stride should not be zero");
  checkPadding(w.padding.h, w.kernel.h, w.dilation.h);
  checkPadding(w.padding.w, w.kernel.w, w.dilation.w);
  const int64_t inH = self.size(-2), inW = self.size(-1);
  const Pair out{outputSize(inH, w.kernel.h, w.padding.h, w.stride.h, w.dilation.h, ceilMode),
                 outputSize(inW, w.kernel.w, w.padding.w, w.stride.w, w.dilation.w, ceilMode)};
  FG_CHECK(w.kernel.h > 0 && w.kernel.w > 0,
           "kernel size should be greater than zero, but got kH: ", w.kernel.h, " kW: ", w.kernel.w);
  FG_CHECK(w.stride.h > 0 && w.stride.w > 0, "stride should be greater than zero, but got dH: ", w.stride.h,
           " dW: ", w.stride.w);
  FG_CHECK(w.dilation.h > 0 && w.dilation.w > 0,
           "dilation should be greater than zero, but got dilationH: ", w.dilation.h,
           " dilationW: ", w.dilation.w);
  const bool valid = rank <= 4 && inH != 0 && inW != 0 && (rank == 3 ? self.size(0) != 0 : self.size(1) != 0);
  FG_CHECK(valid, "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:",
           self.sizes());
  const int64_t planes = self.size(-3);
  FG_CHECK(out.h >= 1 && out.w >= 1, "Given input size: (", planes, "x", inH, "x", inW,
           "). Calculated output size: (", planes, "x", out.h, "x", out.w, "). Output size is too small");
  return out;
}

/// Runs pool(plane, row width, result) for each plane, in the compute type T.
template <class T, class Pool> void forEachPlane(const Tensor &self, const Tensor &output, Pool &&pool) {
  const Compute compute = computeOf(self.scalar_type());
  const Tensor input = contiguous(self);
  const int64_t inSize = input.size(-2) * input.size(-1), outSize = output.size(-2) * output.size(-1);
  const int64_t bytes = int64_t(input.element_size());
  const bool direct = isStoredAs(input.scalar_type(), compute);
  const LoadFn load = loader(input.scalar_type(), compute);
  const StoreFn store = storer(compute, output.scalar_type());
  std::vector<T> wide(direct ? 0 : size_t(inSize)), result(direct ? 0 : size_t(outSize));
  const char *from = static_cast<const char *>(input.data_ptr());
  char *to = static_cast<char *>(output.data_ptr());
  for (int64_t plane = output.numel() / outSize; plane > 0;
       --plane, from += inSize * bytes, to += outSize * bytes) {
    if (direct) {
      pool(reinterpret_cast<const T *>(from), reinterpret_cast<T *>(to));
      continue;
    }
    load(wide.data(), from, bytes, inSize);
    pool(static_cast<const T *>(wide.data()), result.data());
    store(to, bytes, result.data(), outSize);
  }
}

template <class T> void maxPlane(const T *in, T *out, Pair inSize, Pair outSize, const Window &w) {
  for (int64_t oh = 0; oh < outSize.h; ++oh)
    for (int64_t ow = 0; ow < outSize.w; ++ow) {
      int64_t h0 = oh * w.stride.h - w.padding.h, w0 = ow * w.stride.w - w.padding.w;
      const int64_t h1 = std::min(h0 + (w.kernel.h - 1) * w.dilation.h + 1, inSize.h);
      const int64_t w1 = std::min(w0 + (w.kernel.w - 1) * w.dilation.w + 1, inSize.w);
      while (h0 < 0)
        h0 += w.dilation.h;
      while (w0 < 0)
        w0 += w.dilation.w;
      T best = std::is_integral_v<T> ? std::numeric_limits<T>::lowest() : -std::numeric_limits<T>::infinity();
      for (int64_t h = h0; h < h1; h += w.dilation.h)
        for (int64_t x = w0; x < w1; x += w.dilation.w) {
          const T value = in[h * inSize.w + x];
          if (value > best || formulas::Math<T>::isNan(value))
            best = value;
        }
      *out++ = best;
    }
}

struct Average {
  bool countPadding;
  std::optional<int64_t> divisor;
};

template <class T>
void averagePlane(const T *in, T *out, Pair inSize, Pair outSize, const Window &w, const Average &how) {
  for (int64_t oh = 0; oh < outSize.h; ++oh)
    for (int64_t ow = 0; ow < outSize.w; ++ow) {
      int64_t h0 = oh * w.stride.h - w.padding.h, w0 = ow * w.stride.w - w.padding.w;
      int64_t h1 = std::min(h0 + w.kernel.h, inSize.h + w.padding.h);
      int64_t w1 = std::min(w0 + w.kernel.w, inSize.w + w.padding.w);
      const int64_t padded = (h1 - h0) * (w1 - w0);
      h0 = std::max<int64_t>(h0, 0), w0 = std::max<int64_t>(w0, 0);
      h1 = std::min(h1, inSize.h), w1 = std::min(w1, inSize.w);
      if (h0 >= h1 || w0 >= w1) {
        *out++ = 0;
        continue;
      }
      const int64_t inside = (h1 - h0) * (w1 - w0);
      T sum = 0;
      for (int64_t h = h0; h < h1; ++h)
        for (int64_t x = w0; x < w1; ++x)
          sum = formulas::Math<T>::add(sum, in[h * inSize.w + x]);
      *out++ = sum / T(how.divisor ? *how.divisor : how.countPadding ? padded : inside);
    }
}

Tensor outputFor(const Tensor &self, Pair out) {
  std::vector<int64_t> shape = self.sizes().vec();
  shape[shape.size() - 2] = out.h;
  shape[shape.size() - 1] = out.w;
  return newContiguous(shape, self.scalar_type());
}

void checkPair(IntArrayRef values, const char *message, bool mayBeEmpty) {
  FG_CHECK(values.size() == 1 || values.size() == 2 || (mayBeEmpty && values.empty()), message);
}

} // namespace

Tensor max_pool2d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  IntArrayRef dilation, bool ceil_mode) {
  checkDefined(self, "max_pool2d");
  checkPair(kernel_size, "max_pool2d: kernel_size must either be a single int, or a tuple of two ints",
            false);
  checkPair(stride, "max_pool2d: stride must either be omitted, a single int, or a tuple of two ints", true);
  checkPair(padding, "max_pool2d: padding must either be a single int, or a tuple of two ints", false);
  checkPair(dilation, "max_pool2d: dilation must be either a single int, or a tuple of two ints", false);
  FG_CHECK(self.dim() == 3 || self.dim() == 4, "non-empty 3D or 4D (batch mode) tensor expected for input");
  const Window w{pairOf(kernel_size), pairOf(stride.empty() ? kernel_size : stride), pairOf(padding),
                 pairOf(dilation)};
  const Pair in{self.size(-2), self.size(-1)}, out = checkedOutput(self, w, ceil_mode);
  FG_CHECK(self.scalar_type() != kBool, "\"max_pool2d\" not implemented for 'Bool'");
  const Tensor output = outputFor(self, out);
  withCompute(computeOf(self.scalar_type()), [&](auto c) {
    using T = decltype(c);
    forEachPlane<T>(self, output, [&](const T *plane, T *result) { maxPlane(plane, result, in, out, w); });
  });
  return output;
}

Tensor avg_pool2d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride, IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor_override) {
  checkDefined(self, "avg_pool2d");
  checkPair(kernel_size, "avg_pool2d: kernel_size must either be a single int, or a tuple of two ints",
            false);
  checkPair(stride, "avg_pool2d: stride must either be omitted, a single int, or a tuple of two ints", true);
  checkPair(padding, "avg_pool2d: padding must either be a single int, or a tuple of two ints", false);
  FG_CHECK(!divisor_override || *divisor_override != 0, "divisor must be not zero");
  if (self.dim() < 3)
    failDim(-3, self.dim());
  const Window w{pairOf(kernel_size), pairOf(stride.empty() ? kernel_size : stride), pairOf(padding), {1, 1}};
  const Pair in{self.size(-2), self.size(-1)}, out = checkedOutput(self, w, ceil_mode);
  FG_CHECK(isFloatingType(self.scalar_type()) || self.scalar_type() == kLong,
           "\"avg_pool2d\" not implemented for '", self.scalar_type(), "'");
  const Tensor output = outputFor(self, out);
  const Average how{count_include_pad, divisor_override};
  withCompute(computeOf(self.scalar_type()), [&](auto c) {
    using T = decltype(c);
    forEachPlane<T>(self, output,
                    [&](const T *plane, T *result) { averagePlane(plane, result, in, out, w, how); });
  });
  return output;
}

} // namespace fg::host
