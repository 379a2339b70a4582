// Operators of the user's classes in the global namespace: functions without a namespace around them, friends
// that only their class names, members, conversions and literals.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: global_operators.cpp: 3 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

struct Dual {
  fg::Tensor value, slope;
  friend Dual operator*(const Dual &a, const Dual &b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
  Dual operator-() const { return {-value, -slope}; }
  explicit operator fg::Tensor() const { return value + slope; }
};
Dual operator+(const Dual &a, const Dual &b) { return {a.value + b.value, a.slope + b.slope}; }
Dual &operator+=(Dual &a, const Dual &b) { return a = a + b; }
bool operator<(const Dual &a, int64_t rows) { return a.value.size(0) < rows; }
Dual operator,(const Dual &a, const Dual &b) { return {a.value, b.slope}; }
double operator""_half(unsigned long long n) { return static_cast<double>(n) / 2; }

FG_COMPILE(.fullgraph = true)
fg::Tensor polynomial(FG_SHAPE("f32[N, 3]") const fg::Tensor &x) {
  const Dual d{x, fg::ones_like(x)};
  Dual sum = d * d + -d;
  sum += d * d * d;
  if (sum < 4)
    sum = (sum, -sum);
  return static_cast<fg::Tensor>(sum) * 3_half;
}

enum Mode { Plain, Squared };
Mode operator|(Mode a, Mode b) { return a == Squared ? a : b; }
FG_COMPILE(.fullgraph = true)
fg::Tensor moded(FG_SHAPE("f32[N, 3]") const fg::Tensor &x, Mode a, Mode b) {
  return (a | b) == Squared ? x * x : x + 1;
}

// Between the library's own and a class of the user's.
struct Scale {
  double by;
};
fg::Tensor operator*(const fg::Tensor &x, Scale scale) { return x * scale.by; }
fg::Tensor operator->*(const fg::Tensor &x, const fg::Tensor &y) { return fg::atan2(x, y); }
FG_COMPILE(.fullgraph = true)
fg::Tensor mixed(FG_SHAPE("f32[N, 3]") const fg::Tensor &x) { return (x * Scale{0.5})->*x.cos(); }

int main() {
  for (const int64_t rows : {2, 5}) {
    const fg::Tensor x = both::values({rows, 3});
    both::check("polynomial", [&] { return std::vector{polynomial(x)}; });
    both::check("moded", [&] { return std::vector{moded(x, Plain, Squared), moded(x, Plain, Plain)}; });
    both::check("mixed", [&] { return std::vector{mixed(x)}; });
  }
  // CHECK-COUNT-6: {{: same$}}
}
