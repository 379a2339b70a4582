#include "lib/Lower/Halide/Cost.h"

namespace fullgraph::lower {

Machine::Machine(const TargetSpec &target) {
  if (target.isDevice()) {
    vectorBytes = 1;
    vectorRegisters = 1;
    blockThreads = 256;
  } else if (target.triple.rfind("x86-64", 0) == 0) {
    vectorBytes = target.level >= 4 ? 64 : target.level >= 3 ? 32 : 16;
    vectorRegisters = target.level >= 4 ? 32 : 16;
  } else {
    vectorBytes = 16;
    vectorRegisters = 32;
  }
}

// 4096 rows in us, vectors across them and along each. AVX2: argmax of 16 elements 37 and 47, of 24 54 and
// 58, of 32 71 and 55; amax of 16 13 and 21, of 32 22 and 15. AVX-512: argmax of 10 20 and 106, of 48 80 and
// 102, of 64 109 and 106; amax of 10 8 and 34, of 32 20 and 35.
int longestShortRow(const Machine &machine) { return machine.avx512() ? 48 : 20; }

int floorPowerOfTwo(int64_t value) {
  int power = 1;
  while (power * int64_t(2) <= value && power < (1 << 20))
    power *= 2;
  return power;
}

} // namespace fullgraph::lower
