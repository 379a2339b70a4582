// A loop over a tensor's elements: written through a pointer, behind the graph's back.
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;

static Tensor square_elements(const Tensor &x) {
  Tensor y = fg::empty_like(x);
  const float *from = x.data_ptr<float>();
  float *to = y.data_ptr<float>();
  for (int64_t i = 0; i < x.numel(); ++i)
    to[i] = from[i] * from[i];
  return y;
}

// Breaks (FG402), in square_elements.
FG_COMPILE()
Tensor elements(FG_SHAPE("f32[N]") Tensor x) {
  auto h = square_elements(x + 1);
  return fg::sqrt(h) + x;
}

// An operator of its own.
static fg::TensorMeta like(const fg::TensorMeta &x) { return x; }
FG_CUSTOM_OP("example::square", .shape = like) static Tensor square_op(const Tensor &x) {
  return square_elements(x);
}

FG_COMPILE(.fullgraph = true)
Tensor custom(FG_SHAPE("f32[N]") Tensor x) {
  auto h = square_op(x + 1);
  return fg::sqrt(h) + x;
}

// A pure function: captured where that is possible, called as it is where not.
FG_SHAPE("f32[N]") FG_NONSTRICT_TRACE static Tensor square_pure(const Tensor &x) {
  return square_elements(x);
}

FG_COMPILE(.fullgraph = true)
Tensor pure(FG_SHAPE("f32[N]") Tensor x) {
  auto h = square_pure(x + 1);
  return fg::sqrt(h) + x;
}

// Operators, which are fused with their neighbours.
FG_COMPILE(.fullgraph = true)
Tensor operators(FG_SHAPE("f32[N]") Tensor x) {
  auto h = fg::square(x + 1);
  return fg::sqrt(h) + x;
}

int main() {
  const auto x = fg::arange(6).to(fg::kFloat);
  for (const Tensor &y : {elements(x), custom(x), pure(x), operators(x)})
    std::printf("%.4f ", y.sum().item<float>());
  std::puts("");
}
