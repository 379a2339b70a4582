// A call of the library that loops over a number which is only known at run time, and computes in each turn
// (the steps of a recurrent layer), is made as it stands, between compiled regions: no break, and not a graph
// for each number of turns.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: library_loops.cpp: 3 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

#include <fullgraph/nn.h>

using fg::Tensor;
namespace nn = fg::nn;

namespace {

struct Encoder {
  nn::GRU gru{nullptr};
  nn::LSTM lstm{nullptr};

  FG_COMPILE(.fullgraph = true)
  std::tuple<Tensor, Tensor> encode(FG_SHAPE("f32[B, T, 8]") const Tensor &x) {
    auto [y, h] = gru(fg::tanh(x) * 2);
    return {fg::relu(y) + 1, h.squeeze(0) * 2};
  }
  FG_COMPILE(.fullgraph = true)
  Tensor both(FG_SHAPE("f32[B, T, 8]") const Tensor &x) {
    auto [y, state] = lstm(x * 0.5);
    return y.mean(1) - std::get<1>(state)[0];
  }
};

// Views in each turn are cheap, and their number is known to the code behind: a graph for each.
FG_COMPILE(.fullgraph = true)
Tensor parts(FG_SHAPE("f32[N]") const Tensor &x) {
  Tensor sum = fg::zeros({2});
  for (const Tensor &part : x.split(2))
    sum = sum + part.sum();
  return sum;
}

} // namespace

int main() {
  fg::manual_seed(7);
  Encoder encoder;
  encoder.gru = nn::GRU(nn::GRUOptions(8, 6).batch_first(true));
  encoder.lstm = nn::LSTM(nn::LSTMOptions(8, 5).num_layers(2).batch_first(true));
  for (const int64_t steps : {1, 2, 9}) {
    const Tensor x = both::values({3, steps, 8});
    both::check("encode", [&] {
      auto [y, h] = encoder.encode(x);
      return std::vector{y, h};
    });
    both::check("both", [&] { return std::vector{encoder.both(x)}; });
    both::check("parts", [&] { return std::vector{parts(both::values({steps}))}; });
  }
  // CHECK-COUNT-9: {{: same$}}
}
