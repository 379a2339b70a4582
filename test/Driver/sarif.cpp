// --format=sarif: one valid log a run, that says what --format=json and the text say.
// RUN: rm -rf %t && mkdir "%t" && cp %s "%t/a b.cpp"
// RUN: not %fullgraph "%t/a b.cpp" %S/plain.cpp --format=sarif -- %fg_flags 2> %t/a.sarif > %t/out
// RUN: not %fullgraph "%t/a b.cpp" %S/plain.cpp --format=json -- %fg_flags 2> %t/a.json > %t/out
// RUN: FileCheck %s < %t/a.sarif
// RUN: %python %S/Inputs/check_formats.py %t/a.sarif %t/a.json
// What the compiler itself refuses, and what the tool does, too.
// RUN: not %fullgraph %s --format=sarif -- %fg_flags -DWRONG 2> %t/b.sarif
// RUN: FileCheck %s --check-prefix=WRONG < %t/b.sarif
// RUN: %python %S/Inputs/check_formats.py %t/b.sarif
// RUN: not %fullgraph %t/none.cpp --format=sarif 2> %t/c.sarif
// RUN: %python %S/Inputs/check_formats.py %t/c.sarif
// RUN: not %fullgraph --format=sarif 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: "ruleId": "fullgraph-error"
// REQUIRES: jsonschema

// CHECK: "columnKind": "unicodeCodePoints"
// The calls as the program makes them, then the break; a letter of two bytes stands before it in its line.
// CHECK: "codeFlows"
// CHECK: "text": "in 'outer', called from here"
// CHECK: "uri": "file:///{{.*}}/a%20b.cpp"
// CHECK: "startLine": 43
// CHECK: "nestingLevel": 0
// CHECK: "text": "in 'inner', called from here"
// CHECK: "nestingLevel": 1
// CHECK: "text": "graph break: 'puts' performs input or output"
// CHECK: "startColumn": 49
// CHECK: "nestingLevel": 2
// CHECK: "level": "error"
// CHECK: "ruleId": "FG501"
// CHECK: "level": "warning"
// CHECK: "text": "graph break: branch depends on the values of tensor 'x'"
// CHECK: "text": "'x' comes from the caller"
// CHECK: "ruleId": "FG101"
// CHECK: "name": "fullgraph"
// CHECK: "id": "FG001"
// WRONG: "text": "use of undeclared identifier 'declard'; did you mean 'declared'?"
// WRONG: "ruleId": "clang-diagnostic-error"
#include <fullgraph/fullgraph.h>
#include <cstdio>
inline fg::Tensor inner(fg::Tensor x) { /* é */ std::puts("forward"); return fg::relu(x); }
inline fg::Tensor outer(fg::Tensor x) { return inner(x); }
FG_COMPILE(.fullgraph = true) fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) { return outer(x); }

FG_COMPILE() fg::Tensor g(FG_SHAPE("f32[N]") fg::Tensor x) {
  if (x.sum().item<float>() > 0)
    return fg::relu(x);
  return x;
}
#ifdef WRONG
int declared, other = declard;
#endif
