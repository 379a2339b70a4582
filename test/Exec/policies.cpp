// When versions are made at run time: in the background, at the second call of a kind, and up to which
// limits.
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --input-file=%t.log %s
// RUN: %jit env FULLGRAPH_COMPILE_POLICY=background FULLGRAPH_STANCE=eager_then_compile FULLGRAPH_ACCUMULATED_RECOMPILE_LIMIT=5 FULLGRAPH_FAIL_ON_RECOMPILE_LIMIT_HIT=1 %t.compiled/policies settings | FileCheck --check-prefix=SETTINGS %s
// RUN: %jit env FULLGRAPH_COMPILE_POLICY=never %t.compiled/policies settings 2>&1 | FileCheck --check-prefix=UNKNOWN %s
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <cstdio>
#include <string>

FG_COMPILE(.fullgraph = true)
fg::Tensor twice(FG_SHAPE("f32[4]") fg::Tensor x) { return x * 2.0 + 1.0; }

FG_COMPILE(.fullgraph = true, .recompile_limit = 2)
fg::Tensor limited(FG_SHAPE("f32[4]") fg::Tensor x) { return x * 3.0; }

static void call(fg::Tensor (&function)(fg::Tensor), int64_t size, fg::ScalarType dtype) {
  try {
    const fg::Tensor y = function(fg::full({size}, 2, dtype));
    const double last = y.select(0, size - 1).to(fg::kDouble).item<double>();
    if (last != 5 && last != 6)
      std::printf("wrong: %g\n", last);
  } catch (const fg::Error &error) {
    std::printf("%s\n", error.what());
  }
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

static int settings() {
  std::printf("policy %d, stance %d\n", int(fg::compile_policy()), int(fg::stance()));
  // SETTINGS: policy 1, stance 4
  // UNKNOWN: fullgraph: FULLGRAPH_COMPILE_POLICY=never: expected one of synchronous, background; synchronous holds
  // UNKNOWN: policy 0, stance 0
  for (int64_t size : {3, 4})
    for (fg::ScalarType dtype : {fg::kDouble, fg::kHalf, fg::kBFloat16, fg::kInt, fg::kLong, fg::kShort})
      call(twice, size, dtype);
  print("settings");
  // SETTINGS-NEXT: fullgraph: twice: accumulated_recompile_limit reached, under fail_on_recompile_limit_hit (policies.cpp:
  // SETTINGS-NEXT: settings: 5 versions, 5 hits, 6 eager
  return 0;
}

static void background() {
  fg::set_compile_policy(fg::CompilePolicy::Background);
  for (int i = 0; i < 20; ++i)
    call(twice, 3, fg::kDouble); // the first ones are eager, for as long as it takes
  fg::wait_for_compilation();
  call(twice, 3, fg::kDouble);
  const fg::Stats stats = fg::stats();
  std::printf("background: %d version, %s, %s, %d calls\n", int(stats.versions),
              stats.hits > 0 ? "hits" : "no hits", stats.eager_calls > 0 ? "eager" : "not eager",
              int(stats.hits + stats.eager_calls));
  // CHECK: background: 1 version, hits, eager, 21 calls
  fg::reset();
  // What waits may be served by the version before it.
  for (int64_t size : {5, 6, 7, 8})
    call(twice, size, fg::kDouble);
  fg::wait_for_compilation();
  for (int64_t size : {5, 6, 7, 8})
    call(twice, size, fg::kDouble);
  print("background, four sizes");
  // CHECK-NEXT: background, four sizes: 2 versions, 4 hits, 4 eager, x: f64[5], x: f64[x_size0]
  for (fg::ScalarType dtype : {fg::kDouble, fg::kHalf, fg::kInt})
    call(limited, 4, dtype);
  fg::wait_for_compilation();
  call(limited, 4, fg::kInt);
  print("background, limited");
  // CHECK-NEXT: background, limited: 2 versions, 0 hits, 4 eager
  // LOG: fullgraph: limited: recompile_limit reached: calls that fit none of its versions run eagerly (policies.cpp:
  fg::set_compile_policy(fg::CompilePolicy::Synchronous);
}

static void eagerThenCompile() {
  const fg::StanceScope scope(fg::Stance::EagerThenCompile);
  for (int64_t size : {3, 5, 7, 9})
    call(twice, size, fg::kDouble);
  print("eager, then compiled");
  // CHECK-NEXT: eager, then compiled: 1 versions, 3 hits, 1 eager, x: f64[x_size0]
}

static void limits() {
  for (fg::ScalarType dtype : {fg::kDouble, fg::kHalf, fg::kInt, fg::kInt, fg::kDouble})
    call(limited, 4, dtype);
  const bool reached = fg::stats().functions.back().limit_reached;
  print(reached ? "limit reached" : "limit not reached");
  // CHECK-NEXT: limit reached: 2 versions, 3 hits, 2 eager
  // LOG: fullgraph: limited: recompile_limit reached: calls that fit none of its versions run eagerly (policies.cpp:
  fg::set_fail_on_recompile_limit_hit(true);
  for (fg::ScalarType dtype : {fg::kDouble, fg::kHalf, fg::kInt, fg::kInt})
    call(limited, 4, dtype);
  // CHECK-NEXT: fullgraph: limited: recompile_limit reached, under fail_on_recompile_limit_hit (policies.cpp:
  // CHECK-NEXT: fullgraph: limited: recompile_limit reached, under fail_on_recompile_limit_hit (policies.cpp:
  fg::set_fail_on_recompile_limit_hit(false);
  fg::reset();
  fg::set_accumulated_recompile_limit(1);
  call(twice, 3, fg::kDouble);
  call(limited, 4, fg::kDouble);
  print("accumulated");
  // CHECK-NEXT: accumulated: 1 versions, 1 hits, 1 eager
  // LOG: fullgraph: limited: accumulated_recompile_limit reached: calls that fit none of its versions run eagerly
}

int main(int argc, char **argv) {
  if (argc > 1 && std::string(argv[1]) == "settings")
    return settings();
  background();
  eagerThenCompile();
  limits();
}
