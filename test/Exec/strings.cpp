// Questions about strings of the caller's: guards, without a break.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eager %s < %t.log
// LOG: strings.cpp:[[#@LINE+46]]:21: warning: graph break: no capture rule for an unsigned value above the range of int64_t
// LOG: strings.cpp: 6 functions, {{.*}} 1 break
// CHECK: mode base: 2.5
// CHECK: mode big: 3
// CHECK: mode concat: 4.5
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <map>
#include <string>
#include <string_view>

using fg::Tensor;
#define WHOLE FG_COMPILE(.fullgraph = true)
#define ONE FG_SHAPE("f32[1]")

WHOLE Tensor mode(ONE Tensor x, const std::string &name) {
  if (name == "base")
    return x + 1;
  if (name.find("big") != std::string::npos)
    return x * 2;
  return name.rfind("con", 0) == 0 || name.starts_with("con") ? x * 3 : x;
}
WHOLE Tensor backbone(ONE Tensor x, const std::map<std::string, double> &weights) {
  for (const auto &[name, weight] : weights)
    if (name.starts_with("w."))
      x = x * weight;
    else if (name.ends_with(".bias"))
      x = x + weight;
  return x;
}
WHOLE Tensor viewed(ONE Tensor x, std::string_view name) {
  return name.find('x') == name.npos && std::string_view::npos != name.find("ab") ? x * 2 : x;
}
WHOLE Tensor known(ONE Tensor x) {
  const std::string name = "layer.weight";
  if (name.ends_with("weight") && !name.starts_with("bias"))
    x = x * 2;
  return x;
}
WHOLE Tensor both(ONE Tensor x, const std::string &a, const std::string &b) {
  if (a.find("\"quoted\"\n") == std::string::npos)
    x = x + 1;
  return b.find_first_of("xyz") != b.npos ? x * 2 : x;
}
FG_COMPILE() Tensor position(ONE Tensor x, const std::string &name) {
  const size_t at = std::string::npos;
  x = x * 2;
  return name.size() == at ? x + 1 : x;
}

int main() {
  const auto at = [](const Tensor &x) { return double(x.data_ptr<float>()[0]); };
  const Tensor x = fg::full({1}, 1.5);
  for (const char *name : {"base", "big", "bigger base", "concat", "", "ab", "xab", "say \"quoted\"\n"}) {
    std::printf("mode %s: %g\n", name, at(mode(x, name)));
    std::printf("viewed: %g\n", at(viewed(x, name)));
    std::printf("both: %g %g\n", at(both(x, name, "")), at(both(x, "\"quoted\"\n", name)));
    std::printf("position: %g\n", at(position(x, name)));
    std::printf("backbone: %g\n", at(backbone(x, {{name, 4}, {"w.0", 2}, {"0.bias", 0.5}})));
  }
  std::printf("known: %g\n", at(known(x)));
}
