// What a call costs that no version takes: making one for it, or taking its kernels from the cache on disk;
// and what a call of a version costs that was made at run time. Each figure is the least of several
// processes'.
#include "ratios.h"

#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor pointwise(FG_SHAPE("f32[N]") Tensor x, FG_SHAPE("f32[N]") Tensor y) {
  return fg::tanh(x * y + fg::sigmoid(x)) * fg::exp(-y * y);
}

FG_COMPILE(.fullgraph = true)
Tensor warmUp(FG_SHAPE("f32[4]") Tensor x) { return x + 1.0; }

struct Digits {
  FG_SHAPE("f32[256,784]") Tensor w1;
  FG_SHAPE("f32[256]") Tensor b1;
  FG_SHAPE("f32[10,256]") Tensor w2;
  FG_SHAPE("f32[10]") Tensor b2;

  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,784]") Tensor x) const {
    return fg::softmax(fg::linear(fg::relu(fg::linear(x, w1, b1)), w2, b2), -1);
  }
};

namespace {

using Clock = std::chrono::steady_clock;

Tensor random(std::initializer_list<int64_t> sizes) { return fg::rand(sizes).to(fg::kDouble); }

void callPointwise() {
  const Tensor x = random({16});
  pointwise(x, x);
}
void callDigits() {
  const Digits model{random({256, 784}), random({256}), random({10, 256}), random({10})};
  model.forward(random({32, 784}));
}

constexpr int repetitions = 5;

/// Milliseconds of `call` in a process of its own that has loaded the run-time compiler; -1: no version was
/// made for it.
double inChild(void (*call)(), const std::string &cache) {
  int ends[2];
  if (pipe(ends) != 0)
    return -1;
  const pid_t child = fork();
  if (child == 0) {
    setenv("FULLGRAPH_CACHE", cache.c_str(), 1);
    warmUp(fg::ones({4}, fg::kDouble));
    const Clock::time_point start = Clock::now();
    call();
    double milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    if (fg::stats().versions != 2)
      milliseconds = -1;
    const bool sent = write(ends[1], &milliseconds, sizeof milliseconds) == sizeof milliseconds;
    _exit(sent ? 0 : 1);
  }
  close(ends[1]);
  double milliseconds = -1;
  if (read(ends[0], &milliseconds, sizeof milliseconds) != sizeof milliseconds)
    milliseconds = -1;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return milliseconds;
}

void printCompile(const char *what, void (*call)(), double bar, const std::string &cache = "0",
                  int kernels = 1) {
  double best = -1;
  for (int i = 0; i < repetitions; ++i)
    if (const double one = inChild(call, cache); one >= 0 && (best < 0 || one < best))
      best = one;
  if (best < 0)
    std::printf("%-52s no version was made (FULLGRAPH_JIT?)\n", what);
  else
    printAgainstBar(what, best / kernels, bar, "ms");
}

} // namespace

int main() {
  // Nothing is compiled in this process before its last child is gone.
  printCompile("a version of one fused pointwise kernel", callPointwise, 100);
  printCompile("a version of the digits MLP", callDigits, 300);
  std::string folder = (std::filesystem::temp_directory_path() / "fullgraph-bench-XXXXXX").string();
  if (mkdtemp(folder.data())) {
    inChild(callPointwise, folder);
    inChild(callDigits, folder);
    const auto files = std::distance(std::filesystem::directory_iterator(folder), {});
    printCompile("the pointwise kernel from the cache", callPointwise, 5, folder);
    printCompile(
        "a kernel of the digits MLP from the cache", callDigits, 5, folder,
        std::max(1, static_cast<int>(files) - 2)); // the warm-up's and the pointwise one are there, too
    std::filesystem::remove_all(folder);
  }

  const Tensor ahead = fg::rand({4}), later = random({4});
  printAgainstBar("a call of 4 elements, version built ahead",
                  nanosecondsOf([&] { return pointwise(ahead, ahead); }), 200, "ns");
  setenv("FULLGRAPH_CACHE", "0", 1);
  pointwise(later, later);
  printAgainstBar("a call of 4 elements, version made at run time",
                  nanosecondsOf([&] { return pointwise(later, later); }), 400, "ns");

  // Under Dynamic::Auto a new size is one more version at most.
  int worst = 0;
  std::vector<int64_t> sizes = {0, 1, 2, 3, 5, 8};
  do {
    fg::reset();
    for (const int64_t size : sizes)
      warmUp(fg::ones({size}, fg::kDouble));
    worst = std::max(worst, static_cast<int>(fg::stats().versions));
  } while (std::next_permutation(sizes.begin(), sizes.end()));
  printAgainstBar("versions for the sizes 0, 1, 2, 3, 5, 8 in any order", worst, 2, "");
}
