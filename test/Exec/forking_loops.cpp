// A loop that data of the program ends from within, or that forks at every turn, stays a loop around the compiled code
// of its body: that is no break, under fullgraph, too.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" --implicit-check-not="running eagerly" %s < %t.log
// LOG: forking_loops.cpp: 16 functions, {{.*}} 0 breaks
// CHECK: backwards 0: 1.5
// CHECK: unsigned_while 5: 149
// CHECK: two_loops 5: 22
// CHECK: budget 7: 23 4
// CHECK: endless 8: 10176
#include <fullgraph/fullgraph.h>

#include <array>
#include <cstdio>
#include <vector>

using fg::Tensor;
#define WHOLE FG_COMPILE(.fullgraph = true)
#define ONE FG_SHAPE("f32[1]")

// `i-- > 0` of an unsigned number wraps around in the turn that ends the loop.
WHOLE Tensor backwards(ONE Tensor x, size_t n) {
  for (size_t i = n; i-- > 0;) {
    if (i % 2 == 0)
      x = x * 2;
    else
      x = x + 1;
  }
  return x;
}
WHOLE Tensor unsigned_while(ONE Tensor x, unsigned n) {
  while (n--)
    x = x * 2 + int(n);
  return x + int(n % 7);
}
WHOLE Tensor byte_while(ONE Tensor x, unsigned char n) {
  while (n-- > 250)
    x = x + 1;
  return x * n;
}
WHOLE Tensor weights_backwards(ONE Tensor x, const std::vector<Tensor> &weights) {
  for (size_t i = weights.size(); i-- > 0;)
    x = x * weights[i] + 1;
  return x;
}
WHOLE Tensor signed_while(ONE Tensor x, int64_t n) {
  int64_t i = n, sum = 0;
  while (--i >= 0) {
    sum += i;
    if (sum > 10)
      break;
    x = x + sum;
  }
  return x * i;
}

// Nothing but a statement of the body ends these.
WHOLE Tensor budget(ONE Tensor x, int left, int *turns) {
  while (true) {
    if (left <= 0)
      break;
    x = x * 2;
    left -= 2;
    ++*turns;
  }
  return x + left;
}
WHOLE Tensor endless(ONE Tensor x, int left) {
  for (;;) {
    if (left-- == 0)
      return x * 3;
    if (left == 5) {
      x = x + 100;
      continue;
    }
    x = x * 2;
  }
}
WHOLE Tensor queue(ONE Tensor x, std::vector<int> pending) {
  size_t head = 0;
  while (true) {
    if (head == pending.size())
      break;
    const int value = pending[head++];
    if (value > 3) {
      pending.push_back(value / 2);
      x = x + value;
    } else if (value == 2) {
      break;
    } else {
      x = x * value;
    }
  }
  return x + int(pending.size());
}
static Tensor spend(Tensor x, int &left) {
  while (true) {
    if (left < 3)
      return x;
    left -= 3;
    x = x * 2;
  }
}
WHOLE Tensor two_loops(ONE Tensor x, int n) {
  x = spend(x, n);
  x = x + n;
  n *= 4;
  x = spend(x, n);
  return x + n;
}
WHOLE Tensor at_least_once(ONE Tensor x, int n) {
  do {
    if (n % 3 == 0) {
      x = x + 1;
      --n;
      continue;
    }
    x = x * 2;
    n -= 2;
  } while (n > 0);
  return x;
}

// These have a count; what forks in each turn would make 2 to its power graphs.
WHOLE Tensor signs(ONE Tensor x, std::array<int, 9> weights) {
  for (const int weight : weights) {
    if (weight < 0)
      continue;
    if (weight > 50)
      break;
    x = x * weight;
  }
  return x;
}
WHOLE Tensor indexed(ONE Tensor x, std::array<int, 9> weights) {
  for (int i = 0; i < 9; ++i) {
    if (weights[i] < 0)
      x = x + 1;
    else
      x = x * 2;
  }
  return x;
}
WHOLE Tensor nested(FG_SHAPE("f32[N]") Tensor x, const std::array<std::array<int, 3>, 3> &weights) {
  Tensor sum = fg::zeros_like(x);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (weights[i][j] < 0)
        continue;
      sum = sum + x * weights[i][j];
      if (sum.size(0) == 7 && j == 2)
        return sum;
    }
  return sum;
}
// Forks once, however many turns it takes.
WHOLE Tensor settled(ONE Tensor x, int n, bool flip) {
  for (int i = 0;; ++i) {
    if (i >= 4)
      break;
    if (flip)
      x = x * 2;
    else
      x = x + n;
  }
  return x;
}

// What a turn assumes of the list's length would answer the condition for the next one, for ever.
FG_COMPILE() Tensor appended(ONE Tensor x, std::vector<double> &weights) {
  weights.push_back(5);
  for (size_t i = 1; i < weights.size(); ++i)
    x = x * weights[i];
  return x;
}

int main() {
  const auto at = [](const Tensor &x) { return double(x.data_ptr<float>()[0]); };
  for (const int n : {0, 1, 2, 3, 5, 7, 8}) {
    const Tensor x = fg::full({1}, 1.5);
    int turns = 0;
    std::array<int, 9> weights{};
    for (int i = 0; i < 9; ++i)
      weights[size_t(i)] = (i * n * 7) % 60 - 9;
    std::printf("backwards %d: %g\n", n, at(backwards(x, size_t(n))));
    std::printf("unsigned_while %d: %g\n", n, at(unsigned_while(x, unsigned(n))));
    std::printf("byte_while %d: %g\n", n, at(byte_while(x, static_cast<unsigned char>(n * 37 + 244))));
    std::printf("weights_backwards %d: %g\n", n,
                at(weights_backwards(x, std::vector<Tensor>(size_t(n), x + 1))));
    std::printf("signed_while %d: %g\n", n, at(signed_while(x, n)));
    const double spent = at(budget(x, n, &turns));
    std::printf("budget %d: %g %d\n", n, spent, turns);
    std::printf("endless %d: %g\n", n, at(endless(x, n)));
    std::printf("queue %d: %g\n", n, at(queue(x, {n, 5, 1, 9})));
    std::printf("two_loops %d: %g\n", n, at(two_loops(x, n)));
    std::printf("at_least_once %d: %g\n", n, at(at_least_once(x, n)));
    std::printf("signs %d: %g\n", n, at(signs(x, weights)));
    std::printf("indexed %d: %g\n", n, at(indexed(x, weights)));
    for (const int64_t size : {3, 7})
      std::printf("nested %d: %g\n", n,
                  at(nested(fg::full({size}, 0.5), {{{1, -n, 2}, {n, n - 4, 2}, {n - 1, 1, 5}}})));
    std::vector<double> growing(size_t(n), 0.5);
    for (int i = 0; i < 2; ++i)
      std::printf("appended %d: %g\n", n, at(appended(x, growing)));
    std::printf("settled %d: %g\n", n, at(settled(x, n, n % 2 == 1)));
  }
}
