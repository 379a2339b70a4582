// The first calls of a user's operator are compared with what FG_CUSTOM_OP says, in builds without NDEBUG.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags 2>/dev/null
// RUN: %fg_cxx -O2 -DNDEBUG -iquote %S -c %t.fg.cpp -o %t.o
// RUN: %fg_link %t.o %t.fg.a %fg_lib -o %t.release
// RUN: %t.release | FileCheck --check-prefix=RELEASE %s
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

using fg::Tensor;
using fg::TensorMeta;
#define N_ FG_SHAPE("f32[N]")

static TensorMeta like(const TensorMeta &x) { return x; }
static TensorMeta like_both(const TensorMeta &x, const std::optional<TensorMeta> &, const std::vector<TensorMeta> &, double) {
  return x;
}
static TensorMeta of_integers(const TensorMeta &x) { return {fg::kLong, x.sizes}; }
static TensorMeta longer(const TensorMeta &x) { return {x.dtype, {x.size(0) + 1}}; }
static std::tuple<TensorMeta, TensorMeta> pair_of(const TensorMeta &x) { return {x, {x.dtype, {3}}}; }

// What they do is not visible where they are declared: as if a library had them.
namespace hidden {
Tensor zeroed(Tensor x) {
  x.zero_();
  return fg::ones({2});
}
Tensor same(const Tensor &x) { return x; }
Tensor tail(const Tensor &x) { return x.slice(0, 1, x.size(0)); }
} // namespace hidden

namespace ops {
FG_CUSTOM_OP("test::good", .shape = like) Tensor good(const Tensor &x) noexcept { return x * 2; }
FG_CUSTOM_OP("test::all", .shape = like_both)
Tensor all(const Tensor &x, const std::optional<Tensor> &y, const std::vector<Tensor> &more, double scale) {
  Tensor sum = y ? x + *y : x.clone();
  for (const Tensor &one : more)
    sum = sum + one;
  return sum * scale;
}
FG_CUSTOM_OP("test::writes", .shape = like) Tensor writes(const Tensor &x) { return hidden::zeroed(x); }
FG_CUSTOM_OP("test::fills", .mutates = "out") void fills(const Tensor &x, Tensor out) { out.copy_(x * 2); }
FG_CUSTOM_OP("test::spoils", .mutates = "out") void spoils(Tensor out, Tensor x) {
  out.copy_(x);
  hidden::zeroed(x);
}
FG_CUSTOM_OP("test::returns", .shape = like) Tensor returns(const Tensor &x) { return hidden::same(x); }
FG_CUSTOM_OP("test::views", .shape = like) Tensor views(const Tensor &x) { return hidden::tail(x); }
FG_CUSTOM_OP("test::integers", .shape = of_integers) Tensor integers(const Tensor &x) { return x * 2; }
FG_CUSTOM_OP("test::sized", .shape = longer) Tensor sized(const Tensor &x) { return x * 2; }
FG_CUSTOM_OP("test::two", .shape = pair_of) std::tuple<Tensor, Tensor> two(const Tensor &x) { return {x * 2, x * 3}; }
} // namespace ops

FG_COMPILE(.fullgraph = true) Tensor good(N_ Tensor x) { return ops::good(x + 1) * ops::good(x); }
FG_COMPILE(.fullgraph = true) Tensor all(N_ Tensor x) { return ops::all(x + 1, x * 2, {x, x.exp()}, 0.5) * 2; }
FG_COMPILE(.fullgraph = true) Tensor without(N_ Tensor x) { return ops::all(x, std::nullopt, {}, 2) * 2; }
FG_COMPILE(.fullgraph = true) Tensor writes(N_ Tensor x) { return ops::writes(x.exp()) * 2; }
FG_COMPILE(.fullgraph = true) Tensor fills(N_ Tensor x) {
  Tensor out = x * 0;
  ops::fills(x + 1, out);
  return out * 2;
}
FG_COMPILE(.fullgraph = true) Tensor spoils(N_ Tensor x) {
  Tensor out = x * 0;
  ops::spoils(out, x);
  return out * 2;
}
FG_COMPILE(.fullgraph = true) Tensor returns(N_ Tensor x) { return ops::returns(x.exp()) * 2; }
FG_COMPILE(.fullgraph = true) Tensor views(N_ Tensor x) { return ops::views(x.exp()) * 2; }
FG_COMPILE(.fullgraph = true) Tensor integers(N_ Tensor x) { return ops::integers(x.exp()) * 2; }
FG_COMPILE(.fullgraph = true) Tensor sized(N_ Tensor x) { return ops::sized(x.exp()) * 2; }
FG_COMPILE(.fullgraph = true) Tensor two(N_ Tensor x) {
  auto [a, b] = ops::two(x.exp());
  return a * b;
}

// The bodies of a lambda and of a local class are functions of their own, with regions around the breaks in them.
FG_COMPILE() Tensor in_lambda(N_ Tensor x) {
  const auto twice = [](const Tensor &y) {
    std::puts("lambda");
    return fg::masked_fill(ops::good(y.exp()) - y, y > 100, 0.25f) * ops::returns(y * 2);
  };
  std::puts("outer");
  return twice(x) + ops::good(x);
}
FG_COMPILE() Tensor in_local_class(N_ Tensor x) {
  struct Local {
    static Tensor twice(const Tensor &y) {
      std::puts("local");
      return fg::masked_fill(ops::good(y.exp()) - y, y > 100, 0.25f) * ops::good(y * 2);
    }
  };
  return Local::twice(x) + ops::good(x);
}

static void run(const char *name, Tensor (*f)(Tensor)) {
  for (int turn = 0; turn < 2; ++turn) {
    try {
      std::printf("%s %.3f\n", name, f(fg::ones({2}) * (turn + 1)).sum().item<double>());
    } catch (const fg::Error &error) {
      const std::string text = error.what();
      std::printf("%s throws %s\n", name, text.substr(0, text.find('\n')).c_str());
    }
  }
}

int main() {
  run("good", good);
  run("all", all);
  run("without", without);
  run("writes", writes);
  run("fills", fills);
  run("spoils", spoils);
  run("returns", returns);
  run("views", views);
  run("integers", integers);
  run("sized", sized);
  run("two", two);
  run("in_lambda", in_lambda);
  run("in_local_class", in_local_class);
}
// CHECK: good 16.000
// CHECK-NEXT: good 48.000
// CHECK: all 15.437
// CHECK: without 8.000
// CHECK: writes throws FG_CUSTOM_OP 'test::writes': the operator wrote to its argument 'x', which .mutates does not name
// CHECK: fills 16.000
// CHECK: spoils throws FG_CUSTOM_OP 'test::spoils': the operator wrote to its argument 'x'
// CHECK: returns throws FG_CUSTOM_OP 'test::returns': the result shares memory with the argument 'x'
// CHECK: views throws FG_CUSTOM_OP 'test::views': the result shares memory with the argument 'x'
// CHECK: integers throws FG_CUSTOM_OP 'test::integers': the shape function says that the result is of {{.*}}, and the operator returned
// CHECK: sized throws FG_CUSTOM_OP 'test::sized': the shape function says that the result has sizes [3], and the operator returned [2]
// CHECK: two throws FG_CUSTOM_OP 'test::two': the shape function says that the result has sizes
// CHECK: outer
// CHECK-NEXT: lambda
// CHECK-NEXT: in_lambda throws FG_CUSTOM_OP 'test::returns': the result shares memory with the argument 'x'
// CHECK: local
// CHECK-NEXT: in_local_class 39.49
// RELEASE-NOT: throws
