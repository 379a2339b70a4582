// Fourier transforms, functions of complex numbers and windows, against results stored from PyTorch 2.13
// (fourier_reference.py).
#include <fullgraph/fullgraph.h>
#include <fullgraph/io.h>
#include <fullgraph/std_complex.h>

#include <cmath>
#include <gtest/gtest.h>

using namespace fg;

namespace {

class Fourier : public testing::Test {
protected:
  std::map<std::string, Tensor> stored =
      load_safetensors(FULLGRAPH_SOURCE_DIR "/test/unit/runtime/fourier_reference.safetensors");
  const Tensor z = in("z.pairs"), w = in("w.pairs"), x = in("x"), s = in("s");

  Tensor in(const std::string &name) {
    const Tensor value = stored.at("in." + name);
    return name.find(".pairs") == std::string::npos ? value : view_as_complex(value);
  }

  /// Same dtype and sizes; floats within `tolerance`, relative to magnitudes above 1.
  void check(const std::string &name, const Tensor &result, double tolerance = 4e-6) {
    SCOPED_TRACE(name);
    const std::string stem = "out." + name + (result.is_complex() ? ".pairs" : "");
    ASSERT_TRUE(stored.count(stem)) << "results are " << result.scalar_type();
    const Tensor expected = stored.at(stem), actual = result.is_complex() ? view_as_real(result) : result;
    stored.erase(stem);
    EXPECT_EQ(actual.dtype(), expected.dtype());
    ASSERT_EQ(actual.sizes().vec(), expected.sizes().vec());
    const Tensor a = actual.to(kDouble).contiguous(), e = expected.to(kDouble).contiguous();
    for (int64_t i = 0; i < a.numel(); ++i) {
      const double p = a.data_ptr<double>()[i], q = e.data_ptr<double>()[i];
      if (std::isnan(q))
        EXPECT_TRUE(std::isnan(p)) << "at " << i;
      else
        EXPECT_NEAR(p, q, tolerance * std::max(1.0, std::fabs(q))) << "at " << i;
    }
  }
  void checkPair(const std::string &name, const std::tuple<Tensor, Tensor> &result) {
    check(name + ".0", std::get<0>(result));
    check(name + ".1", std::get<1>(result), 0);
  }
  /// Nothing is stored that no test has asked for.
  void expectDone(const std::string &prefix) {
    for (const auto &[name, tensor] : stored)
      EXPECT_NE(name.rfind("out." + prefix, 0), 0u) << name;
  }
};

TEST_F(Fourier, Transforms) {
  const std::optional<string_view> norms[] = {std::nullopt, "ortho", "forward"};
  for (const auto &norm : norms) {
    const std::string mode = norm ? std::string(norm->data(), norm->size()) : "none";
    for (const int64_t n : {0, 3, 5, 8}) {
      const std::optional<int64_t> count = n ? std::optional(n) : std::nullopt;
      const std::string tag = "." + std::to_string(n) + "." + mode;
      check("fft" + tag, fft_fft(z, count, -1, norm));
      check("ifft" + tag, fft_ifft(z, count, 1, norm));
      check("rfft" + tag, fft_rfft(x, count, -1, norm));
      check("irfft" + tag, fft_irfft(z, count, 0, norm));
      check("hfft" + tag, fft_hfft(z, count, 1, norm));
      check("ihfft" + tag, fft_ihfft(x, count, 1, norm));
    }
    const std::string tag = "." + mode;
    check("fftn" + tag, fft_fftn(z, {}, {}, norm));
    check("ifftn" + tag, fft_ifftn(z, IntArrayRef{2, 5}, IntArrayRef{0, 2}, norm));
    check("rfftn" + tag, fft_rfftn(x, {}, {}, norm));
    check("irfftn" + tag, fft_irfftn(z, {}, {}, norm));
    check("fft2" + tag, fft::fft2(z, {}, {-2, -1}, norm));
    check("ifft2" + tag, fft::ifft2(z, IntArrayRef{4, 3}, {-2, -1}, norm));
    check("rfft2" + tag, fft::rfft2(x, IntArrayRef{4, 5}, {-2, -1}, norm));
    check("irfft2" + tag, fft::irfft2(z, IntArrayRef{4, 5}, {-2, -1}, norm));
  }
  check("fft.real", fft::fft(x));
  check("fft.integers", fft::fft(arange(6)));
  check("fft.c128", fft::fft(z.to(kComplexDouble)), 1e-12);
  check("fftshift", fft::fftshift(z));
  check("ifftshift", fft::ifftshift(z, IntArrayRef{1}));
  check("fftfreq", fft::fftfreq(5, 0.5));
  check("fftfreq.even", fft::fftfreq(6, TensorOptions(kDouble)), 1e-15);
  check("rfftfreq", fft::rfftfreq(6));
  for (const char *prefix : {"fft", "ifft", "rfft", "irfft", "hfft", "ihfft"})
    expectDone(prefix);
}

TEST_F(Fourier, Spectrograms) {
  const Tensor window = hann_window(16), small = hann_window(12), flat = ones({16});
  const Tensor spectrum = stft(s, 16, 4, 16, window, true, "reflect", false, {}, true);
  check("stft", spectrum);
  check("stft.two_sided", stft(s[0], 20, 5, 12, small, false, "reflect", true, false, true));
  check("stft.complex", stft(fg::complex(s, -s), 16, 4, {}, flat, true, "reflect", false, {}, true));
  check("istft", istft(spectrum, 16, 4, 16, window));
  check("istft.length", istft(spectrum, 16, 4, 16, window, true, false, {}, 190));
  check("istft.plain", istft(spectrum[0], 16, 4, {}, flat, false));
  check("istft.normalized",
        istft(stft(s, 16, 4, 12, small, true, "reflect", true, {}, true), 16, 4, 12, small, true, true));
  const Tensor both = stft(s, 16, 4, 16, window, true, "reflect", false, false, true);
  check("istft.two_sided", istft(both, 16, 4, 16, window, true, false, false));
  check("istft.complex", istft(both, 16, 4, 16, window, true, false, false, {}, true));
  expectDone("stft");
  expectDone("istft");
  EXPECT_THROW(istft(spectrum, 16, 16, 16, window, false), Error); // the window is 0 at its ends
  EXPECT_THROW(istft(view_as_real(spectrum)[0], 16), Error);
}

TEST_F(Fourier, ComplexNumbers) {
  check("polar", polar(x, x * 2));
  check("complex", fg::complex(x, x * 2));
  check("real", real(z));
  check("imag", imag(z));
  check("conj", z.conj());
  check("angle", z.angle());
  check("angle.real", tensor({1.0f, -2.0f, 0.0f, NAN}).angle());
  check("sgn", z.sgn());
  check("isreal", isreal(fg::complex(x, zeros_like(x).masked_fill(x > 0, 1))));
  check("vdot", vdot(z[0][0], w[0][0]));
  check("norm", z.norm());
  check("vector_norm", linalg_vector_norm(z, 1, {1}));
  check("std", z.std(IntArrayRef{1}));
  check("outer", outer(z[0][0], w[0][1]));
  check("einsum", einsum("bij,bkj->bik", {z, w}));
  check("roll", z.roll({1}, {2}));
  check("flip", z.flip({1}));
  check("pad", constant_pad_nd(z, {1, 2}));
  check("index", z.index({indexing::Slice(), tensor({2, 0}, kLong), indexing::Slice(1)}));
  EXPECT_TRUE(real(z).is_alias_of(z));
  EXPECT_TRUE(real(x).is_same(x));
  EXPECT_TRUE(z.is_complex() && !x.is_complex() && is_complex(z));
  EXPECT_THROW(imag(x), Error);
  EXPECT_THROW(z.item(), Error);
  EXPECT_THROW(fg::complex(x, x.to(kDouble)), Error);
  EXPECT_THROW(sort(z, 0), Error);
  EXPECT_THROW(lt(z, w), Error);
  EXPECT_THROW(softmax(z, 0), Error);
  EXPECT_THROW(fft::rfft(z), Error);
  EXPECT_THROW(fft::fft(x, 0), Error);
  EXPECT_THROW(fft::fft(x, {}, -1, "both"), Error);
}

TEST_F(Fourier, ElementsAreStdComplex) {
  const Tensor plane = z[0];
  const auto numbers = plane.accessor<std::complex<float>, 2>();
  EXPECT_EQ(numbers[2][1].imag(), imag(z)[0][2][1].item<float>());
  EXPECT_EQ(z.data_ptr<std::complex<float>>()[5], numbers[1][1]);
  EXPECT_EQ((z[0][1][1].item<std::complex<double>>()), std::complex<double>(numbers[1][1]));
  EXPECT_EQ((x[0][0][0].item<std::complex<float>>()), std::complex<float>(x[0][0][0].item<float>()));
  EXPECT_THROW(z.data_ptr<std::complex<double>>(), Error);
  std::complex<double> own[2] = {{1, 2}, {3, -4}};
  const Tensor blob = from_blob(own, {2}, kComplexDouble);
  EXPECT_EQ(blob.abs()[1].item<double>(), 5);
  blob.mul_(2);
  EXPECT_EQ(own[0], std::complex<double>(2, 4));
}

TEST_F(Fourier, Windows) {
  check("unfold", x.unfold(2, 2, 1), 0);
  check("unfold.step", s.unfold(1, 7, 3), 0);
  check("unfold.scalar", full({}, 3.0).unfold(0, 1, 1), 0);
  check("as_strided", s.as_strided({3, 5}, {7, 2}, 4), 0);
  EXPECT_TRUE(s.unfold(1, 7, 3).is_alias_of(s));
  check("histc", histc(s, 7, -1.5, 1), 0);
  check("histc.range", histc(x, 4), 0);
  check("histc.one", histc(full({3}, 2.0), 4), 0);
  check("histc.none", histc(zeros({0}), 4), 0);
  EXPECT_THROW(histc(full({3}, NAN), 4), Error);
  EXPECT_THROW(histc(x, 4, 1, 0), Error);
  for (const char *reduce : {"prod", "mean", "amax", "amin"})
    for (const bool include : {true, false})
      check(std::string("index_reduce.") + reduce + (include ? ".1" : ".0"),
            x.index_reduce(1, tensor({2, 0, 2}, kLong), x * 2 - 1, reduce, include));
  const Tensor image = s.view({2, 1, 10, 20});
  checkPair("max_pool2d_with_indices", max_pool2d_with_indices(image, {3, 2}));
  checkPair("max_pool2d_with_indices.overlapping", max_pool2d_with_indices(image, 3, 2, 1));
  checkPair("max_pool2d_with_indices.dilated", max_pool2d_with_indices(image, 3, {2, 1}, 1, {2, 3}, true));
  checkPair("max_pool2d_with_indices.plane", max_pool2d_with_indices(image[0], 4, 3, 0, 1, true));
  const auto [values, places] = max_pool2d_with_indices(image, 2);
  check("max_unpool2d", max_unpool2d(values, places, {10, 20}));
  check("max_unpool2d.larger", max_unpool2d(values[0], places[0], {11, 21}));
  for (const char *prefix : {"unfold", "as_strided", "histc", "index_reduce", "max_"})
    expectDone(prefix);
}

/// The mean and variance of many numbers.
TEST(Random, FurtherDistributions) {
  manual_seed(3);
  Tensor values = empty({200000}, kDouble);
  const auto expect = [&](double mean, double variance) {
    EXPECT_NEAR(values.mean().item<double>(), mean, 0.02 * (1 + mean));
    EXPECT_NEAR(values.var().item<double>(), variance, 0.05 * (1 + variance));
  };
  values.exponential_(2);
  expect(0.5, 0.25);
  EXPECT_GE(values.min().item<double>(), 0);
  values.log_normal_(0, 0.5);
  expect(std::exp(0.125), (std::exp(0.25) - 1) * std::exp(0.25));
  values.geometric_(0.25);
  expect(4, 12);
  EXPECT_EQ(values.min().item<double>(), 1);
  values.cauchy_(1, 2); // it has neither; half of the numbers lie within sigma of the median
  EXPECT_NEAR((values - 1).abs().lt(2).to(kDouble).mean().item<double>(), 0.5, 0.01);
  EXPECT_THROW(values.exponential_(0), Error);
  EXPECT_THROW(values.geometric_(1), Error);
  EXPECT_THROW(arange(3).exponential_(), Error);
}

} // namespace
