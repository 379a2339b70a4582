// Every option, annotation, flag, argument and environment variable with a value that it cannot have:
// Inputs/options_table.txt.
// RUN: %build_and_run %s
// RUN: %jit %python %S/Inputs/check_options.py %fullgraph %S/Inputs/options_table.txt %S/../../include %S/../../cmake/FullgraphCompile.cmake %t.compiled/options_table %t.work
// The table in the documentation is the one of the code.
// RUN: %fullgraph --list-environment > %t.table
// RUN: sed -n '/^| in the environment /,/^$/p' %S/../../docs/run-time.md | grep . > %t.documented
// RUN: diff %t.table %t.documented
#include <fullgraph/fullgraph.h>

#include <cstdio>

FG_COMPILE() fg::Tensor twice(FG_SHAPE("f32[4]") fg::Tensor x) { return x * 2; }
FG_COMPILE(.backend = "mine") fg::Tensor of_mine(FG_SHAPE("f32[4]") fg::Tensor x) { return x * 3; }

int main() {
  std::printf("%f %f %f\n", twice(fg::ones({4})).sum().item<double>(),
              twice(fg::ones({4}, fg::kDouble)).sum().item<double>(),
              of_mine(fg::ones({4})).sum().item<double>());
}
