// ResNet-18, as LibTorch programs write it.
#include "common.h"

struct BasicBlockImpl : fg::nn::Module {
  BasicBlockImpl(int64_t inplanes, int64_t planes, int64_t stride = 1, fg::nn::Sequential shortcut = nullptr)
      : conv1(fg::nn::Conv2dOptions(inplanes, planes, 3).stride(stride).padding(1).bias(false)), bn1(planes),
        conv2(fg::nn::Conv2dOptions(planes, planes, 3).padding(1).bias(false)), bn2(planes),
        downsample(shortcut) {
    register_module("conv1", conv1);
    register_module("bn1", bn1);
    register_module("conv2", conv2);
    register_module("bn2", bn2);
    if (!downsample.is_empty())
      register_module("downsample", downsample);
  }

  fg::Tensor forward(const fg::Tensor &x) {
    fg::Tensor residual = x;
    fg::Tensor y = fg::relu(bn1->forward(conv1->forward(x)));
    y = bn2->forward(conv2->forward(y));
    if (!downsample.is_empty())
      residual = downsample->forward(x);
    return fg::relu(y + residual);
  }

  fg::nn::Conv2d conv1;
  fg::nn::BatchNorm2d bn1;
  fg::nn::Conv2d conv2;
  fg::nn::BatchNorm2d bn2;
  fg::nn::Sequential downsample;
};
FG_MODULE(BasicBlock);

struct ResNetImpl : fg::nn::Module {
  ResNetImpl(int64_t width, int64_t classes)
      : inplanes(width), conv1(fg::nn::Conv2dOptions(3, width, 7).stride(2).padding(3).bias(false)),
        bn1(width), layer1(makeLayer(width, 2, 1)), layer2(makeLayer(2 * width, 2, 2)),
        layer3(makeLayer(4 * width, 2, 2)), layer4(makeLayer(8 * width, 2, 2)), fc(8 * width, classes) {
    register_module("conv1", conv1);
    register_module("bn1", bn1);
    register_module("layer1", layer1);
    register_module("layer2", layer2);
    register_module("layer3", layer3);
    register_module("layer4", layer4);
    register_module("fc", fc);
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,3,H,W]") fg::Tensor x) {
    x = fg::relu(bn1->forward(conv1->forward(x)));
    x = fg::max_pool2d(x, 3, 2, 1);
    x = layer1->forward(x);
    x = layer2->forward(x);
    x = layer3->forward(x);
    x = layer4->forward(x);
    x = fg::adaptive_avg_pool2d(x, {1, 1});
    return fc->forward(x.view({x.size(0), -1}));
  }

private:
  fg::nn::Sequential makeLayer(int64_t planes, int64_t count, int64_t stride) {
    fg::nn::Sequential shortcut{nullptr};
    if (stride != 1 || inplanes != planes)
      shortcut = fg::nn::Sequential(
          fg::nn::Conv2d(fg::nn::Conv2dOptions(inplanes, planes, 1).stride(stride).bias(false)),
          fg::nn::BatchNorm2d(planes));
    fg::nn::Sequential layers;
    layers->push_back(BasicBlock(inplanes, planes, stride, shortcut));
    inplanes = planes;
    for (int64_t i = 1; i < count; ++i)
      layers->push_back(BasicBlock(planes, planes));
    return layers;
  }

  int64_t inplanes;
  fg::nn::Conv2d conv1;
  fg::nn::BatchNorm2d bn1;
  fg::nn::Sequential layer1, layer2, layer3, layer4;
  fg::nn::Linear fc;
};
FG_MODULE(ResNet);

int main(int argc, char **argv) {
  const bool full = models::isFull(argc, argv);
  const int64_t size = full ? 224 : 32;
  ResNet model(full ? 64 : 8, full ? 1000 : 10);
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor logits = model->forward(models::values("image", {batch, 3, size, size}) * 4);
    good &= models::agrees("resnet18/" + std::to_string(batch), logits);
    const fg::Tensor best = logits.argmax(1);
    for (int64_t i = 0; i < batch; ++i)
      std::printf("  image %ld: class %ld\n", static_cast<long>(i),
                  static_cast<long>(best[i].item<int64_t>()));
  }
  return good ? 0 : 1;
}
