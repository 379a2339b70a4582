// Operators that return their operand itself where nothing is to be done (to, contiguous, type_as) do so in
// versions made at run time, for types that capture has not seen; views are tensors of their own. What the
// path read of that (is_same) is a guard, and what is done to the one tensor (set_data) is seen by the other.
// RUN: %jit FULLGRAPH_CACHE=0 %build_and_compare %s 2>%t.log | FileCheck %s
// CHECK: turned cube of 1: 2
// CHECK: spread of 2 rows: same 0
// CHECK: spread of 0 rows: same 1
// CHECK: f32: to 1 1
// CHECK: f32: toDouble 0 0
// CHECK: f32: alias 0 1
// CHECK: f32: castTwice: 1, 1 1
// CHECK: f32: viewAndCast: 1, 0 1
// CHECK: f32: twoViews: 0, 0 1
// CHECK: f64: toDouble 1 1
// CHECK: f64: asked 132
// CHECK: f64: through a break 198
// CHECK: strided: to 1 1
// CHECK: strided: contiguous 0 0
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <functional>

using T = fg::Tensor;
using Both = std::pair<T, T>;

namespace form {
FG_COMPILE() T to(T x) { return x.to(fg::kFloat); }
FG_COMPILE() T toDouble(T x) { return x.to(fg::kDouble); }
FG_COMPILE() T typeAs(T x, T y) { return x.type_as(y); }
FG_COMPILE() T contiguous(T x) { return x.contiguous(); }
FG_COMPILE() T contiguousFloat(T x) { return x.to(fg::kFloat).contiguous(); }
FG_COMPILE() T flatten(T x) { return x.flatten(0, 0); }
FG_COMPILE() T dropout(T x) { return fg::dropout(x, 0.5, false); }
FG_COMPILE() T written(T x) { return x.add_(1); }
FG_COMPILE() T copied(T x) { return x.to(fg::kFloat, false, true); }
FG_COMPILE() T alias(T x) { return x.alias(); }
FG_COMPILE() T detach(T x) { return x.detach(); }
FG_COMPILE() T view(T x) { return x.view(x.sizes()); }
FG_COMPILE() T reshape(T x) { return x.reshape(x.sizes()); }
FG_COMPILE() T expand(T x) { return x.expand(x.sizes()); }
FG_COMPILE() T slice(T x) { return x.slice(0); }
FG_COMPILE() T transpose(T x) { return x.transpose(0, 0); }
FG_COMPILE() Both castTwice(T x) { return {x.to(fg::kFloat), x.to(fg::kFloat)}; }
FG_COMPILE() Both viewAndCast(T x) {
  T y = x.slice(1, 0, 2);
  return {y, y.to(fg::kFloat)};
}
FG_COMPILE() Both resultAndCast(T x) {
  T y = x + 1;
  return {y, y.to(fg::kFloat)};
}
FG_COMPILE() Both castAndContiguous(T x) {
  T y = x.to(fg::kDouble);
  return {y, y.contiguous()};
}
FG_COMPILE() Both transposed(T x) {
  T y = x.t();
  return {y, y.contiguous()};
}
FG_COMPILE() Both twoViews(T x) { return {x.alias(), x.alias()}; }
FG_COMPILE() Both oneView(T x) {
  T y = x.alias();
  return {y, y};
}
FG_COMPILE() Both writtenView(T x) {
  T y = x.slice(1, 0, 2);
  y.add_(1);
  return {y, y.to(fg::kFloat)};
}
FG_COMPILE() T asked(T x) {
  T y = x.to(fg::kDouble);
  return y.is_same(x) ? x * 2 : x + 1;
}
FG_COMPILE() T askedLayout(T x) {
  T y = x.t().contiguous();
  return y.is_same(x) ? x * 2 : y + 1;
}
FG_COMPILE() T throughBreak(T x) {
  T y = x.to(fg::kDouble);
  fg::graph_break();
  y.set_data(x.to(fg::kDouble) * 3);
  return x.to(fg::kFloat);
}
} // namespace form

static void each(const char *name, const std::function<T()> &make) {
  const auto one = [&](const char *what, T (*f)(T)) {
    const T x = make(), result = f(x);
    std::printf("%s: %s %d %d\n", name, what, result.is_same(x), result.is_alias_of(x));
  };
  const auto two = [&](const char *what, Both (*f)(T)) {
    const T x = make();
    const Both result = f(x);
    std::printf("%s: %s: %d, %d %d, %d %d, %d\n", name, what, result.first.is_same(result.second),
                result.first.is_same(x), result.first.is_alias_of(x), result.second.is_same(x),
                result.second.is_alias_of(x), result.first.is_alias_of(result.second));
  };
#define ONE(f) one(#f, form::f);
#define TWO(f) two(#f, form::f);
  ONE(to)
  ONE(toDouble)
  one("typeAs", [](T x) { return form::typeAs(x, fg::rand({1})); });
  ONE(contiguous)
  ONE(contiguousFloat)
  ONE(flatten)
  ONE(dropout)
  ONE(written)
  ONE(copied)
  ONE(alias)
  ONE(detach)
  ONE(view)
  ONE(reshape)
  ONE(expand)
  ONE(slice)
  ONE(transpose)
  TWO(castTwice)
  TWO(viewAndCast)
  TWO(resultAndCast)
  TWO(castAndContiguous)
  TWO(transposed)
  TWO(twoViews)
  TWO(oneView)
  TWO(writtenView)
  const T x = make();
  std::printf("%s: asked %g\n", name, form::asked(x).sum().item<double>());
  std::printf("%s: asked of the layout %g\n", name, form::askedLayout(x).sum().item<double>());
  std::printf("%s: through a break %g\n", name, form::throughBreak(x).sum().item<double>());
  std::printf("%s: seen %g\n", name, x.sum().item<double>());
}

// What has no elements is contiguous, whatever its strides.
FG_COMPILE(.fullgraph = true) bool spreadIsContiguous(FG_SHAPE("f32[N,3]") T x) {
  const T spread = x.mean().expand({3, x.size(0)}).permute({1, 0});
  return spread.contiguous().is_same(spread);
}

// What has one element in a dim is contiguous whatever its stride there is: with strides that the path has
// seen, {N, N*N, 1}, and sizes that it has not.
FG_COMPILE(.fullgraph = true) T turned(FG_SHAPE("f32[N,N,N]{1>0>2}") T x) {
  const T own = x.contiguous();
  return x * (own.is_same(x) ? 2 : 3);
}

int main() {
  for (int n : {3, 1, 2})
    std::printf(
        "turned cube of %d: %g\n", n,
        turned(fg::ones({n, n, n}).transpose(0, 1).contiguous().transpose(0, 1)).sum().item<double>());
  for (int n : {2, 0})
    std::printf("spread of %d rows: same %d\n", n, spreadIsContiguous(fg::ones({n, 3})));
  const auto values = [](fg::ScalarType dtype) { return fg::arange(12).to(dtype).view({3, 4}); };
  each("f32", [&] { return values(fg::kFloat); });
  each("f64", [&] { return values(fg::kDouble); });
  each("strided", [&] { return values(fg::kFloat).t(); });
  each("gaps", [&] { return fg::arange(24).to(fg::kFloat).view({3, 8}).slice(1, 0, 8, 2); });
  each("f64 strided", [&] { return values(fg::kDouble).t(); });
  each("one row", [&] { return fg::arange(4).to(fg::kFloat).view({4, 1}).t(); });
  each("i64", [&] { return values(fg::kLong); });
}
