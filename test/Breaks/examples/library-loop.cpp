// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

#include <numeric>

// [example]
FG_COMPILE()
fg::Tensor f(FG_SHAPE("f32[4]") std::vector<fg::Tensor> parts) {
  return std::accumulate(parts.begin(), parts.end(), fg::zeros({4}));
}
// [/example]
