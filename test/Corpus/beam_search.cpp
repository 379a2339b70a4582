// Beam search with a GRU: beams as a struct of tensors, reordering by gather, banned tokens as a set, an early return.
#include <torch/torch.h>

#include <iostream>
#include <limits>
#include <set>
#include <tuple>
#include <vector>

struct Beams {
  torch::Tensor tokens, scores, hidden, finished;
  int64_t width() const { return scores.size(1); }
};

struct DecoderOptions {
  int64_t vocab = 16, dim = 12, bos = 1, eos = 2;
  double length_penalty = 0.6;
  std::set<int64_t> banned;
};

class GruCell {
public:
  GruCell(int64_t in, int64_t hidden) : w_ih(torch::randn({3 * hidden, in}) * 0.3), w_hh(torch::randn({3 * hidden, hidden}) * 0.3), b(torch::randn({3 * hidden}) * 0.1) {}
  torch::Tensor operator()(const torch::Tensor &x, const torch::Tensor &h) const {
    auto gi = (torch::linear(x, w_ih, b)).chunk(3, 1);
    auto gh = (torch::linear(h, w_hh)).chunk(3, 1);
    auto r = torch::sigmoid(gi[0] + gh[0]), z = torch::sigmoid(gi[1] + gh[1]);
    auto n = torch::tanh(gi[2] + r * gh[2]);
    return (1 - z) * n + z * h;
  }

private:
  torch::Tensor w_ih, w_hh, b;
};

class BeamDecoder {
public:
  explicit BeamDecoder(DecoderOptions options) : o(std::move(options)), embed(torch::randn({o.vocab, o.dim})), cell(o.dim, o.dim), out(torch::randn({o.vocab, o.dim}) * 0.5) {}

  Beams start(const torch::Tensor &context, int64_t width) const {
    const auto n = context.size(0);
    auto scores = torch::full({n, width}, -std::numeric_limits<float>::infinity());
    scores.select(1, 0).zero_();
    return {torch::full({n, width, 1}, o.bos, torch::kLong), scores, context.unsqueeze(1).repeat({1, width, 1}), torch::zeros({n, width}, torch::kBool)};
  }

  FG_COMPILE(.fullgraph = true) Beams advance(const Beams &beams) const {
    const auto n = beams.scores.size(0), k = beams.width();
    auto last = beams.tokens.select(2, -1).flatten();
    auto h = cell(torch::embedding(embed, last), beams.hidden.view({n * k, -1}));
    auto logp = torch::log_softmax(torch::linear(h, out), -1).view({n, k, o.vocab});
    for (auto token : o.banned)
      logp.select(2, token).fill_(-1e9);
    auto only_eos = torch::full({o.vocab}, -1e9);
    only_eos[o.eos] = 0;
    logp = torch::where(beams.finished.unsqueeze(-1), only_eos, logp);
    auto total = (beams.scores.unsqueeze(-1) + logp).view({n, -1});
    torch::Tensor best, index;
    std::tie(best, index) = total.topk(k, -1);
    auto from = torch::floor_divide(index, o.vocab), token = index.remainder(o.vocab);
    auto reorder = [&](const torch::Tensor &t) { return t.gather(1, from.unsqueeze(-1).expand({n, k, t.size(2)})); };
    Beams next;
    next.tokens = torch::cat({reorder(beams.tokens), token.unsqueeze(-1)}, -1);
    next.hidden = reorder(h.view({n, k, -1}));
    next.finished = beams.finished.gather(1, from) | (token == o.eos);
    next.scores = best;
    return next;
  }

  FG_COMPILE(.fullgraph = true) std::pair<torch::Tensor, torch::Tensor> pick(const Beams &beams) const {
    if (beams.width() == 1)
      return {beams.tokens.squeeze(1), beams.scores.squeeze(1)};
    auto length = (beams.tokens != o.eos).sum(-1).to(torch::kFloat);
    auto normed = beams.scores / torch::pow((5 + length) / 6, o.length_penalty);
    auto [score, at] = normed.max(1);
    auto index = at.view({-1, 1, 1}).expand({-1, 1, beams.tokens.size(2)});
    return {beams.tokens.gather(1, index).squeeze(1), score};
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor greedy(torch::Tensor h, int64_t steps) const {
    auto token = torch::full({h.size(0)}, o.bos, torch::kLong);
    std::vector<torch::Tensor> tokens{token};
    for (int64_t i = 0; i < steps; ++i) {
      h = cell(embed.index_select(0, token), h);
      token = torch::matmul(h, out.t()).argmax(1);
      tokens.push_back(token);
    }
    return torch::stack(tokens, 1);
  }

private:
  DecoderOptions o;
  torch::Tensor embed;
  GruCell cell;
  torch::Tensor out;
};

int main() {
  torch::manual_seed(56);
  DecoderOptions strict;
  strict.banned = {0, 5};
  strict.length_penalty = 1.0;
  BeamDecoder plain(DecoderOptions{}), banned(strict);
  for (const BeamDecoder *decoder : {&plain, &banned})
    for (int64_t width : {1, 3}) {
      auto context = torch::randn({2, 12});
      auto beams = decoder->start(context, width);
      for (int i = 0; i < 3; ++i)
        beams = decoder->advance(beams);
      auto [tokens, score] = decoder->pick(beams);
      std::cout << tokens.sum().item<int64_t>() << " " << score.sum().item<float>() << " " << decoder->greedy(context, 4).sum().item<int64_t>() << "\n";
    }
}
