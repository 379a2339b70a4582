// Maps.
// Each function is built eagerly and compiled, and gives the same, captured or refused. They go through
// the signatures of lib/Capture/signatures/Maps.def.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// CHECK: 0 sig: 7.5 2
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>
#include <stdexcept>
#include <string>

using fg::Tensor;
#define ONE FG_SHAPE("f32[1]")

namespace {

int allocations = 0;
template <class T> struct Counting {
  using value_type = T;
  Counting() = default;
  template <class U> Counting(const Counting<U> &) {}
  T *allocate(std::size_t n) {
    ++allocations;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T *p, std::size_t n) { std::allocator<T>().deallocate(p, n); }
  friend bool operator==(const Counting &, const Counting &) { return true; }
};
char up(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }
std::string up(std::string s) {
  for (char &c : s)
    c = up(c);
  return s;
}
struct CaseLess {
  bool operator()(const std::string &a, const std::string &b) const { return up(a) < up(b); }
};
struct CaseHash {
  std::size_t operator()(const std::string &a) const { return std::hash<std::string>()(up(a)); }
};
struct CaseEqual {
  bool operator()(const std::string &a, const std::string &b) const { return up(a) == up(b); }
};
struct Modulo {
  bool operator()(int a, int b) const { return a % 3 < b % 3; }
};
struct Same {
  std::size_t operator()(int a) const { return static_cast<std::size_t>(1000 - a); }
};
enum class Color { Red, Blue };
[[maybe_unused]] bool operator<(Color a, Color b) { return static_cast<int>(a) > static_cast<int>(b); }
enum class Shape { Flat, Round };
enum class Own { A, B };

} // namespace
namespace std {
template <> struct less<Own> {
  bool operator()(Own a, Own b) const { return static_cast<int>(a) > static_cast<int>(b); }
};
template <> struct hash<Own> {
  size_t operator()(Own a) const { return a == Own::A ? 7 : 3; }
};
} // namespace std
namespace {

struct Holder {
  std::map<std::string, Tensor, CaseLess> m;
};
/// Its order shows.
template <class Map> Tensor walk(const Map &m) {
  Tensor sum = fg::zeros({1});
  for (const auto &[key, value] : m)
    sum = sum * 3 + value;
  return sum;
}

} // namespace

#define GIVEN [[maybe_unused]] const std::string &s, [[maybe_unused]] int n, \
  [[maybe_unused]] std::map<std::string, Tensor, CaseLess> &held, [[maybe_unused]] const std::map<int, Tensor, \
  std::greater<int>> &down, [[maybe_unused]] const std::map<std::string, Tensor> &plain

// clang-format off: a signature a line
FG_COMPILE() Tensor f0([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x * 2}, {1, x}};
  return walk(m); }
FG_COMPILE() Tensor f1([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor, std::less<int>> m{{2, x * 2}, {1, x}}; return walk(m); }
FG_COMPILE() Tensor f2([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor, std::less<>> m{{2, x * 2}, {1, x}}; return walk(m); }
FG_COMPILE() Tensor f3([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor, std::greater<int>> m{{1, x}, {2, x * 2}}; return walk(m); }
FG_COMPILE() Tensor f4([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor, std::greater<>> m{{1, x}, {3, x * 3}, {2, x * 2}}; return walk(m); }
FG_COMPILE() Tensor f5([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<std::string, Tensor, std::greater<std::string>> m{{"a", x}, {"b", x * 2}}; return walk(m); }
FG_COMPILE() Tensor f6([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<std::string, Tensor, CaseLess> m{{"a", x}, {"A", x * 2}, {"b", x * 3}}; return walk(m); }
FG_COMPILE() Tensor f7([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<std::string, Tensor, CaseLess> m; m["a"] = x;
  m["A"] = x * 2; return m.at("a"); }
FG_COMPILE() Tensor f8([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor, bool (*)(int, int)> m(+[](int a, int b) { return a > b; }); m[1] = x; m[2] = x * 2;
  return walk(m); }
FG_COMPILE() Tensor f9([[maybe_unused]] ONE Tensor x, GIVEN) {
  const std::function<bool(int, int)> above = [](int a, int b) { return a > b; };
  std::map<int, Tensor, std::function<bool(int, int)>> m(above); m[1] = x; m[2] = x * 2; return walk(m); }
FG_COMPILE() Tensor f10([[maybe_unused]] ONE Tensor x, GIVEN) { const auto lower = [](int a, int b) { return a > b; };
  std::map<int, Tensor, decltype(lower)> m(lower); m[1] = x; m[2] = x * 2; return walk(m); }
FG_COMPILE() Tensor f11([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor, Modulo> m{{1, x}, {4, x * 2}, {2, x * 3}}; return walk(m) + static_cast<double>(m.size()); }
FG_COMPILE() Tensor f12([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<Color, Tensor> m{{Color::Red, x}, {Color::Blue, x * 2}}; return walk(m); }
FG_COMPILE() Tensor f13([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<Shape, Tensor> m{{Shape::Round, x}, {Shape::Flat, x * 2}}; return walk(m); }
FG_COMPILE() Tensor f14([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<Shape, Tensor, std::greater<>> m{{Shape::Round, x}, {Shape::Flat, x * 2}}; return walk(m); }
FG_COMPILE() Tensor f15([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<Own, Tensor> m{{Own::A, x}, {Own::B, x * 2}};
  return walk(m); }
FG_COMPILE() Tensor f16([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<const char *, Tensor> m{{"a", x}}; return m.begin()->second * static_cast<double>(m.size());
  }
FG_COMPILE() Tensor f17([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<std::string_view, Tensor> m{{"b", x}, {"a", x * 2}}; return walk(m); }
FG_COMPILE() Tensor f18([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<char, Tensor> m{{'b', x}, {'a', x * 2}};
  return walk(m); }
FG_COMPILE() Tensor f19([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<bool, Tensor> m{{true, x}, {false, x * 2}};
  return walk(m); }
FG_COMPILE() Tensor f20([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<double, Tensor> m{{2.5, x}, {1.5, x * 2}};
  return walk(m); }
FG_COMPILE() Tensor f21([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<unsigned, Tensor> m{{static_cast<unsigned>(-1), x}, {1u, x * 2}}; return walk(m); }
FG_COMPILE() Tensor f22([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<std::pair<int, int>, Tensor> m{{{2, 1}, x}, {{1, 2}, x * 2}}; return walk(m); }
FG_COMPILE() Tensor f23([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, int, std::less<int>, Counting<std::pair<const int, int>>> m{{1, 2}}; return x * m.at(1); }
FG_COMPILE() Tensor f24([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor> m({{2, x * 2}, {1, x}}, std::less<int>()); return walk(m); }
FG_COMPILE() Tensor f25([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor> m({{2, x * 2}, {1, x}}, std::less<int>(), std::allocator<int>()); return walk(m); }
FG_COMPILE() Tensor f26([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor> m({{2, x * 2}, {1, x}}, std::allocator<std::pair<const int, Tensor>>()); return walk(m); }
FG_COMPILE() Tensor f27([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m(std::less<int>{}); m[3] = x;
  return walk(m); }
FG_COMPILE() Tensor f28([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> o{{2, x * 2}, {1, x}};
  std::map<int, Tensor> m(o); m[1] = x * 5; return walk(m) + walk(o); }
FG_COMPILE() Tensor f29([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> o{{2, x * 2}, {1, x}};
  std::map<int, Tensor> m(std::move(o)); return walk(m) + static_cast<double>(o.size()); }
FG_COMPILE() Tensor f30([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> o{{2, x * 2}, {1, x}};
  std::map<int, Tensor> m(o.begin(), o.end()); return walk(m); }
FG_COMPILE() Tensor f31([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::vector<std::pair<const int, Tensor>> o{{2, x * 2}, {1, x}}; std::map<int, Tensor> m(o.begin(), o.end());
  return walk(m); }
FG_COMPILE() Tensor f32([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x * 2}, {2, x}};
  return walk(m); }
FG_COMPILE() Tensor f33([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m; m = {{2, x * 2}, {1, x}};
  return walk(m); }
FG_COMPILE() Tensor f34([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}}; m.insert({1, x * 2});
  m.insert({2, x * 3}); return walk(m); }
FG_COMPILE() Tensor f35([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}};
  m.insert(std::make_pair(1, x * 2)); m.insert(std::pair<const int, Tensor>(3, x)); return walk(m); }
FG_COMPILE() Tensor f36([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}};
  m.insert({{1, x * 2}, {2, x * 3}}); return walk(m); }
FG_COMPILE() Tensor f37([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}}, o{{1, x * 2}};
  m.insert(o.begin(), o.end()); return walk(m); }
FG_COMPILE() Tensor f38([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}};
  m.insert(m.begin(), {1, x * 2}); return walk(m); }
FG_COMPILE() Tensor f39([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}};
  return m.insert({2, x * 2}).second ? x : m.insert({4, x * 3}).first->second; }
FG_COMPILE() Tensor f40([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}}; m.emplace(1, x * 2);
  m.emplace(2, x * 3); m.emplace(std::make_pair(5, x)); return walk(m); }
FG_COMPILE() Tensor f41([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, std::string> m; m.emplace(1, "sig");
  return m.at(1) == s ? x * 2 : x; }
FG_COMPILE() Tensor f42([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, std::string> m; m.try_emplace(1, s, 1);
  return m.at(1) == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f43([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, std::string> m;
  m.try_emplace(1, 3, 'a'); return m.at(1) == s ? x * 2 : x; }
FG_COMPILE() Tensor f44([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, std::string> m{{1, std::string(s, 1)}};
  return m.at(1) == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f45([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, std::string> m; m[1] = s.substr(1);
  return m[1] == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f46([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}};
  m.emplace_hint(m.begin(), 1, x * 2); return walk(m); }
FG_COMPILE() Tensor f47([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}};
  m.try_emplace(1, x * 2); m.try_emplace(2, x * 3); return walk(m); }
FG_COMPILE() Tensor f48([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}};
  m.try_emplace(m.begin(), 1, x * 2); return walk(m); }
FG_COMPILE() Tensor f49([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}};
  m.insert_or_assign(1, x * 2); m.insert_or_assign(2, x * 3); return walk(m); }
FG_COMPILE() Tensor f50([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}};
  m.insert_or_assign(m.begin(), 2, x * 2); return walk(m); }
FG_COMPILE() Tensor f51([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, double> m{{2, 1.5}};
  m.insert_or_assign(2, 3); m.try_emplace(1, 2); m[5] = 1; return x * m[2] + m[1] + m[5]; }
FG_COMPILE() Tensor f52([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, int> m; m[1] += 2; m[1]++;
  const int other = m[7]; return x * m[1] + other + static_cast<double>(m.size()); }
FG_COMPILE() Tensor f53([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  m.erase(2); return walk(m) + static_cast<double>(m.erase(7)); }
FG_COMPILE() Tensor f54([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  m.erase(m.begin()); return walk(m); }
FG_COMPILE() Tensor f55([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  m.erase(m.find(2)); return walk(m); }
FG_COMPILE() Tensor f56([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  m.erase(m.begin(), m.end()); return x + static_cast<double>(m.size()); }
FG_COMPILE() Tensor f57([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  m.clear(); return m.empty() ? x * 2 : x; }
FG_COMPILE() Tensor f58([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor> m{{2, x}, {1, x * 2}}, o{{5, x}}; m.swap(o); return walk(m) + walk(o) * 2; }
FG_COMPILE() Tensor f59([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor> m{{2, x}, {1, x * 2}}, o{{5, x}}; std::swap(m, o); return walk(m) + walk(o) * 2; }
FG_COMPILE() Tensor f60([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, Tensor> m{{2, x}, {1, x * 2}}, o{{5, x}, {2, x * 4}}; m.merge(o);
  return walk(m) + static_cast<double>(o.size()); }
FG_COMPILE() Tensor f61([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  auto node = m.extract(2); node.key() = 9; m.insert(std::move(node)); return walk(m); }
FG_COMPILE() Tensor f62([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  return m.count(2) ? m.at(2) : x * 5; }
FG_COMPILE() Tensor f63([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  return m.contains(7) ? m.at(2) : x * 5; }
FG_COMPILE() Tensor f64([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  return m.find(7) == m.end() ? x * 5 : x; }
FG_COMPILE() Tensor f65([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  return m.find(1) != m.cend() ? m.find(1)->second : x; }
FG_COMPILE() Tensor f66([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  return m.at(7); }
FG_COMPILE() Tensor f67([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  return m.lower_bound(2)->second + m.upper_bound(1)->second; }
FG_COMPILE() Tensor f68([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  return m.equal_range(2).first->second; }
FG_COMPILE() Tensor f69([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  return m.begin()->second + m.rbegin()->second * 3; }
FG_COMPILE() Tensor f70([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  auto it = m.begin(); ++it; return it->second * it->first; }
FG_COMPILE() Tensor f71([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{2, x}, {1, x * 2}};
  return m.key_comp()(1, 2) && m.max_size() > 2 ? x * 2 : x; }
FG_COMPILE() Tensor f72([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<std::string, Tensor, std::less<>> m{{"sig", x * 2}};
  return m.find(std::string_view("sig")) != m.end() ? x * 3 : x; }
FG_COMPILE() Tensor f73([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<std::string, Tensor, std::less<>> m{{"sig", x * 2}}; return m.contains("sig") ? m.at("sig") : x; }
FG_COMPILE() Tensor f74([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<std::string, Tensor> m{{"ig", x * 2}, {"sig", x * 3}}; return m.count(s) ? m.at(s) : x; }
FG_COMPILE() Tensor f75([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<std::string, Tensor> m{{"ig", x * 2}, {"sig", x * 3}}; return m.count(s.substr(1)) ? m.at(s.substr(1)) : x;
  }
FG_COMPILE() Tensor f76([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<std::string, Tensor> m{{"ig", x * 2}, {"sig", x * 3}}; return m.at(std::string(s, 1)); }
FG_COMPILE() Tensor f77([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<std::string, Tensor> m{{s, x * 2}};
  return m.count("sig") ? m.at("sig") : x; }
FG_COMPILE() Tensor f78([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<std::string, Tensor> m;
  m[s.substr(1)] = x * 2; return m.count("ig") ? m.at("ig") : x; }
FG_COMPILE() Tensor f79([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, int> m{{1, 2}}, o{{1, 2}};
  return m == o ? x * 2 : x; }
FG_COMPILE() Tensor f80([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, int> m{{1, 2}}, o{{1, 3}};
  return m < o ? x * 2 : x; }
FG_COMPILE() Tensor f81([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, std::map<int, Tensor, std::greater<int>>> m; m[1][2] = x; m[1][3] = x * 2; return walk(m[1]); }
FG_COMPILE() Tensor f82([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, std::map<std::string, Tensor, CaseLess>> m; m[1]["a"] = x; m[1]["A"] = x * 2; return walk(m[1]); }
FG_COMPILE() Tensor f83([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::vector<std::map<std::string, Tensor, CaseLess>> m(1); m[0]["a"] = x; m[0]["A"] = x * 2; return walk(m[0]); }
FG_COMPILE() Tensor f84([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::vector<std::map<int, Tensor, std::greater<int>>> m(1); m[0][1] = x; m[0][2] = x * 2; return walk(m[0]); }
FG_COMPILE() Tensor f85([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::optional<std::map<std::string, Tensor, CaseLess>> m; m.emplace(); (*m)["a"] = x; (*m)["A"] = x * 2;
  return walk(*m); }
FG_COMPILE() Tensor f86([[maybe_unused]] ONE Tensor x, GIVEN) { Holder h; h.m["a"] = x; h.m["A"] = x * 2;
  return walk(h.m); }
FG_COMPILE() Tensor f87([[maybe_unused]] ONE Tensor x, GIVEN) { std::unordered_map<int, Tensor> m{{2, x * 2}, {1, x}};
  return walk(m); }
FG_COMPILE() Tensor f88([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<int, Tensor> m({{2, x * 2}, {1, x}, {18, x * 3}}, 17); return walk(m); }
FG_COMPILE() Tensor f89([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<int, Tensor> m({{2, x * 2}, {1, x}}, 0, std::hash<int>(), std::equal_to<int>()); return walk(m);
  }
FG_COMPILE() Tensor f90([[maybe_unused]] ONE Tensor x, GIVEN) { std::unordered_map<int, Tensor> m(17); m[1] = x;
  m[18] = x * 2; m[2] = x * 3; return walk(m); }
FG_COMPILE() Tensor f91([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<int, Tensor, Same> m{{1, x}, {2, x * 2}, {3, x * 3}}; return walk(m); }
FG_COMPILE() Tensor f92([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<std::string, Tensor, CaseHash, CaseEqual> m{{"a", x}, {"A", x * 2}}; return walk(m); }
FG_COMPILE() Tensor f93([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<std::string, Tensor, CaseHash, CaseEqual> m; m["a"] = x; m["A"] = x * 2; return m.at("a"); }
FG_COMPILE() Tensor f94([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<Own, Tensor> m{{Own::A, x}, {Own::B, x * 2}}; return walk(m); }
FG_COMPILE() Tensor f95([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<Shape, Tensor> m{{Shape::Round, x}, {Shape::Flat, x * 2}}; return m.at(Shape::Flat); }
FG_COMPILE() Tensor f96([[maybe_unused]] ONE Tensor x, GIVEN) { std::unordered_map<int, Tensor> m{{2, x}};
  m.emplace(1, x * 2); m.insert({3, x * 3}); m.try_emplace(4, x); m.insert_or_assign(2, x * 7);
  return m.at(2) + m.at(3) + m[4] + m[1]; }
FG_COMPILE() Tensor f97([[maybe_unused]] ONE Tensor x, GIVEN) { std::unordered_map<int, Tensor> m{{2, x}};
  m.reserve(100); m[1] = x * 2; m[3] = x * 3; return walk(m); }
FG_COMPILE() Tensor f98([[maybe_unused]] ONE Tensor x, GIVEN) { std::unordered_map<int, Tensor> m{{2, x}};
  m.rehash(100); m[1] = x * 2; return walk(m); }
FG_COMPILE() Tensor f99([[maybe_unused]] ONE Tensor x, GIVEN) { std::unordered_map<int, Tensor> m{{2, x}};
  m.max_load_factor(5); return x * static_cast<double>(m.bucket_count()); }
FG_COMPILE() Tensor f100([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<int, Tensor> m{{2, x}, {1, x * 2}}; m.erase(2); return m.contains(2) ? x : m.at(1); }
FG_COMPILE() Tensor f101([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<int, Tensor> m{{2, x}, {1, x * 2}}; m.erase(m.find(2)); return walk(m); }
FG_COMPILE() Tensor f102([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<int, Tensor> o{{2, x}, {1, x * 2}}; std::unordered_map<int, Tensor> m(o); m = o;
  return m.at(1) + static_cast<double>(m.size()); }
FG_COMPILE() Tensor f103([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<int, Tensor> o{{2, x}, {1, x * 2}}; std::unordered_map<int, Tensor> m(o.begin(), o.end());
  return walk(m); }
FG_COMPILE() Tensor f104([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<int, Tensor> m{{2, x}, {1, x * 2}}; return m.begin()->second; }
FG_COMPILE() Tensor f105([[maybe_unused]] ONE Tensor x, GIVEN) { std::unordered_map<int, int> m{{2, 1}}, o{{2, 1}};
  return m == o ? x * 2 : x; }
FG_COMPILE() Tensor f106([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unordered_map<std::string, Tensor> m{{"ig", x * 2}}; return m.find(s.substr(1)) != m.end() ? x * 3 : x; }
FG_COMPILE() Tensor f107([[maybe_unused]] ONE Tensor x, GIVEN) { return held.at("a") + held.at("b"); }
FG_COMPILE() Tensor f108([[maybe_unused]] ONE Tensor x, GIVEN) { return held.count("A") ? x * 2 : x; }
FG_COMPILE() Tensor f109([[maybe_unused]] ONE Tensor x, GIVEN) { return held.at("a") + held.at("A"); }
FG_COMPILE() Tensor f110([[maybe_unused]] ONE Tensor x, GIVEN) { held["c"] = x; held["C"] = x * 2;
  return held.at("c"); }
FG_COMPILE() Tensor f111([[maybe_unused]] ONE Tensor x, GIVEN) { return walk(held); }
FG_COMPILE() Tensor f112([[maybe_unused]] ONE Tensor x, GIVEN) { return down.at(1) + down.at(2); }
FG_COMPILE() Tensor f113([[maybe_unused]] ONE Tensor x, GIVEN) { return walk(down); }
FG_COMPILE() Tensor f114([[maybe_unused]] ONE Tensor x, GIVEN) { return down.count(n) ? down.at(n) : x; }
FG_COMPILE() Tensor f115([[maybe_unused]] ONE Tensor x, GIVEN) {
  return plain.at("sig") * static_cast<double>(plain.size()); }
FG_COMPILE() Tensor f116([[maybe_unused]] ONE Tensor x, GIVEN) { return plain.count(s) ? plain.at(s) : x; }
FG_COMPILE() Tensor f117([[maybe_unused]] ONE Tensor x, GIVEN) {
  return plain.count(s.substr(1)) ? plain.at(s.substr(1)) : x; }
FG_COMPILE() Tensor f118([[maybe_unused]] ONE Tensor x, GIVEN) {
  return plain.count(std::string(s, 1, 2)) ? plain.at(std::string(s, 1, 2)) : x; }
FG_COMPILE() Tensor f119([[maybe_unused]] ONE Tensor x, GIVEN) { auto it = plain.find(s.substr(0, 2));
  return it == plain.end() ? x : it->second; }
FG_COMPILE() Tensor f120([[maybe_unused]] ONE Tensor x, GIVEN) { return plain.at(s.substr(1)); }
// A change of a map while a loop over it turns is seen by the loop; one of another map is none.
FG_COMPILE() Tensor f121([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{1, x}}; Tensor sum = x;
  for (const auto &[key, value] : m) { sum = sum + value; if (key < 4) m[key + 1] = value * 2; }
  return sum; }
FG_COMPILE() Tensor f122([[maybe_unused]] ONE Tensor x, GIVEN) { std::map<int, Tensor> m{{1, x}, {2, x}, {3, x}};
  Tensor sum = x; for (const auto &[key, value] : m) { sum = sum + value; m.erase(key + 1); }
  return sum; }
FG_COMPILE(.fullgraph = true) Tensor f123([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::map<int, int> m{{1, 2}, {2, 3}}, other; for (const auto &[key, value] : m) other[value] = key;
  for (auto &[key, value] : m) m[key] = value + 1;
  return x * other.at(3) + m.at(2) + static_cast<double>(other.size()); }
// clang-format on

int main() {
  const auto one = [](int number, auto f, const std::string &s) {
    allocations = 0;
    const Tensor x = fg::full({1}, 1.5);
    std::map<std::string, Tensor, CaseLess> held{{"a", x * 2}, {"b", x * 3}};
    const std::map<int, Tensor, std::greater<int>> down{{1, x * 2}, {2, x * 3}};
    const std::map<std::string, Tensor> plain{{"sig", x * 2}, {"ig", x * 3}, {"si", x * 4}};
    try {
      const Tensor y = f(x, s, static_cast<int>(s.size()) - 1, held, down, plain);
      std::printf("%d %s: %g %zu\n", number, s.c_str(), double(y.data_ptr<float>()[0]), held.size());
    } catch (const std::out_of_range &) {
      std::printf("%d %s: out of range\n", number, s.c_str());
    }
  };
  int number = 0;
  using Function = Tensor (*)(Tensor, const std::string &, int, std::map<std::string, Tensor, CaseLess> &,
                              const std::map<int, Tensor, std::greater<int>> &,
                              const std::map<std::string, Tensor> &);
  for (const Function f : { f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
         f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38,
         f39, f40, f41, f42, f43, f44, f45, f46, f47, f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59,
         f60, f61, f62, f63, f64, f65, f66, f67, f68, f69, f70, f71, f72, f73, f74, f75, f76, f77, f78, f79, f80,
         f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91, f92, f93, f94, f95, f96, f97, f98, f99, f100, f101,
         f102, f103, f104, f105, f106, f107, f108, f109, f110, f111, f112, f113, f114, f115, f116, f117, f118,
         f119, f120, f121, f122, f123 }) {
    for (const char *s : {"sig", "xig", "ig", "aaa", ""})
      one(number, f, s);
    ++number;
  }
}
