// RUN: %check_example %s
#include <fullgraph/fullgraph.h>

// [example]
FG_CUSTOM_OP("image::blur") fg::Tensor blur(const fg::Tensor &image, double radius);

FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[H, W]") fg::Tensor image) {
  return fg::relu(blur(image, 2.0));
}
// [/example]
