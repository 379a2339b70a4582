// Compiled functions on a device, for bench/devices/peers.py, which times PyTorch on the same machine:
//
//   devices [cuda|opencl] [elements, default 16 M]
//
// Prints a line each: what is computed, microseconds a call of many in a row, and the bytes that it must read and write as
// GB/s (products: GFLOP/s). `copy` is the device's own copy of as many bytes, which the others are measured against.
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor scale_add(FG_SHAPE("f32[N, M]") const Tensor &x, FG_SHAPE("f32[N, M]") const Tensor &y) { return x * 2 + y; }

FG_COMPILE(.fullgraph = true)
Tensor chain(FG_SHAPE("f32[N, M]") const Tensor &x) { return fg::gelu(fg::tanh(x) * 0.5 + 1) * x; }

FG_COMPILE(.fullgraph = true)
Tensor softmax(FG_SHAPE("f32[N, M]") const Tensor &x) { return fg::softmax(x, -1); }

FG_COMPILE(.fullgraph = true)
Tensor norm(FG_SHAPE("f32[N, 1024]") const Tensor &x, FG_SHAPE("f32[1024]") const Tensor &w,
            FG_SHAPE("f32[1024]") const Tensor &b) {
  return fg::layer_norm(x, {1024}, w, b);
}

FG_COMPILE(.fullgraph = true)
Tensor row_sums(FG_SHAPE("f32[N, M]") const Tensor &x) { return x.sum(-1); }

FG_COMPILE(.fullgraph = true)
Tensor column_sums(FG_SHAPE("f32[N, M]") const Tensor &x) { return x.sum(0); }

FG_COMPILE(.fullgraph = true)
Tensor total(FG_SHAPE("f32[N, M]") const Tensor &x) { return x.sum(); }

FG_COMPILE(.fullgraph = true)
Tensor transposed(FG_SHAPE("f32[N, M]") const Tensor &x) { return x.t().contiguous(); }

FG_COMPILE(.fullgraph = true)
Tensor product(FG_SHAPE("f32[N, K]") const Tensor &a, FG_SHAPE("f32[K, M]") const Tensor &b) { return fg::matmul(a, b); }

FG_COMPILE(.fullgraph = true)
Tensor small(FG_SHAPE("f32[N]") const Tensor &x) { return x + 1; }

namespace {

fg::Device device = fg::kCUDA;

void finish(const Tensor &last) {
  if (device.is_cuda())
    fg::cuda::synchronize();
  else
    (void)last.reshape({-1}).narrow(0, 0, 1).item<float>();
}

using Clock = std::chrono::steady_clock;

/// Microseconds a call, the least of some runs of `turns` calls.
template <class F> double timed(F &&call, int turns) {
  finish(call());
  double least = 1e30;
  for (int run = 0; run < 7; ++run) {
    const auto start = Clock::now();
    Tensor last;
    for (int i = 0; i < turns; ++i)
      last = call();
    finish(last);
    least = std::min(least, std::chrono::duration<double, std::micro>(Clock::now() - start).count() / turns);
  }
  return least;
}

template <class F> void rate(const char *name, double work, const char *unit, F &&call, int turns = 20) {
  const double us = timed(call, turns);
  std::printf("%-12s %10.1f us %9.0f %s\n", name, us, work / us * 1e-3, unit);
  std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
  device = fg::Device(argc > 1 ? argv[1] : "cuda");
  const int64_t count = argc > 2 ? std::atoll(argv[2]) : int64_t(1) << 24, columns = 1024, rows = count / columns;
  const double bytes = 4.0 * double(rows * columns);
  const Tensor x = fg::randn({rows, columns}).to(device), y = fg::randn({rows, columns}).to(device);
  const Tensor w = fg::randn({columns}).to(device), b = fg::randn({columns}).to(device);
  Tensor target = y.clone();
  rate("copy", 2 * bytes, "GB/s", [&] { return target.copy_(x); });
  rate("scale_add", 3 * bytes, "GB/s", [&] { return scale_add(x, y); });
  rate("chain", 2 * bytes, "GB/s", [&] { return chain(x); });
  rate("softmax", 2 * bytes, "GB/s", [&] { return softmax(x); });
  rate("layer_norm", 2 * bytes, "GB/s", [&] { return norm(x, w, b); });
  rate("row_sums", bytes, "GB/s", [&] { return row_sums(x); });
  rate("column_sums", bytes, "GB/s", [&] { return column_sums(x); });
  rate("total", bytes, "GB/s", [&] { return total(x); });
  rate("transposed", 2 * bytes, "GB/s", [&] { return transposed(x); });
  for (const int64_t n : {256, 1024, 4096}) {
    if (n * n > count)
      continue;
    const Tensor left = fg::randn({n, n}).to(device), right = fg::randn({n, n}).to(device);
    rate(("product" + std::to_string(n)).c_str(), 2.0 * double(n) * double(n) * double(n), "GFLOP/s",
         [&] { return product(left, right); }, n > 2000 ? 3 : 20);
  }
  const Tensor few = fg::randn({64}).to(device);
  rate("small", 0, "", [&] { return small(few); }, 1000);
}
