// Scans walk several lines at one time (runtime/core/library/scans.cpp). They are those of each line alone,
// bit for bit: along each dim, for numbers of lines around a group's, for lines that lie along memory and
// across it.
#include <fullgraph/fullgraph.h>

#include <gtest/gtest.h>

#include <limits>
#include <vector>

using fg::Tensor;

namespace {

/// f(x, dim), made of each line of x alone.
template <class F> Tensor lineByLine(const Tensor &x, int64_t dim, F f) {
  const Tensor lines = x.movedim(dim, -1).contiguous();
  const Tensor rows = lines.reshape({-1, x.size(dim)});
  std::vector<Tensor> results;
  for (int64_t i = 0; i < rows.size(0); ++i)
    results.push_back(f(rows[i].clone(), 0));
  return fg::stack(results).reshape(lines.sizes()).movedim(-1, dim);
}

template <class F> void expectEachLine(const Tensor &x, F f) {
  for (int64_t dim = 0; dim < x.dim(); ++dim) {
    const Tensor together = f(x, dim), alone = lineByLine(x, dim, f);
    ASSERT_EQ(together.sizes().vec(), alone.sizes().vec());
    EXPECT_TRUE(((together == alone) | (together.isnan() & alone.isnan())).all().item<bool>())
        << "dim " << dim;
  }
}

} // namespace

TEST(Scans, AreThoseOfEachLineAlone) {
  fg::manual_seed(5);
  const auto sum = [](const Tensor &x, int64_t dim) { return x.cumsum(dim); };
  const auto product = [](const Tensor &x, int64_t dim) { return x.cumprod(dim); };
  const auto exponents = [](const Tensor &x, int64_t dim) { return x.logcumsumexp(dim); };
  const auto highest = [](const Tensor &x, int64_t dim) { return std::get<1>(x.cummax(dim)); };
  const auto lowest = [](const Tensor &x, int64_t dim) { return std::get<0>(x.cummin(dim)); };
  for (const std::vector<int64_t> &sizes : std::vector<std::vector<int64_t>>{
           {1, 1}, {3, 5}, {4, 300}, {9, 513}, {300, 7}, {2, 3, 259}, {3, 6, 1}, {5, 1, 4}}) {
    Tensor x = fg::randn(sizes);
    for (const Tensor &each : {x, x.transpose(0, 1), x.flip(0).expand_as(x)}) {
      expectEachLine(each, sum);
      expectEachLine(each, product);
      expectEachLine(each, exponents);
      expectEachLine(each, highest);
      expectEachLine(each, lowest);
    }
    expectEachLine((x * 10).to(fg::kInt), sum);
  }
}

TEST(Scans, NaNStaysInItsLine) {
  Tensor x = fg::zeros({4, 300});
  x[1][17] = std::numeric_limits<float>::quiet_NaN();
  const Tensor across = x.cumsum(0).isnan(), highest = std::get<0>(x.cummax(0)).isnan();
  EXPECT_EQ(across.sum().item<int64_t>(), 3);
  EXPECT_EQ(highest.sum().item<int64_t>(), 3);
  EXPECT_EQ(x.cumsum(1).isnan().sum().item<int64_t>(), 283);
}
