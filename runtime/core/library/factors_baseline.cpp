#define FG_LEVEL_EIGEN EigenBaseline
#include "runtime/core/library/factors_level.h"

const fg::library::FactorKernels fg::library::factorsBaseline = {lu, cholesky, solve};
