// Lists whose elements are lists or texts that emplace_back makes of a count; begin() and end() of a constant array,
// which is one object however often it is named.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: lists_of_lists.cpp: 3 functions, {{.*}} 0 breaks
#include <array>
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <string>
#include <vector>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor rows(const Tensor &x) {
  std::vector<std::vector<Tensor>> all;
  for (int i = 0; i < 2; ++i)
    all.emplace_back(3);
  for (auto &row : all)
    for (auto &t : row)
      t = x;
  all.emplace_back(2, x * 2);
  Tensor sum = x;
  for (auto &row : all)
    for (auto &t : row)
      sum = sum + t;
  std::vector<std::string> names;
  names.emplace_back(3, 'a');
  return names[0] == "aaa" ? sum : x;
}

static constexpr std::array<float, 4> levels{-1.f, -.5f, .5f, 2.f};
FG_COMPILE(.fullgraph = true)
Tensor scaled(const Tensor &w) { return w * fg::tensor(std::vector<float>(levels.begin(), levels.end())); }

struct Codebook {
  static constexpr std::array<float, 4> values{-1.f, -.3f, .3f, 1.f};
  Tensor table = fg::tensor(std::vector<float>(values.begin(), values.end()));
  FG_COMPILE(.fullgraph = true)
  Tensor decode(const Tensor &codes) const { return table.index({codes.to(fg::kLong)}); }
};

int main() {
  std::printf("%g %g %g\n", rows(fg::ones({2})).sum().item<double>(), scaled(fg::ones({2, 4})).sum().item<double>(),
              Codebook().decode(fg::arange(4).to(fg::kByte)).sum().item<double>());
} // CHECK: 22 2 
