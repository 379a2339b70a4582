// A branch on the values of a tensor: which side runs is known only when the tensor has been computed.
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;

// Breaks (FG101): the code before the branch, each side of it and the code behind it are compiled apart.
FG_COMPILE()
Tensor branches(FG_SHAPE("f32[N]") Tensor x) {
  auto h = x * 2 + 1;
  if (h.sum().item<float>() > 0)
    h = fg::sin(h);
  else
    h = h * 0.5;
  return h + x;
}

// Cheap sides: compute both and select.
FG_COMPILE(.fullgraph = true)
Tensor selects(FG_SHAPE("f32[N]") Tensor x) {
  auto h = x * 2 + 1;
  h = fg::where(h.sum() > 0, fg::sin(h), h * 0.5);
  return h + x;
}

// Sides of any kind: only one of them runs, and both are compiled.
FG_COMPILE(.fullgraph = true)
Tensor chooses(FG_SHAPE("f32[N]") Tensor x) {
  auto h = fg::cond((x * 2 + 1).sum() > 0, [](const Tensor &t) { return fg::sin(t); },
                    [](const Tensor &t) { return t * 0.5; }, x * 2 + 1);
  return h + x;
}

// The caller knows: a branch on a C++ value is no break.
FG_COMPILE(.fullgraph = true)
Tensor told(FG_SHAPE("f32[N]") Tensor x, bool positive) {
  auto h = x * 2 + 1;
  h = positive ? fg::sin(h) : h * 0.5;
  return h + x;
}

int main() {
  for (int sign : {1, -1}) {
    const auto x = fg::arange(4).to(fg::kFloat) * sign;
    for (const Tensor &y : {branches(x), selects(x), chooses(x), told(x, sign > 0)})
      std::printf("%.4f ", y.sum().item<float>());
    std::puts("");
  }
}
