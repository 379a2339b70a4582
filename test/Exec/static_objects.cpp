// What `static const` holds is made by the program at its first call, and is an input of the regions behind it: a table
// in a helper, one that its users change, one that is returned, a number, a struct. std::gcd stays a call, too.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eagerly --implicit-check-not=error %s < %t.log
// LOG: fullgraph: static_objects.cpp: 8 functions, {{.*}} 0 breaks,
// CHECK: made kernel
// CHECK-NOT: made kernel
// CHECK: blurred
// CHECK: counted 6.0 12.0
// CHECK: same 1
// CHECK: scaled 1.5
// CHECK: groups 4 3
// CHECK: least 12
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <iostream>
#include <numeric>
#include <string>

static fg::Tensor made() {
  std::puts("made kernel");
  return fg::tensor({0.25f, 0.5f, 0.25f});
}

static fg::Tensor blurOnce(const fg::Tensor &x) {
  static const auto kernel = made().view({1, 1, 3});
  return fg::conv1d(x, kernel, {}, 1, 1);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor blur(const fg::Tensor &x) { return blurOnce(blurOnce(x) * 2) + 1; }

/// A const handle; what it refers to is not.
FG_COMPILE(.fullgraph = true)
fg::Tensor counted(const fg::Tensor &x) {
  static const fg::Tensor total = fg::zeros({});
  total.add_(x.sum());
  return total * 2;
}

FG_COMPILE(.fullgraph = true)
fg::Tensor table(int64_t n) {
  static const fg::Tensor steps = fg::arange(8, fg::kFloat) * 0.5;
  if (n == 0)
    return steps;
  return steps.slice(0, 0, n).exp();
}

static double fromText(const std::string &text) { return std::stod(text); }

FG_COMPILE(.fullgraph = true)
fg::Tensor scaled(const fg::Tensor &x) {
  static const double scale = fromText("0.75");
  return (x * scale).sum();
}

struct Range {
  fg::Tensor low, high;
};

FG_COMPILE(.fullgraph = true)
fg::Tensor clamped(const fg::Tensor &x) {
  static const Range range{fg::tensor({-0.5f}), fg::tensor({0.5f})};
  return fg::minimum(fg::maximum(x, range.low), range.high);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor groups(const fg::Tensor &x, int64_t most) {
  const int64_t count = std::gcd(x.size(1), most);
  return x.view({x.size(0), count, -1}).mean(2);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor repeated(const fg::Tensor &x, int n) { return fg::zeros({std::lcm(x.size(0), int64_t(n))}) + x.sum(); }

int main() {
  fg::manual_seed(2);
  for (const int64_t length : {9, 12})
    std::cout << "blurred " << blur(fg::randn({1, 1, length})) << "\n";
  const float first = counted(fg::ones({3})).item<float>(), second = counted(fg::ones({3})).item<float>();
  std::printf("counted %.1f %.1f\n", first, second);
  std::printf("same %d\n", table(0).is_same(table(0)));
  std::cout << table(3) << table(5) << "\n";
  std::printf("scaled %.1f\n", scaled(fg::ones({2})).item<float>());
  std::cout << clamped(fg::randn({4, 3})) << "\n";
  std::printf("groups %d %d\n", int(groups(fg::randn({2, 12}), 8).size(1)), int(groups(fg::randn({2, 9}), 6).size(1)));
  std::printf("least %d\n", int(repeated(fg::ones({4}), 6).size(0)));
}
