// A kernel that cannot be built costs its graph: an error under fullgraph, else the function runs as it is written.
// Here nothing can be created in the folder of the kernels.
// RUN: rm -rf %t && mkdir %t && ln -s /proc/self/task %t/kernels
// RUN: %fullgraph %s -o %t/a.cpp --report %t/a.json -- %fg_flags 2>&1 | FileCheck %s --check-prefix=WARNING
// WARNING: backend-failure.cpp:[[#@LINE+21]]:12: warning: kernel 'fgk_{{[0-9a-f]+}}' failed to compile: cannot create '{{.*}} [-Wgraph-break=backend-failure] [FG901]
// WARNING: 1 function (1 eager)
// RUN: FileCheck %s --check-prefix=REPORT < %t/a.json
// REPORT: "id": "FG901"

// The graph of the kernel is kept for a bug report, and builds where it can.
// RUN: cat %t/fgk_*.graph | FileCheck %s --check-prefix=REPRO
// REPRO: graph @kernel(
// RUN: rm %t/kernels && sh -c '%fullgraph --from=graph --emit=object --target x86-64-v3 %t/fgk_*.graph -o %t/k.o'

// RUN: rm -rf %t/kernels && ln -s /proc/self/task %t/kernels
// RUN: not %fullgraph %s -o %t/b.cpp -- %fg_flags -DREFUSED 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: kernel 'fgk_{{[0-9a-f]+}}' failed to compile: cannot create '{{.*}} [-Wgraph-break=backend-failure] [FG901]
// RUN: not ls %t/b.cpp
#include <fullgraph/fullgraph.h>

#ifndef REFUSED
FG_COMPILE()
#else
FG_COMPILE(.fullgraph = true)
#endif
fg::Tensor scaled(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::relu(x) * 2; }
