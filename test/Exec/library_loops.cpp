// A call of the library that loops over a number which is only known at run time, and computes in each turn
// (the steps of a recurrent layer), is made as it stands, between compiled regions: no break, and not a graph
// for each number of turns.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG-COUNT-2: warning: graph break: no capture rule for one of several instantiations
// LOG: library_loops.cpp: 8 functions {{.*}} 2 breaks
#include "Inputs/both.h"

#include <fullgraph/nn.h>

#include <functional>
#include <numeric>

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

// Algorithms of the standard library over lists of the caller.
FG_COMPILE(.fullgraph = true)
Tensor product(FG_SHAPE("f32[4]") const std::vector<Tensor> &rows) {
  return fg::tanh(std::accumulate(rows.begin(), rows.end(), fg::ones({4}), std::multiplies<>())) + 1;
}
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> each(FG_SHAPE("f32[4]") const std::vector<Tensor> &rows) {
  std::vector<Tensor> result(rows.size());
  std::transform(rows.begin(), rows.end(), result.begin(),
                 [](const auto &row) { return row.tanh() * 2 - 1; });
  return result;
}
// The text of this lambda is that of two: it stays as it is, which is said.
template <int Scale> std::vector<Tensor> scaled(FG_SHAPE("f32[4]") const std::vector<Tensor> &rows) {
  std::vector<Tensor> result(rows.size());
  std::transform(rows.begin(), rows.end(), result.begin(), [](const auto &row) { return row.exp() * Scale; });
  return result;
}
FG_COMPILE()
std::vector<Tensor> twice(FG_SHAPE("f32[4]") const std::vector<Tensor> &rows) { return scaled<2>(rows); }
FG_COMPILE()
std::vector<Tensor> thrice(FG_SHAPE("f32[4]") const std::vector<Tensor> &rows) { return scaled<3>(rows); }
// The lambda is called with two types: which of its instances runs where is the standard library's affair.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> generic(FG_SHAPE("f32[4]") const std::vector<Tensor> &rows,
                            const std::vector<float> &factors) {
  std::vector<Tensor> result(rows.size());
  std::vector<float> doubled(factors.size());
  const auto twofold = [](const auto &value) { return value * 2; };
  std::transform(rows.begin(), rows.end(), result.begin(), twofold);
  std::transform(factors.begin(), factors.end(), doubled.begin(), twofold);
  for (size_t i = 0; i < result.size(); ++i)
    result[i] = result[i].exp() * doubled[i];
  return result;
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
  for (const int64_t count : {0, 1, 5}) {
    const std::vector<Tensor> rows = both::values({count, 4}).unbind(0);
    both::check("product", [&] { return std::vector{product(rows)}; });
    both::check("each", [&] { return each(rows); });
    both::check("twice", [&] { return twice(rows); });
    both::check("thrice", [&] { return thrice(rows); });
    both::check("generic", [&] { return generic(rows, std::vector<float>(rows.size(), 0.75f)); });
  }
  // CHECK-COUNT-24: {{: same$}}
}
