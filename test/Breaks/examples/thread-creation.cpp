// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <future>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  auto y = std::async([x] { return fg::relu(x); });
  return y.get();
}
// [/example]
