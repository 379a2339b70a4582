// Changes of the caller's objects: they are made behind the graph, in order, and are no breaks.
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <vector>

using fg::Tensor;

struct Recorder {
  std::vector<Tensor> history;
  int calls = 0;

  FG_COMPILE(.fullgraph = true)
  Tensor step(FG_SHAPE("f32[N]") Tensor x) {
    ++calls;
    auto y = fg::sin(x) + calls;
    history.push_back(y);
    x.mul_(2); // the caller's tensor
    auto z = y * x;
    history.push_back(z);
    return z.sum();
  }
};

int main() {
  Recorder recorder;
  auto x = fg::arange(4).to(fg::kFloat);
  for (int i = 0; i < 3; ++i)
    std::printf("%.4f ", recorder.step(x).item<float>());
  for (const Tensor &y : recorder.history)
    std::printf("%.4f ", y.sum().item<float>());
  std::printf("%.4f %d\n", x.sum().item<float>(), recorder.calls);
}
