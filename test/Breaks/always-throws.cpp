// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <stdexcept>

FG_COMPILE()
fg::Tensor viewed(FG_SHAPE("f32[4, 6]") fg::Tensor x) { return x.view({5, 5}); }
// expected-warning@-1 {{no call of 'viewed' gets past this: it throws: shape '[5, 5]' is invalid for input of size 24; 'viewed' stays eager [-Wgraph-break=always-throws] [FG707]}}
// expected-note@-2 {{the operand is 'x', f32[4, 6]}}

FG_COMPILE(.fullgraph = true)
fg::Tensor added(FG_SHAPE("f32[4, 6]") fg::Tensor x, FG_SHAPE("f32[4, 5]") fg::Tensor y) { return fg::relu(x + y); }
// expected-error@-1 {{no call of 'added' gets past this: it throws: The size of tensor a (6) must match the size of tensor b (5) at non-singleton dimension 1 [-Wgraph-break=always-throws] [FG707]}}
// expected-note@-2 {{the size 6 comes from 'x', f32[4, 6]}}
// expected-note@-3 {{the size 5 comes from 'y', f32[4, 5]}}

// Of the library's own checks, too.
FG_COMPILE(.fullgraph = true)
fg::Tensor split(FG_SHAPE("f32[4]") fg::Tensor x) { return fg::glu(x.view({2, 2}).narrow(1, 0, 1)); }
// expected-error@-1 {{no call of 'split' gets past this: it throws: Halving dimension must be even, but dimension 1 is size 1 [-Wgraph-break=always-throws] [FG707]}}
// expected-note@-2 {{the operand is f32[2, 1], which is made here}}

FG_COMPILE(.fullgraph = true)
fg::Tensor closer(FG_SHAPE("u8[4]") fg::Tensor x, FG_SHAPE("i16[4]") fg::Tensor y) { return fg::isclose(x, y); }
// expected-error@-1 {{no call of 'closer' gets past this: it throws: Byte did not match Short [-Wgraph-break=always-throws] [FG707]}}
// expected-note@-2 {{the operand is 'x', u8[4]}}
// expected-note@-3 {{the operand is 'y', i16[4]}}

FG_COMPILE(.fullgraph = true)
fg::Tensor apart(FG_SHAPE("f32[4, 6]") fg::Tensor x, FG_SHAPE("f32[4, 5]") fg::Tensor y) {
  fg::check(x.sizes() == y.sizes(), "sizes ", x.sizes(), " are not ", y.sizes());
  return x;
}
// expected-error@-3 {{no call of 'apart' gets past this: it throws: sizes [4, 6] are not [4, 5] [-Wgraph-break=always-throws] [FG707]}}

// One path that succeeds is enough.
FG_COMPILE(.fullgraph = true)
fg::Tensor sometimes(FG_SHAPE("f32[4]") fg::Tensor x, bool fails) {
  if (fails)
    throw std::runtime_error("fails");
  return x * 2;
}

// expected-note@*:* 5 {{help: correct the sizes or dtypes that FG_SHAPE and the constructors of modules give}}
// expected-note@*:* 5 {{run 'fullgraph explain FG707' for the explanation and the other ways out}}
