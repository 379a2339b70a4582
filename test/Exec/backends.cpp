// Backends of the program's own: they get graphs and specs, and return what runs them.
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// What a backend throws is told once, with its text; also where nothing else is told.
// RUN: grep -c "out of ink" %t.log | FileCheck --check-prefix=ONCE %s
// RUN: %jit env FULLGRAPH_LOGS=graph_breaks %t.compiled/backends 2>&1 >/dev/null | grep -c "out of ink" | FileCheck --check-prefix=ONCE %s
// ONCE: {{^}}1{{$}}
#include "Inputs/both.h"

#include <fullgraph/backend.h>
#include <fullgraph/stats.h>

using both::values;
using fg::Tensor;

FG_COMPILE(.fullgraph = true, .backend = "op by op")
Tensor curve(FG_SHAPE("f32[N,4]") Tensor x, double k, int n) { return fg::tanh(x * k + n) - x.sum(0); }

FG_COMPILE(.fullgraph = true, .backend = "op by op")
std::vector<Tensor> shared(Tensor x, Tensor row) { // a first call: nothing is known of the types
  auto t = fg::relu(x).t();
  row.mul_(2);
  return {t[0], t[1], x.t(), fg::cat({x, x}, 1) + row};
}

FG_COMPILE(.fullgraph = true, .backend = "op by op")
Tensor pick(FG_SHAPE("f32[V,4]") Tensor table, FG_SHAPE("i64[N]") Tensor index) {
  return table.index_select(0, index) * 2;
}

FG_COMPILE(.fullgraph = true)
std::vector<Tensor> rows(Tensor x) { // kernels: the results are views of a tensor that is none of them
  auto t = fg::relu(x);
  return {t[0], t[1]};
}

FG_COMPILE(.fullgraph = true, .backend = "halves")
Tensor half(FG_SHAPE("f32[N]") Tensor x) { return x * 0.5; }

FG_COMPILE(.fullgraph = true, .backend = "refuses")
Tensor refused(FG_SHAPE("f32[N]") Tensor x) { return x * 0.25; }

FG_COMPILE(.fullgraph = true, .backend = "throws")
Tensor throwing(FG_SHAPE("f32[N]") Tensor x) { return x * 0.125; }

FG_COMPILE(.fullgraph = true, .backend = "fails")
Tensor failing(FG_SHAPE("f32[N]") Tensor x) { return x * 0.5; }

FG_COMPILE(.fullgraph = true, .backend = "nobody's")
Tensor orphan(FG_SHAPE("f32[N]") Tensor x) { return x + 1; }

static void print(const fg::BackendTensor &tensor) {
  std::printf(" %s:", tensor.name.c_str());
  for (size_t d = 0; d < tensor.sizes.size(); ++d)
    std::printf(" %lld/%lld", (long long)tensor.sizes[d], (long long)tensor.strides[d]);
}

int main() {
  int calls = 0;
  fg::register_backend("op by op", [&](const fg::BackendGraph &graph) -> fg::BackendCode {
    return [&calls, run = graph.interpreter](const auto &inputs, const auto &numbers, const auto &results) {
      ++calls;
      run(inputs, numbers, results);
    };
  });
  fg::register_backend("halves", [](const fg::BackendGraph &graph) -> fg::BackendCode {
    std::printf("%s\n%s", graph.function.c_str(), graph.text.c_str());
    for (const fg::BackendTensor &input : graph.inputs)
      print(input);
    for (const fg::BackendTensor &result : graph.results)
      print(result);
    for (const std::string &number : graph.numbers)
      std::printf(" %s", number.c_str());
    std::printf("\n");
    return [](const std::vector<Tensor> &inputs, const std::vector<fg::Scalar> &numbers,
              const std::vector<Tensor> &results) {
      const float *from = inputs[0].data_ptr<float>();
      float *to = results[0].data_ptr<float>();
      for (int64_t i = 0; i < numbers[0].toLong(); ++i)
        to[i] = from[i] / 2 + 100; // to be told from the user's own code
    };
  });
  fg::register_backend("refuses", [](const fg::BackendGraph &) { return nullptr; });
  fg::register_backend("throws", [](const fg::BackendGraph &) -> fg::BackendCode {
    return [](const auto &, const auto &, const auto &) { throw std::runtime_error("no more paper"); };
  });
  fg::register_backend(
      "fails", [](const fg::BackendGraph &) -> fg::BackendCode { throw std::runtime_error("out of ink"); });

  for (int64_t n : {3, 5, 1, 0})
    both::check("curve", [=] { return std::vector{curve(values({n, 4}), 0.5, 2)}; });
  both::check("curve, f64", [] { return std::vector{curve(values({3, 4}, fg::kDouble), 0.5, 2)}; });
  // CHECK-COUNT-4: curve: same
  // CHECK-NEXT: curve, f64: same
  for (int64_t n : {3, 4})
    both::check("shared", [=] {
      auto x = values({n, 2}), row = values({4});
      auto all = shared(x, row);
      all[0].add_(1); // of the same storage as all[1]
      all[2].add_(1); // of x's
      all.push_back(x);
      all.push_back(row);
      return all;
    });
  // CHECK-COUNT-2: shared: same
  both::check("rows", [] {
    auto all = rows(values({2, 5}));
    all[0].add_(1);
    return all;
  });
  // CHECK-NEXT: rows: same
  const auto lookup = [](int64_t last) {
    return [=] {
      Tensor index = fg::arange(4);
      index.select(0, 3).fill_(last);
      return std::vector{pick(values({6, 4}), index)};
    };
  };
  both::check("index", lookup(5));
  both::check("index out of range", lookup(6));
  // CHECK-NEXT: index: same
  // CHECK-NEXT: index out of range: same error
  std::printf("%d calls of backend code\n", calls);
  // Without one for an empty result, and none for an index out of range, which is found before.
  // CHECK-NEXT: 7 calls of backend code

  fg::rt::state::enabled.store(1);
  for (int i = 0; i < 2; ++i)
    std::printf("%g\n", half(fg::full({3}, 8, fg::kFloat)).sum().item<double>());
  // CHECK-NEXT: half
  // CHECK-NEXT: graph @half(%x: f32[x_size0] "x", x_size0: int
  // CHECK: mul(%x,
  // CHECK: x: 3/1 %{{[0-9]+}}: 3/1 x_size0
  // CHECK-NEXT: 312
  // CHECK-NEXT: 312
  std::printf("%g\n", refused(fg::full({2}, 8, fg::kFloat)).sum().item<double>());
  // CHECK-NEXT: 4
  // LOG-DAG: fullgraph: refused: no version is made: the backend 'refuses' has no code for this graph; running eagerly
  std::printf("%g\n", orphan(fg::full({2}, 8, fg::kFloat)).sum().item<double>());
  // CHECK-NEXT: 18
  // LOG-DAG: fullgraph: orphan: its backend is not registered; running eagerly
  for (int i = 0; i < 2; ++i)
    std::printf("%g\n", failing(fg::full({2}, 8, fg::kFloat)).sum().item<double>());
  // CHECK-NEXT: 8
  // CHECK-NEXT: 8
  // LOG-DAG: fullgraph: failing: no version is made: the backend 'fails' failed: out of ink; running eagerly (backends.cpp:
  try {
    throwing(fg::full({2}, 8, fg::kFloat));
    std::puts("FAILED: nothing was thrown");
  } catch (const std::runtime_error &error) {
    std::puts(error.what());
  }
  // CHECK-NEXT: no more paper
  for (const fg::FunctionStats &function : fg::stats().functions)
    if (function.name == "half")
      std::printf("half: %d versions, %d hits\n", int(function.versions.size()),
                  int(function.versions[0].hits));
  // CHECK-NEXT: half: 1 versions, 2 hits
}
