// Linear algebra and spectra: PCA, whitening, low-pass filters, autocorrelation, an SVD of small matrices.
#include <torch/torch.h>

#include <iostream>
#include <tuple>

struct Pca {
  torch::Tensor mean, components, variance;

  FG_COMPILE(.fullgraph = true) static Pca fit(const torch::Tensor &data, int64_t k) {
    auto mean = data.mean(0);
    auto centred = data - mean;
    auto cov = centred.t().mm(centred) / (data.size(0) - 1);
    auto [values, vectors] = torch::linalg_eigh(cov);
    auto top = vectors.flip(1).slice(1, 0, k);
    auto sign = torch::sign(top.sum(0, true));
    return Pca{mean, top * sign, values.flip(0).slice(0, 0, k)};
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor transform(const torch::Tensor &x, bool whiten = false) const {
    auto y = (x - mean).mm(components);
    return whiten ? y / variance.sqrt() : y;
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor inverse(const torch::Tensor &y) const { return y.mm(components.t()) + mean; }
};

FG_COMPILE(.fullgraph = true) torch::Tensor low_pass(const torch::Tensor &signal, double keep) {
  auto spectrum = torch::fft_rfft(signal);
  auto n = spectrum.size(-1);
  auto cut = static_cast<int64_t>(keep * n);
  auto mask = (torch::arange(n) < cut).to(signal.dtype());
  return torch::fft_irfft(spectrum * mask, signal.size(-1));
}

FG_COMPILE(.fullgraph = true) torch::Tensor autocorrelation(const torch::Tensor &x) {
  const auto n = x.size(-1);
  auto padded = torch::constant_pad_nd(x - x.mean(-1, true), {0, n});
  auto f = torch::fft_rfft(padded);
  auto power = f.abs().square();
  auto r = torch::fft_irfft(power, 2 * n).slice(-1, 0, n);
  return r / r.slice(-1, 0, 1);
}

FG_COMPILE(.fullgraph = true) torch::Tensor cosine_matrix(const torch::Tensor &a, const torch::Tensor &b) {
  std::vector<torch::Tensor> rows;
  for (int64_t i = 0; i < a.size(0); ++i)
    rows.push_back(torch::cosine_similarity(a[i].unsqueeze(0), b, 1));
  return torch::stack(rows);
}

int main() {
  torch::manual_seed(71);
  auto basis = torch::randn({3, 6});
  for (int64_t n : {50, 80}) {
    auto data = torch::randn({n, 3}).mm(basis) + 0.01 * torch::randn({n, 6});
    auto pca = Pca::fit(data, 3);
    auto y = pca.transform(data, true);
    auto error = (pca.inverse(pca.transform(data)) - data).pow(2).mean();
    std::cout << y.std().item<float>() << " " << (error.item<float>() < 1e-3) << " " << pca.variance.sum().item<float>() << "\n";
    auto t = torch::arange(n, torch::kFloat) * 0.2;
    auto signal = torch::stack({t.sin(), (3 * t).cos()});
    std::cout << low_pass(signal, 0.5).abs().sum().item<float>() << " " << autocorrelation(signal).sum().item<float>() << " "
              << cosine_matrix(basis, data.slice(0, 0, 5)).sum().item<float>() << "\n";
  }
}
