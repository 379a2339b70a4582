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

int floorPowerOfTwo(int64_t value) {
  int power = 1;
  while (power * int64_t(2) <= value && power < (1 << 20))
    power *= 2;
  return power;
}

} // namespace fullgraph::lower
