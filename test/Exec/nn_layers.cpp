// Layers of fg::nn over the functions of fg: padding in every mode, resizing, convolutions of 1 to 3 dims and
// their transposes, norms, recurrent cells, bags, losses with weights. One graph each, which gives what eager
// code gives; some through kernels, the larger ones operator by operator.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=remark --implicit-check-not=warning --implicit-check-not=eager %s < %t.log
// LOG: fullgraph: nn_layers.cpp: 11 functions, {{[0-9]+}} graphs, {{.*}} 0 breaks,
// CHECK-COUNT-15: same
#include "Inputs/both.h"

#include <fullgraph/nn.h>

namespace nn = fg::nn;
namespace F = fg::nn::functional;
using both::values;
using fg::Tensor;

struct Planes : nn::Module {
  Planes() {
    register_module("zero", zero);
    register_module("circular", circular);
    register_module("same", same);
    register_module("up", up);
    register_module("norm", norm);
    register_module("back", back);
  }
  FG_COMPILE(.fullgraph = true, .backend = "interp")
  Tensor forward(FG_SHAPE("f32[N,3,6,7]") const Tensor &x) {
    Tensor y = same->forward(circular->forward(reflect->forward(zero->forward(x))));
    y = back->forward(norm->forward(up->forward(replicate->forward(constant->forward(y)))));
    return exact->forward(y);
  }
  nn::ZeroPad2d zero{nn::ZeroPad2dOptions({1, 0, 0, 2})};
  nn::ReflectionPad2d reflect{nn::ReflectionPad2dOptions({2, 1, 0, 3})};
  nn::ReplicationPad2d replicate{nn::ReplicationPad2dOptions({0, 1, 2, -1})};
  nn::ConstantPad2d constant{nn::ConstantPad2dOptions({0, 1, 1, 0}, 0.5)};
  nn::Conv2d circular{nn::Conv2dOptions(3, 4, 3).padding({1, 2}).padding_mode(fg::kCircular)};
  nn::Conv2d same{nn::Conv2dOptions(4, 3, {2, 3}).padding(fg::kSame)};
  nn::Upsample up{nn::UpsampleOptions()
                      .scale_factor(std::vector<double>{1.5, 2.0})
                      .mode(fg::kBilinear)
                      .align_corners(true)};
  nn::InstanceNorm2d norm{nn::InstanceNorm2dOptions(3).affine(true)};
  nn::ConvTranspose2d back{
      nn::ConvTranspose2dOptions(3, 2, 3).stride({2, 1}).padding(1).output_padding({1, 0})};
  nn::Upsample exact{nn::UpsampleOptions().size(std::vector<int64_t>{9, 5}).mode(fg::kNearestExact)};
};

struct Volumes : nn::Module {
  Volumes() {
    register_module("same", same);
    register_module("strided", strided);
    register_module("back", back);
    register_module("norm", norm);
  }
  FG_COMPILE(.fullgraph = true, .backend = "interp")
  Tensor forward(FG_SHAPE("f32[N,2,4,5,3]") const Tensor &x) {
    const Tensor y = strided->forward(reflect->forward(norm->forward(same->forward(x))));
    return up->forward(back->forward(y));
  }
  nn::Conv3d same{nn::Conv3dOptions(2, 4, {2, 3, 1}).padding(fg::kSame)};
  nn::BatchNorm3d norm{nn::BatchNorm3dOptions(4).track_running_stats(false)};
  nn::ReflectionPad3d reflect{nn::ReflectionPad3dOptions({1, 0, 2, 1, 1, 1})};
  nn::Conv3d strided{nn::Conv3dOptions(4, 4, 2).stride({1, 2, 1}).groups(2)};
  nn::ConvTranspose3d back{nn::ConvTranspose3dOptions(4, 2, {2, 1, 2}).stride({2, 1, 1}).groups(2)};
  nn::Upsample up{nn::UpsampleOptions().size(std::vector<int64_t>{4, 5, 6}).mode(fg::kTrilinear)};
};

struct Steps : nn::Module {
  Steps() {
    register_module("lstm", lstm);
    register_module("gru", gru);
    register_module("rnn", rnn);
    register_module("pair", pair);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,4]") const Tensor &x) {
    const auto [h, c] = lstm->forward(x, std::tuple(x * 0.5, x + 1));
    return pair->forward(rnn->forward(gru->forward(h), c), x);
  }
  nn::LSTMCell lstm{4, 4};
  nn::GRUCell gru{4, 4};
  nn::RNNCell rnn{nn::RNNCellOptions(4, 4).nonlinearity(fg::kReLU)};
  nn::Bilinear pair{4, 4, 3};
};

struct Bags : nn::Module {
  Bags() {
    register_module("table", table);
    register_module("bag", bag);
    register_module("norm", norm);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("i64[N,3]") const Tensor &x) {
    return norm->forward(bag->forward(x) + table->forward(x).sum(1));
  }
  nn::Embedding table{nn::EmbeddingOptions(5, 4).padding_idx(0)};
  nn::EmbeddingBag bag{nn::EmbeddingBagOptions(5, 4).mode(fg::kMax)};
  nn::RMSNorm norm{nn::RMSNormOptions({4})};
};

struct Losses : nn::Module {
  Losses() {
    register_module("logits", logits);
    register_module("classes", classes);
  }
  FG_COMPILE(.fullgraph = true, .backend = "interp")
  Tensor forward(FG_SHAPE("f32[N,4]") const Tensor &x, FG_SHAPE("f32[N,4]") const Tensor &y,
                 FG_SHAPE("i64[N]") const Tensor &i) {
    return logits->forward(x, y.sigmoid()) + classes->forward(x, i) + mse->forward(x, y) +
           ranking->forward(x, y, y);
  }
  nn::BCEWithLogitsLoss logits;
  nn::CrossEntropyLoss classes{nn::CrossEntropyLossOptions().ignore_index(2).label_smoothing(0.1)};
  nn::MSELoss mse{nn::MSELossOptions(fg::kSum)};
  nn::MarginRankingLoss ranking{nn::MarginRankingLossOptions().margin(0.5)};
};

// Amounts that only the call knows: no loop over them is unrolled.
FG_COMPILE(.fullgraph = true)
Tensor reflected(FG_SHAPE("f32[N,L]") const Tensor &x, int64_t before, int64_t behind) {
  return F::pad(x, F::PadFuncOptions({before, behind}).mode(fg::kReflect)) * 2;
}
FG_COMPILE(.fullgraph = true)
Tensor weighted(FG_SHAPE("f32[N,4]") const Tensor &x, FG_SHAPE("f32[4]") const Tensor &w,
                FG_SHAPE("i64[N]") const Tensor &i) {
  return F::cross_entropy(x, i, F::CrossEntropyFuncOptions().weight(w)) +
         F::binary_cross_entropy(x.sigmoid(), (x * x).sigmoid(),
                                 F::BinaryCrossEntropyFuncOptions().weight(w));
}
FG_COMPILE(.fullgraph = true)
Tensor functional(FG_SHAPE("f32[N,3,8]") const Tensor &x, FG_SHAPE("f32[3,2,4]") const Tensor &w) {
  const Tensor up = F::interpolate(F::conv_transpose1d(x, w, F::ConvTranspose1dFuncOptions().stride(2)),
                                   F::InterpolateFuncOptions()
                                       .scale_factor(std::vector<double>{0.7})
                                       .mode(fg::kLinear)
                                       .recompute_scale_factor(true));
  return F::normalize(up, F::NormalizeFuncOptions().p(1).dim(-1));
}

// Functions of fg beside them: grids, resampling and sequences in other ranks, forms in place.
FG_COMPILE(.fullgraph = true, .backend = "interp")
Tensor volume(FG_SHAPE("f32[N,3,4]") const Tensor &theta, FG_SHAPE("f32[N,2,3,4,5]") const Tensor &x) {
  const Tensor grid = fg::affine_grid_generator(theta, {x.size(0), 1, 3, 2, 4}, false);
  const Tensor up = fg::upsample_trilinear3d(fg::upsample_nearest3d(x, {4, 2, 6}), {3, 5, 4}, true);
  return fg::concatenate({grid.flatten(1), up.flatten(1)}, 1);
}
FG_COMPILE(.fullgraph = true)
Tensor sequences(FG_SHAPE("f32[A,3]") const Tensor &a, FG_SHAPE("f32[B,3]") const Tensor &b) {
  return fg::pad_sequence({a, b}, true, 0.5) + fg::pad_sequence({a, b}, true, 0.25, "left");
}
FG_COMPILE(.fullgraph = true)
Tensor inPlace(FG_SHAPE("f32[N,4]") Tensor x, FG_SHAPE("f32[4,4]") const Tensor &w) {
  x.addmm_(x * 0.5, w).multiply_(2).subtract_(x.sgn()).clip_(-3, 3).nan_to_num_();
  const Tensor small = x.deg2rad();
  fg::celu_(x, 0.5);
  return fg::where(x.greater_equal(0), x, small);
}

static void fill(nn::Module &module) {
  for (auto &item : module.named_parameters())
    item.value().copy_(values(item.value().sizes().vec()) * 0.4);
  module.eval();
}

int main() {
  Planes planes;
  fill(planes);
  Volumes volumes;
  fill(volumes);
  Steps steps;
  fill(steps);
  Bags bags;
  fill(bags);
  Losses losses;
  const Tensor i = fg::tensor({3, 0, 2}, fg::kLong);
  both::check("planes", [&] { return std::vector{planes.forward(values({2, 3, 6, 7}))}; });
  both::check("planes of none", [&] { return std::vector{planes.forward(values({0, 3, 6, 7}))}; });
  both::check("volumes", [&] { return std::vector{volumes.forward(values({2, 2, 4, 5, 3}))}; });
  both::check("steps", [&] { return std::vector{steps.forward(values({3, 4}))}; });
  both::check("bags", [&] {
    return std::vector{bags.forward(fg::tensor({1, 0, 4, 2, 2, 3}, fg::kLong).view({2, 3}))};
  });
  both::check("losses", [&] { return std::vector{losses.forward(values({3, 4}), values({3, 4}) + 0.1, i)}; });
  both::check("reflected", [&] { return std::vector{reflected(values({2, 9}), 4, 7)}; });
  both::check("reflected and cropped", [&] { return std::vector{reflected(values({2, 30}), 29, -3)}; });
  both::check("reflected too far", [&] { return std::vector{reflected(values({2, 9}), 9, 0)}; });
  both::check("weighted", [&] { return std::vector{weighted(values({3, 4}), values({4}).abs(), i)}; });
  both::check("functional", [&] { return std::vector{functional(values({2, 3, 8}), values({3, 2, 4}))}; });
  both::check("volume", [&] { return std::vector{volume(values({2, 3, 4}), values({2, 2, 3, 4, 5}))}; });
  both::check("sequences", [&] { return std::vector{sequences(values({5, 3}), values({2, 3}))}; });
  both::check("in place", [&] {
    const Tensor x = values({3, 4});
    return std::vector{inPlace(x, values({4, 4})), x};
  });
  both::check("functional of one",
              [&] { return std::vector{functional(values({1, 3, 8}), values({3, 2, 4}))}; });
}
