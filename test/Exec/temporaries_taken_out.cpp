// What a statement computes first is made in front of it, behind a graph break: a reference to a temporary, as `mul_` of
// a part returns, would refer to nothing there. And what a region leaves to the statements behind it has its type: also
// a pointer to a literal.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// CHECK: parts 0 2 4 6 8 10 12 14
// CHECK: ofList 0 2 4 6 8 10 12 14
// CHECK: word a
// CHECK: literal 2 3 4 5
// CHECK: named 99
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <vector>

using fg::Tensor;

static Tensor global;
static std::vector<Tensor> parts(const Tensor &t) { return {t.index({0}), t.index({1})}; }

FG_COMPILE() Tensor ofPart(FG_SHAPE("f32[N,4]") Tensor y) {
  Tensor t = global.unsqueeze(0).expand({2, -1, -1});
  t.index({1}).mul_(2).clamp_(-40, 40);
  return y + t;
}
FG_COMPILE() Tensor ofList(FG_SHAPE("f32[N,4]") Tensor y) {
  Tensor t = global.unsqueeze(0).expand({2, -1, -1});
  parts(t)[1].mul_(2).clamp_(-40, 40);
  return y + t;
}
FG_COMPILE() Tensor literal(FG_SHAPE("f32[N]") Tensor x) {
  x = x + 1;
  const char *r = "a";
  std::printf("word %s\n", r);
  return x + int(r[0] == 'a');
}
struct Named {
  Tensor t;
  const char *name;
};
FG_COMPILE() Tensor named(FG_SHAPE("f32[N]") Tensor x) {
  Named p{x * 0, "abc"};
  std::printf("-\n");
  return x * 0 + p.t + int(p.name[2]);
}

int main() {
  const auto show = [](const char *what, const Tensor &t) {
    std::printf("%s", what);
    const Tensor values = t.contiguous().view({-1});
    for (int64_t i = 0; i < values.numel(); ++i)
      std::printf(" %g", double(values[i].item<float>()));
    std::puts("");
  };
  for (auto *f : {ofPart, ofList}) {
    global = fg::arange(8, fg::kFloat).view({2, 4});
    f(fg::zeros({2, 4}));
    show(f == ofPart ? "parts" : "ofList", global);
  }
  show("literal", literal(fg::arange(4, fg::kFloat)));
  show("named", named(fg::zeros({1})));
}
