// What builds under fullgraph without an error is compiled on each of its paths, whatever nobody declared: no call of
// these runs eagerly.
// RUN: %jit %build_and_run %s --ahead-versions=0 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="graph break" --implicit-check-not="running eagerly" %s < %t.log
// LOG: 14 functions
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

using fg::Tensor;

static fg::TensorMeta like(const fg::TensorMeta &x) { return x; }
FG_CUSTOM_OP("test::sq", .shape = like) static Tensor sq(const Tensor &x) { return x * x; }
static Tensor held(const Tensor &x) { return sq(x + 1) * 2; }

FG_COMPILE(.fullgraph = true) static Tensor plain(Tensor x) { return x.exp() * 2; }
FG_COMPILE(.fullgraph = true) static Tensor ranked(Tensor x) { return x.dim() == 2 ? x.t() * 2 : x + 1; }
FG_COMPILE(.fullgraph = true) static Tensor switched(Tensor x) {
  switch (x.dim()) {
  case 0:
    return x * 3;
  case 1:
    return x.flip(0) + 1;
  case 2:
    return x.sum(1);
  default:
    return x.mean() * 2;
  }
}
FG_COMPILE(.fullgraph = true) static Tensor operators(Tensor x) { return sq(x) + sq(x + 1); }
FG_COMPILE(.fullgraph = true) static Tensor some_rank(Tensor x) {
  if (x.dim() == 2)
    return sq(x + 1).sin() * 2;
  return x * 4;
}
FG_COMPILE(.fullgraph = true) static Tensor behind(Tensor x) {
  x = x * 4;
  if (x.dim() == 1)
    x = held(x) - x;
  return x.cos() + 1;
}
FG_COMPILE(.fullgraph = true) static Tensor chosen(Tensor x) {
  return fg::cond(
      x.sum() > 3, [](const Tensor &a) { return a.dim() == 3 ? a.sum(0).exp() : a.sin().sin().sin() * 2; },
      [](const Tensor &a) { return a.cos() * 2; }, x);
}
FG_COMPILE(.fullgraph = true) static Tensor optional(std::optional<Tensor> x, Tensor y) {
  if (x && x->dim() == y.dim())
    return *x + y * 2;
  if (x)
    return sq(*x).sum();
  return y * 3;
}
FG_COMPILE(.fullgraph = true) static Tensor looped(Tensor x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x.dim() == 2)
      x = x.tanh() + 1;
    else
      x = sq(x) * 0.5;
  }
  return x;
}
FG_COMPILE(.fullgraph = true) static Tensor typed(Tensor x) {
  return x.is_floating_point() ? x.exp() : x * 2 + 1;
}
FG_COMPILE(.fullgraph = true) static Tensor turned(Tensor x, const std::vector<int64_t> &dims) {
  return x.permute(dims).exp();
}

static int failures = 0;
template <class F, class... A> static void check(const char *what, F f, const A &...args) {
  const Tensor compiled = f(args...);
  const fg::StanceScope eagerly(fg::Stance::ForceEager);
  const Tensor eager = f(args...);
  if (compiled.sizes() != eager.sizes() || !fg::allclose(compiled.to(fg::kDouble), eager.to(fg::kDouble), 1e-4, 1e-5)) {
    std::printf("FAILED: %s of rank %d\n", what, int(compiled.dim()));
    ++failures;
  }
}

int main() {
  std::vector<Tensor> inputs = {fg::full({}, 0.25), fg::arange(4, fg::kFloat) / 4, fg::arange(6, fg::kFloat).view({2, 3}) / 4,
                                fg::arange(24, fg::kFloat).view({2, 3, 4}) / 24, fg::ones({2, 2, 2, 2}) * 0.1};
  for (const Tensor &x : inputs) {
    check("plain", plain, x);
    check("ranked", ranked, x);
    check("switched", switched, x);
    check("operators", operators, x);
    check("some_rank", some_rank, x);
    check("behind", behind, x);
    check("chosen", chosen, x);
    check("optional", optional, std::optional<Tensor>(x), x);
    check("optional", optional, std::optional<Tensor>(), x);
    check("looped", looped, x, 3);
    check("typed", typed, x);
    std::vector<int64_t> dims(size_t(x.dim()));
    for (size_t i = 0; i < dims.size(); ++i)
      dims[i] = int64_t(dims.size() - 1 - i);
    check("turned", turned, x, dims);
  }
  check("typed", typed, fg::arange(4));
  for (const fg::FunctionStats &function : fg::stats().functions)
    for (const fg::EagerStats &reason : function.eager) {
      std::printf("FAILED: %s ran eagerly: %s\n", function.name.c_str(), reason.why.c_str());
      ++failures;
    }
  std::printf("%d failures\n", failures);
}
// CHECK: 0 failures
