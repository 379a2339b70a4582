// Settings that differ between the objects that calls in sight pass, without a run-time compiler: a real number
// that is 0 in one of them, a letter of a name, texts made of numbers.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error %s < %t.log
// LOG: settings_of_objects.cpp: 3 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

#include <algorithm>
#include <map>

using fg::Tensor;

struct Settings {
  double rate = 0.1, decay = 0;
};
struct Parameter {
  std::string name;
  Tensor value;
};

FG_COMPILE(.fullgraph = true)
Tensor decayed(const Tensor &x, const Settings &settings) {
  Tensor y = x * settings.rate;
  if (settings.decay > 0)
    y = y + settings.decay * x;
  return y;
}

FG_COMPILE(.fullgraph = true)
void step(std::vector<Parameter> &parameters, const Settings &settings) {
  for (Parameter &one : parameters) {
    one.value.mul_(1 - settings.rate);
    if (settings.decay > 0 && one.name[0] == 'w')
      one.value.sub_(settings.decay);
  }
}

FG_COMPILE(.fullgraph = true)
std::map<std::string, Tensor> tops(const Tensor &x, const std::vector<int> &counts) {
  std::map<std::string, Tensor> result;
  for (const int k : counts) {
    const Tensor values = std::get<0>(x.topk(std::min<int64_t>(k, x.size(-1)), -1));
    result["top" + std::to_string(k)] = values.sum() * k;
  }
  return result;
}

int main() {
  for (const std::string name : {"plain", "decayed"}) {
    Settings settings;
    if (name == "decayed")
      settings.decay = 0.5;
    both::ahead("decayed", [&] { return std::vector<Tensor>{decayed(both::values({3, 4}), settings)}; });
    both::ahead("step", [&] {
      std::vector<Parameter> list{{"weight", both::values({3, 4})}, {"bias", both::values({4})}};
      step(list, settings);
      return std::vector<Tensor>{list[0].value, list[1].value};
    });
  }
  both::ahead("tops", [] {
    std::vector<Tensor> list;
    for (const auto &[name, value] : tops(both::values({3, 4}), {1, 3}))
      list.push_back(value);
    return list;
  });
}
// CHECK: decayed: same
// CHECK-NEXT: decayed: 0 eager
// CHECK: step: same
// CHECK-NEXT: step: 0 eager
// CHECK: decayed: same
// CHECK-NEXT: decayed: 0 eager
// CHECK: step: same
// CHECK-NEXT: step: 0 eager
// CHECK: tops: same
// CHECK-NEXT: tops: 0 eager
