// Image processing: functions of images of one and of three channels, in u8 and f32.
#include <fullgraph/fullgraph.h>

#include <iostream>

namespace image {

FG_COMPILE(.fullgraph = true) fg::Tensor to_float(const fg::Tensor &bytes) {
  return bytes.to(fg::kFloat).div(255);
}

FG_COMPILE(.fullgraph = true) fg::Tensor normalise(const fg::Tensor &x, const fg::Tensor &mean, const fg::Tensor &deviation) {
  return (x - mean.view({3, 1, 1})) / deviation.view({3, 1, 1});
}

FG_COMPILE(.fullgraph = true) fg::Tensor grey(const fg::Tensor &rgb) {
  return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2];
}

FG_COMPILE(.fullgraph = true) fg::Tensor sobel(const fg::Tensor &grey) {
  auto kx = fg::tensor({-1.f, 0.f, 1.f, -2.f, 0.f, 2.f, -1.f, 0.f, 1.f}).view({1, 1, 3, 3});
  auto ky = kx.transpose(2, 3);
  auto x = grey.unsqueeze(0).unsqueeze(0);
  auto gx = fg::conv2d(x, kx, {}, 1, 1);
  auto gy = fg::conv2d(x, ky, {}, 1, 1);
  return fg::sqrt(gx * gx + gy * gy).squeeze(0).squeeze(0);
}

FG_COMPILE(.fullgraph = true) fg::Tensor gamma(fg::Tensor x, double g) { return x.clamp(0, 1).pow(g); }

} // namespace image

int main() {
  fg::manual_seed(5);
  auto mean = fg::tensor({0.485f, 0.456f, 0.406f}), deviation = fg::tensor({0.229f, 0.224f, 0.225f});
  for (auto [h, w] : {std::pair{20, 30}, std::pair{17, 9}}) {
    auto bytes = fg::randint(0, 256, {3, h, w}).to(fg::kByte);
    auto x = image::to_float(bytes);
    auto n = image::normalise(x, mean, deviation);
    auto edges = image::sobel(image::gamma(image::grey(x), 2.2));
    std::cout << n.mean().item<float>() << " " << edges.sum().item<float>() << "\n";
  }
}
