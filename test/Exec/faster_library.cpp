// Sorting, sums of indexed slices, Fourier transforms, linear systems, transposed convolutions, products with vectors,
// transpositions and stencils over stencils, eagerly and compiled, against plain loops: of sizes around those of their
// tiles, digits and vectors.
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags -I%S
// RUN: %clangxx -std=c++20 -O1 -I%S -isystem %S/../../include %t.fg.cpp %t.fg.a %fg_lib -o %t.exe
// RUN: env FULLGRAPH_JIT=0 %t.exe | FileCheck %s --check-prefixes=CHECK,AHEAD
// RUN: env FULLGRAPH_DISABLE=1 %t.exe | FileCheck %s
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <iostream>
#include <limits>
#include <numeric>

#define COMPILED FG_COMPILE(.fullgraph = true)
using fg::Tensor;

COMPILED std::tuple<Tensor, Tensor> sorted(FG_SHAPE("f32[M,N]") const Tensor &x) { return fg::sort(x, -1); }
COMPILED std::tuple<Tensor, Tensor> sortedDown(FG_SHAPE("f64[M,N]") const Tensor &x) { return fg::sort(x, -1, true); }
COMPILED std::tuple<Tensor, Tensor> sortedBytes(FG_SHAPE("i8[N]") const Tensor &x) { return fg::sort(x); }
COMPILED std::tuple<Tensor, Tensor> top(FG_SHAPE("f32[M,N]") const Tensor &x) { return fg::topk(x, 3); }
COMPILED std::tuple<Tensor, Tensor> least(FG_SHAPE("f32[M,N]") const Tensor &x) { return fg::topk(x, 3, -1, false); }
COMPILED std::tuple<Tensor, Tensor> topOfColumns(FG_SHAPE("f32[N,M]") const Tensor &x) { return fg::topk(x, 3, 0); }
COMPILED Tensor counted(FG_SHAPE("i64[N]") const Tensor &x) { return fg::bincount(x, {}, 20); }
COMPILED Tensor added(FG_SHAPE("f32[K,N]") const Tensor &into, FG_SHAPE("i64[M]") const Tensor &i, FG_SHAPE("f32[M,N]") const Tensor &x) {
  return into.index_add(0, i, x);
}
COMPILED Tensor addedAlong(FG_SHAPE("f32[N,K,L]") const Tensor &into, FG_SHAPE("i64[M]") const Tensor &i, FG_SHAPE("f32[N,M,L]") const Tensor &x) {
  return into.index_add(1, i, x);
}
COMPILED Tensor histogram(FG_SHAPE("i64[N]") const Tensor &i) {
  return fg::zeros({20}).index_add(0, i, fg::ones({i.size(0)}));
}
COMPILED Tensor weighted(FG_SHAPE("i64[N]") const Tensor &i, FG_SHAPE("f32[N]") const Tensor &w) {
  return fg::zeros({20}).index_add(0, i, w);
}
COMPILED Tensor spectrum(FG_SHAPE("f64[M,N]") const Tensor &x) { return fg::view_as_real(fg::fft_rfft(x)); }
COMPILED Tensor thereAndBack(FG_SHAPE("f64[M,N]") const Tensor &x) { return fg::fft_irfft(fg::fft_rfft(x), x.size(1)); }
COMPILED Tensor solved(FG_SHAPE("f64[B,N,N]") const Tensor &a, FG_SHAPE("f64[B,N,2]") const Tensor &b) { return fg::linalg_solve(a, b); }
COMPILED Tensor factor(FG_SHAPE("f64[B,N,N]") const Tensor &a) { return fg::linalg_cholesky(a); }
COMPILED Tensor grown(FG_SHAPE("f32[B,4,H,W]") const Tensor &x, FG_SHAPE("f32[4,3,2,3]") const Tensor &w, FG_SHAPE("f32[6]") const Tensor &b) {
  return fg::conv_transpose2d(x, w, b, {2, 3}, 0, 0, 2);
}
COMPILED Tensor product(FG_SHAPE("f32[M,K]") const Tensor &x, FG_SHAPE("f32[K]") const Tensor &v) { return fg::mv(x, v) + 1; }
COMPILED Tensor column(FG_SHAPE("f32[M,K]") const Tensor &x, FG_SHAPE("f32[K,1]") const Tensor &v) { return fg::matmul(x, v); }
COMPILED std::tuple<Tensor, Tensor> twice(FG_SHAPE("f32[M,K]") const Tensor &x, FG_SHAPE("f32[K]") const Tensor &v) {
  const Tensor y = fg::linear(x, v.unsqueeze(0)); // the result and a view of all of it
  return {y.view({-1}), y};
}
COMPILED Tensor turned(FG_SHAPE("f32[M,N]") const Tensor &x, FG_SHAPE("f32[N,M]") const Tensor &y) { return x.t() * 2 + y; }
COMPILED Tensor turnedInside(FG_SHAPE("f32[M,N,L]") const Tensor &x) { return (x.permute({2, 1, 0}) + 1).contiguous(); }
COMPILED Tensor turnedBytes(FG_SHAPE("u8[M,N]") const Tensor &x) { return x.t().contiguous(); }
COMPILED Tensor woven(FG_SHAPE("f32[3,H,W]") const Tensor &x) { return x.permute({1, 2, 0}).contiguous(); }
COMPILED Tensor edges(FG_SHAPE("f32[H,W]") const Tensor &image) {
  const Tensor rows = (image.slice(0, 0, -2) + image.slice(0, 1, -1) + image.slice(0, 2)) / 3;
  const Tensor b = fg::exp((rows.slice(1, 0, -2) + rows.slice(1, 1, -1) + rows.slice(1, 2)) / 3);
  return (b.slice(1, 2) - b.slice(1, 0, -2)).slice(0, 1, -1) + (b.slice(0, 2) - b.slice(0, 0, -2)).slice(1, 1, -1);
}
COMPILED Tensor columns(FG_SHAPE("f32[M,N]") const Tensor &x) { return x.sum(0); }

static int64_t failures = 0, checks = 0;
static void expect(bool holds, const std::string &what, int64_t size) {
  ++checks;
  if (!holds && ++failures < 10)
    std::cout << "wrong: " << what << " of " << size << "\n";
}
static void close(const Tensor &got, const Tensor &wanted, const std::string &what, int64_t size) {
  expect(got.sizes() == wanted.sizes() && fg::allclose(got, wanted, 1e-3, 1e-4), what, size);
}

template <class T> static void checkSort(const Tensor &x, const Tensor &values, const Tensor &places, bool down, int64_t k, const std::string &what) {
  const int64_t n = x.size(-1), lines = n ? x.numel() / n : 0;
  for (int64_t line = 0; line < lines; ++line) {
    const T *from = x.data_ptr<T>() + line * n;
    std::vector<int64_t> order(static_cast<size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    const auto below = [](T a, T b) { return (b != b && a == a) || a < b; };
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return down ? below(from[b], from[a]) : below(from[a], from[b]); });
    for (int64_t i = 0; i < k; ++i) {
      const T value = values.data_ptr<T>()[line * k + i], wanted = from[order[static_cast<size_t>(i)]];
      expect(places.data_ptr<int64_t>()[line * k + i] == order[static_cast<size_t>(i)] && (value == wanted || (value != value && wanted != wanted)), what, n);
    }
  }
}

static void sorts() {
  for (const int64_t n : {1, 2, 63, 300, 511, 512, 513, 5000}) {
    Tensor x = fg::round(fg::randn({2, n}) * 20) / 4; // ties
    x.select(0, 1).slice(0, 0, n, 7).fill_(std::numeric_limits<float>::quiet_NaN());
    x.select(0, 0).slice(0, 0, n, 5).fill_(-0.0f);
    x.select(0, 0).slice(0, 0, n, 10).fill_(-std::numeric_limits<float>::infinity());
    const auto [values, places] = sorted(x);
    checkSort<float>(x, values, places, false, n, "sort");
    const Tensor wide = x.to(fg::kDouble) * 1e200;
    const auto [down, where] = sortedDown(wide);
    checkSort<double>(wide, down, where, true, n, "sort downwards");
    const Tensor bytes = fg::randint(-128, 128, {n}).to(fg::kChar);
    const auto [ordered, from] = sortedBytes(bytes);
    checkSort<int8_t>(bytes, ordered, from, false, n, "sort of bytes");
    if (n >= 3) {
      const auto [best, at] = top(x);
      checkSort<float>(x, best, at, true, 3, "topk");
      const auto [smallest, where] = least(x);
      checkSort<float>(x, smallest, where, false, 3, "topk of the least");
      const auto [upright, down] = topOfColumns(x.t().contiguous());
      expect(fg::equal(down, at.t()), "topk of columns", n);
    }
  }
}

static void counts() {
  for (const int64_t n : {0, 1, 3, 1000, 400'000}) // the last on all threads
    for (const int64_t range : {1, 7, 300, 5000}) {
      const Tensor x = fg::randint(range, {n}), got = counted(x);
      std::vector<int64_t> wanted(20);
      for (int64_t i = 0; i < n; ++i) {
        const int64_t number = x.data_ptr<int64_t>()[i];
        wanted.resize(std::max(wanted.size(), static_cast<size_t>(number) + 1));
        ++wanted[static_cast<size_t>(number)];
      }
      expect(got.numel() == static_cast<int64_t>(wanted.size()) && std::equal(wanted.begin(), wanted.end(), got.data_ptr<int64_t>()), "bincount", n);
    }
}

static void sums() {
  for (const int64_t n : {1, 3, 17, 64, 257}) {
    const Tensor i = fg::randint(0, 5, {40}), x = fg::randn({40, n}), into = fg::randn({5, n});
    Tensor wanted = into.clone();
    for (int64_t k = 0; k < 40; ++k)
      wanted.select(0, i[k].item<int64_t>()).add_(x[k]);
    close(added(into, i, x), wanted, "index_add", n);
    const Tensor bins = fg::randint(0, 20, {n}), weights = fg::randn({n});
    Tensor counts = fg::zeros({20}), sums = fg::zeros({20});
    for (int64_t k = 0; k < n; ++k) {
      counts[bins[k].item<int64_t>()].add_(1);
      sums[bins[k].item<int64_t>()].add_(weights[k]);
    }
    close(histogram(bins), counts, "histogram", n);
    close(weighted(bins, weights), sums, "weighted histogram", n);
    const Tensor y = fg::randn({2, 40, n}), other = fg::randn({2, 5, n});
    wanted = other.clone();
    for (int64_t k = 0; k < 40; ++k)
      wanted.select(1, i[k].item<int64_t>()).add_(y.select(1, k));
    close(addedAlong(other, i, y), wanted, "index_add along 1", n);
    Tensor total = fg::zeros({n});
    for (int64_t k = 0; k < 40; ++k)
      total = total + x[k];
    close(columns(x), total, "sum(0)", n);
  }
}

static void transforms() {
  for (const int64_t n : {1, 2, 3, 4, 6, 8, 12, 60, 67, 134, 128}) {
    const Tensor x = fg::randn({2, n}, fg::kDouble);
    const Tensor got = spectrum(x);
    for (int64_t line = 0; line < 2; ++line)
      for (int64_t k = 0; k <= n / 2; ++k) {
        std::complex<double> sum;
        for (int64_t i = 0; i < n; ++i)
          sum += x.data_ptr<double>()[line * n + i] * std::polar(1.0, -2 * 3.14159265358979323846 * double(i * k % n) / double(n));
        const double *at = got.data_ptr<double>() + (line * (n / 2 + 1) + k) * 2;
        expect(std::abs(sum - std::complex<double>(at[0], at[1])) < 1e-9 * double(n), "rfft", n);
      }
    close(thereAndBack(x), x, "irfft", n);
  }
}

static void systems() {
  for (const int64_t n : {1, 2, 5, 33, 130}) {
    const Tensor a = fg::randn({2, n, n}, fg::kDouble), b = fg::randn({2, n, 2}, fg::kDouble);
    close(fg::matmul(a, solved(a, b)), b, "solve", n);
    const Tensor positive = fg::matmul(a, a.transpose(1, 2)) + fg::eye(n, fg::kDouble);
    const Tensor l = factor(positive);
    close(fg::matmul(l, l.transpose(1, 2)), positive, "cholesky", n);
    expect((fg::triu(l, 1) == 0).all().item<bool>(), "what is above the factor", n);
  }
}

static void products() {
  for (const int64_t m : {0, 1, 2, 7, 8, 9, 40})
    for (const int64_t k : {1, 3, 8, 33}) {
      const Tensor x = fg::randn({m, k}), v = fg::randn({k});
      const Tensor wanted = (x * v).sum(1);
      close(product(x, v), wanted + 1, "mv", m);
      close(column(x, v.unsqueeze(1)), wanted.unsqueeze(1), "a column", m);
      const auto [flat, whole] = twice(x, v);
      close(flat, wanted, "a view of the result", m);
      close(whole, wanted.unsqueeze(1), "the result", m);
      expect(m == 0 || flat.data_ptr<float>() == whole.data_ptr<float>(), "one memory", m);
    }
}

static void layouts() {
  for (const int64_t m : {2, 7, 8, 9, 31, 33, 130, 256, 257, 1024}) // lines of 256 floats, and 1024 bytes, are crowded
    for (const int64_t n : {2, 5, 8, 16, 40, 129}) {
      const Tensor x = fg::randn({m, n}), y = fg::randn({n, m}), z = fg::randn({m, 3, n});
      const Tensor bytes = fg::randint(0, 256, {m, n}).to(fg::kByte), planes = fg::randn({3, m, n});
      const Tensor a = turned(x, y).contiguous(), b = turnedInside(z), c = turnedBytes(bytes), d = woven(planes);
      bool right = true;
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
          right &= a.data_ptr<float>()[j * m + i] == x.data_ptr<float>()[i * n + j] * 2 + y.data_ptr<float>()[j * m + i];
          right &= c.data_ptr<uint8_t>()[j * m + i] == bytes.data_ptr<uint8_t>()[i * n + j];
          for (int64_t p = 0; p < 3; ++p) {
            right &= b.data_ptr<float>()[(j * 3 + p) * m + i] == z.data_ptr<float>()[(i * 3 + p) * n + j] + 1;
            right &= d.data_ptr<float>()[(i * n + j) * 3 + p] == planes.data_ptr<float>()[(p * m + i) * n + j];
          }
        }
      expect(right, "transposition", m);
    }
}

static void images() {
  for (const int64_t size : {1, 5, 8, 20}) {
    const Tensor x = fg::randn({2, 4, size, size + 1}), w = fg::randn({4, 3, 2, 3}), bias = fg::randn({6});
    const Tensor got = grown(x, w, bias);
    bool right = got.sizes() == fg::IntArrayRef({2, 6, 2 * size, 3 * (size + 1)});
    for (int64_t b = 0; right && b < 2; ++b)
      for (int64_t o = 0; o < 6; ++o)
        for (int64_t r = 0; r < 2 * size; ++r)
          for (int64_t c = 0; c < 3 * (size + 1); ++c) {
            float sum = bias.data_ptr<float>()[o];
            for (int64_t i = 0; i < 2; ++i) // the input channels of o's group
              sum += x.data_ptr<float>()[((b * 4 + o / 3 * 2 + i) * size + r / 2) * (size + 1) + c / 3] *
                     w.data_ptr<float>()[(((o / 3 * 2 + i) * 3 + o % 3) * 2 + r % 2) * 3 + c % 3];
            right &= std::abs(sum - got.data_ptr<float>()[((b * 6 + o) * 2 * size + r) * 3 * (size + 1) + c]) < 1e-4f;
          }
    expect(right, "conv_transpose2d", size);
  }
  for (const int64_t size : {5, 6, 16, 70}) {
    const Tensor x = fg::randn({size, size + 3}), got = edges(x);
    const auto at = [&](int64_t r, int64_t c) {
      double sum = 0;
      for (int64_t i = 0; i < 3; ++i)
        for (int64_t j = 0; j < 3; ++j)
          sum += x.data_ptr<float>()[(r + i) * (size + 3) + c + j];
      return std::exp(sum / 9);
    };
    bool right = got.sizes() == fg::IntArrayRef({size - 4, size - 1});
    for (int64_t r = 0; right && r < size - 4; ++r)
      for (int64_t c = 0; c < size - 1; ++c)
        right &= std::abs(at(r + 1, c + 2) - at(r + 1, c) + at(r + 2, c + 1) - at(r, c + 1) - got.data_ptr<float>()[r * (size - 1) + c]) < 1e-3;
    expect(right, "edges of a blur", size);
  }
}

int main() {
  fg::manual_seed(5);
  sorts();
  counts();
  sums();
  transforms();
  systems();
  products();
  layouts();
  images();
  std::cout << checks << " checks, " << failures << " wrong\n"; // CHECK: {{^[0-9]{4,} checks, 0 wrong$}}
  std::cout << "eager calls: " << fg::stats().eager_calls << "\n"; // AHEAD: eager calls: 0
}
