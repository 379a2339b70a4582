// In the style of koba-jon/pytorch_cpp (DAGMM): an autoencoder, a mixture that is estimated, sums kept over batches, anomaly scores.
#include <torch/torch.h>

#include <iostream>
#include <string>
#include <tuple>

#define PI 3.14159265358979

namespace nn = torch::nn;

struct Settings {
  size_t nz_c = 3, nz_r = 2, nk = 3, nr = 12, n_blocks = 2, features = 10;
  bool no_dropout = false;
};

struct LinearResBlockImpl : nn::Module {
  nn::Sequential model;
  LinearResBlockImpl() = default;
  LinearResBlockImpl(const size_t n, const bool use_dropout) {
    this->model->push_back(nn::Linear(n, n));
    this->model->push_back(nn::ReLU(nn::ReLUOptions().inplace(true)));
    if (use_dropout)
      this->model->push_back(nn::Dropout(0.5));
    this->model->push_back(nn::Linear(n, n));
    register_module("Block", this->model);
  }
  torch::Tensor forward(torch::Tensor x) { return x + this->model->forward(x); }
};
TORCH_MODULE(LinearResBlock);

struct EstimationNetworkImpl : nn::Module {
private:
  float eps;
  size_t N = 0;
  nn::Sequential encoder, decoder, model;
  torch::Tensor gamma_sum_keep, mu_sum_keep, sigma_sum_keep, energy_keep, precision_keep;

public:
  EstimationNetworkImpl() {}
  EstimationNetworkImpl(Settings &vm, const float eps_ = 1e-3) {
    this->eps = eps_;
    size_t nz = vm.nz_c + vm.nz_r;
    this->encoder->push_back(nn::Linear(vm.features, 8));
    this->encoder->push_back(nn::Tanh());
    this->encoder->push_back(nn::Linear(8, vm.nz_c));
    this->decoder->push_back(nn::Linear(vm.nz_c, 8));
    this->decoder->push_back(nn::Tanh());
    this->decoder->push_back(nn::Linear(8, vm.features));
    this->model->push_back(nn::Linear(nz, vm.nr));
    for (size_t i = 0; i < vm.n_blocks; i++)
      this->model->push_back(LinearResBlock(vm.nr, !vm.no_dropout));
    this->model->push_back(nn::Linear(vm.nr, vm.nk));
    this->model->push_back(nn::Softmax(nn::SoftmaxOptions(/*dim=*/1)));
    register_module("Encoder", this->encoder);
    register_module("Decoder", this->decoder);
    register_module("EstimationNetwork", this->model);
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor compress(torch::Tensor x) {
    torch::Tensor z_c = this->encoder->forward(x);
    torch::Tensor rec = this->decoder->forward(z_c);
    torch::Tensor relative = (x - rec).norm(2, 1) / (x.norm(2, 1) + this->eps);
    torch::Tensor cosine = nn::functional::cosine_similarity(x, rec, nn::functional::CosineSimilarityFuncOptions().dim(1));
    return torch::cat({z_c, relative.unsqueeze(1), cosine.unsqueeze(1)}, /*dim=*/1);
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor z) { return this->model->forward(z) + this->eps; }

  FG_COMPILE(.fullgraph = true) void estimation(torch::Tensor z, torch::Tensor gamma) {
    size_t nz = z.size(1), nk = gamma.size(1);
    torch::Tensor gamma_sum = torch::sum(gamma, 0);
    torch::Tensor mu = torch::sum(gamma.unsqueeze(2) * z.unsqueeze(1), 0) / gamma_sum.unsqueeze(1);
    torch::Tensor z_dev = z.unsqueeze(1) - mu.unsqueeze(0);
    torch::Tensor sigma = torch::sum(gamma.unsqueeze(-1).unsqueeze(-1) * (z_dev.unsqueeze(3) * z_dev.unsqueeze(2)), 0) / gamma_sum.unsqueeze(-1).unsqueeze(-1);
    torch::Tensor phi = gamma_sum / gamma.size(0);
    torch::Tensor sigma_k = sigma[0] + (torch::eye(nz) * this->eps).detach().to(z.device());
    torch::Tensor precision = torch::sum(1.0 / sigma_k.diag());
    torch::Tensor sigma_inv = torch::inverse(sigma_k).unsqueeze(0);
    torch::Tensor det_sigma = torch::det(2.0 * PI * sigma_k).unsqueeze(0) + this->eps;
    for (size_t i = 1; i < nk; i++) {
      sigma_k = sigma[i] + (torch::eye(nz) * this->eps).detach().to(z.device());
      precision = precision + torch::sum(1.0 / sigma_k.diag());
      sigma_inv = torch::cat({sigma_inv, torch::inverse(sigma_k).unsqueeze(0)}, /*dim=*/0);
      det_sigma = torch::cat({det_sigma, torch::det(2.0 * PI * sigma_k).unsqueeze(0) + this->eps}, /*dim=*/0);
    }
    torch::Tensor base = -0.5 * torch::sum(torch::sum(z_dev.unsqueeze(3) * sigma_inv.unsqueeze(0), 2) * z_dev, 2);
    torch::Tensor max_value = std::get<0>(torch::max(base.clamp(/*min=*/0.0), /*dim=*/1, /*keepdim=*/true));
    torch::Tensor exp_term = torch::exp(base - max_value);
    torch::Tensor energy = -max_value.squeeze(1) - torch::log(torch::sum(phi.unsqueeze(0) * exp_term / torch::sqrt(det_sigma).unsqueeze(0), 1) + this->eps);
    this->energy_keep = torch::mean(energy);
    this->precision_keep = precision / (float)nz / (float)nk;
    return;
  }

  void resetGMP(torch::Device device) {
    this->N = 0;
    this->gamma_sum_keep = torch::full({}, 0.0, torch::TensorOptions().dtype(torch::kFloat)).to(device);
    this->mu_sum_keep = torch::full({}, 0.0, torch::TensorOptions().dtype(torch::kFloat)).to(device);
    this->sigma_sum_keep = torch::full({}, 0.0, torch::TensorOptions().dtype(torch::kFloat)).to(device);
  }
  FG_COMPILE(.fullgraph = true) void estimationGMP(torch::Tensor z, torch::Tensor gamma) {
    size_t mini_batch_size = z.size(0);
    torch::Tensor gamma_sum = torch::sum(gamma, 0);
    torch::Tensor mu = torch::sum(gamma.unsqueeze(2) * z.unsqueeze(1), 0) / gamma_sum.unsqueeze(1);
    torch::Tensor z_dev = z.unsqueeze(1) - mu.unsqueeze(0);
    torch::Tensor sigma = torch::sum(gamma.unsqueeze(-1).unsqueeze(-1) * (z_dev.unsqueeze(3) * z_dev.unsqueeze(2)), 0) / gamma_sum.unsqueeze(-1).unsqueeze(-1);
    this->N += (size_t)mini_batch_size;
    this->gamma_sum_keep = (this->gamma_sum_keep + gamma_sum).detach();
    this->mu_sum_keep = (this->mu_sum_keep + mu * gamma_sum.unsqueeze(-1)).detach();
    this->sigma_sum_keep = (this->sigma_sum_keep + sigma * gamma_sum.unsqueeze(-1).unsqueeze(-1)).detach();
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor estimated_phi() { return (this->gamma_sum_keep / (float)this->N).detach(); }
  torch::Tensor energy_just_before() { return this->energy_keep; }
  torch::Tensor precision_just_before() { return this->precision_keep; }
};
TORCH_MODULE(EstimationNetwork);

int main() {
  torch::manual_seed(37);
  torch::NoGradGuard no_grad;
  Settings settings;
  EstimationNetwork net(settings);
  net->eval();
  net->resetGMP(torch::kCPU);
  for (int64_t n : {16, 24, 16}) {
    auto z = net->compress(torch::randn({n, 10}));
    auto gamma = net->forward(z);
    net->estimation(z, gamma);
    net->estimationGMP(z, gamma);
    std::cout << z.sum().item<float>() << " " << net->energy_just_before().item<float>() << " " << net->precision_just_before().item<float>() << " "
              << net->estimated_phi().sum().item<float>() << "\n";
  }
}
