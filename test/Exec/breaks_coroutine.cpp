// FG303: a coroutine runs as it is written, suspended and resumed by its caller; what it calls is compiled.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: warning: graph break: co_await, co_yield or co_return in captured code{{.*}} [FG303]
// CHECK: turn 0 12.0000
// CHECK-NEXT: outside
// CHECK-NEXT: turn 1 24.0000
// CHECK: left at 48.0000
#include <coroutine>
#include <cstdio>
#include <exception>
#include <fullgraph/fullgraph.h>
#include <utility>

using fg::Tensor;

/// Tensors, one for each resumption.
class Turns {
public:
  struct promise_type {
    Tensor current;
    Turns get_return_object() { return Turns(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(Tensor value) {
      current = std::move(value);
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  explicit Turns(std::coroutine_handle<promise_type> handle) : handle(handle) {}
  Turns(Turns &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  ~Turns() {
    if (handle)
      handle.destroy();
  }
  bool next() {
    handle.resume();
    return !handle.done();
  }
  const Tensor &value() const { return handle.promise().current; }

private:
  std::coroutine_handle<promise_type> handle;
};

FG_COMPILE(.fullgraph = true)
Tensor step(FG_SHAPE("f32[N]") const Tensor &x) { return fg::relu(x * 2) + 1; }

FG_COMPILE()
Turns turns(FG_SHAPE("f32[N]") Tensor x, int count) {
  Tensor h = x * 0.5f;
  for (int i = 0; i < count; ++i) {
    h = step(h);
    co_yield h + 1;
  }
}

int main() {
  Turns all = turns(fg::ones({4}) * 0 + 1, 3);
  Tensor last;
  for (int i = 0; all.next(); ++i) {
    last = all.value();
    std::printf("turn %d %.4f\n", i, last.sum().item<float>());
    std::puts("outside");
  }
  std::printf("left at %.4f\n", last.sum().item<float>());
}
