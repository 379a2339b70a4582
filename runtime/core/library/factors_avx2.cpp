#ifdef FULLGRAPH_X86_LEVELS
#define FG_LEVEL_BYTES 32
#include "runtime/core/library/factors_level.h"

const fg::library::FactorKernels fg::library::factorsAvx2 = FG_LEVEL_FACTORS;
#endif
