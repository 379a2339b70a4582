// Discrete Fourier transforms: at::fft_*, and namespace fg::fft as torch::fft. A part of ops.h, which
// includes the parts in their order.
//
// `n` (and `s`, one a dim) is how many numbers of a line are transformed: others are left out, missing ones
// are 0. `norm`: "backward", the default, divides by n in the inverse transforms, "forward" in the others,
// and "ortho" divides by the square root of n in both. Real operands of complex transforms count as complex;
// integers are f32.
#pragma once

#include <fullgraph/ops.h>

namespace fg {

Tensor fft_fft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
               std::optional<string_view> norm = {});
Tensor fft_ifft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
                std::optional<string_view> norm = {});
/// Of real numbers: the first n / 2 + 1 coefficients, of which the others are the conjugates.
Tensor fft_rfft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
                std::optional<string_view> norm = {});
/// The real numbers of such coefficients; n is 2 (size - 1) unless given.
Tensor fft_irfft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
                 std::optional<string_view> norm = {});
/// Of a signal of which one half is given, and which is real in the frequencies; and back.
Tensor fft_hfft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
                std::optional<string_view> norm = {});
Tensor fft_ihfft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
                 std::optional<string_view> norm = {});

/// Over several dims: all of them, or the last ones that `s` has sizes for.
Tensor fft_fftn(const Tensor &self, OptionalIntArrayRef s = {}, OptionalIntArrayRef dim = {},
                std::optional<string_view> norm = {});
Tensor fft_ifftn(const Tensor &self, OptionalIntArrayRef s = {}, OptionalIntArrayRef dim = {},
                 std::optional<string_view> norm = {});
Tensor fft_rfftn(const Tensor &self, OptionalIntArrayRef s = {}, OptionalIntArrayRef dim = {},
                 std::optional<string_view> norm = {});
Tensor fft_irfftn(const Tensor &self, OptionalIntArrayRef s = {}, OptionalIntArrayRef dim = {},
                  std::optional<string_view> norm = {});
Tensor fft_fft2(const Tensor &self, OptionalIntArrayRef s = {}, IntArrayRef dim = {-2, -1},
                std::optional<string_view> norm = {});
Tensor fft_ifft2(const Tensor &self, OptionalIntArrayRef s = {}, IntArrayRef dim = {-2, -1},
                 std::optional<string_view> norm = {});
Tensor fft_rfft2(const Tensor &self, OptionalIntArrayRef s = {}, IntArrayRef dim = {-2, -1},
                 std::optional<string_view> norm = {});
Tensor fft_irfft2(const Tensor &self, OptionalIntArrayRef s = {}, IntArrayRef dim = {-2, -1},
                  std::optional<string_view> norm = {});

/// The frequencies of the coefficients, in cycles per unit of d, the distance of two numbers.
Tensor fft_fftfreq(int64_t n, double d = 1.0, const TensorOptions &options = {});
Tensor fft_rfftfreq(int64_t n, double d = 1.0, const TensorOptions &options = {});
/// The coefficient of frequency 0 to the middle of each dim; and back.
Tensor fft_fftshift(const Tensor &self, OptionalIntArrayRef dim = {});
Tensor fft_ifftshift(const Tensor &self, OptionalIntArrayRef dim = {});

namespace fft {
inline Tensor fft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
                  std::optional<string_view> norm = {}) {
  return fft_fft(self, n, dim, norm);
}
inline Tensor ifft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
                   std::optional<string_view> norm = {}) {
  return fft_ifft(self, n, dim, norm);
}
inline Tensor rfft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
                   std::optional<string_view> norm = {}) {
  return fft_rfft(self, n, dim, norm);
}
inline Tensor irfft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
                    std::optional<string_view> norm = {}) {
  return fft_irfft(self, n, dim, norm);
}
inline Tensor hfft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
                   std::optional<string_view> norm = {}) {
  return fft_hfft(self, n, dim, norm);
}
inline Tensor ihfft(const Tensor &self, std::optional<int64_t> n = {}, int64_t dim = -1,
                    std::optional<string_view> norm = {}) {
  return fft_ihfft(self, n, dim, norm);
}
inline Tensor fftn(const Tensor &self, OptionalIntArrayRef s = {}, OptionalIntArrayRef dim = {},
                   std::optional<string_view> norm = {}) {
  return fft_fftn(self, s, dim, norm);
}
inline Tensor ifftn(const Tensor &self, OptionalIntArrayRef s = {}, OptionalIntArrayRef dim = {},
                    std::optional<string_view> norm = {}) {
  return fft_ifftn(self, s, dim, norm);
}
inline Tensor rfftn(const Tensor &self, OptionalIntArrayRef s = {}, OptionalIntArrayRef dim = {},
                    std::optional<string_view> norm = {}) {
  return fft_rfftn(self, s, dim, norm);
}
inline Tensor irfftn(const Tensor &self, OptionalIntArrayRef s = {}, OptionalIntArrayRef dim = {},
                     std::optional<string_view> norm = {}) {
  return fft_irfftn(self, s, dim, norm);
}
inline Tensor fft2(const Tensor &self, OptionalIntArrayRef s = {}, IntArrayRef dim = {-2, -1},
                   std::optional<string_view> norm = {}) {
  return fft_fft2(self, s, dim, norm);
}
inline Tensor ifft2(const Tensor &self, OptionalIntArrayRef s = {}, IntArrayRef dim = {-2, -1},
                    std::optional<string_view> norm = {}) {
  return fft_ifft2(self, s, dim, norm);
}
inline Tensor rfft2(const Tensor &self, OptionalIntArrayRef s = {}, IntArrayRef dim = {-2, -1},
                    std::optional<string_view> norm = {}) {
  return fft_rfft2(self, s, dim, norm);
}
inline Tensor irfft2(const Tensor &self, OptionalIntArrayRef s = {}, IntArrayRef dim = {-2, -1},
                     std::optional<string_view> norm = {}) {
  return fft_irfft2(self, s, dim, norm);
}
inline Tensor fftfreq(int64_t n, const TensorOptions &options = {}) { return fft_fftfreq(n, 1.0, options); }
inline Tensor fftfreq(int64_t n, double d, const TensorOptions &options = {}) {
  return fft_fftfreq(n, d, options);
}
inline Tensor rfftfreq(int64_t n, const TensorOptions &options = {}) { return fft_rfftfreq(n, 1.0, options); }
inline Tensor rfftfreq(int64_t n, double d, const TensorOptions &options) {
  return fft_rfftfreq(n, d, options);
}
inline Tensor fftshift(const Tensor &self, OptionalIntArrayRef dim = {}) { return fft_fftshift(self, dim); }
inline Tensor ifftshift(const Tensor &self, OptionalIntArrayRef dim = {}) { return fft_ifftshift(self, dim); }
} // namespace fft

} // namespace fg
