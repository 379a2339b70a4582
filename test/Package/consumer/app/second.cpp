#include "second.h"

#include <net/block.h>

FG_COMPILE(.fullgraph = true)
fg::Tensor second(FG_SHAPE("f32[N,3]") fg::Tensor x) { return net::halve(x).sum(1) + SECOND_BIAS; }
