// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

#include <thread>

static void work() {}

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::thread worker(work);
// expected-warning@-1 {{graph break: 'std::thread' starts a thread [-Wgraph-break=thread-creation] [FG405]}}
  worker.join();
  return fg::relu(x);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::thread worker(work);
// expected-error@-1 {{graph break: 'std::thread' starts a thread [-Wgraph-break=thread-creation] [FG405]}}
  worker.join();
  return fg::relu(x);
}

// expected-note@*:* 2 {{help: }}
// expected-note@*:* 2 {{run 'fullgraph explain FG405' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
