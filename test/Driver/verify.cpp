// --verify holds diagnostics against comments: it must fail where an expectation is not met.
// RUN: %fullgraph --verify %s
// RUN: not %fullgraph --verify %s -- -DUNMET 2>&1 | FileCheck %s
int value = nothing; // expected-error {{use of undeclared identifier 'nothing'}}
#ifdef UNMET
int other; // expected-error {{never reported}}
#endif
// CHECK: error: 'expected-error' diagnostics expected but not seen
// CHECK: never reported
