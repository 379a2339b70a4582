// Maps with keys that are known at build time, and variants: local ones, the caller's, and across a break.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: fullgraph: containers.cpp: 6 functions, {{.*}} 1 break,
// CHECK: x 12.000 z 12.000 calls 1
// CHECK-NEXT: first 7
// CHECK: 40.000
// CHECK-NEXT: 160.000 48.000
// CHECK-NEXT: named w 60.000 24.000 20.000 60.000
// CHECK-NEXT: named c 10.000 4.000 0.000 0.000
// CHECK-NEXT: counted 16.000 24.000 2
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <map>
#include <string>
#include <unordered_map>
#include <variant>
struct W {
  std::map<std::string, fg::Tensor> p;
};
FG_COMPILE(.fullgraph = true)
fg::Tensor f(FG_SHAPE("f32[N,4]") fg::Tensor x, FG_SHAPE("f32[4,4]") const fg::Tensor &w) {
  std::map<std::string, fg::Tensor> m;
  m["a"] = x * 2;
  m["b"] = fg::matmul(x, w);
  m.emplace("c", x + 1);
  fg::Tensor y = m.at("a") + m["b"];
  if (m.count("c"))
    y = y + m["c"];
  for (auto &[k, v] : m)
    y = y + v;
  if (auto it = m.find("a"); it != m.end())
    y = y * it->second;
  return y;
}
// Keys that only the caller knows: found or not, and two that may be one.
FG_COMPILE(.fullgraph = true)
fg::Tensor named(FG_SHAPE("f32[4]") const std::map<std::string, fg::Tensor> &p, const std::string &a,
                 const std::string &b, FG_SHAPE("f32[4]") fg::Tensor x) {
  std::map<std::string, int> scales = {{"w", 2}, {"b", 5}};
  if (auto it = p.find(a); it != p.end())
    x = x + it->second * (scales.count(a) ? scales.at(a) : 100);
  return p.count(b) ? x * p.at(b) : x - 1;
}
FG_COMPILE(.fullgraph = true)
fg::Tensor counted(FG_SHAPE("f32[4]") std::map<int, fg::Tensor> &p, int key,
                   FG_SHAPE("f32[4]") fg::Tensor x) {
  p[key] = x * 2;
  p[3] = x + p.at(key);
  return p.at(key) + key;
}
FG_COMPILE(.fullgraph = true)
fg::Tensor g(FG_SHAPE("f32[N,4]") fg::Tensor x) {
  std::variant<int, double, fg::Tensor> v = x;
  if (std::holds_alternative<fg::Tensor>(v))
    x = std::get<fg::Tensor>(v) + 1;
  v = 3;
  auto r = std::visit([&](auto &&q) -> fg::Tensor { return x * q; }, v);
  return r;
}
struct Params {
  std::map<std::string, fg::Tensor> values;
  std::variant<double, fg::Tensor> gain = 2.0;
};
FG_COMPILE(.fullgraph = true)
std::map<std::string, fg::Tensor> h(FG_SHAPE("f32[N,4]") fg::Tensor x, std::map<std::string, int> &counts,
                                    std::variant<double, int> gain) {
  if (std::holds_alternative<double>(gain))
    x = x * std::get<double>(gain);
  else
    x = x + std::get<int>(gain);
  counts["calls"] += 1;
  if (!counts.count("first"))
    counts["first"] = 7;
  std::map<std::string, fg::Tensor> out{{"x", x}, {"y", x * 2}};
  out["z"] = x.sum();
  out.erase("y");
  return out;
}
FG_COMPILE()
fg::Tensor k(FG_SHAPE("f32[N,4]") fg::Tensor x, int n) {
  std::map<int, fg::Tensor> cache;
  std::variant<int, double> v = 0.5;
  for (int i = 0; i < 3; ++i)
    cache[i] = x * i;
  std::puts("break");
  fg::Tensor y = x;
  for (auto &[i, t] : cache)
    y = y + t * i;
  if (auto *d = std::get_if<double>(&v))
    y = y * *d;
  return y + cache.at(n);
}
int main() {
  std::map<std::string, int> counts;
  for (int i = 0; i < 3; ++i) {
    auto o =
        h(fg::ones({2, 4}), counts, i == 1 ? std::variant<double, int>(3) : std::variant<double, int>(1.5));
    for (auto &[n, t] : o)
      std::printf("%s %.3f ", n.c_str(), t.sum().item<double>());
    for (auto &[n, t] : counts)
      std::printf("%s %d\n", n.c_str(), t);
  }
  std::printf("%.3f\n", k(fg::ones({2, 4}), 2).sum().item<double>());
  auto x = fg::ones({2, 4});
  std::printf("%.3f %.3f\n", f(x, fg::eye(4)).sum().item<double>(), g(x).sum().item<double>());
  const std::map<std::string, fg::Tensor> p{{"w", fg::full({4}, 2.5)}, {"b", fg::ones({4})}};
  for (const char *name : {"w", "c"}) {
    std::printf("named %s", name);
    for (const char *other : {"w", "b", "c", name})
      std::printf(" %.3f", named(p, name, other, fg::ones({4})).sum().item<double>());
    std::puts("");
  }
  std::map<int, fg::Tensor> numbered;
  std::printf("counted");
  for (int key : {2, 3})
    std::printf(" %.3f", counted(numbered, key, fg::ones({4})).sum().item<double>());
  std::printf(" %zu\n", numbered.size());
}
