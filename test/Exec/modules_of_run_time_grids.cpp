// A module of the library whose options hold a number that the program chooses: the number is a symbol of the
// graph. The cells of an adaptive pool cannot be counted then; where they are equal the pool is an average
// pool, and other calls run eagerly.
// RUN: %build_and_compare %s 2>/dev/null | FileCheck %s
// RUN: %fullgraph %s --emit=capture -o %t.txt -- %fg_flags 2>&1 | count 0
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <fullgraph/stats.h>

#include <cstdio>

namespace nn = fg::nn;

struct PoolImpl : nn::Module {
  explicit PoolImpl(int64_t grid) : pool(nn::AdaptiveAvgPool2dOptions({grid, grid})) {
    register_module("pool", pool);
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,3,H,W]") const fg::Tensor &x) { return pool->forward(x) + 1; }
  nn::AdaptiveAvgPool2d pool;
};
FG_MODULE(Pool);

struct VolumeImpl : nn::Module {
  explicit VolumeImpl(int64_t grid) : pool(nn::AdaptiveAvgPool3dOptions({grid, grid, grid})) {
    register_module("pool", pool);
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,3,D,H,W]") const fg::Tensor &x) { return pool->forward(x) + 1; }
  nn::AdaptiveAvgPool3d pool;
};
FG_MODULE(Volume);

struct ConvImpl : nn::Module {
  explicit ConvImpl(int64_t step)
      : conv(nn::Conv2dOptions(3, 4, 3).padding(step).stride({step, step})), max(nn::MaxPool2dOptions(step)) {
    register_module("conv", conv);
    register_module("max", max);
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,3,H,W]") const fg::Tensor &x) { return max->forward(conv->forward(x)); }
  nn::Conv2d conv;
  nn::MaxPool2d max;
};
FG_MODULE(Conv);

template <class Net> void run(const char *name, Net net, const fg::Tensor &x) {
  net->eval();
  const fg::Tensor y = net->forward(x);
  std::printf("%s", name);
  for (const int64_t size : y.sizes())
    std::printf(" %ld", long(size));
  std::printf(": %.3f %.3f\n", y.sum().template item<double>(), y.max().template item<double>());
}

int main() {
  fg::manual_seed(1);
  const fg::Tensor image = fg::randn({2, 3, 12, 8}), volume = fg::randn({2, 3, 4, 8, 8});
  for (const int64_t grid : {1, 2, 4, 5}) {
    run("pool", Pool(grid), image);
    run("volume", Volume(grid), volume);
  }
  for (const int64_t step : {1, 2})
    run("conv", Conv(step), image);
}
// CHECK: pool 2 3 1 1:
// CHECK: volume 2 3 1 1 1:
// CHECK: pool 2 3 2 2:
// CHECK: volume 2 3 2 2 2:
// CHECK: pool 2 3 4 4:
// CHECK: volume 2 3 4 4 4:
// CHECK: pool 2 3 5 5:
// CHECK: volume 2 3 5 5 5:
// CHECK: conv 2 4 12 8:
// CHECK: conv 2 4 3 2:
