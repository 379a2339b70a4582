// A tagger: embedding, a bidirectional LSTM, and a layer that scores five tags for each word.
#include "common.h"

namespace nn = fg::nn;

struct TaggerImpl : nn::Module {
  TaggerImpl(int64_t words, int64_t tags)
      : embedding(words, 8), lstm(nn::LSTMOptions(8, 12).batch_first(true).bidirectional(true)),
        out(24, tags) {
    register_module("embedding", embedding);
    register_module("lstm", lstm);
    register_module("out", out);
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("i64[B,6]") fg::Tensor tokens) {
    const auto [states, last] = lstm->forward(embedding->forward(tokens));
    return out->forward(states);
  }

  nn::Embedding embedding;
  nn::LSTM lstm;
  nn::Linear out;
};
FG_MODULE(Tagger);

int main() {
  Tagger model(20, 5);
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor words = ((models::values("tokens", {batch, 6}) + 0.5) * 20).floor().to(fg::kLong);
    const fg::Tensor scores = model->forward(words);
    good &= models::agrees("lstm/" + std::to_string(batch), scores);
    const fg::Tensor best = scores.argmax(2);
    std::printf("  tags:");
    for (int64_t t = 0; t < 6; ++t)
      std::printf(" %c", static_cast<char>('A' + best[0][t].item<int64_t>()));
    std::printf("\n");
  }
  return good ? 0 : 1;
}
