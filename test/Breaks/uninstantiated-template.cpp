// Reported where a source has nothing else to compile: a header's template may well be unused.
// RUN: %fullgraph --verify %s -- %fg_flags
// RUN: not %fullgraph %s -o %t.cpp -- %fg_flags -Werror=graph-break=uninstantiated-template 2>&1 | FileCheck %s
// CHECK: error: graph break: template 'scaled' is never instantiated here [-Wgraph-break=uninstantiated-template] [FG311]
// RUN: %fullgraph --verify %s -- %fg_flags -DUSED
#include <fullgraph/fullgraph.h>

template <class T>
FG_COMPILE()
fg::Tensor scaled(FG_SHAPE("f32[N]") fg::Tensor x) { return x * T(2); }

#ifdef USED
template fg::Tensor scaled<float>(fg::Tensor);
#else
// expected-warning@-5 {{graph break: template 'scaled' is never instantiated here; 'scaled' stays eager [-Wgraph-break=uninstantiated-template] [FG311]}}
// expected-note@-6 {{help: template fg::Tensor scaled<float>(fg::Tensor);}}
// expected-note@*:* {{run 'fullgraph explain FG311' for the explanation and the other ways out}}
#endif
#ifdef USED
// expected-no-diagnostics
#endif
