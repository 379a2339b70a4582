// RUN: %check_example %s
#include <fullgraph/fullgraph.h>
#include <coroutine>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_value(fg::Tensor) {}
    void unhandled_exception() {}
  };
};

// [example]
FG_COMPILE() Task f(FG_SHAPE("f32[N]") fg::Tensor x) {
  co_return fg::relu(x);
}
// [/example]
