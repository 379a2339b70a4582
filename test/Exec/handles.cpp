// A view is a tensor of its own, also one that shows all of its operand: who changes its sizes in place
// leaves the operand as it is. What returns its operand itself (ATen's contiguous, to, dropout) does so.
// RUN: %jit %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --allow-empty --check-prefix=LOG %s < %t.log
// LOG-NOT: graph break
// CHECK: detach 0 1
// CHECK: view 0 1
// CHECK: reshape 0 1
// CHECK: expand 0 1
// CHECK: slice 0 1
// CHECK: permute 0 1
// CHECK: squeeze 0 1
// CHECK: unsqueezed 0 1
// CHECK: chunk 0 1
// CHECK: flatten 1 1
// CHECK: contiguous 1 1
// CHECK: to 1 1
// CHECK: dropout 1 1
// CHECK: inPlace 1 1
// CHECK: equal sums: 0 0
// CHECK: equal views: 0 1
// CHECK: views of a result: 0 1
// CHECK: a result and its view: 0 1
// CHECK: a result twice: 1 1
// CHECK: a written input and its view: 0 1
// CHECK: views of a written input: 0 1
// CHECK: sizes 1 3 behind unsqueeze_: 3
#include <fullgraph/fullgraph.h>

#include <cstdio>

using T = fg::Tensor;
using Both = std::pair<T, T>;
#define S1 FG_SHAPE("f32[N]")
#define ALL .fullgraph = true

FG_COMPILE(ALL) T detach(S1 T x) { return x.detach(); }
FG_COMPILE(ALL) T view(S1 T x) { return x.view({-1}); }
FG_COMPILE(ALL) T reshape(S1 T x) { return x.reshape({x.size(0)}); }
FG_COMPILE(ALL) T expand(S1 T x) { return x.expand({x.size(0)}); }
FG_COMPILE(ALL) T slice(S1 T x) { return x.slice(0, 0, x.size(0)); }
FG_COMPILE(ALL) T permute(S1 T x) { return x.permute({0}); }
FG_COMPILE(ALL) T squeeze(S1 T x) { return x.squeeze(); }
FG_COMPILE(ALL) T unsqueezed(S1 T x) { return x.unsqueeze(0).squeeze(0); }
FG_COMPILE(ALL) T chunk(S1 T x) { return x.chunk(1)[0]; }
FG_COMPILE(ALL) T flatten(S1 T x) { return x.flatten(); }
FG_COMPILE(ALL) T contiguous(S1 T x) { return x.contiguous(); }
FG_COMPILE(ALL) T to(S1 T x) { return x.to(fg::kFloat); }
FG_COMPILE(ALL) T dropout(S1 T x) { return fg::dropout(x, 0.5, false); }
FG_COMPILE(ALL) T inPlace(S1 T x) { return x.mul_(2); }
FG_COMPILE(ALL) Both sums(S1 T x) { return {x + 1, x + 1}; }
FG_COMPILE(ALL) Both views(S1 T x) { return {x.view({-1}), x.view({-1})}; }
FG_COMPILE(ALL) Both parts(S1 T x) {
  T y = x * 2;
  return {y.slice(0, 1), y.slice(0, 1)};
}
FG_COMPILE(ALL) Both whole(S1 T x) {
  T y = x * 2;
  return {y, y.view({-1})};
}
FG_COMPILE(ALL) Both twice(S1 T x) {
  T y = x * 2;
  return {y, y};
}
FG_COMPILE(ALL) Both written(S1 T x) {
  x.mul_(2);
  return {x, x.view({-1})};
}
FG_COMPILE(ALL) Both writtenViews(S1 T x) {
  x.mul_(2);
  return {x.view({-1}), x.slice(0, 0)};
}

int main() {
  for (int n : {3, 1}) {
    T x = fg::ones({n});
#define ONE(f)                                                                                               \
  {                                                                                                          \
    const T y = (f)(x);                                                                                      \
    std::printf(#f " %d %d\n", y.is_same(x), y.is_alias_of(x));                                              \
  }
    ONE(detach) ONE(view) ONE(reshape) ONE(expand) ONE(slice) ONE(permute) ONE(squeeze) ONE(unsqueezed);
    ONE(chunk) ONE(flatten) ONE(contiguous) ONE(to) ONE(dropout) ONE(inPlace);
    const auto both = [](const char *what, const Both &result) {
      std::printf("%s: %d %d\n", what, result.first.is_same(result.second),
                  result.first.is_alias_of(result.second));
    };
    both("equal sums", (sums)(x)), both("equal views", (views)(x)), both("views of a result", (parts)(x));
    both("a result and its view", (whole)(x)), both("a result twice", (twice)(x));
    both("a written input and its view", (written)(x)), both("views of a written input", (writtenViews)(x));
    T y = (view)(x);
    y.unsqueeze_(0);
    std::printf("sizes %lld %lld behind unsqueeze_: %lld\n", static_cast<long long>(y.size(0)),
                static_cast<long long>(y.size(1)), static_cast<long long>(x.size(0)));
  }
}
