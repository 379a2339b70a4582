// Compiled functions in a header, in two sources of one program: each source gets its own copy of the header,
// the copies define the same functions, and the linker keeps one.
// RUN: rm -rf %t && mkdir -p %t/a %t/b
// RUN: %fullgraph %s -o %t/a/header.fg.cpp -- %fg_flags
// RUN: %fullgraph %S/Inputs/header_other.cpp -o %t/b/header_other.fg.cpp -- %fg_flags
// RUN: %gxx -std=c++20 -O1 -Wall -Wextra -Werror %fg_include -c %t/a/header.fg.cpp -o %t/a.o
// RUN: %gxx -std=c++20 -O1 -Wall -Wextra -Werror %fg_include -c %t/b/header_other.fg.cpp -o %t/b.o
// RUN: %fg_link %t/a.o %t/b.o %t/a/header.fg.a %t/b/header_other.fg.a %fg_lib -o %t/program
// RUN: %t/program 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=MAIN %s < %t/a/header.fg.cpp
#include <cstdio>

#include "Inputs/layer.h"

fg::Tensor other(const Layer &layer, const fg::Tensor &x);

int main() {
  Layer layer{fg::eye(4)};
  fg::Tensor x = fg::full({2, 4}, 2.0);
  fg::Tensor a = layer.forward(x), b = other(layer, x);
  // 0.5 * 2 and tanh(0.5 * 2) * 3
  std::printf("%.4f %.4f\n", a[1][3].item<double>(), b[1][3].item<double>());
  layer.forward(fg::ones({2, 4}, fg::kDouble).to(fg::kFloat).t().contiguous().view({2, 4}));
  try {
    layer.forward(fg::ones({2, 3}));
  } catch (const fg::Error &) {
    std::printf("threw\n");
  }
}

// CHECK-DAG: 1.0000 2.2848
// CHECK-DAG: fullgraph: Layer::forward: x.size(1): expected 4, got 3; running eagerly (layer.h:11:14)
// CHECK-DAG: threw

// MAIN: #include <cstdio>
// MAIN: #include "{{/.*}}layer.h"
// MAIN-NOT: {{^}}namespace fullgraph_generated
