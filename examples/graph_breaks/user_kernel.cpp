// Kernels of the user's own: an element at a time, in plain C++.
#include <fullgraph/fullgraph.h>

#include <cmath>
#include <cstdio>

using fg::Tensor;

static float soft_clip(float x, float drive) {
  const float y = drive * x;
  if (std::abs(y) > 1)
    return std::copysign(1.0f, y) - 1 / (4 * y);
  return 0.75f * y;
}

// Breaks (FG402): the loop reads and writes elements behind the graph's back.
FG_COMPILE()
Tensor loop(FG_SHAPE("f32[N]") Tensor x) {
  Tensor h = x - x.mean();
  Tensor y = fg::empty_like(h);
  for (int64_t i = 0; i < h.numel(); ++i)
    y.data_ptr<float>()[i] = soft_clip(h.data_ptr<float>()[i], 2.0f);
  return y * 0.5f + x;
}

// The same function as an operator: one graph, fused with the operators around it.
FG_COMPILE(.fullgraph = true)
Tensor kernel(FG_SHAPE("f32[N]") Tensor x) {
  Tensor h = x - x.mean();
  Tensor y = fg::kernel_op(soft_clip, h, 2.0f);
  return y * 0.5f + x;
}

// Elements around the own one: a blur and a difference, with the edges repeated.
FG_KERNEL_OP
static float edge(const fg::Neighbours<float, 2> &in) {
  const float blurred = (in(-1, 0) + in(1, 0) + in(0, -1) + in(0, 1)) / 4;
  return std::abs(in(0, 0) - blurred) > 0.5f ? 1.0f : 0.0f;
}

FG_COMPILE(.fullgraph = true)
Tensor edges(FG_SHAPE("f32[H,W]") Tensor image) { return fg::kernel_op(edge, image * 2 - 1).sum(1); }

// A kernel that is built elsewhere (by nvcc, or by Halide's own generators): FG_CUSTOM_OP. It is called as it
// is, in its place, and is not fused.
static fg::TensorMeta like(const fg::TensorMeta &x) { return x; }
FG_CUSTOM_OP("example::halve", .shape = like) static Tensor halve(const Tensor &x) {
  Tensor y = fg::empty_like(x);
  for (int64_t i = 0; i < x.numel(); ++i)
    y.data_ptr<float>()[i] = x.data_ptr<float>()[i] / 2;
  return y;
}

FG_COMPILE(.fullgraph = true)
Tensor prebuilt(FG_SHAPE("f32[N]") Tensor x) {
  auto h = halve(x + 1);
  return fg::sqrt(h) + x;
}

int main() {
  const auto x = fg::arange(12).to(fg::kFloat) * 0.25f;
  for (const Tensor &y : {loop(x), kernel(x), edges(x.sin().view({3, 4})), prebuilt(x)})
    std::printf("%.4f ", y.sum().item<float>());
  std::puts("");
}
