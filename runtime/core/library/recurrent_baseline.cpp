#define FG_LEVEL_BYTES 16
#include "runtime/core/library/recurrent_level.h"

const RecurrentLevel fg::library::recurrentBaseline = {kernels<float>(), kernels<double>()};
