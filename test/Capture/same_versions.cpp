// Two walks of a function come to the same code for inputs of any dtype and rank. It is emitted once.
// RUN: %fullgraph %s --emit=capture -o - -- %fg_flags 2>/dev/null | FileCheck %s
// CHECK: version "bias: f32[4], x: f32[x_size0, x_size1], weight: f32[4, 4]" {
// CHECK: version "any dtype and rank, {{.*}}" {
// CHECK: version "any dtype and rank, {{.*}}, other objects" {
// CHECK-NOT: version "
#include <fullgraph/nn.h>

struct StackImpl : fg::nn::Module {
  explicit StackImpl(int64_t depth) {
    for (int64_t i = 0; i < depth; ++i)
      layers->push_back(fg::nn::Linear(4, 4));
    register_module("layers", layers);
  }
  FG_COMPILE(.fullgraph = true) fg::Tensor forward(fg::Tensor x) {
    for (size_t i = 0; i < layers->size(); ++i)
      x = layers[i]->as<fg::nn::Linear>()->forward(x).relu();
    return x;
  }
  fg::nn::ModuleList layers;
};
FG_MODULE(Stack);

int main() {
  fg::NoGradGuard guard;
  Stack flat(1), deep(2);
  return flat->forward(fg::ones({2, 4})).dim() + deep->forward(fg::ones({1, 4})).dim();
}
