#include "kernel_loader.h"

#include "lib/Lower/Backend.h"

#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace fullgraph::bench {

namespace {

struct Folder {
  std::string path;
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "fullgraph-bench-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

const std::string &folder() {
  static const Folder made;
  return made.path;
}

} // namespace

Tensor::Tensor(std::vector<int64_t> sizes, int bytes) {
  int64_t count = 1;
  for (size_t d = sizes.size(); d-- > 0;) {
    dims.push_back({0, static_cast<int32_t>(sizes[d]), static_cast<int32_t>(count), 0});
    count *= sizes[d];
  }
  for (int64_t i = 0; i < count * bytes / 4; ++i)
    data.push_back(static_cast<float>(i * 37 % 101 - 50) / 100);
  buffer.host = reinterpret_cast<uint8_t *>(data.data());
  buffer.dimensions = static_cast<int32_t>(dims.size());
  buffer.dim = dims.data();
}

void Tensor::shift(float what) {
  for (float &x : data)
    x += what;
}

LoadedKernel::LoadedKernel(const std::string &graphText, int level) {
  static int count = 0;
  const TargetSpec target{"x86-64-linux", level};
  const std::string symbol = "kernel_" + std::to_string(count++), object = folder() + "/" + symbol + ".o",
                    runtime = folder() + "/runtime.o", shared = folder() + "/" + symbol + ".so";
  if (!std::filesystem::exists(runtime))
    message = llvm::toString(defaultBackend().compileRuntime(target, runtime));
  if (!message.empty())
    return;
  Kernel kernel;
  llvm::Expected<std::unique_ptr<Graph>> graph = parseGraph(graphText);
  if (!graph) {
    message = llvm::toString(graph.takeError());
    return;
  }
  kernel.graph = std::move(*graph);
  const auto start = std::chrono::steady_clock::now();
  message = llvm::toString(defaultBackend().compileKernel(kernel, target, {}, symbol, object));
  milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (!message.empty())
    return;
  bytes = std::filesystem::file_size(object);
  const std::string link = "cc -shared -o " + shared + " " + object + " " + runtime + " -lpthread -ldl -lm";
  if (std::system(link.c_str()) != 0) {
    message = "failed: " + link;
    return;
  }
  void *library = dlopen(shared.c_str(), RTLD_NOW | RTLD_LOCAL);
  entry = library ? dlsym(library, symbol.c_str()) : nullptr;
  threads = library ? dlsym(library, "halide_set_num_threads") : nullptr;
  if (!entry)
    message = dlerror();
}

void LoadedKernel::setThreads(int count) const { reinterpret_cast<int (*)(int)>(threads)(count); }

std::function<void()> LoadedKernel::prepare(const std::vector<Tensor *> &inputs,
                                            const std::vector<int64_t> &sizes,
                                            const std::vector<Tensor *> &outputs) const {
  // Surplus integer arguments do not matter to the callee: see the C ABI of x86-64 and AArch64.
  std::vector<int64_t> a;
  for (Tensor *t : inputs)
    a.push_back(reinterpret_cast<int64_t>(&t->buffer));
  a.insert(a.end(), sizes.begin(), sizes.end());
  for (Tensor *t : outputs)
    a.push_back(reinterpret_cast<int64_t>(&t->buffer));
  a.resize(8);
  using Function = int (*)(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);
  const auto f = reinterpret_cast<Function>(entry);
  return [f, a] { f(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]); };
}

} // namespace fullgraph::bench
