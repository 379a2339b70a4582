// A U-Net: convolutions down, up again by a transposed convolution and by bilinear resizing, with skips
// between.
#include "common.h"

namespace nn = fg::nn;

struct DoubleConvImpl : nn::Module {
  DoubleConvImpl(int64_t in, int64_t out)
      : net(nn::Conv2d(nn::Conv2dOptions(in, out, 3).padding(1).bias(false)), nn::BatchNorm2d(out),
            nn::ReLU(), nn::Conv2d(nn::Conv2dOptions(out, out, 3).padding(1).bias(false)),
            nn::BatchNorm2d(out), nn::ReLU()) {
    register_module("net", net);
  }
  fg::Tensor forward(const fg::Tensor &x) { return net->forward(x); }
  nn::Sequential net;
};
FG_MODULE(DoubleConv);

struct UNetImpl : nn::Module {
  explicit UNetImpl(int64_t width) {
    inc = register_module("inc", DoubleConv(1, width));
    down1 = register_module("down1", DoubleConv(width, 2 * width));
    down2 = register_module("down2", DoubleConv(2 * width, 4 * width));
    up1 = register_module("up1",
                          nn::ConvTranspose2d(nn::ConvTranspose2dOptions(4 * width, 2 * width, 2).stride(2)));
    conv1 = register_module("conv1", DoubleConv(4 * width, 2 * width));
    up2 = register_module("up2", nn::Upsample(nn::UpsampleOptions()
                                                  .scale_factor(std::vector<double>{2, 2})
                                                  .mode(fg::kBilinear)
                                                  .align_corners(true)));
    conv2 = register_module("conv2", DoubleConv(3 * width, width));
    outc = register_module("outc", nn::Conv2d(width, 2, 1));
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,1,H,W]") fg::Tensor x) {
    const fg::Tensor a = inc->forward(x);
    const fg::Tensor b = down1->forward(fg::max_pool2d(a, 2));
    const fg::Tensor c = down2->forward(fg::max_pool2d(b, 2));
    const fg::Tensor d = conv1->forward(fg::cat({b, up1->forward(c)}, 1));
    return outc->forward(conv2->forward(fg::cat({a, up2->forward(d)}, 1)));
  }

  DoubleConv inc{nullptr}, down1{nullptr}, down2{nullptr}, conv1{nullptr}, conv2{nullptr};
  nn::ConvTranspose2d up1{nullptr};
  nn::Upsample up2{nullptr};
  nn::Conv2d outc{nullptr};
};
FG_MODULE(UNet);

int main(int argc, char **argv) {
  const bool full = models::isFull(argc, argv);
  const int64_t size = full ? 256 : 16;
  UNet model(full ? 64 : 4);
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor mask = model->forward(models::values("image", {batch, 1, size, size}) * 4);
    good &= models::agrees("unet/" + std::to_string(batch), mask);
    if (batch == 1) {
      const fg::Tensor inside = mask[0].argmax(0);
      for (int64_t row = 0; row < size; row += size / 8) {
        std::printf("  ");
        for (int64_t column = 0; column < size; column += size / 16)
          std::putchar(inside[row][column].item<int64_t>() ? '#' : '.');
        std::putchar('\n');
      }
    }
  }
  return good ? 0 : 1;
}
