// A source for LibTorch, which is not edited: a network, its settings, and a module with a `to` of its own.
// RUN: %with_compat %build_and_compare %s -- | FileCheck %s
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl(int64_t channels, bool wide = false)
      : fc(register_module("fc", torch::nn::Linear(channels, wide ? 2 * channels : channels))) {
    scale = register_buffer("scale", torch::ones({1}));
  }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc->forward(x)) * scale; }
  // The tables of some modules are moved by themselves.
  void to(torch::Device device, bool non_blocking = false) override {
    torch::nn::Module::to(device, non_blocking);
    ++moved;
  }
  void to(torch::Dtype dtype, bool non_blocking = false) override {
    torch::nn::Module::to(dtype, non_blocking);
    ++converted;
  }
  void to(torch::Device device, torch::Dtype dtype, bool non_blocking = false) override {
    torch::nn::Module::to(device, dtype, non_blocking);
  }

  torch::nn::Linear fc{nullptr};
  torch::Tensor scale;
  int moved = 0, converted = 0;
};
TORCH_MODULE(Block);

class Net : public torch::nn::Module {
public:
  Net() {
    first = register_module("first", Block(4, /*wide=*/true));
    second = register_module("second", Block(8));
  }
  torch::Tensor forward(const torch::Tensor &x) {
    auto h = second(first(x));
    return torch::log_softmax(h, /*dim=*/1);
  }
  Block first{nullptr}, second{nullptr};
};

int main() {
  torch::manual_seed(0);
  at::globalContext().setBenchmarkCuDNN(true);
  at::globalContext().setDeterministicCuDNN(true);
  at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/false);
  at::globalContext().setAllowTF32CuBLAS(false);
  at::globalContext().setFloat32MatmulPrecision("high");
  at::set_num_interop_threads(1);
  torch::set_num_threads(1);
  const auto device = torch::cuda::is_available() ? torch::Device(torch::kCUDA, 0) : torch::Device("cpu");

  auto net = std::make_shared<Net>();
  net->to(device);
  net->to(torch::kFloat64);
  net->to(device, torch::kFloat32);
  net->eval();
  torch::NoGradGuard guard;
  for (auto &p : net->parameters())
    p.fill_(0.25);
  const auto input =
      torch::arange(8, torch::TensorOptions().dtype(torch::kFloat32).device(device)).view({2, 4});
  auto output = net->forward(input.pin_memory().to(device, /*non_blocking=*/true));
  torch::cuda::synchronize();
  // CHECK: 2 3 moves and conversions
  std::cout << net->first->moved << ' ' << net->second->moved + net->second->converted - 1
            << " moves and conversions\n";
  // CHECK: [2, 8] -2.07944
  std::cout << output.sizes() << ' ' << output[0][0].item<float>() << '\n';
  // CHECK: 1 1 1
  std::cout << at::globalContext().deterministicCuDNN() << ' '
            << (at::globalContext().float32MatmulPrecision() == at::Float32MatmulPrecision::HIGH) << ' '
            << at::get_num_interop_threads() << '\n';
  std::copy(input.data_ptr<float>(), input.data_ptr<float>() + 3,
            std::ostream_iterator<float>(std::cout, ","));
  // CHECK: 0,1,2,
}
