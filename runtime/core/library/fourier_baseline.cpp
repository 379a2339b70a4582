#define FG_LEVEL_BYTES 16
#include "runtime/core/library/fourier_level.h"

const fg::library::FourierKernels fg::library::fourierBaseline = FG_LEVEL_FOURIER;
