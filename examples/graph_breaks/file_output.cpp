// Output in the middle of a function happens at a point in time, and a graph runs as a whole.
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;

// Breaks (FG501).
FG_COMPILE()
Tensor prints(FG_SHAPE("f32[N]") Tensor x) {
  auto y = x * x / 2;
  std::printf("y has %d elements\n", static_cast<int>(y.numel()));
  return y * y * y / 6;
}

// An effect that belongs there: at each call, in order.
FG_LEAF static void save(const Tensor &y) { std::printf("saved %.4f\n", y.sum().item<float>()); }

FG_COMPILE(.fullgraph = true)
Tensor with_leaf(FG_SHAPE("f32[N]") Tensor x) {
  auto y = x * x / 2;
  save(y);
  return y * y * y / 6;
}

// A log: written when the graph has run, which stays one.
FG_COMPILE(.fullgraph = true)
Tensor with_log(FG_SHAPE("f32[N]") Tensor x) {
  auto y = x * x / 2;
  FG_LOG("y sums to", y.sum().item<float>());
  return y * y * y / 6;
}

// Two functions, and the output between them.
FG_COMPILE(.fullgraph = true) Tensor first(FG_SHAPE("f32[N]") Tensor x) { return x * x / 2; }
FG_COMPILE(.fullgraph = true) Tensor second(FG_SHAPE("f32[N]") Tensor y) { return y * y * y / 6; }
static Tensor in_two(const Tensor &x) {
  auto y = first(x);
  save(y);
  return second(y);
}

int main() {
  const auto x = fg::arange(4).to(fg::kFloat);
  std::printf("%.4f\n", prints(x).sum().item<float>());
  std::printf("%.4f\n", with_leaf(x).sum().item<float>());
  std::printf("%.4f\n", with_log(x).sum().item<float>());
  std::printf("%.4f\n", in_two(x).sum().item<float>());
}
