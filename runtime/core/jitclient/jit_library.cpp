#include "runtime/core/jitclient/jit_library.h"

#include "runtime/core/dispatch/environment.h"
#include "runtime/core/jitclient/compile_queue.h"

#include <fullgraph/control.h>

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
  std::atomic<int (*)(int)> setThreads{nullptr}; // the library's own halide_set_num_threads
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

thread_local bool compiling = false;

/// At the program's end: the compiler's own statics go next, and no thread may be in it then.
void end() {
  Loader &l = loader();
  const bool wasLost = l.lost.exchange(true); // then the lock may be held by a thread of the parent's
  endCompileQueue();
  if (!wasLost && !compiling) { // compiling: what is being compiled has called exit
    l.mutex.lock();
    l.mutex.unlock();
  }
  if (const plan::Library *library = l.library.load(); library && !wasLost)
    library->end();
}

struct Opened {
  const plan::Library *library;
  std::string why; // there is none
};

Opened open(const std::string &path) {
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *text = dlerror();
    return {nullptr, text ? text : "cannot load " + path};
  }
  const auto entry = reinterpret_cast<const plan::Library *(*)()>(dlsym(handle, "fullgraph_jit"));
  const plan::Library *library = entry ? entry() : nullptr;
  if (library && library->abiVersion == plan::abiVersion) {
    loader().setThreads.store(reinterpret_cast<int (*)(int)>(dlsym(handle, "halide_set_num_threads")));
    return {library, ""}; // never closed: versions and their kernels are in it
  }
  dlclose(handle);
  return {nullptr, path + " is of another version of fullgraph"};
}

/// The file that this code was linked into.
std::string ownFile() {
  Dl_info self{};
  return dladdr(reinterpret_cast<void *>(&afterFork), &self) && self.dli_fname ? self.dli_fname : "";
}

/// A library with this code stays when it is closed: a thread may be compiling for it, and dlclose, which
/// holds the loader's lock, cannot wait for that thread, which needs the lock to link kernels.
void stay() {
  if (const std::string file = ownFile(); !file.empty())
    dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE); // of a program: nothing
}

bool exists(const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (file)
    std::fclose(file);
  return file != nullptr;
}

const plan::Library *find() {
  const char *given = environmentText(Variable::Jit);
  if (given && (!*given || std::strcmp(given, "0") == 0))
    return nullptr;
  Opened opened = {};
  if (given) {
    opened = open(given);
  } else {
    if (const std::string file = ownFile(); !file.empty()) {
      const size_t slash = file.rfind('/');
      const std::string folder = slash == file.npos ? "./" : file.substr(0, slash + 1);
      for (const std::string &path : {folder + fileName, folder + "../lib/" + fileName})
        if (!opened.library && exists(path))
          opened = open(path);
    }
    if (!opened.library)
      opened = open(fileName);
  }
  if (opened.library)
    return opened.library;
  std::fprintf(stderr,
               "fullgraph: no run-time compiler: %s; calls that fit no compiled version run eagerly "
               "(FULLGRAPH_JIT=<path> names the library, FULLGRAPH_JIT=0 is to do without)\n",
               opened.why.c_str());
  return nullptr;
}

} // namespace

void setJitThreads(int threads) {
  if (const auto set = loader().setThreads.load())
    set(threads);
}

const plan::Library *jitLibrary() {
  Loader &l = loader();
  if (l.lost.load(std::memory_order_relaxed))
    return nullptr;
  if (!l.done.load(std::memory_order_acquire)) {
    static const int forks = pthread_atfork(nullptr, nullptr, afterFork);
    (void)forks;
    const SlowPath here;
    const std::lock_guard<std::mutex> lock(l.mutex);
    if (!l.done.load(std::memory_order_relaxed)) {
      // First, so that a program which ends meanwhile waits: nothing that is loaded registers anything behind
      // it (runtime/jit/First.cpp). Refused when the program has already done with all handlers.
      if (std::atexit(end) != 0) {
        l.lost.store(true);
        return nullptr;
      }
      stay();
      l.library.store(find(), std::memory_order_relaxed);
      l.done.store(true, std::memory_order_release);
    }
  }
  return l.lost.load(std::memory_order_relaxed) ? nullptr : l.library.load(std::memory_order_relaxed);
}

bool jitEnds() { return loader().lost.load(std::memory_order_relaxed); }

bool jitCompile(const plan::Library &library, const plan::Request &request, plan::Reply &reply) {
  Loader &l = loader();
  const std::lock_guard<std::mutex> lock(l.mutex);
  if (l.lost.load(std::memory_order_relaxed))
    return false;
  compiling = true;
  library.compile(request, reply);
  compiling = false;
  return true;
}

namespace {

template <class F> int withLibrary(const F &f) {
  const plan::Library *library = jitLibrary();
  if (!library)
    return -1;
  const SlowPath here;
  return f(*library);
}

} // namespace

SlowPath::SlowPath() { loader().slowPaths.fetch_add(1); }
SlowPath::~SlowPath() { loader().slowPaths.fetch_sub(1); }

} // namespace fg::rt

namespace fg {

bool save_cache_artifacts(const char *path) {
  return rt::withLibrary([&](const rt::plan::Library &library) { return library.saveKernels(path); }) == 0;
}

int load_cache_artifacts(const char *path) {
  return rt::withLibrary([&](const rt::plan::Library &library) { return library.loadKernels(path); });
}

} // namespace fg
