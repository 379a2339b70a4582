// Classes of fg::nn modules: one graph through holders, shared_ptr, Sequential, ModuleList, ModuleDict and
// sub-modules that may be absent. Objects that differ from what the constructor builds run the user's code,
// with the same results.
// RUN: %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: fullgraph: nn_modules.cpp: 3 functions, {{.*}} 0 breaks,
#include <fullgraph/nn.h>

#include <iostream>

namespace nn = fg::nn;
namespace F = fg::nn::functional;

struct BlockImpl : nn::Module {
  BlockImpl(int64_t in, int64_t out, int64_t stride = 1, nn::Sequential shortcut = nullptr)
      : conv(nn::Conv2dOptions(in, out, 3).stride(stride).padding(1).bias(false)), bn(out),
        downsample(shortcut) {
    register_module("conv", conv);
    register_module("bn", bn);
    if (!downsample.is_empty())
      register_module("downsample", downsample);
  }
  fg::Tensor forward(fg::Tensor x) {
    const fg::Tensor y = bn->forward(conv->forward(x));
    if (!downsample.is_empty())
      x = downsample->forward(x);
    return fg::relu(x + y);
  }
  nn::Conv2d conv;
  nn::BatchNorm2d bn;
  nn::Sequential downsample;
};
FG_MODULE(Block);

struct NetImpl : nn::Module {
  explicit NetImpl(int64_t classes) : head(register_module("head", nn::Linear(6, classes))) {
    body = register_module("body", nn::Sequential());
    body->push_back(makeBlock(3, 4, 2));
    body->push_back(makeBlock(4, 4, 1));
    body->push_back(nn::Dropout(0.3));
    for (int64_t width : {4, 6})
      steps->push_back(nn::Linear(width, 6));
    register_module("steps", steps);
    gates = register_module("gates", nn::ModuleDict());
    gates->insert("soft", nn::Sigmoid());
    gates->insert("hard", nn::Hardsigmoid());
    scale = register_parameter("scale", fg::full({6}, 1.5));
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,3,8,8]") fg::Tensor x) {
    fg::NoGradGuard no_grad;
    x = body->forward(x);
    x = fg::flatten(fg::adaptive_avg_pool2d(x, 1), 1);
    for (const auto &step : *steps)
      x = step->as<nn::Linear>()->forward(x);
    x = fg::dropout(x, 0.5, is_training());
    for (size_t i = 1; i < steps->size(); ++i)
      x = x + steps->ptr<nn::LinearImpl>(i)->forward(x);
    x = x * gates["soft"]->as<nn::Sigmoid>()->forward(x) * scale;
    if (extra)
      x = extra->forward(x);
    return head(x);
  }

  static Block makeBlock(int64_t in, int64_t out, int64_t stride) {
    nn::Sequential shortcut{nullptr};
    if (stride != 1 || in != out)
      shortcut = nn::Sequential(nn::Conv2d(nn::Conv2dOptions(in, out, 1).stride(stride)), nn::ReLU());
    return Block(in, out, stride, shortcut);
  }

  nn::Linear head{nullptr};
  nn::Sequential body{nullptr};
  nn::ModuleList steps;
  nn::ModuleDict gates{nullptr};
  fg::Tensor scale;
  std::shared_ptr<nn::TanhImpl> extra;
};
FG_MODULE(Net);

// A plain class, in a shared_ptr: state that changes at each call, and a virtual method.
struct Head : nn::Module {
  virtual fg::Tensor finish(const fg::Tensor &x) const { return x; }
};
struct ScaledHead : Head {
  fg::Tensor finish(const fg::Tensor &x) const override { return x * 2; }
};
struct Counter : nn::Module {
  Counter() : fc(register_module("fc", nn::Linear(4, 4))), cell(register_module("cell", nn::GRUCell(4, 4))) {
    head = register_module("head", std::make_shared<ScaledHead>());
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,4]") const fg::Tensor &x) {
    ++calls;
    return head->finish(cell->forward(fg::tanh(fc->forward(x)), x)) + calls;
  }
  nn::Linear fc{nullptr};
  nn::GRUCell cell{nullptr};
  std::shared_ptr<Head> head;
  int64_t calls = 0;
};

// How many layers there are is only known when the program runs.
struct StackImpl : nn::Module {
  explicit StackImpl(int64_t depth) {
    for (int64_t i = 0; i < depth; ++i)
      layers->push_back(nn::Linear(4, 4));
    register_module("layers", layers);
  }
  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,4]") fg::Tensor x) {
    for (const auto &layer : *layers)
      x = fg::relu(layer->as<nn::Linear>()->forward(x)) + 1;
    return x * 0.5;
  }
  nn::ModuleList layers;
};
FG_MODULE(Stack);

static fg::Tensor ramp(fg::IntArrayRef sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return fg::arange(count, fg::kFloat).view(sizes) * (2.0 / double(count)) - 1;
}
static void fill(nn::Module &module) {
  for (auto &item : module.named_parameters())
    item.value().copy_(ramp(item.value().sizes()) * 0.7);
  module.eval();
}
static void print(const char *name, const fg::Tensor &x) { std::cout << name << ": " << x << "\n"; }

int main() {
  Net net(3);
  fill(*net);
  for (int64_t n : {1, 3})
    print("net", net->forward(ramp({n, 3, 8, 8})));
  Counter counter;
  fill(counter);
  for (int i = 0; i < 3; ++i)
    print("counter", counter.forward(ramp({2, 4})));
  for (int64_t depth : {1, 3}) {
    Stack stack(depth);
    fill(*stack);
    print("stack", stack->forward(ramp({2, 4})));
  }
  std::cerr << "--- changed objects\n";
  net->extra = std::make_shared<nn::TanhImpl>();
  print("one module more", net->forward(ramp({2, 3, 8, 8})));
  net->extra = nullptr;
  net->steps->push_back(nn::Linear(6, 6));
  fill(*net);
  print("a longer list", net->forward(ramp({2, 3, 8, 8})));
  Net other(3);
  fill(*other);
  other->body->push_back(nn::ReLU());
  print("a longer sequence", other->forward(ramp({2, 3, 8, 8})));
  counter.head = std::make_shared<Head>();
  print("another class", counter.forward(ramp({2, 4})));
}
// CHECK-COUNT-2: net:
// CHECK-COUNT-3: counter:
// CHECK-COUNT-2: stack:
// CHECK: another class
// LOG: --- changed objects
// LOG: NetImpl::forward: this->extra: expected none; running eagerly
// LOG: NetImpl::forward: this->steps->size(): expected 2, got 3; running eagerly
// LOG: NetImpl::forward: this->body->size(): expected 3, got 4; running eagerly
// LOG: Counter::forward: {{.*}}: expected an object of class ScaledHead{{.*}}; running eagerly
