#include "runtime/jit/Kernels.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace fullgraph::jit {
namespace {

/// This library's file: kernels of another build are others, whatever its version is called.
const std::string &buildIdentity() {
  static const std::string identity = [] {
    Dl_info info{};
    struct stat status{};
    std::string text = backendVersion() + " abi " + std::to_string(FG_ABI_VERSION);
    if (dladdr(reinterpret_cast<void *>(&buildPlan), &info) && info.dli_fname &&
        stat(info.dli_fname, &status) == 0)
      text += " build " + std::to_string(status.st_size) + "." + std::to_string(status.st_mtim.tv_sec) + "." +
              std::to_string(status.st_mtim.tv_nsec);
    return text;
  }();
  return identity;
}

std::string temporaryFolder() {
  const char *folder = std::getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
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

std::string writeRepro(const Kernel &kernel) {
  std::string path = temporaryFolder() + "/fullgraph-" + kernel.name + "-XXXXXX.graph";
  const int file = mkstemps(path.data(), 6);
  if (file < 0)
    return "";
  const std::string text = printGraph(*kernel.graph);
  const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  return close(file) == 0 && written ? path : "";
}

} // namespace

KernelEntry Kernels::get(const Kernel &kernel, const TargetSpec &target, const LowerOptions &options,
                         const HostMemory &memory, std::string &error) {
  const std::string symbol = kernel.name + target.suffix();
  const std::string key = buildIdentity() + "\n" + target.triple + target.suffix() +
                          (options.strictFloat ? " strict" : "") + "\n" + printGraph(*kernel.graph);
  if (const auto known = entries.find(key); known != entries.end())
    return known->second;
  void *entry = nullptr;
  if (const std::optional<std::string> stored = cache.load(key))
    entry = loadKernel(*stored, symbol + "_argv", memory, error);
  if (!entry) {
    error.clear();
    const std::string object = compileToString(kernel, target, options, symbol, error);
    if (error.empty())
      entry = loadKernel(object, symbol + "_argv", memory, error);
    if (entry)
      cache.store(key, object);
  }
  if (!entry) {
    error = "kernel '" + kernel.name + "' failed to compile: " + error;
    if (const std::string repro = writeRepro(kernel); !repro.empty())
      error += " (its graph is in " + repro + ")";
    return nullptr;
  }
  return entries[key] = reinterpret_cast<KernelEntry>(entry);
}

} // namespace fullgraph::jit
