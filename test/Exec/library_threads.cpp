// Functions of the library compute in parts on the pool's threads: the bits are the same on one and on four,
// and so is the error.
// RUN: env HL_NUM_THREADS=1 %build_and_run %s > %t.one 2>/dev/null
// RUN: env HL_NUM_THREADS=4 %t.compiled/library_threads > %t.four
// RUN: diff %t.one %t.four
// RUN: FileCheck %s < %t.four
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> lines(FG_SHAPE("f32[N, M]") const Tensor &x) {
  const auto [values, places] = fg::sort(x + 1, -1);
  const auto [largest, where] = fg::topk(x, 5);
  const auto [highest, at] = fg::cummax(x, 0);
  return {values,
          places,
          largest,
          where,
          highest,
          at,
          fg::cumsum(x, -1),
          fg::cumprod(x, 0),
          fg::logcumsumexp(x, 1),
          fg::searchsorted(values, x)};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> transforms(FG_SHAPE("f32[N, M]") const Tensor &x) {
  const Tensor half = fg::fft::rfft(x + 1);
  return {fg::view_as_real(half), fg::fft::irfft(half), fg::view_as_real(fg::fft::fft(x)),
          fg::view_as_real(fg::fft::ifft(fg::fft::fft(x, {}, 0), {}, 0))};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> matrices(FG_SHAPE("f32[B, N, N]") const Tensor &x) {
  const Tensor symmetric = fg::matmul(x, x.transpose(1, 2)) + 2;
  const auto [values, vectors] = fg::linalg::eigh(symmetric);
  const auto [q, r] = fg::linalg::qr(x);
  return {fg::linalg::inv(x),
          fg::linalg::det(x),
          fg::linalg::solve(x, symmetric),
          values,
          vectors,
          q,
          r,
          fg::linalg::eigvals(x).abs(),
          std::get<1>(fg::linalg::svd(x))};
}

// Factors in blocks: each one's threads share a matrix.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> blocks(FG_SHAPE("f32[N, N]") const Tensor &x, FG_SHAPE("f32[N, M]") const Tensor &y) {
  const Tensor factor = fg::linalg::cholesky(fg::matmul(x, x.t()) + 500 * fg::eye(x.size(0)));
  return {fg::linalg::inv(x), fg::linalg::det(x / 20), fg::linalg::solve(x, y), factor,
          fg::linalg::solve_triangular(factor, y, false)};
}

FG_COMPILE(.fullgraph = true)
Tensor solved(FG_SHAPE("f64[B, N, N]") const Tensor &x) { return fg::linalg::inv(x * 1); }

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> slices(FG_SHAPE("f32[N, M]") const Tensor &x, FG_SHAPE("i64[K]") const Tensor &index,
                           FG_SHAPE("f32[K, M]") const Tensor &y) {
  return {fg::index_add(x, 0, index, y), fg::index_reduce(x, 0, index, y, "amax"),
          fg::index_copy(x, 0, index, y)};
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> drawn(FG_SHAPE("f32[N]") const Tensor &x) {
  return {fg::randn_like(x), fg::rand_like(x) + x, fg::randint(3, 1000, {x.size(0)})};
}

static void show(const char *name, const std::vector<Tensor> &tensors) {
  for (const Tensor &one : tensors) {
    const Tensor bytes = one.contiguous();
    uint64_t hash = 1469598103934665603u;
    const auto *at = static_cast<const unsigned char *>(bytes.data_ptr());
    for (size_t i = 0; i < bytes.nbytes(); ++i)
      hash = (hash ^ at[i]) * 1099511628211u;
    std::printf("%s %016llx\n", name, static_cast<unsigned long long>(hash));
  }
}

int main() {
  fg::manual_seed(7);
  const Tensor wide = fg::randn({150, 3001}), tall = fg::randn({6000, 37});
  show("lines", lines(wide));                                             // CHECK-COUNT-10: lines
  show("lines", lines(tall));                                             // CHECK-COUNT-10: lines
  show("transforms", transforms(wide));                                   // CHECK-COUNT-4: transforms
  show("transforms", transforms(tall));                                   // CHECK-COUNT-4: transforms
  show("matrices", matrices(fg::randn({300, 12, 12}) + 3 * fg::eye(12))); // CHECK-COUNT-9: matrices
  show("blocks", blocks(fg::randn({517, 517}), fg::randn({517, 3})));     // CHECK-COUNT-5: blocks
  show("blocks", blocks(fg::randn({192, 192}), fg::randn({192, 200})));   // CHECK-COUNT-5: blocks
  show("slices", slices(fg::randn({70, 33}), fg::randperm(70).repeat({200}), fg::randn({14000, 33})));
  // CHECK-COUNT-3: slices
  show("drawn", drawn(fg::zeros({100001}))); // CHECK-COUNT-3: drawn
  Tensor singular = fg::eye(30, fg::kDouble).repeat({400, 1, 1});
  singular.select(0, 399).select(0, 2).zero_();
  singular.select(0, 57).select(0, 9).zero_();
  singular.select(0, 211).select(0, 4).zero_();
  try {
    solved(singular);
  } catch (const std::exception &error) {
    std::printf("error %s\n", error.what()); // CHECK: error {{.*}}10
  }
}
