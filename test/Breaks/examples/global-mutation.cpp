// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <vector>

// [example]
std::vector<fg::Tensor> history;
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  history.clear();
  history.push_back(x);  // appending is no graph break
  return fg::relu(x);
}
// [/example]
