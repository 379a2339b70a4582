// A program in LibTorch's layout: classes in a header, their methods in a source, main() in another one. With
// `--with`, each source is one graph a function, built ahead for what main() passes, and what has the same name in
// two sources keeps its meaning.
// RUN: rm -rf %t
// RUN: env FULLGRAPH_LOGS=all %build_and_compare %s --with=%S/Inputs/layout/net.cpp --with=%S/Inputs/layout/util.cpp 2>%t.log | FileCheck %s
// RUN: FileCheck %s --check-prefix=LOG <%t.log
// Without them, the functions have no bodies.
// RUN: not %fullgraph %s -o %t.fg.cpp -- %fg_flags -I%S/Inputs/layout 2>&1 | FileCheck %s --check-prefix=ALONE
#include "Inputs/layout/net.h"

#include <iostream>

#define SIZE 8
struct Local {
  int by = 100;
};
enum { offset = 7 };
static fg::Tensor act(fg::Tensor x) { return x * 100 + static_cast<double>(offset * Local().by); }

FG_COMPILE(.fullgraph = true) fg::Tensor twice(const fg::Tensor &x) { return act(smooth(x, 2.0)); }

FG_COMPILE() fg::Tensor hidden(const Hidden &object, const fg::Tensor &x) { return through(object, x + 1) + 1; }

int main() {
  fg::manual_seed(3);
  fg::NoGradGuard guard;
  Net net(SIZE, 3);
  const auto object = makeHidden(2);
  for (int64_t rows : {2, 5}) {
    const fg::Tensor x = fg::randn({rows, SIZE});
    const fg::Tensor y = net.forward(x);
    std::cout << y.sum().item<float>() << " " << twice(x).sum().item<float>() << " " << loss(y, x).item<float>() << " "
              << hidden(*object, x).sum().item<float>() << "\n";
  }
}

// CHECK: {{^[-0-9.e+]+ [-0-9.e+]+ [-0-9.e+]+ [-0-9.e+]+$}}
// LOG-NOT: eager
// LOG-DAG: net.cpp: 2 functions, {{.*}} 0 breaks
// LOG-DAG: util.cpp: 1 function, {{.*}} 0 breaks
// LOG-DAG: target_sources.cpp: 3 functions, {{.*}} 2 breaks
// ALONE: error: graph break: 'smooth' has no body in this translation unit
