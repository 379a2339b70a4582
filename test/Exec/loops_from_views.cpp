// Loops that carry a tensor which is a view in front of them. The kernel begins with a contiguous copy, where the first turn
// replaces the view, and where what is computed of it is contiguous. Else the loop stays one of the program: a turn writes to
// the view, leaves it, or computes in the order of its strides.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="smooth:" %s < %t.log
// LOG: loops_from_views.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <tuple>

using fg::Tensor;

static void show(const char *name, const Tensor &t) {
  const Tensor places = fg::arange(t.numel()).reshape(t.sizes());
  std::printf("%s [%d, %d]: %.5g %.5g\n", name, int(t.stride(0)), int(t.stride(-1)), t.to(fg::kDouble).sum().item<double>(),
              (t * places).to(fg::kDouble).sum().item<double>());
}

FG_COMPILE(.fullgraph = true)
Tensor smooth(const Tensor &mel) {
  Tensor all = fg::empty_like(mel), m = mel.select(2, 0);
  all.select(2, 0).copy_(m);
  for (int64_t t = 1; t < mel.size(2); ++t) {
    m = 0.9 * m + 0.1 * mel.select(2, t);
    all.select(2, t).copy_(m);
  }
  return all;
}
FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> previous(const Tensor &x, int64_t turns) {
  Tensor now = x.select(2, 0), before = now;
  for (int64_t t = 0; t < turns; ++t) {
    before = now;
    now = now * 0.5 + 1;
  }
  return {before, now};
}
FG_COMPILE(.fullgraph = true)
Tensor turned(const Tensor &x, int64_t turns) {
  Tensor m = x.t();
  for (int64_t t = 0; t < turns; ++t)
    m = m * 0.5 + 1;
  return m;
}
FG_COMPILE(.fullgraph = true)
Tensor expanded(const Tensor &x, int64_t turns) {
  Tensor m = x.select(0, 0).expand({3, x.size(1)});
  for (int64_t t = 0; t < turns; ++t)
    m = m * 0.5 + 1;
  return m;
}
FG_COMPILE(.fullgraph = true)
Tensor written(const Tensor &x, int64_t turns) {
  Tensor y = x.clone(), m = y.select(1, 0);
  for (int64_t t = 0; t < turns; ++t) {
    m.mul_(0.5);
    m = m + 1;
  }
  return y + m.sum();
}
FG_COMPILE(.fullgraph = true)
Tensor writtenByAnother(const Tensor &x, int64_t turns) {
  Tensor y = x.clone(), m = y.select(1, 0);
  for (int64_t t = 0; t < turns; ++t) {
    Tensor same = m;
    same.add_(1);
    m = m * 0.5;
  }
  return y + m.sum();
}

int main() {
  for (int64_t length : {1, 2, 6})
    show("smooth", smooth(fg::arange(6 * length).to(fg::kFloat).reshape({2, 3, length}) / 7));
  // CHECK: smooth [3, 1]: 2.1429 7.8571
  // CHECK: smooth [18, 1]
  const Tensor x = fg::arange(12).to(fg::kFloat).reshape({3, 4}) / 7;
  for (int64_t turns : {0, 1, 2, 30}) {
    const auto [before, now] = previous(x.reshape({2, 3, 2}), turns);
    show("before", before);
    show("now", now);
    show("turned", turned(x, turns));
    show("expanded", expanded(x, turns));
    show("written", written(x, turns));
    show("by another", writtenByAnother(x, turns));
  }
  // CHECK: turned [1, 4]: 9.4286 62.857
  // CHECK: before [6, 2]
  // CHECK-NEXT: now [3, 1]
  // CHECK-NEXT: turned [1, 4]: 16.714 97.429
}
