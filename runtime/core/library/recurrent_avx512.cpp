#ifdef FULLGRAPH_X86_LEVELS
#define FG_LEVEL_BYTES 64
#include "runtime/core/library/recurrent_level.h"

const RecurrentLevel fg::library::recurrentAvx512 = {kernels<float>(), kernels<double>()};
#endif
