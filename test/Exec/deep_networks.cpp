// A network asks for some ten options of each layer. Its conditions stand one behind the other, not one
// within the other: compilers nest 256 braces.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: deep_networks.cpp: 2 functions, {{.*}} 0 breaks
// LOG-NEXT: Flags::forward: needs !on_59; running eagerly
// RUN: FileCheck --check-prefix=CODE %s < %t.compiled/deep_networks.fg.cpp
// CODE: if (!fg_layers_impl_given) {
// CODE: goto [[EXIT:fg_eager_[A-Za-z_0-9]+]];
// CODE-NEXT: }
// CODE: goto [[EXIT]];
// CODE: [[EXIT]]:;
// RUN: %python -c "import re, sys; print('deepest', max(len(re.match(' *', line).group()) // 2 for line in open(sys.argv[1]) if 'goto' in line) < 16)" %t.compiled/deep_networks.fg.cpp | FileCheck --check-prefix=DEEP %s
// DEEP: deepest True
#include "Inputs/both.h"

#include <fullgraph/nn.h>

namespace nn = fg::nn;
using fg::Tensor;

struct NetImpl : nn::Module {
  NetImpl() {
    for (int i = 0; i < 12; ++i) {
      layers->push_back(nn::Conv2d(nn::Conv2dOptions(4, 4, 3).padding(1)));
      layers->push_back(nn::BatchNorm2d(4));
      layers->push_back(nn::ReLU());
    }
    register_module("layers", layers);
  }
  FG_COMPILE(.fullgraph = true) Tensor forward(FG_SHAPE("f32[N,4,H,W]") const Tensor &x) {
    return layers->forward(x);
  }
  nn::Sequential layers;
};
FG_MODULE(Net);

/// Both arms of a condition below many others.
struct Flags {
  bool on[60] = {};
  double scale[60] = {};
  FG_COMPILE(.fullgraph = true) // two versions, each with a way out of its own
  Tensor forward(FG_SHAPE("f32[N] | f64[N]") Tensor x, bool twice) const {
    for (int i = 0; i < 60; ++i) {
      fg::check(!on[i], "off");
      x = x + scale[i];
    }
    return twice ? x * 2 : x - 1;
  }
};

int main() {
  Net net;
  net->eval();
  both::check("deep", [&] { return std::vector{net->forward(both::values({2, 4, 5, 6}))}; });
  // CHECK: deep: same
  net->train();
  both::check("training", [&] {
    fg::manual_seed(5);
    return std::vector{net->forward(both::values({2, 4, 5, 6}))};
  });
  // CHECK: training: same
  Flags flags;
  flags.scale[7] = 0.5;
  both::check("flags", [&] {
    return std::vector{flags.forward(both::values({3}), false), flags.forward(both::values({3}), true)};
  });
  // CHECK: flags: same
  both::check("flags of doubles",
              [&] { return std::vector{flags.forward(both::values({3}, fg::kDouble), false)}; });
  // CHECK: flags of doubles: same
  flags.on[59] = true;
  both::check("a flag that is on", [&] { return std::vector{flags.forward(both::values({3}), true)}; });
  // CHECK: a flag that is on: same error
}
