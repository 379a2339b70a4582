// What the program says of its tensors' sizes: which versions are made at run time.
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=BUILD %s < %t.log
// RUN: %jit env FULLGRAPH_LOGS=kernel_code %t.compiled/dynamic_marks hint 2>&1 | FileCheck --check-prefix=HINT %s
#include "Inputs/both.h"
#include <fullgraph/stats.h>

#include <cstring>

using both::values;
using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor grow(FG_SHAPE("f32[4]") Tensor x) { return x.exp() * 2 + x; }

FG_COMPILE(.fullgraph = true, .dynamic = fg::Dynamic::Never)
Tensor never(FG_SHAPE("f32[4]") Tensor x) { return x.exp() * 3 + x; }

FG_COMPILE(.fullgraph = true, .dynamic = fg::Dynamic::Always)
Tensor always(FG_SHAPE("f32[4]") Tensor x) { return x.exp() * 4 + x; }

FG_COMPILE(.fullgraph = true)
Tensor named(FG_SHAPE("f32[N, 8]") Tensor x) { return x.exp() * 5 + x; }

FG_COMPILE(.fullgraph = true)
Tensor reads(FG_SHAPE("f32[N, 8]") Tensor x) { return x * static_cast<double>(x.size(1)); }

FG_COMPILE(.fullgraph = true)
Tensor sum(FG_SHAPE("f32[4, 8]") Tensor x, FG_SHAPE("f32[4, 8]") Tensor y) { return x * 2 + y; }

FG_COMPILE()
Tensor inside(FG_SHAPE("f32[N]") Tensor x) {
  const Tensor y = x * 2;
  fg::mark_dynamic(x, 0);
  // BUILD: dynamic_marks.cpp:[[@LINE-1]]:3: warning: graph break: 'fg::mark_dynamic' {{.*}}[-Wgraph-break=no-visible-definition]
  return y.exp() + x;
}

static void print(const char *what) {
  const fg::Stats stats = fg::stats();
  std::printf("%s: %d versions, %d hits, %d eager", what, int(stats.versions), int(stats.hits),
              int(stats.eager_calls));
  for (const fg::FunctionStats &function : stats.functions)
    for (const fg::VersionStats &version : function.versions)
      std::printf(", %s", version.inputs.c_str());
  std::printf("\n");
  fg::reset();
}

using Function = Tensor (&)(Tensor);
template <class Mark> static void call(Function function, std::vector<int64_t> sizes, Mark mark) {
  both::check("call", [&] {
    const Tensor x = values(sizes, fg::kDouble);
    mark(x);
    return std::vector<Tensor>{function(x)};
  });
}
static void call(Function function, std::vector<int64_t> sizes) {
  call(function, sizes, [](const Tensor &) {});
}

static void dynamic() {
  const auto first = [](const Tensor &x) { fg::mark_dynamic(x, 0); };
  for (int64_t size : {5, 6, 1, 0})
    call(grow, {size}, first);
  call(grow, {9});
  print("marked");
  // CHECK: marked: 1 versions, 5 hits, 0 eager, x: f64[x_size0]
  for (int64_t size : {5, 6, 7})
    call(grow, {size});
  print("not marked");
  // CHECK: not marked: 2 versions, 3 hits, 0 eager, x: f64[5], x: f64[x_size0]
  for (int64_t size : {5, 6, 7})
    call(never, {size}, first);
  call(never, {8});
  print("never");
  // CHECK: never: 1 versions, 4 hits, 0 eager, x: f64[x_size0]
  // A version that was not made for the mark does not do.
  call(never, {5});
  call(never, {5}, first);
  call(never, {5});
  print("marked later");
  // CHECK: marked later: 2 versions, 3 hits, 0 eager, x: f64[5], x: f64[x_size0]
  for (int64_t size : {5, 6, 7})
    call(never, {size}, [](const Tensor &x) { fg::maybe_mark_dynamic(x, -1); });
  print("maybe");
  // CHECK: maybe: 1 versions, 3 hits, 0 eager, x: f64[x_size0]
}

static void ranges() {
  const auto range = [](const Tensor &x) { fg::mark_dynamic(x, 0, {.min = 2, .max = 16}); };
  call(grow, {5}, range);
  call(grow, {16}, range);
  call(grow, {17});
  call(grow, {1});
  call(grow, {2});
  print("range");
  // CHECK: range: 2 versions, 5 hits, 0 eager, x: f64[x_size0], x: f64[x_size0]
  const auto special = [](const Tensor &x) { fg::mark_dynamic(x, 0, {.specialize_on = {8, 16}}); };
  for (int64_t size : {5, 8, 6, 16, 8})
    call(grow, {size}, special);
  call(grow, {16}); // also of tensors that say nothing
  print("special");
  // CHECK: special: 3 versions, 6 hits, 0 eager, x: f64[x_size0], x: f64[8], x: f64[16]
  call(grow, {8}, special);
  call(grow, {5}, special);
  call(grow, {8}, special);
  print("special first");
  // CHECK: special first: 2 versions, 3 hits, 0 eager, x: f64[8], x: f64[x_size0]
}

static void fixed() {
  const auto all = [](const Tensor &x) { fg::mark_static(x); };
  for (int64_t size : {5, 6})
    call(always, {size}, all);
  print("static");
  // CHECK: static: 2 versions, 2 hits, 0 eager, x: f64[5], x: f64[6]
  call(named, {5, 8}, [](const Tensor &x) { fg::mark_static(x, {0, 1}); });
  call(named, {6, 8});
  print("named");
  // CHECK: named: 2 versions, 2 hits, 0 eager, x: f64[5, 8], x: f64[x_size0, 8]
  call(always, {5}, [](const Tensor &x) {
    fg::mark_static(x, 0);
    fg::mark_dynamic(x, 0);
  });
  print("both");
  // CHECK: both: 1 versions, 1 hits, 0 eager, x: f64[x_size0]
}

template <class F> static void error(F f) {
  try {
    f();
    std::printf("FAILED: no error\n");
  } catch (const fg::Error &thrown) {
    std::printf("%s\n", thrown.what());
  }
}

static void violations() {
  const auto marked = [](std::vector<int64_t> sizes, int64_t dim) {
    const Tensor x = values(sizes, fg::kDouble);
    fg::mark_dynamic(x, dim);
    return x;
  };
  for (int i = 0; i < 2; ++i) // each call
    error([&] { reads(marked({5, 8}, 1)); });
  // CHECK: fullgraph: reads: Constraints violated (x.size(1))! You marked x.size(1) as dynamic but your code specialized it to be a constant (8): the captured path read %x.size(1) as 8. Either remove the mark, or use maybe_mark_dynamic, or declare FG_SHAPE("f64[N, 8]") x (
  // CHECK: fullgraph: reads: Constraints violated (x.size(1))!
  both::check("not marked", [] { return std::vector<Tensor>{reads(values({5, 8}, fg::kDouble))}; });
  // CHECK: not marked: same
  call(reads, {5, 8}, [](const Tensor &x) { fg::maybe_mark_dynamic(x, 1); });
  // CHECK: call: same
  print("reads");
  // CHECK: reads: 2 versions, 2 hits, 0 eager, x: f64[x_size0, 8], x: f64[x_size0, 8]
  error([&] { sum(marked({5, 8}, 0), values({5, 8}, fg::kDouble)); });
  // CHECK: fullgraph: sum: Constraints violated (x.size(0))! {{.*}} or declare FG_SHAPE("f64[N, 8]") x and FG_SHAPE("f64[N, 8]") y (
  both::check("both marked", [&] { return std::vector<Tensor>{sum(marked({5, 8}, 0), marked({5, 8}, 0))}; });
  both::check("and again", [&] { return std::vector<Tensor>{sum(marked({6, 8}, 0), marked({6, 8}, 0))}; });
  // CHECK: both marked: same
  // CHECK: and again: same
  print("sum");
  // CHECK: sum: 1 versions, 2 hits, 0 eager, x: f64[x_size0, 8], y: f64[x_size0, 8]
  fg::set_compile_policy(fg::CompilePolicy::Background); // the second call throws: the first one cannot know
  reads(marked({5, 8}, 1));
  fg::wait_for_compilation();
  error([&] { reads(marked({5, 8}, 1)); });
  // CHECK: fullgraph: reads: Constraints violated (x.size(1))!
  fg::set_compile_policy(fg::CompilePolicy::Synchronous);
  fg::reset();
}

static void mistakes() {
  const Tensor x = values({5, 8});
  error([&] { fg::mark_dynamic(x, 2); });
  // CHECK: Dimension out of range (expected to be in range of [-2, 1], but got 2)
  error([&] { fg::mark_dynamic(x, 0, {.min = 6}); });
  // CHECK: mark_dynamic: 5 not in range [6, 2147483647]
  error([&] { fg::mark_dynamic(x, 0, {.min = 5, .max = 5}); });
  // CHECK: mark_dynamic: expected min < max, but got 5 and 5
  error([&] { fg::mark_dynamic(x, 0, {.hint = -1}); });
  // CHECK: mark_dynamic: expected a hint that is a size, but got -1
  error([&] { fg::mark_static(values({}), 0); });
  // CHECK: Dimension specified as 0 but tensor has no dimensions
  error([&] { fg::maybe_mark_dynamic(Tensor(), 0); });
  // CHECK: maybe_mark_dynamic() called on an undefined Tensor
}

static void scope() {
  // A handle of the tensor has its marks, a view none.
  const Tensor x = values({5}, fg::kDouble), same = x;
  fg::mark_dynamic(x, 0);
  both::check("a view", [&] { return std::vector<Tensor>{never(x.view({5}))}; });
  print("a view");
  // CHECK: a view: 1 versions, 1 hits, 0 eager, x: f64[5]
  both::check("a handle", [&] { return std::vector<Tensor>{never(same)}; });
  print("a handle");
  // CHECK: a handle: 1 versions, 1 hits, 0 eager, x: f64[x_size0]
  both::check("in a compiled function", [] { return std::vector<Tensor>{inside(values({3}))}; });
  // CHECK: in a compiled function: same
}

int main(int argc, char **argv) {
  if (argc > 1 && std::strcmp(argv[1], "hint") == 0) {
    const Tensor x = values({5}, fg::kDouble);
    fg::mark_dynamic(x, 0, {.hint = 2});
    grow(x);
    // HINT: .split({{.*}}, 2, TailStrategy::GuardWithIf)
    return 0;
  }
  dynamic();
  ranges();
  fixed();
  violations();
  mistakes();
  scope();
}
