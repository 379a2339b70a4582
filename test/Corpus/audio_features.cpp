// Audio: windows by unfold, a spectrum, mel filters, deltas, cepstra by a DCT matrix.
#include <torch/torch.h>

#include <cmath>
#include <iostream>

namespace audio {

inline double hz_to_mel(double hz) { return 2595.0 * std::log10(1.0 + hz / 700.0); }
inline double mel_to_hz(double mel) { return 700.0 * (std::pow(10.0, mel / 2595.0) - 1.0); }

torch::Tensor mel_filters(int bins, int mels, double rate) {
  auto m = torch::linspace(hz_to_mel(0), hz_to_mel(rate / 2), mels + 2);
  auto f = 700.0 * (torch::pow(10.0, m / 2595.0) - 1.0);
  auto freqs = torch::linspace(0, rate / 2, bins);
  auto lower = (freqs.unsqueeze(1) - f.slice(0, 0, mels)) / (f.slice(0, 1, mels + 1) - f.slice(0, 0, mels));
  auto upper = (f.slice(0, 2, mels + 2) - freqs.unsqueeze(1)) / (f.slice(0, 2, mels + 2) - f.slice(0, 1, mels + 1));
  return torch::clamp(torch::min(lower, upper), 0);
}

struct Frontend {
  int frame = 64, hop = 16, mels = 10, cepstra = 5;
  double rate = 8000;
  torch::Tensor window, filters, dct;

  Frontend() {
    window = torch::hann_window(frame, /*periodic=*/false);
    filters = mel_filters(frame / 2 + 1, mels, rate);
    auto n = torch::arange(mels, torch::kFloat), k = torch::arange(cepstra, torch::kFloat).unsqueeze(1);
    dct = torch::cos(M_PI / mels * (n + 0.5) * k).t() * std::sqrt(2.0 / mels);
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor operator()(const torch::Tensor &signal) const {
    auto emphasised = torch::cat({signal.slice(-1, 0, 1), signal.slice(-1, 1) - 0.97 * signal.slice(-1, 0, -1)}, -1);
    auto frames = emphasised.unfold(-1, frame, hop) * window;
    auto power = torch::fft_rfft(frames).abs().pow(2) / frame;
    auto mel = torch::matmul(power, filters).clamp_min(1e-10).log();
    return torch::matmul(mel, dct);
  }
};

FG_COMPILE(.fullgraph = true) torch::Tensor deltas(const torch::Tensor &features, int n = 2) {
  double denom = 0;
  for (int i = 1; i <= n; ++i)
    denom += 2 * i * i;
  auto x = features.transpose(-2, -1);
  auto padded = torch::cat({x.slice(-1, 0, 1).expand({-1, -1, n}), x, x.slice(-1, -1).expand({-1, -1, n})}, -1);
  auto out = torch::zeros_like(x);
  const auto frames = x.size(-1);
  for (int i = 1; i <= n; ++i)
    out += i * (padded.slice(-1, n + i, n + i + frames) - padded.slice(-1, n - i, n - i + frames));
  return (out / denom).transpose(-2, -1);
}

FG_COMPILE(.fullgraph = true) torch::Tensor cmvn(torch::Tensor features) {
  auto mean = features.mean(1, true), std = features.std(1, false, true);
  return (features - mean) / (std + 1e-8);
}

} // namespace audio

int main() {
  torch::manual_seed(25);
  audio::Frontend frontend;
  for (int64_t samples : {256, 400}) {
    auto t = torch::arange(samples, torch::kFloat) / 8000.0;
    auto signal = torch::stack({torch::sin(2 * M_PI * 440 * t), torch::sin(2 * M_PI * 880 * t)}) + 0.01 * torch::randn({2, samples});
    auto mfcc = frontend(signal);
    auto all = torch::cat({audio::cmvn(mfcc), audio::deltas(mfcc)}, -1);
    std::cout << mfcc.sizes() << " " << mfcc.mean().item<float>() << " " << all.abs().mean().item<float>() << "\n";
  }
}
