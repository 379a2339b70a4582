// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <vector>

// [example]
FG_COMPILE() fg::Tensor f(std::vector<fg::Tensor> experts, FG_SHAPE("i64[]") fg::Tensor choice) {
  return experts[choice.item<int64_t>()] * 2;
}
// [/example]
