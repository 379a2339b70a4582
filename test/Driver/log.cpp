// --log: what a build compiled, under the names of FULLGRAPH_LOGS, each with the place that it is about.
#include <fullgraph/fullgraph.h>

#include <string>

enum class Mode { Fast, Slow };

struct Net {
  FG_SHAPE("f32[4,8]") fg::Tensor w;
  std::string act = "relu";
  bool bias = true;
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x, FG_SHAPE("f32[B,8]") fg::Tensor y, Mode mode,
                     int64_t rows) const {
    fg::Tensor h = act == "relu" ? fg::relu(x) : x;
    if (bias)
      h = h + 1;
    if (mode == Mode::Slow)
      h = h / 3;
    h = h * fg::ones({rows, 1});
    y.add_(h);
    return fg::matmul(h, w.t());
  }
};

FG_COMPILE(.ahead_versions = 0)
fg::Tensor unknown(fg::Tensor x) { return x.sum(-1) * 2; }

// RUN: rm -rf %t && mkdir %t
// RUN: %fullgraph %s -o %t/a.cpp --log=guards --target=x86-64-v3 -- %fg_flags 2> %t/errors | FileCheck %s --check-prefix=GUARDS
// GUARDS: log.cpp:13:14: Net::forward for x: f32[N, 8], y: f32[B, 8], w: f32[4, 8]
// GUARDS-NEXT: {{^}}  act == "relu" ({{.*}}log.cpp:15:24)
// GUARDS-NEXT: {{^}}  bias ({{.*}}log.cpp:16:9)
// GUARDS-NEXT: {{^}}  mode == 1 ({{.*}}log.cpp:18:14)
// GUARDS-NEXT: {{^}}  a processor of level x86-64-v3: the kernels are built for it
// GUARDS-NEXT: {{^}}  x: f32[N, 8] ({{.*}}log.cpp:13:61)
// GUARDS-NEXT: {{^}}  y: f32[B, 8] ({{.*}}log.cpp:13:96)
// GUARDS-NEXT: {{^}}  w: f32[4, 8] ({{.*}}log.cpp:9:35)
// GUARDS-NEXT: {{^}}  x.size(0) <= 268435455: kernels index elements with 32 bits ({{.*}}log.cpp:13:61)
// GUARDS-NEXT: {{^}}  y.size(0) <= 268435455: kernels index elements with 32 bits ({{.*}}log.cpp:13:96)
// GUARDS-NEXT: {{^}}  rows == x.size(0): operands of mul must match at dim 0 ({{.*}}log.cpp:20:11)
// GUARDS-NEXT: {{^}}  x.size(0) == y.size(0): operands of add must match at dim 0 ({{.*}}log.cpp:21:7)
// GUARDS-NEXT: {{^}}  y and x share no memory: y is written ({{.*}}log.cpp:13:96)
// GUARDS-NEXT: {{^}}  y and w share no memory: y is written ({{.*}}log.cpp:13:96)
// GUARDS-NEXT: log.cpp:13:14: Net::forward for x
// GUARDS: {{^}}  !(act == "relu") ({{.*}}log.cpp:15:24)
// GUARDS: log.cpp:27:12: unknown for any dtype and rank, as of rank 2
// GUARDS-NEXT: {{^}}  the rest is made at the first call: FULLGRAPH_LOGS=guards
// GUARDS: fullgraph: log.cpp: 2 functions

// RUN: %fullgraph %s -o %t/a.cpp --log=dynamic,graph_code,cache --target=x86-64-v3 -- %fg_flags 2> %t/errors | FileCheck %s --check-prefix=MORE
// MORE: Net::forward: x.size(0) is symbolic: N ({{.*}}log.cpp:13:61)
// MORE-NEXT: Net::forward: y.size(0) is symbolic: B ({{.*}}log.cpp:13:96)
// MORE-NEXT: log.cpp:13:14: Net::forward for x
// MORE-NEXT: graph @forward(%x: f32[N, 8] "x"
// MORE: fgk_{{.*}}_v3: taken from an earlier build
// RUN: %fullgraph %s -o %t/a.cpp --log=kernel_code --target=x86-64-v3 -- %fg_flags 2> %t/errors | FileCheck %s --check-prefix=CODE
// CODE: Func

// The report lists the same guards.
// RUN: %fullgraph %s -o %t/a.cpp --report=%t/a.json -- %fg_flags > %t/out 2>&1 && %fullgraph report %t/a.json -o %t/page.html
// RUN: FileCheck %s --check-prefix=PAGE < %t/page.html
// PAGE: <code>rows == x.size(0)</code><td>operands of mul must match at dim 0<td class="dim small">log.cpp:20
// PAGE: <code>y and x share no memory</code><td>y is written

// RUN: not %fullgraph %s -o %t/a.cpp --log=guard -- %fg_flags 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: unknown name 'guard'; names are guards, dynamic, graph_code, kernel_code, perf_hints, cache, capture, all
// RUN: not %fullgraph %s -o %t/a.cpp --log=recompiles -- %fg_flags 2>&1 | FileCheck %s --check-prefix=LATER
// LATER: 'recompiles' happen at run time: FULLGRAPH_LOGS=recompiles
// RUN: not %fullgraph %s --emit=cpp -o - --log=guards -- %fg_flags 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: '--log' tells of a whole run, without '--emit'
