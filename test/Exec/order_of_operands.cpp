// What a call in a statement is handed is computed in front of the statement where C++ evaluates nothing
// before it that changes what it reads, and it changes nothing that is evaluated before it. Else the
// statement stays as it is, and the build says so. (`lists[0]` of `at().assign(2, y)` was evaluated behind
// y.)
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: no capture rule for a change of a container
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using fg::Tensor;

struct Keys {
  Tensor field = fg::ones({3, 4});
  std::map<std::string, std::vector<Tensor>> values;
  std::vector<std::vector<Tensor>> lists{{}, {}};
  int calls = 0;
  std::string key() {
    field = field * 3;
    ++calls;
    return "k";
  }
  int which() {
    field.mul_(2);
    ++calls;
    return calls % 2;
  }
  FG_COMPILE()
  void run(int steps) {
    while (steps-- > 0) {
      values[key()].push_back(field.sum() * 2);
      lists[which()].push_back(field.sum() + 1);
      values.at("k").push_back(field.index({0, 1}) * calls);
    }
  }
  FG_COMPILE()
  void once(const Tensor &x) {
    Tensor h = x + 1;
    values[key()].push_back(h + field);
    std::map<std::string, Tensor> local;
    values[(h.mul_(2), "b")].push_back(h.sum());
  }
};
struct Objects {
  Tensor field = fg::ones({3, 4});
  std::vector<std::vector<Tensor>> lists{{}, {}};
  std::vector<Tensor> &at() {
    field = field * 3;
    return lists[0];
  }
  FG_COMPILE()
  void run(const Tensor &x) {
    Tensor h = x + 1;
    at().erase(at().begin(), at().begin());
    at().insert(at().end(), field.sum() * 2);
    at().assign(2, field.sum() + h.sum());
  }
};
struct Arguments {
  Tensor field = fg::ones({2, 3});
  std::vector<std::vector<Tensor>> lists{{}, {}, {}, {}};
  std::map<std::string, std::vector<Tensor>> log;
  int n = 0;
  Tensor next(const Tensor &x) {
    ++n;
    field = field + 1;
    return x.sum() * n;
  }
  double loud(const Tensor &x) {
    field = field * 2;
    return x.sum().item<double>();
  }
  FG_COMPILE()
  void run(const Tensor &x) {
    Tensor h = x + 1;
    lists[n].push_back(next(h));
    lists[n].push_back(next(h) + field);
    log["n" + std::to_string(n)].push_back(next(h));
    log["size"].push_back(h * static_cast<int64_t>(log.size()));
    log["q"].push_back(h.sum() + field.sum());
    std::cout << loud(h) << " " << field.sum().item<double>() << " " << n << "\n";
    std::cout << field.sum().item<double>() << " " << loud(h) << "\n";
  }
};
static void keys() {
  Keys p;
  p.run(3);
  p.once(fg::ones({3, 4}));
  for (auto &[k, v] : p.values)
    for (auto &t : v)
      std::printf("%s %.3f\n", k.c_str(), t.sum().item<float>());
  for (auto &l : p.lists)
    for (auto &t : l)
      std::printf("l %.3f\n", t.sum().item<float>());
  std::printf("%d\n", p.calls);
}
static void objects() {
  Objects p;
  p.run(fg::ones({3, 4}));
  for (auto &l : p.lists)
    for (auto &t : l)
      std::printf("l %.3f\n", t.sum().item<float>());
}
static void arguments() {
  Arguments p;
  p.run(fg::ones({2, 3}));
  for (auto &l : p.lists) {
    for (auto &t : l)
      std::printf("l %.3f ", t.sum().item<float>());
    std::puts("");
  }
  for (auto &[k, v] : p.log)
    for (auto &t : v)
      std::printf("%s %.3f\n", k.c_str(), t.sum().item<float>());
}

int main() {
  keys();
  // CHECK: b 48.000
  // CHECK: k 72.000
  objects();
  // CHECK: l 8772.000
  arguments();
  // CHECK: size {{[0-9.]+}}
}
