// Tensors behind a caller's iterator: it does not say how many follow, or who else can change them.
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <vector>

using fg::Tensor;

// Breaks (FG408): what `parts` points to is not known.
FG_COMPILE()
Tensor from_iterator(FG_SHAPE("f32[N]") Tensor x, std::vector<Tensor>::const_iterator parts) {
  auto h = fg::relu(x * 2);
  const Tensor first = *parts++;
  const Tensor second = *parts++;
  return h + first * second;
}

// Take the container: how many elements it has is checked at each call.
FG_COMPILE(.fullgraph = true)
Tensor from_container(FG_SHAPE("f32[N]") Tensor x, FG_SHAPE("f32[N]") const std::vector<Tensor> &parts) {
  return fg::relu(x * 2) + parts[0] * parts[1];
}

int main() {
  const std::vector<Tensor> parts = {fg::ones({3}), fg::arange(3).to(fg::kFloat)};
  const auto x = fg::arange(3).to(fg::kFloat) - 1;
  std::printf("%.4f %.4f\n", from_iterator(x, parts.begin()).sum().item<float>(),
              from_container(x, parts).sum().item<float>());
}
