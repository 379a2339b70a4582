// DCGAN as in the C++ examples: two nets, one of them with a Sequential, the other with members.
#include <torch/torch.h>

#include <cstdio>

using namespace torch;

struct DCGANGeneratorImpl : nn::Module {
  DCGANGeneratorImpl(int kNoiseSize)
      : conv1(nn::ConvTranspose2dOptions(kNoiseSize, 32, 4).bias(false)), batch_norm1(32),
        conv2(nn::ConvTranspose2dOptions(32, 16, 3).stride(2).padding(1).bias(false)), batch_norm2(16),
        conv3(nn::ConvTranspose2dOptions(16, 8, 4).stride(2).padding(1).bias(false)), batch_norm3(8),
        conv4(nn::ConvTranspose2dOptions(8, 1, 4).stride(2).padding(1).bias(false)) {
    register_module("conv1", conv1);
    register_module("conv2", conv2);
    register_module("conv3", conv3);
    register_module("conv4", conv4);
    register_module("batch_norm1", batch_norm1);
    register_module("batch_norm2", batch_norm2);
    register_module("batch_norm3", batch_norm3);
  }

  FG_COMPILE(.fullgraph = true) torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(batch_norm1(conv1(x)));
    x = torch::relu(batch_norm2(conv2(x)));
    x = torch::relu(batch_norm3(conv3(x)));
    x = torch::tanh(conv4(x));
    return x;
  }

  nn::ConvTranspose2d conv1;
  nn::BatchNorm2d batch_norm1;
  nn::ConvTranspose2d conv2;
  nn::BatchNorm2d batch_norm2;
  nn::ConvTranspose2d conv3;
  nn::BatchNorm2d batch_norm3;
  nn::ConvTranspose2d conv4;
};
TORCH_MODULE(DCGANGenerator);

class Discriminator {
public:
  Discriminator()
      : net(nn::Conv2d(nn::Conv2dOptions(1, 8, 4).stride(2).padding(1).bias(false)),
            nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(0.2)),
            nn::Conv2d(nn::Conv2dOptions(8, 16, 4).stride(2).padding(1).bias(false)), nn::BatchNorm2d(16),
            nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(0.2)),
            nn::Conv2d(nn::Conv2dOptions(16, 1, 7).stride(1).padding(0).bias(false)), nn::Sigmoid()) {}

  FG_COMPILE(.fullgraph = true) Tensor operator()(const Tensor &images) { return net->forward(images).reshape({-1}); }
  void eval() { net->eval(); }

private:
  nn::Sequential net;
};

int main() {
  torch::manual_seed(10);
  torch::NoGradGuard guard;
  DCGANGenerator generator(12);
  generator->eval();
  Discriminator discriminator;
  discriminator.eval();
  for (int batch = 1; batch <= 3; ++batch) {
    Tensor noise = torch::randn({batch, 12, 1, 1});
    Tensor fake = generator->forward(noise);
    Tensor verdict = discriminator(fake.detach());
    std::printf("%lld %.4f %.4f\n", (long long)fake.size(2), fake.abs().mean().item<float>(), verdict.sum().item<float>());
  }
}
