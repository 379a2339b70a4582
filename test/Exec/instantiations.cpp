// Instantiations of one template share its text: the regions of each stand together, in front of what runs
// when none of them did.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" %s < %t.log
// LOG: instantiations.cpp: 14 functions, {{.*}} 7 breaks
// CHECK: 11 12 13
// CHECK: 11 1
// CHECK: 12 1
// CHECK: 23 4
// CHECK: 2 0.5
// CHECK: 97 1000
#include <fullgraph/fullgraph.h>

#include <cstdio>

using fg::Tensor;

static void stop(const char *what) { std::puts(what); }
static double number(const Tensor &x) { return x.sum().item<double>(); }

template <int K> Tensor helper(FG_SHAPE("f32[1]") Tensor x) {
  x = x * 10;
  stop("helper");
  return x + K;
}
FG_COMPILE() Tensor one(FG_SHAPE("f32[1]") const Tensor &x) { return helper<1>(x); }
FG_COMPILE() Tensor two(FG_SHAPE("f32[1]") const Tensor &x) { return helper<2>(x); }
FG_COMPILE() Tensor three(FG_SHAPE("f32[1]") const Tensor &x) { return helper<3>(x); }

template <int K> struct Net {
  int calls = 0;
  FG_COMPILE() Tensor forward(FG_SHAPE("f32[1]") Tensor x) {
    ++calls;
    x = x * 10;
    stop("forward");
    return x + K;
  }
};

template <class T> struct Loop {
  FG_COMPILE() Tensor run(FG_SHAPE("f32[1]") Tensor x, T by, int n) {
    for (int i = 0; i < n; ++i) {
      x = x + by;
      if (i == 1)
        stop("turn");
      x = x * 2;
    }
    return x;
  }
};

// Parameters whose types have no names.
FG_COMPILE(.fullgraph = true) Tensor scaled(FG_SHAPE("f32[1]") const Tensor &x, auto by) { return x * by; }

// 97 and 'a' are two instantiations.
template <auto V> FG_COMPILE(.fullgraph = true) Tensor tagged(FG_SHAPE("f32[1]") const Tensor &x) {
  return x * (sizeof(V) == 1 ? 1000 : int(V));
}

int main() {
  const Tensor x = fg::ones({1});
  const double a = number(one(x)), b = number(two(x)), c = number(three(x));
  std::printf("%g %g %g\n", a, b, c);
  Net<1> first;
  Net<2> second;
  const double f = number(first.forward(x)), s = number(second.forward(x));
  std::printf("%g %d\n%g %d\n", f, first.calls, s, second.calls);
  std::printf("%g %g\n", number(Loop<int>().run(x, 1, 3)) + number(Loop<float>().run(x, 0.125f, 1)) - 1.25,
              number(Loop<float>().run(x, 1.0f, 1)));
  std::printf("%g %g\n", number(scaled(x, 2)), number(scaled(x, 0.5)));
  std::printf("%g %g\n", number(tagged<97>(x)), number(tagged<'a'>(x)));
}
