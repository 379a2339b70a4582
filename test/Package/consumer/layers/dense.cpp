#include "dense.h" // beside this file: the generated source is elsewhere

FG_COMPILE(.fullgraph = true)
fg::Tensor dense(FG_SHAPE("f32[N,K]") fg::Tensor x, FG_SHAPE("f32[M,K]") fg::Tensor w,
                 FG_SHAPE("f32[M]") fg::Tensor b) {
  return fg::linear(x, w, b) * NET_SCALE;
}
