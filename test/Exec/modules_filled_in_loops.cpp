// However a constructor fills a container in a loop of a run-time number of turns, capture does not know what
// it holds: it was taken for what it held in front of the loop where a helper, a lambda, a method or another
// handle filled it, and every object of another depth ran eagerly without a word.
// RUN: %build_and_compare %s 2>/dev/null | FileCheck %s
// The calls in sight settle what their own objects hold; without them it is open:
// RUN: %fullgraph %s --emit=capture -o %t.txt -- %fg_flags 2>&1 | FileCheck --allow-empty --check-prefix=SETTLED %s
// SETTLED-NOT: FG710
// RUN: %fullgraph %s --emit=capture --ahead-versions=0 -o %t.txt -- %fg_flags 2>&1 | grep -c "warning: .*FG710" | grep -x 26
// CHECK: ByReference: 1 1 1
// CHECK-NOT: 0
// CHECK: the end
#include <fullgraph/fullgraph.h>
#include <fullgraph/nn.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace nn = fg::nn;

static void layer(nn::Sequential &model, int64_t n) { model->push_back(nn::Linear(n, n)); }
static void layerOf(nn::Sequential model, int64_t n) { model->push_back(nn::Linear(n, n)); }
static void layerOfImpl(nn::SequentialImpl &model, int64_t n) { model.push_back(nn::Linear(n, n)); }
static void layerAt(nn::Sequential *model, int64_t n) { (*model)->push_back(nn::Linear(n, n)); }
static void layers(nn::Sequential &model, int64_t n, size_t count) {
  for (size_t i = 0; i < count; ++i)
    model->push_back(nn::Linear(n, n));
}
static void layersOf(const nn::Sequential &model, int64_t n, size_t count) {
  nn::Sequential same = model;
  for (size_t i = 0; i < count; ++i)
    same->push_back(nn::Linear(n, n));
}
static void deeper(nn::Sequential &model, size_t count) {
  if (count == 0)
    return;
  layer(model, 8);
  deeper(model, count - 1);
}
void elsewhere(nn::Sequential &model, int64_t n);
template <class Net> void extend(Net &net) { net.model->push_back(nn::Linear(8, 8)); }
struct Maker {
  nn::Sequential &model;
  void add(int64_t n) const { model->push_back(nn::Linear(n, n)); }
};

struct ByReferenceImpl : nn::Module {
  explicit ByReferenceImpl(size_t depth) {
    layer(model, 8);
    for (size_t i = 0; i < depth - 1; i++)
      layer(model, 8);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(ByReference);

struct ByHandleImpl : nn::Module {
  explicit ByHandleImpl(size_t depth) {
    layer(model, 8);
    for (size_t i = 1; i < depth; i++)
      layerOf(model, 8);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(ByHandle);

struct ByImplImpl : nn::Module {
  explicit ByImplImpl(size_t depth) {
    layer(model, 8);
    for (size_t i = 1; i < depth; i++)
      layerOfImpl(*model, 8);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(ByImpl);

struct ByPointerImpl : nn::Module {
  explicit ByPointerImpl(size_t depth) {
    layer(model, 8);
    for (size_t i = 1; i < depth; i++)
      layerAt(&model, 8);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(ByPointer);

struct InHelperImpl : nn::Module {
  explicit InHelperImpl(size_t depth) {
    layer(model, 8);
    layers(model, 8, depth - 1);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(InHelper);

struct InHelperOfHandleImpl : nn::Module {
  explicit InHelperOfHandleImpl(size_t depth) {
    layer(model, 8);
    layersOf(model, 8, depth - 1);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(InHelperOfHandle);

struct OpaqueImpl : nn::Module {
  explicit OpaqueImpl(size_t depth) {
    layer(model, 8);
    for (size_t i = 1; i < depth; i++)
      elsewhere(model, 8);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Opaque);

struct OwnMethodImpl : nn::Module {
  explicit OwnMethodImpl(size_t depth) {
    layer(model, 8);
    for (size_t i = 1; i < depth; i++)
      add(8);
    register_module("model", model);
  }
  void add(int64_t n) { model->push_back(nn::Linear(n, n)); }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(OwnMethod);

struct LoopInMethodImpl : nn::Module {
  explicit LoopInMethodImpl(size_t depth) {
    layer(model, 8);
    grow(depth - 1);
    register_module("model", model);
  }
  void grow(size_t count) {
    while (count-- > 0)
      model->push_back(nn::Linear(8, 8));
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(LoopInMethod);

struct SelfHandedImpl : nn::Module {
  explicit SelfHandedImpl(size_t depth) {
    layer(model, 8);
    for (size_t i = 1; i < depth; i++)
      extend(*this);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(SelfHanded);

struct LambdaImpl : nn::Module {
  explicit LambdaImpl(size_t depth) {
    layer(model, 8);
    auto add = [&](int64_t n) { model->push_back(nn::Linear(n, n)); };
    for (size_t i = 1; i < depth; i++)
      add(8);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Lambda);

struct LambdaOfThisImpl : nn::Module {
  explicit LambdaOfThisImpl(size_t depth) {
    layer(model, 8);
    const auto add = [this] { layer(model, 8); };
    for (size_t i = 1; i < depth; i++)
      add();
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(LambdaOfThis);

struct LambdaInPlaceImpl : nn::Module {
  explicit LambdaInPlaceImpl(size_t depth) {
    layer(model, 8);
    std::vector<int64_t> widths(depth - 1, 8);
    std::for_each(widths.begin(), widths.end(), [this](int64_t n) { layer(model, n); });
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(LambdaInPlace);

struct StdFunctionImpl : nn::Module {
  explicit StdFunctionImpl(size_t depth) {
    layer(model, 8);
    std::function<void()> add = [this] { layer(model, 8); };
    for (size_t i = 1; i < depth; i++)
      add();
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(StdFunction);

struct AliasImpl : nn::Module {
  explicit AliasImpl(size_t depth) {
    layer(model, 8);
    nn::Sequential &same = model;
    for (size_t i = 1; i < depth; i++)
      same->push_back(nn::Linear(8, 8));
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Alias);

struct CopyImpl : nn::Module {
  explicit CopyImpl(size_t depth) {
    layer(model, 8);
    nn::Sequential same = model;
    for (size_t i = 1; i < depth; i++)
      same->push_back(nn::Linear(8, 8));
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Copy);

struct AliasInLoopImpl : nn::Module {
  explicit AliasInLoopImpl(size_t depth) {
    layer(model, 8);
    for (size_t i = 1; i < depth; i++) {
      auto &same = *model;
      same.push_back(nn::Linear(8, 8));
    }
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(AliasInLoop);

struct BuilderImpl : nn::Module {
  explicit BuilderImpl(size_t depth) {
    layer(model, 8);
    Maker maker{model};
    for (size_t i = 1; i < depth; i++)
      maker.add(8);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Builder);

struct WhileImpl : nn::Module {
  explicit WhileImpl(size_t depth) {
    layer(model, 8);
    while (model->size() < depth)
      layer(model, 8);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(While);

struct DoImpl : nn::Module {
  explicit DoImpl(size_t depth) {
    layer(model, 8);
    size_t i = 0;
    do {
      layer(model, 8);
    } while (++i < depth);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Do);

struct RangeImpl : nn::Module {
  explicit RangeImpl(size_t depth) {
    layer(model, 8);
    std::vector<int64_t> widths(depth - 1, 8);
    for (const int64_t n : widths)
      layer(model, n);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Range);

struct RecursionImpl : nn::Module {
  explicit RecursionImpl(size_t depth) {
    layer(model, 8);
    deeper(model, depth - 1);
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Recursion);

struct TryImpl : nn::Module {
  explicit TryImpl(size_t depth) {
    layer(model, 8);
    try {
      for (size_t i = 1; i < depth; i++)
        layer(model, 8);
    } catch (const std::exception &) {
      layer(model, 8);
    }
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Try);

struct SwitchImpl : nn::Module {
  explicit SwitchImpl(size_t depth) {
    layer(model, 8);
    switch (depth) {
    case 1:
      break;
    case 2:
      layer(model, 8);
      break;
    default:
      layer(model, 8);
      layer(model, 8);
    }
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Switch);

struct EarlyEndImpl : nn::Module {
  explicit EarlyEndImpl(size_t depth) {
    layer(model, 8);
    for (size_t i = 1;; i++) {
      if (i >= depth)
        break;
      layer(model, 8);
    }
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(EarlyEnd);

struct RegisteredImpl : nn::Module {
  explicit RegisteredImpl(size_t depth) {
    layer(model, 8);
    for (size_t i = 1; i < depth; i++) {
      auto part = register_module("part" + std::to_string(i), nn::Linear(8, 8));
      model->push_back(part);
    }
    register_module("model", model);
  }
  FG_COMPILE()
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Registered);

// Where the constructor says what there is, it is one graph.
struct KnownImpl : nn::Module {
  KnownImpl() {
    const auto add = [this](int64_t n) { layer(model, n); };
    for (int i = 0; i < 3; ++i)
      add(8);
    layers(model, 8, 2);
    register_module("model", model);
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model;
};
FG_MODULE(Known);

// What the loop does not touch is still known.
struct BesideImpl : nn::Module {
  explicit BesideImpl(size_t depth) {
    layer(model, 8);
    for (size_t i = 1; i < depth; i++)
      layer(more, 8);
    register_module("model", model);
    register_module("more", more);
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,8]") const fg::Tensor &x) { return model->forward(x) + 1; }
  nn::Sequential model, more;
};
FG_MODULE(Beside);

void elsewhere(nn::Sequential &model, int64_t n) { layer(model, n); }

/// Is the module what its parts are, one after the other?
template <class Net> void check(const char *name, Net net) {
  fg::NoGradGuard guard;
  net->eval();
  const fg::Tensor x = fg::randn({3, 8});
  fg::Tensor y = x;
  for (const auto &part : *net->model)
    y = part.template forward<fg::Tensor>(y);
  if (std::string(name).size())
    std::printf("%s%d", name, int(fg::allclose(net->forward(x), y + 1, 1e-4, 1e-5)));
}
template <class Net> void depths(const char *name) {
  check(name, Net(1));
  check(" ", Net(2));
  check(" ", Net(4));
  std::printf("\n");
}

int main() {
  depths<ByReference>("ByReference: ");
  depths<ByHandle>("ByHandle: ");
  depths<ByImpl>("ByImpl: ");
  depths<ByPointer>("ByPointer: ");
  depths<InHelper>("InHelper: ");
  depths<InHelperOfHandle>("InHelperOfHandle: ");
  depths<Opaque>("Opaque: ");
  depths<OwnMethod>("OwnMethod: ");
  depths<LoopInMethod>("LoopInMethod: ");
  depths<SelfHanded>("SelfHanded: ");
  depths<Lambda>("Lambda: ");
  depths<LambdaOfThis>("LambdaOfThis: ");
  depths<LambdaInPlace>("LambdaInPlace: ");
  depths<StdFunction>("StdFunction: ");
  depths<Alias>("Alias: ");
  depths<Copy>("Copy: ");
  depths<AliasInLoop>("AliasInLoop: ");
  depths<Builder>("Builder: ");
  depths<While>("While: ");
  depths<Do>("Do: ");
  depths<Range>("Range: ");
  depths<Recursion>("Recursion: ");
  depths<Try>("Try: ");
  depths<Switch>("Switch: ");
  depths<EarlyEnd>("EarlyEnd: ");
  depths<Registered>("Registered: ");
  depths<Beside>("Beside: ");
  check("Known: ", Known());
  std::printf("\nthe end\n");
}
