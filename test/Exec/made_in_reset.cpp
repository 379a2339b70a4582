// Modules that are made in a method which the constructor alone calls, as in the reset() of an nn::Cloneable: the members that
// it assigns are as much a part of the object as those that the constructor assigns itself. What a method
// changes that other methods call, as `restart()`, is not the same in each call.
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags -I%S/Inputs -I%S/../../include/fullgraph/compat 2> %t.err
// RUN: %clangxx -std=c++20 -O1 -Wall -Wextra -Werror -I%S/Inputs -isystem %S/../../include -isystem %S/../../include/fullgraph/compat %t.fg.cpp %t.fg.a %fg_lib -o %t.exe
// RUN: env FULLGRAPH_JIT=0 %t.exe | FileCheck %s --check-prefixes=CHECK,AHEAD
// RUN: env FULLGRAPH_DISABLE=1 %t.exe | FileCheck %s
#include <fullgraph/stats.h>
#include <torch/torch.h>

#include <iostream>

using torch::Tensor;
namespace nn = torch::nn;

struct EncoderImpl : nn::Cloneable<EncoderImpl> {
  EncoderImpl(int64_t vocabulary, int64_t width) : vocabulary(vocabulary), width(width) { reset(); }
  void reset() override {
    makeLayers();
    gain = 0.5;
  }
  Tensor forward(const Tensor &x) { return std::get<0>(recurrent->forward(embed->forward(x))) * gain; }

  int64_t vocabulary, width;
  double gain = 0;
  nn::Embedding embed{nullptr};
  nn::GRU recurrent{nullptr};

private:
  void makeLayers() {
    embed = register_module("embed", nn::Embedding(vocabulary, width));
    recurrent = register_module("recurrent", nn::GRU(nn::GRUOptions(width, width).batch_first(true)));
  }
};
TORCH_MODULE(Encoder);

struct Search {
  Encoder encoder;
  int64_t steps;
  FG_COMPILE(.fullgraph = true)
  Tensor operator()(const Tensor &source) {
    Tensor y = encoder->forward(source).mean(1);
    for (int64_t i = 0; i < steps; ++i)
      y = torch::tanh(y.matmul(y.t()).matmul(y));
    return y;
  }
};

/// A number that the constructor sets by a method, and other code, too.
struct Counter {
  Counter() { restart(); }
  void restart() { count = 1; }
  FG_COMPILE(.fullgraph = true)
  Tensor next(const Tensor &x) {
    ++count;
    return x * count;
  }
  int64_t count = 0;
};

int main() {
  torch::manual_seed(1);
  Encoder encoder(9, 4);
  for (int64_t steps : {2, 3})
    for (int64_t batch : {1, 2}) {
      Search search{encoder, steps};
      const Tensor source = torch::randint(9, {batch, 5});
      const Tensor got = search(source);
      Tensor y = encoder->forward(source).mean(1);
      for (int64_t i = 0; i < steps; ++i)
        y = torch::tanh(y.matmul(y.t()).matmul(y));
      std::cout << "search " << torch::allclose(got, y, 1e-4, 1e-5) << "\n";
    }
  // CHECK-COUNT-4: search 1
  Counter counter;
  for (int turn = 0; turn < 3; ++turn)
    std::cout << "next " << counter.next(torch::ones({2})).sum().item<float>() << "\n";
  // CHECK: next 4
  // CHECK: next 6
  // CHECK: next 8
  counter.restart();
  std::cout << "again " << counter.next(torch::ones({3})).sum().item<float>() << "\n";
  // CHECK: again 6
  std::cout << "eager calls: " << fg::stats().eager_calls << "\n"; // AHEAD: eager calls: 0
}
