#include <fullgraph/fullgraph.h>

FG_COMPILE() fg::Tensor a(FG_SHAPE("f32[N,M]") fg::Tensor x) { return fg::softmax(fg::sin(x), 0); }
FG_COMPILE() fg::Tensor b(FG_SHAPE("f32[N,M]") fg::Tensor x) { return fg::softmax(fg::sin(x), 1); }
FG_COMPILE() fg::Tensor c(FG_SHAPE("f32[N,M]") fg::Tensor x) { return fg::log_softmax(fg::cos(x), 0); }
FG_COMPILE() fg::Tensor d(FG_SHAPE("f32[256,256]") fg::Tensor x) { return fg::matmul(x, x); }
FG_COMPILE() fg::Tensor e(FG_SHAPE("f32[300,300]") fg::Tensor x) { return fg::matmul(x, x); }
FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[200,200]") fg::Tensor x) { return fg::matmul(x, x); }
