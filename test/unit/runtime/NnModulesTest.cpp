// Every module of fg::nn with PyTorch's weights, against PyTorch's results (nn_modules_reference.py).
#include <fullgraph/io.h>
#include <fullgraph/nn.h>

#include <gtest/gtest.h>

#include <sstream>

using namespace fg;
using namespace fg::nn;

namespace {

const std::map<std::string, Tensor> &reference() {
  static const auto tensors =
      load_safetensors(FULLGRAPH_SOURCE_DIR "/test/unit/runtime/nn_modules.safetensors");
  return tensors;
}

Tensor stored(const std::string &name) {
  const auto found = reference().find(name);
  return found == reference().end() ? Tensor() : found->second;
}

std::vector<Tensor> leaves(const Tensor &value) {
  return value.defined() ? std::vector{value} : std::vector<Tensor>{};
}
template <class... Parts> std::vector<Tensor> leaves(const std::tuple<Parts...> &parts) {
  std::vector<Tensor> all;
  std::apply(
      [&](const auto &...part) {
        (
            [&] {
              for (const Tensor &leaf : leaves(part))
                all.push_back(leaf);
            }(),
            ...);
      },
      parts);
  return all;
}

/// Loads the case's weights (all of them, and no others) and compares the outputs of `run`.
template <class Holder, class Run> void check(const std::string &name, Holder module, Run run) {
  SCOPED_TRACE(name);
  std::map<std::string, Tensor> state;
  for (const auto &[key, tensor] : reference())
    if (key.rfind(name + "/w/", 0) == 0)
      state.emplace(key.substr(name.size() + 3), tensor);
  module->eval();
  ASSERT_NO_THROW(module->load_state_dict(state));
  std::vector<Tensor> inputs;
  for (int i = 0; stored(name + "/in" + std::to_string(i)).defined(); ++i)
    inputs.push_back(stored(name + "/in" + std::to_string(i)));
  ASSERT_FALSE(inputs.empty());
  const std::vector<Tensor> outputs = leaves(run(module, inputs));
  ASSERT_TRUE(stored(name + "/out" + std::to_string(outputs.size() - 1)).defined());
  EXPECT_FALSE(stored(name + "/out" + std::to_string(outputs.size())).defined());
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Tensor expected = stored(name + "/out" + std::to_string(i));
    std::ostringstream text;
    text << outputs[i] << "\nexpected\n" << expected;
    EXPECT_TRUE(outputs[i].sizes() == expected.sizes() && allclose(outputs[i], expected, 1e-5, 1e-6, true))
        << text.str();
  }
}

/// A module of one input.
template <class Holder> void check(const std::string &name, Holder module) {
  check(name, module, [](Holder &m, const std::vector<Tensor> &in) { return m->forward(in[0]); });
}

TEST(NnModules, Linear) {
  check("linear", Linear(5, 3));
  check("linear_no_bias", Linear(LinearOptions(5, 3).bias(false)));
  check("bilinear", Bilinear(3, 4, 2),
        [](Bilinear &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1]); });
  check("identity", Identity(4, "anything"));
  check("flatten", Flatten());
  check("unflatten", Unflatten(1, std::vector<int64_t>{2, 3}));
}

TEST(NnModules, Convolution) {
  check("conv1d", Conv1d(Conv1dOptions(3, 4, 3).stride(2).padding(1)));
  check("conv1d_reflect", Conv1d(Conv1dOptions(3, 4, 3).padding(2).padding_mode(kReflect)));
  check("conv2d", Conv2d(Conv2dOptions(4, 6, {3, 2}).stride({2, 1}).padding({1, 0}).groups(2)));
  check("conv2d_same", Conv2d(Conv2dOptions(2, 3, 4).padding(kSame)));
  check("conv1d_same", Conv1d(Conv1dOptions(3, 4, 4).padding(kSame).dilation(3)));
  check("conv2d_same_replicate", Conv2d(Conv2dOptions(2, 3, {4, 3}).padding(kSame).padding_mode(kReplicate)));
  check("conv3d", Conv3d(Conv3dOptions(2, 4, {2, 3, 2}).stride({1, 2, 1}).padding({1, 0, 1}).groups(2)));
  check("conv3d_same", Conv3d(Conv3dOptions(2, 3, {2, 3, 4}).padding(kSame)));
  check("conv3d_reflect", Conv3d(Conv3dOptions(2, 3, 3).padding({1, 2, 1}).padding_mode(kReflect)));
  check("conv2d_circular", Conv2d(Conv2dOptions(2, 3, 3).padding(1).padding_mode(kCircular).bias(false)));
}

TEST(NnModules, Normalisation) {
  check("batch_norm1d", BatchNorm1d(4));
  check("batch_norm2d", BatchNorm2d(3));
  check("batch_norm2d_plain", BatchNorm2d(BatchNorm2dOptions(3).affine(false).eps(1e-3)));
  check("layer_norm", LayerNorm(std::vector<int64_t>{3, 4}));
  check("batch_norm2d_untracked", BatchNorm2d(BatchNorm2dOptions(3).track_running_stats(false)));
  check("instance_norm1d_tracked", InstanceNorm1d(InstanceNorm1dOptions(3).track_running_stats(true)));
  check("instance_norm2d_unbatched", InstanceNorm2d(3));
  check("instance_norm3d", InstanceNorm3d(InstanceNorm3dOptions(2).affine(true)));
  check("rms_norm", RMSNorm(RMSNormOptions({6})));
  check("group_norm", GroupNorm(2, 4));
  check("instance_norm2d", InstanceNorm2d(InstanceNorm2dOptions(3).affine(true)));
}

TEST(NnModules, Activations) {
  check("relu", ReLU());
  check("relu6", ReLU6());
  check("leaky_relu", LeakyReLU(LeakyReLUOptions().negative_slope(0.2)));
  check("elu", ELU(ELUOptions().alpha(0.7)));
  check("selu", SELU());
  check("celu", CELU(1.3));
  check("gelu", GELU());
  check("gelu_tanh", GELU(GELUOptions().approximate("tanh")));
  check("silu", SiLU());
  check("mish", Mish());
  check("sigmoid", Sigmoid());
  check("tanh", Tanh());
  check("softplus", Softplus(SoftplusOptions().beta(2.0)));
  check("softsign", Softsign());
  check("tanhshrink", Tanhshrink());
  check("hardshrink", Hardshrink(0.4));
  check("softshrink", Softshrink(SoftshrinkOptions(0.3)));
  check("hardtanh", Hardtanh(HardtanhOptions().min_val(-0.5).max_val(0.8)));
  check("hardswish", Hardswish());
  check("hardsigmoid", Hardsigmoid());
  check("log_sigmoid", LogSigmoid());
  check("threshold", Threshold(0.1, 2.0));
  check("prelu", PReLU(PReLUOptions().num_parameters(4)));
  check("glu", GLU(1));
  check("softmax", Softmax(1));
  check("softmin", Softmin(1));
  check("log_softmax", LogSoftmax(LogSoftmaxOptions(1)));
  check("dropout", Dropout(0.3));
}

TEST(NnModules, Others) {
  check("embedding", Embedding(EmbeddingOptions(7, 3)));
  check("max_pool1d", MaxPool1d(MaxPool1dOptions(3).stride(2).padding(1)));
  check("max_pool2d", MaxPool2d(MaxPool2dOptions(2).ceil_mode(true)));
  check("avg_pool1d", AvgPool1d(2));
  check("avg_pool2d", AvgPool2d(AvgPool2dOptions(3).stride(2).padding(1).count_include_pad(false)));
  check("adaptive_avg_pool1d", AdaptiveAvgPool1d(3));
  check("adaptive_avg_pool2d", AdaptiveAvgPool2d(AdaptiveAvgPool2dOptions({2, 3})));
}

TEST(NnModules, Recurrent) {
  check("lstm", LSTM(3, 4));
  check("lstm_deep", LSTM(LSTMOptions(3, 4).num_layers(2).bidirectional(true).batch_first(true)));
  check("gru", GRU(3, 4));
  check("rnn_relu", RNN(RNNOptions(3, 4).nonlinearity(kReLU).bias(false)));
  check("lstm_cell", LSTMCell(3, 4));
  check("gru_cell", GRUCell(3, 4),
        [](GRUCell &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1]); });
  check("rnn_cell", RNNCell(RNNCellOptions(3, 4)));
}

TEST(NnModules, Transformer) {
  check("attention", MultiheadAttention(8, 2),
        [](MultiheadAttention &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1], in[2]); });
  check("encoder_layer", TransformerEncoderLayer(TransformerEncoderLayerOptions(8, 2).dim_feedforward(16)));
  check("decoder_layer",
        TransformerDecoderLayer(TransformerDecoderLayerOptions(8, 2).dim_feedforward(16).activation(kGELU)),
        [](TransformerDecoderLayer &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1]); });
  check("encoder", TransformerEncoder(TransformerEncoderOptions(
                       TransformerEncoderLayerOptions(8, 2).dim_feedforward(16), 2)));
}

TEST(NnModules, ConvTranspose) {
  check("conv_transpose1d",
        ConvTranspose1d(ConvTranspose1dOptions(3, 4, 3).stride(2).padding(1).output_padding(1)));
  check("conv_transpose2d",
        ConvTranspose2d(
            ConvTranspose2dOptions(4, 6, {3, 2}).stride({2, 3}).padding({1, 0}).groups(2).dilation({1, 2})));
  check("conv_transpose2d_unbatched", ConvTranspose2d(ConvTranspose2dOptions(2, 3, 3).stride(2).padding(2)));
  check("conv_transpose3d", ConvTranspose3d(ConvTranspose3dOptions(4, 6, {3, 2, 1})
                                                .stride({2, 1, 3})
                                                .padding({1, 0, 0})
                                                .output_padding({1, 0, 2})
                                                .groups(2)
                                                .dilation({1, 2, 1})));
  check("conv_transpose3d_no_bias", ConvTranspose3d(ConvTranspose3dOptions(2, 3, 2).bias(false)));
  check("conv_transpose2d_no_bias", ConvTranspose2d(ConvTranspose2dOptions(2, 3, 2).bias(false)));
}

TEST(NnModules, PaddingAndResizing) {
  check("zero_pad2d", ZeroPad2d(ZeroPad2dOptions({1, 2, 0, 1})));
  check("constant_pad1d", ConstantPad1d(ConstantPad1dOptions({2, 1}, 1.5)));
  check("reflection_pad2d", ReflectionPad2d(ReflectionPad2dOptions({1, 2, 2, 1})));
  check("replication_pad1d", ReplicationPad1d(ReplicationPad1dOptions({2, 3})));
  check("zero_pad3d", ZeroPad3d(ZeroPad3dOptions({1, 0, 2, 1, 0, 1})));
  check("constant_pad3d", ConstantPad3d(ConstantPad3dOptions({1, 0, -1, 1, 0, 1}, -2.5)));
  check("reflection_pad3d", ReflectionPad3d(ReflectionPad3dOptions({1, 0, 2, 1, 0, 1})));
  check("replication_pad3d", ReplicationPad3d(ReplicationPad3dOptions({1, 0, 2, 1, -1, 3})));
  check("upsample_bicubic",
        Upsample(UpsampleOptions().scale_factor(std::vector<double>{1.7}).mode(kBicubic)));
  check("upsample_exact", Upsample(UpsampleOptions().size(std::vector<int64_t>{7, 4}).mode(kNearestExact)));
  check("upsample_trilinear",
        Upsample(UpsampleOptions().size(std::vector<int64_t>{3, 5, 2}).mode(kTrilinear)));
  check("upsample_area", Upsample(UpsampleOptions().size(std::vector<int64_t>{3}).mode(kArea)));
  check("upsample_nearest", Upsample(UpsampleOptions().scale_factor(std::vector<double>{2.0, 1.5})));
  check("upsample_size", Upsample(UpsampleOptions().size(std::vector<int64_t>{5, 4})));
  check("upsample_bilinear",
        Upsample(
            UpsampleOptions().scale_factor(std::vector<double>{2, 3}).mode(kBilinear).align_corners(false)));
  check("upsample_aligned",
        Upsample(UpsampleOptions().size(std::vector<int64_t>{7, 5}).mode(kBilinear).align_corners(true)));
  check("upsample_linear", Upsample(UpsampleOptions().scale_factor(std::vector<double>{2}).mode(kLinear)));
  check("pixel_shuffle", PixelShuffle(2));
  check("pixel_unshuffle", PixelUnshuffle(2));
}

TEST(NnModules, Losses) {
  const auto loss = [](auto &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1]); };
  check("mse_loss", MSELoss(), loss);
  check("l1_loss_sum", L1Loss(L1LossOptions(kSum)), loss);
  check("smooth_l1_loss", SmoothL1Loss(SmoothL1LossOptions().beta(0.7)), loss);
  check("huber_loss_none", HuberLoss(HuberLossOptions().reduction(kNone).delta(0.6)), loss);
  check("bce_loss", BCELoss(), loss);
  check("bce_with_logits_loss", BCEWithLogitsLoss(), loss);
  check("kl_div_loss", KLDivLoss(KLDivLossOptions(kBatchMean)), loss);
  check("nll_loss", NLLLoss(), loss);
  check("cross_entropy_loss", CrossEntropyLoss(CrossEntropyLossOptions().ignore_index(2)), loss);
  check("cross_entropy_loss_2d", CrossEntropyLoss(CrossEntropyLossOptions().reduction(kSum)), loss);
  check("cross_entropy_loss_probabilities", CrossEntropyLoss(CrossEntropyLossOptions().reduction(kNone)),
        loss);
  const auto loss3 = [](auto &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1], in[2]); };
  // The weights are buffers, which the state dict fills.
  const Tensor w4 = zeros({4}), w5 = zeros({5});
  check("bce_loss_weight", BCELoss(BCELossOptions().weight(w4)), loss);
  check("bce_with_logits_loss_weight",
        BCEWithLogitsLoss(BCEWithLogitsLossOptions().weight(w4).pos_weight(zeros({4}))), loss);
  check("nll_loss_weight", NLLLoss(NLLLossOptions().weight(w5).ignore_index(4)), loss);
  check("cross_entropy_loss_weight",
        CrossEntropyLoss(CrossEntropyLossOptions().weight(w5).label_smoothing(0.1)), loss);
  check("kl_div_loss_mean", KLDivLoss(KLDivLossOptions().log_target(true)), loss);
  check("soft_margin_loss", SoftMarginLoss(), loss);
  check("poisson_nll_loss", PoissonNLLLoss(PoissonNLLLossOptions().full(true).reduction(kSum)), loss);
  check("hinge_embedding_loss", HingeEmbeddingLoss(HingeEmbeddingLossOptions().margin(0.7)), loss);
  check("margin_ranking_loss", MarginRankingLoss(MarginRankingLossOptions().margin(0.2)), loss3);
  check("cosine_embedding_loss",
        CosineEmbeddingLoss(CosineEmbeddingLossOptions().margin(0.1).reduction(kNone)), loss3);
  check("triplet_margin_loss", TripletMarginLoss(TripletMarginLossOptions().swap(true).p(1.5)), loss3);
}

TEST(NnModules, Pooling) {
  const auto places = [](auto &m, const std::vector<Tensor> &in) { return m->forward_with_indices(in[0]); };
  const auto both = [](auto &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1]); };
  check("max_pool3d",
        MaxPool3d(
            MaxPool3dOptions({2, 3, 2}).stride({2, 1, 2}).padding({1, 1, 0}).dilation({1, 1, 2}).ceil_mode(
                true)));
  check("max_pool1d_indices", MaxPool1d(MaxPool1dOptions(3).stride(2).padding(1)), places);
  check("max_pool2d_indices", MaxPool2d(MaxPool2dOptions({2, 3}).stride({1, 2}).padding({1, 0}).dilation(2)),
        places);
  check("max_pool3d_indices",
        MaxPool3d(
            MaxPool3dOptions({2, 3, 2}).stride({2, 1, 2}).padding({1, 1, 0}).dilation({1, 1, 2}).ceil_mode(
                true)),
        places);
  check(
      "avg_pool3d",
      AvgPool3d(
          AvgPool3dOptions({2, 3, 2}).stride({2, 1, 2}).padding({1, 1, 0}).ceil_mode(true).count_include_pad(
              false)));
  check("avg_pool3d_divisor", AvgPool3d(AvgPool3dOptions(2).padding(1).divisor_override(3)));
  check("adaptive_avg_pool2d_open", AdaptiveAvgPool2d(AdaptiveAvgPool2dOptions({std::nullopt, 3})));
  check("adaptive_avg_pool3d", AdaptiveAvgPool3d(AdaptiveAvgPool3dOptions({2, std::nullopt, 3})));
  check("adaptive_max_pool1d", AdaptiveMaxPool1d(3), places);
  check("adaptive_max_pool2d", AdaptiveMaxPool2d(AdaptiveMaxPool2dOptions({std::nullopt, 3})), places);
  check("adaptive_max_pool3d", AdaptiveMaxPool3d(AdaptiveMaxPool3dOptions({2, 3, 4})), places);
  check("lp_pool1d", LPPool1d(LPPool1dOptions(2, 3).stride(2)));
  check("lp_pool2d", LPPool2d(LPPool2dOptions(3, {2, 3}).ceil_mode(true)));
  check("lp_pool2d_one", LPPool2d(1, 2));
  check("lp_pool3d", LPPool3d(LPPool3dOptions(4, {2, 1, 3}).stride(2)));
  check("max_unpool1d", MaxUnpool1d(MaxUnpool1dOptions(2).stride(3)), both);
  check("max_unpool2d", MaxUnpool2d(MaxUnpool2dOptions({2, 3}).stride({1, 2}).padding(1)), both);
  check("max_unpool3d", MaxUnpool3d(2), both);
  for (const std::vector<int64_t> &size : {std::vector<int64_t>{1, 2, 5, 7}, {5, 7}})
    check("max_unpool2d_sized", MaxUnpool2d(2),
          [&](MaxUnpool2d &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1], size); });
  // The samples are a buffer, which the state dict fills.
  check("fractional_max_pool2d",
        FractionalMaxPool2d(FractionalMaxPool2dOptions({2, 3})
                                .output_size(ExpandingArray<2>({4, 3}))
                                ._random_samples(zeros({2, 3, 2}))),
        places);
  check("fractional_max_pool2d_ratio",
        FractionalMaxPool2d(FractionalMaxPool2dOptions(2)
                                .output_ratio(ExpandingArray<2, double>({0.5, 0.7}))
                                ._random_samples(zeros({1, 3, 2}))));
  check("fractional_max_pool3d",
        FractionalMaxPool3d(FractionalMaxPool3dOptions(2)
                                .output_size(ExpandingArray<3>({3, 1, 4}))
                                ._random_samples(zeros({2, 3, 3}))),
        places);
  check("fold", Fold(FoldOptions({5, 6}, {2, 3}).dilation({1, 2}).padding({1, 0}).stride({2, 1})));
  check("unfold", Unfold(UnfoldOptions({2, 3}).dilation({1, 2}).padding({1, 0}).stride({2, 1})));
}

TEST(NnModules, DistancesAndNeighbours) {
  const auto both = [](auto &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1]); };
  check("local_response_norm", LocalResponseNorm(LocalResponseNormOptions(4).alpha(0.3).beta(0.6).k(1.5)));
  check("local_response_norm_line", LocalResponseNorm(LocalResponseNormOptions(3).alpha(0.5)));
  check("cross_map_lrn2d", CrossMapLRN2d(CrossMapLRN2dOptions(5).alpha(0.5).beta(0.6).k(2)));
  check("cross_map_lrn2d_even", CrossMapLRN2d(CrossMapLRN2dOptions(4).alpha(0.5)));
  check("cosine_similarity", CosineSimilarity(CosineSimilarityOptions().dim(2).eps(1e-4)), both);
  check("pairwise_distance", PairwiseDistance(PairwiseDistanceOptions().p(1.5).keepdim(true)), both);
  check("rrelu", RReLU(RReLUOptions().lower(0.1).upper(0.5)));
  check("Dropout2d", Dropout2d(0.3));
  check("Dropout3d", Dropout3d(0.3));
  check("AlphaDropout", AlphaDropout(0.3));
  check("FeatureAlphaDropout", FeatureAlphaDropout(0.3));
  check("embedding_max_norm", Embedding(EmbeddingOptions(7, 3).max_norm(0.5)));
}

TEST(NnModules, MarginLosses) {
  const auto loss = [](auto &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1]); };
  const auto loss3 = [](auto &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1], in[2]); };
  check("multi_margin_loss", MultiMarginLoss(MultiMarginLossOptions().p(2).margin(0.7).weight(zeros({5}))),
        loss);
  check("multi_margin_loss_one", MultiMarginLoss(MultiMarginLossOptions().reduction(kNone)), loss);
  check("multilabel_margin_loss", MultiLabelMarginLoss(), loss);
  check("multilabel_margin_loss_none", MultiLabelMarginLoss(kNone), loss);
  check("multilabel_margin_loss_one", MultiLabelMarginLoss(kSum), loss);
  check("multilabel_soft_margin_loss",
        MultiLabelSoftMarginLoss(MultiLabelSoftMarginLossOptions().weight(zeros({5}))), loss);
  check("triplet_with_distance",
        TripletMarginWithDistanceLoss(TripletMarginWithDistanceLossOptions().swap(true).margin(0.8)), loss3);
  check("triplet_with_cosine",
        TripletMarginWithDistanceLoss(TripletMarginWithDistanceLossOptions()
                                          .distance_function([](const Tensor &a, const Tensor &b) {
                                            return 1 - cosine_similarity(a, b);
                                          })
                                          .reduction(kSum)),
        loss3);
  const auto options = AdaptiveLogSoftmaxWithLossOptions(16, 20, {5, 12}).div_value(2).head_bias(true);
  check("adaptive_log_softmax", AdaptiveLogSoftmaxWithLoss(options),
        [](AdaptiveLogSoftmaxWithLoss &m, const std::vector<Tensor> &in) {
          EXPECT_TRUE(allclose(m->log_prob(in[0]), stored("adaptive_log_softmax/log_prob"), 1e-5, 1e-6));
          EXPECT_TRUE(equal(m->predict(in[0]), stored("adaptive_log_softmax/predict")));
          const ASMoutput result = m->forward(in[0], in[1]);
          return std::tuple(result.output, full({}, result.loss));
        });
}

TEST(NnModules, EncodersAndDecoders) {
  const auto encoder = TransformerEncoderLayerOptions(8, 2).dim_feedforward(16);
  const TransformerDecoderLayerOptions decoder = encoder;
  const std::vector<int64_t> features{8};
  check("attention_more",
        MultiheadAttention(
            MultiheadAttentionOptions(8, 2).add_bias_kv(true).add_zero_attn(true).kdim(5).vdim(5)),
        [](MultiheadAttention &m, const std::vector<Tensor> &in) {
          return m->forward(in[0], in[1], in[2], in[3], true, full({3, 4}, 0.5));
        });
  check("attention_heads",
        MultiheadAttention(MultiheadAttentionOptions(8, 2).bias(false).add_zero_attn(true)),
        [](MultiheadAttention &m, const std::vector<Tensor> &in) {
          return m->forward(in[0], in[1], in[2], {}, true, {}, false);
        });
  check("encoder_norm",
        TransformerEncoder(TransformerEncoderOptions(encoder, 2).norm(AnyModule(LayerNorm(features)))),
        [](TransformerEncoder &m, const std::vector<Tensor> &in) {
          EXPECT_TRUE(equal(in[1], Transformer::Impl::generate_square_subsequent_mask(4)));
          return m->forward(in[0], in[1], in[2]);
        });
  check("decoder", TransformerDecoder(TransformerDecoderLayer(decoder), 2),
        [](TransformerDecoder &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1]); });
  check("decoder_norm",
        TransformerDecoder(TransformerDecoderOptions(decoder, 2).norm(AnyModule(LayerNorm(features)))),
        [](TransformerDecoder &m, const std::vector<Tensor> &in) {
          return m->forward(in[0], in[1], in[2], in[3], in[4], in[5]);
        });
  check("transformer", Transformer(TransformerOptions(8, 2, 2, 1).dim_feedforward(16).activation(kGELU)),
        [](Transformer &m, const std::vector<Tensor> &in) { return m->forward(in[0], in[1]); });
  const auto masked = [](Transformer &m, const std::vector<Tensor> &in) {
    return m->forward(in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]);
  };
  check("transformer_masks", Transformer(TransformerOptions(8, 2, 1, 2).dim_feedforward(16)), masked);
  // The same of an encoder and a decoder that the program made.
  check("transformer_masks",
        Transformer(TransformerOptions(8, 2)
                        .custom_encoder(AnyModule(TransformerEncoder(
                            TransformerEncoderOptions(encoder, 1).norm(AnyModule(LayerNorm(features))))))
                        .custom_decoder(AnyModule(TransformerDecoder(
                            TransformerDecoderOptions(decoder, 2).norm(AnyModule(LayerNorm(features))))))),
        masked);
}

/// What PyTorch says to torch.nn.functional.pad and the modules; "" where it takes the call.
TEST(NnModules, Errors) {
  namespace F = fg::nn::functional;
  const auto errorOf = [](const std::function<void()> &call) -> std::string {
    try {
      call();
    } catch (const Error &error) {
      return std::string(error.what()).substr(0, std::string(error.what()).find('\n'));
    }
    return "";
  };
  const auto padded = [&](IntArrayRef sizes, const std::vector<int64_t> &pad, enumtype::Name mode) {
    return errorOf([&] { F::pad(zeros(sizes), F::PadFuncOptions(pad).mode(mode)); });
  };
  EXPECT_EQ(padded({1, 2, 3, 4}, {1, 2, 3}, kConstant), "Padding length must be divisible by 2");
  EXPECT_EQ(padded({3}, {1, 1, 1, 1}, kConstant),
            "Padding length should be less than or equal to two times the input dimension but got padding "
            "length 4 and input of dimension 1");
  EXPECT_EQ(padded({1, 2, 3, 4}, {1, 2}, kReflect), "Padding size 2 is not supported for 4D input tensor.");
  EXPECT_EQ(padded({1, 2, 3, 4}, {1, 2}, kCircular), "Padding size 2 is not supported for 4D input tensor.");
  EXPECT_EQ(
      padded({1, 2, 3, 4}, {4, 2, 0, 0}, kReflect),
      "Argument #4: Padding size should be less than the corresponding input dimension, but got: padding "
      "(4, 2) at dimension 3 of input [1, 2, 3, 4]");
  EXPECT_EQ(
      padded({1, 2, 3, 4}, {0, 0, 3, 0}, kReflect),
      "Argument #6: Padding size should be less than the corresponding input dimension, but got: padding "
      "(3, 0) at dimension 2 of input [1, 2, 3, 4]");
  EXPECT_EQ(padded({1, 2, 3, 4}, {5, 0, 0, 0}, kCircular),
            "Padding value causes wrapping around more than once.");
  EXPECT_EQ(padded({1, 2, 3, 4}, {-4, -4, 0, 0}, kCircular),
            "Negative padding value is resulting in an empty dimension");
  EXPECT_EQ(padded({1, 2, 3, 0}, {1, 1, 0, 0}, kReplicate),
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions "
            "for input, but got: [1, 2, 3, 0]");
  EXPECT_EQ(padded({0, 2, 3, 4}, {1, 1, 0, 0}, kReplicate), "");
  EXPECT_EQ(
      errorOf([] { F::pad(zeros({1, 2, 3, 4}), F::PadFuncOptions({1, 1, 1, 1}).mode(kReflect).value(2)); }),
      "Padding mode \"reflect\" doesn't take in value argument");
  // A cropped side is what the other one wraps around to.
  EXPECT_TRUE(equal(F::pad(arange(4).view({1, 4}), F::PadFuncOptions({-3, 1}).mode(kCircular)),
                    tensor({3, 3}, kLong).view({1, 2})));
  EXPECT_EQ(errorOf([] { Conv2d(Conv2dOptions(2, 2, 3).stride(2).padding(kSame)); }),
            "padding='same' is not supported for strided convolutions");
  EXPECT_EQ(errorOf([] { Bilinear(3, 4, 2)->forward(zeros({5, 3}), zeros({4, 4})); }),
            "bilinear(): input batch dimensions do not match at dim 0: got 5 and 4");
  EXPECT_EQ(errorOf([] { ConvTranspose1d(2, 3, 2)->forward(zeros({3})); }),
            "Expected 2D (unbatched) or 3D (batched) input to conv_transpose1d, but got input of size: [3]");
}

} // namespace
