// In the style of lsrock1/maskrcnn_benchmark.cpp: cell anchors, grids of them per feature map, box coding, box lists with fields.
#include <torch/torch.h>

#include <cassert>
#include <cmath>
#include <iostream>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace rcnn {

using Parts = std::tuple<torch::Tensor, torch::Tensor, torch::Tensor, torch::Tensor>;

Parts CenterForm(const torch::Tensor &a) {
  torch::Tensor w = a[2] - a[0] + 1, h = a[3] - a[1] + 1;
  return std::make_tuple(w, h, a[0] + 0.5 * (w - 1), a[1] + 0.5 * (h - 1));
}

torch::Tensor FromCenters(torch::Tensor ws, torch::Tensor hs, torch::Tensor x, torch::Tensor y) {
  ws.unsqueeze_(1);
  hs.unsqueeze_(1);
  return torch::cat({x - 0.5 * (ws - 1), y - 0.5 * (hs - 1), x + 0.5 * (ws - 1), y + 0.5 * (hs - 1)}, 1);
}

FG_COMPILE(.fullgraph = true)
torch::Tensor GenerateAnchors(int64_t base, std::vector<int64_t> sizes, std::vector<float> ratios) {
  auto ratio = torch::tensor(ratios).to(torch::kF32);
  auto scale = torch::tensor(sizes).to(torch::kF32) / base;
  torch::Tensor anchor = torch::tensor({0., 0., (double)(base - 1), (double)(base - 1)}).to(torch::kF32);
  torch::Tensor w, h, x, y;
  std::tie(w, h, x, y) = CenterForm(anchor);
  torch::Tensor ws = torch::round(torch::sqrt(w * h / ratio));
  torch::Tensor hs = torch::round(ws * ratio);
  auto anchors = FromCenters(ws, hs, x, y);
  std::vector<torch::Tensor> out;
  for (auto i = 0; i < anchors.size(0); ++i) {
    std::tie(w, h, x, y) = CenterForm(anchors[i]);
    out.push_back(FromCenters(w * scale, h * scale, x, y));
  }
  return torch::cat(out, 0);
}

class BoxList {
public:
  BoxList(torch::Tensor bbox, std::pair<int64_t, int64_t> size) : bbox_(bbox), size_(size) {}
  void AddField(const std::string &name, torch::Tensor data) { extra_[name] = data; }
  torch::Tensor GetField(const std::string &name) const { return extra_.at(name); }
  FG_COMPILE(.fullgraph = true) BoxList ClipToImage() const {
    auto x1 = bbox_.select(1, 0).clamp(0, std::get<0>(size_) - 1), y1 = bbox_.select(1, 1).clamp(0, std::get<1>(size_) - 1);
    auto x2 = bbox_.select(1, 2).clamp(0, std::get<0>(size_) - 1), y2 = bbox_.select(1, 3).clamp(0, std::get<1>(size_) - 1);
    BoxList clipped(torch::stack({x1, y1, x2, y2}, 1), size_);
    for (auto &field : extra_)
      clipped.AddField(field.first, field.second);
    clipped.AddField("area", (x2 - x1 + 1) * (y2 - y1 + 1));
    return clipped;
  }
  torch::Tensor bbox_;
  std::pair<int64_t, int64_t> size_;
  std::map<std::string, torch::Tensor> extra_;
};

class AnchorGenerator {
public:
  AnchorGenerator(std::vector<int64_t> sizes, std::vector<float> ratios, std::vector<int64_t> strides, int straddle)
      : strides_(strides), straddle_(straddle) {
    assert(strides.size() == sizes.size());
    for (size_t i = 0; i < sizes.size(); ++i)
      cells_.push_back(GenerateAnchors(strides[i], {sizes[i], 2 * sizes[i]}, ratios).toType(torch::kFloat64));
  }

  FG_COMPILE(.fullgraph = true)
  std::vector<BoxList> Forward(std::pair<int64_t, int64_t> image, const std::vector<torch::Tensor> &features) {
    std::vector<BoxList> result;
    for (size_t i = 0; i < features.size(); ++i) {
      int64_t h = features[i].size(2), w = features[i].size(3), stride = strides_[i];
      auto options = torch::TensorOptions().dtype(torch::kFloat64).device(cells_[i].device());
      auto sx = torch::arange(0, w * stride, stride, options), sy = torch::arange(0, h * stride, stride, options);
      auto mesh = torch::meshgrid({sy, sx}, "ij");
      auto shift_x = mesh[1].reshape({-1}), shift_y = mesh[0].reshape({-1});
      auto shifts = torch::stack({shift_x, shift_y, shift_x, shift_y}, 1);
      BoxList list((shifts.view({-1, 1, 4}) + cells_[i].view({1, -1, 4})).reshape({-1, 4}), image);
      auto &b = list.bbox_;
      torch::Tensor inside;
      if (straddle_ >= 0)
        inside = (b.select(1, 0) >= -straddle_).logical_and(b.select(1, 1) >= -straddle_)
                     .logical_and(b.select(1, 2) < image.first + straddle_).logical_and(b.select(1, 3) < image.second + straddle_);
      else
        inside = torch::ones({b.size(0)}, torch::TensorOptions().dtype(torch::kBool));
      list.AddField("visibility", inside);
      result.push_back(list);
    }
    return result;
  }
  std::vector<int64_t> strides_;
  int straddle_;
  std::vector<torch::Tensor> cells_;
};

struct BoxCoder {
  std::vector<float> weights_;
  double clip_ = std::log(1000. / 16);

  FG_COMPILE(.fullgraph = true) torch::Tensor decode(torch::Tensor codes, torch::Tensor boxes) {
    auto w = boxes.select(1, 2) - boxes.select(1, 0) + 1, h = boxes.select(1, 3) - boxes.select(1, 1) + 1;
    auto cx = boxes.select(1, 0) + 0.5 * w, cy = boxes.select(1, 1) + 0.5 * h;
    auto length = codes.size(1);
    auto dx = codes.slice(1, 0, length + 1, 4) / weights_[0], dy = codes.slice(1, 1, length + 1, 4) / weights_[1];
    auto dw = torch::clamp_max(codes.slice(1, 2, length + 1, 4) / weights_[2], clip_);
    auto dh = torch::clamp_max(codes.slice(1, 3, length + 1, 4) / weights_[3], clip_);
    auto px = dx * w.unsqueeze(1) + cx.unsqueeze(1), py = dy * h.unsqueeze(1) + cy.unsqueeze(1);
    auto pw = torch::exp(dw) * w.unsqueeze(1), ph = torch::exp(dh) * h.unsqueeze(1);
    auto out = torch::zeros_like(codes);
    out.slice(1, 0, length + 1, 4).copy_(px - 0.5 * pw);
    out.slice(1, 1, length + 1, 4).copy_(py - 0.5 * ph);
    out.slice(1, 2, length + 1, 4).copy_(px + 0.5 * pw - 1);
    out.slice(1, 3, length + 1, 4).copy_(py + 0.5 * ph - 1);
    return out;
  }
};
} // namespace rcnn

int main() {
  torch::manual_seed(33);
  rcnn::AnchorGenerator inside({16, 32}, {0.5f, 1.0f, 2.0f}, {4, 8}, 0), all({16, 32}, {1.0f}, {4, 8}, -1);
  rcnn::BoxCoder coder{{10, 10, 5, 5}};
  for (int64_t s : {32, 48}) {
    std::vector<torch::Tensor> maps{torch::rand({1, 4, s / 4, s / 4}), torch::rand({1, 4, s / 8, s / 8})};
    for (auto *g : {&inside, &all})
      for (auto &list : g->Forward({s, s}, maps)) {
        auto clipped = list.ClipToImage();
        auto codes = torch::randn({list.bbox_.size(0), 8}, torch::kFloat64);
        std::cout << list.GetField("visibility").sum().item<int64_t>() << " " << clipped.GetField("area").mean().item<double>()
                  << " " << coder.decode(codes, clipped.bbox_).abs().mean().item<double>() << "\n";
      }
  }
}
