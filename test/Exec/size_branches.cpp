// A branch on the sizes of a tensor whose dtype, or strides, nothing was built ahead for: the side that the
// sizes choose gets a version made at run time. What a side read of a dtype, it was captured for.
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: grep -v "ASan doesn't fully support makecontext" %t.log | FileCheck --check-prefix=LOG %s
// LOG-NOT: running eagerly
// LOG: size_branches.cpp: 4 functions, {{.*}} 0 breaks
// LOG-NEXT: other: x: expected dtype f32, got f64; no version is made: the captured path read the dtype of %x; running eagerly
// LOG-NEXT: scaled: x: expected a contiguous tensor, {{.*}} writes into an input that is not contiguous; running eagerly
// LOG-NOT: running eagerly
#include "Inputs/both.h"

#include <fullgraph/stats.h>

using both::values;
using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor sides(FG_SHAPE("f32[N]") Tensor x) { return x.size(0) > 3 ? x * 2 : x + 1; }

FG_COMPILE(.fullgraph = true)
Tensor pooled(FG_SHAPE("f32[N,3,H,W]") Tensor x) {
  if (x.size(3) > 8)
    x = x.slice(3, 0, 8);
  return fg::avg_pool2d(x, 2);
}

// No graph of the first arm has x.
FG_COMPILE(.fullgraph = true)
Tensor other(FG_SHAPE("f32[N]") Tensor x, FG_SHAPE("f32[M]") Tensor y) {
  if (x.size(0) > 3)
    return y * 2;
  return x.scalar_type() == fg::kFloat ? y + 1 : y + 2;
}

FG_COMPILE(.fullgraph = true)
void scaled(FG_SHAPE("f32[N,M]") Tensor x) {
  if (x.size(0) > x.size(1))
    x.mul_(2);
  else
    x.add_(1);
}

static void print(const char *name) {
  for (const fg::FunctionStats &function : fg::stats().functions)
    if (function.name == name)
      std::printf("%s: %zu versions, %llu eager\n", name, function.versions.size(),
                  (unsigned long long)function.eager_calls);
}

int main() {
  for (const int64_t n : {2, 5, 3, 4}) {
    both::check("f64", [&] { return std::vector<Tensor>{sides(values({n}, fg::kDouble))}; });
    both::check("strided", [&] { return std::vector<Tensor>{sides(values({2 * n}).slice(0, 0, 2 * n, 2))}; });
  }
  // CHECK-COUNT-8: same
  print("sides");
  // CHECK-NEXT: sides: 2 versions, 0 eager
  // CHECK-NEXT: sides: 2 versions, 0 eager
  for (const int64_t n : {4, 9, 8, 12})
    both::check("channels last", [&] {
      return std::vector<Tensor>{pooled(values({2, n, 6, 3}).permute({0, 3, 1, 2}).transpose(2, 3))};
    });
  // CHECK-COUNT-4: channels last: same
  for (const int64_t n : {2, 5})
    for (const fg::ScalarType dtype : {fg::kFloat, fg::kDouble, fg::kLong})
      both::check("the unread one", [&] {
        return std::vector<Tensor>{other(values({n}, dtype), values({3})),
                                   other(values({n}), values({2}, dtype))};
      });
  // CHECK-COUNT-6: the unread one: same
  for (const int64_t n : {2, 5})
    both::check("in place", [&] {
      Tensor x = values({n, 3}, fg::kDouble), y = values({3, n}).t();
      scaled(x);
      scaled(y);
      return std::vector<Tensor>{x, y};
    });
  // CHECK-COUNT-2: in place: same
}
