// A real number of a configuration, asked in the turn of a loop that stays: it differs between the objects in sight, so that no
// version expects one value of it. Each object has code ahead.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: numbers_of_objects.cpp: 1 function, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/nn.h>
#include <vector>

using fg::Tensor;

struct Config {
  int64_t width = 4;
  double zoneout = 0.0;
};

struct State {
  Tensor h, c;
};

struct NetImpl : fg::nn::Module {
  explicit NetImpl(Config c) : cfg(c), rnn(3, c.width) {
    register_module("rnn", rnn);
    fg::NoGradGuard guard;
    for (auto &parameter : parameters())
      parameter.fill_(0.125);
  }
  Tensor step(const Tensor &x, State &s) {
    auto [h, c] = rnn(x, std::make_tuple(s.h, s.c));
    if (cfg.zoneout > 0)
      h = cfg.zoneout * s.h + (1 - cfg.zoneout) * h;
    s = {h, c};
    return h;
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(const Tensor &xs) {
    State s{fg::zeros({xs.size(0), cfg.width}), fg::zeros({xs.size(0), cfg.width})};
    std::vector<Tensor> out;
    for (int64_t t = 0; t < xs.size(1); ++t)
      out.push_back(step(xs.select(1, t), s));
    return fg::stack(out, 1);
  }
  Config cfg;
  fg::nn::LSTMCell rnn;
};
FG_MODULE(Net);

int main() {
  fg::NoGradGuard guard;
  Config plain, zoned, other;
  zoned.zoneout = 0.25;
  zoned.width = 5;
  other.zoneout = 0.5;
  for (const Config &c : {plain, zoned, other}) {
    Net net(c);
    // CHECK-COUNT-3: {{[0-9.]+}}
    std::printf("%.4f\n", net->forward(fg::ones({2, 6, 3})).sum().item<double>());
  }
}
