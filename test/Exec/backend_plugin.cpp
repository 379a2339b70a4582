// Backends of a plug-in: listed and checked by the tool, run by a program that knows nothing of them.
// RUN: %fg_cxx -fPIC -shared %S/../Driver/Inputs/plugin.cpp -o %t.so %fg_lib
// RUN: %fullgraph --list-backends --load=%t.so | FileCheck --check-prefix=LIST %s
// LIST: halide
// LIST: op by op   runs the operators of the graph ({{.*}}.so)
// LIST: refuses    takes no graph ({{.*}}.so)
// LIST: others
// RUN: %jit env FULLGRAPH_BACKENDS=%t.so %build_and_run %s --load=%t.so 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: warning: no plug-in has the backend 'misspelt' of 'misspelt': it runs as written unless the program registers one
// LOG-NOT: no plug-in has
// LOG: fullgraph: refused: {{.*}}the backend 'refuses' has no code for this graph
// LOG: fullgraph: misspelt: {{.*}}its backend is not registered

// Nothing of the plug-in in sight.
// RUN: %jit %t.compiled/backend_plugin 2>&1 | FileCheck --check-prefix=WITHOUT --implicit-check-not=plug-in: %s
// WITHOUT: its backend is not registered
// RUN: %jit env FULLGRAPH_BACKENDS=%t.missing.so:%t.compiled/backend_plugin.fg.a %t.compiled/backend_plugin 2>&1 | FileCheck --check-prefix=BAD %s
// BAD: fullgraph: FULLGRAPH_BACKENDS: {{.*}}.missing.so: {{.*}}cannot open
// BAD: fullgraph: FULLGRAPH_BACKENDS: {{.*}}.fg.a: {{.*}}
// RUN: %fg_cxx -fPIC -shared -x c++ /dev/null -o %t.none.so
// RUN: %jit env FULLGRAPH_BACKENDS=%t.none.so %t.compiled/backend_plugin 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: fullgraph: FULLGRAPH_BACKENDS: {{.*}}.none.so: no plug-in: it has no FG_BACKEND_PLUGIN
// RUN: not %fullgraph --list-backends --load=%t.none.so 2>&1 | FileCheck --check-prefix=LISTNONE %s
// LISTNONE: error: '{{.*}}.none.so' is no plug-in: it has no FG_BACKEND_PLUGIN
// RUN: not %fullgraph %s --load=%t.missing.so -o %t.fg.cpp -- %fg_flags 2>&1 | FileCheck --check-prefix=MISSING %s
// MISSING: error: cannot load '{{.*}}.missing.so': {{.*}}
#include "Inputs/both.h"

using both::values;
using fg::Tensor;

FG_COMPILE(.fullgraph = true, .backend = "op by op")
Tensor curve(FG_SHAPE("f32[N, 4]") Tensor x) { return fg::tanh(x * 2) - x.sum(0); }
FG_COMPILE(.fullgraph = true, .backend = "refuses")
Tensor refused(FG_SHAPE("f32[N]") Tensor x) { return x * 0.25; }
FG_COMPILE(.fullgraph = true, .backend = "misspelt")
Tensor misspelt(FG_SHAPE("f32[N]") Tensor x) { return x + 1; }

int main() {
  both::check("curve", [] { return std::vector<Tensor>{curve(values({3, 4}))}; });
  both::check("curve again", [] { return std::vector<Tensor>{curve(values({5, 4}))}; });
  both::check("refused", [] { return std::vector<Tensor>{refused(values({3}))}; });
  both::check("misspelt", [] { return std::vector<Tensor>{misspelt(values({3}))}; });
  // CHECK: plug-in: curve, 1 inputs
  // CHECK-NEXT: plug-in: ran, 12 elements
  // CHECK-NEXT: curve: same
  // CHECK-NEXT: plug-in: ran, 20 elements
  // CHECK-NEXT: curve again: same
  // CHECK-NEXT: refused: same
  // CHECK-NEXT: misspelt: same
}
