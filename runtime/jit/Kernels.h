// Kernels of versions made at run time: compiled once in a process, and once in the cache's lifetime. Service
// uses it, one request after the other. A kernel that the process or the cache has is not compiled again.
#pragma once

#include "runtime/jit/Artifacts.h"
#include "runtime/jit/KernelCache.h"
#include "runtime/jit/KernelLoader.h"
#include "runtime/jit/PlanBuilder.h"

#include "lib/Lower/Backend.h"

#include <map>

namespace fullgraph::jit {

struct KernelSettings {
  const Backend *backend = &defaultBackend();
  TargetSpec target;
  LowerOptions options;
  HostMemory memory;
};

class Kernels {
public:
  explicit Kernels(KernelCache cache) : cache(std::move(cache)) {}

  /// Compiles those that are neither known nor cached, several at a time, for `get` to take.
  void compileAhead(const std::vector<const Kernel *> &kernels, const KernelSettings &settings);
  /// The entry of a kernel for this machine. An error names a file with the kernel's graph for
  /// `fullgraph --from=graph`.
  llvm::Expected<KernelEntry> get(const Kernel &kernel, const KernelSettings &settings);

  /// Of the kernel's object, once `get` gave its entry.
  uint64_t bytesOf(const Kernel &kernel, const KernelSettings &settings) const;

  /// Writes all that `get` has given so far to one file.
  bool save(const std::string &path) const;
  /// Takes such a file's kernels; how many of this build were new, -1 for a file that cannot be taken.
  int load(const std::string &path);

private:
  struct Compiled {
    std::string object, error;
    double milliseconds = 0;
  };
  static Compiled compile(const Kernel &kernel, const KernelSettings &settings);

  KernelCache cache;
  std::map<std::string, Compiled> made; // by compileAhead, and not yet taken
  Artifacts artifacts;                  // of this process
  /// By key, and by the memory that they take: each program or library with a libfullgraph has its own, which
  /// is gone when that is unloaded.
  std::map<std::pair<void *(*)(void *, size_t), std::string>, KernelEntry> entries;
};

} // namespace fullgraph::jit
