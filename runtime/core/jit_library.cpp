#include "runtime/core/jit_library.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <pthread.h>
#include <string>

namespace fg::rt {

namespace {

constexpr const char *fileName = "libfullgraph_jit.so";

/// Never destroyed: other threads may miss while the program exits.
struct Loader {
  std::mutex mutex; // of loading and of compiling
  std::atomic<const plan::Library *> library{nullptr};
  std::atomic<bool> done{false};
  std::atomic<int> slowPaths{0};
  std::atomic<bool> lost{false};
};
Loader &loader() {
  static Loader &instance = *new Loader;
  return instance;
}

/// In a child of fork. Where another thread was compiling at that moment, the library's state is half made
/// and its lock held by nobody.
void afterFork() {
  Loader &l = loader();
  if (l.slowPaths.load())
    l.lost.store(true);
}

const plan::Library *open(const std::string &path, std::string &error) {
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *text = dlerror();
    error = text ? text : "cannot load " + path;
    return nullptr;
  }
  const auto entry = reinterpret_cast<const plan::Library *(*)()>(dlsym(handle, "fullgraph_jit"));
  const plan::Library *library = entry ? entry() : nullptr;
  if (library && library->abiVersion == plan::abiVersion)
    return library; // never closed: versions and their kernels are in it
  error = path + " is of another version of fullgraph";
  dlclose(handle);
  return nullptr;
}

bool exists(const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (file)
    std::fclose(file);
  return file != nullptr;
}

const plan::Library *find() {
#if defined(__GLIBC__)
  const char *given = secure_getenv("FULLGRAPH_JIT");
#else
  const char *given = std::getenv("FULLGRAPH_JIT");
#endif
  if (given && (!*given || std::strcmp(given, "0") == 0))
    return nullptr;
  std::string error;
  if (given) {
    if (const plan::Library *library = open(given, error))
      return library;
  } else {
    Dl_info self{};
    if (dladdr(reinterpret_cast<void *>(&afterFork), &self) && self.dli_fname) {
      const std::string file = self.dli_fname;
      const size_t slash = file.rfind('/');
      const std::string folder = slash == file.npos ? "./" : file.substr(0, slash + 1);
      for (const std::string &path : {folder + fileName, folder + "../lib/" + fileName})
        if (exists(path))
          if (const plan::Library *library = open(path, error))
            return library;
    }
    if (const plan::Library *library = open(fileName, error))
      return library;
  }
  std::fprintf(stderr,
               "fullgraph: no run-time compiler: %s; calls that fit no compiled version run eagerly "
               "(FULLGRAPH_JIT=<path> names the library, FULLGRAPH_JIT=0 is to do without)\n",
               error.c_str());
  return nullptr;
}

} // namespace

const plan::Library *jitLibrary() {
  Loader &l = loader();
  if (l.lost.load(std::memory_order_relaxed))
    return nullptr;
  if (!l.done.load(std::memory_order_acquire)) {
    const std::lock_guard<std::mutex> lock(l.mutex);
    if (!l.done.load(std::memory_order_relaxed)) {
      l.library.store(find(), std::memory_order_relaxed);
      pthread_atfork(nullptr, nullptr, afterFork);
      l.done.store(true, std::memory_order_release);
    }
  }
  return l.library.load(std::memory_order_relaxed);
}

void jitCompile(const plan::Library &library, const plan::Request &request, plan::Reply &reply) {
  Loader &l = loader();
  const std::lock_guard<std::mutex> lock(l.mutex);
  library.compile(request, reply);
}

SlowPath::SlowPath() { loader().slowPaths.fetch_add(1); }
SlowPath::~SlowPath() { loader().slowPaths.fetch_sub(1); }

} // namespace fg::rt
