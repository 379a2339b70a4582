// fullgraph report: what --report wrote of a target's sources, as one page.
// RUN: rm -rf %t && mkdir %t
// RUN: %fullgraph %s -o %t/a.fg.cpp --report %t/a.json --target x86-64-v3 -- %fg_flags > %t/log 2>&1
// RUN: %fullgraph %S/plain.cpp -o %t/b.fg.cpp --report %t/b.json
// RUN: %fullgraph report %t/a.json %t/b.json -o %t/page.html
// RUN: %python %S/Inputs/check_page.py %t/page.html 8
// RUN: FileCheck %s < %t/page.html
// CHECK: <h1>report-page.cpp, plain.cpp</h1>
// CHECK: <b class="">2 / 2</b>functions compiled
// CHECK: <b class="warning">1</b>graph breaks
// CHECK: <a href="#f0"><code>Block::forward</code></a>{{.*}}>compiled</span>
// CHECK: <a href="#f1"><code>broken</code></a>{{.*}}>compiled</span>
// CHECK: <h4>Graph: {{.*}}, if <code>residual</code></h4>
// What runs stands first: a box is a kernel, with the operators that it fuses.
// CHECK: <summary>1 kernel</summary>
// CHECK: >linear, tanh, add</text>
// CHECK: >result</text>
// CHECK: this-&gt;weight
// CHECK: <details><summary>3 operators before fusion</summary>
// CHECK: >linear</text>
// CHECK: >result</text>
// CHECK: <h4>{{[0-9]+}} guards</h4>
// CHECK: <code>weight.size(0) == x.size(1)</code><td>the contracted dims of linear must match<td class="dim small">report-page.cpp:45
// CHECK: <span class="chip">linear</span><span class="chip">tanh</span>
// CHECK: v3 {{.*}} KiB
// CHECK: <div class="break warning"><p><b>branch depends on the values of tensor 'x'
// CHECK: <tr><td>{{[0-9]+}}<td>  /* é &lt;b&gt; &amp; &quot;q&quot; */ if (<mark>x.sum().item&lt;float&gt;() &gt; 0</mark>) x = x * 2;</tr>
// CHECK: x = fg::where{{.*}}--fix

// RUN: echo '[]' > %t/c.json && not %fullgraph report %t/c.json -o %t/c.html 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: '{{.*}}c.json' is no report of this version of fullgraph
// RUN: echo '{' > %t/c.json && not %fullgraph report %t/c.json -o %t/c.html 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: '{{.*}}c.json' is no report: {{.*}}Expected
// RUN: not %fullgraph report %t/none.json -o %t/c.html 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: cannot read '{{.*}}none.json': No such file
// RUN: not %fullgraph report %t/a.json 2>&1 | FileCheck %s --check-prefix=OUT
// OUT: error: 'report' needs what '--report' wrote, and '-o <page.html>'
// RUN: not ls %t/c.html
#include <fullgraph/fullgraph.h>

struct Block {
  FG_SHAPE("f32[D, D]") fg::Tensor weight;
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N, D]") fg::Tensor x, bool residual) const {
    fg::Tensor h = fg::tanh(fg::linear(x, weight));
    if (residual)
      h = h + x;
    return h;
  }
};

FG_COMPILE()
fg::Tensor broken(FG_SHAPE("f32[N, 4]") fg::Tensor x) {
  // clang-format off
  /* é <b> & "q" */ if (x.sum().item<float>() > 0) x = x * 2;
  // clang-format on
  return x;
}
