// A small detector of one stage, as YOLO: convolutions, two scales, boxes decoded in the graph. What boxes
// are kept depends on their scores, so non-maximum suppression is ordinary code behind it.
#include "common.h"

namespace nn = fg::nn;
using fg::indexing::Ellipsis;
using fg::indexing::None;
using fg::indexing::Slice;

struct ConvImpl : nn::Module {
  ConvImpl(int64_t in, int64_t out, int64_t kernel, int64_t stride = 1)
      : conv(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2).bias(false)),
        bn(nn::BatchNorm2dOptions(out).eps(1e-3).momentum(0.03)) {
    register_module("conv", conv);
    register_module("bn", bn);
  }
  fg::Tensor forward(const fg::Tensor &x) { return fg::silu(bn(conv(x))); }

  nn::Conv2d conv;
  nn::BatchNorm2d bn;
};
FG_MODULE(Conv);

struct BottleneckImpl : nn::Module {
  explicit BottleneckImpl(int64_t channels, bool shortcut = true)
      : cv1(channels, channels / 2, 1), cv2(channels / 2, channels, 3), add(shortcut) {
    register_module("cv1", cv1);
    register_module("cv2", cv2);
  }
  fg::Tensor forward(const fg::Tensor &x) { return add ? x + cv2(cv1(x)) : cv2(cv1(x)); }

  Conv cv1, cv2;
  bool add;
};
FG_MODULE(Bottleneck);

/// Spatial pyramid pooling: what is near, and what is farther away.
struct SPPFImpl : nn::Module {
  explicit SPPFImpl(int64_t channels) : cv1(channels, channels / 2, 1), cv2(channels * 2, channels, 1) {
    register_module("cv1", cv1);
    register_module("cv2", cv2);
    register_module("pool", pool);
  }
  fg::Tensor forward(const fg::Tensor &input) {
    const fg::Tensor x = cv1(input);
    const fg::Tensor a = pool(x), b = pool(a);
    return cv2(fg::cat({x, a, b, pool(b)}, 1));
  }

  Conv cv1, cv2;
  nn::MaxPool2d pool{nn::MaxPool2dOptions(5).stride(1).padding(2)};
};
FG_MODULE(SPPF);

/// For each anchor of each cell: a box, whether there is anything, and what it is.
struct DetectImpl : nn::Module {
  DetectImpl(int64_t classes, const std::vector<int64_t> &channels, const std::vector<double> &strides,
             const fg::Tensor &anchor_sizes)
      : outputs(5 + classes), strides(strides), anchors(anchor_sizes) {
    for (int64_t c : channels)
      m->push_back(nn::Conv2d(nn::Conv2dOptions(c, anchor_sizes.size(1) * outputs, 1)));
    register_module("m", m);
  }

  /// [N, boxes, (left, top, right, bottom, objectness, classes...)] in pixels.
  fg::Tensor forward(const std::vector<fg::Tensor> &features) {
    std::vector<fg::Tensor> boxes;
    for (size_t i = 0; i < features.size(); ++i) {
      const fg::Tensor raw = m[i]->as<nn::Conv2d>()->forward(features[i]);
      const int64_t batch = raw.size(0), height = raw.size(2), width = raw.size(3), count = anchors.size(1);
      const fg::Tensor y =
          raw.view({batch, count, outputs, height, width}).permute({0, 1, 3, 4, 2}).sigmoid();
      const auto grids = fg::meshgrid({fg::arange(height), fg::arange(width)}, "ij");
      const fg::Tensor grid = fg::stack({grids[1], grids[0]}, -1).to(fg::kFloat);
      const fg::Tensor centre = (y.index({Ellipsis, Slice(0, 2)}) * 2.0 - 0.5 + grid) * strides[i];
      const fg::Tensor anchor = anchors[static_cast<int64_t>(i)].view({1, count, 1, 1, 2});
      const fg::Tensor size = (y.index({Ellipsis, Slice(2, 4)}) * 2.0).pow(2) * anchor;
      const fg::Tensor decoded =
          fg::cat({centre - size / 2, centre + size / 2, y.index({Ellipsis, Slice(4, None)})}, -1);
      boxes.push_back(decoded.reshape({batch, -1, outputs}));
    }
    return fg::cat(boxes, 1);
  }

  int64_t outputs;
  std::vector<double> strides;
  FG_SHAPE("f32[S,A,2]") fg::Tensor anchors; // of each scale, widths and heights in pixels
  nn::ModuleList m;
};
FG_MODULE(Detect);

struct YoloImpl : nn::Module {
  YoloImpl(int64_t classes, int64_t width)
      : stem(3, width, 3, 2), down1(width, 2 * width, 3, 2), body1(2 * width),
        down2(2 * width, 4 * width, 3, 2), body2(4 * width), spp(4 * width), lateral(4 * width, 2 * width, 1),
        merge(4 * width, 2 * width, 3),
        detect(classes, std::vector<int64_t>{2 * width, 4 * width}, std::vector<double>{4.0, 8.0},
               fg::tensor({4.0, 5.0, 8.0, 6.0, 12.0, 14.0, 20.0, 18.0}, fg::kFloat).view({2, 2, 2})) {
    register_module("stem", stem);
    register_module("down1", down1);
    register_module("body1", body1);
    register_module("down2", down2);
    register_module("body2", body2);
    register_module("spp", spp);
    register_module("lateral", lateral);
    register_module("merge", merge);
    register_module("detect", detect);
  }

  FG_COMPILE(.fullgraph = true)
  fg::Tensor forward(FG_SHAPE("f32[N,3,8*H,8*W]") const fg::Tensor &image) {
    const fg::Tensor fine = body1(down1(stem(image)));
    const fg::Tensor coarse = spp(body2(down2(fine)));
    const fg::Tensor up =
        nn::functional::interpolate(lateral(coarse), nn::functional::InterpolateFuncOptions()
                                                         .scale_factor(std::vector<double>{2.0, 2.0})
                                                         .mode(fg::kNearest));
    return detect(std::vector<fg::Tensor>{merge(fg::cat({up, fine}, 1)), coarse});
  }

  Conv stem, down1;
  Bottleneck body1;
  Conv down2;
  Bottleneck body2;
  SPPF spp;
  Conv lateral, merge;
  Detect detect;
};
FG_MODULE(Yolo);

/// How much of two sets of boxes is common to each pair: [N, M].
FG_COMPILE(.fullgraph = true)
fg::Tensor box_iou(FG_SHAPE("f32[N,4]") const fg::Tensor &a, FG_SHAPE("f32[M,4]") const fg::Tensor &b) {
  const auto area = [](const fg::Tensor &boxes) {
    return (boxes.select(1, 2) - boxes.select(1, 0)) * (boxes.select(1, 3) - boxes.select(1, 1));
  };
  const fg::Tensor low =
      fg::max(a.index({Slice(), None, Slice(None, 2)}), b.index({Slice(), Slice(None, 2)}));
  const fg::Tensor high = fg::min(a.index({Slice(), None, Slice(2)}), b.index({Slice(), Slice(2)}));
  const fg::Tensor sides = (high - low).clamp_min(0);
  const fg::Tensor common = sides.select(2, 0) * sides.select(2, 1);
  return common / (area(a).unsqueeze(1) + area(b) - common);
}

struct Detection {
  fg::Tensor boxes, scores, classes;
};

/// The best boxes of one image, without those that mostly cover a better one of their class.
Detection non_maximum_suppression(const fg::Tensor &predictions, double confidence, double overlap) {
  const fg::Tensor likely = predictions.index({predictions.select(1, 4) > confidence});
  const auto [best, classes] =
      (likely.index({Slice(), Slice(5)}) * likely.index({Slice(), Slice(4, 5)})).max(1);
  // As many candidates as torchvision's detectors take: the comparison of each with each is a matrix.
  const fg::Tensor order = best.argsort(0, /*descending=*/true).slice(0, 0, 1000);
  const fg::Tensor boxes = likely.index({order, Slice(None, 4)}), kinds = classes.index({order});
  const fg::Tensor iou = box_iou(boxes, boxes);
  std::vector<int64_t> kept;
  for (int64_t i = 0; i < boxes.size(0); ++i) {
    bool covered = false;
    for (int64_t j : kept)
      covered |= kinds[i].item<int64_t>() == kinds[j].item<int64_t>() && iou[i][j].item<double>() > overlap;
    if (!covered)
      kept.push_back(i);
  }
  const fg::Tensor keep = fg::tensor(kept);
  return {boxes.index({keep}), best.index({order}).index({keep}), kinds.index({keep})};
}

int main(int argc, char **argv) {
  const bool full = models::isFull(argc, argv);
  const int64_t size = full ? 320 : 32;
  const char *names[] = {"cat", "dog", "bird"};
  Yolo model(3, full ? 64 : 4);
  models::fill(model);
  bool good = true;
  for (int64_t batch : {1, 3}) {
    const fg::Tensor predictions = model->forward(models::values("image", {batch, 3, size, size}) * 4);
    good &= models::agrees("yolo/" + std::to_string(batch), predictions);
    for (int64_t i = 0; i < batch; ++i) {
      const Detection found = non_maximum_suppression(predictions[i], 0.6, 0.45);
      std::printf("  image %ld: %ld boxes\n", static_cast<long>(i), static_cast<long>(found.boxes.size(0)));
      for (int64_t k = 0; k < std::min<int64_t>(found.boxes.size(0), 4); ++k)
        std::printf("    %-4s %.2f at (%5.1f, %5.1f) to (%5.1f, %5.1f)\n",
                    names[found.classes[k].item<int64_t>()], found.scores[k].item<double>(),
                    found.boxes[k][0].item<double>(), found.boxes[k][1].item<double>(),
                    found.boxes[k][2].item<double>(), found.boxes[k][3].item<double>());
    }
  }
  return good ? 0 : 1;
}
