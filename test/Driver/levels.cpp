// -W flags mean the same in every format. Each line of what is counted: level and kind, in the order of the
// source.
// RUN: rm -rf %t && mkdir %t
// RUN: %fullgraph %s -o %t/a.cpp --format=json -- %fg_flags 2> %t/a.json && %fullgraph %s -o %t/a.cpp --format=sarif -- %fg_flags 2> %t/a.sarif
// RUN: %python %S/Inputs/levels.py %t/a.json %t/a.sarif | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: warning io
// DEFAULT-NEXT: warning data-dependent-branch
// DEFAULT-NEXT: remark unknown-rank
// DEFAULT-NEXT: end
// RUN: %fullgraph %s -o %t/a.cpp --format=json -- %fg_flags -Wno-graph-break=io 2> %t/a.json && %fullgraph %s -o %t/a.cpp --format=sarif -- %fg_flags -Wno-graph-break=io 2> %t/a.sarif
// RUN: %python %S/Inputs/levels.py %t/a.json %t/a.sarif | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: warning data-dependent-branch
// WITHOUT-NEXT: remark unknown-rank
// WITHOUT-NEXT: end
// RUN: not %fullgraph %s -o %t/a.cpp --format=json -- %fg_flags -Werror=graph-break=FG101 2> %t/a.json
// RUN: not %fullgraph %s -o %t/a.cpp --format=sarif -- %fg_flags -Werror=graph-break=FG101 2> %t/a.sarif
// RUN: %python %S/Inputs/levels.py %t/a.json %t/a.sarif | FileCheck %s --check-prefix=ERROR
// ERROR: warning io
// ERROR-NEXT: error data-dependent-branch
// ERROR-NEXT: remark unknown-rank
// ERROR-NEXT: end
// RUN: not %fullgraph %s -o %t/a.cpp --format=json -- %fg_flags -Wno-graph-break -Werror=graph-break 2> %t/a.json
// RUN: not %fullgraph %s -o %t/a.cpp --format=sarif -- %fg_flags -Wno-graph-break -Werror=graph-break 2> %t/a.sarif
// RUN: %python %S/Inputs/levels.py %t/a.json %t/a.sarif | FileCheck %s --check-prefix=ERRORS
// ERRORS: error io
// ERRORS-NEXT: error data-dependent-branch
// ERRORS-NEXT: remark unknown-rank
// ERRORS-NEXT: end
// RUN: %fullgraph %s -o %t/a.cpp --format=json -- %fg_flags -Wno-graph-break -Wgraph-break=io 2> %t/a.json && %fullgraph %s -o %t/a.cpp --format=sarif -- %fg_flags -Wno-graph-break -Wgraph-break=io 2> %t/a.sarif
// RUN: %python %S/Inputs/levels.py %t/a.json %t/a.sarif | FileCheck %s --check-prefix=ONLY
// ONLY: warning io
// ONLY-NEXT: end
#include <cstdio>
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) {
  std::puts("forward");
  if (x.sum().item<float>() > 0)
    x = fg::sin(x);
  return x;
}

FG_COMPILE()
fg::Tensor g(fg::Tensor x) { return fg::relu(x); }
