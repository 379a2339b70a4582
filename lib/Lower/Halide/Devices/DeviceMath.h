// Functions of C's library in kernels of a device. Formulas call them by C's names; a device has its own.
// Variants.cpp applies it to every pipeline that is compiled for a device, and the backend asks it what a
// device lacks.
#pragma once

#include "lib/Lower/Target.h"

#include <Halide.h>

#include <optional>
#include <string>

namespace fullgraph::lower {

/// To be called on each pipeline for `place`: its calls of C's functions, and those that sinF32 and cosF32
/// leave open, become the device's.
void callDeviceMath(Halide::Pipeline &pipeline, KernelPlace place);

/// A function that the pipeline calls and that no device has: those of our own library, `fg_math_<name>`.
std::optional<std::string> missingOnDevices(const Halide::Pipeline &pipeline);

} // namespace fullgraph::lower
