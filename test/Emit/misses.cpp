// A call that the guards turn away runs the user's own code: the same result, and one line that says why.
// RUN: %build_and_compare %s
// RUN: %build_and_run %s 2>&1 >/dev/null | FileCheck %s
// RUN: env FULLGRAPH_LOGS=graph_breaks bash -c '%build_and_run %s 2>&1 >/dev/null' | FileCheck --check-prefix=QUIET --allow-empty %s
// RUN: env FULLGRAPH_DISABLE=1 bash -c '%build_and_run %s 2>&1 >/dev/null' | FileCheck --check-prefix=QUIET --allow-empty %s
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <iostream>

FG_COMPILE()
fg::Tensor scaled(FG_SHAPE("f32[2<=N<=64,4]") fg::Tensor x, FG_SHAPE("f32[N]") fg::Tensor y) {
  return fg::exp(x * -0.5) + y.unsqueeze(1);
}

FG_COMPILE()
fg::Tensor &added(FG_SHAPE("f32[N]") fg::Tensor &x, FG_SHAPE("f32[N]") const fg::Tensor &y) {
  return x.add_(y);
}

FG_COMPILE(.fullgraph = true)
fg::Tensor padded(FG_SHAPE("f32[N]") fg::Tensor x, int64_t n) { return fg::cat({x + 1, fg::zeros({n})}, 0); }

static void show(const char *what, const fg::Tensor &x) {
  std::cout << what << ' ' << x.sizes() << ' ' << x.to(fg::kDouble).sum().item<double>() << '\n';
}

int main() {
  std::cout.precision(5);
  const auto f = [](const char *what, fg::Tensor x, fg::Tensor y) {
    try {
      show(what, scaled(x, y));
    } catch (const fg::Error &error) {
      std::cout << what << " threw " << error.what() << '\n';
    }
  };
  fg::Tensor x = fg::arange(12, fg::kFloat).view({3, 4}), y = fg::ones({3});
  f("fits", x, y);
  f("dtype", x.to(fg::kDouble), y);
  f("rank", x.unsqueeze(0), y);
  f("contiguity", fg::arange(12, fg::kFloat).view({4, 3}).t(), y);
  f("size", fg::ones({3, 5}), y);
  f("letter", x, fg::ones({1}));
  f("bound", x.narrow(0, 0, 1), fg::ones({1}));
  f("undefined", x, fg::Tensor());
  f("mismatch", x, fg::ones({2}));

  fg::Tensor z = fg::arange(8, fg::kFloat), front = z.narrow(0, 0, 5);
  show("apart", added(front, fg::ones({5})));
  show("itself", added(front, front));
  show("all", z);

  for (int64_t n : {2, 0, -1, 1 << 20}) {
    try {
      show("padded", padded(z, n));
    } catch (const fg::Error &error) {
      std::cout << "padded threw " << error.what() << '\n';
    }
  }
}

// CHECK-DAG: fullgraph: scaled: x: expected dtype f32, got f64; running eagerly (misses.cpp:12:12)
// CHECK-DAG: fullgraph: scaled: x: expected 2 dims, got 3; running eagerly
// CHECK-DAG: fullgraph: scaled: x: expected a contiguous tensor, got strides [1, 3] for sizes [3, 4]; running eagerly
// CHECK-DAG: fullgraph: scaled: x.size(1): expected 4, got 5; running eagerly
// CHECK-DAG: fullgraph: scaled: y.size(0): expected 3, got 1; running eagerly
// CHECK-DAG: fullgraph: scaled: {{.*}}x.size(0){{.*}}2{{.*}}; running eagerly
// CHECK-DAG: fullgraph: scaled: y: expected a defined tensor, got an undefined one; running eagerly
// CHECK-DAG: fullgraph: added: 'x' and 'y' share memory; running eagerly
// QUIET-NOT: {{^}}fullgraph: {{.*}}running eagerly
