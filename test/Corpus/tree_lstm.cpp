// Child-sum Tree-LSTM on trees in two encodings: pointers (recursion), and arrays (levels)
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <cstdio>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <vector>
using fg::Tensor;

struct Node {
  int64_t word = 0;
  std::vector<std::unique_ptr<Node>> kids;
};
std::unique_ptr<Node> leaf(int64_t w) {
  auto n = std::make_unique<Node>();
  n->word = w;
  return n;
}
template <class... K> std::unique_ptr<Node> tree(int64_t w, K... kids) {
  auto n = leaf(w);
  (n->kids.push_back(std::move(kids)), ...);
  return n;
}
struct State {
  Tensor h, c;
};

struct Cell {
  fg::nn::Linear ioux, iouh, fx, fh;
  int64_t hidden;
  Cell(int64_t in, int64_t h) : ioux(in, 3 * h), iouh(fg::nn::LinearOptions(h, 3 * h).bias(false)), fx(in, h), fh(h, h), hidden(h) {}
  State operator()(const Tensor &x, const std::vector<State> &kids) {
    Tensor hsum = fg::zeros({hidden});
    for (const auto &k : kids)
      hsum += k.h;
    auto iou = ioux.get()->forward(x) + iouh.get()->forward(hsum);
    auto parts = iou.split(hidden, -1);
    auto i = fg::sigmoid(parts[0]), o = fg::sigmoid(parts[1]), u = fg::tanh(parts[2]);
    auto c = i * u;
    if (!kids.empty()) {
      auto fxv = fx.get()->forward(x);
      for (size_t n = 0; n < kids.size(); ++n)
        c = c + fg::sigmoid(fxv + fh.get()->forward(kids[n].h)) * kids[n].c;
    }
    return {o * fg::tanh(c), c};
  }
};

struct TreeLstm {
  fg::nn::Embedding embed;
  Cell cell;
  fg::nn::Linear head;
  std::map<std::string, int> calls;
  TreeLstm(int64_t vocab, int64_t d, int64_t h, int64_t classes) : embed(vocab, d), cell(d, h), head(h, classes) {}

  State encode(const Node &n) {
    std::vector<State> kids;
    for (const auto &k : n.kids)
      kids.push_back(encode(*k));
    return cell(embed->forward(fg::tensor({n.word}))[0], kids);
  }
  FG_COMPILE()
  Tensor classify(const Node &root) {
    ++calls["classify"];
    return fg::log_softmax(head->forward(encode(root).h), -1);
  }
  // parents come after children; parent[i] == -1: the root
  FG_COMPILE()
  std::tuple<Tensor, Tensor> batched(const Tensor &words, const Tensor &parent, int levels = 3) {
    auto x = embed->forward(words);
    const auto n = words.size(0);
    auto h = fg::zeros({n, cell.hidden}), c = fg::zeros({n, cell.hidden});
    auto has = parent >= 0;
    auto safe = parent.clamp_min(0);
    for (int l = 0; l < levels; ++l) {
      auto hs = fg::zeros_like(h).index_add_(0, safe, h * has.unsqueeze(1));
      auto f = fg::sigmoid(cell.fx->forward(x).index_select(0, safe) + cell.fh->forward(h));
      auto fc = fg::zeros_like(c).index_add_(0, safe, fg::where(has.unsqueeze(-1), f * c, 0));
      auto iou = cell.ioux->forward(x) + cell.iouh->forward(hs);
      auto p = iou.chunk(3, 1);
      c = p[0].sigmoid() * p[2].tanh() + fc;
      h = p[1].sigmoid() * c.tanh();
    }
    return std::make_tuple(h, head->forward(h.masked_fill(has.unsqueeze(1), 0).sum(0)));
  }
  // arrays walked by the host: each node's index in a map
  FG_COMPILE()
  Tensor walk(const Tensor &words, const std::vector<int64_t> &parent) {
    std::unordered_map<int64_t, std::vector<State>> pending;
    Tensor last;
    for (size_t i = 0; i < parent.size(); ++i) {
      auto s = cell(embed->forward(words[int64_t(i)]), pending[int64_t(i)]);
      pending[parent[i]].push_back(s);
      last = s.h;
    }
    return last;
  }
};

int main() {
  fg::manual_seed(5);
  TreeLstm a(20, 4, 5, 3), b(10, 3, 4, 2);
  auto t1 = tree(1, leaf(2), tree(3, leaf(4), leaf(5)));
  auto t2 = tree(1, tree(7, tree(8, leaf(9))), leaf(2), leaf(2));
  auto show = [](const Tensor &t) { std::printf("%.5f %.5f\n", t.sum().item<double>(), t.abs().max().item<double>()); };
  show(a.classify(*t1));
  show(a.classify(*t2));
  show(b.classify(*t2));
  show(b.classify(*leaf(3)));
  auto w = fg::tensor({4, 5, 2, 3, 1}, fg::kLong), p = fg::tensor({3, 3, 4, 4, -1}, fg::kLong);
  auto [h, y] = a.batched(w, p);
  show(h), show(y);
  auto [h2, y2] = b.batched(w, p, 2);
  show(h2), show(y2);
  show(a.walk(w, {3, 3, 4, 4, -1}));
  show(b.walk(w.slice(0, 0, 3), {2, 2, -1}));
  std::printf("%d %d\n", a.calls["classify"], b.calls["classify"]);
}
