// What a call of a compiled function costs beyond its kernels: guards and dispatch in nanoseconds, and
// allocations.
#include "eager_scope.h"
#include "model.h"
#include "ratios.h"
#include "small.h"
#include "test/tools/count_allocations.h"

namespace {

using counting::allocationsOf;

template <class Call> void registerCall(const char *name, const Call &call) {
  benchmark::RegisterBenchmark(name,
                               [call](benchmark::State &state) {
                                 for (auto _ : state)
                                   benchmark::DoNotOptimize(call());
                               })
      ->Unit(benchmark::kNanosecond)
      ->UseRealTime();
}

void printAllocations(const char *what, long calls, long outputs) {
  std::printf("%-52s %10ld     (its outputs: %ld, %s)\n", what, calls, outputs,
              calls <= outputs ? "held" : "MISSED");
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  const fg::Tensor x = fg::rand({1}), y = fg::rand({1});
  registerCall("output alone", [] { return fg::rt::empty(fg::kFloat, {1}); });
  registerCall("2 parameters", [x, y] { return addSmall(x, y); });
  registerCall("8 parameters", [x, y] { return addEight(x, y, x, y, x, y, x, y); });
  registerCall("16 steps, one graph", [x] { return sixteenSteps(x); });
  registerCall("16 steps, a break behind each", [x] { return sixteenBreaks(x); });
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);

  const double output = reporter.time("output alone/real_time");
  if (output > 0) {
    printAgainstBar("guards, dispatch and kernel of f32[1], 2 parameters",
                    reporter.time("2 parameters/real_time") - output, 100, "ns");
    printAgainstBar("guards, dispatch and kernel of f32[1], 8 parameters",
                    reporter.time("8 parameters/real_time") - output, 100, "ns");
  }

  const double whole = reporter.time("16 steps, one graph/real_time");
  if (whole > 0)
    printAgainstBar("a break, with the region behind it",
                    (reporter.time("16 steps, a break behind each/real_time") - whole) / 16, 50, "ns");

  const std::string data = DIGITS_DATA;
  const Cnn cnn(data + "/cnn.safetensors");
  const Mlp mlp(data + "/mlp.safetensors");
  for (const int64_t batch : {1, 360}) {
    const fg::Tensor images = fg::rand({batch, 1, 8, 8}), rows = images.flatten(1);
    const long outputs = allocationsOf([&] { return fg::rt::empty(fg::kFloat, {batch, 10}); });
    const std::string suffix = ", batch " + std::to_string(batch);
    printAllocations(("allocations of a warm cnn call" + suffix).c_str(),
                     allocationsOf([&] { return cnn.forward(images); }), outputs);
    printAllocations(("allocations of a warm mlp call" + suffix).c_str(),
                     allocationsOf([&] { return mlp.forward(rows); }), outputs);
  }
}
