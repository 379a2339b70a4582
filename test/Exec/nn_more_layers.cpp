// Layers of fg::nn that pool, unpool, fold, compare, drop and attend, in one graph each, which gives what
// eager code gives; the transformer's layers are run by calls of its own.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not=remark --implicit-check-not=warning --implicit-check-not=eager %s < %t.log
// LOG: fullgraph: nn_more_layers.cpp: 10 functions, {{[0-9]+}} graphs, {{.*}} 0 breaks,
// LOG: Fractions::forward: needs N <= 2; running eagerly
// LOG: Losses::forward: an operator failed: target out of range; running eagerly
// LOG: Losses::forward: an operator failed: argument #2 'target' is out of range; running eagerly
// LOG: Classes::forward: an operator failed: checked_index; running eagerly
// CHECK-COUNT-16: same
#include "Inputs/both.h"

#include <fullgraph/nn.h>

namespace nn = fg::nn;
namespace F = fg::nn::functional;
using both::values;
using fg::Tensor;

struct Volumes : nn::Module {
  FG_COMPILE(.fullgraph = true, .backend = "interp")
  Tensor forward(FG_SHAPE("f32[N,3,6,5,7]") const Tensor &x) {
    const auto [pooled, places] = largest->forward_with_indices(x);
    const Tensor back = unpool->forward(pooled, places, x.sizes().vec());
    const Tensor y = lengths->forward(adaptive->forward(back) + means->forward(x).mean());
    return areas->forward(y) + norm->forward(pooled).sum();
  }
  nn::MaxPool3d largest{nn::MaxPool3dOptions({2, 1, 3}).stride({2, 1, 3}).padding({1, 0, 1})};
  nn::MaxUnpool3d unpool{nn::MaxUnpool3dOptions({2, 1, 3}).stride({2, 1, 3}).padding({1, 0, 1})};
  nn::AdaptiveMaxPool3d adaptive{nn::AdaptiveMaxPool3dOptions({4, std::nullopt, 4})};
  nn::AvgPool3d means{nn::AvgPool3dOptions(2).ceil_mode(true).divisor_override(3)};
  nn::LPPool3d lengths{nn::LPPool3dOptions(2, {2, 2, 1}).stride(1)};
  nn::AdaptiveAvgPool3d areas{nn::AdaptiveAvgPool3dOptions({std::nullopt, 2, 1})};
  nn::LocalResponseNorm norm{nn::LocalResponseNormOptions(3).alpha(0.2)};
};

struct Planes : nn::Module {
  Planes() {
    register_module("drop", drop);
    register_module("alpha", alpha);
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,3,8,9]") const Tensor &x) {
    const auto [pooled, places] = largest->forward_with_indices(x);
    const Tensor back = unpool->forward(pooled, places, x.sizes().vec());
    const Tensor windows = unfold->forward(norm->forward(drop->forward(back)));
    return adaptive->forward(fold->forward(alpha->forward(windows)));
  }
  nn::MaxPool2d largest{nn::MaxPool2dOptions({2, 3})};
  nn::MaxUnpool2d unpool{nn::MaxUnpool2dOptions({2, 3})};
  nn::CrossMapLRN2d norm{nn::CrossMapLRN2dOptions(3).alpha(0.5)};
  nn::Dropout2d drop{0.4};
  nn::AlphaDropout alpha{0.4};
  nn::Unfold unfold{nn::UnfoldOptions({2, 3}).padding(1)};
  nn::Fold fold{nn::FoldOptions({8, 9}, {2, 3}).padding(1)};
  nn::AdaptiveMaxPool2d adaptive{nn::AdaptiveMaxPool2dOptions({3, std::nullopt})};
};

struct Lines : nn::Module {
  Lines() { register_module("slopes", slopes); }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,4,12]") const Tensor &x) {
    const auto [pooled, places] = largest->forward_with_indices(slopes->forward(x));
    const Tensor y = unpool->forward(pooled, places);
    return adaptive->forward(y) + adaptiveMean->forward(lengths->forward(x.abs()));
  }
  nn::RReLU slopes;
  nn::MaxPool1d largest{2};
  nn::MaxUnpool1d unpool{2};
  nn::AdaptiveMaxPool1d adaptive{5};
  nn::AdaptiveAvgPool1d adaptiveMean{5};
  nn::LPPool1d lengths{1.5, 2};
};

// Samples that are given; draws of its own; and what takes places at random in training.
struct Fractions : nn::Module {
  Fractions() { register_module("given", given); }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,3,9,8]") const Tensor &x) {
    return given->forward(x).sum({2, 3}) +
           drawn->forward(x.unsqueeze(2).repeat({1, 1, 4, 1, 1})).sum({2, 3, 4});
  }
  nn::FractionalMaxPool2d given{nn::FractionalMaxPool2dOptions(2)
                                    .output_size(fg::ExpandingArray<2>({4, 3}))
                                    ._random_samples(values({2, 3, 2}) * 0.1 + 0.5)};
  nn::FractionalMaxPool3d drawn{
      nn::FractionalMaxPool3dOptions(2).output_ratio(fg::ExpandingArray<3, double>({0.5, 0.5, 0.6}))};
};
// One statement a draw: the order of operands is the C++ compiler's.
FG_COMPILE(.fullgraph = true)
Tensor dropped(FG_SHAPE("f32[N,3,4,4]") const Tensor &x) {
  Tensor y = F::dropout3d(F::dropout2d(F::dropout(x)));
  y = F::alpha_dropout(y, F::AlphaDropoutFuncOptions().p(0.3).training(true));
  y = F::feature_alpha_dropout(y, F::FeatureAlphaDropoutFuncOptions().p(0.2).training(true));
  y = F::rrelu(y, F::RReLUFuncOptions().training(true));
  const Tensor soft = F::gumbel_softmax(x, F::GumbelSoftmaxFuncOptions().tau(0.5));
  const Tensor hard = F::gumbel_softmax(x, F::GumbelSoftmaxFuncOptions().hard(true).dim(1));
  return y + soft + hard;
}

struct Losses : nn::Module {
  FG_COMPILE(.fullgraph = true, .backend = "interp")
  Tensor forward(FG_SHAPE("f32[N,5]") const Tensor &x, FG_SHAPE("f32[N,5]") const Tensor &y,
                 FG_SHAPE("i64[N]") const Tensor &i, FG_SHAPE("i64[N,5]") const Tensor &labels) {
    return margin->forward(x, i) + labelled->forward(x, labels) + soft->forward(x, y.gt(0).to(fg::kFloat)) +
           triplet->forward(x, y, x * y) + near->forward(x, y) + angle->forward(x, y).sum();
  }
  nn::MultiMarginLoss margin{nn::MultiMarginLossOptions().p(2).reduction(fg::kSum)};
  nn::MultiLabelMarginLoss labelled;
  nn::MultiLabelSoftMarginLoss soft;
  nn::TripletMarginWithDistanceLoss triplet{nn::TripletMarginWithDistanceLossOptions().swap(true)};
  nn::PairwiseDistance near{nn::PairwiseDistanceOptions().p(1.0)};
  nn::CosineSimilarity angle;
};

struct Classes : nn::Module {
  Classes() { register_module("softmax", softmax); }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,16]") const Tensor &x, FG_SHAPE("i64[N]") const Tensor &i) {
    return softmax->forward(x, i).output + softmax->predict(x);
  }
  nn::AdaptiveLogSoftmaxWithLoss softmax{nn::AdaptiveLogSoftmaxWithLossOptions(16, 20, {5, 12}).div_value(2)};
};

struct Parameters : nn::Module {
  Parameters() {
    list = register_module("list", nn::ParameterList(fg::ones({4}), fg::full({4}, 0.5)));
    dict = register_module("dict", nn::ParameterDict());
    dict->insert("scale", fg::full({4}, 3.0));
    dict->insert("shift", fg::full({4}, -1.0));
  }
  FG_COMPILE(.fullgraph = true)
  Tensor forward(FG_SHAPE("f32[N,4]") const Tensor &x) {
    Tensor y = x * (*dict)["scale"] + dict->get("shift");
    for (const auto &item : *list)
      y = y * item.value();
    return y + (*list)[1];
  }
  nn::ParameterList list{nullptr};
  nn::ParameterDict dict{nullptr};
};

struct Attentions : nn::Module {
  Attentions() {
    register_module("transformer", transformer);
    register_module("attention", attention);
  }
  FG_COMPILE(.fullgraph = true, .backend = "interp")
  Tensor forward(FG_SHAPE("f32[S,B,8]") const Tensor &x, FG_SHAPE("f32[T,B,8]") const Tensor &y) {
    const Tensor mask = nn::TransformerImpl::generate_square_subsequent_mask(y.size(0));
    const auto [seen, weights] = attention->forward(y, x, x, {}, true, {}, false);
    return transformer->forward(x, y + seen, {}, mask) + weights.sum();
  }
  nn::Transformer transformer{nn::TransformerOptions(8, 2, 2, 2).dim_feedforward(12)};
  nn::MultiheadAttention attention{nn::MultiheadAttentionOptions(8, 2).add_bias_kv(true).add_zero_attn(true)};
};
struct Decoders : nn::Module {
  Decoders() { register_module("decoder", decoder); }
  FG_COMPILE(.fullgraph = true, .backend = "interp")
  Tensor forward(FG_SHAPE("f32[T,B,8]") const Tensor &x, FG_SHAPE("f32[S,B,8]") const Tensor &memory,
                 FG_SHAPE("bool[B,S]") const Tensor &padded) {
    return decoder->forward(x, memory, {}, {}, {}, padded);
  }
  nn::TransformerDecoder decoder{
      nn::TransformerDecoderOptions(nn::TransformerDecoderLayerOptions(8, 2).dim_feedforward(12), 2)
          .norm(nn::AnyModule(nn::LayerNorm(std::vector<int64_t>{8})))};
};

static void fill(nn::Module &module) {
  for (auto &item : module.named_parameters())
    item.value().copy_(values(item.value().sizes().vec()) * 0.4);
  module.eval();
}

int main() {
  const auto labels = [] {
    return fg::tensor({3, 0, -1, 1, 2, -1, 2, 0, 1, 1, 4, 4, 2, 0, -1}, fg::kLong).view({3, 5});
  };
  Volumes layered;
  Planes planes;
  Lines lines;
  Fractions fractions;
  Losses losses;
  Classes classes;
  Parameters parameters;
  Attentions attentions;
  Decoders decoders;
  for (nn::Module *module : std::vector<nn::Module *>{&layered, &planes, &lines, &fractions, &losses,
                                                      &classes, &attentions, &decoders})
    fill(*module);
  const Tensor i = fg::tensor({3, 0, 19}, fg::kLong);
  both::check("volumes", [&] { return std::vector{layered.forward(values({2, 3, 6, 5, 7}))}; });
  both::check("planes", [&] { return std::vector{planes.forward(values({2, 3, 8, 9}))}; });
  both::check("lines", [&] { return std::vector{lines.forward(values({2, 4, 12}))}; });
  both::check("fractions", [&] {
    fg::manual_seed(3);
    return std::vector{fractions.forward(values({2, 3, 9, 8}))};
  });
  both::check("fractions of more", [&] { return std::vector{fractions.forward(values({3, 3, 9, 8}))}; });
  both::check("dropped", [&] {
    fg::manual_seed(4);
    return std::vector{dropped(values({2, 3, 4, 4}))};
  });
  both::check("losses", [&] {
    return std::vector{
        losses.forward(values({3, 5}), values({3, 5}) + 0.1, fg::tensor({1, 4, 0}, fg::kLong), labels())};
  });
  both::check("losses of no class", [&] {
    return std::vector{
        losses.forward(values({3, 5}), values({3, 5}), fg::tensor({1, 5, 0}, fg::kLong), labels())};
  });
  both::check("losses of no label", [&] {
    return std::vector{
        losses.forward(values({3, 5}), values({3, 5}), fg::tensor({1, 4, 0}, fg::kLong), labels() + 1)};
  });
  both::check("classes", [&] { return std::vector{classes.forward(values({3, 16}), i)}; });
  both::check("classes out of range", [&] { return std::vector{classes.forward(values({3, 16}), i + 1)}; });
  both::check("parameters", [&] { return std::vector{parameters.forward(values({3, 4}))}; });
  both::check("attentions",
              [&] { return std::vector{attentions.forward(values({5, 2, 8}), values({3, 2, 8}))}; });
  both::check("attentions of one",
              [&] { return std::vector{attentions.forward(values({5, 2, 8}), values({1, 2, 8}))}; });
  both::check("decoders", [&] {
    return std::vector{decoders.forward(values({3, 2, 8}), values({4, 2, 8}),
                                        fg::tensor({0, 0, 0, 0, 0, 0, 1, 1}, fg::kLong).view({2, 4}).gt(0))};
  });
  both::check("decoders of more", [&] {
    return std::vector{decoders.forward(values({4, 1, 8}), values({2, 1, 8}), fg::zeros({1, 2}, fg::kBool))};
  });
}
