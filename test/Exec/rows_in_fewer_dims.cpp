// Reductions over several dims, whose kernels run over fewer: means of images, statistics of channels and groups, sums of all,
// rows beside weights, permuted and strided inputs, results of both shapes; and one long row, in chunks that threads share.
// RUN: env FULLGRAPH_JIT=0 HL_NUM_THREADS=1 %build_and_run %s > %t.one
// RUN: env FULLGRAPH_JIT=0 HL_NUM_THREADS=3 %t.compiled/rows_in_fewer_dims > %t.three
// RUN: diff %t.one %t.three
// RUN: FileCheck %s < %t.three
#include "Inputs/both.h"

#include <fullgraph/nn.h>

#include <cmath>
#include <cstring>

using fg::Tensor;
using List = std::vector<Tensor>;

FG_COMPILE(.fullgraph = true)
List images(FG_SHAPE("f32[B, C, H, W]") const Tensor &x) {
  return {x.mean({2, 3}), fg::relu(x).mean({2, 3}, true), x.amax({2, 3}) + x.sum({2, 3}), x.sum({1, 2, 3}), x.mean({0, 2, 3}), x.var({0, 1}, true, true),
          fg::softmax(x, -1), fg::log_softmax(x, 1), x.argmax(3), x.any(), (x * 2).sum(), x.prod(-1)};
}

FG_COMPILE(.fullgraph = true)
List normed(FG_SHAPE("f32[B, C, H, W]") const Tensor &x, FG_SHAPE("f32[C]") const Tensor &w, FG_SHAPE("f32[W]") const Tensor &columns) {
  const Tensor m = x.mean({2, 3}, true), v = (x - m).square().mean({2, 3}, true);
  const Tensor channels = x.mean({0, 2, 3}, true);
  return {(x - m) * (v + 1e-5).rsqrt(), (x - channels) * w.view({1, -1, 1, 1}), x.mean({2, 3}) * w, fg::softmax(x * columns, -1),
          fg::layer_norm(x, {x.size(3)}, columns), x.mean({2, 3}, true) + x.amax({2, 3}, true)};
}

FG_COMPILE(.fullgraph = true)
List turned(FG_SHAPE("f32[B, C, H, W]") const Tensor &x) {
  const Tensor t = x.permute({0, 2, 3, 1}), part = x.slice(2, 1, x.size(2)), odd = x.slice(3, 0, fg::nullopt, 2);
  return {t.mean({1, 2}), t.sum({2, 3}), fg::softmax(t, -1), part.mean({2, 3}), part.sum({0, 1}), odd.mean({2, 3}), odd.amax({1, 2, 3}),
          x.expand({2, x.size(0), x.size(1), x.size(2), x.size(3)}).sum({0, 1}), x.transpose(0, 1).mean({0, 1})};
}

FG_COMPILE(.fullgraph = true)
List ofKnownSizes(FG_SHAPE("f32[B, 8, 7, 7]") const Tensor &x, FG_SHAPE("f16[B, 8, 7, 7]") const Tensor &h) {
  return {x.mean({2, 3}), x.sum({1, 2, 3}), h.mean({2, 3}), h.amax({2, 3}), fg::group_norm(x, 2), x.view({-1, 2, 4, 49}).sum({2, 3})};
}

FG_COMPILE(.fullgraph = true)
List ofOneRow(FG_SHAPE("f32[N]") const Tensor &x, FG_SHAPE("i64[N]") const Tensor &i) {
  return {x.sum(), x.max(), x.argmax(), i.argmin(), x.var(), x.to(fg::kDouble).norm(), fg::softmax(x, 0), (x > 3).any(), i.sum(),
          x.to(fg::kHalf).mean(), fg::mse_loss(x, x * 2), x.var(0, true, true), x.view({1, -1}).std(1, true, true), fg::exp(x).softmax(0) * x.sum(0, true)};
}

FG_COMPILE(.fullgraph = true)
List ofAKnownRow(FG_SHAPE("f32[100000]") const Tensor &x) { return {x.sum(), x.amax(), x.argmin(), x.prod()}; }

/// The bits, so that runs on other numbers of threads can be compared.
void print(const List &list) {
  uint64_t hash = 0;
  for (const Tensor &t : list) {
    const Tensor c = t.contiguous();
    const auto *const bytes = static_cast<const unsigned char *>(c.data_ptr());
    for (int64_t i = 0; i < c.numel() * int64_t(c.element_size()); ++i)
      hash = hash * 1099511628211ull + bytes[i];
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(hash));
}

int main() {
  for (const auto &sizes : std::vector<std::vector<int64_t>>{{2, 3, 4, 5}, {1, 1, 1, 1}, {1, 3, 2, 2}, {3, 1, 5, 1}, {2, 4, 7, 9}, {2, 16, 20, 33}}) {
    fg::manual_seed(7);
    const Tensor x = fg::randn(sizes), w = fg::randn({sizes[1]}), columns = fg::randn({sizes[3]});
    both::check("images", [&] { return images(x); });
    both::check("normed", [&] { return normed(x, w, columns); });
    both::check("turned", [&] { return turned(x); });
  }
  const Tensor square = fg::randn({3, 8, 7, 7});
  both::check("known sizes", [&] { return ofKnownSizes(square, square.to(fg::kHalf)); });
  for (const int64_t n : {2, 63, 64, 129, 4096, 65535, 65536, 65537, 100003, 1000001}) {
    fg::manual_seed(int(n));
    const Tensor x = fg::randn({n}), i = (x * 100).to(fg::kLong);
    both::check("one row", [&] { return ofOneRow(x, i); });
    print(ofOneRow(x, i));
  }
  const Tensor known = fg::randn({100000});
  both::check("a known row", [&] { return ofAKnownRow(known); });
  Tensor withNan = fg::randn({100003});
  withNan[77777] = NAN;
  std::printf("nan: %d\n", int(std::isnan(ofOneRow(withNan, fg::zeros({100003}, fg::kLong))[1].item<float>())));
  // CHECK-NOT: FAILED
  // CHECK: nan: 1
}
