// A call of the digits networks, eager and compiled, for the batch sizes of the example.
#include "eager_scope.h"
#include "model.h"
#include "ratios.h"

#include <optional>

namespace {

template <class Model> void registerModel(const std::string &name, const Model &model, fg::Tensor images) {
  for (const int64_t batch : {1, 32, 360}) {
    const fg::Tensor x = images.narrow(0, 0, batch).contiguous();
    for (const bool compiled : {false, true}) {
      const std::string full =
          name + (compiled ? "/compiled/" : "/eager/") + "batch " + std::to_string(batch);
      benchmark::RegisterBenchmark(full.c_str(),
                                   [&model, x, compiled](benchmark::State &state) {
                                     std::optional<EagerScope> eager;
                                     if (!compiled)
                                       eager.emplace();
                                     for (auto _ : state)
                                       benchmark::DoNotOptimize(model.forward(x));
                                   })
          ->Unit(benchmark::kMicrosecond)
          ->UseRealTime();
    }
  }
}

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  const std::string data = DIGITS_DATA;
  const Cnn cnn(data + "/cnn.safetensors");
  const Mlp mlp(data + "/mlp.safetensors");
  const fg::Tensor images = fg::rand({360, 1, 8, 8});
  registerModel("cnn", cnn, images);
  registerModel("mlp", mlp, images.flatten(1));
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.printRatios([](const std::string &scenario) {
    return scenario.starts_with("batch 1/") ? 5.0 : scenario.starts_with("batch 360/") ? 2.0 : 0.0;
  });
}
