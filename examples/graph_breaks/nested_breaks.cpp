// A break in a function that a compiled function calls: that one is split where it breaks, once, and its
// callers go on behind the call.
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;

static Tensor inner1(const Tensor &x) {
  auto y = x + 1;
  fg::graph_break("inner1");
  return y * 2;
}
static Tensor inner2(const Tensor &x) {
  auto y = inner1(x + 4);
  return y + 8;
}

// Breaks (FG001), in inner1, and is told so once.
FG_COMPILE()
Tensor outer(FG_SHAPE("f32[N]") Tensor x) {
  auto y = inner2(x + 16);
  return y * inner1(y) + 32;
}

int main() {
  const auto x = fg::arange(3).to(fg::kFloat);
  std::printf("%.4f\n", outer(x).sum().item<float>());
}
