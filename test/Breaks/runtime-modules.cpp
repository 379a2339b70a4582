// Which modules a container of the library holds may be data of the program: the call runs as it is written, which
// is a graph break; the user's own modules among them are compiled on their own.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

namespace nn = fg::nn;

struct GateImpl : nn::Module {
  explicit GateImpl(int64_t n) : fc(n, n) { register_module("fc", fc); }
  fg::Tensor forward(fg::Tensor x) { return x * fc(x).sigmoid(); } // expected-note 2 {{may run 'GateImpl::forward'}}
  nn::Linear fc;
};
FG_MODULE(Gate);

struct StackImpl : nn::Module {
  StackImpl(int64_t n, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      layers->push_back(Gate(n));
      layers->push_back(nn::ReLU());
    }
    layers = register_module("layers", layers);
    fixed = register_module("fixed", nn::Sequential(Gate(n), nn::ReLU()));
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N, M]") const fg::Tensor &x) {
    return fixed->forward(layers->forward(x)); // expected-warning {{graph break: which modules 'layers->forward' runs is only known at run time [-Wgraph-break=runtime-modules] [FG710]}}
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor strict(FG_SHAPE("f32[N, M]") const fg::Tensor &x) {
    return layers(x) * 2; // expected-error {{graph break: which modules 'layers' runs is only known at run time [-Wgraph-break=runtime-modules] [FG710]}}
  }
  nn::Sequential layers, fixed;
};
FG_MODULE(Stack);

// expected-note@*:* 2 {{help: numbers instead of variables where the constructor fills the container: all of it is one graph}}
// expected-note@*:* 2 {{run 'fullgraph explain FG710' for the explanation and the other ways out}}
// expected-error@*:* {{'fullgraph' function 'StackImpl::strict' is not one graph: it has 1 graph break [-Wgraph-break=fullgraph-violation] [FG801]}}
