#include <ATen/Parallel.h>
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() : fc(register_module("fc", torch::nn::Linear(3, 2))) {}
  torch::Tensor forward(torch::Tensor x) { return torch::softmax(fc->forward(x), -1); }
  torch::nn::Linear fc;
};
TORCH_MODULE(Net);

int main() {
  torch::NoGradGuard no_grad;
  at::set_num_threads(1);
  Net net;
  for (auto &parameter : net->parameters())
    parameter.fill_(1);
  const auto result = net->forward(torch::ones({2, 3}));
  std::cout << "ported: " << result.sizes() << ' ' << result.sum().item<float>() << '\n';
}
