// Modules, virtual calls and called functions with breaks on paths that are not the likeliest: see both_modes.test.
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>
#include <cstdio>
using fg::Tensor;
namespace nn = fg::nn;
static bool big(const Tensor &x) { return (x.max() > 3).item<bool>(); }
struct BlockImpl : nn::Module {
  BlockImpl(int64_t n, bool debug) : debug(debug), fc(n, n) { register_module("fc", fc); }
  FG_COMPILE() Tensor forward(Tensor x) { if (debug) std::puts("debug"); return fc(x).relu(); } // breaks: FG501
  bool debug; nn::Linear fc;
};
FG_MODULE(Block);
struct NetImpl : nn::Module {
  NetImpl(size_t depth) {
    for (size_t i = 0; i < depth; ++i) model->push_back(nn::Linear(16, 16));
    register_module("model", model); register_module("block", block);
  }
  FG_COMPILE() Tensor forward(Tensor x) { return block->forward(model->forward(x)); } // breaks: FG710
  FG_COMPILE() Tensor twice(FG_SHAPE("f32[N,16]") Tensor x) { return forward(forward(x)); } // breaks: none
  nn::Sequential model; Block block{16, false};
};
FG_MODULE(Net);
struct WrapImpl : nn::Module {
  WrapImpl() { register_module("net", net); }
  FG_COMPILE() Tensor forward(Tensor x) { return net->forward(x); } // breaks: none
  Net net{3};
};
FG_MODULE(Wrap);
struct SeqImpl : nn::Module {
  SeqImpl(nn::Sequential s) : s(s) { register_module("s", s); }
  FG_COMPILE() Tensor forward(Tensor x) { return s->forward(x) * 2; } // breaks: FG703
  nn::Sequential s;
};
FG_MODULE(Seq);
struct OuterImpl : nn::Module {
  OuterImpl(int64_t n) : seq(nn::Sequential(nn::Linear(n, n), nn::ReLU())) { register_module("seq", seq); }
  FG_COMPILE() Tensor forward(Tensor x) { return seq->forward(x) + seq(x); } // breaks: FG703
  Seq seq;
};
FG_MODULE(Outer);
struct FlagImpl : nn::Module {
  FlagImpl() { fc = register_module("fc", nn::Linear(4, 4)); }
  FG_COMPILE() Tensor forward(FG_SHAPE("f32[N,4]") Tensor x) { if (verbose) std::puts("v"); if (mode == 2 && big(x)) return x; return fc(x); } // breaks: FG501
  bool verbose = false; int mode = 0; nn::Linear fc{nullptr};
};
FG_MODULE(Flag);
struct Plain { 
  bool verbose = false; Tensor w;
  FG_COMPILE() Tensor forward(Tensor x) const { if (verbose) std::puts("v"); if (w.defined() && w.dim() == 2 && big(w)) return x; return x * 2; } // breaks: FG101 FG501
};
struct Base { virtual ~Base() = default; virtual Tensor run(Tensor x) { return x; } };
struct A : Base { Tensor run(Tensor x) override { if (big(x)) return x; return x * 2; } }; // breaks: FG101
FG_COMPILE() Tensor v1(Base &b, Tensor x) { if (x.dim() == 1) return x; return b.run(x); } // breaks: FG202
template <class F> static Tensor apply(F f, Tensor x) { if (x.dim() == 2) return f(x); return x; }
FG_COMPILE() Tensor v2(Tensor x) { return apply([](Tensor y) { std::puts("l"); return y * 2; }, x); } // breaks: FG501
FG_COMPILE() Tensor v3(Tensor x, bool c) { return fg::cond((x.sum() > 0), [](Tensor a) { if (a.dim() == 3) std::puts("3"); return a.sin(); }, [](Tensor a) { return a.cos(); }, x); } // breaks: FG501
FG_COMPILE() Tensor inner(Tensor x) { if (x.dim() == 2 && big(x)) return x; return x * 2; } // breaks: FG101
FG_COMPILE() Tensor v4(FG_SHAPE("f32[N,M]") Tensor x) { return inner(x) + 1; } // breaks: none
FG_COMPILE() Tensor innerd(FG_SHAPE("f32[N]") Tensor x) { if (x.dim() == 2 && big(x)) return x; return x * 2; } // breaks: FG101
FG_COMPILE() Tensor v5(FG_SHAPE("f32[N,M]") Tensor x) { return innerd(x) + 1; } // breaks: none
FG_COMPILE() Tensor v6(Tensor x) { return innerd(x) + 1; } // breaks: none
