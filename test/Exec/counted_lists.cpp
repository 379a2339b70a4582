// Loops over lists that the library makes as long as a size says: the call that makes the list stays a call,
// the loop stays one, and its body is compiled for any number of turns. There is no run-time compiler.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error %s < %t.log
// LOG-NOT: library-turns
// LOG: where 'x.split' loops more than 6 times, the whole function runs eagerly {{.*}}[FG712]
// LOG-NOT: library-turns
// LOG: counted_lists.cpp: 10 functions, {{.*}} 0 breaks
#include "Inputs/waves.h"

#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/stats.h>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true) Tensor biquad(Tensor x, double a, double b) {
  Tensor y1 = fg::zeros({x.size(0)}), y2 = fg::zeros({x.size(0)});
  std::vector<Tensor> out;
  for (const auto &s : x.unbind(1)) {
    const Tensor y = s - a * y1 - b * y2;
    y2 = y1;
    y1 = y;
    out.push_back(y);
  }
  return fg::stack(out, 1);
}

// By index; the last part may be smaller than the others.
FG_COMPILE(.fullgraph = true) Tensor byIndex(Tensor x) {
  const auto parts = x.split(2, 1);
  Tensor h = parts[0].sum(1);
  for (size_t i = 1; i < parts.size(); ++i)
    h = tanh(h + parts[i].sum(1));
  return h;
}

FG_COMPILE(.fullgraph = true) Tensor byIterator(Tensor x) {
  std::vector<Tensor> rows = fg::unbind(x, 0);
  Tensor h = fg::zeros({x.size(1)});
  for (auto it = rows.begin(); it != rows.end(); ++it)
    h = h * 0.5 + *it;
  return h;
}

// In a function that the compiled one calls.
static Tensor folded(const std::vector<Tensor> &parts, Tensor h) {
  for (const Tensor &part : parts)
    h = relu(h + part);
  return h;
}
FG_COMPILE(.fullgraph = true) Tensor inHelper(Tensor x) { return folded(x.unbind(0), x[0] - 1) * 2; }

struct Filter {
  double gain = 0.5;
  FG_COMPILE(.fullgraph = true) Tensor forward(const Tensor &x) const {
    Tensor state = fg::zeros({x.size(0), x.size(2)});
    for (const Tensor &step : x.unbind(1))
      state = state * gain + step * (1 - gain);
    return state;
  }
};

// Two lists of one length, the second one read beside the first.
FG_COMPILE(.fullgraph = true) Tensor beside(Tensor x, Tensor y) {
  const auto a = x.unbind(0);
  const auto b = y.unbind(0);
  Tensor h = fg::zeros({x.size(1)});
  for (size_t i = 0; i < a.size(); ++i)
    h = h + a[i] * b[i];
  return h;
}

// Known lengths are unrolled, as before.
FG_COMPILE(.fullgraph = true) Tensor known(FG_SHAPE("f32[3, N]") Tensor x) {
  Tensor h = fg::zeros({x.size(1)});
  for (const Tensor &row : x.unbind(0))
    h = sin(h + row);
  return h;
}
FG_COMPILE(.fullgraph = true) Tensor chunks(Tensor x) {
  Tensor h = fg::zeros({x.size(0)});
  for (const Tensor &part : x.chunk(3, 1))
    h = h + part.sum(1);
  return h;
}

// No loop of the program's: a graph for each number of parts, and no more than six.
FG_COMPILE(.fullgraph = true) Tensor swapped(Tensor x) { return fg::cat(x.split(2, 1), 0) * 2; }

int main() {
  const Filter filter;
  for (const int n : {1, 4, 7, 20}) {
    print(biquad(wave({3, n}), 0.3, 0.2)), print(byIndex(wave({3, n}))), print(byIterator(wave({n, 3})));
    print(inHelper(wave({n, 4}))), print(filter.forward(wave({2, n, 3})));
    print(beside(wave({n, 3}), wave({n, 3}))), print(known(wave({3, n}))), print(chunks(wave({2, 3 * n})));
    std::printf("\n");
  }
  std::printf("eager calls: %d\n", int(fg::stats().eager_calls));
  // CHECK: eager calls: 0
  print(swapped(wave({3, 8}))), print(swapped(wave({3, 20})));
  std::printf("\n");
}
