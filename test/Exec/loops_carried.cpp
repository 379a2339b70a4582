// What turns of a loop carry: parameters, members, structs and tuples of tensors, references; tensors that
// each turn assigns first; and what a region in front of the loop leaves.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: %fullgraph --emit=program %s -- %fg_flags 2>/dev/null | grep -c " loop \[" | grep -x 14
// RUN: %fullgraph --log=perf_hints -o %t.fg.cpp %s -- %fg_flags 2>&1 | FileCheck --check-prefix=HINTS %s
#include "Inputs/both.h"

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor average(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") Tensor h) {
  for (int64_t t = 0; t < xs.size(0); ++t)
    h = h * 0.9 + xs[t] * 0.1;
  return h;
}
FG_COMPILE(.fullgraph = true)
std::pair<Tensor, Tensor> averages(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") Tensor h) {
  const Tensor first = h;
  std::vector<Tensor> ys;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    h = h * 0.9 + xs[t] * 0.1;
    ys.push_back(h);
  }
  h += first;
  return {fg::stack(ys), h};
}
FG_COMPILE()
std::pair<Tensor, Tensor> broken(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") Tensor h) {
  Tensor g = xs[0] * 2;
  fg::graph_break("read");
  for (int64_t t = 0; t < xs.size(0); ++t) {
    h = h * 0.9 + xs[t] * 0.1;
    g = g + h;
  }
  fg::graph_break("read");
  h.add_(1);
  return {g, h};
}
FG_COMPILE(.fullgraph = true)
Tensor written(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") Tensor h) {
  for (int64_t t = 0; t < xs.size(0); ++t)
    h.mul_(0.9).add_(xs[t], 0.1);
  return h;
}
FG_COMPILE(.fullgraph = true)
void given(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") Tensor &h) {
  for (int64_t t = 0; t < xs.size(0); ++t)
    h = h * 0.9 + xs[t] * 0.1;
}
struct Net {
  Tensor h;
  FG_COMPILE(.fullgraph = true)
  void step(FG_SHAPE("f32[T, C]") const Tensor &xs) {
    for (int64_t t = 0; t < xs.size(0); ++t)
      h = h * 0.9 + xs[t] * 0.1;
  }
};
struct State {
  Tensor h, c;
  int64_t n = 3;
};
static State step(const Tensor &x, const State &s) {
  const Tensor c = s.c * 0.5 + fg::tanh(x + s.h);
  return {fg::sigmoid(c) * fg::tanh(x), c, s.n};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> whole(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &h0) {
  State s{h0, fg::zeros_like(h0)};
  std::vector<Tensor> ys;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    s = step(xs[t], s);
    ys.push_back(s.h * 2);
  }
  return {fg::stack(ys), s.h, s.c};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> members(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &h0) {
  State s{h0, fg::zeros_like(h0)};
  for (int64_t t = 0; t < xs.size(0); ++t) {
    s.c = s.c * 0.5 + fg::tanh(xs[t] + s.h);
    s.h = fg::sigmoid(s.c) * fg::tanh(xs[t]);
  }
  return {s.h, s.c};
}
static std::tuple<Tensor, Tensor> pair_step(const Tensor &x, const std::tuple<Tensor, Tensor> &s) {
  const auto &[h, c] = s;
  const Tensor n = c * 0.5 + fg::tanh(x + h);
  return {fg::sigmoid(n) * fg::tanh(x), n};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> tuples(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &h0) {
  auto s = std::make_tuple(h0, fg::zeros_like(h0));
  Tensor &c = std::get<1>(s);
  for (int64_t t = 0; t < xs.size(0); ++t)
    s = pair_step(xs[t], s);
  c.add_(1);
  return {std::get<0>(s), std::get<1>(s), c};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> references(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") Tensor &h) {
  State s{h, h};
  Tensor &c = s.c;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    h = h * 0.75 + xs[t] * c;
    c = c * 0.5 + s.h;
  }
  return {s.c, s.h};
}
struct Recurrent {
  State s;
  FG_COMPILE(.fullgraph = true)
  std::vector<Tensor> run(FG_SHAPE("f32[T, C]") const Tensor &xs) {
    std::vector<Tensor> ys;
    for (int64_t t = 0; t < xs.size(0); ++t) {
      s = State{s.h * 0.5 + xs[t], s.h + s.c, s.n};
      ys.push_back(s.c * 2);
    }
    return {fg::stack(ys), s.h};
  }
};
struct Filter {
  Tensor low, high;
  State s;
  FG_COMPILE(.fullgraph = true)
  Tensor run(FG_SHAPE("f32[T, C]") const Tensor &xs) {
    Tensor out = fg::empty_like(xs);
    for (int64_t t = 0; t < xs.size(0); ++t) {
      low = low + 0.3 * (xs[t] - low);
      this->high = xs[t] - low;
      s.h = s.h * 0.5 + low;
      out[t] = high + s.h;
    }
    return out;
  }
};
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> scratch(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &h0) {
  Tensor h = h0, y, z = fg::zeros({3, 4, 5});
  Tensor out = fg::empty_like(xs);
  for (int64_t t = 0; t < xs.size(0); ++t) {
    y = xs[t] * 2 + h;
    h = fg::tanh(y);
    z = y * h;
    z += 1;
    out[t] = z - y;
  }
  return {y, h, z, out};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> asked(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &h0) {
  Tensor h = h0, y;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    if (y.defined())
      h = h * 0.5;
    y = xs[t] * 2 + h;
    h = fg::tanh(y);
  }
  return {y, h};
}
static Tensor doubled(const Tensor &x) { return x.defined() ? x * 2 : fg::zeros({1}); }
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> by_name(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &h0) {
  Tensor h = h0, y = h0 * 3;
  const Tensor &r = y;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    h = doubled(r) * 0.25 + h;
    y = xs[t] * 2 + h;
  }
  return {y, h};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> sizes(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &h0) {
  Tensor h = h0, y = fg::ones({7, 2});
  const Tensor &r = y;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    h = h * 0.1 * double(r.numel());
    y = xs[t] * 2 + h;
  }
  return {y, h};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> branch(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &h0,
                           bool on) {
  Tensor h = h0, y = h0 * 3, w;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    if (on)
      y = xs[t] * 2 + h;
    w = y;
    h = h * 0.5 + y;
  }
  return {y, h, w};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> ties(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &h0) {
  Tensor h = h0, a, b;
  for (int64_t t = 0; t < xs.size(0); ++t) {
    std::tie(a, b) = std::make_tuple(h * 2 + xs[t], h - xs[t]);
    h = a * b * 0.1;
    a.mul_(2);
  }
  return {a, b, h};
}
// HINTS: averages: each turn of the loop calls kernels of its own ({{.*}}): no kernel has the loop in it: a tensor that it carries is in a list, and is written behind it
// HINTS: asked: each turn {{.*}} it carries an undefined tensor
// HINTS: branch: each turn {{.*}} two tensors that it carries become one
FG_COMPILE(.fullgraph = true)
Tensor cell(FG_SHAPE("f32[T, B, C]") const Tensor &xs, FG_SHAPE("f32[C, C]") const Tensor &w,
            FG_SHAPE("f32[B, C]") Tensor h) {
  for (int64_t t = 0; t < xs.size(0); ++t)
    h = fg::tanh(fg::matmul(h, w) + xs[t]);
  // HINTS: cell: each turn {{.*}}matmul ({{.*}}loops_carried.cpp:[[#@LINE-1]]:18) is not computed element by element, and turn_state {{.*}} is of an unknown size
  return h;
}
FG_COMPILE(.fullgraph = true)
Tensor scanned(FG_SHAPE("f32[T, B, C]") const Tensor &xs, FG_SHAPE("f32[C, C]") const Tensor &w,
               FG_SHAPE("f32[B, C]") const Tensor &h0) {
  const auto step = [&](const Tensor &h, const Tensor &x) {
    const Tensor next = fg::tanh(fg::matmul(h, w) + x);
    return std::make_tuple(next, next * 2);
  };
  const auto [h, ys] = fg::scan(step, h0, xs);
  // HINTS: scanned: each turn of the loop calls kernels of its own ({{.*}}loops_carried.cpp:[[#@LINE-1]]:24): {{.*}}matmul
  return ys + h;
}
FG_COMPILE(.fullgraph = true)
Tensor strides(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") Tensor h) {
  for (int64_t t = 0; t < xs.size(0); t += 2)
    h = h * 0.5 + xs[t];
  // HINTS: strides: each turn {{.*}} it does not count by ones to an end that is known in front of it
  return h;
}
int main() {
  for (const int64_t T : {1, 2, 19}) {
    both::ahead("average", [&] {
      return std::vector<Tensor>{average(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat))};
    });
    both::ahead("averages", [&] {
      auto p = averages(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat));
      return std::vector<Tensor>{p.first, p.second};
    });
    both::ahead("broken", [&] {
      auto p = broken(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat));
      return std::vector<Tensor>{p.first, p.second};
    });
    both::ahead("aliased", [&] {
      auto h = both::values({5}, fg::kFloat);
      auto p = broken(both::values({T, 5}, fg::kFloat), h);
      return std::vector<Tensor>{p.first, p.second, h};
    });
    both::ahead("row", [&] {
      auto x = both::values({T, 5}, fg::kFloat);
      auto p = averages(x, x[0]);
      return std::vector<Tensor>{p.first, p.second, x};
    });
    both::ahead("written", [&] {
      auto h = both::values({5}, fg::kFloat);
      auto p = written(both::values({T, 5}, fg::kFloat), h);
      return std::vector<Tensor>{p, h};
    });
    both::ahead("given", [&] {
      auto h = both::values({5}, fg::kFloat), k = h;
      given(both::values({T, 5}, fg::kFloat), h);
      return std::vector<Tensor>{k, h};
    });
    both::ahead("net", [&] {
      Net n{both::values({5}, fg::kFloat)};
      Tensor k = n.h;
      n.step(both::values({T, 5}, fg::kFloat));
      return std::vector<Tensor>{k, n.h};
    });
    both::ahead("whole",
                [&] { return whole(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat)); });
    both::ahead("members",
                [&] { return members(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat)); });
    both::ahead("tuples",
                [&] { return tuples(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat)); });
    both::ahead("references", [&] {
      auto h = both::values({5}, fg::kFloat), k = h;
      auto r = references(both::values({T, 5}, fg::kFloat), h);
      r.push_back(k);
      r.push_back(h);
      return r;
    });
    both::check("one object", [&] {
      auto h = both::values({5, 5}, fg::kFloat);
      Tensor r = h[0];
      auto q = references(h, r);
      q.push_back(h);
      q.push_back(r);
      return q;
    });
    both::check("same object", [&] {
      auto h = both::values({1}, fg::kFloat);
      Tensor k = h.unsqueeze(0);
      Tensor &r = k;
      auto q = references(k, r);
      q.push_back(h);
      q.push_back(r);
      return q;
    });
    both::ahead("filter", [&] {
      Filter f{both::values({5}, fg::kFloat),
               both::values({5}, fg::kFloat),
               {both::values({5}, fg::kFloat), both::values({5}, fg::kFloat)}};
      Tensor k = f.low, y = f.run(both::values({T, 5}, fg::kFloat));
      return std::vector<Tensor>{k, y, f.low, f.high, f.s.h, f.s.c};
    });
    both::ahead("scratch",
                [&] { return scratch(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat)); });
    both::ahead("asked",
                [&] { return asked(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat)); });
    both::ahead("by_name",
                [&] { return by_name(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat)); });
    both::check("sizes",
                [&] { return sizes(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat)); });
    for (bool on : {false, true})
      both::ahead("branch", [&] {
        return branch(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat), on);
      });
    both::ahead("ties",
                [&] { return ties(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat)); });
    both::ahead("cell", [&] {
      return std::vector<Tensor>{cell(both::values({T, 2, 5}, fg::kFloat), both::values({5, 5}, fg::kFloat),
                                      both::values({2, 5}, fg::kFloat))};
    });
    both::ahead("ofMember", [&] {
      Recurrent cell{{both::values({5}, fg::kFloat), both::values({5}, fg::kFloat)}};
      const Tensor before = cell.s.h;
      std::vector<Tensor> results = cell.run(both::values({T, 5}, fg::kFloat));
      results.insert(results.end(), {before, cell.s.h, cell.s.c});
      return results;
    });
    both::ahead("scanned", [&] {
      return std::vector<Tensor>{scanned(both::values({T, 2, 5}, fg::kFloat),
                                         both::values({5, 5}, fg::kFloat), both::values({2, 5}, fg::kFloat))};
    });
    both::ahead("strides", [&] {
      return std::vector<Tensor>{strides(both::values({T, 5}, fg::kFloat), both::values({5}, fg::kFloat))};
    });
  }
  // CHECK-COUNT-69: {{: 0 eager}}
  // CHECK-NOT: eager
  // CHECK: done
  std::printf("done\n");
}
