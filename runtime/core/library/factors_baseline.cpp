#define FG_LEVEL_BYTES 16
#include "runtime/core/library/factors_level.h"

const fg::library::FactorKernels fg::library::factorsBaseline = FG_LEVEL_FACTORS;
