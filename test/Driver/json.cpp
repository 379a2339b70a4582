// --format=json: one array of diagnostics on stderr, with notes inside what they belong to.
// RUN: not %fullgraph %s -o %t.cpp --format=json -- %fg_flags 2> %t.json
// RUN: FileCheck %s < %t.json
// RUN: python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); assert [(e["id"], e["line"], e["column"], e["endColumn"]) for e in d] == [("FG501", 22, 3, 23), ("FG801", 21, 12, 13)], d; assert d[0]["notes"]' %t.json
// CHECK: "column": 3
// CHECK: "endColumn": 23
// CHECK: "file": "{{.*}}json.cpp"
// CHECK: "id": "FG501"
// CHECK: "level": "error"
// CHECK: "line": 22
// CHECK: "message": "graph break: 'puts' performs input or output [-Wgraph-break=io] [FG501]"
// CHECK: "notes": [
// CHECK: "slug": "io"
// A warning that the flags make none, and a source without a diagnostic.
// RUN: %fullgraph %S/plain.cpp -o %t.cpp --format=json 2>&1 >/dev/null | FileCheck %s --check-prefix=EMPTY
// EMPTY: []
#include <cstdio>
#include <fullgraph/fullgraph.h>

FG_COMPILE(.fullgraph = true)
fg::Tensor f(FG_SHAPE("f32[N]") fg::Tensor x) {
  std::puts("forward");
  return fg::relu(x);
}
