// The standard library converts what it is given: optional<double>::value_or(1) is a double, and half of it
// 0.5.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s | FileCheck --implicit-check-not=FAILED %s
#include "Inputs/both.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>

using fg::Tensor;
#define X FG_SHAPE("i64[N]") const Tensor &x

FG_COMPILE() Tensor valueOr(X, std::optional<double> o = {}) { return x * o.value_or(1) + o.value_or(1) / 2; }
FG_COMPILE() Tensor valueOrInt(X, std::optional<int> o = {}) { return x * o.value_or(2.9); }
FG_COMPILE() Tensor valueOrKnown(X) {
  std::optional<double> none;
  const std::optional<float> some = 3;
  return x * (none.value_or(3) / 2) + some.value_or(2.5) / 2;
}
FG_COMPILE() Tensor assigned(X) {
  std::optional<double> o;
  o = 3;
  Tensor y = x * *o + *o / 2;
  o.emplace(5);
  return y + o.value() / 2;
}
FG_COMPILE() Tensor ofOptional(X) {
  const std::optional<int> i = 3;
  std::optional<double> o = i, p;
  p = i;
  return x * (*o / 2) + *p / 2;
}
FG_COMPILE() Tensor made(X) {
  const auto o = std::make_optional<double>(3);
  const auto u = std::make_unique<double>(5);
  const auto s = std::make_shared<float>(7);
  const auto p = std::make_pair<double, int>(9, 11);
  const auto t = std::make_tuple<double, float>(13, 15);
  return x * (*o / 2) + *u / 2 + *s / 2 + p.first / 2 + std::get<1>(t) / 2;
}
FG_COMPILE() Tensor tied(X) {
  double a = 0, b = 0;
  std::tie(a, b) = std::make_tuple(3, 5);
  std::pair<double, double> p;
  p = std::make_pair(7, 9);
  std::tuple<double> t;
  t = std::tuple<int>(11);
  return x * (a / 2) + b / 2 + p.second / 2 + std::get<0>(t) / 2;
}
FG_COMPILE() Tensor exchanged(X) {
  double a = 1, b = 3;
  const double was = std::exchange(a, 3);
  std::swap(a, b);
  return x * (a / 2) + b / 2 + was / 2;
}
FG_COMPILE() Tensor inserted(X) {
  const std::vector<int> ints{3, 5};
  std::vector<double> v{1};
  v.insert(v.end(), ints.begin(), ints.end());
  v.insert(v.begin(), 7);
  std::vector<double> w(ints.begin(), ints.end());
  std::deque<float> q(2, 9);
  q.emplace_back(11);
  q.insert(q.end(), ints.begin(), ints.end());
  double sum = 0;
  for (auto e : v)
    sum += e / 2;
  for (auto e : w)
    sum += e / 2;
  for (auto e : q)
    sum += e / 2;
  return x * sum;
}
FG_COMPILE() Tensor mapped(X) {
  std::map<std::string, double> m{{"a", 3}};
  m["b"] = 5;
  m.emplace("c", 7);
  m.insert({"d", 9});
  m.insert_or_assign("e", 11);
  m.try_emplace("f", 13);
  double sum = 0;
  for (const auto &[key, value] : m)
    sum += value / 2;
  return x * sum;
}
FG_COMPILE() Tensor functions(X) {
  const std::function<double(int)> widens = [](double k) { return k / 2; };
  const std::function<double(double)> truncates = [](double k) { return int(k); };
  const std::function<int(int)> cuts = [](int k) { return k / 2.0; };
  const std::function<Tensor(const Tensor &, int)> scales = [](const Tensor &y, double k) {
    return y * (k / 2);
  };
  return scales(x, 3) * widens(3) + truncates(3.7) / 2 + cuts(5);
}
double half(double k) { return k / 2; }
FG_COMPILE() Tensor invoked(X) {
  const auto lambda = [](double a, double b) { return a / b; };
  const std::function<double(int)> f = half;
  return x * std::invoke(lambda, 3, 2) + std::apply(lambda, std::tuple(5, 2)) + std::invoke(half, 7) + f(9);
}
FG_COMPILE() Tensor visited(X, const std::variant<int, double> &v) {
  const std::variant<int, double> own = 3;
  const auto as = [](const auto &k) { return double(k); };
  return x * (std::visit(as, own) / 2) + std::visit(as, v) / 2 +
         std::visit<double>([](const auto &) { return 7; }, own) / 2;
}
FG_COMPILE() Tensor summed(X) {
  const std::vector<double> v{1.5, 2.5, 3.5};
  const std::vector<int> n{1, 2, 4};
  return x * std::accumulate(v.begin(), v.end(), 0) + std::accumulate(n.begin(), n.end(), 0.0) / 2 +
         std::inner_product(v.begin(), v.end(), n.begin(), 0) + std::reduce(n.begin(), n.end(), 0.5);
}
struct Level {
  int8_t value;
  constexpr Level(int8_t value, bool twice = false) : value(twice ? int8_t(2 * value) : value) {}
};
struct Options {
  std::optional<fg::Device> device;
  std::optional<Level> level;
};
FG_COMPILE(.fullgraph = true) Tensor objects(X, const Options &options) {
  std::optional<fg::Device> own = fg::kCPU, none;
  std::optional<Level> level = int8_t(3);
  none = fg::kCPU;
  const Tensor y = x.to(*own).to(none.value()).to(options.device.value_or(fg::kCPU));
  return y * level->value + options.level.value_or(int8_t(5)).value;
}
FG_COMPILE() Tensor lists(X) {
  const auto many = std::make_shared<std::vector<double>>(3);
  const auto some = std::make_optional<std::vector<double>>(2);
  return x * int64_t(many->size()) + (*some)[1];
}

int main() {
  const Tensor x = fg::arange(5);
  both::check("valueOr", [&] { return std::vector{valueOr(x), valueOr(x, 5)}; });
  both::check("valueOrInt", [&] { return std::vector{valueOrInt(x), valueOrInt(x, 5)}; });
  both::check("valueOrKnown", [&] { return std::vector{valueOrKnown(x)}; });
  both::check("assigned", [&] { return std::vector{assigned(x)}; });
  both::check("ofOptional", [&] { return std::vector{ofOptional(x)}; });
  both::check("made", [&] { return std::vector{made(x)}; });
  both::check("tied", [&] { return std::vector{tied(x)}; });
  both::check("exchanged", [&] { return std::vector{exchanged(x)}; });
  both::check("inserted", [&] { return std::vector{inserted(x)}; });
  both::check("mapped", [&] { return std::vector{mapped(x)}; });
  both::check("functions", [&] { return std::vector{functions(x)}; });
  both::check("invoked", [&] { return std::vector{invoked(x)}; });
  both::check("visited", [&] { return std::vector{visited(x, 5), visited(x, 2.5)}; });
  both::check("objects", [&] { return std::vector{objects(x, {}), objects(x, {fg::kCPU, int8_t(7)})}; });
  both::check("lists", [&] { return std::vector{lists(x)}; });
  both::check("summed", [&] { return std::vector{summed(x)}; });
  // CHECK-COUNT-16: same
}
