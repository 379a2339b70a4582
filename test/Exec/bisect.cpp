// fullgraph bisect: which function, graph and kernel makes a program's own test fail.
// RUN: rm -rf %t.compiled && %jit %build_and_run %s -- ok
// RUN: %jit not %fullgraph bisect -- %t.compiled/bisect ok 2>&1 | FileCheck --check-prefix=OK %s
// OK: as it is: passes
// OK: fullgraph: error: the command passes: there is nothing to find
// RUN: %jit not %t.compiled/bisect exact
// RUN: %jit %fullgraph bisect -- %t.compiled/bisect exact | FileCheck --check-prefix=KERNEL %s
// KERNEL: as it is: fails
// KERNEL: all as written: passes
// KERNEL: compiled: 1 of 3 graphs: passes
// KERNEL: the graph, made again at run time: fails
// KERNEL: all kernels interpreted: passes
// KERNEL: to blame: a kernel
// KERNEL-NEXT: function  second (bisect.cpp:
// KERNEL-NEXT: graph     second_{{.*}}_0
// KERNEL-NEXT: kernel    fgk_{{[0-9a-f]+}}: exp{{$}}
// RUN: env FULLGRAPH_JIT=0 %fullgraph bisect -- %t.compiled/bisect exact | FileCheck --check-prefix=GRAPH %s
// GRAPH: to blame: a graph
// GRAPH-NEXT: function  second (bisect.cpp:
// GRAPH-NEXT: graph     second_{{.*}}_0
// GRAPH-NEXT: there is no run-time compiler
// RUN: %jit %fullgraph bisect -- %t.compiled/bisect backend | FileCheck --check-prefix=BACKEND %s
// BACKEND: to blame: the backend 'off by one'
// BACKEND-NEXT: function  fourth (bisect.cpp:
#include <fullgraph/backend.h>
#include <fullgraph/fullgraph.h>

#include <cstring>
#include <string>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor first(FG_SHAPE("f32[N]") Tensor x) { return fg::relu(x); }

/// exp in a kernel is a polynomial: not every bit of its results is libm's.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> second(FG_SHAPE("f32[N,N]") Tensor x) { return {fg::matmul(x, x), fg::exp(x.cumsum(0))}; }

FG_COMPILE(.fullgraph = true)
Tensor third(FG_SHAPE("f32[N]") Tensor x) { return x * 2; }

FG_COMPILE(.fullgraph = true, .backend = "off by one")
Tensor fourth(FG_SHAPE("f32[N]") Tensor x) { return x * 4; }

static bool sameBits(const Tensor &a, const Tensor &b) {
  return std::memcmp(a.data_ptr(), b.data_ptr(), size_t(a.numel()) * sizeof(float)) == 0;
}

int main(int, char **argv) {
  const std::string test = argv[1];
  const Tensor x = fg::arange(64 * 64).to(fg::kFloat).view({64, 64}) * 1e-3, row = x[3].contiguous();
  if (test == "backend") {
    fg::register_backend("off by one", [](const fg::BackendGraph &graph) -> fg::BackendCode {
      return [run = graph.interpreter](const auto &inputs, const auto &numbers, const auto &results) {
        run(inputs, numbers, results);
        Tensor result = results[0];
        result.add_(1);
      };
    });
    return sameBits(fourth(row), row * 4) ? 0 : 1;
  }
  const auto eager = [&] {
    const fg::StanceScope scope(fg::Stance::ForceEager);
    return second(x);
  }();
  const bool ok = sameBits(first(row), row) && sameBits(third(row), row * 2);
  const bool exact = sameBits(second(x)[1], eager[1]);
  return ok && (exact || test == "ok") ? 0 : 1;
}
