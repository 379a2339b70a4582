// What the flags do to breaks; under fullgraph they do nothing.
// RUN: rm -rf %t && mkdir %t
// RUN: %fullgraph %s -o %t/a.cpp -- %fg_flags 2>&1 | FileCheck %s --check-prefix=WARNS
// WARNS: flags.cpp:[[#@LINE+34]]:3: warning: graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]
// WARNS: flags.cpp:[[#@LINE+34]]:7: warning: graph break: branch depends on the values of tensor 'x'
// WARNS: fullgraph: {{.*}}flags.cpp
// RUN: %fullgraph %s -o %t/a.cpp -Wno-graph-break -- %fg_flags 2>&1 | FileCheck %s --check-prefix=SILENT --implicit-check-not=warning
// SILENT: fullgraph: {{.*}}flags.cpp
// RUN: %fullgraph %s -o %t/a.cpp -- %fg_flags -Wno-graph-break=io 2>&1 | FileCheck %s --check-prefix=NO-IO --implicit-check-not=puts
// NO-IO: warning: graph break: branch depends on
// RUN: rm %t/a.cpp && not %fullgraph %s -o %t/a.cpp -- %fg_flags -Werror=graph-break=FG501 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]
// ERROR: warning: graph break: branch depends on
// RUN: not ls %t/a.cpp
// RUN: not %fullgraph %s -o %t/a.cpp --fullgraph -- %fg_flags 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: error: graph break: 'puts' performs
// ALL: error: graph break: branch depends on
// ALL: error: 'fullgraph' function 'both' is not one graph
// RUN: not %fullgraph %s -o %t/a.cpp --fullgraph -Wno-graph-break=io -- %fg_flags 2>&1 | FileCheck %s --check-prefix=ALL

// Clang's own flags have no say: -w and -Werror are about other warnings.
// RUN: %fullgraph %s -o %t/a.cpp -- %fg_flags -w -Werror 2>&1 | FileCheck %s --check-prefix=WARNS

// RUN: not %fullgraph %s -o %t/b.cpp -Wno-graph-break -- %fg_flags -DREFUSED 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: error: graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]
// REFUSED: error: graph break: branch depends on
// RUN: not ls %t/b.cpp
#include <fullgraph/fullgraph.h>
#include <cstdio>
#ifndef REFUSED
#define REFUSED_OPTION false
#else
#define REFUSED_OPTION true
#endif

FG_COMPILE(.fullgraph = REFUSED_OPTION)
fg::Tensor both(FG_SHAPE("f32[N]") fg::Tensor x) {
  std::puts("forward");
  if (x.sum().item<float>() > 0)
    x = fg::sin(x);
  return x;
}
