// The flags of another compiler are made fit for clang; the language standard is C++20 unless they say
// otherwise.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %fullgraph %s -o %t/a.cpp -- -DVALUE=7 -DEXPECTED=202002L -fno-gnu-unique -fanalyzer -Wlogical-op -Werror -Wall -c -o %t/x.o -MD -MF %t/x.d -fplugin=none.so -Winvalid-pch
// RUN: not ls %t/x.d
// RUN: %fullgraph %s -o %t/a.cpp -- -DVALUE=7 -DEXPECTED=202302L -std=gnu++23

// One flag a line from a file, and a response file.
// RUN: echo "-DVALUE=3 + 4" > %t/a.flags && echo "SHELL:-DEXPECTED=202002L -O2 -DQUOTED='a b'" >> %t/a.flags
// RUN: %fullgraph %s -o %t/a.cpp --flags-file=%t/a.flags
// RUN: echo "-DVALUE=7 -DEXPECTED=202002L" > %t/a.rsp
// RUN: %fullgraph %s -o %t/a.cpp -- @%t/a.rsp

// A precompiled header of GCC beside the header is left alone: the text is read.
// RUN: echo "#define VALUE 7" > %t/pre.h && echo "not a header of clang" > %t/pre.h.gch
// RUN: %fullgraph %s -o %t/a.cpp -- -include %t/pre.h -DEXPECTED=202002L

// The flags of a compilation database; relative paths start in its directory.
// RUN: mkdir -p %t/db/inc && echo "#define VALUE 7" > %t/db/inc/value.h
// RUN: echo '[{"directory": "%t/db", "file": "%s", "command": "ccache g++ -Iinc -include value.h -DEXPECTED=202002L -fno-gnu-unique -o x.o -c %s"}]' > %t/db/compile_commands.json
// RUN: %fullgraph %s -o %t/a.cpp -p %t/db
// RUN: not %fullgraph %S/plain.cpp -o %t/a.cpp -p %t/db 2>&1 | FileCheck %s --check-prefix=NO-ENTRY
// NO-ENTRY: error: the compilation database in '{{.*}}' has no entry for
// RUN: not %fullgraph %s -o %t/a.cpp -p %t/inc 2>&1 | FileCheck %s --check-prefix=NO-DATABASE
// NO-DATABASE: error: no compilation database in

// A wrong value is an error of the source: the flags do arrive.
// RUN: not %fullgraph %s -o %t/a.cpp -- -DVALUE=8 -DEXPECTED=202002L
#include <limits>
static_assert(VALUE == 7);
static_assert(__cplusplus == EXPECTED);
