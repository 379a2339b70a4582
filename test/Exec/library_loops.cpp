// A call of the library that loops over a number which is only known at run time, and computes in each turn
// (a TransformerEncoder's layers), is made as it stands, between compiled regions: no break, and not a graph
// for each number of turns. A recurrent layer's steps are one operator; its layers have a graph for each of
// their first counts.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: library_loops.cpp:[[#GENERIC:]]:3: remark: 'std::transform' loops over a number that is only known at run time {{.*}}[FG709]
// LOG: library_loops.cpp: 14 functions, {{.*}} 0 breaks
// An object of another depth than those in sight:
// LOG: attending: this->stack->layers->size(): expected 2, got 4; running eagerly
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

// Made by a program's config.
struct Configured : nn::Module {
  nn::LSTM lstm;
  nn::TransformerEncoder stack{nullptr};
  Configured(int64_t layers, bool bidirectional)
      : lstm(nn::LSTMOptions(8, 5).num_layers(layers).bidirectional(bidirectional)) {
    register_module("lstm", lstm);
    const auto layer = nn::TransformerEncoderLayerOptions(8, 2).dim_feedforward(16).dropout(0);
    stack = register_module("stack", nn::TransformerEncoder(nn::TransformerEncoderLayer(layer), layers));
  }
  FG_COMPILE(.fullgraph = true)
  Tensor recurrent(FG_SHAPE("f32[T, B, 8]") const Tensor &x) {
    const auto [y, state] = lstm->forward(x.sin());
    return fg::relu(y) + std::get<0>(state).mean();
  }
  FG_COMPILE(.fullgraph = true)
  Tensor attending(FG_SHAPE("f32[T, B, 8]") const Tensor &x) { return stack->forward(x * 2).relu() + 1; }
};

// Views in each turn are cheap, and their number is known to the code behind: a graph for each.
FG_COMPILE(.fullgraph = true)
Tensor parts(FG_SHAPE("f32[N]") const Tensor &x) {
  Tensor sum = fg::zeros({2});
  for (const Tensor &part : x.split(2))
    sum = sum + part.sum();
  return sum;
}

// Whether a block has modules to run its input through is what its constructor says: one graph of them all.
struct BlockImpl : nn::Module {
  nn::Conv2d conv{nullptr};
  nn::Sequential down;
  BlockImpl(int64_t in, int64_t out) {
    conv = register_module("conv", nn::Conv2d(nn::Conv2dOptions(in, out, 3).padding(1)));
    if (in != out)
      down = nn::Sequential(nn::Conv2d(nn::Conv2dOptions(in, out, 1).bias(false)), nn::BatchNorm2d(out));
    register_module("down", down);
  }
  Tensor forward(Tensor x) {
    Tensor identity = x;
    x = fg::relu(conv->forward(x));
    if (!down->is_empty())
      identity = down->forward(identity);
    return fg::relu(x + identity);
  }
};
struct Residual : nn::Module {
  nn::Sequential stem;
  nn::ModuleList blocks;
  Residual() {
    stem->push_back(nn::Conv2d(nn::Conv2dOptions(3, 4, 3).padding(1)));
    blocks->push_back(std::make_shared<BlockImpl>(4, 4));
    blocks->push_back(std::make_shared<BlockImpl>(4, 8));
    register_module("stem", stem);
    register_module("blocks", blocks);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[B, 3, H, W]") Tensor x) {
    x = stem->forward(x);
    for (const auto &block : *blocks)
      x = block->as<BlockImpl>()->forward(x);
    return x.mean({2, 3});
  }
};

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
// The lambda is called with two types, and has regions for each: which runs where is the standard library's affair.
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
  // Capture walks main's loop over cases for eight turns: a depth of 4 is not in sight.
  for (const int64_t layers : {1, 2, 1, 2, 1, 2, 1, 2, 4})
    for (const bool bidirectional : {false, true}) {
      Configured configured(layers, bidirectional);
      configured.eval();
      const Tensor x = both::values({layers + 1, 2, 8});
      both::check("recurrent", [&] { return std::vector{configured.recurrent(x)}; });
      both::check("attending", [&] { return std::vector{configured.attending(x)}; });
    }
  Residual residual;
  residual.eval();
  for (const int64_t size : {5, 8})
    both::check("residual", [&] { return std::vector{residual.forward(both::values({2, 3, size, size}))}; });
  for (const int64_t count : {0, 1, 5}) {
    const std::vector<Tensor> rows = both::values({count, 4}).unbind(0);
    both::check("product", [&] { return std::vector{product(rows)}; });
    both::check("each", [&] { return each(rows); });
    both::check("twice", [&] { return twice(rows); });
    both::check("thrice", [&] { return thrice(rows); });
    both::check("generic", [&] { return generic(rows, std::vector<float>(rows.size(), 0.75f)); });
  }
  // CHECK-COUNT-62: {{: same$}}
}
