// The options of a recurrent layer stay known where the number of its layers is not: a graph for each of the
// first counts of layers and each mode, and none for the other values of what the constructor says. Their getters hand out
// references, which the constructor's loop over the layers only reads.
// RUN: %fullgraph %s --emit=capture -o - -- %fg_flags | FileCheck %s
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

namespace nn = fg::nn;

struct Encoder : nn::Module {
  Encoder(int in, int hidden, int layers, double drop)
      : rnn(nn::LSTMOptions(in, hidden).num_layers(layers).bidirectional(true).batch_first(true).dropout(drop)) {
    register_module("rnn", rnn);
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[B, T, I]") fg::Tensor x) { return std::get<0>(rnn->forward(x)); }
  nn::LSTM rnn;
};
// CHECK-COUNT-8: graph @forward
// CHECK-NOT: graph @forward

// A loop that may change the options keeps nothing of them.
struct Changing : nn::Module {
  nn::LSTMOptions options{4, 5};
  Changing(int times) {
    for (int i = 0; i < times; ++i)
      options.batch_first() = true;
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor changed(FG_SHAPE("f32[B]") fg::Tensor x) { return options.batch_first() ? x.sin() : x.cos(); }
};
// CHECK-COUNT-2: graph @changed
// CHECK-NOT: graph @changed
