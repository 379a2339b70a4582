// A source of LibTorch's, in which only the #include has changed: its macros, its namespaces' names, and what
// it gets of the standard library through torch/torch.h.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --implicit-check-not=warning --implicit-check-not="stays eager" %s --check-prefix=LOG < %t.log
// LOG: libtorch_sources.cpp: 2 functions, {{.*}} 0 breaks
#include <fullgraph/torch.h>

#include "Inputs/both.h"

struct OptionsOfGate {
  TORCH_ARG(double, slope) = 0.25;
  TORCH_ARG(int64_t, width) = 4;
};

struct TORCH_API GateImpl : torch::nn::Module {
  explicit GateImpl(const OptionsOfGate &options) : fc(options.width(), options.width()) {
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor t) {
    TORCH_CHECK(x.dim() == 2, "Gate takes rows, and not sizes ", x.sizes());
    return torch::sigmoid(fc->forward(x)) * t;
  }
  torch::nn::Linear fc;

protected:
  FORWARD_HAS_DEFAULT_ARGS({1, torch::nn::AnyValue(torch::Tensor())})
};
TORCH_MODULE(Gate);

struct NetImpl : torch::nn::Module {
  NetImpl() {
    steps->push_back(Gate(OptionsOfGate().width(4).slope(0.5)));
    steps->push_back(torch::nn::Linear(4, 3));
    register_module("steps", steps);
  }
  FG_COMPILE()
  torch::Tensor forward(FG_SHAPE("f32[N, 4]") torch::Tensor x, FG_SHAPE("f32[N, 4]") torch::Tensor t) {
    AT_ASSERT(x.size(0) == t.size(0));
    return steps->forward(x, t);
  }
  torch::nn::Sequential steps;
};
TORCH_MODULE(Net);

FG_COMPILE()
at::Tensor scaled(FG_SHAPE("f32[N, 4]") const at::Tensor &x, c10::optional<double> by = c10::nullopt) {
  at::Tensor places = torch::arange(x.size(1), torch::dtype(torch::kI32)).to(torch::kF32);
  return x * (by.has_value() ? *by : 2.0) + places;
}

template <class F> std::string thrown(F f) {
  try {
    f();
  } catch (const std::exception &error) {
    return error.what();
  }
  return "nothing";
}

int main() {
  torch::manual_seed(1);
  const torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  Net net;
  net->eval();
  const torch::Dtype dtype = torch::kF32;
  for (int64_t n : {2, 5}) {
    const auto x = torch::randn({n, 4}, torch::TensorOptions(dtype).device(device)), t = torch::rand({n, 4});
    // CHECK-COUNT-2: net: same
    both::check("net", [&] { return std::vector<torch::Tensor>{net->forward(x, t)}; });
    const std::shared_ptr<GateImpl> gate = net->steps->ptr<GateImpl>(0);
    const std::shared_ptr<torch::nn::Module> last = net->steps->ptr(1);
    const auto by_hand = last->as<torch::nn::Linear>()->forward(gate->forward(x, t));
    if (!torch::equal(by_hand, net->steps->forward(x, t)))
      std::printf("FAILED: a Sequential's first module takes both inputs\n");
  }
  // CHECK: scaled: same
  both::check("scaled", [] {
    return std::vector<torch::Tensor>{scaled(torch::ones({3, 4})), scaled(torch::ones({2, 4}), 0.5)};
  });

  torch::nn::AnyModule any;
  any = torch::nn::Linear(4, 2).ptr();
  const torch::Tensor made = any.forward(torch::ones({3, 4}));
  // CHECK: any: 3 x 2, on cpu: 1
  std::printf("any: %d x %d, on cpu: %d\n", int(made.size(0)), int(made.size(1)),
              torch::Device(std::string("cpu")).is_cpu());
  // CHECK: slope 0.5, width 4
  const OptionsOfGate options = OptionsOfGate().slope(0.5);
  std::printf("slope %g, width %d\n", options.slope(), int(options.width()));
  // CHECK: Gate takes rows, and not sizes [4]
  std::puts(thrown([] { Gate(OptionsOfGate())->forward(torch::ones({4}), torch::ones({4})); }).c_str());
  // CHECK: Expected any.is_empty() to be true, but got false.  (Could this error message be improved?  If so,
  // CHECK-SAME: please report an enhancement request to PyTorch.)
  std::puts(thrown([&] { TORCH_CHECK(any.is_empty()); }).c_str());
  // CHECK: any.is_empty() INTERNAL ASSERT FAILED
  std::puts(thrown([&] { AT_ASSERT(any.is_empty()); }).c_str());
  // CHECK: code 3
  std::puts(thrown([] { AT_ERROR("code ", 3); }).c_str());
}
