// Writes to parts of parts, as the inner points of a grid: what the kernels write, and what they read of it.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// The inner points are computed and copied to where they belong, without their rows:
// RUN: %fullgraph --emit=program %s -- %fg_flags 2>/dev/null | FileCheck --check-prefix=PROGRAM %s
#include "Inputs/both.h"

using fg::Tensor;

// PROGRAM: program {
// PROGRAM-NOT: call {{.*}} copy
// PROGRAM: call {{.*}} pointwise
// PROGRAM-NEXT: call {{.*}} copy {{.*}} -> (in0 + {{.*}}
// PROGRAM-NOT: call
// PROGRAM: graph @kernel
FG_COMPILE(.fullgraph = true)
void stencil(FG_SHAPE("f32[N, M]") Tensor x) {
  auto c = x.slice(0, 1, -1).slice(1, 1, -1);
  c.add_((x.slice(0, 2).slice(1, 1, -1) - c) * 0.5);
}
FG_COMPILE(.fullgraph = true)
void shifted(FG_SHAPE("f32[N, M]") Tensor x) {
  x.slice(0, 0, -1).slice(1, 0, -1).copy_(x.slice(0, 1).slice(1, 1));
}
FG_COMPILE(.fullgraph = true)
void ofAnother(FG_SHAPE("f32[N, M]") Tensor x, FG_SHAPE("f32[N, M]") const Tensor &y) {
  x.slice(0, 1, -1).slice(1, 1, -1).copy_(y.slice(0, 1, -1).slice(1, 1, -1) +
                                          x.slice(0, 1, -1).slice(1, 1, -1));
}
FG_COMPILE(.fullgraph = true)
Tensor rowsToo(FG_SHAPE("f32[N, M]") Tensor x) {
  auto rows = x.slice(0, 1, -1);
  rows.slice(1, 1, -1).add_(rows.slice(1, 2) * 0.5);
  return rows.sum(0);
}
FG_COMPILE(.fullgraph = true)
Tensor fresh(FG_SHAPE("f32[N, M]") Tensor x) {
  Tensor u = x.clone();
  auto rows = u.slice(0, 1, -1);
  rows.slice(1, 1, -1).add_(rows.slice(1, 2) * 0.5);
  return u;
}
FG_COMPILE(.fullgraph = true)
void everyOther(FG_SHAPE("f32[N, M]") Tensor x) {
  x.slice(0, 0, 100, 2).slice(1, 1, 100, 2).add_(1);
  x.slice(0, 1, 100, 2).slice(1, 0, 100, 2).mul_(x.slice(0, 0, -1, 2).slice(1, 0, 100, 2));
}
FG_COMPILE(.fullgraph = true)
void edges(FG_SHAPE("f32[N, M]") Tensor x) {
  x.slice(0, 1).select(1, 0).fill_(3);
  x.slice(1, 1).select(0, 0).copy_(x.select(0, 1).slice(0, 1));
}
FG_COMPILE(.fullgraph = true)
void inThreeDims(FG_SHAPE("f32[N, M, K]") Tensor x) {
  x.slice(0, 1, -1).slice(1, 1, -1).slice(2, 1, -1).add_(x.slice(0, 2).slice(1, 1, -1).slice(2, 1, -1) * 0.5);
}
FG_COMPILE(.fullgraph = true)
void selected(FG_SHAPE("f32[N, M, K]") Tensor x) {
  x.select(1, 0).slice(1, 1, -1).add_(x.select(1, 1).slice(1, 1, -1) * 0.5);
}
FG_COMPILE(.fullgraph = true)
void transposed(FG_SHAPE("f32[N, M]") Tensor x) {
  auto t = x.t();
  t.slice(0, 1, -1).slice(1, 1, -1).add_(t.slice(0, 2).slice(1, 1, -1));
}
FG_COMPILE(.fullgraph = true)
Tensor readBefore(FG_SHAPE("f32[N, M]") Tensor x) {
  Tensor before = x.slice(0, 1, -1) * 1;
  x.slice(0, 1, -1).slice(1, 1, -1).add_(before.slice(1, 2));
  return before + x.slice(0, 1, -1);
}
FG_COMPILE(.fullgraph = true)
Tensor changed(FG_SHAPE("f32[N, M]") Tensor x) {
  auto rows = x.slice(0, 1, -1);
  auto c = rows.slice(1, 1, -1);
  c.add_(1);
  rows.mul_(2);
  c.sub_(3);
  return c * 1;
}
FG_COMPILE(.fullgraph = true)
void turned(FG_SHAPE("f32[N, M]") Tensor x) {
  auto c = x.slice(0, 1, -1).slice(1, 1, -1);
  c.copy_(c.flip(0));
}
FG_COMPILE(.fullgraph = true)
void exchanged(FG_SHAPE("f32[N, M]") Tensor x, FG_SHAPE("f32[N, M]") Tensor y) {
  auto c = x.slice(0, 1, -1).slice(1, 1, -1), d = y.slice(0, 1, -1).slice(1, 1, -1);
  Tensor e = c + d;
  c.copy_(d * 2);
  d.copy_(e - c);
}
FG_COMPILE(.fullgraph = true)
Tensor bySymbol(FG_SHAPE("f32[N, M]") Tensor x, int64_t i) {
  x.slice(0, i).slice(1, 0, i).add_(x.slice(0, 0, -1).slice(1, 0, i).sum());
  return x * 2;
}
int main() {
  const auto V = [](std::initializer_list<int64_t> s) { return both::values(s, fg::kFloat); };
  for (const int64_t n : {3, 4, 40})
    for (const int64_t m : {3, 5, 33}) {
      both::check("stencil", [&] {
        auto x = V({n, m});
        stencil(x);
        return std::vector<Tensor>{x};
      });
      both::check("shifted", [&] {
        auto x = V({n, m});
        shifted(x);
        return std::vector<Tensor>{x};
      });
      both::check("rowsToo", [&] {
        auto x = V({n, m});
        auto r = rowsToo(x);
        return std::vector<Tensor>{x, r};
      });
      both::check("fresh", [&] {
        auto x = V({n, m});
        auto r = fresh(x);
        return std::vector<Tensor>{x, r};
      });
      both::check("everyOther", [&] {
        auto x = V({n, m});
        everyOther(x);
        return std::vector<Tensor>{x};
      });
      both::check("edges", [&] {
        auto x = V({n, m});
        edges(x);
        return std::vector<Tensor>{x};
      });
      both::check("transposed", [&] {
        auto x = V({n, m});
        transposed(x);
        return std::vector<Tensor>{x};
      });
      both::check("readBefore", [&] {
        auto x = V({n, m});
        auto r = readBefore(x);
        return std::vector<Tensor>{x, r};
      });
      both::check("changed", [&] {
        auto x = V({n, m});
        auto r = changed(x);
        return std::vector<Tensor>{x, r};
      });
      both::check("turned", [&] {
        auto x = V({n, m});
        turned(x);
        return std::vector<Tensor>{x};
      });
      both::check("ofAnother", [&] {
        auto x = V({n, m}), y = V({n, m});
        ofAnother(x, y);
        return std::vector<Tensor>{x, y};
      });
      both::check("ofAnother one", [&] {
        auto x = V({n, m});
        ofAnother(x, x);
        return std::vector<Tensor>{x};
      });
      both::check("inThreeDims", [&] {
        auto x = V({n, m, 4});
        inThreeDims(x);
        return std::vector<Tensor>{x};
      });
      both::check("selected", [&] {
        auto x = V({n, m, 4});
        selected(x);
        return std::vector<Tensor>{x};
      });
      both::check("exchanged", [&] {
        auto x = V({n, m}), y = V({n, m});
        exchanged(x, y);
        return std::vector<Tensor>{x, y};
      });
      both::check("bySymbol", [&] {
        auto x = V({n, m});
        auto r = bySymbol(x, 1);
        return std::vector<Tensor>{x, r};
      });
    }
  // CHECK-COUNT-144: : same
}
