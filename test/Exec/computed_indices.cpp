// Elements of the caller's lists at places that are computed: from a length, from a number that the function
// changes on the way, from two numbers that may be equal. The place is that of the call, whatever is written
// meanwhile.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: computed_indices.cpp: 22 functions, {{.*}} 0 breaks
// What is not known to be apart is told.
// LOG-DAG: e: needs {{.*}} to be two objects; running eagerly
// LOG-DAG: f: needs {{.*}} to be two objects; running eagerly
// LOG-NOT: {{fullgraph: (a|b|d|g|h|S::put|S::ring|append.*|beforeLast|aroundAppend|byOther.*|turns): .*}}running eagerly
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <map>
#include <vector>

using fg::Tensor;
using L = std::vector<Tensor>;

FG_COMPILE() void a(L &v, Tensor x, int &i) {
  ++i;
  v[i] = x * 2;
  v[i - 1] = v[i] + 1;
}
FG_COMPILE() void b(L &v, Tensor x, int &i) {
  v[i + 1] = x * 3;
  ++i;
  v[i] = v[i] + x;
}
FG_COMPILE() Tensor c(L &v, Tensor x, int i) {
  v[v.size() - 1] = x * 5;
  return v[i] + v[i + 1];
}
FG_COMPILE() Tensor d(L &v, Tensor x) {
  v.push_back(x);
  v[v.size() - 1] = x * 7;
  v[v.size() - 2] = x * 9;
  return v.back() + v[v.size() - 1];
}
struct S {
  L v;
  int64_t at = 0;
  FG_COMPILE() void put(Tensor x) {
    at = at + 1;
    v[at - 1] = x * 2;
    v[at] = v[at - 1] + 1;
  }
  FG_COMPILE() Tensor ring(Tensor x) {
    v[at % 3] = x;
    at += 1;
    return v[at % 3] + v[(at + 1) % 3];
  }
};
FG_COMPILE() Tensor e(L &v, Tensor x, int n) {
  for (int i = 1; i < n; ++i) {
    v[i] = v[i - 1] + x;
    v[n - i] = v[i] * 2;
  }
  return v[n - 1];
}
// Both may be one list: only the call knows.
FG_COMPILE() Tensor f(L &v, L &w, Tensor x, int i) {
  v[i + 1] = x;
  w[i + 1] = w[i + 1] + 1;
  return v[i + 1];
}
FG_COMPILE() Tensor g(L &v, Tensor x, int i) {
  v.pop_back();
  return v[v.size() - 1] + v[i - 1] + x;
}
FG_COMPILE() void h(std::vector<int64_t> &n, L &v, Tensor x) {
  n[0] = n[0] + 1;
  v[n[0]] = x;
  v[n[0] - 1] = v[n[0]] * 2;
  n[1] = n[0] - 1;
  v[n[1]] = v[n[1]] + 1;
}
// An element that was appended changes; the place of another one is counted from the length before or behind
// that.
struct P {
  Tensor a;
  int n = 0;
};
FG_COMPILE() void appendAssign(L &v, Tensor x) {
  v.push_back(x * 2);
  v.back() = x * 7;
}
FG_COMPILE() void appendScale(L &v, Tensor x) {
  v.push_back(x * 2);
  v.back().mul_(5);
}
FG_COMPILE() void emplaceAssign(L &v, Tensor x) { v.emplace_back(x * 2) = x * 9; }
FG_COMPILE() void appendStruct(std::vector<P> &v, Tensor x) {
  v.push_back({x, 1});
  v.back().a = x * 4;
  v.back().n += 5;
}
FG_COMPILE() void appendNamed(L &v, Tensor x) {
  v.push_back(x);
  auto &r = v.back();
  r = r + 1;
  v.push_back(r * 2);
}
FG_COMPILE() void beforeLast(L &v, Tensor x) {
  v.push_back(x);
  v[v.size() - 2] = x * 9;
}
FG_COMPILE() void aroundAppend(L &v, Tensor x) {
  v[v.size() - 1] = x * 9;
  v.push_back(x);
  v[v.size() - 2] = v[v.size() - 2] + 1;
}
FG_COMPILE() void byOther(L &v, L &w, Tensor x) {
  w.push_back(x);
  v[w.size() - 1] = x * 3;
}
FG_COMPILE() void byMap(L &v, std::map<int, Tensor> &m, Tensor x) {
  v[m.size()] = x * 3;
  m[7] = x;
  v[m.size() - 2] = x * 5;
}
FG_COMPILE() void byOtherBefore(L &v, L &w, Tensor x) {
  v[w.size()] = x * 3;
  w.push_back(x + 1);
}
FG_COMPILE() Tensor turns(L &v, Tensor x, int n) {
  Tensor s = x;
  for (int t = 0; t < n; ++t) {
    v.push_back(s);
    s = s + v[v.size() - 2];
    v[v.size() - 1] = s * 2;
  }
  return s;
}
FG_COMPILE() Tensor twiceBack(L &v, Tensor x) {
  for (int t = 0; t < 2; ++t) {
    v.push_back(x);
    v.back() = v.back() + t;
  }
  return v[v.size() - 1] + v.front();
}

static void show(const char *s, const L &v) {
  std::printf("%s", s);
  for (const Tensor &t : v)
    std::printf(" %g", t.sum().item<double>());
  std::printf("\n");
}
static L made() {
  L v;
  for (int i = 0; i < 5; ++i)
    v.push_back(fg::full({2}, double(i)));
  return v;
}
int main() {
  auto x = fg::ones({2});
  for (int k = 0; k < 3; ++k) {
    L v = made();
    int i = k;
    a(v, x, i);
    show("a", v); // CHECK: a 6 4 4 6 8
    std::printf("%d\n", i);
    v = made();
    i = k;
    b(v, x, i);
    show("b", v);
    std::printf("%d\n", i);
    v = made();
    std::printf("%g", c(v, x, k + 1).sum().item<double>());
    show("c", v);
    v = made();
    std::printf("%g", d(v, x + k).sum().item<double>());
    show("d", v);
    S s;
    s.v = made();
    s.at = k;
    s.put(x);
    show("put", s.v);
    std::printf("%d\n", int(s.at));
    for (int r = 0; r < 4; ++r)
      std::printf("%g ", s.ring(x * r).sum().item<double>());
    show("ring", s.v);
    v = made();
    std::printf("%g", e(v, x, k + 3).sum().item<double>());
    show("e", v);
    v = made();
    L w = made();
    std::printf("%g %g", f(v, w, x, k).sum().item<double>(), f(v, v, x, k).sum().item<double>());
    show("f", v);
    show("f", w);
    v = made();
    std::printf("%g", g(v, x, k + 1).sum().item<double>());
    show("g", v);
    v = made();
    std::vector<int64_t> n{k, 0};
    h(n, v, x);
    show("h", v);
    std::printf("%d %d\n", int(n[0]), int(n[1]));
  }
  L v = made();
  appendAssign(v, x);
  show("appendAssign", v); // CHECK: appendAssign 0 2 4 6 8 14
  v = made();
  appendScale(v, x);
  show("appendScale", v);
  v = made();
  emplaceAssign(v, x);
  show("emplaceAssign", v);
  std::vector<P> p{{x, 0}};
  appendStruct(p, x);
  std::printf("appendStruct %g %d %d\n", p[1].a.sum().item<double>(), p[1].n, int(p.size()));
  v = made();
  appendNamed(v, x);
  show("appendNamed", v);
  v = made();
  beforeLast(v, x);
  show("beforeLast", v); // CHECK: beforeLast 0 2 4 6 18 2
  v = made();
  aroundAppend(v, x);
  show("aroundAppend", v);
  v = made();
  L w{x, x};
  byOther(v, w, x);
  show("byOther", v);
  std::map<int, Tensor> m{{1, x}, {2, x}};
  v = made();
  byMap(v, m, x);
  show("byMap", v);
  v = made();
  w = {x, x};
  byOtherBefore(v, w, x);
  show("byOtherBefore", v);
  v = made();
  std::printf("%g", turns(v, x, 3).sum().item<double>());
  show("turns", v);
  v = made();
  std::printf("%g", twiceBack(v, x).sum().item<double>());
  show("twiceBack", v);
}
