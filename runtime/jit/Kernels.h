// Kernels of versions made at run time: compiled once in a process, and once in the cache's lifetime.
#pragma once

#include "runtime/jit/Artifacts.h"
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

  /// Writes all that `get` has given so far to one file.
  bool save(const std::string &path) const;
  /// Takes such a file's kernels; how many of this build were new, -1 for a file that cannot be taken.
  int load(const std::string &path);

private:
  KernelCache cache;
  Artifacts artifacts; // of this process
  /// By key, and by the memory that they take: each program or library with a libfullgraph has its own, which
  /// is gone when that is unloaded.
  std::map<std::pair<void *(*)(void *, size_t), std::string>, KernelEntry> entries;
};

} // namespace fullgraph::jit
