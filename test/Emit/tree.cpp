// Branches on C++ values become a tree in front of the body, one graph a leaf; the compiled program prints
// what the eager one does.
// RUN: %build_and_compare %s | FileCheck %s
// RUN: %build_and_run %s 2>&1 >/dev/null | FileCheck --check-prefix=LOG --allow-empty %s
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags && FileCheck --check-prefix=CODE %s < %t.fg.cpp
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <tuple>
#include <vector>

struct Model {
  bool gated = true;
  float scale = 2;
  int calls = 0;
  FG_SHAPE("f32[N,4]") fg::Tensor state;

  FG_COMPILE(.fullgraph = true)
  fg::Tensor step(FG_SHAPE("f32[N,4]") const fg::Tensor &x, int mode) {
    ++calls;
    if (gated)
      return fg::sigmoid(x) * scale;
    if (x.size(0) > 2 && mode == 1) {
      state = fg::relu(x) + state;
      return state;
    }
    switch (mode) {
    case 0:
      return x;
    case 1:
      return x.sum(0);
    default:
      return x.t();
    }
  }

  FG_COMPILE(.fullgraph = true)
  std::tuple<fg::Tensor, std::vector<fg::Tensor>> several(FG_SHAPE("f32[N,4]") fg::Tensor x) const {
    fg::Tensor y = fg::exp(x);
    return {y, {y + 1, x}};
  }

  FG_COMPILE(.fullgraph = true)
  void clear(FG_SHAPE("f32[N,4]") const fg::Tensor &like) { state = fg::zeros_like(like) + 0.5; }
};

static void show(const char *what, const fg::Tensor &x) {
  std::printf("%s [", what);
  for (int64_t size : x.sizes())
    std::printf("%ld ", long(size));
  std::printf("] %.4f\n", x.sum().item<double>());
}

int main() {
  Model model;
  model.state = fg::ones({3, 4});
  const fg::Tensor x = fg::arange(12, fg::kFloat).view({3, 4}) - 5;
  show("gated", model.step(x, 0));
  model.scale = -1;
  show("scaled", model.step(x, 0));
  model.gated = false;
  show("stateful", model.step(x, 1));
  show("stateful", model.step(x, 1));
  show("short", model.step(x.narrow(0, 0, 2), 1));
  show("itself", model.step(x, 0));
  std::printf("same %d\n", model.step(x, 0).is_same(x));
  fg::Tensor view = model.step(x, 2);
  show("view", view);
  std::printf("alias %d contiguous %d\n", view.is_alias_of(x), view.is_contiguous());
  auto [y, rest] = model.several(x);
  show("first", y);
  show("second", rest[0]);
  std::printf("same %d\n", rest[1].is_same(x));
  model.clear(x);
  show("cleared", model.state);
  std::printf("calls %d\n", model.calls);
}

// CHECK: gated [3 4 ]
// CHECK: same 1
// CHECK: alias 1 contiguous 0
// CHECK: same 1
// CHECK: cleared [3 4 ] 6.0000
// CHECK: calls 8
// LOG-NOT: running eagerly
// CODE: const bool fg_{{.*}}gated = static_cast<bool>(this->gated);
// CODE-NEXT: if (fg_{{.*}}gated) { // tree.cpp:21:
// CODE-NEXT: const float fg_{{.*}}scale = static_cast<float>(this->scale);
// CODE: if (fg_N >= 3) { // tree.cpp:23:
// CODE: } else if (fg_mode == 1) { // tree.cpp:29:
