// What throws in a try block of the function's own is handled: that no graph is made of it forces no size, and calls get
// past it.
// RUN: %fullgraph --verify %s -- %fg_flags
// expected-no-diagnostics
#include <fullgraph/fullgraph.h>

#include <stdexcept>

using fg::Tensor;

FG_COMPILE()
Tensor either(FG_SHAPE("f32[N]") Tensor x) {
  if (x.size(0) != 1) {
    try {
      throw std::runtime_error("never leaves");
    } catch (const std::exception &) {
    }
  }
  return x * 2;
}
