// RUN: %fullgraph --verify %s -- %fg_flags
#include <coroutine>
#include <fullgraph/fullgraph.h>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_value(fg::Tensor) {}
    void unhandled_exception() {}
  };
};

FG_COMPILE()
Task warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  // expected-warning@-1 {{graph break: co_await, co_yield or co_return in captured code; 'warned' stays eager [-Wgraph-break=coroutine] [FG303]}}
  co_return fg::relu(x);
}

FG_COMPILE(.fullgraph = true)
Task refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  // expected-error@-1 {{graph break: co_await, co_yield or co_return in captured code [-Wgraph-break=coroutine] [FG303]}}
  co_return fg::relu(x);
}

// expected-note@*:* 2 {{help: move the tensor code into a plain function, and compile that: co_return step(x);}}
// expected-note@*:* 2 {{run 'fullgraph explain FG303' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
