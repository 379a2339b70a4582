// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <map>
#include <optional>
#include <vector>

std::vector<fg::Tensor> history;
// expected-note@-1 4 {{'history' is declared here}}
std::optional<fg::Tensor> last;
std::optional<double> peak;
std::map<int, fg::Tensor> cache;
// expected-note@-1 2 {{'cache' is declared here}}

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x);
  history.clear();
  // expected-warning@-1 {{graph break: 'history' is changed in a way that cannot wait for the graph's end [-Wgraph-break=global-mutation] [FG401]}}
  cache.erase(3);
  // expected-warning@-1 {{graph break: 'cache' is changed in a way that cannot wait for the graph's end [-Wgraph-break=global-mutation] [FG401]}}
  history = {x, h};
  // expected-warning@-1 {{graph break: 'history' is changed in a way that cannot wait for the graph's end [-Wgraph-break=global-mutation] [FG401]}}
  return h * 2;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor h = fg::relu(x);
  history.clear();
  // expected-error@-1 {{graph break: 'history' is changed in a way that cannot wait for the graph's end [-Wgraph-break=global-mutation] [FG401]}}
  cache.erase(3);
  // expected-error@-1 {{graph break: 'cache' is changed in a way that cannot wait for the graph's end [-Wgraph-break=global-mutation] [FG401]}}
  history = {x, h};
  // expected-error@-1 {{graph break: 'history' is changed in a way that cannot wait for the graph's end [-Wgraph-break=global-mutation] [FG401]}}
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

// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 3 graph breaks [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-note@*:* 6 {{help: return the value, and assign it in the caller}}
// expected-note@*:* 6 {{run 'fullgraph explain FG401' for the explanation and the other ways out}}
