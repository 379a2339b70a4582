// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <functional>

// [example]
std::function<void()> later;
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor y = fg::relu(x);
  later = [&y] { y = y * 2; };
  return y;
}
// [/example]
