// An LSTM over tokens, with an embedding.
#include <torch/torch.h>

#include <iostream>

struct Tagger : torch::nn::Module {
  Tagger(int64_t vocabulary, int64_t width, int64_t hidden, int64_t tags)
      : embedding(vocabulary, width), lstm(torch::nn::LSTMOptions(width, hidden).num_layers(2).batch_first(true)),
        out(hidden, tags) {
    register_module("embedding", embedding);
    register_module("lstm", lstm);
    register_module("out", out);
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(const torch::Tensor &tokens) {
    auto x = embedding->forward(tokens);
    auto [y, state] = lstm->forward(x);
    return torch::log_softmax(out->forward(y), -1);
  }

  torch::nn::Embedding embedding;
  torch::nn::LSTM lstm;
  torch::nn::Linear out;
};

int main() {
  torch::manual_seed(11);
  torch::NoGradGuard guard;
  auto net = std::make_shared<Tagger>(50, 8, 12, 5);
  net->eval();
  for (int64_t t : {3, 7}) {
    auto y = net->forward(torch::randint(0, 50, {2, t}));
    std::cout << y.sizes() << " " << y.sum().item<float>() << "\n";
  }
}
