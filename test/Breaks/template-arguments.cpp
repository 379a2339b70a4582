// Classes of the standard library with template arguments that no model knows, and members without a model.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <map>
#include <string>

struct CaseLess {
  bool operator()(const std::string &a, const std::string &b) const;
};

FG_COMPILE()
fg::Tensor named(FG_SHAPE("f32[N]") fg::Tensor x) {
  std::map<std::string, fg::Tensor, CaseLess> made;
  // expected-warning@-1 {{graph break: container 'std::map' with the comparator 'CaseLess' is not modelled [-Wgraph-break=unmodelled-container] [FG407]}}
  return fg::relu(x);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor descending(FG_SHAPE("f32[N]") fg::Tensor x) { // modelled
  std::map<int, fg::Tensor, std::greater<int>> made{{1, x}, {2, x * 2}};
  for (const auto &[key, value] : made)
    x = x * 0.5 + value;
  return x;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor cut(FG_SHAPE("f32[N]") fg::Tensor x, const std::string &name) { // modelled
  if (std::string(name, 1) == "elu" || name.substr(0, 2) == "re")
    return fg::relu(x);
  return x + 1;
}

FG_COMPILE()
fg::Tensor changed(FG_SHAPE("f32[N]") fg::Tensor x) {
  x = x * 2;
  std::string name = "relu";
  name.insert(0, 2, 'x');
  // expected-warning@-1 {{graph break: 'std::basic_string<char>::insert' from a system header is not modelled [-Wgraph-break=system-callee] [FG205]}}
  return name.size() == 6 ? fg::relu(x) : x + 1;
}
// expected-note@*:* 1 {{help: std::vector<fg::Tensor>}}
// expected-note@*:* 1 {{run 'fullgraph explain FG407' for the explanation and the other ways out}}
// expected-note@*:* 1 {{help: compute it outside the compiled function and pass the result as a parameter}}
// expected-note@*:* 1 {{run 'fullgraph explain FG205' for the explanation and the other ways out}}
