// Ended by a signal while kernels are built, the tool leaves nothing half done: no output, no temporary file,
// and no process that goes on without it.
// RUN: bash %S/Inputs/interrupt.sh TERM %t.term %fullgraph %s -j1 -- %fg_flags
// RUN: bash %S/Inputs/interrupt.sh INT %t.int %fullgraph %s -j1 -- %fg_flags
#include <fullgraph/fullgraph.h>

FG_COMPILE() fg::Tensor a(FG_SHAPE("f32[N,M]") fg::Tensor x) { return fg::softmax(fg::sin(x), 0); }
FG_COMPILE() fg::Tensor b(FG_SHAPE("f32[N,M]") fg::Tensor x) { return fg::softmax(fg::sin(x), 1); }
FG_COMPILE() fg::Tensor c(FG_SHAPE("f32[N,M]") fg::Tensor x) { return fg::log_softmax(fg::cos(x), 0); }
FG_COMPILE() fg::Tensor d(FG_SHAPE("f32[N,M]") fg::Tensor x) { return fg::matmul(x, fg::tanh(x).t()); }
FG_COMPILE() fg::Tensor e(FG_SHAPE("f32[N,M]") fg::Tensor x) { return fg::matmul(x.t(), fg::exp(x)); }
