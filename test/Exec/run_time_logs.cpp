// What the run-time logs tell of versions made at run time: the guard that failed with what it expects and
// what the call has, everything that a version checks, which sizes are symbolic, and which are fixed and why;
// fg::set_logs.
// RUN: %jit %build_and_run %s --ahead-versions=0 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// RUN: %jit env FULLGRAPH_LOGS=cache %t.compiled/run_time_logs 2>&1 >/dev/null | FileCheck --check-prefix=BY-ENVIRONMENT --implicit-check-not=recompiled %s
// BY-ENVIRONMENT: fullgraph: FULLGRAPH_LOGS is set: set_logs changes nothing
#include <fullgraph/control.h>
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <cstdio>

using fg::Tensor;

FG_COMPILE(.fullgraph = true) static Tensor first(Tensor x) { return x * 2; }
FG_COMPILE(.fullgraph = true) static Tensor pinned(FG_SHAPE("f32[N]") Tensor x, FG_SHAPE("f32[4]") Tensor y) {
  return x + y;
}
FG_COMPILE(.fullgraph = true) static Tensor ahead(FG_SHAPE("f32[4]") Tensor x) { return x - 1; }
FG_COMPILE(.fullgraph = true, .dynamic = fg::Dynamic::Never) static Tensor never(Tensor x) { return x * 3; }

static void missed(const char *name) {
  for (const fg::FunctionStats &function : fg::stats().functions)
    if (function.name == name)
      for (const fg::VersionStats &version : function.versions)
        std::printf("%s, %s: '%s'\n", name, version.inputs.c_str(), version.missed.c_str());
}

int main() {
  fg::set_logs("recompiles,guards,dynamic");
  first(fg::ones({3, 4}));
  // LOG: fullgraph: dynamic: first: x.size(0) is fixed at 3: the first version for such inputs; it is symbolic once it changes (run_time_logs.cpp:
  // LOG: fullgraph: guards: first for x: f32[3, 4] (run_time_logs.cpp:
  // LOG-NEXT: {{^}}  x: f32[3, 4], contiguous
  // LOG-NEXT: fullgraph: first: compiled for x: f32[3, 4] in {{[0-9]+}} ms [1/8]
  first(fg::ones({5, 4}));
  // LOG: fullgraph: dynamic: first: x.size(0) is symbolic, 5 in this call
  // LOG-NEXT: fullgraph: dynamic: first: x.size(1) is fixed at 4: it has not changed so far
  // LOG-NEXT: fullgraph: guards: first for x: f32[x_size0, 4]
  // LOG-NEXT: {{^}}  x: f32[x_size0, 4], contiguous
  // LOG-NEXT: {{^}}  x.size(0) <= 536870911: kernels index elements with 32 bits
  // LOG: fullgraph: first: x.size(0): expected 3, got 5; recompiled for x: f32[x_size0, 4]
  first(fg::ones({5, 4}, fg::kDouble));
  // LOG: fullgraph: first: x: expected dtype f32, got f64 in the version for x: f32[x_size0, 4]; x: expected dtype f32, got f64 in the version for x: f32[3, 4]; recompiled for x: f64[5, 4]
  first(fg::ones({4, 5}).t());
  // LOG: fullgraph: first: {{.*}}x: expected a contiguous tensor, got strides [1, 5] for sizes [5, 4] in the version for x: f32[x_size0, 4]
  missed("first");
  // CHECK: first, x: f32[3, 4]: ''
  // CHECK-NEXT: first, x: f32[x_size0, 4]: 'x.size(0): expected 3, got 5'
  // CHECK-NEXT: first, x: f64[5, 4]: 'x: expected dtype f32, got f64 in the version for x: f32[x_size0, 4]; {{.*}}'
  ahead(fg::ones({5}));
  // LOG: fullgraph: ahead: x.size(0): expected 4, got 5; recompiled for x: f32[5]
  ahead(fg::ones({6}));
  // LOG: fullgraph: ahead: x.size(0): expected 4, got 6; x.size(0): expected 5, got 6; recompiled for x: f32[x_size0]
  // A size that is a letter, but may be one number only, is that number.
  pinned(fg::ones({4}, fg::kDouble), fg::ones({4}));
  // LOG: fullgraph: dynamic: pinned: x.size(0) is fixed at 4: operands of add must match at dim 0 (run_time_logs.cpp:
  // LOG-NOT: pinned: x.size(0) is symbolic
  // LOG: fullgraph: guards: pinned for x: f64[4], y: f32[4]
  missed("pinned");
  // CHECK: pinned, x: f64[4], y: f32[4]: 'x: expected dtype f32, got f64'
  never(fg::ones({3}));
  // LOG: fullgraph: dynamic: never: x.size(0) is fixed at 3: fg::Dynamic::Never
  {
    const fg::StanceScope scope(fg::Stance::FailOnRecompile);
    try {
      never(fg::ones({2}));
    } catch (const fg::Error &error) {
      std::puts(error.what());
    }
    // CHECK: fullgraph: never: x.size(0): expected 3, got 2: would recompile, under fail_on_recompile (run_time_logs.cpp:
  }
  fg::set_logs("graph_breaks"); // the build's to tell: nothing here
  never(fg::ones({4}));
  std::fputs("quiet\n", stderr);
  // LOG-NOT: never: {{.*}}recompiled
  // LOG: {{^}}quiet
  fg::set_logs("recompiles");
  never(fg::ones({5}));
  // LOG-NEXT: fullgraph: never: {{.*}}recompiled for x: f32[5]
  try {
    fg::set_logs("recompiles,gards");
  } catch (const fg::Error &error) {
    std::puts(error.what());
  }
  // CHECK: set_logs: there is no 'gards'; expected names out of graph_breaks, guards, recompiles, dynamic, graph_code, kernel_code, perf_hints, cache, all, with commas between
  fg::set_logs("");
  never(fg::ones({6}));
  std::fputs("as at the start\n", stderr);
  // LOG-NEXT: {{^}}as at the start
}
