// The functions of a module that Halide lowered, rewritten one by one. Masks and Tasks change them so.
#pragma once

#include <Halide.h>

namespace fullgraph::lower {

/// `module` with each function's body as a `Mutator` of its own makes it.
template <class Mutator> Halide::Module withBodies(const Halide::Module &module) {
  Halide::Module result(module.name(), module.target());
  // Without this the strict operations of the bodies would be compiled as fast ones.
  result.set_any_strict_float(module.any_strict_float());
  for (Halide::Internal::LoweredFunc function : module.functions()) {
    function.body = Mutator().mutate(function.body);
    result.append(function);
  }
  return result;
}

} // namespace fullgraph::lower
