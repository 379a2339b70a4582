// What formulas use and a device has in another way: functions of C's library, which it has under its own names, and
// 16-bit floats, for which its compiler may have no type. Variants.cpp applies it to every pipeline that is compiled for a device, and the backend asks it what a
// device lacks.
#pragma once

#include "lib/Lower/Target.h"

#include <Halide.h>

#include <optional>
#include <string>

namespace fullgraph::lower {

/// To be called on each pipeline for `place`: its calls of C's functions, and those that sinF32 and cosF32
/// leave open, become the device's, and 16-bit floats that the device has not become their bits.
void callDeviceMath(Halide::Pipeline &pipeline, KernelPlace place);

/// A function that the pipeline calls and that no device has: those of our own library, `fg_math_<name>`.
std::optional<std::string> missingOnDevices(const Halide::Pipeline &pipeline);

} // namespace fullgraph::lower
