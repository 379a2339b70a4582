// Pairs, tuples, optional, variant, function, pointers and numbers.
// Each function is built eagerly and compiled, and gives the same, captured or refused. They go through
// the signatures of lib/Capture/signatures/Values.def.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// CHECK: 0 sig: 1.5 0
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <bit>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>
#include <stdexcept>
#include <string>

using fg::Tensor;
#define ONE FG_SHAPE("f32[1]")

namespace {

int notes = 0;
struct Noting {
  void operator()(int *p) const {
    ++notes;
    delete p;
  }
};
struct Fancy {
  struct pointer { // no pointer, but like one
    int *p = nullptr;
    pointer() = default;
    pointer(std::nullptr_t) {}
    explicit operator bool() const { return p == nullptr; }
    friend bool operator==(pointer, pointer) { return false; }
  };
  void operator()(pointer) const {}
};
Tensor twice(Tensor a) { return a * 2; }

} // namespace

#define GIVEN [[maybe_unused]] const std::string &s

// clang-format off: a signature a line
FG_COMPILE() Tensor f0([[maybe_unused]] ONE Tensor x, GIVEN) { std::pair<int, double> p;
  return x + p.first + p.second; }
FG_COMPILE() Tensor f1([[maybe_unused]] ONE Tensor x, GIVEN) { std::pair<int, double> p(2, 1.5);
  return x * p.first + p.second; }
FG_COMPILE() Tensor f2([[maybe_unused]] ONE Tensor x, GIVEN) { std::pair<int, double> p{2.0f > 1 ? 2 : 3, 1};
  return x * p.first + p.second; }
FG_COMPILE() Tensor f3([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::pair<int, double> q(2, 1.5), p(q), o(std::move(q)); p.first = 7; return x * p.first + o.second; }
FG_COMPILE() Tensor f4([[maybe_unused]] ONE Tensor x, GIVEN) { std::pair<short, float> q(2, 1.5f);
  std::pair<int, double> p(q); p = q; return x * p.first + p.second; }
FG_COMPILE() Tensor f5([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::pair<std::string, std::string> p(std::piecewise_construct, std::tie(s), std::forward_as_tuple(3, 'a'));
  return p.first == "ig" ? x * 2 : p.second == s ? x * 3 : x; }
FG_COMPILE() Tensor f6([[maybe_unused]] ONE Tensor x, GIVEN) { std::pair<std::string, int> p(s, 1);
  return p.first == "sig" ? x * 2 : x; }
FG_COMPILE() Tensor f7([[maybe_unused]] ONE Tensor x, GIVEN) { std::pair<std::string, int> p{std::string(s, 1), 1};
  return p.first == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f8([[maybe_unused]] ONE Tensor x, GIVEN) { auto p = std::make_pair(s.substr(1), 2);
  return p.first == "ig" ? x * p.second : x; }
FG_COMPILE() Tensor f9([[maybe_unused]] ONE Tensor x, GIVEN) { std::pair<int, int> p{1, 2}, q{3, 4}; p.swap(q);
  return x * p.first + q.second; }
FG_COMPILE() Tensor f10([[maybe_unused]] ONE Tensor x, GIVEN) { std::pair<int, int> p{1, 2}, q{3, 4}; std::swap(p, q);
  return x * p.first + q.second; }
FG_COMPILE() Tensor f11([[maybe_unused]] ONE Tensor x, GIVEN) { std::pair<int, int> p{1, 2}, q{1, 3};
  return p == q ? x * 2 : p < q ? x * 3 : x; }
FG_COMPILE() Tensor f12([[maybe_unused]] ONE Tensor x, GIVEN) { int a = 1; std::pair<int &, int> p(a, 2); p.first = 5;
  return x * a + p.second; }
FG_COMPILE() Tensor f13([[maybe_unused]] ONE Tensor x, GIVEN) { std::tuple<int, double, Tensor> t(2, 1.5, x);
  return std::get<2>(t) * std::get<0>(t) + std::get<double>(t); }
FG_COMPILE() Tensor f14([[maybe_unused]] ONE Tensor x, GIVEN) { std::tuple<int, double> t;
  return x + std::get<0>(t) + std::get<1>(t); }
FG_COMPILE() Tensor f15([[maybe_unused]] ONE Tensor x, GIVEN) { std::tuple<int, double> t{2, 1};
  std::tuple<double, double> u(t); u = t; return x * std::get<0>(u) + std::get<1>(u); }
FG_COMPILE() Tensor f16([[maybe_unused]] ONE Tensor x, GIVEN) { std::tuple<int, double> t(std::make_pair(2, 1.5));
  t = std::make_pair(3, 2.5); return x * std::get<0>(t) + std::get<1>(t); }
FG_COMPILE() Tensor f17([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::tuple<int, double> t(std::allocator_arg, std::allocator<int>(), 2, 1.5);
  return x * std::get<0>(t) + std::get<1>(t); }
FG_COMPILE() Tensor f18([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::tuple<std::string, int, int> t(std::string(s, 1), 2, 3);
  return std::get<0>(t) == "ig" ? x * std::get<1>(t) : x; }
FG_COMPILE() Tensor f19([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::tuple<int, int, int> t(1, 2, 3), u(t), w(std::move(t)); std::get<0>(u) = 9; u.swap(w);
  return x * std::get<0>(u) + std::get<0>(w); }
FG_COMPILE() Tensor f20([[maybe_unused]] ONE Tensor x, GIVEN) { int a = 1, b = 2;
  std::tie(a, b) = std::make_tuple(b, a); return x * a + b; }
FG_COMPILE() Tensor f21([[maybe_unused]] ONE Tensor x, GIVEN) { int a = 1; auto t = std::forward_as_tuple(a, 2);
  std::get<0>(t) = 4; return x * a; }
FG_COMPILE() Tensor f22([[maybe_unused]] ONE Tensor x, GIVEN) { std::tuple<int, int> t(1, 2), u(1, 3);
  return t == u ? x * 2 : t < u ? x * 3 : x; }
FG_COMPILE() Tensor f23([[maybe_unused]] ONE Tensor x, GIVEN) {
  auto t = std::tuple_cat(std::make_tuple(1, x), std::make_tuple(2)); return std::get<1>(t) * std::get<2>(t); }
FG_COMPILE() Tensor f24([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::apply([](int a, const Tensor &b) { return b * a; }, std::make_tuple(3, x)); }
FG_COMPILE() Tensor f25([[maybe_unused]] ONE Tensor x, GIVEN) { std::tuple<> t; std::tuple<> u = t; (void)u;
  return x * 2; }
FG_COMPILE() Tensor f26([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<int> o; return o ? x : x * 2; }
FG_COMPILE() Tensor f27([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<int> o(std::nullopt);
  return o.has_value() ? x : x * 2; }
FG_COMPILE() Tensor f28([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<int> o(3); return x * *o + o.value(); }
FG_COMPILE() Tensor f29([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<int> o{}; return x * o.value_or(7); }
FG_COMPILE() Tensor f30([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<double> o = 3; return x * o.value_or(7);
  }
FG_COMPILE() Tensor f31([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<double> o = std::optional<int>(3);
  o = std::optional<float>(2.5f); return x * *o; }
FG_COMPILE() Tensor f32([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<std::string> o(std::in_place, s, 1);
  return *o == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f33([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<std::string> o(std::in_place, 3, 'a');
  return *o == s ? x * 2 : x; }
FG_COMPILE() Tensor f34([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::optional<std::vector<int>> o(std::in_place, {1, 2, 3}); return x * (*o)[2]; }
FG_COMPILE() Tensor f35([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::optional<std::vector<int>> o(std::in_place, 2, 3); return x * (*o)[1] + static_cast<double>(o->size()); }
FG_COMPILE() Tensor f36([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<std::vector<int>> o; o.emplace(2, 3);
  return x * (*o)[1] + static_cast<double>(o->size()); }
FG_COMPILE() Tensor f37([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<std::vector<int>> o;
  o.emplace({4, 5, 6}); return x * (*o)[1] + static_cast<double>(o->size()); }
FG_COMPILE() Tensor f38([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<std::string> o; o.emplace(s, 1);
  return *o == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f39([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<std::string> o; o.emplace(s);
  return *o == "sig" ? x * 2 : x; }
FG_COMPILE() Tensor f40([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<std::string> o = s.substr(1);
  return o == "ig" ? x * 2 : o->empty() ? x : x * 3; }
FG_COMPILE() Tensor f41([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<std::string> o;
  return o.value_or(s) == "sig" ? x * 2 : x; }
FG_COMPILE() Tensor f42([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<std::string> o;
  return o.value_or(std::string(s, 1)) == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f43([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<int> o(3); o.reset(); o = 4;
  o = std::nullopt; o = 5; return x * *o; }
FG_COMPILE() Tensor f44([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<int> o(3), p; o.swap(p);
  return p ? x * *p : x; }
FG_COMPILE() Tensor f45([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<int> o(3), p; std::swap(o, p);
  return p ? x * *p : x; }
FG_COMPILE() Tensor f46([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<int> o(3), p(4);
  return o == p ? x : o < p ? x * 2 : o == 3 ? x * 3 : x; }
FG_COMPILE() Tensor f47([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<int> o(3);
  return o == std::nullopt ? x : o != 3 ? x * 2 : x * 3; }
FG_COMPILE() Tensor f48([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<Tensor> o(x);
  Tensor y = std::move(o).value(); return y + *std::move(o).operator->(); }
FG_COMPILE() Tensor f49([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::optional<std::pair<int, Tensor>> o(std::pair<int, Tensor>(2, x)); return o->second * o->first; }
FG_COMPILE() Tensor f50([[maybe_unused]] ONE Tensor x, GIVEN) { auto o = std::make_optional(x); return *o * 2; }
FG_COMPILE() Tensor f51([[maybe_unused]] ONE Tensor x, GIVEN) { auto o = std::make_optional<std::string>(s, 1);
  return *o == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f52([[maybe_unused]] ONE Tensor x, GIVEN) { auto o = std::make_optional<std::vector<int>>({1, 2});
  return x * (*o)[1]; }
FG_COMPILE() Tensor f53([[maybe_unused]] ONE Tensor x, GIVEN) { std::optional<int> o; return x * o.value(); }
FG_COMPILE() Tensor f54([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, Tensor> v;
  return v.index() == 0 ? x * std::get<0>(v) + 1 : x; }
FG_COMPILE() Tensor f55([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, Tensor> v(x);
  return std::get<Tensor>(v) * 2; }
FG_COMPILE() Tensor f56([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, double> v(2.5);
  return x * std::get<double>(v) + static_cast<double>(v.index()); }
FG_COMPILE() Tensor f57([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::variant<int, std::string> v(std::in_place_index<1>, s, 1); return std::get<1>(v) == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f58([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::variant<int, std::string> v(std::in_place_type<std::string>, s, 1); return std::get<1>(v) == "ig" ? x * 2 : x;
  }
FG_COMPILE() Tensor f59([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, std::string> v(std::string(s, 1));
  return std::get<1>(v) == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f60([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, std::string> v; v.emplace<1>(s, 1);
  return std::get<1>(v) == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f61([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, std::string> v;
  v.emplace<std::string>(s, 1); return std::get<1>(v) == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f62([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, std::vector<int>> v;
  v.emplace<1>({1, 2}); return x * std::get<1>(v)[1]; }
FG_COMPILE() Tensor f63([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, double> v(1); v = 2.5;
  return std::holds_alternative<double>(v) && !v.valueless_by_exception() ? x * 2 : x; }
FG_COMPILE() Tensor f64([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, double> v(1), w(2.5); v.swap(w);
  return x * std::get<double>(v); }
FG_COMPILE() Tensor f65([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, double> v(1), w(2.5);
  std::swap(v, w); v = w; return x * std::get<int>(v); }
FG_COMPILE() Tensor f66([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, double> v(1), w(1);
  return v == w ? x * 2 : x; }
FG_COMPILE() Tensor f67([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, double> v(1);
  return std::get_if<double>(&v) ? x : x * *std::get_if<0>(&v); }
FG_COMPILE() Tensor f68([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, Tensor> v(x);
  return std::visit([&](const auto &a) { return x * 1 + a; }, v); }
FG_COMPILE() Tensor f69([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, double> v(1), w(2.5);
  return std::visit([&](auto a, auto b) { return x * a + b; }, v, w); }
FG_COMPILE() Tensor f70([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, double> v(1);
  return x * std::visit<double>([](auto a) { return a / 2; }, v); }
FG_COMPILE() Tensor f71([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<std::string, bool> v("text");
  return v.index() == 0 ? x * 2 : x; }
FG_COMPILE() Tensor f72([[maybe_unused]] ONE Tensor x, GIVEN) { std::variant<int, double> v(1);
  return x * std::get<1>(v); }
FG_COMPILE() Tensor f73([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::function<Tensor(Tensor)> f = [](Tensor a) { return a * 2; }; return f(x); }
FG_COMPILE() Tensor f74([[maybe_unused]] ONE Tensor x, GIVEN) { std::function<Tensor(Tensor)> f;
  return f ? f(x) : x * 2; }
FG_COMPILE() Tensor f75([[maybe_unused]] ONE Tensor x, GIVEN) { std::function<Tensor(Tensor)> f(nullptr);
  return f == nullptr ? x * 2 : x; }
FG_COMPILE() Tensor f76([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::function<Tensor(Tensor)> f = twice, g(f), h(std::move(f)); g = nullptr; return g ? x : h(x); }
FG_COMPILE() Tensor f77([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::function<Tensor(Tensor)> f = twice, g = [](Tensor a) { return a + 1; }; f.swap(g); return f(x) * g(x); }
FG_COMPILE() Tensor f78([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::function<Tensor(Tensor)> f = twice, g = [](Tensor a) { return a + 1; }; std::swap(f, g); f = std::ref(g);
  return f(x); }
FG_COMPILE() Tensor f79([[maybe_unused]] ONE Tensor x, GIVEN) { std::function<Tensor(Tensor)> f = twice;
  return f.target<Tensor (*)(Tensor)>() ? x * 2 : x; }
FG_COMPILE() Tensor f80([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::function<int(double)> f = [](double a) { return static_cast<int>(a * 2); }; return x * f(1); }
FG_COMPILE() Tensor f81([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::function<double(int)> f = [](double a) { return a / 2; }; return x * f(static_cast<int>(3.7)); }
FG_COMPILE() Tensor f82([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::function<bool(std::string)> f = [](const std::string &a) { return a == "ig"; };
  return f(std::string(s, 1)) ? x * 2 : x; }
FG_COMPILE() Tensor f83([[maybe_unused]] ONE Tensor x, GIVEN) { auto r = std::ref(x); r.get() = r.get() * 2; return x;
  }
FG_COMPILE() Tensor f84([[maybe_unused]] ONE Tensor x, GIVEN) { Tensor y = x * 2; std::reference_wrapper<Tensor> r(x);
  r = y; return r.get() + x; }
FG_COMPILE() Tensor f85([[maybe_unused]] ONE Tensor x, GIVEN) { auto f = std::ref(twice); return f(x); }
FG_COMPILE() Tensor f86([[maybe_unused]] ONE Tensor x, GIVEN) { auto p = std::make_unique<int>(3); return x * *p; }
FG_COMPILE() Tensor f87([[maybe_unused]] ONE Tensor x, GIVEN) { auto p = std::make_unique<std::string>(s, 1);
  return *p == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f88([[maybe_unused]] ONE Tensor x, GIVEN) { auto p = std::make_unique<std::string>(3, 'a');
  return *p == s ? x * 2 : x; }
FG_COMPILE() Tensor f89([[maybe_unused]] ONE Tensor x, GIVEN) { auto p = std::make_unique<std::vector<int>>(2, 3);
  return x * (*p)[1] + static_cast<double>(p->size()); }
FG_COMPILE() Tensor f90([[maybe_unused]] ONE Tensor x, GIVEN) { auto p = std::make_unique<int[]>(3); p[1] = 4;
  return x * p[1] + p[0]; }
FG_COMPILE() Tensor f91([[maybe_unused]] ONE Tensor x, GIVEN) { std::unique_ptr<int[]> p(new int[2]{1, 2});
  return x * p[1]; }
FG_COMPILE() Tensor f92([[maybe_unused]] ONE Tensor x, GIVEN) { std::unique_ptr<int> p; return p ? x : x * 2; }
FG_COMPILE() Tensor f93([[maybe_unused]] ONE Tensor x, GIVEN) { std::unique_ptr<int> p(nullptr);
  return p == nullptr ? x * 2 : x; }
FG_COMPILE() Tensor f94([[maybe_unused]] ONE Tensor x, GIVEN) { std::unique_ptr<int> p(new int(3));
  return x * *p.get(); }
FG_COMPILE() Tensor f95([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unique_ptr<int> p = std::make_unique<int>(3), q(std::move(p)); return p ? x : x * *q; }
FG_COMPILE() Tensor f96([[maybe_unused]] ONE Tensor x, GIVEN) { std::unique_ptr<int> p = std::make_unique<int>(3);
  p = nullptr; return p ? x : x * 2; }
FG_COMPILE() Tensor f97([[maybe_unused]] ONE Tensor x, GIVEN) { std::unique_ptr<int> p = std::make_unique<int>(3);
  p.reset(); return p ? x : x * 2; }
FG_COMPILE() Tensor f98([[maybe_unused]] ONE Tensor x, GIVEN) { std::unique_ptr<int> p = std::make_unique<int>(3);
  p.reset(new int(4)); return x * *p; }
FG_COMPILE() Tensor f99([[maybe_unused]] ONE Tensor x, GIVEN) { std::unique_ptr<int> p = std::make_unique<int>(3), q;
  q.swap(p); std::swap(p, q); return x * *p; }
FG_COMPILE() Tensor f100([[maybe_unused]] ONE Tensor x, GIVEN) { std::unique_ptr<int> p = std::make_unique<int>(3);
  int *q = p.release(); const int got = *q; delete q; return p ? x : x * got; }
FG_COMPILE() Tensor f101([[maybe_unused]] ONE Tensor x, GIVEN) { std::unique_ptr<int, Noting> p(new int(3));
  x = x * *p; p.reset(); return x + static_cast<double>(notes); }
FG_COMPILE() Tensor f102([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::unique_ptr<int, void (*)(int *)> p(new int(3), [](int *q) { ++notes; delete q; }); x = x * *p; p.reset();
  return x + static_cast<double>(notes); }
FG_COMPILE() Tensor f103([[maybe_unused]] ONE Tensor x, GIVEN) { std::unique_ptr<int, Fancy> p; return p ? x : x * 2;
  }
FG_COMPILE() Tensor f104([[maybe_unused]] ONE Tensor x, GIVEN) { auto p = std::make_shared<int>(3); auto q = p;
  *q = 5; return x * *p; }
FG_COMPILE() Tensor f105([[maybe_unused]] ONE Tensor x, GIVEN) { auto p = std::make_shared<std::string>(s, 1);
  return *p == "ig" ? x * 2 : x; }
FG_COMPILE() Tensor f106([[maybe_unused]] ONE Tensor x, GIVEN) {
  auto p = std::make_shared<std::pair<int, Tensor>>(2, x); std::shared_ptr<Tensor> q(p, &p->second);
  return *q * p->first; }
FG_COMPILE() Tensor f107([[maybe_unused]] ONE Tensor x, GIVEN) {
  auto p = std::make_shared<std::pair<int, Tensor>>(2, x); std::shared_ptr<int> q(p, &p->first); *q = 7;
  return p->second * p->first; }
FG_COMPILE() Tensor f108([[maybe_unused]] ONE Tensor x, GIVEN) { std::shared_ptr<int> p; return p ? x : x * 2; }
FG_COMPILE() Tensor f109([[maybe_unused]] ONE Tensor x, GIVEN) { std::shared_ptr<int> p(nullptr);
  return p == nullptr ? x * 2 : x; }
FG_COMPILE() Tensor f110([[maybe_unused]] ONE Tensor x, GIVEN) { std::shared_ptr<int> p(new int(3));
  return x * *p.get(); }
FG_COMPILE() Tensor f111([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::shared_ptr<int> p(new int(3), [](int *q) { ++notes; delete q; }); x = x * *p; p.reset();
  return x + static_cast<double>(notes); }
FG_COMPILE() Tensor f112([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::shared_ptr<int> p(new int(3), std::default_delete<int>(), std::allocator<int>()); return x * *p; }
FG_COMPILE() Tensor f113([[maybe_unused]] ONE Tensor x, GIVEN) { std::shared_ptr<int> p(nullptr, [](int *) { ++notes;
  }); p.reset(); return x + static_cast<double>(notes); }
FG_COMPILE() Tensor f114([[maybe_unused]] ONE Tensor x, GIVEN) { std::shared_ptr<int> p(std::make_unique<int>(3));
  return x * *p; }
FG_COMPILE() Tensor f115([[maybe_unused]] ONE Tensor x, GIVEN) { std::shared_ptr<int> p = std::make_shared<int>(3);
  std::shared_ptr<const int> q(p), r; r = p; return x * *q + *r; }
FG_COMPILE() Tensor f116([[maybe_unused]] ONE Tensor x, GIVEN) { std::shared_ptr<int> p = std::make_shared<int>(3);
  p.reset(); return p ? x : x * 2; }
FG_COMPILE() Tensor f117([[maybe_unused]] ONE Tensor x, GIVEN) { std::shared_ptr<int> p = std::make_shared<int>(3);
  p.reset(new int(4)); return x * *p; }
FG_COMPILE() Tensor f118([[maybe_unused]] ONE Tensor x, GIVEN) {
  std::shared_ptr<int> p = std::make_shared<int>(3), q = p; return x * static_cast<double>(p.use_count()); }
FG_COMPILE() Tensor f119([[maybe_unused]] ONE Tensor x, GIVEN) { std::shared_ptr<int> p = std::make_shared<int>(3), q;
  q.swap(p); std::swap(p, q); return p == q ? x : x * *p; }
FG_COMPILE() Tensor f120([[maybe_unused]] ONE Tensor x, GIVEN) { std::weak_ptr<int> w;
  { auto p = std::make_shared<int>(3); w = p; } return w.expired() ? x * 2 : x; }
FG_COMPILE() Tensor f121([[maybe_unused]] ONE Tensor x, GIVEN) { auto p = std::make_shared<int>(3);
  std::weak_ptr<int> w(p); return x * *w.lock(); }
FG_COMPILE() Tensor f122([[maybe_unused]] ONE Tensor x, GIVEN) { auto p = std::make_shared<int>(3);
  std::shared_ptr<int> q(std::move(p)); return p ? x : x * *q; }
FG_COMPILE() Tensor f123([[maybe_unused]] ONE Tensor x, GIVEN) { return fg::add(x, x, fg::Scalar(2)); }
FG_COMPILE() Tensor f124([[maybe_unused]] ONE Tensor x, GIVEN) { return fg::add(x, x, fg::Scalar(2.5)); }
FG_COMPILE() Tensor f125([[maybe_unused]] ONE Tensor x, GIVEN) { return fg::add(x, x, fg::Scalar(true)); }
FG_COMPILE() Tensor f126([[maybe_unused]] ONE Tensor x, GIVEN) {
  return x * fg::Scalar(2.9).to<int>() + fg::Scalar(3).toDouble() + fg::Scalar(2.5).toFloat(); }
FG_COMPILE() Tensor f127([[maybe_unused]] ONE Tensor x, GIVEN) {
  return fg::Scalar(2).isIntegral(true) && !fg::Scalar(2).isFloatingPoint() && fg::Scalar(true).isBoolean() ? x * 2 : x;
  }
FG_COMPILE() Tensor f128([[maybe_unused]] ONE Tensor x, GIVEN) { return x * (-fg::Scalar(3)).toLong(); }
FG_COMPILE() Tensor f129([[maybe_unused]] ONE Tensor x, GIVEN) {
  return fg::Scalar(true).isIntegral(true) && !fg::Scalar(true).isIntegral(false) ? x * 2 : x; }
FG_COMPILE() Tensor f130([[maybe_unused]] ONE Tensor x, GIVEN) {
  return x * static_cast<double>(std::bit_cast<int>(1.5f) >> 20); }
FG_COMPILE() Tensor f131([[maybe_unused]] ONE Tensor x, GIVEN) {
  return x * static_cast<double>(std::to_string(-12).size()); }
FG_COMPILE() Tensor f132([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::to_string(12) == s ? x * 2 : std::to_string(12u) + std::to_string(3L) == "123" ? x * 3 : x; }
// clang-format on

int main() {
  const auto one = [](int number, auto f, const std::string &s) {
    notes = 0;
    try {
      const Tensor y = f(fg::full({1}, 1.5), s);
      std::printf("%d %s: %g %d\n", number, s.c_str(), double(y.data_ptr<float>()[0]), notes);
    } catch (const std::exception &error) {
      std::printf("%d %s: %s\n", number, s.c_str(), error.what());
    }
  };
  int number = 0;
  using Function = Tensor (*)(Tensor, const std::string &);
  for (const Function f : { f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
         f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38,
         f39, f40, f41, f42, f43, f44, f45, f46, f47, f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59,
         f60, f61, f62, f63, f64, f65, f66, f67, f68, f69, f70, f71, f72, f73, f74, f75, f76, f77, f78, f79, f80,
         f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91, f92, f93, f94, f95, f96, f97, f98, f99, f100, f101,
         f102, f103, f104, f105, f106, f107, f108, f109, f110, f111, f112, f113, f114, f115, f116, f117, f118,
         f119, f120, f121, f122, f123, f124, f125, f126, f127, f128, f129, f130, f131, f132 }) {
    for (const char *s : {"sig", "xig", "ig", "aaa", ""})
      one(number, f, s);
    ++number;
  }
}
