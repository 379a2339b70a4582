// Sixteen threads call one compiled function, the first call of the process among them: what is set up once,
// the weights' reference counts and the log of misses are shared, and each thread's workspace is its own.
// Built with -fsanitize=thread (the tsan preset), a race fails the test.
// RUN: %build_and_run %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: fullgraph: threads.cpp: 3 functions
// LOG: fullgraph: Net::forward: x.size(1): expected 24, got 20; running eagerly
// LOG-NOT: running eagerly
// CHECK: 16 threads agree with one that runs eagerly
#include <fullgraph/dispatch.h>
#include <fullgraph/fullgraph.h>

#include <barrier>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

struct Net {
  FG_SHAPE("f32[64,24]") fg::Tensor w1 = filled({64, 24}, 0.05);
  FG_SHAPE("f32[10,64]") fg::Tensor w2 = filled({10, 64}, 0.03);

  static fg::Tensor filled(fg::IntArrayRef sizes, double step) {
    int64_t count = 1;
    for (const int64_t size : sizes)
      count *= size;
    return fg::sin(fg::arange(count, fg::kFloat) * step).reshape(sizes);
  }

  FG_COMPILE() fg::Tensor forward(FG_SHAPE("f32[N,24]") const fg::Tensor &x) const {
    const fg::Tensor h = fg::relu(fg::matmul(x, w1.t()));
    return fg::softmax(fg::matmul(h, w2.t()), 1);
  }
};

/// Large enough for its kernel to be shared out to Halide's own threads.
FG_COMPILE() fg::Tensor large(FG_SHAPE("f32[N]") fg::Tensor x) { return fg::tanh(x) * fg::exp(-x * x); }

/// A break between two graphs.
FG_COMPILE() fg::Tensor steps(FG_SHAPE("f32[N,24]") fg::Tensor x) {
  fg::Tensor y = fg::exp(x) + 1;
  if (y.sum().item<float>() > 1000)
    y = y * 0.5;
  return fg::log(y) - x;
}

constexpr int threads = 16, rounds = 20;

std::vector<fg::Tensor> work(const Net &net, int thread) {
  std::vector<fg::Tensor> results;
  for (int round = 0; round < rounds; ++round) {
    const fg::Tensor x = Net::filled({1 + (thread + round) % 5, 24}, 0.01 * (1 + thread));
    results.push_back(net.forward(x));
    results.push_back(steps(x));
    if (round % 5 == 0) // sizes that no version takes
      try {
        net.forward(Net::filled({3, 20}, 0.1));
      } catch (const fg::Error &) {
        results.push_back(x);
      }
    if (round % 10 == 0)
      results.push_back(large(Net::filled({1 << 17}, 1e-3 * (1 + thread))));
  }
  return results;
}

bool near(const fg::Tensor &a, const fg::Tensor &b) {
  return a.sizes() == b.sizes() && fg::all(fg::abs(a - b) <= 1e-5 * (1 + fg::abs(b))).item<bool>();
}

int main() {
  const Net net;
  std::vector<std::vector<fg::Tensor>> results(threads);
  std::vector<std::thread> running;
  std::barrier start(threads);
  for (int i = 0; i < threads; ++i)
    running.emplace_back([&, i] {
      start.arrive_and_wait();
      results[static_cast<size_t>(i)] = work(net, i);
    });
  for (std::thread &thread : running)
    thread.join();
  fg::rt::state::enabled.store(0);
  int agree = 0;
  for (int i = 0; i < threads; ++i) {
    const std::vector<fg::Tensor> expected = work(net, i);
    const std::vector<fg::Tensor> &actual = results[static_cast<size_t>(i)];
    bool same = actual.size() == expected.size();
    for (size_t k = 0; same && k < expected.size(); ++k)
      same = near(actual[k], expected[k]);
    agree += same;
  }
  std::printf("%d threads agree with one that runs eagerly\n", agree);
}
