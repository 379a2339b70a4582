// What other people's code does with containers and aggregates: parts of a range's elements by name, a
// dictionary of results, aggregates in parentheses.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" --implicit-check-not=warning %s < %t.log
// LOG: idioms.cpp: 4 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using fg::Tensor;

struct Taps {
  std::vector<std::pair<int, float>> at{{0, 0.5f}, {1, 0.25f}, {2, 0.125f}};
};
FG_COMPILE(.fullgraph = true)
Tensor filtered(const Taps &taps, FG_SHAPE("f32[N, 8]") const Tensor &x) {
  Tensor sum = fg::zeros_like(x);
  for (auto [shift, gain] : taps.at)
    sum += x.roll(shift, 1) * gain;
  return sum.relu();
}
// Its loops see the entries in the order that filling it gives.
FG_COMPILE(.fullgraph = true)
std::unordered_map<std::string, Tensor> summary(FG_SHAPE("f32[N, C]") const Tensor &x) {
  std::unordered_map<std::string, Tensor> out{{"sum", x.sum(0)}, {"least", x.amin(0)}};
  out["mean"] = x.mean(0);
  out["std"] = x.std(0, false);
  out.emplace("most", x.amax(0));
  out.insert({"square", x.pow(2).mean(0)});
  out["mean"] = out["mean"] + 1;
  return out;
}
struct Named {
  std::unordered_map<int, Tensor> byNumber;
  std::map<std::string, Tensor> byName;
};
FG_COMPILE(.fullgraph = true)
Named named(FG_SHAPE("f32[N]") const Tensor &x, bool more) {
  Named result;
  for (int i = 0; i < 20; i += 3)
    result.byNumber[i] = x * i;
  if (more)
    result.byName["more"] = x.exp();
  result.byName["all"] = x + 1;
  return result;
}

// C++20's parentheses around the members of an aggregate, bases first, defaults for the rest.
struct Base {
  Tensor b;
};
struct Scaled : Base {
  Tensor w;
  double scale = 2;
  int n = 3;
};
FG_COMPILE(.fullgraph = true)
Tensor aggregates(FG_SHAPE("f32[N]") Tensor x) {
  Scaled a(Base(x.exp()), x.sin(), 4.0);
  auto make = [&](int k) { return Scaled(Base(x * k), x + k); };
  Scaled c = make(5);
  int64_t pair[2](1, 2);
  return a.b * a.scale + a.w * a.n + c.b * c.scale - c.w * pair[1];
}

int main() {
  const Tensor x = (fg::arange(16).to(fg::kFloat) * 0.7).sin();
  std::printf("filtered %.4f\n", filtered({}, x.view({2, 8})).sum().item<double>());
  std::printf("filtered %.4f\n", filtered({{{3, 2.0f}}}, x.view({2, 8})).sum().item<double>());
  // CHECK: filtered
  for (const auto &[name, value] : summary(x.view({4, 4})))
    std::printf("%s %.4f\n", name.c_str(), value.sum().item<double>());
  // CHECK-COUNT-6: {{sum|least|mean|std|most|square}} {{-?[0-9.]+}}
  for (const bool more : {false, true}) {
    const Named result = named(x, more);
    for (const auto &[number, value] : result.byNumber)
      std::printf("%d %.4f\n", number, value.sum().item<double>());
    for (const auto &[name, value] : result.byName)
      std::printf("%s %.4f\n", name.c_str(), value.sum().item<double>());
  }
  // CHECK: 18 {{.*}}
  // CHECK: 0 0.0000
  // CHECK-NEXT: all {{.*}}
  // CHECK: 0 0.0000
  // CHECK-NEXT: all {{.*}}
  // CHECK-NEXT: more {{.*}}
  std::printf("aggregates %.4f\n", aggregates(x).sum().item<double>());
  // CHECK: aggregates {{-?[0-9.]+}}
}
