// `fullgraph tune` writes a file to commit: sorted, without paths, and of each kernel the faster knobs, or none.
// RUN: rm -rf %t && mkdir %t
// RUN: %jit %fullgraph tune %s -o %t/t.json --budget=20 -- %fg_flags > %t/first.txt
// RUN: FileCheck %s --check-prefix=FIRST < %t/first.txt
// FIRST: tune.cpp: 2 kernels: {{[0-2]}} faster, {{[0-2]}} as the cost rules have them, 0 not measured, 0 kept: {{.*}}t.json
// RUN: %python %S/Inputs/tuning.py check %t/t.json 2 | FileCheck %s --check-prefix=MEASURED
// MEASURED: 2 measured

// A second run keeps what is there, but for another number of threads.
// RUN: cp %t/t.json %t/kept.json
// RUN: %jit %fullgraph tune %s -o %t/t.json --budget=20 -- %fg_flags | FileCheck %s --check-prefix=KEPT
// KEPT: 2 kernels: 0 faster, 0 as the cost rules have them, 0 not measured, 2 kept
// RUN: cmp %t/t.json %t/kept.json
// RUN: %jit env HL_NUM_THREADS=3 %fullgraph tune %s -o %t/t.json --budget=20 -- %fg_flags | FileCheck %s --check-prefix=THREADS
// THREADS: 2 kernels: {{.*}}, 0 kept
// RUN: not grep '"threads": [^3]' %t/t.json

// Under --again everything is measured anew.
// RUN: %jit %fullgraph tune %s -o %t/kept.json --again --budget=20 -- %fg_flags | FileCheck %s --check-prefix=AGAIN
// AGAIN: 2 kernels: {{.*}}, 0 kept

// A build takes the file.
// RUN: %fullgraph %s -o %t/a.cpp --tuning=%t/kept.json -- %fg_flags 2>&1 | FileCheck %s --implicit-check-not=remark: --check-prefix=BUILD
// BUILD: tune.cpp

// The interrupt key ends it with a file of what is known.
// RUN: %jit %python %S/Inputs/tuning.py interrupt %t/i.json %fullgraph tune %S/Inputs/many_kernels.cpp -o %t/i.json --budget=600 -j1 -- %fg_flags
// RUN: %python %S/Inputs/tuning.py check %t/i.json 6

// Without the library that links kernels, nothing is measured.
// RUN: not %fullgraph tune %s -o %t/none.json -- %fg_flags 2>&1 | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: error: cannot load the run-time compiler, which links what is measured
// RUN: test ! -e %t/none.json
// RUN: not %jit %fullgraph tune %s -o %t/none.json --target=aarch64-linux -- %fg_flags 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: error: nothing can be measured: this machine runs none of the targets
// A broken file is not written over.
// RUN: echo '{' > %t/broken.json && cp %t/broken.json %t/broken.copy
// RUN: not %jit %fullgraph tune %s -o %t/broken.json -- %fg_flags 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: error: the tuning '{{.*}}broken.json' is no JSON
// RUN: cmp %t/broken.json %t/broken.copy
// Measuring takes its time, which a sanitizer multiplies.
// REQUIRES: no-sanitizer
#include <fullgraph/fullgraph.h>

FG_COMPILE() fg::Tensor a(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::exp(x) + 1; }
FG_COMPILE() fg::Tensor b(FG_SHAPE("f32[64,100]") fg::Tensor x) { return x.sum(1); }
