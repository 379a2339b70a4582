#ifdef FULLGRAPH_X86_LEVELS
#define FG_LEVEL_BYTES 32
#include "runtime/core/library/fourier_level.h"

const fg::library::FourierKernels fg::library::fourierAvx2 = FG_LEVEL_FOURIER;
#endif
