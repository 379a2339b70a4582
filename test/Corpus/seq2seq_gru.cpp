// Seq2seq with GRU cells by hand and Bahdanau attention; decoding is a loop over steps.
#include <torch/torch.h>

#include <iostream>
#include <tuple>
#include <vector>

namespace F = torch::nn::functional;

struct EncoderImpl : torch::nn::Module {
  EncoderImpl(int64_t vocab, int64_t hidden) : embedding(vocab, hidden), gru(torch::nn::GRUOptions(hidden, hidden).batch_first(true)) {
    register_module("embedding", embedding);
    register_module("gru", gru);
  }
  FG_COMPILE(.fullgraph = true) std::pair<torch::Tensor, torch::Tensor> forward(const torch::Tensor &tokens) {
    auto embedded = embedding(tokens);
    torch::Tensor output, hidden;
    std::tie(output, hidden) = gru(embedded);
    return std::make_pair(output, hidden);
  }
  torch::nn::Embedding embedding;
  torch::nn::GRU gru;
};
TORCH_MODULE(Encoder);

struct AttnDecoderImpl : torch::nn::Module {
  AttnDecoderImpl(int64_t hidden, int64_t vocab)
      : embedding(vocab, hidden), Wa(hidden, hidden), Ua(hidden, hidden), Va(hidden, 1), cell(2 * hidden, hidden),
        out(hidden, vocab) {
    register_module("embedding", embedding);
    register_module("Wa", Wa);
    register_module("Ua", Ua);
    register_module("Va", Va);
    register_module("cell", cell);
    register_module("out", out);
  }

  std::tuple<torch::Tensor, torch::Tensor> step(const torch::Tensor &input, const torch::Tensor &hidden, const torch::Tensor &keys) {
    auto embedded = embedding(input);
    auto scores = Va(torch::tanh(Wa(hidden.unsqueeze(1)) + Ua(keys))).squeeze(2);
    auto weights = F::softmax(scores, F::SoftmaxFuncOptions(-1));
    auto context = torch::bmm(weights.unsqueeze(1), keys).squeeze(1);
    auto h = cell(torch::cat({embedded, context}, 1), hidden);
    return {out(h), h};
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(const torch::Tensor &keys, const torch::Tensor &hidden, int64_t steps) {
    auto input = torch::zeros({keys.size(0)}, torch::kLong);
    auto h = hidden.squeeze(0);
    std::vector<torch::Tensor> outputs;
    for (int64_t i = 0; i < steps; ++i) {
      torch::Tensor logits;
      std::tie(logits, h) = step(input, h, keys);
      outputs.emplace_back(logits.unsqueeze(1));
      input = logits.argmax(-1);
    }
    return F::log_softmax(torch::cat(outputs, 1), F::LogSoftmaxFuncOptions(-1));
  }
  torch::nn::Embedding embedding;
  torch::nn::Linear Wa, Ua, Va;
  torch::nn::GRUCell cell;
  torch::nn::Linear out;
};
TORCH_MODULE(AttnDecoder);

int main() {
  torch::manual_seed(6);
  torch::NoGradGuard guard;
  Encoder encoder(15, 8);
  AttnDecoder decoder(8, 15);
  for (int64_t n : {2, 5}) {
    auto [keys, hidden] = encoder->forward(torch::randint(15, {n, 6}));
    auto y = decoder->forward(keys, hidden, 4);
    std::cout << y.sizes() << " " << y.sum().item<float>() << "\n";
  }
}
