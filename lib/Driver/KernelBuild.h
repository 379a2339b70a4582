// Kernels to object files, several at a time.
#pragma once

#include "lib/Lower/Lower.h"

#include <functional>
#include <string>
#include <vector>

namespace fullgraph {

struct KernelTask {
  const Kernel *kernel = nullptr; // must live until buildKernels has returned
  std::string kernelName;
  TargetSpec target;
  LowerOptions options;
  std::string symbol;
  std::string objectPath;
  // Results.
  bool reused = false; // the object was there already
  double seconds = 0;
  std::string error; // empty: the object is there
};

/// What compiles one kernel: compileKernel's parameters and result.
using KernelCompiler = std::function<std::string(const Kernel &, const TargetSpec &, const LowerOptions &,
                                                 const std::string &symbol, const std::string &objectPath)>;

/// Compiles each task in a process of its own, at most `jobs` at a time: a backend that crashes or hangs
/// costs its kernel, not the tool. An object that exists is taken as it is, so its path must say everything
/// it depends on. Objects appear under their path only when they are complete. The calling process must have
/// no other threads or children.
void buildKernels(std::vector<KernelTask> &tasks, unsigned jobs,
                  const KernelCompiler &compiler = compileKernel);

/// 16 hex digits that change with this executable and the Halide library it has loaded.
std::string toolHash(const std::string &executable);

} // namespace fullgraph
