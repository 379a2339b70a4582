// --report: what was compiled, as JSON; the build log has one line a source.
// RUN: %fullgraph %s -o %t.fg.cpp --report %t.json --target x86-64-v3 -- %fg_flags 2>&1 | FileCheck --check-prefix=LOG %s
// RUN: FileCheck %s < %t.json
// RUN: %fullgraph %s --emit=dot -- %fg_flags | FileCheck --check-prefix=DOT %s
#include <fullgraph/fullgraph.h>

FG_COMPILE()
fg::Tensor f(FG_SHAPE("f32[N,4]") fg::Tensor x) { return fg::softmax(fg::relu(x), -1); }

FG_COMPILE()
fg::Tensor g(FG_SHAPE("f32[N,4]") fg::Tensor x) {
  if (x.sum().item<double>() > 0)
    x = x + 1;
  return x;
}

// LOG: report.cpp:12:{{.*}}FG101
// LOG: fullgraph: report.cpp: 2 functions, 3 graphs, {{[0-9]+}} operators in {{[0-9]}} kernel{{.*}}, 1 break, {{[0-9.]+}} s
// CHECK: "functions": [
// CHECK: "name": "f"
// CHECK: "text": "graph @f(
// CHECK: "operator": "relu"
// CHECK: "breaks": [
// CHECK: "function": "g"
// CHECK: "id": "FG101"
// CHECK: "slug": "data-dependent-branch"
// CHECK: "line": 12
// CHECK: "kernels": [
// CHECK: "fused": [
// CHECK: "target": "v3"
// CHECK: "stages": [
// CHECK: "stage": "capture"
// DOT: digraph "f" {
// DOT: label="relu"
