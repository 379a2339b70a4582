// A function of the library's that computes in each turn of a loop over a number which is only known at run time runs
// as it is written, which is said: no break, but not compiled either.
// RUN: %fullgraph --verify %s -- %fg_flags
// RUN: %fullgraph %s --emit=capture -o /dev/null -- %fg_flags -Wno-graph-break=library-loop -Wno-graph-break=indirect-call -Wno-graph-break=unknown-rank 2>&1 | FileCheck --allow-empty --implicit-check-not=remark %s
// RUN: not %fullgraph %s --emit=capture -o /dev/null -- %fg_flags -Werror=graph-break=library-loop 2>&1 | FileCheck --check-prefix=ERROR %s
// ERROR: error: 'stack->forward' loops over a number that is only known at run time [-Wgraph-break=library-loop] [FG709]
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <functional>
#include <numeric>

using fg::Tensor;

// How many layers it has, its constructor is told.
struct Encoder : fg::nn::Module {
  fg::nn::TransformerEncoder stack{nullptr};
  explicit Encoder(int64_t layers) {
    stack = register_module("stack", fg::nn::TransformerEncoder(fg::nn::TransformerEncoderLayer(8, 2), layers));
  }

  FG_COMPILE(.fullgraph = true)
  Tensor encode(FG_SHAPE("f32[T, B, 8]") const Tensor &x) {
    return stack->forward(x.tanh()) * 2; // expected-remark {{'stack->forward' loops over a number that is only known at run time [-Wgraph-break=library-loop] [FG709]}} // expected-remark {{rank or dtype of 'stack->forward(x.tanh())' is not known at build time}}
  }
  FG_COMPILE(.fullgraph = true)
  void state(FG_SHAPE("f32[T, B, 8]") const Tensor &x, Tensor &h) {
    h = stack(x); // expected-remark {{'stack' loops over a number that is only known at run time [-Wgraph-break=library-loop] [FG709]}}
  }
};

// The steps of a recurrent layer are one operator, and few layers have graphs of their own.
struct Recurrent {
  fg::nn::GRU gru{nullptr};

  FG_COMPILE(.fullgraph = true)
  Tensor encode(FG_SHAPE("f32[B, T, 8]") const Tensor &x) { return std::get<0>(gru(x.tanh())) * 2; }
};

FG_COMPILE(.fullgraph = true)
Tensor sum(FG_SHAPE("f32[4]") const std::vector<Tensor> &parts) {
  return std::accumulate(parts.begin(), parts.end(), fg::zeros({4})); // expected-remark {{'std::accumulate' loops over a number that is only known at run time [-Wgraph-break=library-loop] [FG709]}}
}

FG_COMPILE(.fullgraph = true)
Tensor product(FG_SHAPE("f32[4]") const std::vector<Tensor> &parts) {
  return std::accumulate(parts.begin(), parts.end(), fg::ones({4}), std::multiplies<>()); // expected-remark {{'std::accumulate' loops over a number that is only known at run time [-Wgraph-break=library-loop] [FG709]}}
}

// Which operator() runs is chosen in the standard library.
struct Scale {
  Tensor operator()(const Tensor &x) const { return x * 2; }
  int operator()(int x) const { return x * 2; }
};
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> scaled(FG_SHAPE("f32[4]") const std::vector<Tensor> &parts) {
  std::vector<Tensor> result(parts.size());
  std::transform(parts.begin(), parts.end(), result.begin(), Scale()); // expected-remark {{'std::transform' loops over a number that is only known at run time [-Wgraph-break=library-loop] [FG709]}}
  return result;
}

// A generic lambda that is called with one list of types is compiled.
FG_COMPILE(.fullgraph = true)
std::vector<Tensor> each(FG_SHAPE("f32[4]") const std::vector<Tensor> &parts) {
  std::vector<Tensor> result(parts.size());
  std::transform(parts.begin(), parts.end(), result.begin(), [](const auto &part) { return part.tanh() * 2; }); // expected-remark {{rank or dtype of 'part' is not known at build time; 'each' is compiled at its first call}}
  return result;
}

FG_COMPILE()
std::vector<Tensor> opaque(FG_SHAPE("f32[4]") const std::vector<Tensor> &parts, std::function<Tensor(Tensor)> fn) {
  std::vector<Tensor> result(parts.size());
  std::transform(parts.begin(), parts.end(), result.begin(), fn); // expected-warning {{target of}}
  return result;
}

// expected-note@*:* 0+ {{help:}}
// expected-note@*:* 0+ {{run 'fullgraph explain}}
