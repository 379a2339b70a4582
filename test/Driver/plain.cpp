// A source with nothing annotated comes out byte for byte, with an archive that links, and a dependency file.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %fullgraph %s -o %t/plain.fg.cpp --depfile %t/plain.d --report %t/plain.json | FileCheck %s --check-prefix=SUMMARY
// SUMMARY: fullgraph: {{.*}}plain.cpp: 0 functions
// RUN: cmp %s %t/plain.fg.cpp
// RUN: FileCheck %s --check-prefix=DEPENDENCIES < %t/plain.d
// DEPENDENCIES: plain.fg.cpp:
// DEPENDENCIES: Driver/plain.cpp
// DEPENDENCIES: Driver/Inputs/plain.h
// DEPENDENCIES: bin/fullgraph
// RUN: FileCheck %s --check-prefix=REPORT < %t/plain.json
// REPORT: "functions": []
// RUN: %gxx -std=c++20 -I%S -iquote %S %t/plain.fg.cpp %t/plain.fg.a -o %t/plain && %t/plain

// Where an output cannot be written, nothing is.
// RUN: not %fullgraph %s -o %t/nowhere/x.cpp --depfile %t/x.d 2>&1 | FileCheck %s --check-prefix=NO-FOLDER
// NO-FOLDER: error: cannot write {{.*}}nowhere/x.{{.*}}: No such file or directory
// RUN: not ls %t/x.d
// RUN: mkdir %t/folder.cpp && not %fullgraph %s -o %t/folder.cpp 2>&1 | FileCheck %s --check-prefix=IS-FOLDER
// IS-FOLDER: error: cannot write '{{.*}}folder.cpp': it is a folder
// RUN: not ls %t/folder.a
// RUN: not %fullgraph %s -o - 2>&1 | FileCheck %s --check-prefix=STDOUT
// STDOUT: error: '-o -' needs '--emit'
// RUN: %fullgraph %s --emit=cpp | diff %s -
#include "Inputs/plain.h"
#include <vector>

int main() { return twice(0) + int(std::vector<int>().size()); }
