// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <stdexcept>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  if (x.isnan().any().item<bool>()) throw std::runtime_error("not a number");
  return fg::exp(x);
}
// [/example]
