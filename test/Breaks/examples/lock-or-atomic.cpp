// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <mutex>

// [example]
std::mutex m;
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::lock_guard<std::mutex> lock(m);
  return fg::relu(x);
}
// [/example]
