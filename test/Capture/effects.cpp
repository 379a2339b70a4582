// What the caller sees besides the result: members, reference parameters, containers, globals.
// RUN: %fullgraph %s --emit=capture -- %fg_flags | FileCheck %s
#include <fullgraph/fullgraph.h>
#include <utility>
#include <vector>

static int calls = 0;

struct Model {
  FG_SHAPE("f32[N]") fg::Tensor h;
  std::vector<fg::Tensor> trace;
  float scale = 1;

  FG_COMPILE(.fullgraph = true)
  void update(FG_SHAPE("f32[N]") const fg::Tensor &x) {
    ++calls;
    h = h * scale + x;
    trace.push_back(h);
    scale *= 0.5f;
  }
};
// CHECK-LABEL: function void Model::update(
// CHECK: if h_is_not_x {
// CHECK: guard N == N_1
// CHECK: [[H:%[0-9]+]]: f32[N] = add(
// CHECK: return [[H]]
// CHECK-DAG: effect this->trace.push_back(<output 0>)
// CHECK-DAG: effect ::calls = static_cast<int>(<calls + 1>)
// CHECK-DAG: effect this->h = <output 0>
// CHECK-DAG: effect this->scale = static_cast<float>(<scale*0.5f>)
// CHECK: return
// CHECK: eager: needs 'this->h' and 'x' to be two objects

FG_COMPILE(.fullgraph = true)
fg::Tensor moved(FG_SHAPE("f32[4]") fg::Tensor &&x, FG_SHAPE("f32[4]") fg::Tensor &out) {
  fg::Tensor mine = std::move(x);
  out = mine.sin();
  return mine;
}
// CHECK-LABEL: function fg::Tensor moved(
// CHECK: effect x = ::fg::Tensor()
// CHECK: effect out = <output

struct Pair {
  fg::Tensor a;
  std::vector<std::pair<fg::Tensor, int>> rest;
};

FG_COMPILE(.fullgraph = true)
Pair structured(FG_SHAPE("f32[4,2]") fg::Tensor x, int n) {
  Pair p{x.t(), {}};
  for (int i = 0; i < 2; ++i)
    p.rest.push_back({x[i], n + i});
  return p;
}
// CHECK-LABEL: function Pair structured(
// CHECK: f32[2, 4]{1, 2} of %x = permute(%x, dims = [1, 0])
// CHECK: f32[2] of %x + 2 = select(%x, dim = 0, index = 1)
// CHECK: return ::Pair{<output 0>, ::std::vector<{{.*}}>{::std::pair<{{.*}}>(<output 1>,
// static_cast<int>(<n>)), {{.*}}(<output 2>, static_cast<int>(<n + 1>))}}

class Hidden {
public:
  Hidden() = default;
  fg::Tensor apply(const fg::Tensor &x) const { return x * weight; }

private:
  FG_SHAPE("f32[4]") fg::Tensor weight;
};

FG_COMPILE()
fg::Tensor outside(const Hidden &h, FG_SHAPE("f32[4]") fg::Tensor x) { return h.apply(x); }
// CHECK-LABEL: function fg::Tensor outside(
// CHECK: graph @outside(%x: f32[4] "x", %h_weight: f32[4] "(h.*fg_pointer(fg_private_{{[0-9a-f]+}}::fg_Hidden::weight()))") {

/// No declaration in front of Outer can name what is in it.
class Outer {
  class Inner {
    FG_SHAPE("f32[4]") fg::Tensor weight;

  public:
    fg::Tensor apply(const fg::Tensor &x) const { return x * weight; }
  };
  Inner inner;
  FG_COMPILE()
  fg::Tensor inside(FG_SHAPE("f32[4]") fg::Tensor x) const { return inner.apply(x); }
};
// CHECK-LABEL: function fg::Tensor Outer::inside(
// CHECK: break FG003: no capture rule for 'weight', which is private, or not known, where the compiled function stands
