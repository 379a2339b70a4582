// The shape of a compiled function: guards in the user's words, one call a kernel, the user's own text where it was.
// RUN: %fullgraph %s -o %t.fg.cpp --target x86-64-v3 -- %fg_flags
// RUN: FileCheck %s < %t.fg.cpp
// RUN: %gxx -std=c++20 -O1 -Wall -Wextra -Wshadow -Werror -isystem %S/../../include -c %t.fg.cpp -o %t.o
// RUN: %clangxx -std=c++20 -O1 -Wall -Wextra -Wshadow -Werror -isystem %S/../../include -c %t.fg.cpp -o %t.o
#include <fullgraph/fullgraph.h>

#define N 128 // no name of the user's may reach the generated code

struct Mlp {
  FG_SHAPE("f32[16,8]") fg::Tensor w1;
  FG_SHAPE("f32[16]") fg::Tensor b1;

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,8]") fg::Tensor x) const {
    return fg::relu(fg::linear(x, w1, b1));
  }
};

fg::Tensor use(const Mlp &mlp, fg::Tensor x) { return mlp.forward(x); }

// CHECK: #line 1 "{{.*}}dispatch.cpp"
// CHECK: #include <fullgraph/fullgraph.h>
// CHECK-NEXT: #line {{[0-9]+}} "{{.*}}.fg.cpp"
// CHECK: extern "C" {
// CHECK-NEXT: int [[KERNEL:fgk_[0-9a-f]+_v3]](fg_buffer *
// CHECK: namespace fullgraph_generated {
// CHECK: ::fg::rt::Function [[ID:Mlp__forward_[0-9a-f]+]]{"Mlp::forward", "dispatch.cpp:15:14", 2, 8};
// CHECK: static bool [[ID]]_0(const ::fg::Tensor &fg_{{.*}}, ::fg::Tensor &fg_out0) {
// CHECK: if (fg_level < 3)
// CHECK-DAG: if (!::fg::rt::fits(fg_x, ::fg::kFloat, 2))
// CHECK-DAG: return ::fg::rt::miss_size([[ID]], "x", 1, 8, ::fg::rt::size(fg_x, 1)) || fg_recompiled();
// CHECK-DAG: return ::fg::rt::miss_tensor([[ID]], "w1", fg_w1, ::fg::kFloat, 2) || fg_recompiled();
// CHECK: fg_out0 = ::fg::rt::empty(::fg::kFloat, {fg_N, 16});
// CHECK: // linear, relu (dispatch.cpp:16:
// CHECK: [[KERNEL]](
// CHECK: return true;

// The user's text goes on in the user's file.
// CHECK: #line 7 "{{.*}}dispatch.cpp"
// CHECK: #define N 128
// CHECK: fg::Tensor forward(FG_SHAPE("f32[N,8]") fg::Tensor x) const {
// CHECK-NEXT: #line {{[0-9]+}} "{{.*}}.fg.cpp"
// CHECK-NEXT: if (::fg::rt::enabled()) { // fullgraph: Mlp::forward
// CHECK-NEXT: auto &fg_function = ::fullgraph_generated::[[ID]];
// An object whose bias was removed has a version of its own, made at run time.
// CHECK-NEXT: bool fg_others = false;
// CHECK: ::fg::Tensor fg_out0;
// CHECK-NEXT: if (::fullgraph_generated::[[ID]]_0(
// CHECK-NEXT: return fg_out0;
// CHECK: if (!this->b1.defined())
// CHECK: if (::fullgraph_generated::[[ID]]_1(
// CHECK: #line 16 "{{.*}}dispatch.cpp"
// CHECK-NEXT: return fg::relu(fg::linear(x, w1, b1));
