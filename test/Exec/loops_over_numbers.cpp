// A loop of the program over a number, whose turns carry tensors and stack what they compute, is one kernel.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// Functions that are one graph with a loop in it:
// RUN: %fullgraph --emit=program %s -- %fg_flags 2>/dev/null | grep -c " loop \[" | grep -x 19
// The interpreters of bisect take the turns one by one; in front of functionalise, graphs that write are none.
// RUN: %jit env 'FULLGRAPH_REMAKE=*' 'FULLGRAPH_INTERP=*' %t.compiled/loops_over_numbers 2>/dev/null | FileCheck --check-prefix=SAME --implicit-check-not=FAILED %s
// RUN: %jit env 'FULLGRAPH_REMAKE=*' FULLGRAPH_INTERP_PASSES=2 %t.compiled/loops_over_numbers 2>/dev/null | FileCheck --check-prefix=SAME --implicit-check-not=FAILED %s
// SAME: stacked: same
// SAME: overlapping: same
#include "Inputs/both.h"

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor stacked(FG_SHAPE("f32[T, C]") const Tensor &xs, FG_SHAPE("f32[C]") const Tensor &a) {
  Tensor h = fg::zeros({xs.size(1)});
  std::vector<Tensor> out;
  out.reserve(xs.size(0));
  for (int64_t t = 0; t < xs.size(0); ++t) {
    h = a * h + (1 - a) * xs[t];
    out.push_back(h);
  }
  return fg::stack(out);
}

// From behind, into a part of a tensor.
FG_COMPILE(.fullgraph = true)
Tensor advantages(FG_SHAPE("f32[T, N]") const Tensor &rewards, FG_SHAPE("f32[T1, N]") const Tensor &values,
                  FG_SHAPE("f32[T, N]") const Tensor &masks, double gamma, double lambda) {
  Tensor result = fg::zeros_like(rewards);
  Tensor last = fg::zeros({rewards.size(1)});
  for (int64_t t = rewards.size(0) - 1; t >= 0; --t) {
    const Tensor delta = rewards[t] + gamma * masks[t] * values[t + 1] - values[t];
    last = delta + gamma * lambda * masks[t] * last;
    result[t] = last;
  }
  return result;
}

// Slices of a middle dim, two things carried, a helper, and a list that is joined.
struct Cell {
  Tensor weight;
  bool squashes = true;
  std::tuple<Tensor, Tensor> step(const Tensor &x, const Tensor &h, const Tensor &c) const {
    const Tensor gate = fg::sigmoid(x * weight);
    const Tensor next = gate * c + (1 - gate) * fg::tanh(x + h);
    return {gate * (squashes ? fg::tanh(next) : next), next};
  }
};
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> recurrent(FG_SHAPE("f32[B, T, C]") const Tensor &x, const Cell &cell) {
  Tensor h = fg::zeros({x.size(0), x.size(2)}), c = h + 1;
  std::vector<Tensor> ys;
  for (int64_t t = 0; t < x.size(1); t++) {
    std::tie(h, c) = cell.step(x.select(1, t), h, c);
    ys.push_back(h.unsqueeze(1));
  }
  return {fg::cat(ys, 1), h, c};
}

// It begins at 1, reads the slice in front, and leaves the first place as it was.
FG_COMPILE(.fullgraph = true)
Tensor differences(FG_SHAPE("f32[T, C]") const Tensor &x, FG_SHAPE("f32[T, C]") Tensor out) {
  Tensor sum = x[0];
  for (size_t t = 1; t < static_cast<size_t>(x.size(0)); ++t) {
    sum = sum * 0.5 + (x[t] - x[t - 1]);
    out[t] = sum;
  }
  return sum;
}

// Columns, and a stack that is used twice.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> columns(FG_SHAPE("f64[R, T]") const Tensor &x, int64_t rounds) {
  Tensor h = fg::zeros({x.size(0)}, fg::kDouble);
  std::vector<Tensor> hs;
  for (int64_t t = 0; t <= x.size(1) - 1; ++t) {
    for (int i = 0; i < 2; ++i)
      h = h * 0.5 + x.select(1, t);
    if (rounds > 2)
      h = fg::floor(h * 8) / 8;
    hs.push_back(h);
  }
  Tensor whole = fg::stack(hs), across = fg::stack(hs, 1), again = fg::stack(hs, 0);
  again += 1;
  return {whole, across, again};
}

// One number a turn.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> samples(FG_SHAPE("f32[N]") const Tensor &x) {
  Tensor y1 = fg::zeros({}), y2 = fg::zeros({}), y = fg::empty_like(x);
  for (int64_t n = 0; n < x.size(0); ++n) {
    const Tensor v = 0.2 * x[n] + 1.1 * y1 - 0.4 * y2;
    y[n] = v;
    y2 = y1;
    y1 = v;
  }
  return {y, y1, y2};
}

// What earlier turns wrote is carried, too.
FG_COMPILE(.fullgraph = true)
Tensor filter(FG_SHAPE("f32[N]") const Tensor &x, FG_SHAPE("f32[5]") const Tensor &c) {
  Tensor y = x.clone();
  for (int64_t n = 2; n < x.size(0); ++n)
    y[n] = c[0] * x[n] + c[1] * x[n - 1] + c[2] * x[n - 2] - c[3] * y[n - 1] - c[4] * y[n - 2];
  return y;
}
FG_COMPILE(.fullgraph = true)
Tensor backFilled(FG_SHAPE("f32[T, C]") const Tensor &x) {
  Tensor y = x.clone();
  for (int64_t t = x.size(0) - 3; t >= 0; --t)
    y[t] = fg::where(x[t] > 0, x[t], y[t + 2]); // y[t + 1] is not read
  return y;
}

// Turns write into the tensor itself, which has another name.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> inPlace(FG_SHAPE("f32[T, C]") const Tensor &x, FG_SHAPE("f32[C]") Tensor given) {
  Tensor sum = fg::zeros({x.size(1)}), other = sum;
  for (int64_t t = 0; t < x.size(0); ++t) {
    Tensor part = x[t] * 0.5;
    part += 1;
    sum += part;
    given.mul_(0.5).add_(x[t]);
  }
  return {sum, other, given};
}

// Of a known length, which is too long to be walked turn by turn.
FG_COMPILE(.fullgraph = true)
Tensor known(FG_SHAPE("f32[100, 7]") const Tensor &x) {
  Tensor h = fg::zeros({7});
  for (int t = 0; t < 100; ++t)
    h = h * 0.9 + x[t];
  return h;
}
// Over the slices that the library cuts, of any number.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> unbound(FG_SHAPE("f32[B, T, C]") const Tensor &x) {
  Tensor h = fg::zeros({x.size(0), x.size(2)});
  std::vector<Tensor> hs;
  for (const auto &now : x.unbind(1)) {
    h = 0.9 * h + 0.1 * now;
    hs.push_back(h);
  }
  Tensor sum = fg::zeros({x.size(1), x.size(2)});
  for (auto row : fg::unbind(x))
    sum = sum + row;
  return {fg::stack(hs, -1), sum};
}
// sin of sin: an expression of each operand of each operand would have no end.
FG_COMPILE(.fullgraph = true)
Tensor deep(FG_SHAPE("f32[T, C]") const Tensor &x) {
  Tensor h = fg::zeros({x.size(1)});
  for (int64_t t = 0; t < x.size(0); ++t)
    h = fg::sin(fg::exp(-fg::sin(fg::tanh(fg::sin(h + x[t]))).abs())) + fg::cos(fg::sin(h));
  return h;
}

// --- what is no kernel stays a loop, and computes the same

// All elements of the list are one tensor.
FG_COMPILE(.fullgraph = true)
Tensor oneTensor(FG_SHAPE("f32[T, C]") const Tensor &x) {
  Tensor sum = fg::zeros({x.size(1)});
  std::vector<Tensor> sums;
  for (int64_t t = 0; t < x.size(0); ++t) {
    sum += x[t];
    sums.push_back(sum);
  }
  return fg::stack(sums);
}
// An element of a list is assigned, and no part of a tensor; what is written is computed by rows.
FG_COMPILE(.fullgraph = true)
Tensor elements(FG_SHAPE("f32[N]") const Tensor &x, int turns) {
  std::vector<Tensor> state(2, x);
  for (int i = 0; i < turns; ++i) {
    state[0] = state[1] * 2;
    state[1] = state[0] - x;
  }
  return state[0] + state[1] * 3;
}
FG_COMPILE(.fullgraph = true)
Tensor writesRows(FG_SHAPE("f32[T, C]") const Tensor &x) {
  Tensor h = fg::zeros({x.size(1)});
  for (int64_t t = 0; t < x.size(0); ++t) {
    Tensor row = x[t] * 2;
    row.copy_(fg::softmax(row, 0));
    h += row.sum();
  }
  return h;
}
// The rows of y are names of its memory: h is what the turn has written there.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> rowsByName(FG_SHAPE("f32[T, C]") const Tensor &x) {
  Tensor y = fg::ones_like(x), h = x[0];
  std::vector<Tensor> ys;
  for (int64_t t = 0; t < x.size(0); ++t) {
    y[t] = h + x[t];
    h = y[t];
    ys.push_back(y[t]);
  }
  y += 1;
  return {y, h, fg::stack(ys)};
}
// The last element of the list is h, and is written with it; what two lists are stacked to is two tensors.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> lastElement(FG_SHAPE("f32[T, C]") const Tensor &x) {
  Tensor h = fg::zeros({x.size(1)});
  std::vector<Tensor> ys;
  for (int64_t t = 0; t < x.size(0); ++t) {
    h = h + x[t];
    ys.push_back(h);
  }
  h += 1;
  return {fg::stack(ys), h};
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> twoLists(FG_SHAPE("f32[T, C]") const Tensor &x) {
  Tensor h = fg::zeros({x.size(1)});
  std::vector<Tensor> ys, zs;
  for (int64_t t = 0; t < x.size(0); ++t) {
    h = h + x[t];
    ys.push_back(h);
    zs.push_back(h);
  }
  Tensor a = fg::stack(ys);
  a += 1;
  return {a, fg::stack(zs), fg::stack(ys), fg::cat(ys), fg::stack(zs, 1)};
}
// A list of what is carried, beside parts that earlier turns wrote.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> listAndLags(FG_SHAPE("f32[T, C]") const Tensor &x) {
  Tensor y = x.clone(), h = fg::zeros({x.size(1)});
  std::vector<Tensor> ys;
  for (int64_t t = 2; t < x.size(0); ++t) {
    h = h * 0.5 + x[t];
    y[t] = h + y[t - 1] * 0.5 - y[t - 2] * 0.25;
    ys.push_back(h);
  }
  return {y, fg::stack(ys), h};
}
// What a loop has left is one tensor for the next loop.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> afterEachOther(FG_SHAPE("f32[T, C]") const Tensor &x) {
  Tensor k = fg::zeros({x.size(1)});
  for (int64_t t = 0; t < x.size(0); ++t)
    k = k * 0.5 + x[t];
  Tensor h = fg::zeros({x.size(1)}), sum = h + 1;
  for (int64_t t = 0; t < x.size(0); ++t) {
    sum = sum + h * x[t];
    h = k;
  }
  h += 1; // is k
  return {k, h, sum};
}
// What a turn leaves lies otherwise than what it found.
FG_COMPILE(.fullgraph = true)
Tensor turnedOver(FG_SHAPE("f32[T, 3, 3]") const Tensor &x) {
  Tensor h = fg::zeros({3, 3});
  for (int64_t t = 0; t < x.size(0); ++t)
    h = fg::tanh((h + x[t]).t());
  return h;
}
// A part of what a turn computes is none of a tensor that all turns share.
FG_COMPILE(.fullgraph = true)
Tensor partsOfTurns(FG_SHAPE("f32[N, N]") const Tensor &x) {
  Tensor sum = fg::zeros({x.size(1)}), picked = fg::zeros({});
  for (int64_t t = 0; t < x.size(0); ++t) {
    const Tensor row = x[t] * 2;
    sum += row;
    picked = picked + row[t] - sum[t] * 0.5;
  }
  return picked + sum;
}
FG_COMPILE(.fullgraph = true)
Tensor copiedTooEarly(FG_SHAPE("f32[T, C]") const Tensor &x) {
  Tensor y = fg::empty_like(x);
  for (int64_t t = 0; t < x.size(0); ++t) {
    Tensor part = x[t] * 2;
    y[t] = part;
    part += 1;
  }
  return y;
}
FG_COMPILE(.fullgraph = true)
Tensor numbered(FG_SHAPE("f32[T, C]") const Tensor &x) {
  Tensor sum = fg::zeros({x.size(1)});
  for (int64_t t = 0; t < x.size(0); ++t)
    sum = sum + x[t] * t;
  return sum;
}
FG_COMPILE(.fullgraph = true)
Tensor listIsRead(FG_SHAPE("f32[T, C]") const Tensor &x) {
  std::vector<Tensor> out;
  Tensor h = x[0];
  for (int64_t t = 0; t < x.size(0); ++t) {
    h = h * 0.5 + x[t];
    out.push_back(h);
  }
  return fg::stack(out) + out.back();
}
FG_COMPILE(.fullgraph = true)
Tensor nested(FG_SHAPE("f32[T, C]") const Tensor &x, int64_t rounds) {
  Tensor h = fg::zeros({x.size(1)});
  for (int64_t r = 0; r < rounds; ++r)
    for (int64_t t = 0; t < x.size(0); ++t)
      h = h * 0.5 + x[t];
  return h;
}
// The tensor that is written is memory of the one that is read.
FG_COMPILE(.fullgraph = true)
Tensor overlapping(FG_SHAPE("f32[T, C]") Tensor x) {
  Tensor rows = x.slice(0, 1), h = fg::zeros({x.size(1)});
  for (int64_t t = 0; t < rows.size(0); ++t) {
    h = h + x[t];
    rows[t] = h;
  }
  return h;
}

int main() {
  using both::ahead;
  using both::check;
  using both::values;
  for (const int64_t turns : {1, 2, 30})
    for (const int64_t places : {1, 5, 64, 600}) {
      ahead("stacked", [&] { return std::vector<Tensor>{stacked(values({turns, places}), values({places}) / 3)}; });
      ahead("advantages", [&] {
        return std::vector<Tensor>{advantages(values({turns, places}), values({turns + 1, places}) + 1,
                                              (values({turns, places}) > -1).to(fg::kFloat), 0.9, 0.95)};
      });
      ahead("recurrent", [&] { return recurrent(values({3, turns, places}), {values({places})}); });
    }
  // CHECK-COUNT-36: {{stacked|advantages|recurrent}}: 0 eager
  for (const int64_t turns : {2, 3, 20})
    ahead("differences", [&] {
      Tensor out = values({turns, 7}) + 5;
      const Tensor last = differences(values({turns, 7}), out);
      return std::vector<Tensor>{last, out};
    });
  // CHECK-COUNT-3: differences: 0 eager
  check("no turn", [&] {
    Tensor out = values({1, 7}) + 5, x = values({1, 7});
    Tensor last = differences(x, out);
    last.mul_(2); // is a part of x
    return std::vector<Tensor>{last, out, x};
  });
  // CHECK: no turn: same
  check("no slices", [&] { return std::vector<Tensor>{stacked(values({0, 5}), values({5}))}; });
  // CHECK: no slices: same error
  for (const int64_t rounds : {1, 3})
    ahead("columns", [&] { return columns(values({9, 12}, fg::kDouble), rounds); });
  // CHECK-COUNT-2: columns: 0 eager
  for (const int64_t count : {3, 1000})
    ahead("samples", [&] { return samples(values({count})); });
  // CHECK-COUNT-2: samples: 0 eager
  check("one sample", [&] { return samples(values({1})); });
  // CHECK: one sample: same

  const Tensor x = values({20, 5});
  const auto one = [](const Tensor &result) { return std::vector<Tensor>{result}; };
  for (const int64_t count : {3, 4, 500})
    ahead("filter", [&] { return one(filter(values({count}), values({5}) / 4)); });
  // CHECK-COUNT-3: filter: 0 eager
  ahead("backFilled", [&] { return one(backFilled(x)); });
  // CHECK: backFilled: 0 eager
  ahead("inPlace", [&] { return inPlace(x, values({5}) + 1); });
  // CHECK: inPlace: 0 eager
  ahead("known", [&] { return one(known(values({100, 7}))); });
  // CHECK: known: 0 eager
  for (const int64_t turns : {1, 40})
    ahead("unbound", [&] { return unbound(values({3, turns, 5})); });
  // CHECK-COUNT-2: unbound: 0 eager
  ahead("deep", [&] { return one(deep(x)); });
  // CHECK: deep: 0 eager
  ahead("oneTensor", [&] { return one(oneTensor(x)); });
  // CHECK: oneTensor: 0 eager
  for (const int turns : {0, 1, 5})
    check("elements", [&] { return one(elements(values({9}), turns)); });
  // CHECK-COUNT-3: elements: same
  ahead("writesRows", [&] { return one(writesRows(x)); });
  // CHECK: writesRows: 0 eager
  check("rowsByName", [&] { return rowsByName(x); });
  // CHECK: rowsByName: same
  check("lastElement", [&] { return lastElement(x); });
  // CHECK: lastElement: same
  ahead("twoLists", [&] {
    std::vector<Tensor> result = twoLists(values({20, 1}));
    result[4].add_(2);
    result[1].add_(3);
    return result;
  });
  // CHECK: twoLists: 0 eager
  ahead("listAndLags", [&] { return listAndLags(x); });
  // CHECK: listAndLags: 0 eager
  ahead("afterEachOther", [&] { return afterEachOther(x); });
  // CHECK: afterEachOther: 0 eager
  ahead("turnedOver", [&] { return one(turnedOver(values({21, 3, 3}))); });
  // CHECK: turnedOver: same
  ahead("partsOfTurns", [&] { return one(partsOfTurns(values({20, 20}))); });
  // CHECK: partsOfTurns: 0 eager
  ahead("copiedTooEarly", [&] { return one(copiedTooEarly(x)); });
  ahead("numbered", [&] { return one(numbered(x)); });
  ahead("listIsRead", [&] { return one(listIsRead(x)); });
  ahead("nested", [&] { return one(nested(x, 3)); });
  ahead("overlapping", [&] {
    Tensor own = x.clone();
    return std::vector<Tensor>{overlapping(own), own};
  });
  // CHECK: copiedTooEarly: 0 eager
  // CHECK: numbered: 0 eager
  // CHECK: listIsRead: 0 eager
  // CHECK: nested: 0 eager
  // CHECK: overlapping: same
}

// LOG: loops_over_numbers.cpp: {{.*}} 0 breaks
