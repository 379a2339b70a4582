// Lists, spans and the functions over them.
// Each function is built eagerly and compiled, and gives the same, captured or refused. They go through
// the signatures of lib/Capture/signatures/Sequences.def.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// CHECK: 0 sig: 4.5
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <functional>
#include <memory_resource>
#include <numeric>
#include <span>
#include <vector>
#include <stdexcept>
#include <string>

using fg::Tensor;
#define ONE FG_SHAPE("f32[1]")

namespace {

int allocations = 0;
template <class T> struct Counting { // what it counts is seen
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
struct CaseTraits : std::char_traits<char> { // upper and lower case are one
  static char up(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }
  static bool eq(char a, char b) { return up(a) == up(b); }
  static bool lt(char a, char b) { return up(a) < up(b); }
  static int compare(const char *a, const char *b, std::size_t n) {
    for (; n; --n, ++a, ++b)
      if (!eq(*a, *b))
        return lt(*a, *b) ? -1 : 1;
    return 0;
  }
};

template <class T> T total(const std::vector<T> &l) {
  T sum = 0;
  for (const T &i : l)
    sum = static_cast<T>(sum + i);
  return sum;
}
int sum2(const std::deque<int> &l) {
  int sum = 0;
  for (int i : l)
    sum += i;
  return sum;
}
Tensor sum(const std::vector<Tensor> &l) {
  Tensor sum = l[0];
  for (size_t i = 1; i < l.size(); ++i)
    sum = sum + l[i];
  return sum;
}

} // namespace

#define GIVEN [[maybe_unused]] const std::string &s, [[maybe_unused]] std::span<const int> c

// clang-format off: a signature a line
FG_COMPILE() Tensor f0([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<Tensor> l(3, x); return sum(l); }
FG_COMPILE() Tensor f1([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<Tensor> l{x, x * 2}; return sum(l); }
FG_COMPILE() Tensor f2([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<Tensor> l({x, x * 2}); return sum(l); }
FG_COMPILE() Tensor f3([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l(3, 7); return x * total(l); }
FG_COMPILE() Tensor f4([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{3, 7}; return x * total(l); }
FG_COMPILE() Tensor f5([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l(4); return x + total(l); }
FG_COMPILE() Tensor f6([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<double> l(2, 3); return x * total(l); }
FG_COMPILE() Tensor f7([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<float> l{1, 2.5f}; return x * total(l); }
FG_COMPILE() Tensor f8([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<unsigned char> l(2, 300 & 0xff);
  return x * total(l); }
FG_COMPILE() Tensor f9([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::vector<int> l(std::size_t(2), 5, std::allocator<int>()); return x * total(l); }
FG_COMPILE() Tensor f10([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l(std::allocator<int>{});
  l.push_back(2); return x * total(l); }
FG_COMPILE() Tensor f11([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3}; std::vector<int> l(m);
  l[0] = 9; return x * total(l) + total(m); }
FG_COMPILE() Tensor f12([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3};
  std::vector<int> l(m, std::allocator<int>()); l[0] = 9; return x * total(l) + total(m); }
FG_COMPILE() Tensor f13([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3};
  std::vector<int> l(std::move(m)); return x * total(l) + total(m); }
FG_COMPILE() Tensor f14([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3};
  std::vector<int> l(std::move(m), std::allocator<int>()); return x * total(l) + total(m); }
FG_COMPILE() Tensor f15([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3};
  std::vector<int> l(m.begin() + 1, m.end()); return x * total(l); }
FG_COMPILE() Tensor f16([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3};
  std::vector<int> l(m.rbegin(), m.rend()); return x * l[0] + l[2]; }
FG_COMPILE() Tensor f17([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<double> m{1.5, 2.5};
  std::vector<int> l(m.begin(), m.end()); return x * total(l); }
FG_COMPILE() Tensor f18([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l(c.begin(), c.end());
  return x * total(l); }
FG_COMPILE() Tensor f19([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{c.begin(), c.end()};
  return x * total(l); }
FG_COMPILE() Tensor f20([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::vector<std::string> l{s, s + "x", std::string(s, 1)}; return l[2] == "ig" ? x * 2 : l[1] == "sigx" ? x * 3 : x;
  }
FG_COMPILE() Tensor f21([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<std::string> l(2, s);
  return l[1] == "sig" ? x * 2 : x; }
FG_COMPILE() Tensor f22([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<std::string> l(2, std::string(s, 1, 1));
  return l[1] == "i" ? x * 2 : x; }
FG_COMPILE() Tensor f23([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<std::string> l; l.emplace_back(s, 1);
  return l[0] == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f24([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<std::string> l; l.emplace_back(s, 1, 1);
  return l[0] == "i" ? x * 2 : x; }
FG_COMPILE() Tensor f25([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<std::string> l;
  l.emplace_back("sigma", 3); return l[0] == s ? x * 2 : x; }
FG_COMPILE() Tensor f26([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<std::string> l; l.emplace_back(3, 'a');
  return l[0] == s ? x * 2 : x; }
FG_COMPILE() Tensor f27([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<std::string> l; l.push_back(s.substr(1));
  return l.back() == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f28([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<std::pair<int, Tensor>> l;
  l.emplace_back(2, x); return l[0].second * l[0].first; }
FG_COMPILE() Tensor f29([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<std::vector<int>> l; l.emplace_back(2, 3);
  return x * total(l[0]) + static_cast<double>(l[0].size()); }
FG_COMPILE() Tensor f30([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::vector<std::vector<int>> l(2, std::vector<int>{1, 2}); return x * total(l[1]); }
FG_COMPILE() Tensor f31([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<std::vector<int>> l{{1, 2}, {3}};
  return x * total(l[0]) + total(l[1]); }
FG_COMPILE() Tensor f32([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.assign(2, 5);
  return x * total(l); }
FG_COMPILE() Tensor f33([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.assign({4, 5});
  return x * total(l); }
FG_COMPILE() Tensor f34([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}, m{7, 8};
  l.assign(m.begin(), m.end()); return x * total(l); }
FG_COMPILE() Tensor f35([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l = {4, 5};
  return x * total(l); }
FG_COMPILE() Tensor f36([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.resize(5);
  return x * total(l) + static_cast<double>(l.size()); }
FG_COMPILE() Tensor f37([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.resize(5, 4);
  return x * total(l); }
FG_COMPILE() Tensor f38([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.resize(1);
  return x * total(l); }
FG_COMPILE() Tensor f39([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.insert(l.begin(), 9);
  return x * l[0] + l[1]; }
FG_COMPILE() Tensor f40([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  l.insert(l.begin() + 1, 2, 9); return x * l[2] + l[3]; }
FG_COMPILE() Tensor f41([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  l.insert(l.end(), {7, 8}); return x * l[4] + l[3]; }
FG_COMPILE() Tensor f42([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  l.insert(l.begin() + 1, l.begin(), l.end()); return x * total(l); }
FG_COMPILE() Tensor f43([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}, m{7, 8};
  l.insert(l.begin() + 1, m.begin(), m.end()); return x * l[1] + l[2]; }
FG_COMPILE() Tensor f44([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  l.emplace(l.begin() + 1, 9); return x * l[1] + l[2]; }
FG_COMPILE() Tensor f45([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<double> l{1, 2}; l.insert(l.begin(), 3);
  l.push_back(4); l.emplace_back(5); return x * l[0] + l[3] / l[4]; }
FG_COMPILE() Tensor f46([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1};
  l.insert(l.begin(), static_cast<int>(2.9)); l.push_back(static_cast<int>(3.9)); return x * total(l); }
FG_COMPILE() Tensor f47([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.erase(l.begin() + 1);
  return x * total(l); }
FG_COMPILE() Tensor f48([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  l.erase(l.begin(), l.begin() + 2); return x * total(l); }
FG_COMPILE() Tensor f49([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  return x * *l.erase(l.begin()); }
FG_COMPILE() Tensor f50([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  return x * *l.insert(l.begin() + 1, 8); }
FG_COMPILE() Tensor f51([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.pop_back();
  return x * l.back(); }
FG_COMPILE() Tensor f52([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.clear();
  return l.empty() ? x * 2 : x; }
FG_COMPILE() Tensor f53([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}, m{9}; l.swap(m);
  return x * total(l) + total(m); }
FG_COMPILE() Tensor f54([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}, m{9}; std::swap(l, m);
  return x * total(l) + total(m); }
FG_COMPILE() Tensor f55([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.reserve(9);
  return l.capacity() >= 9 ? x * 2 : x; }
FG_COMPILE() Tensor f56([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.shrink_to_fit();
  return x * total(l); }
FG_COMPILE() Tensor f57([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  return x * l.at(1) + l.front() + l.back(); }
FG_COMPILE() Tensor f58([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; return x * l.at(7); }
FG_COMPILE() Tensor f59([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  return x * *l.rbegin() + *l.crbegin() + *(l.rend() - 1); }
FG_COMPILE() Tensor f60([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  return x * *l.cbegin() + *(l.cend() - 1) + l.data()[1]; }
FG_COMPILE() Tensor f61([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  return l.max_size() > 5 ? x * 2 : x; }
FG_COMPILE() Tensor f62([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; l.get_allocator();
  return x * total(l); }
FG_COMPILE() Tensor f63([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2}, m{1, 2};
  return l == m ? x * 2 : x; }
FG_COMPILE() Tensor f64([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2}, m{1, 3};
  return l < m ? x * 2 : x; }
FG_COMPILE() Tensor f65([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2}, m{1, 3};
  return l != m ? x * 2 : x; }
FG_COMPILE() Tensor f66([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  for (int &i : l) i *= 2;
  return x * total(l); }
FG_COMPILE() Tensor f67([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; auto it = l.begin();
  ++it; it++; return x * *it + static_cast<double>(it - l.begin()); }
FG_COMPILE() Tensor f68([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3}; auto it = l.end(); --it;
  it--; it += 1; it -= 1; return x * *it + it[1] + *(1 + it) + *(it - 1); }
FG_COMPILE() Tensor f69([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  auto it = l.begin(), end = l.end();
  return it < end && it != end && !(it == end) && end > it && it <= end && end >= it ? x * 2 : x; }
FG_COMPILE() Tensor f70([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<std::pair<int, int>> l{{1, 2}};
  return x * l.begin()->second; }
FG_COMPILE() Tensor f71([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  std::vector<int>::const_iterator it = l.begin(); return x * *it.base(); }
FG_COMPILE() Tensor f72([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<bool> l{true, false};
  return l[0] && !l[1] ? x * 2 : x; }
FG_COMPILE() Tensor f73([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<bool> l(3); l[1] = true;
  return l[1] && !l[0] ? x * 2 : x; }
FG_COMPILE() Tensor f74([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<bool> l(3, true); l.flip();
  return l[1] ? x * 2 : x; }
FG_COMPILE() Tensor f75([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<bool> l{true, false}; auto r = l[0];
  l[0] = false; return r ? x * 2 : x; }
FG_COMPILE() Tensor f76([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<bool> l{true, false}; bool r = l[0];
  l[0] = false; return r ? x * 2 : x; }
FG_COMPILE() Tensor f77([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<bool> l{true, false}; l.push_back(true);
  l[0].flip(); return l.back() && !l.front() ? x * 2 : x; }
FG_COMPILE() Tensor f78([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<bool> l{true, false};
  for (auto &&b : l) b = !b;
  return l[1] ? x * 2 : x; }
FG_COMPILE() Tensor f79([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<bool> l{true, false};
  for (bool b : l) x = b ? x * 2 : x + 1;
  return x; }
FG_COMPILE() Tensor f80([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<bool> l{true, false}; l.resize(3, true);
  l.insert(l.begin(), false); return l[3] && l.size() == 4 ? x * 2 : x; }
FG_COMPILE() Tensor f81([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<bool> l{true, false}; l.swap(l[0], l[1]);
  return l[1] ? x * 2 : x; }
FG_COMPILE() Tensor f82([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<bool> l{true, false}; l = {false, true};
  return l.at(1) ? x * 2 : x; }
FG_COMPILE() Tensor f83([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l(3, 7); return x * sum2(l); }
FG_COMPILE() Tensor f84([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2}; l.push_front(9);
  return x * l[0] + l[2]; }
FG_COMPILE() Tensor f85([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2}; l.emplace_front(9);
  return x * l[0] + l[2]; }
FG_COMPILE() Tensor f86([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2}; l.push_back(9);
  l.emplace_back(4); l.pop_front(); l.pop_back(); return x * sum2(l); }
FG_COMPILE() Tensor f87([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2, 3};
  l.insert(l.begin() + 1, 9); return x * l[1] + l[2]; }
FG_COMPILE() Tensor f88([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2, 3};
  l.insert(l.begin() + 1, 2, 9); return x * l[1] + l[3]; }
FG_COMPILE() Tensor f89([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2, 3}; l.erase(l.begin());
  return x * l.front() + l.back(); }
FG_COMPILE() Tensor f90([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2, 3};
  l.erase(l.begin(), l.begin() + 2); return x * l.front(); }
FG_COMPILE() Tensor f91([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2, 3}; l.resize(5, 4);
  return x * sum2(l); }
FG_COMPILE() Tensor f92([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2, 3}; l.assign(2, 5);
  return x * sum2(l); }
FG_COMPILE() Tensor f93([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2, 3}; l.assign({4, 5});
  return x * sum2(l); }
FG_COMPILE() Tensor f94([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> m{1, 2, 3};
  std::deque<int> l(m.begin() + 1, m.end()); return x * sum2(l); }
FG_COMPILE() Tensor f95([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> m{1, 2, 3};
  std::deque<int> l(m), k(std::move(m)); l[0] = 7; return x * sum2(l) + sum2(k); }
FG_COMPILE() Tensor f96([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2, 3};
  return x * *(l.end() - 1) + *l.rbegin() + l.at(1); }
FG_COMPILE() Tensor f97([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2}, m{3}; l.swap(m);
  return x * sum2(l) + sum2(m); }
FG_COMPILE() Tensor f98([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2}, m{1, 2};
  return l == m ? x * 2 : x; }
FG_COMPILE() Tensor f99([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int> l{1, 2}; l = {5}; l.clear();
  return l.empty() ? x * 2 : x; }
FG_COMPILE() Tensor f100([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<int, 3> l{1, 2, 3};
  return x * l[0] + l.at(1) + l.front() + l.back(); }
FG_COMPILE() Tensor f101([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<int, 3> l{1, 2}; return x * l[2] + l[1]; }
FG_COMPILE() Tensor f102([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<int, 3> l{}; l.fill(4); return x * l[2]; }
FG_COMPILE() Tensor f103([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<int, 3> l{1, 2, 3}; return x * l.at(5); }
FG_COMPILE() Tensor f104([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<int, 3> l{1, 2, 3}, m{7, 8, 9}; l.swap(m);
  return x * l[0] + m[0]; }
FG_COMPILE() Tensor f105([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<int, 3> l{1, 2, 3}, m{7, 8, 9};
  std::swap(l, m); l = m; return x * l[0] + m[0]; }
FG_COMPILE() Tensor f106([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<int, 3> l{1, 2, 3};
  return x * *l.rbegin() + *l.crbegin() + l.data()[1] + *l.begin() + *(l.cend() - 1); }
FG_COMPILE() Tensor f107([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<int, 3> l{1, 2, 3};
  return x * std::get<1>(l) + static_cast<double>(l.size()) + static_cast<double>(l.max_size()); }
FG_COMPILE() Tensor f108([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<int, 3> l{1, 2, 3}, m{1, 2, 4};
  return l == m ? x * 2 : l < m ? x * 3 : x; }
FG_COMPILE() Tensor f109([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<Tensor, 2> l{x, x * 2};
  return l[0] + l[1]; }
FG_COMPILE() Tensor f110([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<int, 0> l{}; return l.empty() ? x * 2 : x;
  }
FG_COMPILE() Tensor f111([[maybe_unused]] ONE Tensor x, GIVEN) { auto l = std::to_array({1, 2, 3}); return x * l[2]; }
FG_COMPILE() Tensor f112([[maybe_unused]] ONE Tensor x, GIVEN) { std::initializer_list<int> l = {1, 2, 3};
  return x * *(l.begin() + 1) + static_cast<double>(l.size()); }
FG_COMPILE() Tensor f113([[maybe_unused]] ONE Tensor x, GIVEN) { std::initializer_list<int> l{};
  return l.size() == 0 ? x * 2 : x; }
FG_COMPILE() Tensor f114([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3}; std::span<int> l(m);
  l[0] = 9; return x * m[0] + l.back(); }
FG_COMPILE() Tensor f115([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3};
  std::span<const int> l(m.data(), 2); return x * l.back() + static_cast<double>(l.size()); }
FG_COMPILE() Tensor f116([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3};
  std::span<const int> l(m.begin() + 1, m.end()); return x * l.front(); }
FG_COMPILE() Tensor f117([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3};
  std::span<const int> l(m.begin() + 1, 1); return x * l.front() + static_cast<double>(l.size()); }
FG_COMPILE() Tensor f118([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3};
  std::span<int, 2> l(m.begin(), 2); return x * l[1] + static_cast<double>(l.size()); }
FG_COMPILE() Tensor f119([[maybe_unused]] ONE Tensor x, GIVEN) { std::array<int, 3> m{1, 2, 3};
  std::span<int, 3> l(m); std::span<int> k(l); k[1] = 9; return x * m[1]; }
FG_COMPILE() Tensor f120([[maybe_unused]] ONE Tensor x, GIVEN) { int m[3] = {1, 2, 3}; std::span<int> l(m); l[1] = 9;
  return x * m[1] + l[2]; }
FG_COMPILE() Tensor f121([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3}; std::span<int> l(m);
  return x * l.subspan(1)[0] + l.subspan(1, 1).back(); }
FG_COMPILE() Tensor f122([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3}; std::span<int> l(m);
  return x * l.first(2).back() + l.last(2).front(); }
FG_COMPILE() Tensor f123([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3}; std::span<int> l(m);
  return x * l.first<2>().back() + l.last<2>().front(); }
FG_COMPILE() Tensor f124([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3}; std::span<int> l(m);
  return x * l.subspan<1>()[0] + l.subspan<1, 1>().back(); }
FG_COMPILE() Tensor f125([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3}; std::span<int> l(m);
  return x * static_cast<double>(l.size_bytes()); }
FG_COMPILE() Tensor f126([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3}; std::span<int> l(m);
  return x * *l.rbegin() + *l.begin() + *(l.end() - 1) + *l.data(); }
FG_COMPILE() Tensor f127([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> m{1, 2, 3}, k{7, 8};
  std::span<int> l(m); l = k; return x * l[0]; }
FG_COMPILE() Tensor f128([[maybe_unused]] ONE Tensor x, GIVEN) { std::span<int> l; return l.empty() ? x * 2 : x; }
FG_COMPILE() Tensor f129([[maybe_unused]] ONE Tensor x, GIVEN) {
  return x * total(std::vector<int>(c.begin() + 1, c.end())); }
FG_COMPILE() Tensor f130([[maybe_unused]] ONE Tensor x, GIVEN) { return x * c.subspan(1)[0]; }
FG_COMPILE() Tensor f131([[maybe_unused]] ONE Tensor x, GIVEN) {
  return x * c.subspan(1, 2).back() + c.first(2)[1] + c.last(1)[0]; }
FG_COMPILE() Tensor f132([[maybe_unused]] ONE Tensor x, GIVEN) { return x.reshape(fg::IntArrayRef({1, 1})) * 2; }
FG_COMPILE() Tensor f133([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int64_t> d{1, 1};
  return x.reshape(fg::IntArrayRef(d)) * 2; }
FG_COMPILE() Tensor f134([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int64_t> d{1, 1, 5};
  return x.reshape(fg::IntArrayRef(d.data(), 2)) * 2; }
FG_COMPILE() Tensor f135([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int64_t> d{5, 1, 1};
  return x.reshape(fg::IntArrayRef(d.data() + 1, d.data() + 3)) * 2; }
FG_COMPILE() Tensor f136([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int64_t> d{5, 1, 1};
  return x.reshape(fg::IntArrayRef(d).slice(1)) * 2; }
FG_COMPILE() Tensor f137([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int64_t> d{5, 1, 1, 7};
  return x.reshape(fg::IntArrayRef(d).slice(1, 2)) * 2; }
FG_COMPILE() Tensor f138([[maybe_unused]] ONE Tensor x, GIVEN) { const int64_t one = 1; fg::IntArrayRef d = one;
  return x.reshape(d) * 2; }
FG_COMPILE() Tensor f139([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int, Counting<int>> l{1, 2};
  return x * l[0] + l[1]; }
FG_COMPILE() Tensor f140([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int, Counting<int>> l(2, 3);
  l.push_back(4); return x * l[2] + static_cast<double>(allocations); }
FG_COMPILE() Tensor f141([[maybe_unused]] ONE Tensor x, GIVEN) { std::deque<int, Counting<int>> l{1, 2};
  return x * l[0] + l[1]; }
FG_COMPILE() Tensor f142([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::basic_string<char, std::char_traits<char>, Counting<char>> l("sig"); return l == "sig" ? x * 2 : x; }
FG_COMPILE() Tensor f143([[maybe_unused]] ONE Tensor x, GIVEN) { std::basic_string<char, CaseTraits> l("SIG");
  return l == "sig" ? x * 2 : x; }
FG_COMPILE() Tensor f144([[maybe_unused]] ONE Tensor x, GIVEN) { std::basic_string<char, CaseTraits> l(s.c_str());
  return l == "SIG" ? x * 2 : x; }
FG_COMPILE() Tensor f145([[maybe_unused]] ONE Tensor x, GIVEN) { std::wstring l(L"sig");
  return l == L"sig" ? x * 2 : x; }
FG_COMPILE() Tensor f146([[maybe_unused]] ONE Tensor x, GIVEN) { std::wstring l(L"sig");
  return l.size() == 3 && l[1] == L'i' ? x * 2 : x; }
FG_COMPILE() Tensor f147([[maybe_unused]] ONE Tensor x, GIVEN) { std::u16string l(u"sig");
  return l == u"sig" ? x * 2 : x; }
FG_COMPILE() Tensor f148([[maybe_unused]] ONE Tensor x, GIVEN) { std::u8string l(u8"sig");
  return l == u8"sig" ? x * 2 : x; }
FG_COMPILE() Tensor f149([[maybe_unused]] ONE Tensor x, GIVEN) { std::basic_string_view<char, CaseTraits> l("SIG");
  return l == "sig" ? x * 2 : x; }
FG_COMPILE() Tensor f150([[maybe_unused]] ONE Tensor x, GIVEN) { std::pmr::vector<int> l{1, 2}; return x * l[1]; }
FG_COMPILE() Tensor f151([[maybe_unused]] ONE Tensor x, GIVEN) { return x * std::min(2, 3) + std::max(2, 3); }
FG_COMPILE() Tensor f152([[maybe_unused]] ONE Tensor x, GIVEN) { return x * std::min({4, 2, 3}) + std::max({2, 5, 3});
  }
FG_COMPILE() Tensor f153([[maybe_unused]] ONE Tensor x, GIVEN) {
  return x * std::min(2, 3, std::greater<int>()) + std::max(2, 3, std::greater<int>()); }
FG_COMPILE() Tensor f154([[maybe_unused]] ONE Tensor x, GIVEN) {
  return x * std::min(2, 3, [](int a, int b) { return a > b; }); }
FG_COMPILE() Tensor f155([[maybe_unused]] ONE Tensor x, GIVEN) { return x * std::min({4, 2, 3}, std::greater<int>());
  }
FG_COMPILE() Tensor f156([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{3, 1, 2};
  return x * *std::min_element(l.begin(), l.end()) + *std::max_element(l.begin(), l.end(), std::greater<int>()); }
FG_COMPILE() Tensor f157([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{3, 1, 2};
  std::sort(l.begin(), l.end(), std::greater<int>()); return x * l[0] + l[2]; }
FG_COMPILE() Tensor f158([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{3, 1, 2}, m(3);
  std::move(l.begin(), l.end(), m.begin()); return x * m[0]; }
FG_COMPILE() Tensor f159([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{3, 1, 2};
  return x * *std::begin(l) + *(std::end(l) - 1) + *std::cbegin(l) + static_cast<double>(std::size(l)) + l.data()[1];
  }
FG_COMPILE() Tensor f160([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{3, 1, 2};
  return x * *std::rbegin(l) + static_cast<double>(std::ssize(l)) + (std::empty(l) ? 1 : 2); }
FG_COMPILE() Tensor f161([[maybe_unused]] ONE Tensor x, GIVEN) { int l[3] = {3, 1, 2};
  return x * *std::begin(l) + *(std::end(l) - 1) + static_cast<double>(std::size(l)); }
FG_COMPILE() Tensor f162([[maybe_unused]] ONE Tensor x, GIVEN) { int a = 1; int b = std::exchange(a, 5);
  return x * a + b; }
FG_COMPILE() Tensor f163([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> a{1, 2};
  auto b = std::exchange(a, {}); return x * total(b) + total(a); }
FG_COMPILE() Tensor f164([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> a{1, 2};
  auto b = std::exchange(a, std::vector<int>{7}); return x * total(b) + total(a); }
FG_COMPILE() Tensor f165([[maybe_unused]] ONE Tensor x, GIVEN) { int a = 1, b = 2; std::swap(a, b); return x * a + b;
  }
FG_COMPILE() Tensor f166([[maybe_unused]] ONE Tensor x, GIVEN) { int a[2] = {1, 2}, b[2] = {3, 4}; std::swap(a, b);
  return x * a[0] + b[1]; }
FG_COMPILE() Tensor f167([[maybe_unused]] ONE Tensor x, GIVEN) { int a = 1; auto r = std::ref(a); r.get() = 4;
  return x * a; }
FG_COMPILE() Tensor f168([[maybe_unused]] ONE Tensor x, GIVEN) { int a = 1; auto r = std::cref(a); a = 3;
  return x * r.get(); }
FG_COMPILE() Tensor f169([[maybe_unused]] ONE Tensor x, GIVEN) { int a = 1, b = 2; auto r = std::ref(a);
  r = std::ref(b); r.get() = 5; return x * a + b; }
FG_COMPILE() Tensor f170([[maybe_unused]] ONE Tensor x, GIVEN) {
  return x * std::accumulate(c.begin(), c.end(), 1) + std::accumulate(c.begin(), c.end(), 2, std::multiplies<>()); }
FG_COMPILE() Tensor f171([[maybe_unused]] ONE Tensor x, GIVEN) { std::vector<int> l{1, 2, 3};
  return x * std::accumulate(l.begin(), l.end(), 10) + std::accumulate(l.begin(), l.end(), 1, std::multiplies<int>());
  }
FG_COMPILE() Tensor f172([[maybe_unused]] ONE Tensor x, GIVEN) {
  return x * static_cast<double>(std::count(c.begin(), c.end(), 2)); }
FG_COMPILE() Tensor f173([[maybe_unused]] ONE Tensor x, GIVEN) {
  return x * std::abs(-3) + std::abs(-2.5) + std::pow(2.f, 3) + std::hypot(3., 4.) + std::hypot(1., 2., 2.); }
FG_COMPILE() Tensor f174([[maybe_unused]] ONE Tensor x, GIVEN) {
  return x * std::fmod(7., 4.) + std::round(2.5) + std::lround(2.5) + std::clamp(5, 1, 3); }
// clang-format on

int main() {
  const auto one = [](int number, auto f, const std::string &s, std::span<const int> c) {
    allocations = 0;
    try {
      const Tensor y = f(fg::full({1}, 1.5), s, c);
      std::printf("%d %s: %g\n", number, s.c_str(), double(y.data_ptr<float>()[0]));
    } catch (const std::out_of_range &) {
      std::printf("%d %s: out of range\n", number, s.c_str());
    }
  };
  int number = 0;
  const int numbers[] = {3, 2, 4};
  using Function = Tensor (*)(Tensor, const std::string &, std::span<const int>);
  for (const Function f : { f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
         f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38,
         f39, f40, f41, f42, f43, f44, f45, f46, f47, f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59,
         f60, f61, f62, f63, f64, f65, f66, f67, f68, f69, f70, f71, f72, f73, f74, f75, f76, f77, f78, f79, f80,
         f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91, f92, f93, f94, f95, f96, f97, f98, f99, f100, f101,
         f102, f103, f104, f105, f106, f107, f108, f109, f110, f111, f112, f113, f114, f115, f116, f117, f118,
         f119, f120, f121, f122, f123, f124, f125, f126, f127, f128, f129, f130, f131, f132, f133, f134, f135,
         f136, f137, f138, f139, f140, f141, f142, f143, f144, f145, f146, f147, f148, f149, f150, f151, f152,
         f153, f154, f155, f156, f157, f158, f159, f160, f161, f162, f163, f164, f165, f166, f167, f168, f169,
         f170, f171, f172, f173, f174 }) {
    for (const char *s : {"sig", "xig", "sigx", "aaa"})
      one(number, f, s, numbers);
    ++number;
  }
}
