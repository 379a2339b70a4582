// A level that the cost rules give a kernel no code for, and measuring does: the sum is as fast as memory by the rules.
// RUN: rm -rf %t && mkdir %t
// RUN: %fullgraph %s -o %t/a.cpp -- %fg_flags
// RUN: FileCheck %s --check-prefix=RULES "--implicit-check-not={{fgk_[0-9a-f]+_v4}}" < %t/a.cpp
// RULES: fgk_{{[0-9a-f]+}}_v3
// RUN: %fullgraph %s --emit=halide -o %t/k.txt -- %fg_flags
// RUN: %python %S/Inputs/tuning.py make %t/t.json %t/k.txt v4 && sed -i 's/"threads": 1/"threads": 1, "level": true/' %t/t.json
// RUN: %fullgraph %s -o %t/a.cpp --tuning=%t/t.json -- %fg_flags
// RUN: FileCheck %s --check-prefix=LEVEL < %t/a.cpp
// LEVEL-DAG: fgk_{{[0-9a-f]+}}_v3
// LEVEL-DAG: fgk_{{[0-9a-f]+}}_v4
// RUN: %build_and_compare %s --tuning=%t/t.json | FileCheck %s --check-prefix=RESULT
// RESULT: 4950
// REQUIRES: x86-64
#include <cstdio>
#include <fullgraph/fullgraph.h>

FG_COMPILE(.fullgraph = true) fg::Tensor rows(FG_SHAPE("f32[N,100]") fg::Tensor x) { return x.sum(1); }

int main() { std::printf("%.0f\n", static_cast<double>(rows(fg::arange(100, fg::kFloat).reshape({1, 100})).item<float>())); }
