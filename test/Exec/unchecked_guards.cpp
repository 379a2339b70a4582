// What .guards leaves out: each kind of guard is in the generated code, or is not; also in versions made at
// run time.
// DEFINE: %{guards} =
// DEFINE: %{emit} = %fullgraph %s --emit=cpp -o %t.cpp -- %fg_flags "-DGUARDS=%{guards}" 2>%t.log && grep -v '^ *//' %t.cpp | grep -o 'this->heads) == 2)\|this->layers.size()) == 2)\|::net.heads) == 2)\|rt::fits(\|rt::overlap(' | sort -u | FileCheck %s
// REDEFINE: %{guards} = fg::Guards::All
// RUN: %{emit} --check-prefix=ALL --implicit-check-not={{.}}
// ALL: ::net.{{heads}}) == 2)
// ALL-NEXT: rt::{{fits}}(
// ALL-NEXT: rt::{{overlap}}(
// ALL-NEXT: this->{{heads}}) == 2)
// ALL-NEXT: this->{{layers}}.size()) == 2)
// RUN: not grep unchecked-guards %t.log
// REDEFINE: %{guards} = fg::Guards::Lengths|fg::Guards::Globals|fg::Guards::Overlap
// RUN: %{emit} --check-prefix=FIRST --implicit-check-not={{.}}
// FIRST: rt::{{overlap}}(
// FIRST: this->{{layers}}.size()) == 2)
// RUN: FileCheck --check-prefix=REMARK %s < %t.log
// REDEFINE: %{guards} = fg::Guards::Members|fg::Guards::Strides
// RUN: %{emit} --check-prefix=SECOND --implicit-check-not={{.}}
// SECOND: rt::{{fits}}(
// SECOND: this->{{heads}}) == 2)
// REDEFINE: %{guards} = ~fg::Guards::Globals
// RUN: %{emit} --check-prefix=GLOBALS --implicit-check-not=net
// GLOBALS: this->{{heads}}) == 2)
// GLOBALS: this->{{layers}}.size()) == 2)
// REMARK: unchecked_guards.cpp:{{[0-9]+}}:10: remark: 'NetImpl::forward' does not check its guards on members, strides [-Wgraph-break=unchecked-guards] [FG708]

// RUN: %jit env FG_CXXFLAGS="%fg_flags -DGUARDS=fg::Guards::All" %build_and_run %s --report=%t.json 2>/dev/null | FileCheck --check-prefixes=CHECK,CHECKED %s
// RUN: FileCheck --check-prefix=REPORTALL %s < %t.json
// RUN: %jit env FG_CXXFLAGS="%fg_flags -DGUARDS=fg::Guards::None" %build_and_run %s --report=%t.json 2>/dev/null | FileCheck --check-prefixes=CHECK,LEFT %s
// RUN: FileCheck --check-prefix=REPORT %s < %t.json
// CHECK: net: same
// CHECK-NEXT: through: same
// CHECK-NEXT: f64: same
// REPORT: "unchecked_guards": "members, lengths, globals, strides, overlap"
// REPORT: "slug": "unchecked-guards"
// REPORTALL: "unchecked_guards": ""
// REPORTALL-NOT: unchecked-guards
#include "Inputs/both.h"
#include <fullgraph/nn/module.h>
#include <fullgraph/stats.h>

using both::values;
using fg::Tensor;

struct NetImpl : fg::nn::Module {
  std::vector<Tensor> layers;
  int64_t heads = 2;
  NetImpl() {
    for (int i = 0; i < 2; ++i)
      layers.push_back(fg::ones({8}));
  }
  FG_COMPILE(.fullgraph = true, .guards = GUARDS)
  Tensor forward(FG_SHAPE("f32[N, 8]") Tensor x) {
    x = x * heads;
    for (size_t i = 0; i < layers.size(); ++i)
      x = fg::relu(x + layers[i]);
    return x;
  }
};
static NetImpl net;

FG_COMPILE(.fullgraph = true, .guards = GUARDS)
Tensor through(FG_SHAPE("f32[N, 8]") Tensor x) { return x * net.heads + 1; }

FG_COMPILE(.fullgraph = true, .guards = GUARDS)
Tensor curve(FG_SHAPE("f32[N, 4]") Tensor x) { return x.exp() * 2 + x; }

FG_COMPILE(.fullgraph = true, .guards = GUARDS)
void doubled(FG_SHAPE("f32[N]") Tensor sum, FG_SHAPE("f32[N]") Tensor x) { sum.copy_(x * 2); }

static void print(const char *what) {
  const fg::Stats stats = fg::stats();
  std::printf("%s: %d versions, %d eager\n", what, int(stats.versions), int(stats.eager_calls));
  fg::reset();
}

int main(int argc, char **) {
  // Where all that is left out holds, results are right.
  both::check("net", [] { return std::vector<Tensor>{net.forward(values({3, 8}))}; });
  both::check("through", [] { return std::vector<Tensor>{through(values({3, 8}))}; });
  both::check("f64", [] { return std::vector<Tensor>{curve(values({3, 4}, fg::kDouble))}; });
  both::check("transposed",
              [] { return std::vector<Tensor>{fg::Tensor(curve(values({4, 3}, fg::kDouble).t()))}; });
  // CHECKED: transposed: same
  // LEFT: transposed: FAILED: {{.*}}
  print("curve");
  // CHECKED: curve: 2 versions, 0 eager
  // LEFT: curve: 1 versions, 0 eager
  const auto overlapping = [](fg::ScalarType dtype) {
    const Tensor all = values({9}, dtype);
    doubled(all.narrow(0, 1, 8), all.narrow(0, 0, 8));
    return std::vector<Tensor>{all};
  };
  overlapping(fg::kFloat);
  overlapping(fg::kDouble);
  print("overlap");
  // CHECKED: overlap: 1 versions, 2 eager
  // LEFT: overlap: 1 versions, 0 eager
  return argc > 9;
}
