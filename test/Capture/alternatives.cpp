// A constructor that asks what only its caller knows is walked for each answer: objects are as one of them,
// each for itself. What the caller knows is not asked: blocks with as many channels behind as in front have
// no shortcut.
// RUN: %fullgraph %s --emit=capture -o - -- %fg_flags | FileCheck %s
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

namespace nn = fg::nn;

struct BlockImpl : nn::Module {
  BlockImpl() {} // says nothing
  BlockImpl(int64_t in, int64_t out) : conv(nn::Conv2dOptions(in, out, 3).padding(1)) {
    register_module("conv", conv);
    if (in != out)
      skip = register_module("skip", nn::Conv2d(nn::Conv2dOptions(in, out, 1)));
  }
  fg::Tensor forward(const fg::Tensor &x) { return (skip ? skip(x) : x) + fg::silu(conv(x)); }
  nn::Conv2d conv{nullptr}, skip{nullptr};
};
FG_MODULE(Block);

struct Net : nn::Module {
  explicit Net(const std::vector<int64_t> &channels) {
    first = register_module("first", Block(3, channels[0]));
    second = register_module("second", Block(channels[0], channels[1]));
    same = register_module("same", Block(4, 4));
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[B,3,H,W]") fg::Tensor x) { return second(first(x)); }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor alike(FG_SHAPE("f32[B,4,H,W]") fg::Tensor x) { return same(x); }
  Block first{nullptr}, second{nullptr}, same{nullptr};
};
// Each of two shortcuts is there or not; kernels are known, channels have a letter.
// CHECK: graph @forward({{.*}}%first_impl_skip_impl_weight: f32{{\[}}[[A:[a-z0-9_]+]], 3, 1, 1]
// CHECK-SAME: %first_impl_conv_impl_weight: f32{{\[}}[[A]], 3, 3, 3]
// CHECK-SAME: %second_impl_skip_impl_weight: f32[
// CHECK: graph @forward({{.*}}%first_impl_skip_impl_weight
// CHECK-NOT: %second_impl_skip_impl_weight
// CHECK: graph @forward({{.*}}%second_impl_skip_impl_weight
// CHECK: graph @forward(
// CHECK-NOT: skip_impl_weight
// CHECK-NOT: graph @forward
// CHECK: graph @alike({{.*}}%same_impl_conv_impl_weight: f32[4, 4, 3, 3]
// CHECK-NOT: skip_impl_weight
// The same holds of blocks whose bias was removed.
// CHECK: version {{.*}}other objects
// CHECK-NOT: skip_impl_weight
