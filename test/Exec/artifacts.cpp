// What a process has compiled at run time in one file for others; the logs of the run-time compiler; warming
// up.
// RUN: rm -rf %t.art && %jit env FULLGRAPH_LOGS=cache,dynamic,graph_code,kernel_code,perf_hints %build_and_run %s -- save %t.art 2>%t.save.log | FileCheck --check-prefix=SAVE %s
// RUN: FileCheck --check-prefix=LOGS %s < %t.save.log
// RUN: %jit env FULLGRAPH_LOGS=cache %t.compiled/artifacts load %t.art 2>%t.load.log | FileCheck --check-prefix=LOAD %s
// RUN: FileCheck --check-prefix=CACHE --implicit-check-not=": compiled" %s < %t.load.log
// RUN: head -c 2000 %t.art > %t.short && %jit %t.compiled/artifacts load %t.short 2>&1 | FileCheck --check-prefix=DAMAGED %s
// RUN: cp %t.art %t.open && chmod 622 %t.open && %jit %t.compiled/artifacts load %t.open 2>&1 | FileCheck --check-prefix=DAMAGED %s
// RUN: %jit %t.compiled/artifacts load %t.none 2>&1 | FileCheck --check-prefix=DAMAGED %s
// RUN: %t.compiled/artifacts load %t.art 2>&1 | FileCheck --check-prefix=WITHOUT %s
// RUN: %jit %t.compiled/artifacts warm | FileCheck --check-prefix=WARM %s
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <cstdio>
#include <string>

FG_COMPILE(.fullgraph = true)
fg::Tensor curve(FG_SHAPE("f32[4]") fg::Tensor x) { return fg::tanh(x) * 2.0 + x.sum(); }

FG_COMPILE(.fullgraph = true)
fg::Tensor product(FG_SHAPE("f32[2,2]") fg::Tensor a, FG_SHAPE("f32[2,2]") fg::Tensor b) {
  return fg::mm(a, b);
}

static void print(const char *what) {
  const fg::Stats stats = fg::stats();
  std::printf("%s: %d versions, %d hits, %d eager", what, int(stats.versions), int(stats.hits),
              int(stats.eager_calls));
  for (const fg::FunctionStats &function : stats.functions)
    for (const fg::VersionStats &version : function.versions)
      std::printf(", %s", version.inputs.c_str());
  std::printf("\n");
}

static void calls() {
  curve(fg::ones({5}, fg::kDouble));
  curve(fg::ones({6}, fg::kDouble));
  curve(fg::ones({3, 4}, fg::kDouble).t());
  print("calls");
}

static void warm() {
  fg::warmup(curve, "f64[5]");
  fg::warmup([](fg::Tensor a, fg::Tensor b) { return product(a, b); }, "f64[N, 3]", "f64[3,?]");
  print("warm");
  // WARM: warm: 3 versions, 3 hits, 0 eager, x: f64[5], a: f64[{{[0-9]+}}, 3], b: f64[3, {{[0-9]+}}], a: f64[a_size0, 3], b: f64[3, b_size1]
  product(fg::ones({2, 3}, fg::kDouble), fg::ones({3, 4}, fg::kDouble));
  print("warm");
  // WARM-NEXT: warm: 3 versions, 4 hits, 0 eager
  fg::set_compile_policy(fg::CompilePolicy::Background);
  fg::warmup(curve, "f16[N]");
  curve(fg::ones({9}, fg::kHalf));
  print("warm, in the background");
  // WARM-NEXT: warm, in the background: 5 versions, 5 hits, 2 eager
  for (const char *shape : {"f64", "f64[", "f65[3]", "f64[3]]", "f64[-1]", "f64[99999999999]"})
    try {
      fg::warmup(curve, shape);
      std::printf("no error\n");
    } catch (const fg::Error &error) {
      std::printf("%s\n", error.what());
    }
  // WARM-NEXT: warmup: malformed shape "f64" at character 4: expected '[' after the dtype
  // WARM-NEXT: warmup: malformed shape "f64[" at character 5: expected a dim: an integer, a name or ?
  // WARM-NEXT: warmup: malformed shape "f65[3]" at character 4: expected a dtype
  // WARM-NEXT: warmup: malformed shape "f64[3]]" at character 7: expected the end
  // WARM-NEXT: warmup: malformed shape "f64[-1]" at character 5: expected a dim: an integer, a name or ?
  // WARM-NEXT: warmup: malformed shape "f64[99999999999]" at character {{[0-9]+}}: expected an integer of 31 bits
}

int main(int, char **argv) {
  const std::string mode = argv[1];
  if (mode == "warm") {
    warm();
    return 0;
  }
  if (mode == "load")
    std::printf("loaded %d\n", fg::load_cache_artifacts(argv[2]));
  // LOAD: loaded {{[1-9]}}
  // DAMAGED: loaded -1
  // WITHOUT: loaded -1
  calls();
  // SAVE: calls: 3 versions, 3 hits, 0 eager, x: f64[5], x: f64[x_size0], x: f64[4, 3]{1, 4}
  // LOAD-NEXT: calls: 3 versions, 3 hits, 0 eager
  // DAMAGED: calls: 3 versions, 3 hits, 0 eager
  // WITHOUT-NEXT: calls: 0 versions, 0 hits, 3 eager
  if (mode == "save")
    std::printf("saved %d, not saved %d\n", int(fg::save_cache_artifacts(argv[2])),
                int(fg::save_cache_artifacts("/nowhere/at/all")));
  // SAVE-NEXT: saved 1, not saved 0
}
// LOGS: fullgraph: graph_code: curve (artifacts.cpp:
// LOGS: graph @{{.*}}(%x: f64[5] "x"
// LOGS: fullgraph: cache: fgk_{{[0-9a-f]+}}{{.*}}: compiled in
// LOGS: fullgraph: kernel_code: fgk_{{[0-9a-f]+}}
// LOGS: fullgraph: dynamic: curve: x.size(0) is symbolic, 6 in this call
// LOGS: fullgraph: perf_hints: curve: x is not contiguous
// CACHE: fullgraph: cache: fgk_{{[0-9a-f]+}}{{.*}}: loaded in
