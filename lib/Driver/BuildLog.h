// `--log`: what a build has to tell besides graph breaks, under the names of FULLGRAPH_LOGS. FromSource.cpp
// calls it, Options.cpp for the names. It reads what was built and changes nothing of it.
#pragma once

#include "lib/Driver/KernelBuild.h"
#include "lib/Emit/Emit.h"

#include <string>
#include <vector>

namespace fullgraph {

/// The names that `--log` takes, but for "all".
std::vector<std::string> buildLogNames();

struct BuildLogInput {
  std::vector<std::string> names; // of buildLogNames
  const std::vector<CompiledFunction> &functions;
  const std::vector<TargetSpec> &targets;
  const std::vector<KernelTask> &tasks;
  std::string kernelCode; // of "kernel_code"
};

/// In the order of the names, each with the places in the source that it is about:
///   guards        what each compiled path checks of a call, and what made it
///   dynamic       sizes that it takes as they come
///   graph_code    its graph
///   kernel_code   its kernels as Halide C++
///   perf_hints    what makes it slower than it could be
///   capture       the work of capturing each function, and how much it may be
///   cache         kernels that were compiled, or taken from an earlier build
std::string buildLog(const BuildLogInput &input);

} // namespace fullgraph
