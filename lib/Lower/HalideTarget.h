// TargetSpec as Halide's Target.
#pragma once

#include "lib/Lower/Lower.h"

#include <Halide.h>

namespace fullgraph::lower {

/// The instruction set of `spec`.
Halide::Target halideTarget(const TargetSpec &spec);
/// Of a kernel: without a runtime (one for the whole program is in libfullgraph.a), and without checks of
/// buffers, which the generated dispatch has done.
Halide::Target kernelTarget(const TargetSpec &spec);

} // namespace fullgraph::lower
