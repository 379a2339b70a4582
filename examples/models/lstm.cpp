// A tagger: embedding, a bidirectional LSTM, and a layer that scores tags for each word.
#include "common.h"

namespace nn = fg::nn;

struct TaggerImpl : nn::Module {
  TaggerImpl(int64_t words, int64_t size, int64_t hidden, int64_t tags)
      : embedding(words, size), lstm(nn::LSTMOptions(size, hidden).batch_first(true).bidirectional(true)),
        out(2 * hidden, tags) {
    register_module("embedding", embedding);
    register_module("lstm", lstm);
    register_module("out", out);
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("i64[B,T]") fg::Tensor tokens) {
    const auto [states, last] = lstm->forward(embedding->forward(tokens));
    return out->forward(states);
  }

  nn::Embedding embedding;
  nn::LSTM lstm;
  nn::Linear out;
};
FG_MODULE(Tagger);

int main(int argc, char **argv) {
  const bool full = models::isFull(argc, argv);
  const int64_t words = full ? 20000 : 20, tags = full ? 17 : 5;
  Tagger model(words, full ? 256 : 8, full ? 512 : 12, tags);
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor text = models::values("tokens", {batch, 6}) + 0.5;
    const fg::Tensor scores = model->forward((text * words).floor().to(fg::kLong));
    good &= models::agrees("lstm/" + std::to_string(batch), scores);
    const fg::Tensor best = scores.argmax(2);
    std::printf("  tags:");
    for (int64_t t = 0; t < 6; ++t)
      std::printf(" %c", static_cast<char>('A' + best[0][t].item<int64_t>()));
    std::printf("\n");
  }
  return good ? 0 : 1;
}
