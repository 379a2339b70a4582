// .dynamic = fg::Dynamic::Never: a version for each size and kernels for that alone, ahead of time where the
// size is known (FG_SHAPE's numbers, a profile), else at run time.
// RUN: %fullgraph %s --ahead-versions=0 -o %t.fg.cpp -- %fg_flags 2>&1 | FileCheck --check-prefix=BUILD %s
// BUILD: static_sizes.cpp:[[#]]:12: remark: 'scaled' is compiled at run time, once for each size, as fg::Dynamic::Never asks: x.size(0), x.size(1) are not known at build time
// BUILD: static_sizes.cpp:[[#]]:12: remark: 'either' is compiled at run time, once for each size, as fg::Dynamic::Never asks: x.size(0) is not known at build time
// BUILD: fullgraph: static_sizes.cpp: 3 functions (1 at the first call), 4 graphs, {{.*}} in 2 kernels
// RUN: rm -f %t.fgprof && %jit env FULLGRAPH_PROFILE=%t.fgprof %build_and_compare %s --ahead-versions=0 2>/dev/null | FileCheck %s
// RUN: %jit env FULLGRAPH_LOGS=dynamic %t.compare/static_sizes 2>&1 >/dev/null | FileCheck --check-prefix=LOG %s
// LOG: fullgraph: dynamic: scaled: x.size(0) is fixed at 2: fg::Dynamic::Never
// LOG-NOT: is symbolic
// With the profile each size that a call had is built, and nothing is made at run time.
// RUN: %build_and_run %s --ahead-versions=0 --profile=%t.fgprof 2>%t.log | FileCheck --check-prefix=PROFILED %s
// RUN: FileCheck --check-prefix=PROFILE --implicit-check-not=eagerly %s < %t.log
// PROFILE: fullgraph: static_sizes.cpp: 3 functions, 9 graphs
// RUN: %fullgraph %s --ahead-versions=0 --profile=%t.fgprof --emit=graph -o - -- %fg_flags 2>/dev/null | FileCheck --check-prefix=GRAPH %s
// GRAPH-DAG: @{{.*}}scaled{{.*}}(%x: f32[2, 3]
// GRAPH-DAG: @{{.*}}scaled{{.*}}(%x: f32[5, 3]
// GRAPH-DAG: @{{.*}}scaled{{.*}}(%x: f32[1, 4]
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <cstdio>
#include <cstring>

using fg::Tensor;

FG_COMPILE(.fullgraph = true, .dynamic = fg::Dynamic::Never)
fg::Tensor scaled(FG_SHAPE("f32[?,?]") Tensor x) { return (x * 2 + 1).sum(-1); }

FG_COMPILE(.fullgraph = true, .dynamic = fg::Dynamic::Never)
fg::Tensor either(FG_SHAPE("f32[N] | f32[4]") Tensor x) { return x.exp() - 1; }

FG_COMPILE(.fullgraph = true, .dynamic = fg::Dynamic::Never)
fg::Tensor numbers(FG_SHAPE("f32[4]") Tensor x) { return x.sin() * 3; }

static void print(const char *what, const Tensor &x) {
  std::printf("%s: %.3f\n", what, x.sum().item<double>());
}

int main() {
  for (const auto &sizes : {std::vector<int64_t>{2, 3}, {5, 3}, {1, 4}, {2, 3}})
    print("scaled", scaled(fg::ones(sizes)));
  for (const int64_t n : {4, 6, 7, 4})
    print("either", either(fg::ones({n})));
  print("numbers", numbers(fg::ones({4})));
  // CHECK: scaled: 18.000
  // CHECK-NEXT: scaled: 45.000
  // CHECK-NEXT: scaled: 12.000
  // CHECK-NEXT: scaled: 18.000
  // CHECK-NEXT: either: 6.873
  // CHECK-COUNT-3: either:
  // CHECK-NEXT: numbers:
  // PROFILED: scaled: 18.000
  // What a compiled program has made: nothing for sizes that were built.
  const fg::Stats stats = fg::stats();
  for (const fg::FunctionStats &function : stats.functions)
    for (const fg::VersionStats &version : function.versions)
      std::fprintf(stderr, "made: %s %s\n", function.name.c_str(), version.inputs.c_str());
}
