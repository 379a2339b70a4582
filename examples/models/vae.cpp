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
  explicit VAEImpl(int64_t latent = 4)
      : encoder(nn::Conv2d(nn::Conv2dOptions(1, 4, 4).stride(2).padding(1)),
                nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(0.2)),
                nn::Conv2d(nn::Conv2dOptions(4, 8, 4).stride(2).padding(1)), nn::BatchNorm2d(8),
                nn::LeakyReLU(nn::LeakyReLUOptions().negative_slope(0.2)), nn::Flatten()),
        fc_mu(8 * 3 * 3, latent), fc_logvar(8 * 3 * 3, latent), fc(latent, 8 * 3 * 3),
        decoder(nn::ConvTranspose2d(nn::ConvTranspose2dOptions(8, 4, 4).stride(2).padding(1)),
                nn::BatchNorm2d(4), nn::ReLU(),
                nn::ConvTranspose2d(nn::ConvTranspose2dOptions(4, 1, 4).stride(2).padding(1)),
                nn::Sigmoid()) {
    register_module("encoder", encoder);
    register_module("fc_mu", fc_mu);
    register_module("fc_logvar", fc_logvar);
    register_module("fc", fc);
    register_module("decoder", decoder);
  }

  FG_COMPILE(.fullgraph = true)
  Encoded encode(FG_SHAPE("f32[N,1,12,12]") const fg::Tensor &x) {
    const fg::Tensor h = encoder->forward(x);
    return {fc_mu->forward(h), fc_logvar->forward(h)};
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor decode(FG_SHAPE("f32[N,4]") const fg::Tensor &z) {
    return decoder->forward(fg::relu(fc->forward(z)).view({-1, 8, 3, 3}));
  }

  static fg::Tensor reparameterize(const fg::Tensor &mu, const fg::Tensor &logvar) {
    const fg::Tensor std = fg::exp(0.5 * logvar);
    return mu + std * fg::randn_like(std);
  }

  FG_COMPILE(.fullgraph = true)
  VAEOutput forward(FG_SHAPE("f32[N,1,12,12]") const fg::Tensor &x) {
    const auto [mu, logvar] = encode(x);
    return {decode(reparameterize(mu, logvar)), mu, logvar};
  }

  nn::Sequential encoder;
  nn::Linear fc_mu, fc_logvar, fc;
  nn::Sequential decoder;
};
FG_MODULE(VAE);

FG_COMPILE(.fullgraph = true)
fg::Tensor loss_function(FG_SHAPE("f32[N,1,12,12]") const fg::Tensor &reconstruction,
                         FG_SHAPE("f32[N,1,12,12]") const fg::Tensor &x,
                         FG_SHAPE("f32[N,4]") const fg::Tensor &mu,
                         FG_SHAPE("f32[N,4]") const fg::Tensor &logvar) {
  const fg::Tensor bce = fg::nn::functional::binary_cross_entropy(
      reconstruction, x, nn::functional::BinaryCrossEntropyFuncOptions().reduction(fg::kSum));
  const fg::Tensor kld = -0.5 * fg::sum(1 + logvar - mu.pow(2) - logvar.exp());
  return bce + kld;
}

int main() {
  VAE model;
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor image = models::values("image", {batch, 1, 12, 12}) + 0.5;
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
    for (int64_t row = 0; row < 12; ++row) {
      std::printf("    ");
      for (int64_t column = 0; column < 12; ++column)
        std::printf(
            "%c", shades[static_cast<int64_t>(drawn.reconstruction[0][0][row][column].item<float>() * 7.99)]);
      std::printf("\n");
    }
  }
  return good ? 0 : 1;
}
