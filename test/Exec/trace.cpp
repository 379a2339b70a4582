// FULLGRAPH_TRACE: what the run-time compiler did, which `fullgraph report` merges into its page.
// RUN: rm -rf %t && mkdir %t && %jit %build_and_run %s 2>/dev/null
// RUN: %jit env FULLGRAPH_TRACE=%t/trace.json %t.compiled/trace 2>/dev/null | FileCheck --check-prefix=STATS %s
// RUN: FileCheck --check-prefix=TRACE %s < %t/trace.json
// RUN: %fullgraph report %t/trace.json -o %t/page.html && FileCheck --check-prefix=PAGE %s < %t/page.html
// RUN: echo '{"name":' >> %t/trace.json && not %fullgraph report %t/trace.json -o %t/page.html 2>&1 | FileCheck --check-prefix=BROKEN %s
// BROKEN: error: '{{.*}}trace.json' is no trace: line {{[0-9]+}}:
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>

#include <cstdio>

FG_COMPILE(.fullgraph = true, .recompile_limit = 1)
fg::Tensor twice(FG_SHAPE("f32[4]") fg::Tensor x) { return x * 2.0 + 1.0; }

int main() {
  for (int i = 0; i < 3; ++i)
    twice(fg::zeros({4}, fg::kDouble));
  for (int i = 0; i < 2; ++i)
    twice(fg::zeros({4}, fg::kHalf));
  const fg::FunctionStats function = fg::stats().functions[0];
  const fg::VersionStats &version = function.versions[0];
  std::printf("%s: %d hits, %s, %s, %s\n", version.inputs.c_str(), int(version.hits), version.missed.c_str(),
              version.bytes > 0 ? "some bytes" : "no bytes",
              version.compile_ms > 0 ? "some time" : "no time");
  for (const fg::EagerStats &reason : function.eager)
    std::printf("%d eager: %s\n", int(reason.calls), reason.why.c_str());
}
// STATS: x: f64[4]: 3 hits, x: expected dtype f32, got f64, some bytes, some time
// STATS-NEXT: 2 eager: recompile_limit reached

// TRACE: [
// TRACE-NEXT: {"name":"twice","cat":"compile","ph":"X","ts":{{[0-9]+}},"dur":{{[0-9]+}},"pid":{{[0-9]+}},"tid":{{[0-9]+}},"args":{"place":"trace.cpp:{{[0-9:]+}}","inputs":"x: f64[4]","missed":"x: expected dtype f32, got f64","bytes":{{[0-9]+}}}},{{$}}
// TRACE-NEXT: {"name":"twice","cat":"function","ph":"i",{{.*}}"hits":3,{{.*}}"eager":[{"why":"recompile_limit reached","calls":2}]}}{{$}}
// TRACE-NEXT: {{^}}]{{$}}

// PAGE: <h2>At run time</h2>
// PAGE: <code>twice</code> <span class="dim small">trace.cpp:
// PAGE: <code>x: f64[4]</code><td>3<td>{{[0-9.]+}} ms<td>{{[0-9]+}} KiB<td>x: expected dtype f32, got f64
// PAGE: 2 calls as written: recompile_limit reached
