// How many modules a network has, and of which classes, comes from its configuration: the calls that run them
// stay, and the forward functions of the user's classes are compiled where they stand, ahead of time, each
// once for all of its objects. What a block is handed by the constructors around it (a shortcut, or none) has
// a graph each.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s --ahead-versions=0 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" --implicit-check-not="stays eager" %s < %t.log
// LOG: warning: graph break: which modules 'layers->forward' runs is only known at run time
// LOG: note: may run 'BlockImpl::forward'
// LOG-NOT: down->forward
// LOG: warning: graph break: virtual '(anonymous namespace)::Layer::run' may dispatch to unknown overriders
// LOG: note: may run '(anonymous namespace)::Scale::run'
// LOG: runtime_modules.cpp: 7 functions,
#include "Inputs/both.h"

#include <fullgraph/nn.h>
#include <fullgraph/stats.h>

#include <memory>

using fg::Tensor;
namespace nn = fg::nn;

struct BlockImpl : nn::Module {
  BlockImpl(int64_t in, int64_t out, int64_t stride = 1, nn::Sequential shortcut = nn::Sequential())
      : conv1(nn::Conv2dOptions(in, out, 3).stride(stride).padding(1).bias(false)), bn1(out),
        conv2(nn::Conv2dOptions(out, out, 3).padding(1)), down(shortcut) {
    register_module("conv1", conv1);
    register_module("bn1", bn1);
    register_module("conv2", conv2);
    if (!down->is_empty())
      register_module("down", down);
  }
  Tensor forward(const Tensor &x) {
    Tensor y = conv2(fg::relu(bn1(conv1(x))));
    Tensor kept = x;
    if (!down->is_empty())
      kept = down->forward(x);
    return fg::relu(y + kept);
  }
  nn::Conv2d conv1;
  nn::BatchNorm2d bn1;
  nn::Conv2d conv2;
  nn::Sequential down;
};
FG_MODULE(Block);

struct NetworkImpl : nn::Module {
  NetworkImpl(const std::vector<int64_t> &counts, int64_t classes)
      : stem(nn::Conv2dOptions(3, 4, 3).padding(1)), layers(make(4, counts[0], 1)),
        more(make(8, counts[1], 2)), fc(8, classes) {
    register_module("stem", stem);
    register_module("layers", layers);
    register_module("more", more);
    register_module("fc", fc);
    eval();
  }
  nn::Sequential make(int64_t planes, int64_t count, int64_t stride) {
    nn::Sequential shortcut;
    if (stride != 1 || inplanes != planes)
      shortcut = nn::Sequential(nn::Conv2d(nn::Conv2dOptions(inplanes, planes, 1).stride(stride).bias(false)),
                                nn::BatchNorm2d(planes));
    nn::Sequential blocks;
    blocks->push_back(Block(inplanes, planes, stride, shortcut));
    inplanes = planes;
    for (int64_t i = 1; i < count; ++i)
      blocks->push_back(Block(planes, planes));
    return blocks;
  }

  FG_COMPILE()
  Tensor forward(FG_SHAPE("f32[N, 3, H, W]") const Tensor &images) {
    Tensor x = fg::relu(stem(images));
    x = layers->forward(x);
    x = more->forward(x);
    return fc(fg::adaptive_avg_pool2d(x, {1, 1}).flatten(1));
  }

  int64_t inplanes = 4;
  nn::Conv2d stem;
  nn::Sequential layers, more;
  nn::Linear fc;
};
FG_MODULE(Network);

namespace {

struct Layer {
  virtual ~Layer() = default;
  virtual Tensor run(const Tensor &x) = 0;
};
struct Scale final : Layer {
  explicit Scale(float by) : by(by) {}
  Tensor run(const Tensor &in) override { return (in * by).tanh() + in.mean(-1, true); }
  float by;
};
struct Project : Layer {
  explicit Project(Tensor weight) : weight(std::move(weight)) {}
  Tensor run(const Tensor &rows) override { return fg::softmax(rows.mm(weight), -1) * 2; }
  FG_SHAPE("f32[?, ?]") Tensor weight;
};

FG_COMPILE() Tensor all(const std::vector<std::unique_ptr<Layer>> &layers, FG_SHAPE("f32[N, M]") Tensor x) {
  for (const auto &layer : layers)
    x = layer->run(x * 2) - 1;
  return x.relu() + 1;
}

/// Modules of the library alone run one by one; what is around them is compiled.
struct StackImpl : nn::Module {
  explicit StackImpl(const std::vector<int64_t> &widths) {
    for (size_t i = 0; i + 1 < widths.size(); ++i) {
      layers->push_back(nn::Linear(widths[i], widths[i + 1]));
      layers->push_back(nn::Tanh());
    }
    register_module("layers", layers);
  }
  FG_COMPILE()
  Tensor forward(FG_SHAPE("f32[N, 4]") const Tensor &x) { return layers->forward(x * 2 - 1).softmax(-1) * 3; }
  nn::Sequential layers;
};
FG_MODULE(Stack);

/// A list that the constructor leaves empty, and a builder fills.
struct GrownImpl : nn::Module {
  GrownImpl() { register_module("blocks", blocks); }
  void add() { blocks->push_back(nn::Linear(4, 4)); }
  FG_COMPILE()
  Tensor forward(FG_SHAPE("f32[N, 4]") Tensor x) {
    for (size_t i = 0; i < blocks->size(); ++i)
      x = blocks[i]->as<nn::Linear>()->forward(x).relu() + 1;
    for (const auto &block : *blocks)
      x = block->as<nn::Linear>()->forward(x * 2);
    return x.softmax(-1);
  }
  nn::ModuleList blocks;
};
FG_MODULE(Grown);

} // namespace

int main() {
  fg::manual_seed(1);
  for (const auto &counts : {std::vector<int64_t>{1, 1}, std::vector<int64_t>{2, 3}}) {
    Network network(counts, 5);
    both::check("network", [&] {
      return std::vector{network->forward(both::values({1, 3, 8, 8})),
                         network->forward(both::values({3, 3, 6, 9}))};
    });
  }
  std::vector<std::unique_ptr<Layer>> layers;
  layers.push_back(std::make_unique<Scale>(0.5f));
  layers.push_back(std::make_unique<Project>(both::values({6, 4})));
  layers.push_back(std::make_unique<Scale>(2.0f));
  layers.push_back(std::make_unique<Project>(both::values({4, 7})));
  both::check("layers",
              [&] { return std::vector{all(layers, both::values({3, 6})), all({}, both::values({3, 6}))}; });
  Stack stack(std::vector<int64_t>{4, 6, 3});
  both::check("stack", [&] { return std::vector{stack->forward(both::values({5, 4}))}; });
  for (int count = 0; count < 2; ++count) {
    Grown grown;
    for (int i = 0; i < count * 2; ++i)
      grown->add();
    both::check("grown", [&] { return std::vector{grown->forward(both::values({5, 4}))}; });
  }
  // CHECK-COUNT-2: network: same
  // CHECK: layers: same
  // CHECK: stack: same
  // CHECK-COUNT-2: grown: same
  std::printf("eager calls: %zu\n", static_cast<size_t>(fg::stats().eager_calls));
  // CHECK: eager calls: 0{{$}}
}
