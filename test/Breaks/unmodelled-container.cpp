// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <forward_list>
#include <list>
#include <set>
#include <queue>
#include <stack>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x, const std::forward_list<fg::Tensor> &parts) {
  fg::Tensor h = fg::relu(x);
  std::forward_list<fg::Tensor> made;
  // expected-warning@-1 {{graph break: container 'std::forward_list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
  for (const fg::Tensor &part : parts)
  // expected-warning@-1 {{graph break: container 'std::forward_list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
    h = h + part;
  return h * parts.front();
  // expected-warning@-1 {{graph break: container 'std::forward_list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x, const std::forward_list<fg::Tensor> &parts) {
  fg::Tensor h = fg::relu(x);
  std::forward_list<fg::Tensor> made;
  // expected-error@-1 {{graph break: container 'std::forward_list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
  for (const fg::Tensor &part : parts)
  // expected-error@-1 {{graph break: container 'std::forward_list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
    h = h + part;
  return h * parts.front();
  // expected-error@-1 {{graph break: container 'std::forward_list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
}

// A list or set that the function makes is followed; of the caller's, nothing is known.
FG_COMPILE()
fg::Tensor ofCaller(FG_SHAPE("f32[N, 4]") fg::Tensor x, const std::list<fg::Tensor> &parts, std::set<int> &seen) {
  fg::Tensor h = fg::relu(x);
  std::list<fg::Tensor> made{h};
  made.push_front(x);
  for (const fg::Tensor &part : made)
    h = h + part;
  seen.insert(3);
  // expected-warning@-1 {{graph break: container 'std::set' from outside of the graph, 'seen' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
  return h * parts.front();
  // expected-warning@-1 {{graph break: container 'std::list' from outside of the graph, 'parts' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
}

FG_COMPILE(.fullgraph = true)
fg::Tensor changing(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::list<int> list{1};
  for (int i : list)
    list.push_back(i);
  // expected-error@-1 {{graph break: no capture rule for a change of a std::list while a loop over one turns [-Wgraph-break=unsupported-construct] [FG003]}}
  return x;
}

// Adaptors of a modelled container are followed.
FG_COMPILE(.fullgraph = true)
fg::Tensor adaptors(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  std::queue<fg::Tensor> queue;
  std::stack<fg::Tensor, std::vector<fg::Tensor>> stack;
  queue.push(fg::relu(x));
  stack.push(fg::exp(x));
  stack.push(queue.front());
  queue.pop();
  return stack.top() * 2;
}

// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 3 graph breaks [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-error@*:* {{'fullgraph' function 'changing' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-note@*:* {{help: write the expression with tensor operators and plain structs, loops and containers}}
// expected-note@*:* {{run 'fullgraph explain FG003' for the explanation and the other ways out}}
// expected-note@*:* 8 {{help: std::vector<fg::Tensor>}}
// expected-note@*:* 8 {{run 'fullgraph explain FG407' for the explanation and the other ways out}}
