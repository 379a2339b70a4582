// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <functional>
#include <vector>

std::function<void()> later;
std::vector<std::function<void()>> callbacks;

FG_COMPILE()
fg::Tensor warned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor y = fg::relu(x), z = fg::exp(x);
  later = [&y] { y = y * 2; };
  // expected-warning@-1 {{graph break: lambda that captures 'y' by reference outlives the compiled code [-Wgraph-break=escaping-capture] [FG310]}}
  // expected-note@-2 {{the lambda leaves the function here}}
  callbacks.push_back([&] { z.mul_(2); });
  // expected-warning@-1 {{graph break: lambda that captures 'z' by reference outlives the compiled code [-Wgraph-break=escaping-capture] [FG310]}}
  // expected-note@-2 {{the lambda leaves the function here}}
  return y + z;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor refused(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor y = fg::relu(x), z = fg::exp(x);
  later = [&y] { y = y * 2; };
  // expected-error@-1 {{graph break: lambda that captures 'y' by reference outlives the compiled code [-Wgraph-break=escaping-capture] [FG310]}}
  // expected-note@-2 {{the lambda leaves the function here}}
  callbacks.push_back([&] { z.mul_(2); });
  // expected-error@-1 {{graph break: lambda that captures 'z' by reference outlives the compiled code [-Wgraph-break=escaping-capture] [FG310]}}
  // expected-note@-2 {{the lambda leaves the function here}}
  return y + z;
}

FG_COMPILE()
std::function<fg::Tensor()> returned(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor y = fg::relu(x);
  return [&y] { return y * 2; };
  // expected-warning@-1 {{graph break: lambda that captures 'y' by reference outlives the compiled code [-Wgraph-break=escaping-capture] [FG310]}}
  // expected-note@-2 {{the lambda leaves the function here}}
}

// What it captures is its own, or the caller's: no graph break.
FG_COMPILE(.fullgraph = true)
fg::Tensor inside(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  fg::Tensor y = fg::relu(x);
  std::function<fg::Tensor(fg::Tensor)> scale;
  scale = [&y](fg::Tensor t) { return t * y; };
  return scale(x);
}

// expected-error@*:* {{'fullgraph' function 'refused' is not one graph: it has 2 graph breaks [-Wgraph-break=fullgraph-violation] [FG801]}}
// expected-note@*:* 5 {{help: capture by value: [x] { ... }}}
// expected-note@*:* 5 {{run 'fullgraph explain FG310' for the explanation and the other ways out}}
