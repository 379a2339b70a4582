#pragma once
#include <fullgraph/fullgraph.h>

inline fg::Tensor clipped(fg::Tensor h) {
  if (h.sum().item<float>() > 10)
    h = h.clamp(-1, 1);
  return h;
}
