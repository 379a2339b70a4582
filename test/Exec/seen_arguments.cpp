// What calls in the source pass, without a run-time compiler: undefined tensors, maps, elements of lists, sizes of 1,
// members that methods gave another rank.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
#include "Inputs/both.h"

#include <iostream>
#include <map>
#include <string>

using fg::Tensor;
using Params = std::map<std::string, Tensor>;

struct Net {
  Tensor table = fg::linspace(0, 1, 20).view({5, 4});
  FG_COMPILE(.fullgraph = true) Tensor forward(Tensor ids, Tensor types = {}, Tensor mask = {}) {
    if (!mask.defined())
      mask = fg::ones_like(ids);
    if (!types.defined())
      types = fg::zeros_like(ids);
    return fg::embedding(table, ids + types) * mask.unsqueeze(-1);
  }
};

FG_COMPILE(.fullgraph = true) Tensor dense(const Params &p, const Tensor &x) {
  return fg::matmul(x, p.at("w1")) + p.at("b1");
}
FG_COMPILE(.fullgraph = true) void decay(Params &params, double rate) {
  for (auto &[name, p] : params)
    p.mul_(1 - rate);
}
FG_COMPILE(.fullgraph = true) Tensor smooth(const std::vector<Tensor> &distances, double k = 2) {
  Tensor total = fg::zeros_like(distances.front());
  for (const Tensor &d : distances)
    total = total + fg::exp(-k * d);
  return -fg::log(total) / k;
}
// A mask of size 1 is broadcast; code for any sizes takes the two to be equal.
FG_COMPILE(.fullgraph = true) Tensor masked(const Tensor &scores, const Tensor &mask) {
  return fg::softmax(scores * mask, -1);
}
struct Actor {
  Tensor mean = fg::zeros({2});
  FG_COMPILE(.fullgraph = true) Tensor act(const Tensor &x) {
    mean = fg::tanh(x * 2);
    return mean + 1;
  }
  FG_COMPILE(.fullgraph = true) Tensor score(const Tensor &action) { return (action - mean) * (action - mean); }
};

// Elements by their index, of a parameter and of a member.
struct Sgd {
  double rate = 0.5;
  std::vector<Tensor> momentum;
  FG_COMPILE(.fullgraph = true) void step(std::vector<Tensor> &params, const std::vector<Tensor> &grads) {
    for (size_t i = 0; i < params.size(); ++i) {
      momentum[i].mul_(0.9).add_(grads[i]);
      params[i].sub_(momentum[i] * rate);
    }
  }
};

int main() {
  Net net;
  const Tensor ids = fg::arange(6).view({2, 3}) % 4;
  std::cout << net.forward(ids).sizes() << "\n";
  both::ahead("undefined", [&] {
    return std::vector<Tensor>{net.forward(ids), net.forward(ids, fg::ones_like(ids), fg::ones_like(ids)),
                               net.forward(ids, fg::ones_like(ids))};
  });
  // CHECK: undefined: same
  // CHECK: undefined: 0 eager
  both::ahead("map", [&] {
    Params params{{"w1", fg::linspace(0, 1, 12).view({4, 3})}, {"b1", fg::ones({3})}};
    std::vector<Tensor> out;
    for (int t = 0; t < 3; ++t) {
      out.push_back(dense(params, fg::linspace(-1, 1, 8).view({2, 4})));
      decay(params, 0.1);
    }
    return out;
  });
  // CHECK: map: same
  // CHECK: map: 0 eager
  both::ahead("elements", [&] {
    return std::vector<Tensor>{smooth({fg::ones({5}), fg::linspace(0, 1, 5), fg::zeros({5})})};
  });
  // CHECK: elements: same
  // CHECK: elements: 0 eager
  both::ahead("ones", [&] {
    return std::vector<Tensor>{masked(fg::linspace(0, 1, 24).view({2, 3, 4}), fg::linspace(0, 2, 4).view({1, 1, 4})),
                               masked(fg::linspace(0, 1, 24).view({2, 3, 4}), fg::ones({2, 3, 4}))};
  });
  // CHECK: ones: same
  // CHECK: ones: 0 eager
  both::ahead("rank", [&] {
    Actor actor;
    const Tensor a = actor.act(fg::linspace(0, 1, 6).view({3, 2}));
    return std::vector<Tensor>{a, actor.score(a)};
  });
  // CHECK: rank: same
  // CHECK: rank: 0 eager
  both::ahead("indices", [&] {
    const Tensor a = fg::arange(3, fg::kFloat);
    Sgd sgd;
    sgd.momentum = {a * 0, a * 0};
    std::vector<Tensor> params{a.clone(), a + 1};
    sgd.step(params, {a, a * 2});
    return params;
  });
  // CHECK: indices: same
  // CHECK: indices: 0 eager
}
