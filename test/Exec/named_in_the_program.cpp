// What the program may do, and a text that is put into it may not: break honestly, and leave the program as
// it is.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <optional>
#include <utility>
#include <vector>

using fg::Tensor;

FG_DISABLE("log") void note(int number) { std::printf("note %d\n", number); }

// A pair of references would refer to the graph's outputs.
// LOG-DAG: named_in_the_program.cpp:[[@LINE+2]]:{{.*}} no capture rule for a pair or tuple of references that leaves the function
FG_COMPILE()
std::pair<Tensor &, int> doubled(Tensor &x, int n) {
  x = x * 2;
  return {x, n};
}
FG_COMPILE()
std::pair<int &, float &> counted(Tensor &x, int &n, float &f) {
  x = x * 2;
  n += 1;
  f += 2;
  return {n, f};
}
FG_COMPILE()
void listed(Tensor &x, int n, std::vector<std::pair<Tensor &, int>> &all) {
  x = x + n;
  all.emplace_back(x, n);
}
struct Holder {
  Tensor held = fg::ones({3});
  int n = 1;
  FG_COMPILE() std::pair<const Tensor &, const int &> step(const Tensor &x) {
    held = held + x;
    ++n;
    return {held, n};
  }
};

// `n = ...` is refused where n is const. A cache in a const method is written like this.
// LOG-DAG: named_in_the_program.cpp:[[@LINE+3]]:{{.*}} no capture rule for changes beside a cast that takes 'const' away
FG_COMPILE()
Tensor raised(const Tensor &x, const int &n) {
  const_cast<int &>(n) += 2;
  return x + n;
}
struct Cache {
  Tensor last;
  int hits = 0;
  FG_COMPILE() Tensor get(const Tensor &x) const {
    auto *self = const_cast<Cache *>(this);
    self->hits++;
    self->last = x * 2;
    return last + hits;
  }
};

// LOG-DAG: named_in_the_program.cpp:[[@LINE+3]]:{{.*}} volatile access to '*v'
FG_COMPILE()
Tensor watched(Tensor x, volatile int *v, int n) {
  *v = 5;
  return x * *v + n;
}

// A region in front of the declaration cannot name it.
// LOG-DAG: named_in_the_program.cpp:[[@LINE+5]]:{{.*}} no capture rule for a variable that is declared 'extern' within a function
FG_COMPILE()
Tensor scaled(Tensor x) {
  x = x + 1;
  extern int scale;
  x = x * scale;
  return x;
}
int scale = 9;

FG_COMPILE()
Tensor &&handedOn(Tensor &&x) {
  x = x * 2;
  return std::move(x);
}

// The text of all instantiations cannot name a class that is private to one of them.
template <int N> class Stack {
  struct Entry {
    Tensor tensor;
    int number;
  };
  std::vector<Entry> entries;

public:
  // LOG-DAG: named_in_the_program.cpp:[[@LINE+2]]:{{.*}} no capture rule for a value of the private type 'Entry' of a class template
  FG_COMPILE() Tensor push(Tensor x) {
    entries.push_back(Entry{x * N, N});
    return entries.back().tensor + 1;
  }
};

// Regions of an instantiation for tensors do not fit one for numbers.
// LOG-DAG: named_in_the_program.cpp:[[@LINE+1]]:{{.*}} no capture rule for an instantiation whose regions are not those of another one of 'product'
template <class A, class B> FG_COMPILE() auto product(A a, B b) {
  auto c = a * b;
  note(2);
  return c + b;
}

int main() {
  Tensor x = fg::ones({3});
  auto [first, second] = doubled(x, 3);
  first = first + 1;
  std::printf("doubled %.1f %d\n", x.sum().item<float>(), second); // CHECK: doubled 9.0 3
  int n = 1;
  float f = 2;
  auto [p, q] = counted(x, n, f);
  p += 10, q += 10;
  std::printf("counted %d %.1f\n", n, f); // CHECK: counted 12 14.0
  std::vector<std::pair<Tensor &, int>> all;
  listed(x, 4, all);
  all[0].first = all[0].first + 1;
  std::printf("listed %.1f\n", x.sum().item<float>()); // CHECK: listed 33.0
  Holder holder;
  const auto seen = holder.step(fg::ones({3}));
  holder.n = 77, holder.held = holder.held + 1;
  std::printf("step %.1f %d\n", seen.first.sum().item<float>(), seen.second); // CHECK: step 9.0 77
  int m = 1;
  std::printf("raised %.1f", raised(fg::ones({2}), m).sum().item<float>());
  std::printf(" %d\n", m); // CHECK: raised 8.0 3
  Cache cache;
  for (int i = 0; i < 2; ++i)
    std::printf("cache %.1f\n", cache.get(fg::ones({2})).sum().item<float>()); // CHECK: cache 6.0
  volatile int v = 1;
  std::printf("watched %.1f\n", watched(fg::ones({2}), &v, 1).sum().item<float>()); // CHECK: watched 12.0
  std::printf("scaled %.1f\n", scaled(fg::ones({2})).sum().item<float>());          // CHECK: scaled 36.0
  Tensor given = fg::ones({2});
  std::printf("handed on %.1f\n",
              Tensor(handedOn(std::move(given))).sum().item<float>()); // CHECK: handed on 4.0
  Stack<2> twos;
  Stack<3> threes;
  std::printf("pushed %.1f %.1f\n", twos.push(fg::ones({2})).sum().item<float>(),
              threes.push(fg::ones({2})).sum().item<float>());                  // CHECK: pushed 6.0 8.0
  std::printf("product %.1f\n", product(fg::ones({2}), 2).sum().item<float>()); // CHECK: product 8.0
  std::printf("product %.1f\n", double(product(2, 3.5)));                       // CHECK: product 10.5
}
