// Processes and libraries that end, or are forked, while a version is being made.
// In a forked child, what another thread of the parent's held is a leak.
// RUN: env ASAN_OPTIONS=detect_leaks=0 %jit %build_and_run %s 2>&1 | FileCheck %s
// RUN: %fullgraph %s -o %t.fg.cpp --archive %t.fg.a -- %fg_flags -DLIBRARY -fPIC
// RUN: %fg_cxx -fPIC -DLIBRARY -c %t.fg.cpp -o %t.fg.o && %fg_link -shared %t.fg.o %t.fg.a %fg_lib -o %t.so
// RUN: %jit %t.compiled/lifetime %t.so 2>&1 | FileCheck --check-prefix=LIBRARY %s
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

FG_COMPILE(.fullgraph = true)
fg::Tensor twice(FG_SHAPE("f32[4]") fg::Tensor x) { return fg::tanh(x) * 2.0 + 1.0; }

static const fg::ScalarType dtypes[] = {fg::kDouble, fg::kHalf, fg::kBFloat16, fg::kInt};

/// How many of the results are wrong.
static int callAll() {
  int wrong = 0;
  for (const fg::ScalarType dtype : dtypes)
    wrong += twice(fg::zeros({5}, dtype)).to(fg::kDouble).sum().item<double>() != 5;
  return wrong;
}

#ifdef LIBRARY
extern "C" int use() {
  fg::set_compile_policy(fg::CompilePolicy::Background);
  return callAll();
}
#else

/// The exit status of a child that runs `f`; a child that hangs is killed.
template <class F> static int inChild(F f) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    std::exit(f());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void forks() {
  int failed = 0;
  // In the background, and in threads of its own: at each moment someone compiles or waits.
  fg::set_compile_policy(fg::CompilePolicy::Background);
  for (int i = 0; i < 5; ++i) {
    fg::reset();
    failed += callAll();
    failed += inChild(callAll) != 0;
  }
  fg::wait_for_compilation();
  fg::set_compile_policy(fg::CompilePolicy::Synchronous);
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t)
    threads.emplace_back([&] {
      while (!stop) {
        fg::reset();
        wrong += callAll();
      }
    });
  for (int i = 0; i < 10; ++i)
    failed += inChild(callAll) != 0;
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
  std::printf("forks: %d children failed, %d wrong\n", failed, wrong.load());
  // CHECK: forks: 0 children failed, 0 wrong
  fg::reset();
  // Where nobody compiles, the child may.
  const int status = inChild([] { return callAll() + (fg::stats().versions == 4 ? 0 : 10); });
  std::printf("a child that compiles: %d\n", status);
  // CHECK-NEXT: a child that compiles: 0
}

static void ends() {
  int failed = 0;
  for (const fg::CompilePolicy policy : {fg::CompilePolicy::Synchronous, fg::CompilePolicy::Background})
    for (int i = 0; i < 4; ++i)
      failed += inChild([&] {
                  fg::reset();
                  fg::set_compile_policy(policy);
                  std::atomic<bool> started{false};
                  std::thread([&] {
                    started = true;
                    callAll();
                    pause();
                  }).detach();
                  while (!started)
                    std::this_thread::yield();
                  usleep(static_cast<useconds_t>(5000 * i));
                  return 0; // exit, with a version half made
                }) != 0;
  std::printf("ends: %d failed\n", failed);
  // CHECK-NEXT: ends: 0 failed
}

/// Closed while a version of its function is being made: it stays, and is used again.
static void libraries(const char *path) {
  int failed = 0;
  for (int i = 0; i < 3; ++i) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      std::printf("%s\n", dlerror());
      return;
    }
    failed += reinterpret_cast<int (*)()>(dlsym(library, "use"))();
    dlclose(library);
  }
  failed += dlopen(path, RTLD_NOW | RTLD_NOLOAD) == nullptr;
  std::printf("libraries: %d failed\n", failed);
  // LIBRARY: libraries: 0 failed
}

int main(int argc, char **argv) {
  if (argc > 1) {
    libraries(argv[1]);
    return 0;
  }
  forks();
  ends();
}
#endif
