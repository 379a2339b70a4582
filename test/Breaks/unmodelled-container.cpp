// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <list>
#include <set>
#include <queue>
#include <stack>

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x, const std::list<fg::Tensor> &parts) {
  fg::Tensor h = fg::relu(x);
  std::list<fg::Tensor> made;
  // expected-warning@-1 {{graph break: container 'std::list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
  for (const fg::Tensor &part : parts)
  // expected-warning@-1 {{graph break: container 'std::list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
    h = h + part;
  return h * parts.front();
  // expected-warning@-1 {{graph break: container 'std::list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x, const std::list<fg::Tensor> &parts) {
  fg::Tensor h = fg::relu(x);
  std::list<fg::Tensor> made;
  // expected-error@-1 {{graph break: container 'std::list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
  for (const fg::Tensor &part : parts)
  // expected-error@-1 {{graph break: container 'std::list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
    h = h + part;
  return h * parts.front();
  // expected-error@-1 {{graph break: container 'std::list' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
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
// expected-note@*:* 6 {{help: std::vector<fg::Tensor>}}
// expected-note@*:* 6 {{run 'fullgraph explain FG407' for the explanation and the other ways out}}
