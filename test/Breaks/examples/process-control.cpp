// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <cstdlib>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  if (std::system("lscpu") != 0)
    return x;
  return fg::relu(x);
}
// [/example]
