// Numbers that the standard library reads from texts, and places in texts: statements of the program between
// compiled regions, and no breaks.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=error %s < %t.log
// LOG: texts_parsed.cpp: 3 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

#include <map>

using fg::Tensor;

FG_COMPILE(.fullgraph = true)
Tensor scaled(FG_SHAPE("f32[N, 4]") Tensor x, const std::string &text) {
  const int k = std::stoi(text);
  return x * k;
}

FG_COMPILE(.fullgraph = true)
Tensor parsed(FG_SHAPE("f32[N, 4]") Tensor x, const std::string &text) {
  const auto at = text.find(':');
  const int64_t dim = std::stoi(text.substr(0, at));
  const double scale = std::stod(text.substr(at + 1));
  return x.sum(dim) * scale;
}

FG_COMPILE(.fullgraph = true)
Tensor configured(FG_SHAPE("f32[N, 4]") Tensor x, const std::map<std::string, std::string> &settings) {
  const float epsilon = std::stof(settings.at("epsilon"));
  const long turns = std::stol(settings.at("turns"));
  for (long i = 0; i < turns; ++i)
    x = x * 0.5 + epsilon;
  return x;
}

int main() {
  both::ahead("scaled", [] { return std::vector<Tensor>{scaled(both::values({3, 4}), "3")}; });
  both::check("throws", [] { return std::vector<Tensor>{scaled(both::values({3, 4}), "three")}; });
  both::ahead("parsed", [] { return std::vector<Tensor>{parsed(both::values({3, 4}), "1:0.5")}; });
  both::ahead("configured", [] {
    return std::vector<Tensor>{configured(both::values({3, 4}), {{"epsilon", "0.01"}, {"turns", "3"}})};
  });
}
// CHECK: scaled: same
// CHECK-NEXT: scaled: 0 eager
// CHECK: throws: same error
// CHECK: parsed: same
// CHECK-NEXT: parsed: 0 eager
// CHECK: configured: same
// CHECK-NEXT: configured: 0 eager
