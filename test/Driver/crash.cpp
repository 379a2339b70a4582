// Code nested so deep that a parser's stack overflows: a message and an exit status of 1, as for any other
// input.
// RUN: rm -rf %t && mkdir %t
// RUN: python3 -c 'print("int x = " + "(" * 400000 + "1" + ")" * 400000 + ";")' > %t/deep.cpp
// (A sanitizer's own handler would be first.)
// RUN: env ASAN_OPTIONS=handle_segv=0:use_sigaltstack=0 TSAN_OPTIONS=handle_segv=0:use_sigaltstack=0 not %fullgraph %t/deep.cpp -o %t/out.cpp -- -fbracket-depth=1000000 2> %t/log
// RUN: FileCheck %s < %t/log
// CHECK: error:
// RUN: not ls %t/out.cpp
// RUN: not %fullgraph %t/deep.cpp -o %t/out.cpp 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: fatal error: bracket nesting level exceeded maximum

// Anything but C++.
// RUN: head -c 20000 /dev/urandom > %t/noise.cpp
// RUN: not %fullgraph %t/noise.cpp -o %t/out.cpp > %t/log 2>&1
// RUN: FileCheck %s < %t/log
// RUN: not ls %t/out.cpp
