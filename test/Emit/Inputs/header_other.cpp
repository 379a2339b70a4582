// The second source of header.cpp's program.
#include "layer.h"

fg::Tensor other(const Layer &layer, const fg::Tensor &x) {
  return Stage<double>::run(layer.forward(x), 3.0);
}
