// Loops whose turns write the parts that they read: y[t] = y[t] + y[t - 1], y[t] += x; and what another name
// sees of it.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: %fullgraph --emit=program %s -- %fg_flags 2>/dev/null | grep -c " loop \[" | grep -x 10
#include "Inputs/both.h"
using fg::Tensor;
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> filtered(FG_SHAPE("f32[T, C]") const Tensor &xs) {
  Tensor out = xs.clone();
  for (int64_t t = 1; t < xs.size(0); ++t)
    out[t] = out[t] + out[t - 1] * 0.5;
  return {out};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> filteredHere(FG_SHAPE("f32[T, C]") Tensor xs) {
  for (int64_t t = 1; t < xs.size(0); ++t)
    xs[t] = xs[t] + xs[t - 1] * 0.5;
  return {xs};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> doubled(FG_SHAPE("f32[T, C]") Tensor xs) {
  for (int64_t t = 0; t < xs.size(0); ++t)
    xs[t] = xs[t] * 2;
  return {xs};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> twice(FG_SHAPE("f32[T, C]") Tensor xs) {
  for (int64_t t = 0; t < xs.size(0); ++t) {
    const Tensor row = xs[t];
    const Tensor z = row * 2;
    xs[t] = z;
    xs[t] = row + z;
  }
  return {xs};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> carried(FG_SHAPE("f32[T, C]") Tensor xs, FG_SHAPE("f32[C]") Tensor h) {
  for (int64_t t = 0; t < xs.size(0); ++t) {
    const Tensor row = xs[t];
    h = h * 0.5 + row;
    xs[t] = h;
  }
  return {xs, h};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> readAgain(FG_SHAPE("f32[T, C]") Tensor xs, FG_SHAPE("f32[C]") Tensor h) {
  for (int64_t t = 0; t < xs.size(0); ++t) {
    const Tensor row = xs[t];
    h = h * 0.5 + row;
    xs[t] = h;
    h = h + row;
  }
  return {xs, h};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> byName(FG_SHAPE("f32[T, C]") Tensor xs) {
  Tensor y = xs;
  for (int64_t t = 0; t < xs.size(0); ++t)
    xs[t] = y[t] * 2;
  return {xs, y};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> withAnother(FG_SHAPE("f32[T, C]") Tensor xs, FG_SHAPE("f32[T, C]") const Tensor &y) {
  for (int64_t t = 0; t < xs.size(0); ++t)
    xs[t] = xs[t] * 2 + y[t];
  return {xs, y};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> listed(FG_SHAPE("f32[T, C]") Tensor xs) {
  std::vector<Tensor> ys;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    ys.push_back(xs[t]);
    xs[t] = xs[t] * 2;
  }
  return {xs, fg::stack(ys)};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> kept(FG_SHAPE("f32[T, C]") Tensor xs) {
  Tensor last = xs[0] * 0;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    last = xs[t];
    xs[t] = last * 2;
  }
  return {xs, last};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> backwards(FG_SHAPE("f32[T, C]") Tensor xs) {
  for (int64_t t = xs.size(0) - 2; t >= 0; --t)
    xs[t] = xs[t] + xs[t + 1] * 0.5;
  return {xs};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> columns(FG_SHAPE("f32[C, T]") Tensor xs) {
  for (int64_t t = 1; t < xs.size(1); ++t)
    xs.select(1, t).copy_(xs.select(1, t) + xs.select(1, t - 1) * 0.5);
  return {xs};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> sliced(FG_SHAPE("f32[T, C]") Tensor xs) {
  for (int64_t t = 1; t < xs.size(0); ++t)
    xs[t] = xs[t].slice(0, 0, 5) + xs[t - 1] * 0.5;
  return {xs};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> flipped(FG_SHAPE("f32[T, C]") Tensor xs) {
  for (int64_t t = 1; t < xs.size(0); ++t) {
    const Tensor v = xs[t].flip(0);
    xs[t] = v + xs[t - 1] * 0.5;
  }
  return {xs};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> writtenTwice(FG_SHAPE("f32[T, C]") Tensor xs) {
  for (int64_t t = 1; t < xs.size(0); ++t) {
    const Tensor v = xs[t];
    xs[t] = xs[t - 1] * 0.5;
    xs[t] = v * 2;
  }
  return {xs};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> added(FG_SHAPE("f32[T, C]") Tensor xs) {
  for (int64_t t = 0; t < xs.size(0); ++t) {
    xs[t] += 1;
  }
  return {xs};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> differences(FG_SHAPE("f32[T, C]") Tensor xs) {
  for (int64_t t = 1; t < xs.size(0); ++t) {
    xs[t] -= xs[t - 1];
  }
  return {xs};
}
// The tensor that is written is carried by another name, too.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> twoNames(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") Tensor h) {
  Tensor k = h;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    k.add_(xs[t]);
    h = h * 0.5 + k;
  }
  return {h, k};
}
int main() {
  auto V = [](std::initializer_list<int64_t> s) { return both::values(s, fg::kFloat); };
  for (const int64_t T : {0, 1, 2, 3, 20}) {
    const auto one = [&](const char *name, auto *f) {
      both::check(name, [&] {
        const Tensor x = V({T, 5});
        std::vector<Tensor> results = f(x);
        results.push_back(x);
        return results;
      });
    };
    one("filtered", filtered);
    one("filteredHere", filteredHere);
    one("doubled", doubled);
    one("twice", twice);
    one("byName", byName);
    one("listed", listed);
    one("backwards", backwards);
    one("sliced", sliced);
    one("flipped", flipped);
    one("writtenTwice", writtenTwice);
    one("added", added);
    one("differences", differences);
    both::check("kept", [&] {
      auto x = V({T + 1, 5});
      auto r = kept(x);
      r.push_back(x);
      return r;
    });
    both::check("carried", [&] {
      auto x = V({T, 5});
      auto r = carried(x, V({5}));
      r.push_back(x);
      return r;
    });
    both::check("k5r", [&] {
      auto x = V({T + 1, 5});
      auto r = carried(x, x[0]);
      r.push_back(x);
      return r;
    });
    both::check("readAgain", [&] {
      auto x = V({T, 5});
      auto r = readAgain(x, V({5}));
      r.push_back(x);
      return r;
    });
    both::check("withAnother", [&] {
      auto x = V({T, 5});
      auto r = withAnother(x, V({T, 5}));
      r.push_back(x);
      return r;
    });
    both::check("k8s", [&] {
      auto x = V({T, 5});
      auto r = withAnother(x, x);
      r.push_back(x);
      return r;
    });
    both::check("columns", [&] {
      auto x = V({5, T});
      auto r = columns(x);
      r.push_back(x);
      return r;
    });
    both::check("twoNames", [&] { return twoNames(V({T, 5}), V({5})); });
  }
  // CHECK-COUNT-100: : same
}
