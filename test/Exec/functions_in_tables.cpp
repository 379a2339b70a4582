// Functions in the program's tables and lists. A constant table is read where it is named. What the caller's
// lists and members hold stays a call of the program, and closures that it may run are compiled themselves.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error %s < %t.log
// LOG: functions_in_tables.cpp: {{.*}} 0 breaks
#include "Inputs/both.h"

#include <functional>
#include <map>

using fg::Tensor;

using Activation = Tensor (*)(const Tensor &);
static Tensor positive(const Tensor &x) { return fg::relu(x); }
static Tensor smooth(const Tensor &x) { return fg::tanh(x); }
struct Named {
  const char *name;
  Activation apply;
};
static const std::map<std::string, Activation> byName = {{"positive", positive}, {"smooth", smooth}};
static const std::vector<Named> ordered = {{"positive", positive}, {"smooth", smooth}};

FG_COMPILE(.fullgraph = true)
Tensor named(FG_SHAPE("f32[N, 4]") Tensor x, const std::string &name) { return byName.at(name)(x * 2) + 1; }

FG_COMPILE(.fullgraph = true)
Tensor looked(FG_SHAPE("f32[N, 4]") Tensor x, const std::string &name) {
  const auto found = byName.find(name);
  return found == byName.end() ? x : found->second(x) * 3;
}

FG_COMPILE(.fullgraph = true)
Tensor each(FG_SHAPE("f32[N, 4]") Tensor x) {
  for (const Named &one : ordered)
    x = one.apply(x + 1);
  return x;
}

FG_COMPILE(.fullgraph = true)
Tensor local(FG_SHAPE("f32[N, 4]") Tensor x, int k) {
  static const std::vector<std::function<Tensor(const Tensor &)>> table = {
      positive, [](const Tensor &q) { return q * 3; }};
  return table[k](x) - 1;
}

using Step = std::function<Tensor(const Tensor &)>;

FG_COMPILE(.fullgraph = true)
Tensor steps(FG_SHAPE("f32[N, 4]") Tensor x, const std::vector<std::pair<std::string, Step>> &list) {
  for (const auto &[name, step] : list)
    x = step(x) + 1;
  return x;
}

struct Pipeline {
  std::vector<Step> list;
  FG_COMPILE(.fullgraph = true)
  Tensor run(FG_SHAPE("f32[N, 4]") Tensor x) const {
    for (const Step &step : list)
      x = step(x) * 0.5;
    return x;
  }
};

int main() {
  for (const char *name : {"positive", "smooth"}) {
    both::ahead("named", [&] { return std::vector<Tensor>{named(both::values({3, 4}), name)}; });
    both::ahead("looked", [&] { return std::vector<Tensor>{looked(both::values({3, 4}), name)}; });
  }
  both::ahead("absent", [] { return std::vector<Tensor>{looked(both::values({3, 4}), "none")}; });
  both::check("throws", [] { return std::vector<Tensor>{named(both::values({3, 4}), "none")}; });
  both::ahead("each", [] { return std::vector<Tensor>{each(both::values({3, 4}))}; });
  for (int k = 0; k < 2; ++k)
    both::ahead("local", [&] { return std::vector<Tensor>{local(both::values({3, 4}), k)}; });
  const Tensor shift = both::values({4});
  const std::vector<std::pair<std::string, Step>> list = {
      {"scale", [](const Tensor &q) { return q * 2 + q.sum(); }},
      {"shift", [shift](const Tensor &q) { return (q + shift).exp(); }}};
  both::ahead("steps", [&] { return std::vector<Tensor>{steps(both::values({3, 4}), list)}; });
  Pipeline pipeline;
  for (const auto &[name, step] : list)
    pipeline.list.push_back(step);
  both::ahead("run", [&] { return std::vector<Tensor>{pipeline.run(both::values({3, 4}))}; });
}
// CHECK: named: same
// CHECK-NEXT: named: 0 eager
// CHECK-NEXT: looked: same
// CHECK-NEXT: looked: 0 eager
// CHECK: named: 0 eager
// CHECK: looked: 0 eager
// CHECK: absent: same
// CHECK: throws: same error
// CHECK: each: same
// CHECK-NEXT: each: 0 eager
// CHECK: local: 0 eager
// CHECK: local: 0 eager
// CHECK: steps: same
// CHECK-NEXT: steps: 0 eager
// CHECK: run: same
// CHECK-NEXT: run: 0 eager
