// std::complex as an element type: data_ptr, accessor and item of complex tensors. Apart from the other
// headers, since few programs need <complex>.
//
//   auto z = fg::fft::rfft(signal);
//   std::complex<float> first = z.accessor<std::complex<float>, 1>()[0];
#pragma once

#include <fullgraph/tensor.h>

#include <complex>

namespace fg {

namespace detail {
template <> inline constexpr ScalarType scalarTypeOf<std::complex<float>> = kComplexFloat;
template <> inline constexpr ScalarType scalarTypeOf<std::complex<double>> = kComplexDouble;
} // namespace detail

/// The value of a tensor of one element, which may be real; throws for any other.
template <> inline std::complex<double> Tensor::item<std::complex<double>>() const {
  return {real(*this).item<double>(), is_complex() ? imag(*this).item<double>() : 0.0};
}
template <> inline std::complex<float> Tensor::item<std::complex<float>>() const {
  return std::complex<float>(item<std::complex<double>>());
}

} // namespace fg
