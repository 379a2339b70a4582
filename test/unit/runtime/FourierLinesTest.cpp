// Transforms of several lines at one time (runtime/core/library/fourier_lines.h) are those of each line
// alone, for lengths of every radix, numbers of lines around a group's, and lines that lie across memory.
#include "runtime/core/library/fourier_lines.h"

#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

using fg::Tensor;

namespace {

Tensor partsOf(const Tensor &x) { return x.is_complex() ? fg::view_as_real(x) : x; }

/// `together` has along dim 0 what f makes of each row of x alone.
template <class F> void expectEachLine(const Tensor &together, const Tensor &x, F f) {
  for (int64_t i = 0; i < x.size(0); ++i) {
    const Tensor alone = partsOf(f(x.slice(0, i, i + 1))), mine = partsOf(together.slice(0, i, i + 1));
    ASSERT_EQ(mine.sizes().vec(), alone.sizes().vec());
    const double tolerance = mine.scalar_type() == fg::kFloat ? 1e-6 : 1e-13;
    const double scale = alone.abs().amax().item<double>() + 1;
    EXPECT_LE((mine - alone).abs().amax().item<double>(), tolerance * scale) << "line " << i;
  }
}

const int64_t lengths[] = {1,  2,  3,  4,  5,  6,  7,  8,   9,   10,  12,  14,  15,   16,  18,
                           20, 24, 25, 27, 30, 45, 64, 100, 125, 128, 360, 512, 1000, 1024};

/// The kernels that this machine runs.
std::vector<const fg::library::FourierKernels *> levelsHere() {
  std::vector<const fg::library::FourierKernels *> levels = {&fg::library::fourierBaseline};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    levels.push_back(&fg::library::fourierAvx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    levels.push_back(&fg::library::fourierAvx512);
#endif
  return levels;
}

/// What lies as lines, as `read` and `write` of one type have it.
template <class T, class Read, class Write> void expectLinesThereAndBack(Read read, Write write) {
  constexpr int64_t together = fg::library::linesTogether;
  for (const int64_t count : {1, 7, 8, 9, 24, 31})
    for (const int64_t lines : {int64_t(1), int64_t(5), together}) {
      SCOPED_TRACE(count);
      std::vector<T> from(static_cast<size_t>(count * together)), to(from.size(), T(-1));
      std::vector<double> numbers(from.size());
      std::vector<const T *> sources;
      std::vector<T *> targets;
      for (size_t i = 0; i < from.size(); ++i)
        from[i] = static_cast<T>(std::sin(static_cast<double>(i)));
      for (int64_t lane = 0; lane < together; ++lane) {
        sources.push_back(from.data() + lane * count);
        targets.push_back(to.data() + lane * count);
      }
      read(sources.data(), numbers.data(), count);
      for (int64_t lane = 0; lane < together; ++lane)
        for (int64_t i = 0; i < count; ++i)
          ASSERT_EQ(numbers[static_cast<size_t>(i * together + lane)], static_cast<double>(sources[lane][i]));
      write(numbers.data(), targets.data(), count, lines);
      for (size_t i = 0; i < to.size(); ++i)
        ASSERT_EQ(to[i], i < static_cast<size_t>(lines * count) ? from[i] : T(-1)) << i;
    }
}

} // namespace

TEST(FourierLines, AreThoseOfEachLineAlone) {
  fg::manual_seed(3);
  for (const int64_t n : lengths)
    for (const int64_t lines : {4, 8, 13}) {
      SCOPED_TRACE(n);
      for (const fg::ScalarType dtype : {fg::kFloat, fg::kDouble}) {
        const Tensor real = fg::randn({lines, n}, dtype);
        const Tensor pairs = fg::view_as_complex(fg::randn({lines, n, 2}, dtype));
        const Tensor half = fg::view_as_complex(fg::randn({lines, n / 2 + 1, 2}, dtype));
        expectEachLine(fg::fft::fft(pairs), pairs, [](const Tensor &x) { return fg::fft::fft(x); });
        expectEachLine(fg::fft::ifft(pairs), pairs, [](const Tensor &x) { return fg::fft::ifft(x); });
        expectEachLine(fg::fft::rfft(real), real, [](const Tensor &x) { return fg::fft::rfft(x); });
        expectEachLine(fg::fft::irfft(half, n), half, [&](const Tensor &x) { return fg::fft::irfft(x, n); });
        // More numbers than there are: zeros.
        expectEachLine(fg::fft::irfft(half, 2 * n), half,
                       [&](const Tensor &x) { return fg::fft::irfft(x, 2 * n); });
      }
    }
}

TEST(FourierLines, LieAnywhere) {
  fg::manual_seed(4);
  const Tensor x = fg::randn({60, 2, 9}, fg::kDouble); // lines along dim 0
  const Tensor lines = x.permute({1, 2, 0}).reshape({18, 60});
  expectEachLine(fg::fft::rfft(x, {}, 0).permute({1, 2, 0}).reshape({18, 31}), lines,
                 [](const Tensor &one) { return fg::fft::rfft(one); });
  const Tensor same = x.slice(1, 0, 1).slice(2, 0, 1).expand({60, 1, 12}); // twelve times one line
  expectEachLine(fg::fft::fft(same, {}, 0).permute({1, 2, 0}).reshape({12, 60}),
                 same.permute({1, 2, 0}).reshape({12, 60}),
                 [](const Tensor &one) { return fg::fft::fft(one); });
}

TEST(FourierLines, NaNStaysInItsLine) {
  Tensor x = fg::ones({9, 16}, fg::kDouble);
  x[3][5] = std::numeric_limits<double>::quiet_NaN();
  x[8][0] = std::numeric_limits<double>::infinity();
  const Tensor bad = fg::view_as_real(fg::fft::rfft(x)).flatten(1).isnan();
  for (int64_t line = 0; line < 9; ++line)
    EXPECT_EQ(bad[line].any().item<bool>(), line == 3 || line == 8) << line;
}

TEST(FourierLines, EachLevelsKernelsAreTheFormula) {
  constexpr int64_t together = fg::library::linesTogether;
  for (const fg::library::FourierKernels *kernels : levelsHere())
    for (const int64_t n : {1, 2, 3, 4, 5, 8, 30, 60})
      for (const bool forward : {false, true}) {
        SCOPED_TRACE(n);
        std::vector<double> numbers(static_cast<size_t>(2 * n * together)), other(numbers.size()), roots;
        for (int64_t k = 0; k < n; ++k) {
          roots.push_back(std::cos(2 * M_PI * static_cast<double>(k) / static_cast<double>(n)));
          roots.push_back(-std::sin(2 * M_PI * static_cast<double>(k) / static_cast<double>(n)));
        }
        for (size_t i = 0; i < numbers.size(); ++i)
          numbers[i] = std::sin(static_cast<double>(i * i));
        const std::vector<double> before = numbers;
        const double *const result =
            kernels->transform(numbers.data(), other.data(), n, roots.data(), forward);
        for (int64_t k = 0; k < n; ++k)
          for (int64_t lane = 0; lane < together; ++lane) {
            double re = 0, im = 0;
            for (int64_t i = 0; i < n; ++i) {
              const double c = roots[static_cast<size_t>(2 * (i * k % n))];
              const double s = roots[static_cast<size_t>(2 * (i * k % n) + 1)] * (forward ? 1 : -1);
              const double a = before[static_cast<size_t>(2 * i * together + lane)];
              const double b = before[static_cast<size_t>((2 * i + 1) * together + lane)];
              re += a * c - b * s;
              im += a * s + b * c;
            }
            EXPECT_NEAR(result[2 * k * together + lane], re, 1e-12);
            EXPECT_NEAR(result[(2 * k + 1) * together + lane], im, 1e-12);
          }
      }
}

TEST(FourierLines, EachLevelReadsAndWritesNeighbours) {
  for (const fg::library::FourierKernels *kernels : levelsHere()) {
    expectLinesThereAndBack<float>(kernels->readFloats, kernels->writeFloats);
    expectLinesThereAndBack<double>(kernels->readDoubles, kernels->writeDoubles);
  }
}
