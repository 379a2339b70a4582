// Variables that a closure captured, in regions that stand where another variable has their name, and copies in closures
// of numbers that change behind the copy: by assignment, through a reference, a pointer, another closure or a call.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error %s < %t.log
// LOG: fullgraph: hidden_names.cpp: {{.*}} functions
// CHECK: plain
// CHECK: reference
// CHECK: hidden
// CHECK: tensors
// CHECK: kept
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <iostream>

static void bump(int64_t &v) { v += 1; }

/// No break: nothing changes n, and a copy of it is as good.
FG_COMPILE(.fullgraph = true)
fg::Tensor plain(fg::Tensor a, int iters, int64_t n) {
  auto shift = [n](const fg::Tensor &t) { return t.roll(n, 0); };
  for (int i = 0; i < iters; ++i)
    a = a + shift(a);
  return a;
}

FG_COMPILE()
fg::Tensor reference(fg::Tensor a, int iters, int64_t n) {
  auto shift = [n](const fg::Tensor &t) { return t.roll(n, 0); };
  int64_t &r = n;
  r = 3;
  for (int i = 0; i < iters; ++i)
    a = a + shift(a);
  return a;
}

FG_COMPILE()
fg::Tensor pointer(fg::Tensor a, int iters, int64_t n) {
  auto shift = [n](const fg::Tensor &t) { return t.roll(n, 0); };
  int64_t *p = &n;
  *p += 2;
  for (int i = 0; i < iters; ++i)
    a = a + shift(a);
  return a;
}

FG_COMPILE()
fg::Tensor closure(fg::Tensor a, int iters, int64_t n) {
  auto shift = [n](const fg::Tensor &t) { return t.roll(n, 0); };
  auto change = [&] { n = 4; };
  change();
  for (int i = 0; i < iters; ++i)
    a = a + shift(a);
  return a;
}

FG_COMPILE()
fg::Tensor call(fg::Tensor a, int iters, int64_t n) {
  auto shift = [n](const fg::Tensor &t) { return t.roll(n, 0); };
  bump(n);
  for (int i = 0; i < iters; ++i)
    a = a + shift(a) * double(n);
  return a;
}

FG_COMPILE()
fg::Tensor own(fg::Tensor a, int iters, int64_t n) {
  auto shift = [n](const fg::Tensor &t) mutable {
    n += 1;
    return t.roll(n, 0);
  };
  for (int i = 0; i < iters; ++i)
    a = a + shift(a);
  return a;
}

FG_COMPILE()
fg::Tensor hiddenCopy(fg::Tensor a, int iters, int64_t n) {
  auto shift = [n](const fg::Tensor &t) { return t.roll(n, 0); };
  for (int i = 0; i < iters; ++i) {
    int64_t n = 5 + i;
    a = a + shift(a) * double(n);
  }
  return a;
}

FG_COMPILE()
fg::Tensor hiddenReference(fg::Tensor a, int iters, int64_t n) {
  auto shift = [&n](const fg::Tensor &t) { return t.roll(n, 0); };
  for (int i = 0; i < iters; ++i) {
    int64_t n = 5 + i;
    a = a + shift(a) * double(n);
  }
  return a;
}

FG_COMPILE()
fg::Tensor hiddenConst(fg::Tensor a, int iters, const int64_t n) {
  auto shift = [n](const fg::Tensor &t) { return t.roll(n, 0); };
  for (int i = 0; i < iters; ++i) {
    int64_t n = 5 + i;
    a = a + shift(a) * double(n);
  }
  return a;
}

FG_COMPILE()
fg::Tensor hiddenTensor(fg::Tensor a, int iters, fg::Tensor w) {
  auto scale = [&w](const fg::Tensor &t) { return t * w; };
  for (int i = 0; i < iters; ++i) {
    auto w = a.sum() * 0.1;
    a = a + scale(a) * w;
  }
  return a;
}

FG_COMPILE()
fg::Tensor hiddenBehindReference(fg::Tensor a, int iters, fg::Tensor w, int64_t n) {
  fg::Tensor &weights = w;
  int64_t &count = n;
  for (int i = 0; i < iters; ++i) {
    auto w = a.mean();
    int64_t n = 7;
    a = (a * weights + w).roll(count, 0) + double(n);
  }
  return a;
}

/// The closure keeps the tensor that was there; and the element that was chosen stays.
FG_COMPILE()
fg::Tensor kept(fg::Tensor a, int iters, int64_t at) {
  fg::Tensor v = a * 0.5;
  fg::Tensor w[2] = {a * 0.25, a * 2};
  const auto shift = [v](const fg::Tensor &t) { return t * 0.5 + v; };
  fg::Tensor &r = v;
  int64_t &k = at;
  fg::Tensor &chosen = w[at];
  r = r * 0.5;
  k = 0;
  for (int i = 0; i < iters; ++i)
    a = shift(a) + chosen;
  return a + v;
}

int main() {
  fg::manual_seed(5);
  const auto a = fg::rand({7}), w = fg::rand({7});
  for (const int iters : {2, 3}) {
    std::cout << "plain " << plain(a, iters, 1) << plain(a, iters, 2) << "\n";
    std::cout << "reference " << reference(a, iters, 1) << pointer(a, iters, 1) << closure(a, iters, 1) << call(a, iters, 1)
              << own(a, iters, 1) << "\n";
    std::cout << "hidden " << hiddenCopy(a, iters, 1) << hiddenReference(a, iters, 2) << hiddenConst(a, iters, 1) << "\n";
    std::cout << "tensors " << hiddenTensor(a, iters, w) << hiddenBehindReference(a, iters, w, 2) << "\n";
    std::cout << "kept " << kept(a, iters, 0) << kept(a, iters, 1) << "\n";
  }
}
