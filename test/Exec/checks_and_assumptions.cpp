// fg::check is a fact of what stands behind it, also of sizes that elements decide; fg::assume is one that a
// build with NDEBUG does not check.
// RUN: %fullgraph %s --emit=cpp -o %t.debug.cpp -- %fg_flags 2>/dev/null
// RUN: FileCheck --check-prefixes=CODE,DEBUG %s < %t.debug.cpp
// RUN: %fullgraph %s --emit=cpp -o %t.release.cpp -- %fg_flags -DNDEBUG 2>/dev/null
// RUN: FileCheck --check-prefixes=CODE,RELEASE %s < %t.release.cpp
// RUN: %build_and_compare %s 2>%t.log | FileCheck --check-prefixes=CHECK,ASSERTED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG-NOT: graph break
// LOG: checks_and_assumptions.cpp: {{[0-9]+}} functions, {{[0-9]+}} graphs, {{.*}} 0 breaks,
// RUN: env FG_CXXFLAGS="-std=c++20 -O1 -DNDEBUG %fg_include" %build_and_run %s 2>/dev/null | FileCheck --check-prefix=BELIEVED %s
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

// CODE-LABEL: bool plain_{{.*}}_0(
// CODE: if (fg_M != fg_N)
FG_COMPILE(.fullgraph = true)
Tensor plain(FG_SHAPE("f32[N, 4]") Tensor x, FG_SHAPE("f32[M, 4]") Tensor y) { return (x + y).exp(); }

// CODE-LABEL: bool checked_{{.*}}_0(
// CODE-NOT: fg_M != fg_N
// CODE: fgk_
FG_COMPILE(.fullgraph = true)
Tensor checked(FG_SHAPE("f32[N, 4]") Tensor x, FG_SHAPE("f32[M, 4]") Tensor y) {
  fg::check(x.size(0) == y.size(0), "expected ", x.size(0), " rows, got ", y.size(0), " of ", y.sizes());
  return (x + y).exp();
}

// CODE-LABEL: bool assumed_{{.*}}_0(
// CODE-NOT: fg_M != fg_N
// CODE: fgk_
FG_COMPILE(.fullgraph = true)
Tensor assumed(FG_SHAPE("f32[N, 4]") Tensor x, FG_SHAPE("f32[M, 4]") Tensor y) {
  fg::assume(x.size(0) == y.size(0));
  return (x + y).exp();
}
// Where the tree of the function stands: nothing is asked in a release.
// CODE-LABEL: Tensor assumed(
// DEBUG: if ({{.*}} == {{.*}}) {
// RELEASE-NOT: == {{.*}}) {
// CODE: fg::assume(

struct Scale {
  int64_t factor = 2;
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N]") Tensor x) const {
    fg::assume(factor == 2, "the factor is ", factor);
    return factor == 2 ? x * 2 : x.exp();
  }
};

// The size is a symbol of the code behind the check, which says all that the operators need.
FG_COMPILE(.fullgraph = true)
Tensor rows(FG_SHAPE("f32[N, 4]") Tensor x, FG_SHAPE("i64[]") Tensor n) {
  const int64_t count = n.item<int64_t>();
  fg::check(count > 1 && count <= x.size(0), count, " rows of ", x.size(0));
  return x.narrow(0, 0, count) * 2 + fg::ones({count, 4});
}
FG_COMPILE(.fullgraph = true)
Tensor logarithm(FG_SHAPE("f32[N, 4]") Tensor x) {
  fg::check((x > 0).all().item<bool>() && !x.isnan().any().item<bool>(), "expected positive numbers");
  return x.log() * 2;
}
FG_COMPILE(.fullgraph = true)
Tensor quotient(FG_SHAPE("f32[N]") Tensor x, int64_t n) {
  fg::check(n != 0);
  return x.view({-1}) / static_cast<double>(x.size(0) / n);
}

template <class F> static void show(const char *what, F f) {
  try {
    const Tensor x = f();
    std::printf("%s: %ld, %.3f\n", what, static_cast<long>(x.size(0)), x.sum().template item<double>());
  } catch (const fg::Error &error) {
    std::printf("%s: %s\n", what, error.what());
  }
}

int main() {
  const Tensor x = fg::arange(12).to(fg::kFloat).view({3, 4});
  show("plain", [&] { return plain(x, x); });
  show("checked", [&] { return checked(x, x); });
  show("checked", [&] { return checked(x, x.narrow(0, 0, 2)); });
  show("assumed", [&] { return assumed(x, x); });
#ifndef NDEBUG // the compiled code may do anything
  show("assumed", [&] { return assumed(x, x.narrow(0, 0, 2)); });
#endif
  show("member", [&] { return Scale{2}.forward(x.select(0, 1)); });
  show("member", [&] { return Scale{3}.forward(x.select(0, 1)); });
  for (int64_t n : {2, 3, 1, 4})
    show("rows", [&] { return rows(x, fg::full({}, n, fg::kLong)); });
  show("logarithm", [&] { return logarithm(x + 1); });
  show("logarithm", [&] { return logarithm(x); });
  show("quotient", [&] { return quotient(x.select(0, 1), 2); });
  show("quotient", [&] { return quotient(x.select(0, 1), 0); });
}
// CHECK: plain: 3, [[SUM:.*]]
// CHECK-NEXT: checked: 3, [[SUM]]
// CHECK-NEXT: checked: expected 3 rows, got 2 of [2, 4]
// CHECK-NEXT: assumed: 3, [[SUM]]
// ASSERTED-NEXT: assumed: What fg::assume says does not hold.
// CHECK-NEXT: member: 4, 44.000
// ASSERTED-NEXT: member: the factor is 3
// CHECK-NEXT: rows: 2, 64.000
// CHECK-NEXT: rows: 3, 144.000
// CHECK-NEXT: rows: 1 rows of 3
// CHECK-NEXT: rows: 4 rows of 3
// CHECK-NEXT: logarithm: 3, {{[0-9.]+}}
// CHECK-NEXT: logarithm: expected positive numbers
// CHECK-NEXT: quotient: 4, 11.000
// CHECK-NEXT: quotient: Expected condition to be true, but it is false.

// Believed: what the compiled code was built for.
// BELIEVED: member: 4, 44.000
// BELIEVED-NEXT: member: 4, 44.000
