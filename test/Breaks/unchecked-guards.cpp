// RUN: %fullgraph --verify %s -- %fg_flags
// RUN: %fullgraph %s --emit=capture -o /dev/null -- %fg_flags -Wno-graph-break=unchecked-guards 2>&1 | FileCheck --allow-empty --implicit-check-not=remark %s
// RUN: not %fullgraph %s --emit=capture -o /dev/null -- %fg_flags -Werror=graph-break=unchecked-guards 2>&1 | FileCheck --check-prefix=ERROR %s
// ERROR: error: 'f' does not check its guards on overlap [-Wgraph-break=unchecked-guards] [FG708]
#include <fullgraph/fullgraph.h>

FG_COMPILE(.guards = ~fg::Guards::Overlap)
void f(FG_SHAPE("f32[N]") fg::Tensor sum, FG_SHAPE("f32[N]") fg::Tensor x) { sum.add_(x); }
// expected-remark@-1 {{'f' does not check its guards on overlap [-Wgraph-break=unchecked-guards] [FG708]}}

FG_COMPILE(.fullgraph = true, .guards = fg::Guards::Strides | fg::Guards::Members)
fg::Tensor g(FG_SHAPE("f32[N]") fg::Tensor x) { return x.exp(); }
// expected-remark@-1 {{'g' does not check its guards on lengths, globals, overlap [-Wgraph-break=unchecked-guards] [FG708]}}

FG_COMPILE(.guards = fg::Guards::All)
fg::Tensor all(FG_SHAPE("f32[N]") fg::Tensor x) { return x.exp(); }

// Nothing is compiled: there are no guards.
FG_COMPILE(.disable = true, .guards = fg::Guards::None)
fg::Tensor off(FG_SHAPE("f32[N]") fg::Tensor x) { return x.exp(); }

// expected-note@*:* 2 {{help: FG_COMPILE() without .guards: all of them are checked}}
// expected-note@*:* 2 {{run 'fullgraph explain FG708' for the explanation and the other ways out}}
