// Kernels of versions made at run time: compiled once in a process, and once in the cache's lifetime.
#pragma once

#include "runtime/jit/KernelCache.h"
#include "runtime/jit/KernelLoader.h"
#include "runtime/jit/PlanBuilder.h"

#include "lib/Lower/Lower.h"

#include <map>

namespace fullgraph::jit {

class Kernels {
public:
  explicit Kernels(KernelCache cache) : cache(std::move(cache)) {}

  /// The entry of a kernel for this machine. Null and `error`, which names a file with the kernel's graph for
  /// `fullgraph --from=graph`.
  KernelEntry get(const Kernel &kernel, const TargetSpec &target, const LowerOptions &options,
                  const HostMemory &memory, std::string &error);

private:
  KernelCache cache;
  std::map<std::string, KernelEntry> entries; // by key
};

} // namespace fullgraph::jit
