// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_COMPILE() // with --target=cuda
fg::Tensor f(fg::Tensor x) {
  return std::get<0>(fg::sort(x)) * 2;
}
// [/example]
