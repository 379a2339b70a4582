// scan and map of many slices are one kernel each: the turns are a loop inside, and what they carry stays there.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// Nine of the functions are loops in kernels:
// RUN: %fullgraph --emit=program %s -- %fg_flags 2>/dev/null | grep -c " loop \[" | grep -x 9
// RUN: %fullgraph --emit=capture %s -- %fg_flags 2>/dev/null | FileCheck --check-prefix=CAPTURE %s
#include "Inputs/both.h"

using fg::Tensor;

// --- element by element: each place is a loop by itself

FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> average(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &a,
                                   FG_SHAPE("f32[C]") const Tensor &h) {
  return fg::scan(
      [&](const Tensor &h, const Tensor &x) {
        const Tensor next = a * h + (1 - a) * x;
        return std::make_tuple(next, next);
      },
      h, xs);
}
// CAPTURE-LABEL: function std::tuple<Tensor, Tensor> average
// CAPTURE: %[[S:.*]]: f32[C] = turn_state(%h, number = 0)
// CAPTURE: %[[Y:.*]]: f32[T, C] = all_turns([%[[S]]], [%[[N:.*]]], %[[N]], turns = T, reverse = false)
// What is stacked is what is carried: the kernel need not keep it for the last turn.
// CAPTURE: %[[L:.*]]: f32[C] of %[[Y]] {{.*}} = select(%[[Y]], dim = 0, index = T - 1)
// CAPTURE: clone(%[[L]])

// What is carried is not stacked: both are left of one kernel.
FG_COMPILE(.fullgraph = true)
std::tuple<std::pair<Tensor, Tensor>, Tensor> biquad(FG_SHAPE("f64[B, C, T]") const Tensor &xs,
                                                     FG_SHAPE("f64[5]") const Tensor &c) {
  const Tensor zero = fg::zeros({xs.size(0), xs.size(1)}, fg::kDouble);
  return fg::scan(
      [&](const std::pair<Tensor, Tensor> &s, const Tensor &x) {
        const Tensor y = c[0] * x + s.first;
        return std::make_pair(std::make_pair(c[1] * x - c[3] * y + s.second, c[2] * x - c[4] * y), y);
      },
      std::make_pair(zero, zero), xs, -1);
}

// The last carry alone, of other types, and smaller than the slices: it is broadcast, and counted once.
struct Counts {
  Tensor seen, largest;
  int64_t scale = 2;
};
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> counted(FG_SHAPE("f32[T, C]") const Tensor &xs) {
  auto [last, ys] = fg::scan(
      [](const Counts &n, const Tensor &x) {
        const Tensor more = fg::where(x > 0.5, n.seen + 1, n.seen);
        return std::make_pair(Counts{more, fg::maximum(n.largest, x), n.scale}, x * n.scale);
      },
      Counts{fg::zeros({xs.size(1)}, fg::kLong), fg::full({xs.size(1)}, -10.0)}, xs);
  (void)ys;
  return {last.seen, last.largest};
}

FG_COMPILE(.fullgraph = true)
Tensor flags(FG_SHAPE("f32[T, 1, C]") const Tensor &xs, FG_SHAPE("bool[1]") const Tensor &start) {
  auto [last, ys] = fg::scan(
      [](const Tensor &on, const Tensor &x) {
        const Tensor flipped = fg::logical_xor(on, fg::logical_not(on) & on);
        return std::make_pair(flipped, fg::where(flipped, x, -x));
      },
      start, xs);
  return ys;
}

// Delays: a turn leaves its slice, or what it found in another part. The last ones are slices of xs.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> delayed(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &z) {
  auto [last, ys] = fg::scan(
      [&](const std::tuple<Tensor, Tensor, Tensor> &s, const Tensor &x) {
        const auto &[one, two, same] = s;
        return std::make_tuple(std::make_tuple(x, one, same), x + 0.5 * one - 0.25 * two + same);
      },
      std::make_tuple(z, z * 2, z * 3), xs, 0, /*reverse=*/true);
  return {ys, std::get<0>(last), std::get<1>(last), std::get<2>(last)};
}

// 16-bit floats are rounded by each operator, as they are eagerly.
FG_COMPILE(.fullgraph = true)
Tensor rounded(FG_SHAPE("bf16[T, C]") const Tensor &xs) {
  return std::get<1>(fg::scan(
      [](const Tensor &h, const Tensor &x) {
        const Tensor next = (h * 0.9 + x * 0.1).tanh();
        return std::make_pair(next, next + 1);
      },
      fg::zeros({xs.size(1)}, fg::kBFloat16), xs));
}

FG_COMPILE(.fullgraph = true)
Tensor mapped(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &b) {
  return fg::map([](const Tensor &x, const Tensor &b) { return fg::relu(x - b) * 2; }, xs, b);
}

// --- small tensors of known sizes: each number is one of its own

FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> filtered(FG_SHAPE("f32[T, 2]") const Tensor &zs, FG_SHAPE("f32[4, 4]") const Tensor &f,
                                    FG_SHAPE("f32[2, 4]") const Tensor &h, FG_SHAPE("f32[4, 2]") const Tensor &k,
                                    FG_SHAPE("f32[4]") const Tensor &x) {
  return fg::scan(
      [&](const Tensor &s, const Tensor &z) {
        const Tensor p = fg::matmul(f, s);
        const Tensor next = p + fg::matmul(k, z - fg::matmul(h, p));
        return std::make_tuple(next, fg::cat({next.slice(0, 1, 3), next.mean(0, true)}));
      },
      x, zs);
}
FG_COMPILE(.fullgraph = true)
Tensor covariances(FG_SHAPE("f64[T, 3]") const Tensor &xs) {
  return std::get<0>(fg::scan(
      [](const Tensor &p, const Tensor &x) {
        const Tensor outer = fg::mm(x.unsqueeze(1), x.unsqueeze(0));
        return std::make_pair(p * 0.95 + outer.t() * 0.05, p.amax());
      },
      fg::eye(3, fg::kDouble), xs));
}

// --- what no kernel does stays a loop of the program, around compiled turns

FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> large(FG_SHAPE("f32[T, N]") const Tensor &xs, FG_SHAPE("f32[N, N]") const Tensor &w) {
  return fg::scan(
      [&](const Tensor &h, const Tensor &x) {
        const Tensor next = fg::tanh(fg::matmul(w, h) + x);
        return std::make_pair(next, next);
      },
      fg::zeros({xs.size(1)}), xs);
}
FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> written(FG_SHAPE("f32[T, N]") const Tensor &xs) {
  return fg::scan(
      [](const Tensor &h, const Tensor &x) {
        Tensor next = h + x;
        x.mul_(2);
        return std::make_pair(next, next * 1);
      },
      fg::zeros({xs.size(1)}), xs);
}
// What is carried grows by broadcasting in the first turn.
FG_COMPILE(.fullgraph = true)
std::tuple<Tensor, Tensor> growing(FG_SHAPE("f32[T, M, N]") const Tensor &xs, FG_SHAPE("f32[N]") const Tensor &h) {
  return fg::scan([](const Tensor &h, const Tensor &x) { return std::make_pair(h * 0.5 + x, h * 2 + x); }, h, xs);
}

int main() {
  using both::ahead;
  using both::check;
  using both::values;
  for (const int64_t turns : {1, 2, 17, 40})
    for (const int64_t places : {1, 3, 16, 37, 513, 1100}) {
      const std::string name = "average " + std::to_string(turns) + "x" + std::to_string(places);
      ahead(name.c_str(), [&] {
        auto [last, ys] = average(values({turns, places}), values({places}).abs() / 3, values({places}) + 1);
        return std::vector<Tensor>{last, ys};
      });
    }
  // CHECK-COUNT-24: average {{.*}}: 0 eager
  ahead("average of strided slices", [&] {
    auto [last, ys] = average(values({40, 74}).slice(1, 0, 74, 2), values({37}).abs() / 3, values({37}));
    return std::vector<Tensor>{last, ys};
  });
  // CHECK: average of strided slices: same
  check("average of none", [&] {
    auto [last, ys] = average(values({0, 4}), values({4}), values({4}));
    return std::vector<Tensor>{last, ys};
  });
  // CHECK: average of none: same error
  for (const auto &[batch, channels] : {std::pair<int64_t, int64_t>{1, 1}, {2, 1}, {3, 20}, {2, 700}})
    ahead("biquad", [&, b = batch, c = channels] {
      auto [last, ys] = biquad(values({b, c, 50}, fg::kDouble), values({5}, fg::kDouble) / 8);
      return std::vector<Tensor>{last.first, last.second, ys};
    });
  // CHECK-COUNT-4: biquad: 0 eager
  for (const int64_t places : {1, 5, 600})
    ahead("counted", [&] { return counted(values({30, places})); });
  // CHECK-COUNT-3: counted: 0 eager
  for (const bool on : {false, true})
    ahead("flags", [&] { return std::vector<Tensor>{flags(values({30, 1, 9}), fg::full({1}, on))}; });
  // CHECK-COUNT-2: flags: 0 eager
  for (const int64_t turns : {2, 3, 30})
    ahead("delayed", [&] { return delayed(values({turns, 5}), values({5})); });
  // CHECK-COUNT-3: delayed: 0 eager
  ahead("too few for a delay", [&] { return delayed(values({1, 5}), values({5})); });
  // CHECK: too few for a delay: same
  // CHECK-NEXT: too few for a delay: 1 eager
  check("the last slice is one of xs", [] {
    Tensor xs = values({20, 5});
    std::vector<Tensor> result = delayed(xs, values({5}));
    result[1].mul_(3); // writes xs
    result.push_back(xs);
    return result;
  });
  // CHECK: the last slice is one of xs: same
  ahead("rounded", [&] { return std::vector<Tensor>{rounded(values({33, 19}, fg::kBFloat16))}; });
  // CHECK: rounded: 0 eager
  ahead("mapped", [&] { return std::vector<Tensor>{mapped(values({33, 19}), values({19}))}; });
  // CHECK: mapped: 0 eager
  for (const int64_t turns : {1, 2, 100})
    ahead("filtered", [&] {
      auto [last, ys] = filtered(values({turns, 2}), values({4, 4}) / 8, values({2, 4}) / 4, values({4, 2}) / 4,
                                 values({4}));
      return std::vector<Tensor>{last, ys};
    });
  // CHECK-COUNT-3: filtered: 0 eager
  ahead("covariances", [&] { return std::vector<Tensor>{covariances(values({50, 3}, fg::kDouble))}; });
  // CHECK: covariances: 0 eager
  const auto both = [](std::tuple<Tensor, Tensor> all) {
    return std::vector<Tensor>{std::get<0>(all), std::get<1>(all)};
  };
  ahead("large", [&] { return both(large(values({20, 30}), values({30, 30}) / 30)); });
  // CHECK: large: 0 eager
  ahead("written", [&] {
    Tensor xs = values({20, 30});
    std::vector<Tensor> result = both(written(xs));
    result.push_back(xs);
    return result;
  });
  // CHECK: written: same
  ahead("growing", [&] { return both(growing(values({20, 3, 7}), values({7}))); });
  // CHECK: growing: same
}

// LOG: loops_over_slices.cpp: {{.*}} 0 breaks
