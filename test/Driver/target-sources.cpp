// Other sources of the target are read as if they stood alone. One that would mean something else here, or that has
// an error, is not read, and the build says so.
// RUN: not %fullgraph %s --with=%S/Inputs/with/halved.cpp --with=%S/Inputs/with/tripled.cpp -o %t.fg.cpp -- %fg_flags 2>&1 | FileCheck %s
// RUN: not %fullgraph %s --with=%S/Inputs/with/broken.cpp -o %t.fg.cpp -- %fg_flags 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: %fullgraph %s --with=%S/Inputs/with/halved.cpp --with=%S/Inputs/with/tripled.cpp -o %t.fg.cpp --depfile=%t.d -- %fg_flags -DALONE 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: FileCheck %s --check-prefix=DEPENDENCIES <%t.d
#include "Inputs/with/shared.h"
#ifndef ALONE
#include "Inputs/with/extra.h"
#endif

FG_COMPILE(.fullgraph = true) fg::Tensor half(FG_SHAPE("f32[N]") fg::Tensor x) { return halved(x) + 1; }
FG_COMPILE(.fullgraph = true) fg::Tensor triple(FG_SHAPE("f32[N]") fg::Tensor x) { return tripled(x) + 1; }

// CHECK-DAG: remark: '{{.*}}halved.cpp' is not read with this source, which takes its functions for unknown: 'by' is declared in {{.*}}extra.h, which it does not include
// CHECK-DAG: remark: '{{.*}}tripled.cpp' is not read with this source, which takes its functions for unknown: 'FACTOR' is declared in {{.*}}extra.h, which it does not include
// CHECK-DAG: error: graph break: 'halved' has no body
// CHECK-DAG: error: graph break: 'tripled' has no body
// BROKEN: remark: '{{.*}}broken.cpp' is not read with this source, which takes its functions for unknown: {{.*}}broken.cpp:2: use of undeclared identifier 'undeclared'
// ALONE: 2 functions, {{.*}} 0 breaks
// DEPENDENCIES-DAG: halved.cpp
// DEPENDENCIES-DAG: tripled.cpp
