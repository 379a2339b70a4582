// The library's definitions are read behind the user's code, which they do not see: neither its macros nor
// what it adds to namespace fg. Only those that the code calls are read, and only their files are
// dependencies.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s < %t.log
// LOG: 4 functions, 4 graphs, {{.*}} 0 breaks
// RUN: %fullgraph %s -o %t.fg.cpp --depfile %t.d -- %fg_flags
// RUN: FileCheck --check-prefix=FILES --implicit-check-not=einsum.cpp %s < %t.d
// FILES-DAG: library/tensor.cpp
// FILES-DAG: library/composites/resample.cpp

// What is left open is an error in the user's file.
// RUN: not %fullgraph %s -o %t.fg.cpp -- %fg_flags -DOPEN 2>&1 | FileCheck --check-prefix=OPEN --implicit-check-not=composites %s
// OPEN: definitions.cpp:{{[0-9]+}}:{{[0-9]+}}: error: expected '}'
// OPEN: 1 error generated

// They are found whichever way the headers are named, and missed where they are not.
// RUN: %fullgraph %s --emit=capture -o %t.relative -- %fg_flags -DRELATIVE
// RUN: %fullgraph %s --emit=capture -o %t.plain -- %fg_flags
// RUN: cmp %t.relative %t.plain
// RUN: rm -rf %t.tree && mkdir -p %t.tree/include && cp -r %S/../../include/fullgraph %t.tree/include
// RUN: not %fullgraph %s -o %t.fg.cpp -- -std=c++20 -I%t.tree/include 2>&1 | FileCheck --check-prefix=LACKING %s
// LACKING: error: the definitions of fullgraph's headers in '{{.*}}.tree/include/fullgraph' are missing: they should
// LACKING-SAME: be in '{{.*}}.tree/lib{{[^']*}}/fullgraph/library' (an installation) or '{{.*}}.tree/library' (the source tree)
// RUN: mkdir -p %t.tree/lib/fullgraph && cp -r %S/../../library %t.tree/lib/fullgraph
// RUN: %fullgraph %s --emit=capture -o %t.moved -- -std=c++20 -I%t.tree/include
// RUN: cmp %t.moved %t.plain
#ifdef RELATIVE
#include "../../include/fullgraph/tensor.h"
#endif
#include <fullgraph/fullgraph.h>

#include <iostream>

#define size 3
#define N 64
#define input bogus()

namespace fg {
// Better than fg::sub(const Tensor &, const Scalar &) for the calls in upsampling.
Tensor sub(const Tensor &self, double other) {
  std::cout << "the user's\n";
  return add(self, other);
}

FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor mul(FG_SHAPE("f32[4]") const Tensor &self, float by) { return detail::tanhshrink(self) * by; }
} // namespace fg

template <class T> struct Activation {
  virtual ~Activation() = default;
  virtual T forward(const T &x) const { return celu(x, 1.5); } // found in the instantiation
};

FG_COMPILE(.fullgraph = true, .backend = "interp")
fg::Tensor activated(FG_SHAPE("f32[4]") const fg::Tensor &x) {
  const Activation<fg::Tensor> activation;
  return activation.forward(x);
}

FG_COMPILE(.fullgraph = true, .backend = "interp")
fg::Tensor pointed(FG_SHAPE("f32[4]") const fg::Tensor &x) {
  fg::Tensor (*function)(const fg::Tensor &) = &fg::detail::softsign;
  return function(x);
}

FG_COMPILE(.fullgraph = true, .backend = "interp")
fg::Tensor enlarged(FG_SHAPE("f32[4]") fg::Tensor x) {
  x[0] = 2.0;
  x /= 2;
  return fg::detail::interpolate(x.reshape({1, 1, 4}), std::vector<int64_t>{6}, std::nullopt, "linear")
      .flatten();
}

int main() {
  const fg::Tensor x = fg::arange(4, fg::kFloat);
  // CHECK-NOT: user's
  // CHECK: CPUFloatType{6}
  std::cout << enlarged(x.clone()) << activated(x) << pointed(x) << fg::mul(x, 2.0f);
  // CHECK: the user's
  std::cout << fg::sub(x, 1.0) << "\n";
}

#ifdef OPEN
namespace open {
#endif
