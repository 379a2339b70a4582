// A function that another source file defines: what it does with tensors is unknown here.
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;

// Stands for one in another file: FG_DISABLE keeps its body out of sight.
FG_DISABLE("defined elsewhere") Tensor normalise(const Tensor &x);

// Breaks (FG002; FG201, where the body is really elsewhere).
FG_COMPILE()
Tensor calls(FG_SHAPE("f32[N]") Tensor x) {
  auto h = normalise(x * 2);
  return fg::tanh(x) + h.sum();
}

// An operator of its own: the shape function says what its result is, so that the code behind it compiles.
static fg::TensorMeta like(const fg::TensorMeta &x) { return x; }
FG_CUSTOM_OP("example::normalise", .shape = like) Tensor normalise_op(const Tensor &x);

FG_COMPILE(.fullgraph = true)
Tensor custom(FG_SHAPE("f32[N]") Tensor x) {
  auto h = normalise_op(x * 2);
  return fg::tanh(x) + fg::exp(h) * 0 + h.sum();
}

// The result has always the same type: FG_SHAPE says so.
FG_SHAPE("f32[N]") FG_ALLOW_IN_GRAPH Tensor normalise_as_is(const Tensor &x);

FG_COMPILE(.fullgraph = true)
Tensor allowed(FG_SHAPE("f32[N]") Tensor x) {
  auto h = normalise_as_is(x * 2);
  return fg::tanh(x) + h.sum();
}

// With its body in sight it is part of the graph.
inline Tensor normalise_inline(const Tensor &x) { return x / (x.abs().max() + 1); }

FG_COMPILE(.fullgraph = true)
Tensor inlined(FG_SHAPE("f32[N]") Tensor x) {
  auto h = normalise_inline(x * 2);
  return fg::tanh(x) + h.sum();
}

int main() {
  const auto x = fg::arange(5).to(fg::kFloat) - 1;
  for (const Tensor &y : {calls(x), custom(x), allowed(x), inlined(x)})
    std::printf("%.4f ", y.sum().item<float>());
  std::puts("");
}

Tensor normalise(const Tensor &x) { return x / (x.abs().max() + 1); }
Tensor normalise_op(const Tensor &x) { return x / (x.abs().max() + 1); }
Tensor normalise_as_is(const Tensor &x) { return x / (x.abs().max() + 1); }
