// std::to_string of a number of the caller's, and of one that is so much more: text of the user's program. Of other
// numbers that are computed it is a statement of the program, and no walk through the digits.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: texts_of_numbers.cpp: 3 functions, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <map>
#include <string>

using fg::Tensor;

struct Log {
  int64_t calls = 0;
  unsigned char small = 250;
  std::map<std::string, Tensor> entries;
};
FG_COMPILE(.fullgraph = true)
Tensor count(FG_SHAPE("f32[N]") const Tensor &x, Log &log) {
  ++log.calls;
  log.entries["call" + std::to_string(log.calls)] = x * 2;
  return x + 1;
}
FG_COMPILE(.fullgraph = true)
Tensor shift(FG_SHAPE("f32[N]") const Tensor &x, Log &log, int k) {
  log.entries["k" + std::to_string(k - 2)] = x * 3;
  log.entries["small" + std::to_string(log.small + 7)] = x * 4;
  return x + 1;
}
FG_COMPILE(.fullgraph = true)
Tensor parity(FG_SHAPE("f32[N]") const Tensor &x, Log &log, int k) {
  log.entries["odd" + std::to_string(k % 2)] = x * 5;
  return x + 1;
}

int main() {
  Log log;
  for (int i = 0; i < 3; ++i) {
    const Tensor x = fg::full({2}, double(i));
    count(x, log);
    shift(x, log, i);
    parity(x, log, i);
  }
  for (const auto &[name, value] : log.entries)
    std::printf("%s %.0f\n", name.c_str(), value.sum().item<double>());
  // CHECK: call1 0
  // CHECK-NEXT: call2 4
  // CHECK-NEXT: call3 8
  // CHECK-NEXT: k-1 6
  // CHECK-NEXT: k-2 0
  // CHECK-NEXT: k0 12
  // CHECK-NEXT: odd0 20
  // CHECK-NEXT: odd1 10
  // CHECK-NEXT: small257 16
}
