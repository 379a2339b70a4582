// Objects that the standard library makes of what it is handed: by constructors that only overload resolution can tell
// apart, by conversions that no cast in the source makes. Lists that are changed at both ends and in the middle, tables that
// the first call makes, templates of classes that stand behind them.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" --implicit-check-not=warning %s < %t.log
// LOG: library_makes.cpp: 8 functions, {{.*}} 0 breaks
#include <cstdio>
#include <deque>
#include <fullgraph/fullgraph.h>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using fg::Tensor;
#define ROW FG_SHAPE("f32[N]") const Tensor &

struct Gain {
  Tensor by;
  bool flips = false;
  Gain(const Tensor &x, double k, bool flips) : by(x * k), flips(flips) {}
  Gain(const Tensor &x, const std::string &name) : by(x + static_cast<double>(name.size())) {}
  explicit Gain(Tensor x) : by(std::move(x)) {}
  Tensor operator()(const Tensor &x) const { return flips ? -x * by : x * by; }
};
FG_COMPILE(.fullgraph = true) Tensor emplaced(ROW x) {
  std::vector<Gain> gains;
  for (int i = 0; i < 3; ++i)
    gains.emplace_back(x, i, i % 2 == 1);
  gains.emplace_back(x, "four");
  gains.emplace_back(x + 1);
  std::deque<Gain> others;
  others.emplace_front(x, 2.5f, true);
  std::shared_ptr<Gain> last = std::make_shared<Gain>(x, "on the heap");
  Tensor sum = (*last)(x) + others.front()(x);
  for (const Gain &gain : gains)
    sum = sum + gain(x);
  return sum;
}

FG_COMPILE(.fullgraph = true) Tensor converted(ROW x) {
  std::vector<std::pair<std::string, Tensor>> named;
  named.emplace_back("double", x * 2);
  named.push_back({"half", x / 2});
  std::map<std::string, std::variant<double, Tensor>> settings;
  settings.emplace("scale", 0.5);
  settings.emplace("shift", x);
  std::map<std::string, std::function<Tensor(const Tensor &)>> table;
  table.emplace("square", [](const Tensor &y) { return y * y; });
  table["shift"] = [&](const Tensor &y) { return y + std::get<Tensor>(settings.at("shift")); };
  std::pair<std::optional<double>, int> both(3.5f, 4);
  Tensor y = named[0].second + named.back().second * std::get<double>(settings.at("scale"));
  y = table.at("shift")(table.at("square")(y));
  return y * *both.first + both.second + static_cast<double>(named.back().first.size());
}

FG_COMPILE(.fullgraph = true) Tensor changed(ROW x) {
  std::deque<Tensor> window;
  for (int i = 0; i < 5; ++i) {
    window.push_front(x * i);
    if (window.size() > 3)
      window.pop_back();
  }
  std::vector<Tensor> parts(window.begin(), window.end());
  parts.insert(parts.begin() + 1, {x - 1, x - 2});
  parts.emplace(parts.begin(), x.neg());
  parts.erase(parts.begin() + 2, parts.begin() + 4);
  std::vector<double> numbers;
  numbers.assign({1.0, 2.0, 3.0});
  numbers.insert(numbers.end(), 2, 7.0);
  std::vector<double> more;
  more.assign(numbers.begin() + 1, numbers.end());
  Tensor sum = fg::zeros_like(x);
  for (size_t i = 0; i < parts.size(); ++i)
    sum = sum * more[i % more.size()] + parts[i];
  for (auto i = parts.size(); i-- > 0;)
    sum = sum - parts[i] / static_cast<double>(i + 1);
  return sum;
}

static Tensor filtered(const Tensor &x) {
  static const std::vector<double> taps = {0.25, 0.5, 0.25};
  static const std::map<std::string, int> shifts{{"left", 1}, {"right", -1}};
  Tensor sum = x * taps[1];
  for (const auto &[name, shift] : shifts)
    sum = sum + fg::roll(x, shift) * taps[name == "left" ? 0 : 2];
  return sum;
}
FG_COMPILE(.fullgraph = true) Tensor tables(FG_SHAPE("f32[6]") const Tensor &x) { return filtered(filtered(x)); }

namespace behind {
template <class Derived> struct Layer { // of classes that are declared behind it
  FG_COMPILE(.fullgraph = true) Tensor twice(ROW x) const {
    const Derived &self = static_cast<const Derived &>(*this);
    return self.forward(self.forward(x));
  }
};
template <class... Layers> struct Chain {
  std::tuple<Layers...> layers;
  FG_COMPILE(.fullgraph = true) Tensor operator()(ROW x) const {
    Tensor y = x;
    std::apply([&](const auto &...layer) { ((y = layer.forward(y)), ...); }, layers);
    return y;
  }
};
struct Scale : Layer<Scale> {
  double k = 3;
  Tensor forward(const Tensor &x) const { return x * k; }
};
namespace {
struct Shift : Layer<Shift> {
  Tensor forward(const Tensor &x) const { return x + 1; }
};
} // namespace
} // namespace behind

static void print(const char *what, const Tensor &x) {
  std::printf("%s:", what);
  for (int64_t i = 0; i < x.numel(); ++i)
    std::printf(" %g", x[i].item<double>());
  std::printf("\n");
}

int main() {
  for (const int64_t n : {3, 6}) {
    const Tensor x = fg::arange(n).to(fg::kFloat) / 2;
    print("emplaced", emplaced(x));
    print("converted", converted(x));
    print("changed", changed(x));
    print("twice", behind::Scale().twice(x));
    print("twice", behind::Shift().twice(x));
    print("chain", behind::Chain<behind::Scale, behind::Shift>()(x));
    print("chain", behind::Chain<behind::Shift, behind::Scale, behind::Shift>()(x));
  }
  print("tables", tables(fg::arange(6).to(fg::kFloat)));
  // CHECK: emplaced: 0
  // CHECK: twice: 0 4.5 9
  // CHECK: twice: 2 2.5 3
  // CHECK: chain: 1 2.5 4
  // CHECK: chain: 4 5.5 7
  // CHECK: tables: 1
}
