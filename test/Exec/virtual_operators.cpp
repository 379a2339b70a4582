// Overloaded operators may be virtual, like any method: what runs is what the object's class says, and a
// graph has it where that class is known.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s --ahead-versions=0 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
#include <cstdio>
#include <fullgraph/fullgraph.h>

using fg::Tensor;

struct Layer {
  Tensor t;
  virtual ~Layer() = default;
  virtual Tensor operator()(const Tensor &x) const { return x + 1; }
  virtual Tensor operator+(const Tensor &x) const { return x - 1; }
  virtual Layer &operator=(const Tensor &x) {
    t = x;
    return *this;
  }
};
struct Twice final : Layer {
  Tensor operator()(const Tensor &x) const override { return x * 2; }
  Tensor operator+(const Tensor &x) const override { return x * 5; }
  Twice &operator=(const Tensor &x) override {
    t = x * 7;
    return *this;
  }
};
// LOG: warning: graph break: virtual 'Layer::operator()' may dispatch to unknown overriders
// LOG-NEXT: return layer(x)
FG_COMPILE()
Tensor called(const Layer &layer, FG_SHAPE("f32[N]") const Tensor &x) { return layer(x) * 3; }
// LOG: warning: graph break: virtual 'Layer::operator+' may dispatch to unknown overriders
FG_COMPILE()
Tensor added(const Layer &layer, FG_SHAPE("f32[N]") const Tensor &x) { return (layer + x) * 3; }
// LOG: warning: graph break: virtual 'Layer::operator=' may dispatch to unknown overriders
FG_COMPILE()
Tensor assigned(Layer &layer, FG_SHAPE("f32[N]") const Tensor &x) {
  layer = x;
  return x + 1;
}
// The class is known.
FG_COMPILE(.fullgraph = true)
Tensor known(const Twice &twice, FG_SHAPE("f32[N]") const Tensor &x) {
  Layer layer;
  Twice own;
  Layer &same = own;
  same = x;
  return twice(x) + layer(x) * (twice + x) + same(x) * own.t;
}
// While a base is made, it is what the object is.
struct Base {
  Tensor t;
  explicit Base(const Tensor &x) { t = operator()(x); }
  virtual ~Base() = default;
  virtual Tensor operator()(const Tensor &x) const { return x + 1; }
  Tensor again() const { return (*this)(t); }
};
struct Derived : Base {
  Tensor u;
  explicit Derived(const Tensor &x) : Base(x) { u = (*this)(x); }
  Tensor operator()(const Tensor &x) const override { return x * 10; }
};
FG_COMPILE(.fullgraph = true)
Tensor made(FG_SHAPE("f32[N]") const Tensor &x) {
  Derived d(x);
  return d.t + d.u * d.again();
}

int main() {
  const Tensor x = fg::arange(4).to(fg::kFloat) + 1;
  const auto show = [](const char *what, const Tensor &t) {
    std::printf("%s %.1f\n", what, t.sum().item<double>());
  };
  Twice twice;
  Layer base;
  for (Layer *layer : {static_cast<Layer *>(&twice), &base}) {
    show("called", called(*layer, x));
    show("added", added(*layer, x));
    show("assigned", assigned(*layer, x));
    show("t", layer->t);
  }
  // CHECK: called 60.0
  // CHECK-NEXT: added 150.0
  // CHECK-NEXT: assigned 14.0
  // CHECK-NEXT: t 70.0
  // CHECK-NEXT: called 42.0
  // CHECK-NEXT: added 18.0
  // CHECK-NEXT: assigned 14.0
  // CHECK-NEXT: t 10.0
  show("known", known(twice, x));
  show("made", made(x));
}
// CHECK-NEXT: known {{[0-9.]+}}
// CHECK-NEXT: made {{[0-9.]+}}
