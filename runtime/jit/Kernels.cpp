#include "runtime/jit/Kernels.h"

#include "lib/Graph/Failure.h"

#include "runtime/core/library/library.h"
#include "runtime/jit/BuildIdentity.h"
#include "runtime/jit/Logs.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>
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

std::string keyOf(const Kernel &kernel, const KernelSettings &settings) {
  return buildIdentity() + "\n" + settings.target.triple + settings.target.suffix() +
         (settings.options.strictFloat ? " strict" : "") + "\n" + printGraph(*kernel.graph);
}

std::string symbolOf(const Kernel &kernel, const KernelSettings &settings) {
  return kernel.name + settings.target.suffix();
}

/// The object's contents.
llvm::Expected<std::string> compileToString(const Kernel &kernel, const KernelSettings &settings) {
  std::string path = temporaryFolder() + "/fullgraph-kernel-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0)
    return failure("cannot write to " + temporaryFolder());
  close(file);
  llvm::Error failed = settings.backend->supports(kernel, settings.target);
  if (!failed)
    failed = settings.backend->compileKernel(kernel, settings.target, settings.options,
                                             symbolOf(kernel, settings), path);
  std::ostringstream object;
  if (!failed)
    object << std::ifstream(path, std::ios::binary).rdbuf();
  unlink(path.c_str());
  if (failed)
    return std::move(failed);
  return object.str();
}

} // namespace

Kernels::Compiled Kernels::compile(const Kernel &kernel, const KernelSettings &settings) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  Compiled compiled;
  if (llvm::Expected<std::string> object = compileToString(kernel, settings))
    compiled.object = std::move(*object);
  else
    compiled.error = llvm::toString(object.takeError());
  compiled.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  return compiled;
}

void Kernels::compileAhead(const std::vector<const Kernel *> &kernels, const KernelSettings &settings) {
  struct Task {
    const Kernel *kernel;
    std::string key;
    Compiled compiled;
  };
  std::vector<Task> tasks;
  for (const Kernel *kernel : kernels) {
    const std::string key = keyOf(*kernel, settings);
    if (entries.count({settings.memory.allocate, key}) || artifacts.count(key))
      continue;
    if (std::optional<std::string> object = cache.load(key))
      artifacts.emplace(key, std::move(*object));
    else
      tasks.push_back({kernel, key, {}});
  }
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i; (i = next.fetch_add(1)) < tasks.size();)
      tasks[i].compiled = compile(*tasks[i].kernel, settings);
  };
  std::vector<std::thread> threads;
  const size_t count = std::min<size_t>(tasks.size(), std::max(1u, std::thread::hardware_concurrency()));
  try {
    for (size_t i = 1; i < count; ++i)
      threads.emplace_back(work);
  } catch (const std::system_error &) { // no more threads are to be had: those that there are do it
  }
  work();
  for (std::thread &thread : threads)
    thread.join();
  for (Task &task : tasks)
    made.insert_or_assign(std::move(task.key), std::move(task.compiled));
}

llvm::Expected<KernelEntry> Kernels::get(const Kernel &kernel, const KernelSettings &settings) {
  if (!kernel.library.empty()) {
    const KernelEntry entry = libraryFunction(kernel.library);
    return entry ? llvm::Expected<KernelEntry>(entry)
                 : failure("the library has no operator '" + kernel.library + "'");
  }
  const std::string symbol = symbolOf(kernel, settings), key = keyOf(kernel, settings);
  if (const auto known = entries.find({settings.memory.allocate, key}); known != entries.end())
    return known->second;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto took = [](double milliseconds) {
    const auto tenths = static_cast<int64_t>(milliseconds * 10);
    return " in " + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " ms";
  };
  std::string error; // empty where there is an entry
  const auto load = [&](const std::string &code) -> void * {
    llvm::Expected<void *> loaded = loadKernel(code, symbol + "_argv", settings.memory);
    error = loaded ? "" : llvm::toString(loaded.takeError());
    return loaded ? *loaded : nullptr;
  };
  void *entry = nullptr;
  std::string &object = artifacts[key];
  if (object.empty() && !made.count(key))
    object = cache.load(key).value_or("");
  if (!object.empty())
    entry = load(object);
  if (entry) {
    log("cache",
        symbol + ": loaded" + took(std::chrono::duration<double, std::milli>(Clock::now() - start).count()));
  } else {
    const auto ahead = made.find(key);
    Compiled compiled = ahead == made.end() ? compile(kernel, settings) : std::move(ahead->second);
    if (ahead != made.end())
      made.erase(ahead);
    error = compiled.error;
    object = std::move(compiled.object);
    if (error.empty())
      entry = load(object);
    log("cache", symbol + ": compiled" + took(compiled.milliseconds));
    if (entry)
      cache.store(key, object);
    if (logs("kernel_code")) {
      llvm::Expected<std::string> text =
          settings.backend->printKernel(kernel, settings.target, settings.options, symbol);
      log("kernel_code", symbol + ":\n" + (text ? *text : llvm::toString(text.takeError())));
    }
  }
  if (!entry) {
    artifacts.erase(key);
    error = "kernel '" + kernel.name + "' failed to compile: " + error;
    if (const std::string repro = writeRepro(kernel.name, printGraph(*kernel.graph)); !repro.empty())
      error += " (its graph is in " + repro + ")";
    return failure(error);
  }
  return entries[{settings.memory.allocate, key}] = reinterpret_cast<KernelEntry>(entry);
}

uint64_t Kernels::bytesOf(const Kernel &kernel, const KernelSettings &settings) const {
  const auto object = artifacts.find(keyOf(kernel, settings));
  return object == artifacts.end() ? 0 : object->second.size();
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
