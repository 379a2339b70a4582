// What a run of the tool has to do with tunings: it takes the kernels' knobs from a file, and measures those
// that `fullgraph tune` or fg::Mode::MaxAutotune want measured. FromSource.cpp and FromGraph.cpp call it,
// between the stage that knows all kernels and the first that prints or builds them.
#pragma once

#include "lib/Driver/Options.h"
#include "lib/Driver/Stages.h"

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace fullgraph {

/// Gives `kernels` what the tuning of this run says, after measuring where that is wanted. `besideOutput`:
/// the file for kernels of fg::Mode::MaxAutotune, where the command line names none. Returns remarks. An
/// error names the file, and the kernel and knob whose value cannot be.
llvm::Expected<std::vector<std::string>> tuneKernels(const DriverOptions &options, const std::string &input,
                                                     const std::string &besideOutput,
                                                     const std::vector<TargetSpec> &targets,
                                                     KernelSet &kernels);

} // namespace fullgraph
