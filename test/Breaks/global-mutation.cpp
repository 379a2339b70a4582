// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <functional>
#include <map>
#include <optional>
#include <vector>

std::vector<fg::Tensor> history;
std::optional<fg::Tensor> last;
std::optional<double> peak;
std::map<int, fg::Tensor> cache;
std::function<fg::Tensor(fg::Tensor)> activation;

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x);
  fg::manual_seed(7);
  // expected-warning@-1 {{graph break: 'the generator of random numbers' is changed in a way that cannot wait for the graph's end [-Wgraph-break=global-mutation] [FG401]}}
  return h * 2;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x);
  fg::manual_seed(7);
  // expected-error@-1 {{graph break: 'the generator of random numbers' is changed in a way that cannot wait for the graph's end [-Wgraph-break=global-mutation] [FG401]}}
  return h * 2;
}

// Made by the code as it is written, between two graphs: no graph break.
FG_COMPILE(.fullgraph = true)
fg::Tensor changes(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x);
  history.clear();
  cache.erase(3);
  history = {x, h};
  history.pop_back();
  activation = nullptr;
  return h * 2;
}

fg::Tensor state;
int calls = 0;
thread_local int mine = 0;
struct Stats {
  static inline int seen = 0;
  fg::Tensor mean;
  int n = 0;
} stats;
namespace {
int hidden = 0;
}

// Written when the graph has run: no graph break.
FG_COMPILE(.fullgraph = true)
fg::Tensor writes(FG_SHAPE("f32[N, 4]") fg::Tensor x, int calls) {
  state = fg::relu(x);
  stats = Stats{x.mean(0), 3};
  ::calls += calls;
  mine = 4;
  ++hidden;
  Stats::seen += 2;
  history.push_back(state);
  cache[7] = state * 2;
  last = state * 3;
  peak = x.size(0) > 2 ? std::optional<double>(0.5) : std::nullopt;
  return state + float(::calls);
}

// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-note@*:* 2 {{help: seed the generator in the caller, in front of the call}}
// expected-note@*:* 2 {{run 'fullgraph explain FG401' for the explanation and the other ways out}}
