// Loops in kernels beside plain loops over floats, on one thread and on all. A ratio is plain / compiled: more
// than 1 is faster than what a C++ programmer would write by hand.
#include "bench/ratios.h"
#include "loops.h"

namespace {

struct Case {
  std::string name;
  std::function<fg::Tensor()> plain, compiled;
};

std::vector<Case> cases() {
  using fg::rand;
  using fg::randn;
  std::vector<Case> list;
  const auto add = [&](std::string name, auto plain, auto compiled, auto... inputs) {
    list.push_back({std::move(name), [=] { return plain(inputs...); }, [=] { return compiled(inputs...); }});
  };
  for (const auto &[turns, places] :
       {std::pair<int64_t, int64_t>{1000, 1}, {1000, 16}, {1000, 64}, {400, 1000}, {64, 16384}})
    add("average/" + std::to_string(turns) + "x" + std::to_string(places), loops::plain::average, loops::average,
        randn({turns, places}), rand({places}), fg::zeros({places}));
  for (const int64_t count : {1000, 48000})
    add("biquad/" + std::to_string(count), loops::plain::biquad, loops::biquad, randn({count}),
        fg::tensor({0.1F, 0.2F, 0.1F, -0.5F, 0.2F}));
  for (const auto &[turns, places] : {std::pair<int64_t, int64_t>{128, 8}, {2048, 64}, {128, 4096}})
    add("advantages/" + std::to_string(turns) + "x" + std::to_string(places), loops::plain::advantages,
        loops::advantages, randn({turns, places}), randn({turns + 1, places}),
        (rand({turns, places}) > 0.05).to(fg::kFloat));
  add("tracked/10000", loops::plain::tracked, loops::tracked, randn({10000, 2}), randn({4, 4}) * 0.3,
      randn({2, 4}), randn({4, 2}) * 0.1, randn({4}));
  return list;
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  const std::vector<Case> all = cases();
  for (const Case &one : all) {
    const fg::Tensor expected = one.plain(), got = one.compiled();
    if (!fg::allclose(got, expected, 1e-3, 1e-4)) {
      std::fprintf(stderr, "%s: the results differ\n", one.name.c_str());
      return 1;
    }
    for (const auto &[kind, run] : {std::pair{"plain/", one.plain}, {"compiled/", one.compiled}})
      benchmark::RegisterBenchmark((kind + one.name).c_str(), [run = run](benchmark::State &state) {
        for (auto _ : state)
          benchmark::DoNotOptimize(run());
      })->Unit(benchmark::kMicrosecond)->UseRealTime();
  }
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  double product = 1;
  int count = 0;
  for (const Case &one : all) {
    const double plain = reporter.time("plain/" + one.name + "/real_time"),
                 compiled = reporter.time("compiled/" + one.name + "/real_time");
    if (plain <= 0 || compiled <= 0)
      continue;
    std::printf("%-24s %10.2f us plain %10.2f us compiled %8.2fx\n", one.name.c_str(), plain / 1e3, compiled / 1e3,
                plain / compiled);
    product *= plain / compiled;
    ++count;
  }
  if (count > 0)
    std::printf("geometric mean %.2fx\n", std::pow(product, 1.0 / count));
}
