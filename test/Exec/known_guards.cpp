// What the regions of a call have checked, later ones do not check again: unless what stands in between may
// have made a variable name another tensor, or changed the tensor.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s -Wno-graph-break 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=CODE %s < %t.compare/known_guards.fg.cpp
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <cstdio>
#include <utility>

using fg::Tensor;

struct Store {
  FG_SHAPE("f32[N]") Tensor held;
};

namespace {

void show(const char *what, const Tensor &x) {
  std::printf("%s:", what);
  for (int64_t size : x.sizes())
    std::printf(" %ld", static_cast<long>(size));
  std::printf(": %.3f\n", x.to(fg::kDouble).sum().item<double>());
}

Store *store = nullptr;
void replaceHeld() {
  if (store)
    store->held = store->held.to(fg::kDouble);
}
void (*volatile opaque)() = replaceHeld;
Tensor *kept = nullptr;
void keep(Tensor &x) { kept = &x; }
void (*volatile keeper)(Tensor &) = keep;
void change() {
  if (kept)
    *kept = fg::cat({*kept, *kept}, 0);
}
void (*volatile changer)() = change;

} // namespace

// Nothing but printing between the regions: h, g, x and w are what they were.
// CODE-LABEL: bool printed_{{[0-9a-f]+}}_resume_1_0({{.*}}&fg_h, {{.*}}&fg_w, bool fg_known, ::fg::Tensor &fg_out0, bool &fg_held) {
// CODE: if (!fg_known) {
// CODE: fits(fg_h
// CODE: fits(fg_w
// CODE: size(fg_w, 0) != fg_M
// CODE: fg_M > 2147483647
// CODE: indexable
// CODE: {{^  }}}
// CODE-NOT: {{fits|!=|>|indexable}}
// CODE: fg_out0 = ::fg::rt::empty
// CODE: fg_held = fg_known;
// CODE-LABEL: bool printed_{{[0-9a-f]+}}_resume_2_0({{.*}} bool fg_known, ::fg::Tensor &fg_out0) {
// CODE: {{^  }}}
// CODE-NOT: {{fits|!=|>|indexable}}
// CODE: fg_out0 = ::fg::rt::empty
FG_COMPILE()
Tensor printed(FG_SHAPE("f32[N, M]") const Tensor &x, FG_SHAPE("f32[M]") const Tensor &w, int k) {
  Tensor h = fg::relu(x * w) * k;
  std::printf("one\n");
  Tensor g = fg::tanh(h + w);
  std::printf("two\n");
  return g * h + x;
}

// Variables whose names are those that generated code uses.
FG_COMPILE()
Tensor named(FG_SHAPE("f32[N]") const Tensor &x) {
  Tensor held = fg::relu(x) * 2;
  std::printf("named\n");
  Tensor known = held + x;
  std::printf("again\n");
  return held * known;
}

// What an opaque function may do to tensors of the caller it may not do to one that only this function has.
// CODE-LABEL: bool called_{{[0-9a-f]+}}_resume_1_0(
// CODE: if (!fg_known) {
// CODE: fits(fg_h
// CODE: {{^  }}}
// CODE: fits(fg_x
FG_COMPILE()
Tensor called(FG_SHAPE("f32[N]") const Tensor &x) {
  Tensor h = x * 2;
  opaque();
  return h + x * h;
}

// CODE-LABEL: bool Model__step_{{[0-9a-f]+}}_resume_1_0(
// CODE-NOT: fg_known
// CODE: fg_out0 = ::fg::rt::empty
struct Model : Store {
  FG_SHAPE("f32[N]") Tensor w;
  FG_COMPILE()
  Tensor step(FG_SHAPE("f32[N]") const Tensor &x) {
    Tensor y = held * x;
    y.add_(1);
    opaque();
    return held * 0.5 + y;
  }
};

// Assigned, moved from, handed to what keeps a reference, captured by reference, in a loop: none is known.
FG_COMPILE()
Tensor assigned(FG_SHAPE("f32[N]") Tensor x, bool longer) {
  Tensor h = x + 1;
  if (longer) {
    std::puts("longer");
    h = fg::cat({h, h}, 0);
  }
  Tensor g = h * 2;
  std::puts("moved");
  Tensor other = std::move(h);
  h = fg::ones({2, 2});
  std::puts("new");
  return g.sum() + h * 3 + other.sum();
}
FG_COMPILE()
Tensor handed(FG_SHAPE("f32[N]") const Tensor &x) {
  Tensor h = x + 1;
  keeper(h);
  Tensor g = h * 2;
  changer();
  Tensor y = h * 3 + 1;
  kept = nullptr;
  std::puts("handed");
  return y.sum() + g;
}
FG_COMPILE()
Tensor captured(FG_SHAPE("f32[N]") const Tensor &x) {
  Tensor h = x + 1;
  const auto grow = [&] { h = fg::cat({h, h}, 0); };
  std::puts("captured");
  Tensor g = h * 2;
  if (opaque)
    grow();
  return h * 3 + g.sum();
}
FG_COMPILE()
Tensor looped(FG_SHAPE("f32[N]") Tensor x, int n) {
  Tensor h = x * 0.5;
  std::puts("begins");
  for (int i = 0; i < n; ++i) {
    Tensor g = h + 1;
    std::printf("turn %d\n", i);
    x = fg::cat({x, g}, 0);
    std::printf("grew\n");
    h = x * 2 + g.sum();
  }
  return h + 1;
}
// One tensor by two names.
FG_COMPILE()
void aliased(FG_SHAPE("f32[N]") Tensor &a, FG_SHAPE("f32[N]") Tensor &b) {
  Tensor h = a * b;
  std::puts("aliased");
  a = fg::cat({h, b}, 0);
  std::puts("assigned");
  b.mul_(2);
  a = a + 1;
}
// An operator that makes its operand another view.
FG_COMPILE()
Tensor turned(FG_SHAPE("f32[N, M]") const Tensor &x) {
  Tensor h = x + 1;
  Tensor g = h * 2;
  std::printf("turned %d\n", static_cast<int>(h.unsqueeze_(0).dim()));
  Tensor y = h * g + 1;
  std::printf("again %d\n", static_cast<int>(h.squeeze_(0).t_().size(0)));
  return h * 3 + y.sum();
}
// A module of the library that holds one of the user's, which converts the object that is running.
struct Converter : fg::nn::Module {
  Store *of = nullptr;
  Tensor forward(const Tensor &x) {
    of->held = of->held.to(fg::kDouble);
    return x;
  }
};
struct Holder : Store {
  fg::nn::Sequential steps;
  FG_COMPILE()
  Tensor run(FG_SHAPE("f32[N]") const Tensor &x) {
    Tensor y = held * x;
    std::puts("holds");
    Tensor z = held + y;
    steps->forward(z);
    return held * 0.5 + y;
  }
};
// A region that no version took proves nothing, and one that the caller's input misses does not either.
FG_COMPILE()
Tensor missed(FG_SHAPE("f32[N]") const Tensor &x, FG_SHAPE("f32[N]") const Tensor &y) {
  Tensor h = x * 2;
  std::puts("missed");
  Tensor g = h + y;
  std::puts("again");
  return g * h + y;
}

int main() {
  const Tensor x = fg::arange(6, fg::kFloat).reshape({2, 3});
  show("printed", printed(x, fg::ones({3}), 2));
  show("printed", printed(x.to(fg::kDouble), fg::ones({3}), 2));
  show("named", named(fg::ones({3})));
  show("called", called(fg::ones({3})));
  Model model;
  model.held = fg::ones({3});
  model.w = fg::ones({3});
  store = &model;
  show("step", model.step(fg::ones({3})));
  show("step", model.step(fg::ones({3})));
  store = nullptr;
  for (const bool longer : {false, true})
    show("assigned", assigned(fg::ones({3}), longer));
  show("handed", handed(fg::ones({3})));
  show("captured", captured(fg::ones({3})));
  for (int n = 0; n < 4; ++n)
    show("looped", looped(fg::ones({2}), n));
  Tensor a = fg::ones({2}), b = fg::full({2}, 3.0f);
  aliased(a, b);
  show("a", a);
  aliased(b, b);
  show("b", b);
  show("turned", turned(x));
  Holder holder;
  holder.held = fg::ones({3});
  Converter converter;
  converter.of = &holder;
  holder.steps = fg::nn::Sequential(converter);
  show("run", holder.run(fg::ones({3})));
  show("run", holder.run(fg::ones({3})));
  show("missed", missed(fg::ones({3}), fg::ones({3})));
  show("missed", missed(fg::ones({3}, fg::kDouble), fg::ones({3})));
  show("missed", missed(fg::ones({3}), fg::ones({3}, fg::kDouble)));
  show("missed", missed(fg::ones({3}), fg::ones({1})));
}
// CHECK: printed: 2 3: {{.*}}
// CHECK: named: 3: 18.000
// CHECK: called: 3: 12.000
// CHECK: step: 3: {{.*}}
// CHECK: assigned: 2 2:
// CHECK: handed: {{[0-9]+}}:
// CHECK: turned: 3 2:
// CHECK: run: 3:
// CHECK: missed: 3:
