// TargetSpec as Halide's Target. The backend and the choice of variants use it. A name that means no target
// is an error.
#pragma once

#include "lib/Lower/Target.h"

#include <Halide.h>
#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace fullgraph::lower {

/// "host", "x86-64-v3", "x86-64-v4", "aarch64-linux", or a Halide target string; the error says what is
/// known.
llvm::Expected<std::vector<TargetSpec>> parseHalideTarget(const std::string &text);
/// The instruction set of `spec`.
Halide::Target halideTarget(const TargetSpec &spec);
/// Of a kernel: without a runtime (one for the whole program is in libfullgraph.a), and without checks of
/// buffers, which the generated dispatch has done.
Halide::Target kernelTarget(const TargetSpec &spec);

} // namespace fullgraph::lower
