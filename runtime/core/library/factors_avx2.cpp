#ifdef FULLGRAPH_X86_LEVELS
#define FG_LEVEL_EIGEN EigenAvx2
#include "runtime/core/library/factors_level.h"

const fg::library::FactorKernels fg::library::factorsAvx2 = {lu, cholesky, solve};
#endif
