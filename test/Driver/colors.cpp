// Colours where they are asked for, and on terminals.
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags -fcolor-diagnostics 2>&1 | FileCheck %s --check-prefix=ON
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags -fno-color-diagnostics -fdiagnostics-color 2>&1 | FileCheck %s --check-prefix=ON
// ON: {{^}}{{.\[1m.*}}colors.cpp:[[#@LINE+12]]:3: {{.\[0m.\[0;1;35mwarning: .\[0m.\[1mgraph break: 'puts' performs}}
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags -fcolor-diagnostics -fdiagnostics-color=never 2>&1 | FileCheck %s --check-prefix=OFF
// OFF: {{^.*}}colors.cpp:[[#@LINE+9]]:3: warning: graph break: 'puts' performs
// Not in data.
// RUN: %fullgraph %s -o %t.fg.cpp --format=json -- %fg_flags -fcolor-diagnostics 2>&1 | FileCheck %s --check-prefix=DATA --implicit-check-not='{{\[1m|u001b}}'
// DATA: "message": "graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]"
#include <cstdio>
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) {
  std::puts("forward");
  return fg::relu(x);
}
