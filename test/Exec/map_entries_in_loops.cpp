// Entries of the caller's map, under a key that only a turn of the program's loop knows: the entry is changed in place.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: map_entries_in_loops.cpp: 3 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <map>
#include <string>
#include <vector>

using fg::Tensor;

struct Parameter {
  std::string name;
  Tensor value;
};

FG_COMPILE(.fullgraph = true)
void by_reference(std::map<std::string, Tensor> &shadow, const std::vector<Parameter> &parameters, double decay) {
  for (const auto &p : parameters) {
    auto &e = shadow.at(p.name);
    e.mul_(decay).add_(p.value, 1 - decay);
  }
}

FG_COMPILE(.fullgraph = true)
void in_place(std::map<std::string, Tensor> &shadow, const std::vector<Parameter> &parameters, double decay) {
  for (const auto &p : parameters)
    shadow.at(p.name).mul_(decay);
}

FG_COMPILE(.fullgraph = true)
void assigned(std::map<std::string, Tensor> &shadow, const std::vector<std::string> &names, const Tensor &step) {
  for (const auto &name : names) {
    Tensor &e = shadow[name];
    e = e + step;
  }
}

int main() {
  const std::vector<Parameter> parameters = {{"a", fg::ones(3)}, {"b", fg::full({2, 2}, 3.f)}};
  std::map<std::string, Tensor> shadow;
  for (auto &p : parameters)
    shadow[p.name] = fg::zeros_like(p.value);
  for (int step = 0; step < 3; ++step) {
    by_reference(shadow, parameters, 0.5);
    in_place(shadow, parameters, 0.25);
    assigned(shadow, {"b", "a", "b"}, fg::full({1}, 0.5f));
    for (auto &[name, value] : shadow)
      std::printf("%s %g ", name.c_str(), value.sum().item<double>());
    std::printf("\n");
  }
  // CHECK: a 1.875 b 5.5
  // CHECK-COUNT-2: a {{[0-9.]+}} b {{[0-9.]+}}
}
