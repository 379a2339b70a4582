// fg::Mode::MaxAutotune: the first build measures its functions' kernels, and leaves a file beside the output. The second
// build measures nothing, and writes the same bytes.
// RUN: rm -rf %t && mkdir %t
// RUN: %jit %fullgraph %s -o %t/a.fg.cpp -- %fg_flags 2>&1 | FileCheck %s --check-prefix=FIRST
// FIRST: remark: fg::Mode::MaxAutotune: 1 kernel measured, {{[01]}} faster than by the cost rules: '{{.*}}a.fg.tune.json'
// RUN: %python %S/Inputs/tuning.py check %t/a.fg.tune.json 1
// RUN: cp %t/a.fg.tune.json %t/kept.json && mv %t/a.fg.cpp %t/first.cpp && mv %t/a.fg.a %t/first.a && rm -r %t/kernels
// RUN: %fullgraph %s -o %t/a.fg.cpp -- %fg_flags 2>&1 | FileCheck %s --implicit-check-not=remark: --check-prefix=SECOND
// SECOND: max-autotune.cpp
// RUN: cmp %t/a.fg.tune.json %t/kept.json && cmp %t/a.fg.cpp %t/first.cpp && cmp %t/a.fg.a %t/first.a

// The mode of functions that name none; a file of the command line's, which another build may have begun.
// RUN: %jit %fullgraph %s -o %t/b.fg.cpp --mode=max-autotune-no-cudagraphs --tuning=%t/kept.json -- %fg_flags 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: remark: fg::Mode::MaxAutotune: 1 kernel measured, {{[01]}} faster than by the cost rules: '{{.*}}kept.json'
// RUN: %python %S/Inputs/tuning.py check %t/kept.json 2
// RUN: test ! -e %t/b.fg.tune.json

// What this machine does not run is not measured, and the build says so.
// RUN: %fullgraph %s -o %t/c.fg.cpp --target=aarch64-linux -- %fg_flags 2>&1 | FileCheck %s --check-prefix=CROSS
// CROSS: remark: fg::Mode::MaxAutotune measures on this machine's processor alone: kernels for a64 are those of fg::Mode::Default
// RUN: test ! -e %t/c.fg.tune.json
// Without the library that links kernels it is told, too.
// RUN: %fullgraph %s -o %t/d.fg.cpp -- %fg_flags 2>&1 | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: remark: fg::Mode::MaxAutotune measures nothing: cannot load the run-time compiler
// RUN: test ! -e %t/d.fg.tune.json
// Measuring takes its time, which a sanitizer multiplies.
// REQUIRES: no-sanitizer
#include <fullgraph/fullgraph.h>

FG_COMPILE(.mode = fg::Mode::MaxAutotune)
fg::Tensor a(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::exp(x) + 1; }

FG_COMPILE()
fg::Tensor b(FG_SHAPE("f32[64,100]") fg::Tensor x) { return x.sum(1); }
