// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

#include <atomic>
#include <mutex>

static std::mutex guard;
static std::atomic<int> calls;

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::lock_guard<std::mutex> lock(guard);
// expected-warning@-1 {{graph break: 'std::lock_guard' synchronises with other threads [-Wgraph-break=lock-or-atomic] [FG404]}}
  return fg::relu(x);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  calls.fetch_add(1);
// expected-error@-1 {{synchronises with other threads [-Wgraph-break=lock-or-atomic] [FG404]}}
  return fg::relu(x);
}

// expected-note@*:* 2 {{help: }}
// expected-note@*:* 2 {{run 'fullgraph explain FG404' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
