// std::set: what capture follows is one graph, what it refuses runs as it is written, and both give the same.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s --input-file=%t.log
// CHECK: 0 abc: 3.5
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using fg::Tensor;
#define GIVEN                                                                                                \
  FG_SHAPE("f32[1]") const Tensor &x, [[maybe_unused]] const std::string &s, [[maybe_unused]] int n

namespace {

/// The order of the keys shows.
template <class Set> double folded(const Set &set) {
  double sum = 0;
  for (const auto &key : set)
    sum = sum * 10 + static_cast<double>(key);
  return sum;
}
std::string joined(const std::set<std::string> &set) {
  std::string all;
  for (const std::string &key : set)
    all += key;
  return all;
}
enum class Color { Red, Green, Blue };
struct Modulo {
  bool operator()(int a, int b) const { return a % 3 < b % 3; }
};
struct Kept {
  std::set<int> seen;
};

} // namespace

#define GRAPH FG_COMPILE(.fullgraph = true)

GRAPH Tensor f0(GIVEN) {
  const std::set<int> set{3, 1, 2, 1};
  return x + static_cast<double>(set.size()) + (folded(set) == 123 ? 0 : 50) - 1;
}
GRAPH Tensor f1(GIVEN) {
  std::set<int> set;
  const auto [place, fresh] = set.insert(5);
  const auto again = set.insert(5);
  set.emplace(2);
  set.insert({9, 7, 2});
  const std::vector<int> more{8, 7};
  set.insert(more.begin(), more.end());
  return x * folded(set) + *place + (fresh ? 10 : 20) + (again.second ? 100 : 200) + *again.first;
}
GRAPH Tensor f2(GIVEN) {
  std::set<int> set{1, 2, 3};
  const auto erased = set.erase(2), none = set.erase(7);
  return x * folded(set) + static_cast<double>(erased * 10 + none) + (set.count(1) ? 1 : 2) +
         (set.contains(2) ? 3 : 4) + (set.find(3) != set.end() ? 5 : 6) + (set.find(9) == set.end() ? 7 : 8);
}
GRAPH Tensor f3(GIVEN) {
  std::set<int> set{4, 2};
  const int least = *set.begin();
  set.clear();
  return x * least + (set.empty() ? 1 : 2) + (set.begin() == set.end() ? 3 : 4);
}
GRAPH Tensor f4(GIVEN) {
  std::set<std::string> names{"relu", "exp", ""};
  names.insert("abs");
  names.emplace("relu");
  return x * static_cast<double>(names.size()) + (joined(names) == "absexprelu" ? 1 : 2) +
         (names.count("exp") ? 3 : 4);
}
GRAPH Tensor f5(GIVEN) { // a key of the program: a decision
  const std::set<std::string> known{"abc", "xyz"};
  return known.count(s) ? fg::relu(x) : x - 1;
}
GRAPH Tensor f6(GIVEN) {
  std::set<int> set{1, 2, 3};
  const bool there = set.contains(n);
  set.erase(n);
  return x * folded(set) + (there ? 1 : 2);
}
GRAPH Tensor f7(GIVEN) {
  std::set<int> a{1, 2};
  std::set<int> b = a, c{7};
  b.insert(3);
  c = a;
  a.insert(9);
  std::set<int> d = std::move(a);
  c.swap(b);
  return x * folded(b) + folded(c) + folded(d) * 2 + static_cast<double>(a.size());
}
GRAPH Tensor f8(GIVEN) {
  const std::set<int> a{1, 2}, b{2, 1, 1}, c{1};
  return x * (a == b ? 2 : 3) + (a == c ? 5 : 7) + (a != c ? 11 : 13);
}
GRAPH Tensor f9(GIVEN) {
  const std::set<int, std::greater<int>> down{1, 3, 2};
  const std::set<int, std::less<>> up{1, 3, 2};
  const std::set<double> real{0.5, -1.5, 0.25};
  const std::set<bool> both{true, false, true};
  const std::set<Color> colors{Color::Blue, Color::Red};
  const std::set<unsigned char> bytes{200, 100};
  return x * folded(down) + folded(up) + *real.begin() * 8 + static_cast<double>(both.size()) +
         folded(colors) + folded(bytes);
}
GRAPH Tensor f10(GIVEN) {
  const std::vector<int> v{3, 1, 3};
  const std::set<int> set(v.begin(), v.end());
  const std::set<long> wide(v.begin(), v.end());
  return x * folded(set) + folded(wide);
}
GRAPH Tensor f11(GIVEN) {
  std::set<float> set;
  set.emplace(2);
  set.insert(0.1f);
  return x * static_cast<double>(set.size()) + *set.begin();
}
GRAPH Tensor f12(GIVEN) { // a change of another set than the loop's
  const std::set<int> set{1, 2, 3};
  std::set<int> doubled;
  for (int key : set)
    doubled.insert(key * 2);
  return x * folded(doubled);
}
// Sets that leave the function.
GRAPH std::set<int> made(GIVEN, Tensor &out) {
  out = x * 2;
  std::set<int> set{5, 4};
  set.insert(6);
  return set;
}
GRAPH std::set<std::string> named(GIVEN, Tensor &out) {
  out = x * 3;
  return {"b", "a"};
}
Tensor f13(GIVEN) {
  Tensor a, b;
  return x + folded(made(x, s, n, a)) + static_cast<double>(joined(named(x, s, n, b)) == "ab") + a + b;
}
// Refused, and run as they are written: a new key that only the program knows, another comparator, a change
// while a loop goes over the set, what no model states, and sets of the caller.
FG_COMPILE() Tensor f14(GIVEN) {
  std::set<int> set{1, 2, 3};
  set.insert(n);
  return x * folded(set);
}
FG_COMPILE() Tensor f15(GIVEN) {
  const std::set<int, Modulo> set{1, 4, 2};
  return x * folded(set);
}
FG_COMPILE() Tensor f16(GIVEN) {
  std::set<int> set{1};
  for (int key : set)
    if (key < 5)
      set.insert(key + 1);
  return x * folded(set);
}
FG_COMPILE() Tensor f17(GIVEN) {
  std::set<int> set{1, 2, 4};
  return x * *set.lower_bound(3) + *std::next(set.begin());
}
// Of the caller's set, how many keys it has and whether one is there are asked of it when the call comes.
GRAPH Tensor ofCaller(GIVEN, const std::set<int> &set, const std::set<std::string> &names) {
  Tensor y = set.count(n) ? fg::relu(x) : x * static_cast<double>(set.size());
  if (names.contains(s) && !names.empty())
    y = y + 100;
  return set.contains(2) ? y + 1 : y;
}
FG_COMPILE() Tensor least(GIVEN, const std::set<int> &set) { return x * *set.begin(); }
FG_COMPILE() Tensor loopOver(GIVEN, const std::set<int> &set) {
  Tensor sum = x;
  for (int key : set)
    sum = sum * 2 + key;
  return sum;
}
FG_COMPILE() Tensor changed(GIVEN, Kept &kept) {
  kept.seen.insert(n);
  return x * 2;
}
FG_COMPILE() Tensor taken(GIVEN, std::set<int> &set) {
  const std::set<int> own = std::move(set);
  return x * static_cast<double>(own.size());
}
// LOG: container 'std::set' with the comparator '(anonymous namespace)::Modulo' is not modelled
Tensor f18(GIVEN) {
  std::set<int> set{1, 2};
  Kept kept;
  const std::set<std::string> names{"abc"};
  const Tensor y = ofCaller(x, s, n, set, names) + ofCaller(x, s, 7, {7, 8, 9}, {}) + least(x, s, n, set) +
                   loopOver(x, s, n, set) + changed(x, s, n, kept);
  const Tensor z = taken(x, s, n, set);
  return y + z + static_cast<double>(set.size() * 10 + kept.seen.size());
}

int main() {
  int number = 0;
  using Function = Tensor (*)(const Tensor &, const std::string &, int);
  for (const Function f :
       {f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18}) {
    for (const char *s : {"abc", "b"}) {
      const Tensor y = f(fg::full({1}, 1.5), s, s[1] ? 2 : 8);
      std::printf("%d %s: %g\n", number, s, double(y.data_ptr<float>()[0]));
    }
    ++number;
  }
}
