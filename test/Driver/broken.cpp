// Sources that do not parse: clang's own diagnostics, exit status 1, and what was there before stays as it
// was.
// RUN: rm -rf %t && mkdir -p %t && echo before > %t/out.cpp
// RUN: not %fullgraph %s -o %t/out.cpp -- -DMISSING 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: broken.cpp:[[#@LINE+10]]:10: fatal error: 'no/such/header.h' file not found
// RUN: not %fullgraph %s -o %t/out.cpp -- -DERRORS 2>&1 | FileCheck %s --check-prefix=ERRORS
// ERRORS: broken.cpp:{{[0-9]+}}:13: error: use of undeclared identifier 'nothing'
// RUN: grep -x before %t/out.cpp
// RUN: not ls %t/out.a
// RUN: not %fullgraph %t/no-such-file.cpp -o %t/out.cpp 2>&1 | FileCheck %s --check-prefix=NO-FILE
// NO-FILE: error: {{.*}}no-such-file.cpp{{.*}}
// RUN: not %fullgraph %s -o %t/out.cpp --format=json -- -DERRORS 2>&1 | FileCheck %s --check-prefix=JSON
// JSON: "level": "error"
#if defined(MISSING)
#include "no/such/header.h"
#elif defined(ERRORS)
int value = nothing;
#endif
