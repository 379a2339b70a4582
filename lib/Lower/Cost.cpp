#include "lib/Lower/Cost.h"

namespace fullgraph::lower {

Machine::Machine(const TargetSpec &target) {
  if (target.triple.rfind("x86-64", 0) == 0) {
    vectorBytes = target.level >= 4 ? 64 : target.level >= 3 ? 32 : 16;
    vectorRegisters = target.level >= 4 ? 32 : 16;
  } else {
    vectorBytes = 16;
    vectorRegisters = 32;
  }
}

int pointwiseCost(std::string_view op) {
  for (const std::string_view name : {"exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos",
                                      "tanh", "erf", "sigmoid", "silu", "gelu", "elu", "logit"})
    if (op == name)
      return 12;
  for (const std::string_view name : {"mish", "softplus", "log_sigmoid", "logaddexp"})
    if (op == name)
      return 30;
  for (const std::string_view name :
       {"tan",           "asin", "acos",   "atan",    "sinh",   "cosh",      "asinh",       "acosh",
        "atanh",         "erfc", "lgamma", "digamma", "erfinv", "i0",        "special_i0e", "special_ndtri",
        "special_erfcx", "pow",  "atan2",  "hypot",   "fmod",   "remainder", "xlogy"})
    if (op == name)
      return 60;
  for (const std::string_view name : {"div", "sqrt", "rsqrt", "reciprocal", "hardsigmoid", "hardswish"})
    if (op == name)
      return 4;
  return 1;
}

int floorPowerOfTwo(int64_t value) {
  int power = 1;
  while (power * int64_t(2) <= value && power < (1 << 20))
    power *= 2;
  return power;
}

} // namespace fullgraph::lower
