// Each kind of graph break that C++ control flow, objects and state bring about (FG3xx, FG4xx), and that
// runs: what is printed, in what order, and what is left in objects are those of the eager program.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// CHECK: caught too big
// CHECK: leave guard
// CHECK: history 2
// CHECK: seen 2 mine 8
// CHECK: end
#include <atomic>
#include <cstdio>
#include <cstring>
#include <fullgraph/fullgraph.h>
#include <functional>
#include <forward_list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <typeinfo>
#include <vector>

using fg::Tensor;

static double number(const Tensor &x) { return x.defined() ? x.to(fg::kDouble).sum().item<double>() : -1; }
static void show(const char *what, const Tensor &x) { std::printf("%s: %.4f\n", what, number(x)); }

// --- control flow and objects
FG_COMPILE()
Tensor exceptions(FG_SHAPE("f32[N,4]") Tensor x, int n) {
  Tensor h = fg::relu(x);
  try { // LOG-DAG: {{\] \[FG301\]}}
    h = h * 2;
    std::printf("try %d\n", n);
    if (n > 2)
      throw std::runtime_error("too big");
    h = h + 1;
  } catch (const std::runtime_error &error) {
    std::printf("caught %s\n", error.what());
    h = h - 1;
  }
  return fg::exp(-h);
}
FG_COMPILE()
Tensor jumps(FG_SHAPE("f32[N,4]") Tensor x, int n) {
  Tensor h = x * 2;
again:
  h = h + 1;
  if (--n > 0)
    goto again; // LOG-DAG: {{\] \[FG302\]}}
  return h;
}
struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {};
FG_COMPILE()
Tensor machine(FG_SHAPE("f32[N,4]") Tensor x, const Base &base, volatile int &gain) {
  Tensor h = fg::sigmoid(x);
  asm volatile("");                         // LOG-DAG: {{\] \[FG304\]}}
  if (typeid(base) == typeid(Derived))      // LOG-DAG: {{\] \[FG305\]}}
    h = h * 3;
  const float half = 0.5f;
  const auto bits = *reinterpret_cast<const unsigned char *>(&half); // LOG-DAG: {{\] \[FG306\]}}
  h = h + static_cast<int>(bits);
  h = h * gain;                               // LOG-DAG: {{\] \[FG307\]}}
  static int turns = std::printf("static\n"); // LOG-DAG: {{\] \[FG308\]}}
  ++turns;
  return h + turns;
}
struct Guard {
  const char *name;
  explicit Guard(const char *n) : name(n) { std::printf("enter %s\n", name); }
  ~Guard() { std::printf("leave %s\n", name); }
  int factor() const { return 3; }
};
FG_COMPILE()
Tensor guarded(FG_SHAPE("f32[N,4]") Tensor x) {
  Tensor h = fg::relu(x);
  {
    Guard guard("guard");
    h = h * 2 + 1;
  }
  h = h * Guard("temporary").factor(); // LOG-DAG: {{\] \[FG309\]}}
  return h.sum(0);
}
static std::function<Tensor()> later;
FG_COMPILE()
Tensor escapes(FG_SHAPE("f32[N,4]") Tensor x) {
  Tensor h = fg::relu(x) + 1;
  later = [&h] { return h = h * 2; }; // LOG-DAG: {{\] \[FG310\]}}
  Tensor y = later() + h;
  h = h - 1;
  return y * later();
}

// --- state
static std::vector<Tensor> history;
static std::optional<Tensor> last;
static std::map<int, Tensor> cache;
static Tensor state;
static int seen = 0;
static thread_local int mine = 5;
FG_COMPILE()
Tensor writes(FG_SHAPE("f32[N,4]") Tensor x) {
  state = fg::relu(x);
  history.push_back(state);
  ++seen;
  mine += seen;
  cache[seen] = state * 2;
  if (seen > 1)
    history.clear();
  last = state + 1;
  cache.erase(1);
  history.push_back(x);
  history = {history[0], state.sum(0)};
  return *last + state;
}
FG_COMPILE()
Tensor memory(FG_SHAPE("f32[N,4]") Tensor x) {
  Tensor h = x * 2;
  h.data_ptr<float>()[1] = 7; // LOG-DAG: {{\] \[FG402\]}}
  h = h + 1;
  auto *numbers = new float[2]{1, 2}; // LOG-DAG: {{\] \[FG406\]}}
  h = h * numbers[1];
  delete[] numbers;
  return h;
}
static std::mutex lock;
static std::atomic<int> hits{0};
FG_COMPILE()
Tensor threads(FG_SHAPE("f32[N,4]") Tensor x) {
  Tensor h = fg::exp(x);
  {
    std::lock_guard<std::mutex> held(lock); // LOG-DAG: {{\] \[FG404\]}}
    ++hits;
    h = h + 1;
  }
  std::thread other([] { hits += 10; }); // LOG-DAG: {{\] \[FG405\]}}
  other.join();
  return h * hits.load();
}
FG_COMPILE()
Tensor containers(FG_SHAPE("f32[N,4]") Tensor x, std::vector<Tensor>::const_iterator next) {
  std::forward_list<Tensor> parts; // LOG-DAG: {{\] \[FG407\]}}
  parts.push_front(fg::relu(x));
  parts.push_front(x + 1);
  Tensor h = x;
  for (const Tensor &part : parts)
    h = h * 0.5 + part;
  h = h - *next; // LOG-DAG: {{\] \[FG408\]}}
  return fg::tanh(h);
}

int main() {
  const Tensor x = fg::arange(12, fg::kFloat).view({3, 4}) / 4 - 1;
  volatile int gain = 2;
  show("exceptions", exceptions(x, 1));
  show("exceptions", exceptions(x, 3));
  show("jumps", jumps(x, 3));
  show("machine", machine(x, Derived(), gain));
  show("machine", machine(x, Base(), gain));
  show("guarded", guarded(x));
  show("escapes", escapes(x));
  for (int i = 0; i < 2; ++i) {
    show("writes", writes(x + i));
    std::printf("history %zu %.4f, cache %zu, last %.4f, state %.4f, ", history.size(), number(history[1]),
                cache.size(), number(*last), number(state));
    std::printf("seen %d mine %d\n", seen, mine);
  }
  show("memory", memory(x));
  show("threads", threads(x));
  const std::vector<Tensor> parts{x, x * 2};
  show("containers", containers(x, parts.begin() + 1));
  std::puts("end");
}
