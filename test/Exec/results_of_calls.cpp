// Nothing here declares a type, and main() shows which there are. A call that stays a call hands the type of
// its result on: cat of a list that a loop filled, an operator whose result's size depends on values, a
// helper with a loop in it. No dtype and rank here is the likeliest guess (f32 of two dims).
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: results_of_calls.cpp: {{[0-9]+}} functions
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <tuple>
#include <vector>

using fg::Tensor;
using List = std::vector<Tensor>;

FG_COMPILE() Tensor joined(const Tensor &x, int64_t turns) {
  List collected;
  Tensor h = x * 2;
  for (int64_t i = 0; i < turns; ++i) {
    h = fg::tanh(h) + x;
    collected.push_back(h.unsqueeze(1));
  }
  return fg::relu(fg::cat(collected, 1));
}

FG_COMPILE() Tensor above(const Tensor &x) {
  Tensor places = (x > 0).nonzero().squeeze(1);
  return fg::tanh(x.index_select(0, places)) * 2;
}
FG_COMPILE() Tensor chosen(const Tensor &x) {
  Tensor y = fg::relu(x) + 1;
  Tensor picked = y.masked_select(x > 0);
  return picked * picked - picked.mean();
}
FG_COMPILE() Tensor counted(const Tensor &ids, const Tensor &table) {
  auto [distinct, inverse, counts] = fg::_unique2(ids, true, true, true);
  Tensor rows = table.index_select(0, distinct);
  return fg::sigmoid(rows).mul(counts.to(fg::kDouble).unsqueeze(1)).index_select(0, inverse);
}

// std::tie reads nothing: `y` is undefined at the head of the first turn.
FG_COMPILE(.fullgraph = true) Tensor tied(const Tensor &x, int64_t turns) {
  Tensor y, h = x;
  for (int64_t i = 0; i < turns; ++i)
    std::tie(y, h) = std::make_tuple(x + h, h * 2);
  return fg::tanh(y) + h;
}

// The helper is planned on its own, for what main()'s calls hand it.
static Tensor powers(const Tensor &x, int64_t n) {
  Tensor y = x.unsqueeze(0);
  for (int64_t i = 0; i < n; ++i)
    y = y * x + 1;
  return y;
}
FG_COMPILE(.fullgraph = true) Tensor helped(const Tensor &x, int64_t n) {
  Tensor y = powers(fg::sin(x), n);
  return fg::cos(y).sum(0) * 2;
}

// A list that a loop with calls fills, and what a call leaves in a member.
struct Walker {
  Tensor place = fg::zeros({2}, fg::kDouble);
  FG_COMPILE(.fullgraph = true) Tensor step(const Tensor &by) {
    place = fg::tanh(by) * 2;
    return place.sum(0);
  }
  FG_COMPILE(.fullgraph = true) Tensor distance(const Tensor &to) { return (to - place).square().sum(); }
};
FG_COMPILE(.fullgraph = true) Tensor discounted(const List &rewards, double factor) {
  Tensor sum = fg::zeros({1}, fg::kDouble);
  for (size_t i = rewards.size(); i-- > 0;)
    sum = rewards[i] + factor * sum;
  return sum;
}

// Elements of a size of 1 beside such of any size.
FG_COMPILE(.fullgraph = true) Tensor compared(const List &ours, const List &theirs) {
  Tensor sum = fg::zeros({}, fg::kDouble);
  for (size_t i = 0; i < ours.size(); ++i)
    sum += (ours[i] - theirs[i].expand({ours[i].size(0), -1, -1})).square().sum();
  return sum;
}

static void print(const Tensor &t) {
  std::printf("%s %ld %.6f\n", fg::toString(t.scalar_type()), static_cast<long>(t.dim()),
              t.sum().to(fg::kDouble).item<double>());
}

int main() {
  Tensor x = fg::arange(-3, 6).to(fg::kDouble) * 0.25;
  Tensor ids = fg::arange(0, 6) % 4, cube = fg::ones({2, 2, 2}, fg::kDouble);
  Walker walker;
  List rewards;
  for (int turn = 0; turn < 4; ++turn) {
    rewards.push_back(walker.step(fg::ones({3, 1}, fg::kDouble) * turn));
  }
  Tensor far = walker.distance(fg::ones({3, 1}, fg::kDouble)), sum = discounted(rewards, 0.5);
  Tensor all = joined(x, 3), at = above(x), some = chosen(x);
  Tensor rows = counted(ids, fg::ones({4, 2}, fg::kDouble)), both = tied(x, 2), more = helped(cube, 2);
  Tensor same = compared({cube, cube * 2}, {cube.slice(0, 0, 1), cube.slice(0, 1, 2)});
  Tensor alone = compared({cube.slice(0, 0, 1)}, {cube.slice(0, 1, 2)});
  for (const Tensor &t : {far, sum, all, at, some, rows, both, more, same, alone})
    print(t);
}
// CHECK: Double 0 2.940951
// CHECK-NEXT: Double 1 4.477115
// CHECK-NEXT: Double 2 24.104120
// CHECK-NEXT: Double 1 5.904125
// CHECK-NEXT: Double 1 7.187500
// CHECK-NEXT: Double 2 14.621172
// CHECK-NEXT: Double 1 10.993949
// CHECK-NEXT: Double 3 -12.193056
// CHECK-NEXT: Double 0 8.000000
// CHECK-NEXT: Double 0 0.000000
