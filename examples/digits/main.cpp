// Classifies the held-back digits with both networks and measures the time of a call.
//
//   digits <data folder> [--save <file> | --against <file>]
//
// Built twice from the same sources: digits_eager as they stand, digits with fullgraph_compile. The eager
// program saves its results, the compiled one prints both side by side.
#include "model.h"

#include <fullgraph/io.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <map>
#include <string>

namespace {

struct Digits {
  fg::Tensor images; // f32[360,1,8,8], in [0, 1]
  fg::Tensor labels; // i64[360]
};

Digits loadHeldBack(const std::string &folder) {
  const fg::Tensor heldBack = fg::load_npy(folder + "/held_back.npy");
  const fg::Tensor images = fg::load_npy(folder + "/images.npy").index_select(0, heldBack);
  return {images.unsqueeze(1).to(fg::kFloat) / 16,
          fg::load_npy(folder + "/labels.npy").index_select(0, heldBack)};
}

/// Microseconds a call, the best of five rounds of 0.1 s: what the machine does besides only ever adds.
double timePerCall(const std::function<fg::Tensor()> &call) {
  using Clock = std::chrono::steady_clock;
  double best = 1e30;
  for (int round = 0; round < 5; ++round) {
    const auto start = Clock::now();
    double elapsed = 0;
    long calls = 0;
    do {
      for (int i = 0; i < 8; ++i)
        call();
      calls += 8;
      elapsed = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    } while (elapsed < 1e5);
    best = std::min(best, elapsed / double(calls));
  }
  return best;
}

using Results = std::map<std::string, double>; // "cnn images right", "cnn us a call, batch 1", ...

template <class Model>
void evaluate(const std::string &name, const Model &model, const fg::Tensor &images, const fg::Tensor &labels,
              Results &results) {
  const fg::Tensor right = model.forward(images).argmax(1).eq(labels).sum();
  results[name + " images right"] = double(right.item<int64_t>());
  for (const int64_t batch : {1, 32, 360}) {
    const fg::Tensor x = images.narrow(0, 0, batch);
    results[name + " us a call, batch " + std::to_string(batch)] =
        timePerCall([&] { return model.forward(x); });
  }
}

void print(const Results &eager, const Results &compiled, int64_t images) {
  std::printf("%-8s %-22s %12s %12s\n", "", "", "eager", "compiled");
  for (const std::string name : {"cnn", "mlp"}) {
    const double rightEager = eager.at(name + " images right"), right = compiled.at(name + " images right");
    std::printf("%-8s %-22s %10.2f %% %10.2f %%\n", name.c_str(), "accuracy, held back",
                100 * rightEager / double(images), 100 * right / double(images));
    for (const std::string batch : {"1", "32", "360"}) {
      const double before = eager.at(name + " us a call, batch " + batch);
      const double after = compiled.at(name + " us a call, batch " + batch);
      std::printf("%-8s %-22s %9.2f us %9.2f us   %5.1fx\n", name.c_str(), ("a call, batch " + batch).c_str(),
                  before, after, before / after);
    }
  }
}

int run(int argc, char **argv) {
  if (argc != 2 && argc != 4) {
    std::fprintf(stderr, "usage: %s <data folder> [--save <file> | --against <file>]\n", argv[0]);
    return 2;
  }
  const std::string folder = argv[1], option = argc == 4 ? argv[2] : "";
  const Digits digits = loadHeldBack(folder);
  Results results;
  evaluate("cnn", Cnn(folder + "/cnn.safetensors"), digits.images, digits.labels, results);
  evaluate("mlp", Mlp(folder + "/mlp.safetensors"), digits.images.flatten(1), digits.labels, results);

  if (option == "--save") {
    std::ofstream file(argv[3]);
    for (const auto &[key, value] : results)
      file << value << ' ' << key << '\n';
    return file ? 0 : 1;
  }
  if (option == "--against") {
    Results eager;
    std::ifstream file(argv[3]);
    double value;
    for (std::string key; file >> value && std::getline(file >> std::ws, key);)
      eager[key] = value;
    print(eager, results, digits.labels.numel());
    const bool same = eager.at("cnn images right") == results.at("cnn images right") &&
                      eager.at("mlp images right") == results.at("mlp images right");
    return same ? 0 : 1;
  }
  for (const auto &[key, value] : results)
    std::printf("%-28s %10.2f\n", key.c_str(), value);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
    return 1;
  }
}
