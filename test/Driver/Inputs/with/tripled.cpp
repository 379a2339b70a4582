#include "shared.h"
#ifdef FACTOR
fg::Tensor tripled(const fg::Tensor &x) { return x * FACTOR; }
#else
fg::Tensor tripled(const fg::Tensor &x) { return x * 2; }
#endif
