// Caches that know how far they are filled, one a layer: a position is not asked for its sign at each use, which would
// be a graph for each combination. A list of parts that is empty in all calls in sight is empty, in one graph. A
// position that is negative after all is right, by the user's own code.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: kept_positions.cpp: 3 functions, {{.*}} 0 breaks
// LOG: Ring::row: {{.*}}; running eagerly
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <optional>
#include <utility>
#include <vector>

using fg::Tensor;
#define WHOLE FG_COMPILE(.fullgraph = true)

struct Cache {
  Tensor k, v;
  int64_t filled = 0;
  explicit Cache(int64_t n) : k(fg::zeros({2, n, 4})), v(fg::zeros({2, n, 4})) {}
  std::pair<Tensor, Tensor> update(const Tensor &nk, const Tensor &nv) {
    const auto t = nk.size(1);
    k.narrow(1, filled, t).copy_(nk);
    v.narrow(1, filled, t).copy_(nv);
    filled += t;
    return {k.narrow(1, 0, filled), v.narrow(1, 0, filled)};
  }
};
struct Norm {
  Tensor w = fg::ones({4});
  Tensor operator()(const Tensor &x) const { return x * fg::rsqrt(x.pow(2).mean({-1}, true) + 1e-5) * w; }
};
struct Layer {
  Norm norm;
  Tensor wq = fg::eye(4), wk = fg::eye(4) * 0.5;
  Tensor operator()(const Tensor &x, Cache &cache) const {
    const auto n = norm(x);
    auto [k, v] = cache.update(fg::linear(n, wk), n);
    return x + fg::matmul(fg::matmul(fg::linear(n, wq), k.transpose(1, 2)).softmax(-1), v);
  }
};
class Decoder {
  std::vector<Layer> layers_;
  std::vector<Cache> caches_;

public:
  explicit Decoder(int n) {
    for (int i = 0; i < n; ++i)
      layers_.emplace_back();
  }
  void reset() { caches_.assign(layers_.size(), Cache(8)); for (auto &c : caches_) c.k = c.k.clone(), c.v = c.v.clone(); }
  WHOLE Tensor forward(const Tensor &x) {
    auto h = x;
    for (size_t i = 0; i < layers_.size(); ++i)
      h = layers_[i](h, caches_[i]);
    return h;
  }
};

struct Block {
  Tensor w;
  std::optional<Tensor> skip;
  Block(int64_t in, int64_t out) : w(fg::ones({out, in}) * 0.1) {
    if (in != out)
      skip = fg::ones({out, in}) * 0.2;
  }
  Tensor operator()(const Tensor &x) const { return fg::linear(x, w) + (skip ? fg::linear(x, *skip) : x); }
};
struct Level {
  std::vector<Block> blocks, attention;
};
struct Net {
  std::vector<Level> levels;
  explicit Net(std::vector<int64_t> widths) {
    int64_t in = 4;
    for (const int64_t width : widths) {
      Level level;
      for (int i = 0; i < 2; ++i, in = width)
        level.blocks.emplace_back(in, width);
      levels.push_back(std::move(level));
    }
  }
  WHOLE Tensor forward(Tensor x) const {
    for (const auto &level : levels)
      for (size_t i = 0; i < level.blocks.size(); ++i) {
        x = level.blocks[i](x);
        if (!level.attention.empty())
          x = level.attention[i](x);
      }
    return x;
  }
};

struct Ring {
  Tensor rows = fg::arange(12, fg::kFloat).reshape({4, 3});
  int64_t at = 0;
  void move(int64_t by) { at += by; }
  WHOLE Tensor row() const { return rows.narrow(0, at, 1) * 2; }
};

double total(const Tensor &x) { return x.sum().item<double>(); }

int main() {
  for (int n : {2, 3}) {
    Decoder decoder(n);
    decoder.reset();
    for (int64_t t : {3, 1, 1})
      std::printf("decoder of %d: %.3f\n", n, total(decoder.forward(fg::arange(8 * t, fg::kFloat).reshape({2, t, 4}))));
  }
  // CHECK-COUNT-3: decoder of 2: {{[0-9.]+}}
  // CHECK-COUNT-3: decoder of 3: {{[0-9.]+}}
  const Net net({4, 6, 6});
  for (int64_t b : {1, 2})
    std::printf("net %.4f\n", total(net.forward(fg::ones({b, 4}))));
  // CHECK: net [[ONE:[0-9.]+]]
  // CHECK: net {{[0-9.]+}}
  Ring ring;
  for (int64_t by : {2, 1, -4}) {
    ring.move(by);
    std::printf("row %.1f\n", total(ring.row()));
  }
  // CHECK: row 42.0
  // CHECK: row 60.0
  // CHECK: row 60.0
}
