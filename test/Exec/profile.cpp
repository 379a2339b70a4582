// What calls passed, recorded, and built for ahead: the same calls then need no run-time compiler.
// RUN: rm -f %t.prof && env FULLGRAPH_PROFILE=%t.prof %build_and_run %s --ahead-versions=0 2>%t.log | FileCheck %s --check-prefix=BEFORE
// RUN: FileCheck --check-prefix=PROFILE --input-file=%t.prof %s
// RUN: %build_and_run %s --ahead-versions=0 --profile=%t.prof 2>%t.log | FileCheck %s --check-prefix=AFTER
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" --implicit-check-not="the profile" --input-file=%t.log %s
// What does not fit any more only warns.
// RUN: printf 'gone\tprofile.cpp:1:1\tx: f32[4]\nelsewhere\tother.cpp:1:1\tx: f32[4]\nshaped\tprofile.cpp:1:1\tx: f32[2, 2, 2, 2]; w: f64[3]\nshaped\nshaped\tx\tx: f33[2]\nnoisy\tprofile.cpp:1:1\tx: f32[3]\n' > %t.stale
// RUN: %build_and_run %s --ahead-versions=0 --profile=%t.stale 2>%t.stale.log | FileCheck %s --check-prefix=BEFORE
// RUN: FileCheck --check-prefix=STALE --input-file=%t.stale.log %s
// RUN: %fullgraph %s --ahead-versions=0 -o %t.fg.cpp --profile=%t.none -- %fg_flags 2>&1 | FileCheck --check-prefix=NONE %s
#include "Inputs/both.h"
#include <fullgraph/stats.h>

using both::values;
using fg::Tensor;

FG_COMPILE()
Tensor shaped(FG_SHAPE("f32[N,4]") Tensor x, FG_SHAPE("f32[4]") Tensor w) { return fg::relu(x * w); }

struct Layer {
  Tensor w, b;

  FG_COMPILE()
  Tensor forward(Tensor x) const { return fg::linear(x, w, b).relu(); }
};

FG_COMPILE()
Tensor noisy(Tensor x) {
  std::fflush(stdout);
  return x + 1;
}

int main() {
  both::check("annotated", [] { return std::vector<Tensor>{shaped(values({3, 4}), values({4}))}; });
  for (int64_t n : {3, 5})
    both::check("f64", [&] {
      return std::vector<Tensor>{shaped(values({n, 4}, fg::kDouble), values({4}, fg::kDouble))};
    });
  both::check("rank 3", [] { return std::vector<Tensor>{shaped(values({2, 3, 4}), values({4}))}; });
  const Layer layer{values({6, 8}), values({6})};
  for (int64_t n : {3, 5})
    both::check("layer", [&] { return std::vector<Tensor>{layer.forward(values({n, 8}))}; });
  unsigned long long eager = 0;
  for (const fg::FunctionStats &function : fg::stats().functions)
    eager += function.eager_calls;
  std::printf("%llu eager\n", eager);
}
// BEFORE-COUNT-6: same
// BEFORE: 5 eager
// PROFILE: {{^}}shaped	profile.cpp:{{[0-9]+:[0-9]+}}	x: f64[3, 4]; w: f64[4]{{$}}
// PROFILE-NEXT: {{^}}shaped	profile.cpp:{{[0-9]+:[0-9]+}}	x: f64[5, 4]; w: f64[4]{{$}}
// PROFILE-NEXT: {{^}}shaped	profile.cpp:{{[0-9]+:[0-9]+}}	x: f32[2, 3, 4]; w: f32[4]{{$}}
// PROFILE-NEXT: {{^}}Layer::forward	profile.cpp:{{[0-9]+:[0-9]+}}	this->b: f32[6]; x: f32[3, 8]; this->w: f32[6, 8]{{$}}
// PROFILE-NEXT: {{^}}Layer::forward	profile.cpp:{{[0-9]+:[0-9]+}}	this->b: f32[6]; x: f32[5, 8]; this->w: f32[6, 8]{{$}}
// AFTER-COUNT-6: same
// AFTER: 0 eager
// LOG: fullgraph: profile.cpp: 3 functions
// STALE-DAG: warning: the profile '{{.*}}.stale' has 2 lines that say nothing
// STALE-DAG: profile.cpp:[[#]]:8: warning: the profile's call of 'shaped' with w: f64[3], x: f32[2, 2, 2, 2] is not compiled for
// STALE-DAG: profile.cpp:[[#]]:8: warning: the profile's call of 'noisy' with x: f32[3] is not compiled for
// STALE-DAG: warning: the profile has calls of 'gone', which is not a compiled function here
// NONE: warning: cannot read the profile '{{.*}}.none': No such file or directory
