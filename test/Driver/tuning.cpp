// A build with a tuning measures nothing: two of them write the same bytes. Knobs change the code, and nothing of what it
// computes: all sums here are of small integers, which floats add without a rounding in any order.
// RUN: rm -rf %t && mkdir %t
// RUN: %fullgraph %s --emit=halide --target=x86-64-v3 -o %t/default.txt -- %fg_flags
// RUN: grep -c "^// fgk_" %t/default.txt | FileCheck %s --check-prefix=COUNT
// COUNT: 1
// RUN: %python %S/Inputs/tuning.py make %t/t.json %t/default.txt v3 matmul.rows=3 matmul.vectors=3 matmul.panels=2 few.matmul.columns=4 few.matmul.rows=6 tasks=12500
// RUN: %fullgraph %s -o %t/a.cpp --target=x86-64-v3 --tuning=%t/t.json --depfile=%t/a.d -- %fg_flags
// RUN: mv %t/a.cpp %t/first.cpp && mv %t/a.a %t/first.a && rm -r %t/kernels
// RUN: %fullgraph %s -o %t/a.cpp --target=x86-64-v3 --tuning=%t/t.json -- %fg_flags
// RUN: cmp %t/a.cpp %t/first.cpp && cmp %t/a.a %t/first.a
// A changed file is read again.
// RUN: FileCheck %s --check-prefix=DEPENDS < %t/a.d
// DEPENDS: t.json
// Tuned code has a name of its own: another source may have the same kernel without a tuning.
// RUN: FileCheck %s --check-prefix=NAME < %t/a.cpp
// NAME: fgk_{{[0-9a-f]+}}_t{{[0-9a-f]+}}_v3
// RUN: %build_and_compare %s --target=x86-64-v3 --tuning=%t/t.json | FileCheck %s --check-prefix=RESULT
// RESULT: 1: {{[0-9]+}}
// RESULT-NEXT: 7: {{[0-9]+}}
// RESULT-NEXT: 65: {{[0-9]+}}

// A file in which nothing is of this source is likely of an older version of the tool, or of other code.
// RUN: sed 's/fgk_....../fgk_000000/' %t/t.json > %t/other.json
// RUN: %fullgraph %s -o %t/a.cpp --target=x86-64-v3 --tuning=%t/other.json -- %fg_flags 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: remark: no kernel of '{{.*}}tuning.cpp' has an entry in the tuning '{{.*}}other.json'
// But where the program has other sources, it may be theirs.
// RUN: %fullgraph %s -o %t/a.cpp --target=x86-64-v3 --tuning=%t/other.json --with=%S/plain.cpp -- %fg_flags 2>&1 | FileCheck %s --implicit-check-not=remark: --check-prefix=SUMMARY
// SUMMARY: tuning.cpp

// An error leaves what was there.
// RUN: %python %S/Inputs/tuning.py make %t/bad.json %t/default.txt v3 matmul.rows=5
// RUN: cp %t/a.cpp %t/before.cpp && not %fullgraph %s -o %t/a.cpp --target=x86-64-v3 --tuning=%t/bad.json -- %fg_flags 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: '{{.*}}bad.json': kernel 'fgk_{{[0-9a-f]+}}', v3: knob 'matmul.rows' is 5
// RUN: cmp %t/a.cpp %t/before.cpp
#include <cstdio>
#include <fullgraph/fullgraph.h>

FG_COMPILE(.fullgraph = true)
fg::Tensor f(FG_SHAPE("f32[N,37]") fg::Tensor x, FG_SHAPE("f32[53,37]") fg::Tensor w) { return fg::relu(fg::linear(x, w)); }

int main() {
  const fg::Tensor w = fg::remainder(fg::arange(53 * 37, fg::kFloat), 7).reshape({53, 37}) - 3;
  for (const int64_t rows : {1, 7, 65}) {
    const fg::Tensor x = fg::remainder(fg::arange(rows * 37, fg::kFloat), 5).reshape({rows, 37});
    const fg::Tensor y = f(x, w);
    const fg::Tensor weights = fg::remainder(fg::arange(rows * 53, fg::kFloat), 11).reshape({rows, 53});
    std::printf("%d: %.0f\n", static_cast<int>(rows), static_cast<double>((y * weights).sum().item<float>()));
  }
}
