#include "shared.h"
fg::Tensor halved(const fg::Tensor &x) { return x * undeclared; }
