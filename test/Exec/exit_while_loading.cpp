// A program that ends while another of its threads loads the run-time compiler, at any moment of it.
// RUN: %jit %build_and_run %s | FileCheck %s
#include <fullgraph/fullgraph.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

FG_COMPILE(.fullgraph = true)
fg::Tensor twice(FG_SHAPE("f32[4]") fg::Tensor x) { return x * 2.0 + 1.0; }

using Clock = std::chrono::steady_clock;

/// The exit status of a child that returns from main after `delay`, or 1000 and the signal.
static int endAfter(Clock::duration delay) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60); // one that hangs
    const Clock::time_point start = Clock::now();
    std::thread([] { twice(fg::zeros({5}, fg::kDouble)); }).detach();
    while (Clock::now() - start < delay) {
    }
    std::exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

int main() {
  // How long loading takes here: until a child that ends at once has waited for it.
  const Clock::time_point start = Clock::now();
  int failed = endAfter(std::chrono::milliseconds(1)) != 0;
  const Clock::duration loading = Clock::now() - start;
  constexpr int moments = 24;
  for (int i = 0; i < moments; ++i)
    failed += endAfter(loading * i / moments) != 0;
  std::printf("%d failed\n", failed);
  // CHECK: 0 failed
}
