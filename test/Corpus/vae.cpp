// A variational autoencoder, inference only: several methods compiled, one calls the others.
#include <torch/torch.h>

#include <iostream>

struct VAEOutput {
  torch::Tensor reconstruction, mu, log_var;
};

class VAEImpl : public torch::nn::Module {
public:
  VAEImpl(int64_t image_size, int64_t h_dim, int64_t z_dim)
      : fc1(image_size, h_dim), fc2(h_dim, z_dim), fc3(h_dim, z_dim), fc4(z_dim, h_dim), fc5(h_dim, image_size) {
    register_module("fc1", fc1);
    register_module("fc2", fc2);
    register_module("fc3", fc3);
    register_module("fc4", fc4);
    register_module("fc5", fc5);
  }

  FG_COMPILE(.fullgraph = true) std::pair<torch::Tensor, torch::Tensor> encode(torch::Tensor x) {
    auto h = torch::nn::functional::relu(fc1->forward(x));
    return {fc2->forward(h), fc3->forward(h)};
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor decode(torch::Tensor z) {
    auto h = torch::nn::functional::relu(fc4->forward(z));
    return torch::sigmoid(fc5->forward(h));
  }
  FG_COMPILE(.fullgraph = true) VAEOutput forward(torch::Tensor x) {
    auto [mu, log_var] = encode(x);
    return {decode(mu), mu, log_var};
  }

private:
  torch::nn::Linear fc1, fc2, fc3, fc4, fc5;
};
TORCH_MODULE(VAE);

int main() {
  torch::manual_seed(9);
  torch::NoGradGuard guard;
  VAE model(64, 32, 8);
  model->eval();
  for (int i = 0; i < 3; ++i) {
    auto out = model->forward(torch::rand({4 + i, 64}));
    std::cout << out.reconstruction.sum().item<float>() << " " << out.mu.sum().item<float>() << " "
              << out.log_var.sum().item<float>() << "\n";
  }
  std::cout << model->decode(torch::zeros({1, 8})).sum().item<float>() << "\n";
}
