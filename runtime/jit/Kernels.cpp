#include "runtime/jit/Kernels.h"

#include "runtime/core/library/library.h"
#include "runtime/jit/BuildIdentity.h"
#include "runtime/jit/Logs.h"

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace fullgraph::jit {
namespace {

/// An operator that nothing is compiled for: this library has a copy of it.
KernelEntry libraryFunction(const std::string &name) {
#define FG_ENTRY(op)                                                                                         \
  if (name == #op)                                                                                           \
    return fg_library_##op;
  FG_LIBRARY_OPERATORS(FG_ENTRY)
#undef FG_ENTRY
  return nullptr;
}

/// The object's contents, or `error`.
std::string compileToString(const Kernel &kernel, const TargetSpec &target, const LowerOptions &options,
                            const std::string &symbol, std::string &error) {
  std::string path = temporaryFolder() + "/fullgraph-kernel-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0) {
    error = "cannot write to " + temporaryFolder();
    return "";
  }
  close(file);
  error = compileKernel(kernel, target, options, symbol, path);
  std::ostringstream object;
  if (error.empty())
    object << std::ifstream(path, std::ios::binary).rdbuf();
  unlink(path.c_str());
  return object.str();
}

} // namespace

KernelEntry Kernels::get(const Kernel &kernel, const TargetSpec &target, const LowerOptions &options,
                         const HostMemory &memory, std::string &error) {
  if (!kernel.library.empty())
    return libraryFunction(kernel.library);
  const std::string symbol = kernel.name + target.suffix();
  const std::string key = buildIdentity() + "\n" + target.triple + target.suffix() +
                          (options.strictFloat ? " strict" : "") + "\n" + printGraph(*kernel.graph);
  if (const auto known = entries.find({memory.allocate, key}); known != entries.end())
    return known->second;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto took = [&] {
    const auto us = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
    return " in " + std::to_string(us / 1000) + "." + std::to_string(us / 100 % 10) + " ms";
  };
  void *entry = nullptr;
  std::string &object = artifacts[key];
  if (object.empty())
    object = cache.load(key).value_or("");
  if (!object.empty())
    entry = loadKernel(object, symbol + "_argv", memory, error);
  if (entry) {
    log("cache", symbol + ": loaded" + took());
  } else {
    error.clear();
    object = compileToString(kernel, target, options, symbol, error);
    if (error.empty())
      entry = loadKernel(object, symbol + "_argv", memory, error);
    log("cache", symbol + ": compiled" + took());
    if (entry)
      cache.store(key, object);
    if (logs("kernel_code")) {
      std::string why;
      const std::string text = printHalide(kernel, target, options, symbol, why);
      log("kernel_code", symbol + ":\n" + (why.empty() ? text : why));
    }
  }
  if (!entry) {
    artifacts.erase(key);
    error = "kernel '" + kernel.name + "' failed to compile: " + error;
    if (const std::string repro = writeRepro(kernel.name, printGraph(*kernel.graph)); !repro.empty())
      error += " (its graph is in " + repro + ")";
    return nullptr;
  }
  return entries[{memory.allocate, key}] = reinterpret_cast<KernelEntry>(entry);
}

bool Kernels::save(const std::string &path) const { return saveArtifacts(path, artifacts); }

int Kernels::load(const std::string &path) {
  std::optional<Artifacts> found = loadArtifacts(path);
  if (!found)
    return -1;
  int taken = 0;
  for (const auto &[key, object] : *found)
    taken += key.rfind(buildIdentity() + "\n", 0) == 0 && artifacts.emplace(key, object).second;
  return taken;
}

} // namespace fullgraph::jit
