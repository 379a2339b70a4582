// Two parameters of one class, whose objects have lists of other lengths: each is as one of the objects that it gets itself, ahead.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: objects_of_two_parameters.cpp: 1 function, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/nn.h>

using fg::Tensor;

struct FieldImpl : fg::nn::Module {
  explicit FieldImpl(int64_t depth) {
    for (int64_t i = 0; i < depth; ++i)
      layers->push_back(fg::nn::Linear(4, 4));
    register_module("layers", layers);
    fg::NoGradGuard guard;
    for (auto &parameter : parameters())
      parameter.fill_(0.25 / static_cast<double>(depth));
  }
  Tensor forward(Tensor x) {
    for (size_t i = 0; i < layers->size(); ++i)
      x = layers[i]->as<fg::nn::Linear>()->forward(x).relu();
    return x;
  }
  fg::nn::ModuleList layers;
};
FG_MODULE(Field);

FG_COMPILE(.fullgraph = true)
Tensor render(Field &coarse, Field &fine, const Tensor &x) { return coarse(x) + fine(x) * 2; }

int main() {
  fg::NoGradGuard guard;
  Field shallow(1), coarse(2), fine(3);
  // CHECK: 6.0185
  std::printf("%.4f\n", render(coarse, fine, fg::ones({2, 4})).sum().item<double>());
  // CHECK: {{[0-9.]+}}
  std::printf("%.4f\n", render(shallow, fine, fg::ones({3, 4})).sum().item<double>());
  // CHECK: {{[0-9.]+}}
  std::printf("%.4f\n", render(fine, fine, fg::ones({3, 4})).sum().item<double>());
}
