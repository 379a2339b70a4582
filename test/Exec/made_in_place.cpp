// Objects that generated code cannot make or hand on, because they have constructors of their own,
// destructors or local types: they are made where they are declared, of operands that are computed ahead, and
// what is done to them behind is compiled. Operators in their constructors are told.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="[FG003]" --implicit-check-not=eager %s < %t.log
// LOG: no capture rule for operators in the making of an object that stays where it is declared {{.*}}[FG003]
// LOG-NEXT: | ComputingScope computing(x);
// LOG: no capture rule for operators in the making of an object that lives across a graph break {{.*}}[FG003]
// LOG-NEXT: | Computing computing(x);
// LOG: no capture rule for a case that declares variables of the whole switch {{.*}}[FG003]
// LOG: made_in_place.cpp: 9 functions, 17 graphs, 23 operators
// CHECK: scope: 10
// CHECK: running_mean: 3
// CHECK: parts: 16.5
// CHECK: switched 1: 4
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <vector>

using fg::Tensor;
#define ONE FG_SHAPE("f32[1]")

FG_DISABLE("prints") static void say(const char *what) { std::puts(what); }

struct Scope {
  Tensor held;
  int uses = 0;
  explicit Scope(Tensor tensor) : held(tensor) {}
  Scope(const Scope &) = delete;
  ~Scope() { std::printf("end %d\n", uses); }
};
struct Computing {
  Tensor held;
  explicit Computing(Tensor tensor) : held(tensor * 2 + 1) {}
};
struct ComputingScope {
  Tensor held;
  explicit ComputingScope(Tensor tensor) : held(tensor * 2 + 1) {}
  ~ComputingScope() { say("over"); }
};
struct Mean {
  Tensor sum;
  int n = 0;
  Mean(const Tensor &first) : sum(first) { ++n; }
  void add(const Tensor &x) {
    sum = sum + x;
    ++n;
  }
  Tensor value() const { return sum / n; }
};
struct Fixed {
  Tensor held;
  Fixed(Tensor tensor) : held(tensor) {}
  Fixed(const Fixed &) = delete;
};

FG_COMPILE() Tensor scope(ONE Tensor x) {
  x = x * 3;
  Scope s(x + 1);
  s.uses = 3;
  say("in scope");
  return s.held + x;
}
FG_COMPILE() Tensor computing_scope(ONE Tensor x) {
  ComputingScope computing(x);
  say("in scope");
  return computing.held + x;
}
FG_COMPILE() Tensor computing(ONE Tensor x) {
  Computing computing(x);
  say("computing");
  return computing.held + 1;
}
FG_COMPILE() Tensor running_mean(ONE Tensor x) {
  Mean mean(x);
  mean.add(x * 2);
  say("mean");
  mean.add(x * 3);
  return mean.value();
}
struct Parts {
  std::vector<Tensor> tensors;
  Parts(std::initializer_list<Tensor> list) : tensors(list) {}
};
FG_COMPILE() Tensor parts(ONE Tensor x) {
  Parts parts{x, x * 2, x + 3};
  say("parts");
  parts.tensors.push_back(x * 5);
  Tensor sum = parts.tensors[0];
  for (size_t i = 1; i < parts.tensors.size(); ++i)
    sum = sum + parts.tensors[i];
  return sum;
}
FG_COMPILE() Tensor fixed(ONE Tensor x) {
  Fixed fixed(x * 2);
  say("fixed");
  return fixed.held + 1;
}
FG_COMPILE() Tensor written(ONE Tensor x) {
  Fixed fixed{x};
  fixed.held = fixed.held * 2;
  const Fixed &name = fixed;
  say("written");
  return name.held + 1;
}
FG_COMPILE() Tensor local_type(ONE Tensor x) {
  struct Pair {
    Tensor tensor;
    int factor;
  };
  Pair pair{x * 2, 3};
  say("local");
  return pair.tensor * pair.factor;
}
FG_COMPILE() Tensor switched(ONE Tensor x, int k) {
  switch (k) {
  case 0:
    say("switched");
    x = x + 1;
    break;
  case 2:
    int two;
    two = 2;
    x = x * two;
    break;
  default:
    Tensor y = x * 2;
    x = y + 1;
  }
  return x;
}

int main() {
  const auto at = [](const Tensor &x) { return double(x.data_ptr<float>()[0]); };
  const Tensor x = fg::full({1}, 1.5);
  std::printf("scope: %g\n", at(scope(x)));
  std::printf("computing_scope: %g\n", at(computing_scope(x)));
  std::printf("computing: %g\n", at(computing(x)));
  std::printf("running_mean: %g\n", at(running_mean(x)));
  std::printf("parts: %g\n", at(parts(x)));
  std::printf("fixed: %g\n", at(fixed(x)));
  std::printf("written: %g\n", at(written(x)));
  std::printf("local_type: %g\n", at(local_type(x)));
  for (const int k : {0, 1, 2})
    std::printf("switched %d: %g\n", k, at(switched(x, k)));
}
