// std::optional::emplace of what is made of no argument, or of several; the old object ends.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" %s < %t.log
// LOG: optional_emplace.cpp: 5 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

#include <optional>
#include <utility>
#include <vector>

using fg::Tensor;
#define ONE_GRAPH FG_COMPILE(.fullgraph = true)

namespace {

struct Scaled {
  Tensor of;
  double by = 2;
  Scaled(Tensor x, double factor) : of(std::move(x)), by(factor) {}
};

struct Ema {
  double decay = 0.9;
  std::optional<std::vector<Tensor>> shadow;
  ONE_GRAPH Tensor update(const std::vector<Tensor> &values) {
    if (!shadow) {
      shadow.emplace();
      for (const auto &v : values)
        shadow->push_back(v * 1.0);
      return values[0];
    }
    for (size_t i = 0; i < values.size(); ++i)
      (*shadow)[i].mul_(decay).add_(values[i], 1 - decay);
    return (*shadow)[0] + 1;
  }
};

ONE_GRAPH Tensor several(FG_SHAPE("f32[N]") const Tensor &x, double factor) {
  std::optional<Scaled> scaled;
  scaled.emplace(x + 1, factor);
  Tensor sum = scaled->of * scaled->by;
  scaled.emplace(sum, scaled->by * 0.5);
  return sum + scaled->of * scaled->by;
}

ONE_GRAPH std::pair<Tensor, bool> undefined(FG_SHAPE("f32[N]") const Tensor &x, bool fill) {
  std::optional<Tensor> held;
  Tensor &made = held.emplace();
  if (fill)
    made = x * 3;
  return {held->defined() ? *held : x, held->defined()};
}

ONE_GRAPH Tensor numbers(FG_SHAPE("f32[N]") const Tensor &x) {
  std::optional<double> factor = 4.0;
  factor.emplace() += 0.5;
  std::optional<std::pair<int64_t, double>> both;
  both.emplace(3, 0.25);
  std::optional<std::vector<int64_t>> counts;
  counts.emplace(2, 5);
  return x * *factor + both->second * double(both->first) + double((*counts)[1] + int64_t(counts->size()));
}

ONE_GRAPH void fillIn(std::optional<std::pair<Tensor, double>> &out, FG_SHAPE("f32[N]") const Tensor &x) {
  if (!out)
    out.emplace(x * 2, 1.5);
  else
    out->first = out->first + x;
}

} // namespace

int main() {
  for (const int64_t n : {1, 4}) {
    const Tensor x = both::values({n}, fg::kFloat);
    both::check("several", [&] { return std::vector<Tensor>{several(x, 1.5)}; });
    both::check("undefined",
                [&] { return std::vector<Tensor>{undefined(x, true).first, undefined(x, false).first}; });
    both::check("numbers", [&] { return std::vector<Tensor>{numbers(x)}; });
    both::check("update", [&] {
      Ema ema;
      std::vector<Tensor> seen;
      for (int k = 0; k < 3; ++k)
        seen.push_back(ema.update({x + k, x * k}));
      seen.insert(seen.end(), ema.shadow->begin(), ema.shadow->end());
      return seen;
    });
    both::check("fillIn", [&] {
      std::optional<std::pair<Tensor, double>> out;
      fillIn(out, x);
      const Tensor first = out->first;
      fillIn(out, x);
      return std::vector<Tensor>{first, out->first, fg::tensor(out->second)};
    });
  }
  // CHECK-COUNT-10: {{: same$}}
}
