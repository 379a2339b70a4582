// A decoder whose caches are empty at the first step: what main() shows is walked until no step passes other types
// (nothing, what the first step left, what cat made of it), and each has code built ahead.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=eagerly %s < %t.log
// LOG: 'k' is not known {{.*}} is built for f32[?, ?, ?, ?]{0>2>1>3} | f32[?, ?, ?, ?],
// LOG: fullgraph: decoder_caches.cpp: 1 function, {{.*}} 0 breaks,
// CHECK-COUNT-6: CPUFloatType
#include <fullgraph/fullgraph.h>
#include <cmath>
#include <iostream>
#include <vector>
struct Cache { fg::Tensor k, v; };
struct Attn {
  fg::Tensor wq, wk, wv;
  int64_t heads = 2;
  explicit Attn(int64_t d) : wq(fg::randn({d, d}) * 0.2), wk(fg::randn({d, d}) * 0.2), wv(fg::randn({d, d}) * 0.2) {}
  fg::Tensor forward(const fg::Tensor &x, Cache &c) const {
    auto split = [&](const fg::Tensor &t) { return t.view({t.size(0), t.size(1), heads, -1}).transpose(1, 2); };
    auto q = split(x.matmul(wq)), k = split(x.matmul(wk)), v = split(x.matmul(wv));
    if (c.k.defined()) {
      k = fg::cat({c.k, k}, 2);
      v = fg::cat({c.v, v}, 2);
    }
    c.k = k;
    c.v = v;
    auto s = fg::softmax(q.matmul(k.transpose(-2, -1)) / std::sqrt(double(q.size(-1))), -1);
    return s.matmul(v).transpose(1, 2).reshape({x.size(0), x.size(1), -1});
  }
};
struct Decoder {
  std::vector<Attn> layers;
  explicit Decoder(int64_t d, int n) { for (int i = 0; i < n; ++i) layers.emplace_back(d); }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor step(const fg::Tensor &x, std::vector<Cache> &caches) const {
    auto h = x;
    for (size_t i = 0; i < layers.size(); ++i) h = h + layers[i].forward(h, caches[i]);
    return fg::layer_norm(h, {h.size(-1)});
  }
};
int main() {
  fg::manual_seed(0);
  Decoder d(8, 3);
  std::vector<Cache> caches(3);
  auto x = fg::randn({1, 3, 8});
  for (int t = 0; t < 6; ++t) {
    auto y = d.step(x, caches);
    std::cout << y << "\n";
    x = y.slice(1, -1);
  }
}
