// Sizes that only the caller knows: how many parts a split has, how a dim divides, what a loop carries
// through functions with loops of their own; and what creation functions take from another tensor.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" --implicit-check-not="remark" %s < %t.log
// The build tells of the lists whose length nobody declares, and of nothing else.
// LOG: unknown_sizes.cpp:[[#PARTS:]]:41: remark: where '(x * 2).split' loops more than 6 times, the whole function runs eagerly {{.*}}[FG712]
// LOG: unknown_sizes.cpp:[[#PARTS+7]]:10: remark: where '(x * 2).split' loops more than 6 times, the whole function runs eagerly {{.*}}[FG712]
// LOG: fullgraph: unknown_sizes.cpp: {{[0-9]+}} functions, {{.*}} 0 breaks,
// LOG: fullgraph: parts: needs {{.*}}; running eagerly
// CHECK: parts 3: 164.0000
// CHECK: parts 2: out of range
// CHECK: parts 8: 26.0000
// CHECK: heads 2 2 2 2
// CHECK: does not divide
// CHECK: 6.5000 6.5000 6.5000
// CHECK: like 2.0000
// CHECK: bounds 3.0000 inf
#include <fullgraph/fullgraph.h>

#include <cmath>
#include <cstdio>
#include <iostream>
#include <vector>

FG_COMPILE(.fullgraph = true)
fg::Tensor parts(FG_SHAPE("f32[N,M]") fg::Tensor x, int64_t size) {
  const std::vector<fg::Tensor> split = (x * 2).split(size, 1);
  return split.at(0) + split.at(1) * split.at(2);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor heads(FG_SHAPE("f32[B,T,O]") fg::Tensor x, FG_SHAPE("f32[B,T,C]") fg::Tensor like, int64_t n) {
  const int64_t c = like.size(2);
  return (x * 2).split(c, 2)[0].view({x.size(0), x.size(1), n, c / n});
}

struct Layer {
  FG_SHAPE("f32[C]") fg::Tensor weight = fg::full({3}, 0.5);
  fg::Tensor operator()(const fg::Tensor &x) const { return fg::relu(x * weight); }
};

struct Stage {
  std::vector<Layer> layers;
  fg::Tensor forward(const fg::Tensor &x) const {
    fg::Tensor y = x;
    for (const Layer &layer : layers)
      y = layer(y);
    return x + y;
  }
};

struct Net {
  std::vector<Stage> stages;
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,3]") fg::Tensor x) const {
    x = x * 2;
    for (size_t i = 0; i < stages.size(); ++i)
      x = stages[i].forward(x);
    return x + 1;
  }
};

FG_COMPILE(.fullgraph = true)
fg::Tensor like(FG_SHAPE("f64[N,M]") const fg::Tensor &x) {
  return x + fg::ones({x.size(1)}, x.options()) + fg::zeros({}, x.options().dtype(fg::kFloat));
}

FG_COMPILE(.fullgraph = true)
fg::Tensor bounds(FG_SHAPE("f64[N]") const fg::Tensor &x) {
  return fg::stack({x.clamp(-INFINITY, 3.0), x.masked_fill(x > 1, HUGE_VAL)});
}

int main() {
  const fg::Tensor x = fg::arange(9, fg::kFloat).view({1, 9});
  for (const int64_t size : {3, 5, 1}) {
    // 5: two parts only; 1: more parts than there are graphs for, which runs eagerly
    std::printf("parts %d: ", size == 3 ? 3 : size == 5 ? 2 : 8);
    try {
      std::printf("%.4f\n", parts(size == 1 ? x.slice(1, 1, 9) : x, size).max().item<float>());
    } catch (const std::out_of_range &) {
      std::puts("out of range");
    }
  }
  const fg::Tensor y = fg::arange(24, fg::kFloat).view({2, 2, 6});
  const fg::Tensor h = heads(y, fg::ones({2, 2, 4}), 2);
  std::printf("heads %d %d %d %d\n", int(h.size(0)), int(h.size(1)), int(h.size(2)), int(h.size(3)));
  std::cout << h.sum() << "\n";
  try {
    heads(y, fg::ones({2, 2, 4}), 3);
  } catch (const fg::Error &) {
    std::puts("does not divide");
  }
  Net net;
  net.stages.resize(2);
  net.stages[0].layers.resize(1);
  net.stages[1].layers.resize(2);
  net.stages[1].layers[1].weight = fg::full({3}, 5.0 / 3);
  std::cout << net.forward(fg::ones({2, 3})) << "\n";
  std::printf("like %.4f\n", like(fg::ones({2, 2}, fg::kDouble)).max().item<double>());
  const fg::Tensor b = bounds(fg::arange(5, fg::kDouble));
  std::printf("bounds %.4f %f\n", b[0].max().item<double>(), b[1].max().item<double>());
}
