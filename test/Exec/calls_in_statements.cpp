// Statements with several calls that break or stay: what is computed between them and around them is compiled. Calls
// that C++ leaves unordered are made in the order of the compiler's own (those that print are arguments of one
// function). Where one of them may change a tensor, they stay as they are, which is said.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG-NOT: [FG003]
// LOG: :[[#@LINE+90]]:{{.*}}no capture rule for the rest of a statement around a call that is made on its own
// LOG: give the call a statement of its own, in front of this one
// LOG-NOT: [FG003]
// RUN: %fullgraph %s --emit=cpp -o - -- %fg_flags 2>/dev/null | FileCheck --check-prefix=CPP %s
// CPP: nested, start
// CPP: nested, resume_1
// CPP: nested, resume_2
#include <fullgraph/fullgraph.h>

#include <fullgraph/nn.h>

#include <cstdio>
#include <memory>

using fg::Tensor;
#define N_ FG_SHAPE("f32[N]")

static Tensor said(const Tensor &x) {
  std::printf("said %g\n", x.sum().item<double>());
  return x + 1;
}

FG_COMPILE() Tensor nested(N_ const Tensor &x) { return said(fg::exp(said(x * 2) * 2 + 1)).log() * 2; }
FG_COMPILE() Tensor unordered(N_ const Tensor &x) {
  Tensor c = (said(x) * said(x)).exp();
  return c * 2;
}
FG_COMPILE() Tensor alone(N_ const Tensor &x) { return said(x + 1) * 3 + x; }
FG_COMPILE() Tensor in_order(N_ const Tensor &x) { return said(x * 2).add(said(x + 1)) * 2; }
FG_COMPILE() Tensor three(N_ const Tensor &x) { return fg::addcmul(said(x * 2), said(x * 3), said(x + 4)).exp(); }
FG_COMPILE() Tensor mixed(N_ const Tensor &x) { return said(said(x * 2).exp()) + x.exp(); }

// An operator of the user's, and functions that hold one, or a break, and change nothing.
static fg::TensorMeta like(const fg::TensorMeta &x) { return x; }
FG_CUSTOM_OP("test::square", .shape = like) static Tensor sq(const Tensor &x);
Tensor sq(const Tensor &x) { return x * x; }
static Tensor holder(const Tensor &x) { return sq(x + 1) * 2; }
static Tensor halved(Tensor x) {
  int turns = 0;
  while (x.sum().item<float>() > 3 && turns < 8) {
    x = x / 2;
    ++turns;
  }
  return x + turns;
}
static Tensor larger(const Tensor &x, const Tensor &y) {
  if ((x.sum() > y.sum()).item<bool>())
    return x * 2;
  return y * 3;
}
FG_COMPILE(.fullgraph = true) Tensor squares(N_ const Tensor &x) { return sq(x) + sq(x + 1); }
FG_COMPILE(.fullgraph = true) Tensor deep_squares(N_ const Tensor &x) {
  Tensor h = x.exp() * sq(sq(x * 2) + sq(x + 1)) - sq(x);
  h = h + holder(h) * holder(x).sin();
  return fg::where(h > sq(x), sq(h), h);
}
FG_COMPILE() Tensor halves(N_ const Tensor &x) { return halved(x * 8) * 2 + halved(x + 1).exp(); }
FG_COMPILE() Tensor largest(N_ const Tensor &x) {
  return larger(larger(x, x + 1), larger(x * 2, sq(x))) + larger(x, x * 3);
}

// Modules: a head, behind a part that holds a break.
struct Head : fg::nn::Module {
  Tensor weight = fg::ones({2}) * 3;
  Tensor forward(const Tensor &x) {
    if (x.sum().item<float>() > 1)
      return x * weight;
    return x + weight;
  }
};
struct Net {
  std::shared_ptr<Head> head = std::make_shared<Head>();
  Tensor hidden(const Tensor &x) {
    std::puts("hidden");
    return fg::relu(x);
  }
  FG_COMPILE() Tensor forward(N_ const Tensor &x) { return head->forward(hidden(x)); }
  FG_COMPILE() Tensor twice(N_ const Tensor &x) {
    return head->forward(hidden(head->forward(hidden(x * 2)))) + head->forward(x) * 2;
  }
};

// Writes to what it is given: what stands beside it may read that before, or after.
static Tensor grown(Tensor &x) {
  x.add_(1);
  std::printf("grown %g\n", x.sum().item<double>());
  return x * 2;
}
FG_COMPILE() Tensor writes(N_ Tensor x, N_ Tensor y) {
  y = fg::exp(x);
  return grown(x) + grown(y);
}

int main() {
  const Tensor x = fg::ones({2}) * 0.5;
  // CHECK: nested 20.0269
  std::printf("nested %.4f\n", nested(x).sum().item<double>());
  // CHECK: unordered 37.9509
  std::printf("unordered %.4f\n", unordered(x).sum().item<double>());
  // CHECK: in_order
  std::printf("in_order %.4f\n", in_order(x).sum().item<double>());
  // CHECK: three
  std::printf("three %.4f\n", three(x).sum().item<double>());
  // CHECK: mixed
  std::printf("mixed %.4f\n", mixed(x).sum().item<double>());
  // CHECK: squares 5.0000
  std::printf("squares %.4f\n", squares(x).sum().item<double>());
  // CHECK: deep_squares
  std::printf("deep_squares %.4f\n", deep_squares(x).sum().item<double>());
  // CHECK: halves
  std::printf("halves %.4f\n", halves(x).sum().item<double>());
  // CHECK: largest
  std::printf("largest %.4f\n", largest(x).sum().item<double>());
  Net net;
  // CHECK: hidden
  // CHECK-NEXT: forward 7.0000
  std::printf("forward %.4f\n", net.forward(x).sum().item<double>());
  // CHECK: twice
  std::printf("twice %.4f\n", net.twice(x).sum().item<double>());
  // CHECK: writes
  std::printf("writes %.4f\n", writes(x.clone(), x.clone()).sum().item<double>());
  // CHECK: alone 16
  std::printf("alone %.4g\n", alone(x).sum().item<double>());
}
