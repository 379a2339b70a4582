// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <iostream>

// [example]
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x);
  std::cout << h << "\n";
  return h * 2;
}
// [/example]
