// Networks as their configurations make them. Sequentials in Sequentials are no recursion; modules that ask
// for their mode are all in the same one, or the call has no graph that was made ahead; a number that a function returns early for
// some configurations is not expected to be that of the others; and where a region meets a tensor of unknown
// type behind declarations, one that the first call compiles begins there.
// RUN: %jit %build_and_run %s 2>%t.log | FileCheck --check-prefixes=CHECK,JIT --implicit-check-not=FAILED %s
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.without | FileCheck --check-prefixes=CHECK,WITHOUT --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=FG204 %s < %t.log
#include "Inputs/both.h"

#include <fullgraph/nn.h>
#include <fullgraph/stats.h>

#include <cmath>
#include <sstream>
#include <string>

using fg::Tensor;
namespace nn = fg::nn;

/// Leaves its input out for some of the samples while the network is trained.
struct StochasticDepthImpl : nn::Module {
  explicit StochasticDepthImpl(float p) : p(p) {}
  Tensor forward(const Tensor &x) {
    if (!is_training() || p < 1e-5f)
      return x;
    return x / (1 - p) * fg::bernoulli(fg::full({x.size(0), 1}, 1 - p, x.options()));
  }
  float p;
};
FG_MODULE(StochasticDepth);

struct DenseImpl : nn::Module {
  DenseImpl(int64_t in, int64_t out) {
    model = nn::Sequential(nn::Linear(in, out));
    model->push_back(nn::SiLU());
    register_module("model", model);
  }
  Tensor forward(const Tensor &x) { return model->forward(x); }
  nn::Sequential model{nullptr};
};
FG_MODULE(Dense);

struct BlockImpl : nn::Module {
  BlockImpl(int64_t in, int64_t out) : residual(in == out), depth(0.0f) {
    block->push_back(Dense(in, 2 * in));
    block->push_back(Dense(2 * in, out));
    register_module("block", block);
    register_module("depth", depth);
  }
  Tensor forward(const Tensor &x) {
    Tensor y = block->forward(x);
    if (residual)
      y = depth(y) + x;
    return y;
  }
  bool residual;
  nn::Sequential block;
  StochasticDepth depth;
};
FG_MODULE(Block);

/// Ten blocks, each of which asks whether it is trained: two graphs.
struct KnownImpl : nn::Module {
  KnownImpl() {
    features->push_back(Block(4, 6));
    for (int i = 0; i < 8; ++i)
      features->push_back(Block(6, 6));
    features->push_back(Block(6, 3));
    register_module("features", features);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,4]") Tensor x) { return features->forward(x); }
  nn::Sequential features;
};
FG_MODULE(Known);

struct Config {
  double width, depth;
};

struct ConfiguredImpl : nn::Module {
  explicit ConfiguredImpl(const std::string &name) {
    if (name == "small")
      config = {1.0, 1.0};
    else if (name == "wide")
      config = {2.0, 1.0};
    else if (name == "deep")
      config = {1.0, 2.3};
    else if (name == "huge")
      config = {1.6, 1.5};
    else
      throw std::invalid_argument("no such network");
    int64_t in = 4;
    for (const int64_t planes : {4, 6, 6}) {
      const int64_t out = std::max<int64_t>(4, std::llround(planes * config.width));
      const int repeats = std::max(1, int(std::ceil(config.depth)));
      for (int i = 0; i < repeats; ++i) {
        features->push_back(Block(in, out));
        in = out;
      }
    }
    register_module("features", features);
    classifier = register_module("classifier", nn::Linear(in, 3));
  }
  FG_COMPILE()
  Tensor forward(Tensor x) {
    Tensor feature, out;
    feature = features->forward(x);
    out = classifier->forward(feature);
    out = fg::log_softmax(out, 1);
    return out;
  }
  Config config;
  nn::Sequential features;
  nn::Linear classifier{nullptr};
};
FG_MODULE(Configured);
// LOG: warning: graph break: which modules 'features->forward' runs is only known at run time
// LOG: note: may run 'DenseImpl::forward'
// LOG: note: may run 'BlockImpl::forward'

/// A name that no walk of main() knows.
static std::string given(const char *name) {
  std::istringstream text(name);
  std::string read;
  text >> read;
  return read;
}

int main() {
  fg::manual_seed(1);
  Known known;
  const auto run = [&](const char *name) {
    both::check(name, [&] {
      return std::vector{known->forward(both::values({5, 4})), known->forward(both::values({1, 4}))};
    });
    std::printf("eager calls: %zu\n", static_cast<size_t>(fg::stats().eager_calls));
  };
  known->eval();
  run("inference"); // CHECK: inference: same
                    // CHECK-NEXT: eager calls: 0{{$}}
  known->train();
  run("training"); // CHECK: training: same
                   // CHECK-NEXT: eager calls: 0{{$}}
  known->eval();
  known->features->children()[4]->train();
  run("mixed"); // CHECK: mixed: same
                // JIT-NEXT: eager calls: 2{{$}}
                // WITHOUT-NEXT: eager calls: {{[1-9]}}

  for (const char *name : {"small", "wide", "deep", "huge"}) {
    Configured network(given(name));
    network->eval();
    both::check(name, [&] {
      return std::vector{network->forward(both::values({5, 4})), network->forward(both::values({1, 4}))};
    });
  }
  // CHECK: small: same
  // CHECK-NEXT: wide: same
  // CHECK-NEXT: deep: same
  // CHECK-NEXT: huge: same
  std::printf("eager calls: %zu\n", static_cast<size_t>(fg::stats().eager_calls));
  // JIT-NEXT: eager calls: 2{{$}}
}
