// Recurrent layers against results stored from PyTorch 2.13 (recurrent_reference.py).
#include <fullgraph/fullgraph.h>
#include <fullgraph/io.h>
#include <fullgraph/nn.h>

#include <gtest/gtest.h>

using namespace fg;

namespace {

class Recurrent : public testing::Test {
protected:
  const std::map<std::string, Tensor> stored =
      load_safetensors(FULLGRAPH_SOURCE_DIR "/test/unit/runtime/recurrent_reference.safetensors");

  Tensor in(const std::string &tag, const std::string &name) { return stored.at("in." + tag + "." + name); }
  std::vector<Tensor> params(const std::string &tag) {
    std::vector<Tensor> all;
    for (int i = 0; stored.count("in." + tag + "." + std::to_string(i)); ++i)
      all.push_back(in(tag, std::to_string(i)));
    return all;
  }
  void check(const std::string &tag, const std::vector<Tensor> &results) {
    SCOPED_TRACE(tag);
    for (size_t i = 0; i < results.size(); ++i) {
      const Tensor expected = stored.at("out." + tag + "." + std::to_string(i));
      ASSERT_EQ(results[i].sizes().vec(), expected.sizes().vec());
      EXPECT_LT(fg::max(fg::abs(fg::sub(results[i], expected))).item<float>(), 3e-6f) << "result " << i;
    }
    EXPECT_EQ(stored.count("out." + tag + "." + std::to_string(results.size())), 0u);
  }
  void layer(const std::string &cell, const std::string &kind, bool bias, int64_t layers, bool bidirectional,
             bool batch_first) {
    const std::string tag = cell + "." + kind;
    const Tensor x = in(tag, "x"), h = in(tag, "h");
    const std::vector<Tensor> weights = params(tag);
    if (cell == "lstm") {
      const auto [y, hn, cn] =
          fg::lstm(x, {h, in(tag, "c")}, weights, bias, layers, 0.0, false, bidirectional, batch_first);
      return check(tag, {y, hn, cn});
    }
    const auto [y, hn] = (cell == "gru"        ? fg::gru
                          : cell == "rnn_tanh" ? fg::rnn_tanh
                                               : fg::rnn_relu)(x, h, weights, bias, layers, 0.0, false,
                                                               bidirectional, batch_first);
    check(tag, {y, hn});
  }
};

TEST_F(Recurrent, Functions) {
  for (const std::string cell : {"lstm", "gru", "rnn_tanh", "rnn_relu"}) {
    layer(cell, "plain", true, 1, false, false);
    layer(cell, "deep", true, 3, true, true);
    layer(cell, "step", false, 2, false, false);
    layer(cell, "long", false, 1, true, false);
  }
  layer("lstm", "projected", true, 2, true, false);
  layer("lstm", "projected_step", false, 1, false, true);
}

TEST_F(Recurrent, ModulesHaveTheirWeightsInOrder) {
  nn::LSTM lstm(nn::LSTMOptions(4, 6).num_layers(2).bidirectional(true).proj_size(3));
  const std::vector<Tensor> weights = params("lstm.projected");
  const std::vector<Tensor> own = lstm->all_weights();
  ASSERT_EQ(own.size(), weights.size());
  {
    NoGradGuard guard;
    for (size_t i = 0; i < own.size(); ++i) {
      ASSERT_EQ(own[i].sizes().vec(), weights[i].sizes().vec()) << i;
      Tensor weight = own[i];
      weight.copy_(weights[i]);
    }
  }
  lstm->flatten_parameters();
  const std::string tag = "lstm.projected";
  const auto [y, state] = lstm->forward(in(tag, "x"), std::make_tuple(in(tag, "h"), in(tag, "c")));
  check(tag, {y, std::get<0>(state), std::get<1>(state)});
  EXPECT_TRUE(lstm->named_parameters().contains("weight_hr_l1_reverse"));
  // One sequence without a batch.
  const auto [line, last] = lstm->forward(in(tag, "x").select(1, 0));
  EXPECT_EQ(line.sizes().vec(), (std::vector<int64_t>{5, 6}));
  EXPECT_EQ(std::get<1>(last).sizes().vec(), (std::vector<int64_t>{4, 6}));
}

std::string messageOf(const std::function<void()> &call) {
  try {
    call();
  } catch (const Error &error) {
    return error.what();
  }
  return "none";
}

TEST_F(Recurrent, Errors) {
  nn::GRU gru(4, 6);
  nn::LSTM lstm(4, 6);
  EXPECT_EQ(messageOf([&] { gru->forward(fg::zeros({5, 2, 3})); }),
            "input.size(-1) must be equal to input_size. Expected 4, got 3");
  EXPECT_EQ(messageOf([&] { gru->forward(fg::zeros({5, 2, 4}), fg::zeros({1, 3, 6})); }),
            "Expected hidden size [1, 2, 6], got [1, 3, 6]");
  EXPECT_EQ(messageOf([&] {
              lstm->forward(fg::zeros({5, 2, 4}),
                            std::make_tuple(fg::zeros({1, 2, 6}), fg::zeros({1, 2, 5})));
            }),
            "Expected hidden[1] size [1, 2, 6], got [1, 2, 5]");
  EXPECT_EQ(messageOf([&] { gru->forward(fg::zeros({0, 2, 4})); }),
            "Expected sequence length to be larger than 0 in RNN");
  EXPECT_EQ(messageOf([&] { gru->forward(fg::zeros({4})); }),
            "RNN: Expected input to be 2D or 3D, got 1D instead");
  const Tensor h = fg::zeros({1, 2, 6});
  EXPECT_EQ(messageOf([&] { fg::lstm(fg::zeros({5, 2, 4}), {h}, {h}, true, 1, 0, false, false, false); }),
            "lstm expects two hidden states");
  EXPECT_EQ(messageOf([&] { fg::gru(fg::zeros({5, 2, 4}), h, {h}, true, 1, 0, false, false, false); }),
            "got an incorrect number of RNN parameters: expected 4, got 1");
}

TEST_F(Recurrent, DropoutBetweenLayersInTrainingOnly) {
  nn::GRU gru(nn::GRUOptions(4, 6).num_layers(2).dropout(0.5));
  const Tensor x = fg::ones({3, 2, 4});
  gru->eval();
  const Tensor calm = std::get<0>(gru->forward(x));
  EXPECT_TRUE(fg::equal(calm, std::get<0>(gru->forward(x))));
  gru->train();
  EXPECT_FALSE(fg::equal(calm, std::get<0>(gru->forward(x))));
}

} // namespace
