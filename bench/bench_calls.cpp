// What a call of a compiled function costs beyond its kernels: guards and dispatch in nanoseconds, and
// allocations.
#include "eager_scope.h"
#include "model.h"
#include "ratios.h"
#include "small.h"

#include <atomic>
#include <cstdlib>

// Counts what the whole program allocates. glibc's own entry points do the work.
extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
static std::atomic<long> allocations{0};
void *malloc(size_t size) { return ++allocations, __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return ++allocations, __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return ++allocations, __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { return ++allocations, __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return ++allocations, __libc_memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  ++allocations;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : 12; // ENOMEM
}
void free(void *p) { __libc_free(p); }
}

namespace {

template <class Call> long allocationsOf(const Call &call) {
  call(); // the first call makes the workspace and reads the environment
  const long before = allocations.load();
  call();
  return allocations.load() - before;
}

template <class Call> void registerCall(const char *name, const Call &call) {
  benchmark::RegisterBenchmark(name,
                               [call](benchmark::State &state) {
                                 for (auto _ : state)
                                   benchmark::DoNotOptimize(call());
                               })
      ->Unit(benchmark::kNanosecond)
      ->UseRealTime();
}

void printAllocations(const char *what, long calls, long outputs) {
  std::printf("%-52s %10ld     (its outputs: %ld, %s)\n", what, calls, outputs,
              calls <= outputs ? "held" : "MISSED");
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  const fg::Tensor x = fg::rand({1}), y = fg::rand({1});
  registerCall("output alone", [] { return fg::rt::empty(fg::kFloat, {1}); });
  registerCall("2 parameters", [x, y] { return addSmall(x, y); });
  registerCall("8 parameters", [x, y] { return addEight(x, y, x, y, x, y, x, y); });
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);

  const double output = reporter.time("output alone/real_time");
  if (output > 0) {
    printAgainstBar("guards, dispatch and kernel of f32[1], 2 parameters",
                    reporter.time("2 parameters/real_time") - output, 100, "ns");
    printAgainstBar("guards, dispatch and kernel of f32[1], 8 parameters",
                    reporter.time("8 parameters/real_time") - output, 100, "ns");
  }

  const std::string data = DIGITS_DATA;
  const Cnn cnn(data + "/cnn.safetensors");
  const Mlp mlp(data + "/mlp.safetensors");
  for (const int64_t batch : {1, 360}) {
    const fg::Tensor images = fg::rand({batch, 1, 8, 8}), rows = images.flatten(1);
    const long outputs = allocationsOf([&] { return fg::rt::empty(fg::kFloat, {batch, 10}); });
    const std::string suffix = ", batch " + std::to_string(batch);
    printAllocations(("allocations of a warm cnn call" + suffix).c_str(),
                     allocationsOf([&] { return cnn.forward(images); }), outputs);
    printAllocations(("allocations of a warm mlp call" + suffix).c_str(),
                     allocationsOf([&] { return mlp.forward(rows); }), outputs);
  }
}
