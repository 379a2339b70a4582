// --fix edits headers as well, each place once, and all files or none.
// RUN: rm -rf %t && mkdir %t && cp %s %S/Inputs/clipped.h %t
// RUN: %fullgraph %t/fix.cpp -o %t/a.fg.cpp --format=sarif -- %fg_flags 2> %t/a.sarif
// RUN: %fullgraph %t/fix.cpp -o %t/a.fg.cpp --format=json -- %fg_flags 2> %t/a.json
// RUN: %python %S/Inputs/check_formats.py %t/a.sarif %t/a.json
// RUN: FileCheck %s --check-prefix=SARIF < %t/a.sarif
// SARIF: "fixes": [
// SARIF: "uri": "file:///{{.*}}/clipped.h"
// SARIF: "endColumn": 24
// SARIF-NEXT: "endLine": 6
// SARIF-NEXT: "startColumn": 3
// SARIF-NEXT: "startLine": 5
// SARIF: "insertedContent": {
// SARIF-NEXT: "text": "h = fg::where(h.sum() > 10, h.clamp(-1, 1), h);"

// RUN: not %fullgraph --fix %t/fix.cpp --report=%t/r.json -- %fg_flags 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: error: '--fix' writes to the sources alone
// RUN: not %fullgraph --fix --from=graph --emit=graph %S/Inputs/chain.graph 2>&1 | FileCheck %s --check-prefix=GRAPH
// GRAPH: error: '--fix' needs a C++ source

// RUN: %fullgraph --fix %t/fix.cpp -- %fg_flags > %t/said 2> %t/diagnostics
// RUN: FileCheck %s < %t/said
// CHECK: clipped.h:5:3: fixed: h = fg::where(h.sum() > 10, h.clamp(-1, 1), h);
// CHECK-NEXT: fix.cpp:[[#@LINE+20]]:3: fixed: y = fg::where(y.any(), y * 2, y);
// CHECK-NOT: fixed
// RUN: ls %t | FileCheck %s --check-prefix=FILES --implicit-check-not=tmp
// FILES: clipped.h
// FILES: fix.cpp
// RUN: not diff -u %s %t/fix.cpp | FileCheck %s --check-prefix=DIFF
// DIFF: -  if (y.any().item<bool>())
// DIFF-NEXT: -    y = y * 2;
// DIFF-NEXT: +  y = fg::where(y.any(), y * 2, y);
// RUN: %fullgraph %t/fix.cpp -o %t/a.fg.cpp -- %fg_flags | FileCheck %s --check-prefix=AFTER
// AFTER: 2 functions, 2 graphs, {{.*}} 0 breaks
// REQUIRES: jsonschema
#include "clipped.h"

FG_COMPILE()
fg::Tensor first(FG_SHAPE("f32[N]") fg::Tensor x) { return clipped(x) + 1; }

FG_COMPILE()
fg::Tensor second(FG_SHAPE("f32[N]") fg::Tensor x) {
  fg::Tensor y = clipped(x * 3);
  if (y.any().item<bool>())
    y = y * 2;
  return y;
}
