// A step of one token, where the code asks `n > 1` first: then a reshape that copies unless n is 1 is a view,
// and no graph is made for empty tensors alone. (There was an internal error: a pass found out that n is 0.)
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: one_token_steps.cpp: {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <optional>

namespace nn = fg::nn;

struct DecoderOptions {
  int64_t vocab = 32, dim = 16, heads = 2, layers = 2, max_len = 48;
  bool tie = false;
};
struct KvCache {
  fg::Tensor k, v; // [B, H, max, D]
  int64_t len = 0;
  std::pair<fg::Tensor, fg::Tensor> update(const fg::Tensor &nk, const fg::Tensor &nv) {
    int64_t n = nk.size(2);
    k.slice(2, len, len + n).copy_(nk);
    v.slice(2, len, len + n).copy_(nv);
    len += n;
    return {k.slice(2, 0, len), v.slice(2, 0, len)};
  }
};
struct AttnImpl : nn::Module {
  int64_t h, hk, d;
  nn::Linear q{nullptr}, k{nullptr}, v{nullptr}, o{nullptr};
  AttnImpl(const DecoderOptions &c) : h(c.heads), hk(c.heads), d(c.dim / c.heads) {
    q = register_module("q", nn::Linear(c.dim, h * d));
    k = register_module("k", nn::Linear(c.dim, hk * d));
    v = register_module("v", nn::Linear(c.dim, hk * d));
    o = register_module("o", nn::Linear(nn::LinearOptions(h * d, c.dim).bias(false)));
  }
  fg::Tensor forward(const fg::Tensor &x, KvCache &cache) {
    auto heads = [&](const fg::Tensor &t, int64_t n) {
      return t.view({x.size(0), -1, n, d}).transpose(1, 2);
    };
    auto Q = heads(q(x), h), K = heads(k(x), hk), V = heads(v(x), hk);
    int64_t past = cache.len, n = x.size(1);
    auto [ks, vs] = cache.update(K, V);
    auto s = fg::matmul(Q, ks.transpose(-2, -1)) / std::sqrt(double(d));
    if (n > 1)
      s = s.masked_fill(fg::ones({n, past + n}, fg::kBool).triu(past + 1), -INFINITY);
    return o(fg::matmul(s.softmax(-1), vs).transpose(1, 2).reshape({x.size(0), n, h * d}));
  }
};
FG_MODULE(Attn);
struct BlockImpl : nn::Module {
  Attn attn{nullptr};
  nn::LayerNorm n1{nullptr};
  BlockImpl(const DecoderOptions &c) {
    attn = register_module("attn", Attn(c));
    n1 = register_module("n1", nn::LayerNorm(nn::LayerNormOptions({c.dim})));
  }
  fg::Tensor forward(fg::Tensor x, KvCache &c) { return x + attn(n1(x), c); }
};
FG_MODULE(Block);
struct DecoderImpl : nn::Module {
  DecoderOptions c;
  nn::Embedding emb{nullptr};
  nn::ModuleList blocks;
  nn::Linear head{nullptr};
  std::vector<KvCache> cache;
  explicit DecoderImpl(DecoderOptions o) : c(std::move(o)) {
    emb = register_module("emb", nn::Embedding(c.vocab, c.dim));
    for (int64_t i = 0; i < c.layers; ++i)
      blocks->push_back(Block(c));
    register_module("blocks", blocks);
    if (!c.tie)
      head = register_module("head", nn::Linear(c.dim, c.vocab));
  }
  void reset(int64_t b) {
    auto make = [&] { return fg::zeros({b, c.heads, c.max_len, c.dim / c.heads}); };
    cache.assign(c.layers, {});
    for (auto &x : cache)
      x = {make(), make(), 0};
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(const fg::Tensor &ids) {
    auto x = emb(ids);
    size_t i = 0;
    for (const auto &b : *blocks)
      x = b->as<Block>()->forward(x, cache[i++]);
    return head ? head(x) : fg::matmul(x, emb->weight.t());
  }
};
FG_MODULE(Decoder);

int main() {
  fg::NoGradGuard guard;
  fg::manual_seed(11);
  DecoderOptions big, small;
  small.layers = 1, small.tie = true, small.dim = 8;
  Decoder target(big), draft(small);
  target->reset(1);
  draft->reset(1);
  auto ids = fg::randint(0, 32, {1, 4}, fg::kLong);
  double sum =
      draft(ids.slice(1, 0, 3)).sum().item<double>() + target(ids.slice(1, 0, 3)).sum().item<double>();
  auto last = ids.slice(1, 3);
  for (int step = 0; step < 5; ++step) {
    auto next = draft(last).select(1, -1).argmax(-1, true);
    auto checked = target(fg::cat({last, next}, 1)).argmax(-1);
    sum += checked.sum().item<double>();
    draft(next);
    last = checked.slice(1, 1);
  }
  // CHECK: 13 13
  std::printf("%d %d %.3f\n", int(draft->cache[0].len), int(target->cache[0].len), sum);
}
