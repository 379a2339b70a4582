// In the style of koba-jon/pytorch_cpp (DDIM2d): a U-Net of blocks that hold the next block by value, a noise schedule, sampling.
#include <torch/torch.h>

#include <cmath>
#include <iostream>
#include <tuple>
#include <utility>

namespace nn = torch::nn;

struct SamplingImpl : nn::Module {
  nn::Sequential convs, mlp;
  SamplingImpl() {}
  SamplingImpl(const size_t in_nc, const size_t out_nc, const bool up, const bool BN, const size_t time_embed) {
    if (up)
      this->convs->push_back(nn::ConvTranspose2d(nn::ConvTranspose2dOptions(in_nc, out_nc, 4).stride(2).padding(1).bias(!BN)));
    else
      this->convs->push_back(nn::Conv2d(nn::Conv2dOptions(in_nc, out_nc, 4).stride(2).padding(1).bias(!BN)));
    if (BN)
      this->convs->push_back(nn::BatchNorm2d(out_nc));
    this->convs->push_back(nn::ReLU(nn::ReLUOptions().inplace(true)));
    this->mlp = nn::Sequential(nn::Linear(time_embed, in_nc), nn::ReLU(nn::ReLUOptions().inplace(true)), nn::Linear(in_nc, in_nc));
    register_module("Convolutions", this->convs);
    register_module("MLP", this->mlp);
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor v) {
    v = this->mlp->forward(v).unsqueeze(/*dim=*/-1).unsqueeze(/*dim=*/-1);
    return this->convs->forward(x + v);
  }
};
TORCH_MODULE(Sampling);

struct UNetBlockImpl : nn::Module {
  bool outermost = false, innermost = false;
  nn::Sequential down, sub, up;
  UNetBlockImpl() {}
  UNetBlockImpl(const std::pair<size_t, size_t> outside_nc, const size_t inside_nc, UNetBlockImpl &submodule, bool outermost_, bool innermost_, size_t te) {
    this->outermost = outermost_;
    this->innermost = innermost_;
    this->down->push_back(Sampling(outside_nc.first, inside_nc, /*up=*/false, /*BN=*/!outermost_, te));
    if (this->innermost) {
      this->sub->push_back(nn::Identity());
      this->up->push_back(Sampling(inside_nc, outside_nc.second, /*up=*/true, /*BN=*/true, te));
    } else {
      this->sub->push_back(submodule);
      this->up->push_back(Sampling(inside_nc * 2, outside_nc.second, /*up=*/true, /*BN=*/!outermost_, te));
    }
    register_module("DownSampling", this->down);
    register_module("SubModule", this->sub);
    register_module("UpSampling", this->up);
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor v) {
    torch::Tensor mid1, mid2;
    mid1 = this->down->forward(x, v);
    if (this->innermost) {
      mid2 = this->sub->forward(mid1);
      return this->up->forward(mid2, v);
    }
    mid2 = this->sub->forward(mid1, v);
    mid2 = torch::cat({mid1, mid2}, /*dim=*/1);
    return this->up->forward(mid2, v);
  }
};
TORCH_MODULE(UNetBlock);

struct DDIMImpl : nn::Module {
  size_t timesteps, timesteps_inf, time_embed;
  float eta;
  torch::Tensor betas, alphas, alpha_bars;
  nn::Sequential model;
  DDIMImpl(size_t nc, size_t nf, size_t T, size_t T_inf, float eta_) : timesteps(T), timesteps_inf(T_inf), time_embed(8), eta(eta_) {
    this->betas = torch::linspace(1e-4, 0.02, this->timesteps + 1);
    this->alphas = 1.0 - this->betas;
    this->alpha_bars = torch::cumprod(this->alphas, /*dim=*/0);
    UNetBlockImpl blocks, fake;
    blocks = UNetBlockImpl({nf * 2, nf * 2}, nf * 2, fake, false, true, this->time_embed);
    blocks = UNetBlockImpl({nf, nf}, nf * 2, blocks, false, false, this->time_embed);
    blocks = UNetBlockImpl({nc, nc}, nf, blocks, true, false, this->time_embed);
    this->model->push_back(blocks);
    register_module("U-Net", this->model);
  }
  torch::Tensor pos_encoding(torch::Tensor t, long int dim) {
    long int batch_size = t.size(0);
    torch::Tensor v = torch::zeros({batch_size, dim});
    for (long int i = 0; i < batch_size; i++) {
      torch::Tensor tt = t[i], vv = torch::zeros({dim});
      torch::Tensor div_term = torch::exp(torch::arange(0, dim) / float(dim) * std::log(10000.0));
      torch::Tensor idx0 = torch::arange(0, vv.size(0), 2, torch::kLong), idx1 = torch::arange(1, vv.size(0), 2, torch::kLong);
      vv.index_put_({idx0}, torch::sin(tt / div_term.index_select(/*dim=*/0, idx0)));
      vv.index_put_({idx1}, torch::cos(tt / div_term.index_select(/*dim=*/0, idx1)));
      v[i] = vv;
    }
    return v;
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x, torch::Tensor t) {
    torch::Tensor v = this->pos_encoding(t, this->time_embed);
    return this->model->forward(x, v);
  }
  FG_COMPILE(.fullgraph = true) std::tuple<torch::Tensor, torch::Tensor> add_noise(torch::Tensor x_0, torch::Tensor t) {
    torch::Tensor alpha_bar = this->alpha_bars.index_select(/*dim=*/0, t).view({-1, 1, 1, 1});
    torch::Tensor noise = torch::randn_like(x_0).to(x_0.device());
    return {torch::sqrt(alpha_bar) * x_0 + torch::sqrt(1.0 - alpha_bar) * noise, noise};
  }
  FG_COMPILE(.fullgraph = true) torch::Tensor denoise(torch::Tensor x_t, torch::Tensor t, torch::Tensor t_prev) {
    torch::Tensor alpha_bar = this->alpha_bars.index_select(0, t).view({-1, 1, 1, 1});
    torch::Tensor alpha_bar_prev = this->alpha_bars.index_select(0, t_prev).view({-1, 1, 1, 1});
    torch::Tensor eps = this->forward(x_t, t);
    torch::Tensor noise = torch::randn_like(x_t);
    noise.masked_fill_(t.view({-1, 1, 1, 1}).expand_as(noise) == 1, 0.0);
    torch::Tensor x_0 = (x_t - torch::sqrt(1.0 - alpha_bar) * eps) / torch::sqrt(alpha_bar);
    torch::Tensor sigma = this->eta * torch::sqrt((1.0 - alpha_bar_prev) / (1.0 - alpha_bar)) * torch::sqrt(1.0 - alpha_bar / alpha_bar_prev);
    return torch::sqrt(alpha_bar_prev) * x_0 + torch::sqrt(1.0 - alpha_bar_prev - sigma * sigma) * eps + sigma * noise;
  }
  torch::Tensor sample(torch::Tensor x) {
    for (size_t i = this->timesteps_inf; i > 1; i--) {
      auto at = [&](size_t k) { return (int64_t)(float(k) / (this->timesteps_inf - 1) * (this->timesteps - 1) + 1 + 0.5); };
      x = this->denoise(x, torch::full({x.size(0)}, at(i - 1), torch::kLong), torch::full({x.size(0)}, at(i - 2), torch::kLong));
    }
    return x;
  }
};
TORCH_MODULE(DDIM);

int main() {
  torch::manual_seed(38);
  torch::NoGradGuard no_grad;
  DDIM a(1, 4, 50, 4, 0.0f), b(3, 4, 20, 3, 0.5f);
  a->eval();
  b->eval();
  for (int64_t n : {1, 3}) {
    auto [noisy, noise] = a->add_noise(torch::rand({n, 1, 16, 16}), torch::randint(1, 50, {n}));
    std::cout << noisy.sum().item<float>() << " " << a->sample(noise).abs().mean().item<float>() << " "
              << b->sample(torch::randn({n, 3, 16, 8})).abs().mean().item<float>() << "\n";
  }
}
