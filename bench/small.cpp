#include "small.h"

FG_COMPILE(.fullgraph = true)
fg::Tensor addSmall(FG_SHAPE("f32[N]") fg::Tensor x, FG_SHAPE("f32[N]") fg::Tensor y) { return x + y; }

FG_COMPILE(.fullgraph = true)
fg::Tensor sixteenSteps(FG_SHAPE("f32[N]") fg::Tensor x) {
  for (int i = 0; i < 16; ++i)
    x = x * 0.5 + 1;
  return x;
}

int breaksTaken = 0;
FG_DISABLE("each call of it is a break") static void takeBreak() { ++breaksTaken; }

FG_COMPILE()
fg::Tensor sixteenBreaks(FG_SHAPE("f32[N]") fg::Tensor x) {
  for (int i = 0; i < 16; ++i) {
    x = x * 0.5 + 1;
    takeBreak();
  }
  return x;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor addEight(FG_SHAPE("f32[N]") fg::Tensor a, FG_SHAPE("f32[N]") fg::Tensor b,
                    FG_SHAPE("f32[N]") fg::Tensor c, FG_SHAPE("f32[N]") fg::Tensor d,
                    FG_SHAPE("f32[N]") fg::Tensor e, FG_SHAPE("f32[N]") fg::Tensor f,
                    FG_SHAPE("f32[N]") fg::Tensor g, FG_SHAPE("f32[N]") fg::Tensor h) {
  return a + b + c + d + e + f + g + h;
}
