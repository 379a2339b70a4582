// A variational autoencoder of small images: encode, draw a code with the generator, decode.
#include "common.h"

namespace nn = fg::nn;

struct Encoded {
  fg::Tensor mu, logvar;
};

struct VAEOutput {
  fg::Tensor reconstruction, mu, logvar;
};

class VAEImpl : public nn::Module {
public:
  /// Of images of size by size.
  VAEImpl(int64_t latent, int64_t width, int64_t size)
      : channels(2 * width), side(size / 4),
        encoder(nn::Conv2d(nn::Conv2dOptions(1, width, 4).stride(2).padding(1)),
                nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(0.2)),
                nn::Conv2d(nn::Conv2dOptions(width, 2 * width, 4).stride(2).padding(1)),
                nn::BatchNorm2d(2 * width), nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(0.2)),
                nn::Flatten()),
        fc_mu(channels * side * side, latent), fc_logvar(channels * side * side, latent),
        fc(latent, channels * side * side),
        decoder(nn::ConvTranspose2d(nn::ConvTranspose2dOptions(2 * width, width, 4).stride(2).padding(1)),
                nn::BatchNorm2d(width), nn::ReLU(),
                nn::ConvTranspose2d(nn::ConvTranspose2dOptions(width, 1, 4).stride(2).padding(1)),
                nn::Sigmoid()) {
    register_module("encoder", encoder);
    register_module("fc_mu", fc_mu);
    register_module("fc_logvar", fc_logvar);
    register_module("fc", fc);
    register_module("decoder", decoder);
  }

  FG_COMPILE(.fullgraph = true)
  Encoded encode(FG_SHAPE("f32[N,1,S,S]") const fg::Tensor &x) {
    const fg::Tensor h = encoder->forward(x);
    return {fc_mu->forward(h), fc_logvar->forward(h)};
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor decode(FG_SHAPE("f32[N,L]") const fg::Tensor &z) {
    return decoder->forward(fg::relu(fc->forward(z)).view({-1, channels, side, side}));
  }

  static fg::Tensor reparameterize(const fg::Tensor &mu, const fg::Tensor &logvar) {
    const fg::Tensor std = fg::exp(0.5 * logvar);
    return mu + std * fg::randn_like(std);
  }

  FG_COMPILE(.fullgraph = true)
  VAEOutput forward(FG_SHAPE("f32[N,1,S,S]") const fg::Tensor &x) {
    const auto [mu, logvar] = encode(x);
    return {decode(reparameterize(mu, logvar)), mu, logvar};
  }

  int64_t channels, side;
  nn::Sequential encoder;
  nn::Linear fc_mu, fc_logvar, fc;
  nn::Sequential decoder;
};
FG_MODULE(VAE);

FG_COMPILE(.fullgraph = true)
fg::Tensor loss_function(FG_SHAPE("f32[N,1,S,S]") const fg::Tensor &reconstruction,
                         FG_SHAPE("f32[N,1,S,S]") const fg::Tensor &x,
                         FG_SHAPE("f32[N,L]") const fg::Tensor &mu,
                         FG_SHAPE("f32[N,L]") const fg::Tensor &logvar) {
  const fg::Tensor bce = fg::nn::functional::binary_cross_entropy(
      reconstruction, x, nn::functional::BinaryCrossEntropyFuncOptions().reduction(fg::kSum));
  const fg::Tensor kld = -0.5 * fg::sum(1 + logvar - mu.pow(2) - logvar.exp());
  return bce + kld;
}

int main(int argc, char **argv) {
  const bool full = models::isFull(argc, argv);
  const int64_t size = full ? 64 : 12;
  VAE model(full ? 128 : 4, full ? 64 : 4, size);
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor image = models::values("image", {batch, 1, size, size}) + 0.5;
    const std::string name = "vae/" + std::to_string(batch);
    const auto [mu, logvar] = model->encode(image);
    good &= models::agrees(name + "/mu", mu);
    good &= models::agrees(name + "/logvar", logvar);
    const fg::Tensor mean = model->decode(mu);
    good &= models::agrees(name + "/decoded", mean);
    good &= models::agrees(name + "/loss", loss_function(mean, image, mu, logvar));

    // The same seed draws the same code.
    fg::manual_seed(7);
    const VAEOutput drawn = model->forward(image);
    fg::manual_seed(7);
    const fg::Tensor same = model->decode(VAEImpl::reparameterize(mu, logvar));
    const bool agree = fg::allclose(drawn.reconstruction, same, 1e-4, 1e-5);
    std::printf("  drawn with the same seed: %s\n", agree ? "the same image" : "ANOTHER image");
    good &= agree;
    const char *shades = " .:-=+*#";
    for (int64_t row = 0; row < size; ++row) {
      std::printf("    ");
      for (int64_t column = 0; column < size; ++column)
        std::printf(
            "%c", shades[static_cast<int64_t>(drawn.reconstruction[0][0][row][column].item<float>() * 7.99)]);
      std::printf("\n");
    }
  }
  return good ? 0 : 1;
}
