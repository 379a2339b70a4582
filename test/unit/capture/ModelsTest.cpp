// What the models say that the standard library does: each function below is walked, and what it returns is
// compared with what it returns when this program itself calls it.
#include "CaptureTestUtil.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

using namespace fullgraph;

namespace {

// The functions once as code of this program, once as text to parse.
#define FG_FUNCTIONS(...)                                                                                    \
  __VA_ARGS__                                                                                                \
  const char *const text = #__VA_ARGS__;

namespace models {
FG_FUNCTIONS(
    int vectorGrows() {
      std::vector<int> v{1, 2};
      v.push_back(3);
      v.emplace_back(4);
      v.pop_back();
      return static_cast<int>(v.size()) * 100 + v.front() * 10 + v.back();
    } int vectorIsCopied() {
      std::vector<int> a{1, 2};
      std::vector<int> b = a;
      b[0] = 7;
      return a[0] * 10 + b[0];
    } int vectorIsMoved() {
      std::vector<int> a{1, 2};
      std::vector<int> b = std::move(a);
      return static_cast<int>(a.size() * 10 + b.size());
    } int arrayIsFilled() {
      std::array<int, 3> a{};
      a.fill(2);
      a[1] = 5;
      return a[0] * 100 + a[1] * 10 + static_cast<int>(a.size());
    } int dequeHasTwoEnds() {
      std::deque<int> d{1, 2, 3};
      d.pop_front();
      return d.front() * 10 + d.back();
    } int pairIsTakenApart() {
      auto [a, b] = std::make_pair(3, 4);
      std::pair<int, int> p{a, b};
      std::swap(p.first, p.second);
      return p.first * 10 + std::get<1>(p);
    } int tieAssigns() {
      int a = 1;
      int b = 2;
      std::tie(a, b) = std::make_tuple(b, a);
      return a * 10 + b;
    } int optionalMayBeEmpty() {
      std::optional<int> o;
      const int empty = o.value_or(7) * 100 + (o.has_value() ? 1 : 0);
      o = 3;
      return empty * 10 + *o;
    } int variantKnowsItsAlternative() {
      std::variant<int, float> v = 2.5f;
      const int index = static_cast<int>(v.index());
      v = 4;
      return index * 10 + std::get<int>(v) + (std::holds_alternative<float>(v) ? 100 : 0);
    } int mapIsOrdered() {
      std::map<int, int> m{{3, 30}, {1, 10}};
      m[2] = 20;
      int all = 0;
      for (const auto &[key, value] : m)
        all = all * 100 + value + key;
      return all + (m.count(4) ? 1 : 0) + (m.find(1) != m.end() ? 1 : 0);
    } int unorderedMapFinds() {
      std::unordered_map<std::string, int> m{{"a", 1}, {"b", 2}};
      m.erase("a");
      return static_cast<int>(m.size()) * 10 + m.at("b");
    } int setKeepsItsOrder() {
      std::set<int> s{3, 1, 3};
      s.insert(2);
      s.erase(7);
      int all = 0;
      for (const int key : s)
        all = all * 10 + key;
      return all * 10 + static_cast<int>(s.count(2)) + (s.find(9) == s.end() ? 1 : 0);
    } int listIteratorsStay() {
      std::list<int> l{1, 2, 3};
      auto second = std::next(l.begin());
      l.push_front(9);
      l.insert(second, 5);
      l.erase(l.begin());
      int all = *second;
      std::list<int> moved = std::move(l);
      for (const int i : moved)
        all = all * 10 + i;
      return all * 10 + static_cast<int>(l.size());
    } int stringsAreCut() {
      std::string s = "graph";
      s += "s";
      return static_cast<int>(s.size()) * 100 + (s.substr(1, 3) == "rap" ? 10 : 0) +
             (s.find("ph") == 3 ? 1 : 0);
    } int pointersShare() {
      auto a = std::make_shared<int>(1);
      auto b = a;
      *b = 5;
      std::unique_ptr<int> c = std::make_unique<int>(2);
      return *a * 10 + *c + (a == b ? 100 : 0);
    } int functionsAreCalled() {
      int n = 1;
      std::function<int(int)> f = [&n](int by) { return n += by; };
      f(2);
      return f(3) * 10 + n;
    } int algorithmsLoop() {
      std::vector<int> v{3, 1, 2};
      return std::accumulate(v.begin(), v.end(), 100);
    } int numbersConvert() {
      const int large = 300;
      const auto wraps = static_cast<unsigned char>(large);
      const int divided = -7 / 2;
      return wraps * 100 + divided * 10 + (-7 % 2) +
             static_cast<int>(std::optional<double>(2.5).value_or(1) * 2);
    })
} // namespace models

test::Source &source() {
  static test::Source parsed(
      "array deque functional iterator list map memory numeric optional set string tuple "
      "unordered_map utility variant vector",
      models::text);
  return parsed;
}

#define FG_EXPECT_MODEL(name) EXPECT_EQ(test::resultOf(source(), #name), std::to_string(models::name()))

TEST(Models, Vector) {
  FG_EXPECT_MODEL(vectorGrows);
  FG_EXPECT_MODEL(vectorIsCopied);
  FG_EXPECT_MODEL(vectorIsMoved);
}
TEST(Models, Array) { FG_EXPECT_MODEL(arrayIsFilled); }
TEST(Models, Deque) { FG_EXPECT_MODEL(dequeHasTwoEnds); }
TEST(Models, PairAndTuple) {
  FG_EXPECT_MODEL(pairIsTakenApart);
  FG_EXPECT_MODEL(tieAssigns);
}
TEST(Models, Optional) { FG_EXPECT_MODEL(optionalMayBeEmpty); }
TEST(Models, Variant) { FG_EXPECT_MODEL(variantKnowsItsAlternative); }
TEST(Models, Maps) {
  FG_EXPECT_MODEL(mapIsOrdered);
  FG_EXPECT_MODEL(unorderedMapFinds);
}
TEST(Models, Set) { FG_EXPECT_MODEL(setKeepsItsOrder); }
TEST(Models, List) { FG_EXPECT_MODEL(listIteratorsStay); }
TEST(Models, Strings) { FG_EXPECT_MODEL(stringsAreCut); }
TEST(Models, Pointers) { FG_EXPECT_MODEL(pointersShare); }
TEST(Models, Functions) { FG_EXPECT_MODEL(functionsAreCalled); }
TEST(Models, Algorithms) { FG_EXPECT_MODEL(algorithmsLoop); }
TEST(Models, Numbers) { FG_EXPECT_MODEL(numbersConvert); }

/// What a model does not state is refused, and not passed over.
TEST(Models, WhatIsNotStatedIsRefused) {
  test::Source other("map string vector", R"(
struct Less { bool operator()(int a, int b) const { return a > b; } };
int comparator() {
  std::map<int, int, Less> m{{1, 1}, {2, 2}};
  return m.begin()->second;
}
)");
  EXPECT_EQ(test::resultOf(other, "comparator").substr(0, 7), "breaks:");
}

} // namespace
