// Kernels to object files, several at a time. Stages.h and BuildLog.h use it. A task says in its name what
// its object depends on, so that an object that is there already is the right one.
#pragma once

#include "lib/Lower/Backend.h"

#include <string>
#include <vector>

namespace fullgraph {

struct KernelTask {
  const Kernel *kernel = nullptr; // must live until buildKernels has returned
  const Backend *backend = nullptr;
  std::string kernelName;
  TargetSpec target;
  LowerOptions options;
  std::string symbol;
  std::string objectPath;
  unsigned timeLimitSeconds = 300; // a kernel takes a tenth of a second; one that takes this long never ends
  // Results.
  bool reused = false; // the object was there already
  double seconds = 0;
  std::string error; // why there is no object; empty: there is one
};

/// Compiles each task in a process of its own, at most `jobs` at a time: a backend that crashes or hangs
/// costs its kernel, not the tool. An object that exists is taken as it is, so its path must say everything
/// it depends on. Objects appear under their path only when they are complete. The calling process must have
/// no other threads or children.
void buildKernels(std::vector<KernelTask> &tasks, unsigned jobs);

/// 16 hex digits that change with this executable and the Halide library it has loaded.
std::string toolHash(const std::string &executable);

} // namespace fullgraph
