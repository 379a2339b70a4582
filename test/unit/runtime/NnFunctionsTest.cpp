// Functions beside fg::nn's modules: places of maxima, margins, errors, what is drawn at random, containers
// of parameters, modules of several inputs. Values are PyTorch's (nn_modules_reference.py, "f/...").
#include "Errors.h"

#include <fullgraph/io.h>
#include <fullgraph/nn.h>

#include <gtest/gtest.h>

using namespace fg;
using namespace fg::nn;
namespace F = fg::nn::functional;

namespace {

const std::map<std::string, Tensor> &reference() {
  static const auto tensors =
      load_safetensors(FULLGRAPH_SOURCE_DIR "/test/unit/runtime/nn_modules.safetensors");
  return tensors;
}
Tensor in(const std::string &name) { return reference().at("f/in." + name); }

void agree(const std::string &name, const Tensor &actual) {
  const Tensor expected = reference().at("f/" + name);
  EXPECT_EQ(actual.scalar_type(), expected.scalar_type()) << name;
  EXPECT_TRUE(actual.sizes() == expected.sizes() && allclose(actual, expected, 1e-5, 1e-6, true))
      << name << "\n"
      << actual << "\nexpected\n"
      << expected;
}
void agree(const std::string &name, const std::tuple<Tensor, Tensor> &actual) {
  agree(name + ".values", std::get<0>(actual));
  agree(name + ".places", std::get<1>(actual));
}
TEST(NnFunctions, Places) {
  agree("holes1d", max_pool1d_with_indices(in("holes"), 3, 3));
  agree("holes2d", max_pool2d_with_indices(in("holes"), {2, 3}, 1, 1, 1, true));
  agree("holes3d", max_pool3d_with_indices(in("holes").unsqueeze(0), {1, 2, 4}, {1, 1, 2}, {0, 1, 2}));
  agree("holes_adaptive", adaptive_max_pool2d(in("holes"), {2, 4}));
  agree("wide3d", max_pool3d_with_indices(in("wide"), 2, 1, 1));
  agree("wide_fraction", fractional_max_pool3d(in("wide"), {2, 2, 3}, {2, 3, 1}, in("samples")));
  agree("wide_mean", avg_pool3d(in("wide"), {2, 3, 2}, {1, 2, 2}, 1, true, true, 5));
  agree("integers3d", max_pool3d_with_indices(in("integers"), 2));
  agree("far_apart", max_pool3d_with_indices(in("small"), 2, 1, 1, {1, 2, 2}));
  agree("wide_integers", avg_pool3d(in("integers"), 2));
  agree("wide_integers_padded", avg_pool3d(in("integers"), 2, 1, 1, false, true, 3));
  EXPECT_TRUE(max_pool3d(zeros({0, 1, 2, 2, 2}), 2).sizes() == IntArrayRef({0, 1, 1, 1, 1}));
  EXPECT_TRUE(avg_pool3d(zeros({0, 1, 2, 2, 2}), 2).sizes() == IntArrayRef({0, 1, 1, 1, 1}));
  EXPECT_TRUE(std::get<1>(adaptive_max_pool3d(zeros({0, 1, 2, 2, 2}), 1)).sizes() ==
              IntArrayRef({0, 1, 1, 1, 1}));
  EXPECT_TRUE(
      std::get<0>(fractional_max_pool2d(zeros({0, 1, 4, 4}), {2, 2}, {2, 2}, zeros({0, 1, 2}))).sizes() ==
      IntArrayRef({0, 1, 2, 2}));
  agree("lp_odd", fg::detail::lp_pool1d(in("holes").nan_to_num(-7), 3, 2));
  agree("shuffled", native_channel_shuffle(in("plane"), 3));
}

TEST(NnFunctions, Margins) {
  const Tensor scores = in("scores"), classes = tensor({1, 2, 4, 0}, kLong);
  const Tensor labels = tensor({3, 0, -1, 1, 2, -1, 2, 0, 1, 1, 4, 4, 2, -1, -1, 0, 1, 2, 3, 4}, kLong);
  agree("margin_weighted", multi_margin_loss(scores, classes, 1, 0.5, in("weights"), Reduction::Sum));
  agree("margin_none", multi_margin_loss(scores, classes, 2, 1, {}, Reduction::None));
  agree("margin_one", multi_margin_loss(scores[0], classes[0], 1, 1, {}, Reduction::None));
  agree("labels_none", multilabel_margin_loss(scores, labels.view({4, 5}), Reduction::None));
  agree("labels_one", multilabel_margin_loss(scores[2], labels.view({4, 5})[2], Reduction::None));
}

/// Each form is the function of fg with the options' numbers.
TEST(NnFunctions, Forms) {
  const Tensor line = randn({2, 3, 9}), plane = randn({2, 3, 8, 9}), volume = randn({1, 2, 4, 5, 6});
  const auto same = [](const std::tuple<Tensor, Tensor> &a, const std::tuple<Tensor, Tensor> &b) {
    return equal(std::get<0>(a), std::get<0>(b)) && equal(std::get<1>(a), std::get<1>(b));
  };
  EXPECT_TRUE(equal(F::max_pool3d(volume, F::MaxPool3dFuncOptions(2).stride(1)), max_pool3d(volume, 2, 1)));
  EXPECT_TRUE(same(F::max_pool1d_with_indices(line, F::MaxPool1dFuncOptions(2).padding(1)),
                   max_pool1d_with_indices(line, 2, {}, 1)));
  EXPECT_TRUE(same(F::max_pool2d_with_indices(plane, F::MaxPool2dFuncOptions({2, 3}).dilation(2)),
                   max_pool2d_with_indices(plane, {2, 3}, {}, 0, 2)));
  EXPECT_TRUE(same(F::max_pool3d_with_indices(volume, F::MaxPool3dFuncOptions(2).ceil_mode(true)),
                   max_pool3d_with_indices(volume, 2, {}, 0, 1, true)));
  EXPECT_TRUE(equal(F::avg_pool3d(volume, F::AvgPool3dFuncOptions(2).divisor_override(5)),
                    avg_pool3d(volume, 2, {}, 0, false, true, 5)));
  EXPECT_TRUE(
      equal(F::adaptive_avg_pool1d(line, F::AdaptiveAvgPool1dFuncOptions(4)), adaptive_avg_pool1d(line, 4)));
  EXPECT_TRUE(equal(F::adaptive_avg_pool3d(volume, F::AdaptiveAvgPool3dFuncOptions({2, std::nullopt, 3})),
                    adaptive_avg_pool3d(volume, {2, 5, 3})));
  EXPECT_TRUE(equal(F::adaptive_max_pool1d(line, F::AdaptiveMaxPool1dFuncOptions(4)),
                    std::get<0>(adaptive_max_pool1d(line, 4))));
  EXPECT_TRUE(equal(F::adaptive_max_pool2d(plane, F::AdaptiveMaxPool2dFuncOptions(3)),
                    std::get<0>(adaptive_max_pool2d(plane, {3, 3}))));
  EXPECT_TRUE(
      same(F::adaptive_max_pool3d_with_indices(volume, F::AdaptiveMaxPool3dFuncOptions({1, 2, std::nullopt})),
           adaptive_max_pool3d(volume, {1, 2, 6})));
  EXPECT_TRUE(equal(F::lp_pool1d(line, F::LPPool1dFuncOptions(2, 3)), fg::detail::lp_pool1d(line, 2, 3)));
  EXPECT_TRUE(equal(F::lp_pool3d(volume, F::LPPool3dFuncOptions(2, 2)), fg::detail::lp_pool3d(volume, 2, 2)));
  const auto [maxima, places] = max_pool1d_with_indices(line, 2);
  EXPECT_TRUE(equal(F::max_unpool1d(maxima, places, F::MaxUnpool1dFuncOptions(2).output_size({{9}})),
                    zeros({2, 3, 9}).scatter(2, places, maxima)));
  const Tensor samples = rand({2, 3, 2});
  EXPECT_TRUE(
      same(F::fractional_max_pool2d_with_indices(
               plane, F::FractionalMaxPool2dFuncOptions(2).output_ratio(0.5)._random_samples(samples)),
           fractional_max_pool2d(plane, {2, 2}, {4, 4}, samples)));
  const Tensor columns = F::unfold(plane, F::UnfoldFuncOptions({2, 3}).stride({2, 3}));
  EXPECT_TRUE(equal(F::fold(columns, F::FoldFuncOptions({8, 9}, {2, 3}).stride({2, 3})), plane));
  EXPECT_TRUE(equal(F::pdist(plane[0][0], 1), pdist(plane[0][0], 1)));
  EXPECT_TRUE(equal(F::softmin(line, 1), fg::detail::softmin(line, 1)));
  EXPECT_EQ(F::softmax(line, F::SoftmaxFuncOptions(1).dtype(kDouble)).scalar_type(), kDouble);
  EXPECT_TRUE(equal(F::hardshrink(line, 0.3), hardshrink(line, 0.3)));
  EXPECT_TRUE(equal(F::softshrink(line, 0.3), softshrink(line, 0.3)));
  EXPECT_TRUE(equal(F::instance_norm(line, F::InstanceNormFuncOptions().eps(0.1)),
                    instance_norm(line, {}, {}, {}, {}, true, 0.1, 0.1, true)));
  EXPECT_TRUE(
      equal(F::pixel_unshuffle(F::pixel_shuffle(randn({1, 4, 2, 3}) * 0 + 2, 2), 2), full({1, 4, 2, 3}, 2)));
  EXPECT_TRUE(equal(F::smooth_l1_loss(line, -line, F::SmoothL1LossFuncOptions(), 0.5),
                    smooth_l1_loss(line, -line, Reduction::Mean, 0.5)));
  const Tensor grid = F::affine_grid(randn({2, 2, 3}), {2, 1, 4, 5});
  EXPECT_TRUE(
      equal(F::grid_sample(plane, grid, F::GridSampleFuncOptions().padding_mode(kReflection).mode(kNearest)),
            fg::detail::grid_sample(plane, grid, "nearest", "reflection")));
  Tensor written = line.clone();
  F::threshold(written, F::ThresholdFuncOptions(0.5, 2).inplace(true));
  EXPECT_TRUE(equal(written, threshold(line, 0.5, 2)));
  F::relu6(written, true);
  EXPECT_TRUE(equal(written, relu6(threshold(line, 0.5, 2))));
}

TEST(NnFunctions, Errors) {
  const Tensor places = zeros({1, 2, 2, 2}, kLong), cube = zeros({1, 2, 2, 2}), square = zeros({1, 4, 4});
  const Tensor scores = zeros({2, 3}), classes = zeros({2}, kLong);
  const auto expect = [](const std::function<void()> &call, const char *message) {
    EXPECT_EQ(errorOf(call), message);
  };
  expect([&] { max_unpool3d(cube, cube, {4, 4, 4}, {2, 2, 2}, {0, 0, 0}); },
         "elements in indices should be type int64");
  expect([&] { max_unpool3d(cube, places, {4, 4}, {2, 2, 2}, {0, 0, 0}); },
         "There should be exactly three elements (depth, height, width) in output_size, but got 2 elements.");
  expect([&] { max_unpool3d(cube, places, {4, 4, 4}, {2, 2, 0}, {0, 0, 0}); },
         "strides should be greater than zero, but got stride: [2, 2, 0]");
  expect([&] { max_unpool3d(cube, places + 64, {4, 4, 4}, {2, 2, 2}, {0, 0, 0}); },
         "Found an invalid max index: 64");
  expect([&] { max_unpool2d(square, square.to(kLong) - 1, {4, 4}); }, "Found an invalid max index: -1");
  expect([&] { adaptive_max_pool3d(zeros({2, 2, 2}), 1); },
         "adaptive_max_pool3d(): Expected 4D or 5D tensor, but got: [2, 2, 2]");
  expect(
      [&] { adaptive_max_pool3d(zeros({1, 2, 0, 2}), 1); },
      "adaptive_max_pool3d(): Expected input to have non-zero size for non-batch dimensions, but input has "
      "sizes [1, 2, 0, 2] with dimension 2 being empty");
  expect([&] { max_pool3d(zeros({2, 2, 2}), 2); },
         "non-empty 4D or 5D (batch mode) tensor expected for input");
  expect([&] { max_pool3d(cube, {2, 2}); },
         "max_pool3d: kernel_size must either be a single int, or a tuple of three ints");
  expect([&] { max_pool3d(cube, 2, 1, 2); },
         "pad should be at most half of effective kernel size, but got pad=2, kernel_size=2 and dilation=1");
  expect([&] { max_pool3d(cube, 2, 0); }, "stride should not be zero");
  expect([&] { adaptive_avg_pool1d(zeros({3}), 2); },
         "Expected 2 to 3 dimensions, but got 1-dimensional tensor for argument #1 'self' (while checking "
         "arguments for adaptive_avg_pool1d)");
  expect([&] { avg_pool3d(cube, 2, 1, 0, false, true, 0); }, "divisor must be not zero");
  expect([&] { fractional_max_pool2d(square, {2, 2}, {4, 2}, zeros({1, 1, 2})); },
         "fractional_max_pool2d(): pool height 2 too large relative to input height 4");
  expect([&] { fractional_max_pool2d(square, {2, 2}, {2, 2}, zeros({1, 1, 3})); },
         "Expect _random_samples.size(2) equals to 2; got 3.");
  expect([&] { fractional_max_pool2d(square, {2, 2}, {2, 2}, zeros({1, 1, 2}, kDouble)); },
         "Expect _random_samples to have the same dtype as input");
  expect([&] { F::fractional_max_pool3d(cube, F::FractionalMaxPool3dFuncOptions(2)); },
         "fractional_max_pool3d requires specifying either an output_size or an output_ratio");
  expect([&] { FractionalMaxPool2d(FractionalMaxPool2dOptions(2).output_ratio(1.5)); },
         "output_ratio must be between 0 and 1 (got 1.5)");
  expect([&] { MaxUnpool2d(2)->forward(square, square.to(kLong), std::vector<int64_t>{8, 11}); },
         "invalid output_size [8, 11] (dim 1 must be between 6 and 10)");
  expect([&] { feature_dropout(zeros({3}), 0.5, true); },
         "Feature dropout requires at least 2 dimensions in the input");
  expect([&] { alpha_dropout(zeros({3}), 1.5, true); },
         "dropout probability has to be between 0 and 1, but got 1.5");
  expect([&] { Dropout3d(-0.5); }, "dropout probability has to be between 0 and 1, but got -0.5");
  expect([&] { rrelu(zeros({3}), 0.5, 0.1); }, "Lower bound should be less than or equal to the upper bound");
  expect([&] { rrelu(zeros({3}), __builtin_inf(), 0.1); }, "rrelu: lower bound must be finite, got inf");
  expect([&] { multi_margin_loss(scores, classes, 3); }, "only p == 1 and p == 2 supported");
  expect([&] { multi_margin_loss(scores, classes + 3); }, "target out of range");
  expect([&] { multi_margin_loss(scores, zeros({3}, kLong)); },
         "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples "
         "(batch size). Expected target size [2], but got [3]. Input has shape [2, 3].");
  expect([&] { multi_margin_loss(scores, classes, 1, 1, zeros({2})); },
         "inconsistent weight size, expected 3 but got [2]");
  expect([&] { multilabel_margin_loss(scores, classes); },
         "inconsistent target size: [2] for input of size: [2, 3]");
  expect([&] { multilabel_margin_loss(scores, zeros({2, 3}, kLong) - 2); },
         "argument #2 'target' is out of range");
  expect([&] { F::fold(zeros({2, 2, 2, 2}), F::FoldFuncOptions({2, 2}, {1, 1})); },
         "Input Error: Only unbatched (2D) or batched (3D) input Tensors are supported (got 4D)");
  expect([&] { CrossMapLRN2d(3)->forward(zeros({2, 3, 4})); },
         "CrossMapLRN2d: Expected input to be 4D, got 3D instead.");
  expect(
      [&] { AdaptiveLogSoftmaxWithLoss(8, 10, std::vector<int64_t>{6, 3}); },
      "cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where each "
      "value is between 1 and n_classes-1");
  expect(
      [&] { Transformer(TransformerOptions(8, 2, 1, 1))->forward(zeros({2, 2, 4}), zeros({2, 2, 8})); },
      "src and tgt should have same feature size as d_model (at dim 2), but got 4 and 8 while d_model is 8");
}

TEST(NnFunctions, Random) {
  const Tensor x = ones({40, 50, 4, 4});
  const auto twice = [](const std::function<Tensor()> &draw) {
    manual_seed(5);
    const Tensor first = draw();
    manual_seed(5);
    EXPECT_TRUE(equal(first, draw()));
    EXPECT_FALSE(equal(first, draw()));
    return first;
  };
  // Whole channels, with a batch and without: 0 or 1 / (1 - p).
  for (const Tensor &channels :
       {twice([&] { return F::dropout2d(x, F::Dropout2dFuncOptions().p(0.2)); }).flatten(2),
        twice([&] { return F::dropout2d(x[0], F::Dropout2dFuncOptions().p(0.2)); }).flatten(1),
        twice([&] { return F::dropout3d(x, F::Dropout3dFuncOptions().p(0.2)); }).flatten(1)}) {
    EXPECT_TRUE(equal(channels.amax(-1), channels.amin(-1)));
    EXPECT_TRUE(logical_or(channels.eq(0), channels.eq(1.25)).all().item<bool>());
  }
  EXPECT_NEAR(F::dropout2d(x, F::Dropout2dFuncOptions().p(0.2)).mean().item<double>(), 1, 0.05);
  Dropout2d module(0.2);
  const Tensor dropped = twice([&] { return module->forward(x[0]); }).flatten(1);
  EXPECT_TRUE(equal(dropped.amax(-1), dropped.amin(-1)));
  // Mean and variance of standard normal numbers stay.
  const Tensor normal = randn({200, 300});
  for (const Tensor &kept : {twice([&] { return alpha_dropout(normal, 0.3, true); }),
                             twice([&] { return feature_alpha_dropout(normal, 0.3, true); })}) {
    EXPECT_NEAR(kept.mean().item<double>(), 0, 0.03);
    EXPECT_NEAR(kept.std().item<double>(), 1, 0.03);
  }
  const Tensor channels = feature_alpha_dropout(x, 0.3, true).flatten(2);
  EXPECT_TRUE(equal(channels.amax(-1), channels.amin(-1)));
  const Tensor slopes = twice([&] { return rrelu(-x, 0.1, 0.4, true); });
  EXPECT_TRUE(logical_and(slopes.le(-0.1), slopes.ge(-0.4)).all().item<bool>());
  EXPECT_NEAR(slopes.mean().item<double>(), -0.25, 0.01);
  EXPECT_TRUE(equal(rrelu(x, 0.1, 0.4, true), x));
  EXPECT_TRUE(allclose(RReLU(RReLUOptions().lower(0.1).upper(0.4))->forward(x), x)); // in training
  const Tensor logits = tensor({0.1, 0.6, 0.3}).log().expand({20000, 3});
  const Tensor hard =
      twice([&] { return F::gumbel_softmax(logits, F::GumbelSoftmaxFuncOptions().hard(true)); });
  EXPECT_TRUE(equal(hard.sum(1), ones({20000})));
  EXPECT_TRUE(allclose(hard.mean(0), tensor({0.1, 0.6, 0.3}), 0, 0.02));
  const Tensor soft = F::gumbel_softmax(logits, F::GumbelSoftmaxFuncOptions().tau(2));
  EXPECT_TRUE(allclose(soft.sum(1), ones({20000})));
  EXPECT_FALSE(soft.eq(1).any().item<bool>());
  const Tensor pooled = twice([&] {
    return F::fractional_max_pool2d(normal.view({2, 3, 100, 100}),
                                    F::FractionalMaxPool2dFuncOptions(2).output_size(40));
  });
  EXPECT_TRUE(pooled.sizes() == IntArrayRef({2, 3, 40, 40}));
  // In place, and in inference.
  Tensor written = normal.clone();
  manual_seed(6);
  alpha_dropout_(written, 0.3, true);
  manual_seed(6);
  EXPECT_TRUE(equal(written, alpha_dropout(normal, 0.3, true)));
  EXPECT_TRUE(feature_dropout(x, 0.5, false).is_same(x));
  EXPECT_TRUE(F::dropout(x, F::DropoutFuncOptions().training(false)).is_same(x));
  EXPECT_TRUE(equal(feature_dropout(x, 1, true), zeros_like(x)));
}

TEST(NnFunctions, Parameters) {
  ParameterList list(ones({2}), zeros({3}));
  *list += std::vector<Tensor>{full({1}, 2)};
  list->extend(*ParameterList(full({4}, 3)));
  ASSERT_EQ(list->size(), 4u);
  EXPECT_TRUE(equal((*list)[2], full({1}, 2)));
  EXPECT_TRUE(equal(list->at(3), full({4}, 3)));
  EXPECT_EQ(errorOf([&] { list->at(4); }), "Index out of range");
  list->load_state_dict({{"0", full({2}, 7)}}, false);
  EXPECT_TRUE(equal(list->begin()->value(), full({2}, 7)));
  EXPECT_EQ(list->named_parameters().keys(), (std::vector<std::string>{"0", "1", "2", "3"}));

  ParameterDict dict(OrderedDict<std::string, Tensor>{{"a", ones({2})}, {"b", zeros({3})}});
  dict->insert("c", full({1}, 2));
  EXPECT_TRUE(equal(dict->pop("b"), zeros({3})));
  dict->update(OrderedDict<std::string, Tensor>{{"a", full({4}, 5)}, {"d", ones({1})}});
  EXPECT_EQ(dict->named_parameters().keys(), (std::vector<std::string>{"a", "c", "d"}));
  EXPECT_EQ(dict->keys(), dict->named_parameters().keys());
  EXPECT_TRUE(equal(dict->state_dict().at("a"), full({4}, 5)));
  EXPECT_TRUE(equal(dict->get("a"), full({4}, 5)));
  EXPECT_FALSE(dict->contains("b"));
  dict->clear();
  EXPECT_TRUE(dict->empty() && dict->parameters().empty());

  Linear linear(2, 3);
  const Tensor vector = utils::parameters_to_vector(linear->parameters());
  EXPECT_TRUE(equal(vector, cat({linear->weight.flatten(), linear->bias})));
  utils::vector_to_parameters(arange(9).to(kFloat), linear->parameters());
  EXPECT_TRUE(equal(linear->bias, tensor({6, 7, 8}, kFloat)));
  EXPECT_TRUE(equal(linear->weight, arange(6).to(kFloat).view({3, 2})));
  EXPECT_EQ(errorOf([&] { utils::vector_to_parameters(zeros({8}), linear->parameters()); }),
            "shape '[3]' is invalid for input of size 2");
  EXPECT_TRUE(equal(utils::rnn::pad_sequence({ones({2}), ones({3})}, true),
                    tensor({1, 1, 0, 1, 1, 1}, kFloat).view({2, 3})));

  const Tensor table = randn({4, 3});
  EXPECT_TRUE(Embedding::from_pretrained(table)->weight.is_same(table));
  EXPECT_TRUE(equal(EmbeddingBag::from_pretrained(table, EmbeddingBagFromPretrainedOptions().mode(kSum))
                        ->forward(tensor({0, 2}, kLong).view({1, 2})),
                    (table[0] + table[2]).unsqueeze(0)));
}

TEST(NnFunctions, ModulesOfSeveralInputs) {
  AnyModule pair(Bilinear(2, 3, 4)), distance{CosineSimilarity()};
  const Tensor x = randn({5, 2}), y = randn({5, 3});
  EXPECT_TRUE(equal(pair.forward<Tensor>(x, y), pair.get<BilinearImpl>().forward(x, y)));
  EXPECT_TRUE(equal(distance.forward(y, y), cosine_similarity(y, y)));
  EXPECT_EQ(errorOf([&] { pair.forward(x); }), "the module's forward() does not take 1 tensors");
  EXPECT_EQ(errorOf([&] { pair.forward(x, y, y); }), "the module's forward() does not take 3 tensors");
  AnyModule line{ReLU()};
  EXPECT_TRUE(equal(line.forward<Tensor>(x), relu(x)));
}

// PyTorch 2.13 looks at the bias first, and at no bias of a transposed convolution.
TEST(NnFunctions, DtypesOfConvolutions) {
  const Tensor x = ones({1, 2, 5}), w = ones({3, 2, 2}), b = ones({3});
  EXPECT_ERROR(conv1d(x.to(kLong), w, b), "Input type (long int) and bias type (float) should be the same");
  EXPECT_ERROR(conv1d(x.to(kLong), w), "expected scalar type Long but found Float");
  EXPECT_ERROR(conv1d(x, w.to(kDouble), b), "expected scalar type Float but found Double");
  EXPECT_ERROR(conv1d(x, ones({3, 4, 2}), b.to(kDouble)),
               "Input type (float) and bias type (double) should be the same");
  const Tensor back = ones({2, 3, 2});
  EXPECT_ERROR(conv_transpose1d(x.to(kLong), back, b), "expected scalar type Long but found Float");
  EXPECT_TRUE(equal(conv_transpose1d(x, back, b.to(kDouble)), conv_transpose1d(x, back, b)));
}

} // namespace
