// A warm call of a compiled function allocates its outputs and nothing else: neither workspace, nor copies,
// nor what a kernel or its threads need.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: not grep "running eagerly" %t.log
// REQUIRES: no-sanitizer
#include "../tools/count_allocations.h"

#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <tuple>

using counting::allocationsOf;
using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor pointwise(FG_SHAPE("f32[N]") Tensor x, FG_SHAPE("f32[N]") Tensor y) { return (x * y + 1.0).tanh(); }

FG_COMPILE(.fullgraph = true)
Tensor network(FG_SHAPE("f32[N,64]") Tensor x, FG_SHAPE("f32[128,64]") Tensor w,
               FG_SHAPE("f32[10,128]") Tensor v) {
  return fg::softmax(fg::linear(fg::relu(fg::linear(x, w)), v), -1);
}

FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> statistics(FG_SHAPE("f32[N,M]") Tensor x) {
  const Tensor centred = x - x.mean(1, true);
  return {(centred * centred).mean(1), fg::layer_norm(x, {x.size(1)})};
}

FG_COMPILE(.fullgraph = true)
Tensor convolution(FG_SHAPE("f32[N,3,H,W]") Tensor x, FG_SHAPE("f32[8,3,3,3]") Tensor w) {
  return fg::max_pool2d(fg::relu(fg::conv2d(x, w, {}, 1, 1)), 2);
}

FG_COMPILE(.fullgraph = true)
Tensor product(FG_SHAPE("f32[N,K]") Tensor a, FG_SHAPE("f32[K,M]") Tensor b) {
  return fg::matmul(a.exp(), b);
}

FG_COMPILE(.fullgraph = true)
void update(FG_SHAPE("f32[N]") Tensor &x, FG_SHAPE("f32[N]") Tensor g) { x.mul_(0.9).add_(g, 0.1); }

FG_COMPILE(.fullgraph = true)
Tensor rows(FG_SHAPE("f32[N,8]") Tensor table, FG_SHAPE("i64[M]") Tensor index) {
  return fg::cat({table.index_select(0, index), table.slice(0, 0, 2)}, 0) * 2.0;
}

template <class Call, class Outputs>
void expectOnly(const char *name, const Call &call, const Outputs &outputs) {
  const long allowed = allocationsOf(outputs), found = allocationsOf(call);
  std::printf("%s: %s (%ld allocations, its outputs: %ld)\n", name, found <= allowed ? "ok" : "FAILED", found,
              allowed);
}

int main() {
  for (const int64_t n : {3, 500}) {
    const Tensor x = fg::rand({n}), y = fg::rand({n}), rows64 = fg::rand({n, 64});
    const Tensor w = fg::rand({128, 64}), v = fg::rand({10, 128});
    const Tensor images = fg::rand({n / 3, 3, 16, 12}), filter = fg::rand({8, 3, 3, 3});
    const Tensor right = fg::rand({64, 200}), index = fg::zeros({n}, fg::kLong);
    Tensor state = fg::rand({n});
    expectOnly("pointwise", [&] { return pointwise(x, y); }, [&] { return fg::empty({n}); });
    expectOnly("network", [&] { return network(rows64, w, v); }, [&] { return fg::empty({n, 10}); });
    expectOnly(
        "statistics", [&] { return statistics(rows64); },
        [&] { return std::tuple(fg::empty({n}), fg::empty({n, 64})); });
    expectOnly(
        "convolution", [&] { return convolution(images, filter); },
        [&] { return fg::empty({n / 3, 8, 8, 6}); });
    expectOnly("product", [&] { return product(rows64, right); }, [&] { return fg::empty({n, 200}); });
    expectOnly("update", [&] { return update(state, x); }, [] {});
    const Tensor table = rows64.narrow(1, 0, 8).contiguous();
    expectOnly("rows", [&] { return rows(table, index); }, [&] { return fg::empty({n + 2, 8}); });
  }
  // The count does count: a composition of operators, run eagerly, has intermediate results.
  const Tensor x = fg::rand({5});
  std::printf("eager: %s\n", allocationsOf([&] { return (x * x + 1.0).tanh(); }) > 1 ? "more" : "FAILED");
}

// CHECK: pointwise: ok
// CHECK: rows: ok
// CHECK: pointwise: ok
// CHECK: rows: ok
// CHECK: eager: more
