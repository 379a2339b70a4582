#include "shared.h"
inline double by(double) { return 0.5; }
fg::Tensor halved(const fg::Tensor &x) { return x * by(1.0f); }
