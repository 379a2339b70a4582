// Regions whose inputs have no FG_SHAPE (FG703): around a break, in a loop whose count is known at run time
// only, and in a called function, each is compiled at its first call.
// RUN: %jit %build_and_run %s --ahead-versions=0 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// RUN: %build_and_run %s --ahead-versions=0 2>%t.without | FileCheck --check-prefix=WITHOUT --implicit-check-not=FAILED %s
// LOG: remark: rank or dtype of 'weight' is not known at build time; 'Net::forward' is compiled at its first call
// LOG: remark: rank or dtype of 'x' is not known at build time; what 'never' does with it stays eager
#include "Inputs/both.h"
#include <fullgraph/stats.h>

using both::values;
using fg::Tensor;

struct Dense {
  Tensor weight, bias;
  Tensor operator()(const Tensor &x) const { return fg::addmm(bias, x, weight.t()); }
};

struct Net {
  std::vector<Dense> layers;

  FG_COMPILE(.fullgraph = true)
  Tensor forward(Tensor h) const {
    for (const Dense &layer : layers)
      h = fg::relu(layer(h));
    return fg::softmax(h, -1);
  }
};

FG_COMPILE()
Tensor around(Tensor x, Tensor y) {
  x = fg::tanh(x * 2) + y;
  if (x.sum().item<float>() > 0)
    x = x.exp() * 3;
  return x - y;
}

FG_COMPILE(.fullgraph = true)
Tensor collected(Tensor x, int turns) {
  std::vector<Tensor> parts{x};
  for (int i = 0; i < turns; ++i)
    parts.push_back(fg::sin(parts.back() * 2));
  return fg::cat(parts, 0) * 3;
}

FG_COMPILE()
Tensor never(Tensor x, FG_SHAPE("f32[N]") Tensor y, int turns) {
  for (int i = 0; i < turns; ++i)
    y = y * 2 + 1;
  return x.permute({6, 5, 4, 3, 2, 1, 0}) + y; // of no rank that is guessed
}

static void print(const char *name) {
  unsigned long long versions = 0, hits = 0;
  for (const fg::FunctionStats &function : fg::stats().functions)
    if (function.name == name) {
      versions += function.versions.size();
      for (const fg::VersionStats &version : function.versions)
        hits += version.hits;
    }
  std::printf("%s: %llu versions, %llu hits\n", name, versions, hits);
}

int main() {
  Net net;
  for (int i = 0; i < 3; ++i)
    net.layers.push_back({values({4, 4}) * 0.1, values({4})});
  both::check("net", [&] { return std::vector<Tensor>{net.forward(values({2, 4}))}; });
  // CHECK: net: same
  print("Net::forward");
  // One for the body of the loop, one for what is behind it.
  // CHECK-NEXT: Net::forward: 2 versions, 4 hits
  // WITHOUT: Net::forward: 0 versions, 0 hits
  both::check("net, other sizes", [&] { return std::vector<Tensor>{net.forward(values({5, 4}))}; });
  // CHECK-NEXT: net, other sizes: same
  both::check("net, f64", [&] {
    Net wide;
    wide.layers.push_back({values({3, 4}, fg::kDouble), values({3}, fg::kDouble)});
    return std::vector<Tensor>{wide.forward(values({5, 4}, fg::kDouble))};
  });
  both::check("net, sizes that do not fit", [&] { return std::vector<Tensor>{net.forward(values({5, 3}))}; });
  // CHECK-NEXT: net, f64: same
  // CHECK-NEXT: net, sizes that do not fit: same error
  for (const double offset : {5.0, -5.0})
    both::check("around",
                [&] { return std::vector<Tensor>{around(values({3, 4}), values({4}) * 0.1 + offset)}; });
  both::check("around, rank 3",
              [&] { return std::vector<Tensor>{around(values({2, 3, 4}), values({3, 1}))}; });
  // CHECK-COUNT-2: around: same
  // CHECK-NEXT: around, rank 3: same
  print("around");
  // CHECK-NEXT: around: {{[3-9]}} versions, {{[0-9]+}} hits
  for (const int turns : {0, 1, 4})
    both::check("collected", [&] { return std::vector<Tensor>{collected(values({2, 3}), turns)}; });
  // CHECK-COUNT-3: collected: same
  print("collected");
  // CHECK-NEXT: collected: {{[2-9]}} versions, {{[0-9]+}} hits
  both::check("never", [&] { return std::vector<Tensor>{never(values({2, 1, 1, 1, 1, 1, 3}), values({2}), 3)}; });
  // CHECK-NEXT: never: same
}
