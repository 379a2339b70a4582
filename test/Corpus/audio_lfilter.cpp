// In the style of pytorch/audio (csrc/lfilter.cpp and its functional filters): IIR filters, biquads, an overdrive, in float and double.
#include <torch/torch.h>

#include <cmath>
#include <iostream>
#include <string>

namespace {

void lfilter_core_generic_loop(const torch::Tensor &windows, const torch::Tensor &a_flipped, torch::Tensor &padded_output) {
  int64_t n_samples = windows.size(1), n_order = a_flipped.size(0);
  for (int64_t i = 0; i < n_samples; i++) {
    auto windowed = padded_output.index({torch::indexing::Slice(), torch::indexing::Slice(i, i + n_order)});
    auto o0 = windows.index({torch::indexing::Slice(), i}).addmv(windowed, a_flipped, 1, -1);
    padded_output.index_put_({torch::indexing::Slice(), i + n_order - 1}, o0);
  }
}

FG_COMPILE(.fullgraph = true)
torch::Tensor lfilter_core(const torch::Tensor &raw_waveform, const torch::Tensor &a_coeffs, const torch::Tensor &b_coeffs) {
  TORCH_CHECK(raw_waveform.device() == a_coeffs.device());
  TORCH_CHECK(b_coeffs.device() == a_coeffs.device());
  TORCH_CHECK(a_coeffs.size(0) == b_coeffs.size(0));
  torch::Tensor waveform = raw_waveform.contiguous();
  auto shape = waveform.sizes();
  waveform = waveform.view({-1, waveform.size(-1)});
  TORCH_INTERNAL_ASSERT(waveform.sizes().size() == 2);
  int64_t n_order = a_coeffs.size(0);
  TORCH_INTERNAL_ASSERT(n_order > 0);
  namespace F = torch::nn::functional;
  auto padded_waveform = F::pad(waveform, F::PadFuncOptions({n_order - 1, 0}));
  auto padded_output = torch::zeros_like(padded_waveform);
  auto a_flipped = a_coeffs.flip(0).contiguous(), b_flipped = b_coeffs.flip(0).contiguous();
  auto windows = F::conv1d(padded_waveform.unsqueeze(1), b_flipped.view({1, 1, n_order})).squeeze(1);
  windows.div_(a_coeffs[0]);
  a_flipped.div_(a_coeffs[0]);
  lfilter_core_generic_loop(windows, a_flipped, padded_output);
  return padded_output.index({torch::indexing::Slice(), torch::indexing::Slice(n_order - 1, torch::indexing::None)}).view(shape);
}

enum class FilterType { LowPass, HighPass, BandPass };

struct Biquad {
  FilterType type;
  double sample_rate, frequency, Q = 0.707;

  std::pair<torch::Tensor, torch::Tensor> coefficients(torch::ScalarType dtype) const {
    const double w0 = 2 * M_PI * frequency / sample_rate, alpha = std::sin(w0) / 2 / Q, c = std::cos(w0);
    double b0 = 0, b1 = 0, b2 = 0;
    switch (type) {
    case FilterType::LowPass:
      b0 = (1 - c) / 2, b1 = 1 - c, b2 = b0;
      break;
    case FilterType::HighPass:
      b0 = (1 + c) / 2, b1 = -1 - c, b2 = b0;
      break;
    case FilterType::BandPass:
      b0 = alpha, b1 = 0, b2 = -alpha;
      break;
    }
    auto options = torch::TensorOptions().dtype(dtype);
    return {torch::tensor({1 + alpha, -2 * c, 1 - alpha}, options), torch::tensor({b0, b1, b2}, options)};
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor operator()(const torch::Tensor &x) const {
    auto [a, b] = coefficients(x.scalar_type());
    return lfilter_core(x, a, b).clamp(-1.0, 1.0);
  }
};

FG_COMPILE(.fullgraph = true) torch::Tensor overdrive(torch::Tensor waveform, double gain, double colour) {
  auto actual_shape = waveform.sizes().vec();
  waveform = waveform.view({-1, actual_shape.back()});
  gain = std::pow(10.0, gain / 20.0);
  colour = colour / 200;
  auto temp = waveform * gain + colour;
  auto mask1 = temp < -1;
  temp.index_put_({mask1}, torch::tensor(-2.0 / 3.0, temp.options()));
  auto mask3 = temp > 1;
  temp = torch::where(mask3, torch::full_like(temp, 2.0 / 3.0), temp);
  auto mask2 = ~mask1 & ~mask3;
  temp = torch::where(mask2, temp - temp.pow(3) * (1. / 3), temp);
  return (waveform * 0.5 + temp * 0.75).clamp(-1, 1).view(actual_shape);
}

FG_COMPILE(.fullgraph = true) torch::Tensor mu_law(const torch::Tensor &x, int64_t channels, const std::string &direction) {
  const double mu = channels - 1.0;
  if (direction == "encode") {
    auto y = torch::sign(x) * torch::log1p(mu * torch::abs(x)) / std::log1p(mu);
    return ((y + 1) / 2 * mu + 0.5).to(torch::kInt64);
  }
  auto y = x / mu * 2 - 1.0;
  return torch::sign(y) * (torch::exp(torch::abs(y) * std::log1p(mu)) - 1.0) / mu;
}
} // namespace

int main() {
  torch::manual_seed(44);
  Biquad low{FilterType::LowPass, 8000, 1000}, high{FilterType::HighPass, 8000, 500, 1.2}, band{FilterType::BandPass, 16000, 3000};
  for (int64_t channels : {1, 2, 3}) {
    auto x = torch::rand({channels, 24}) * 2 - 1;
    auto y = low(x), z = high(x), w = band(x);
    auto d = overdrive(x.to(torch::kFloat64), 20, 20);
    auto code = mu_law(x, 256, "encode");
    std::cout << y.sum().item<float>() << " " << z.abs().sum().item<float>() << " " << w.pow(2).sum().item<float>() << " " << d.sum().item<double>() << " "
              << code.sum().item<int64_t>() << " " << (mu_law(code, 256, "decode") - x).abs().max().item<float>() << "\n";
  }
}
