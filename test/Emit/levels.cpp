// The host's target: kernels that gain by AVX-512 have code for both levels, between which the machine decides at
// run time. --emit=cpp prints what a build writes. A target that is named has all kernels. A product of few rows is as
// fast with AVX2: AVX-512's code calls it.
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags
// RUN: FileCheck %s < %t.fg.cpp
// RUN: %fullgraph %s --emit=cpp -- %fg_flags | grep -v '^#line' > %t.printed
// RUN: grep -v '^#line' %t.fg.cpp | diff - %t.printed
// RUN: %gxx -std=c++20 -O1 -Wall -Wextra -Wshadow -Werror -isystem %S/../../include -c %t.fg.cpp -o %t.o
// RUN: llvm-nm %t.fg.a | FileCheck %s --check-prefix=SYMBOLS
// RUN: %fullgraph %s -o %t.both.fg.cpp --target x86-64-v3 --target x86-64-v4 -- %fg_flags
// RUN: FileCheck %s --check-prefix=BOTH < %t.both.fg.cpp
#include <fullgraph/fullgraph.h>

FG_COMPILE(.fullgraph = true) fg::Tensor gains(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::exp(x); }
FG_COMPILE(.fullgraph = true)
fg::Tensor rows(FG_SHAPE("f32[M,K]") fg::Tensor x, FG_SHAPE("f32[N,K]") fg::Tensor w) { return fg::linear(x, w); }
FG_COMPILE(.fullgraph = true) fg::Tensor memory(FG_SHAPE("f32[N]") fg::Tensor x) { return x + 1; }

// CHECK: static bool gains_{{.*}}
// CHECK: const int fg_level = ::fg::rt::cpu_level();
// CHECK: if (fg_level < 3)
// CHECK: (fg_level >= 4 ? [[GAINS:fgk_[0-9a-f]+]]_v4 : [[GAINS]]_v3)(
// CHECK: static bool memory_{{.*}}
// CHECK-NOT: _v4
// CHECK: fgk_{{[0-9a-f]+}}_v3(

// SYMBOLS-DAG: T fgk_{{[0-9a-f]+}}_v3
// SYMBOLS-DAG: U [[ROWS:fgk_[0-9a-f]+]]_v3
// SYMBOLS-DAG: T [[ROWS]]_v4
// SYMBOLS-DAG: T [[GAINS:fgk_[0-9a-f]+]]_v4
// SYMBOLS-DAG: T [[GAINS]]_v3

// BOTH: static bool memory_{{.*}}
// BOTH: (fg_level >= 4 ? fgk_{{[0-9a-f]+}}_v4 : fgk_{{[0-9a-f]+}}_v3)(
