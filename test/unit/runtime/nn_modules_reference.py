#!/usr/bin/env python3
"""PyTorch's results for the modules of fg::nn: writes nn_modules.safetensors.

  nn_modules_reference.py <output>   needs torch 2.13 and numpy; the file is stored, tests need neither

For a module `m`: its state dict under "m/w/<key>", inputs under "m/in<i>", outputs under "m/out<i>".
"""
import json
import struct
import sys

import numpy as np
import torch
from torch import nn

torch.manual_seed(7)
stored: dict[str, torch.Tensor] = {}


def flat(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [leaf for part in value if part is not None for leaf in flat(part)]


def case(name, module, *inputs, **keywords):
    module = module.eval()
    for key, tensor in module.state_dict().items():
        if tensor.is_floating_point():
            values = torch.randn_like(tensor) * 0.4
            values = torch.rand_like(tensor) if "samples" in key else values
            tensor.copy_(values.abs() + 0.5 if "var" in key else values)
        stored[f"{name}/w/{key}"] = tensor.clone()
    with torch.no_grad():
        for i, value in enumerate(inputs):
            stored[f"{name}/in{i}"] = value.clone()
        for i, value in enumerate(flat(module(*inputs, **keywords))):
            stored[f"{name}/out{i}"] = value.clone()


def x(*sizes):
    return torch.randn(*sizes)


case("linear", nn.Linear(5, 3), x(2, 5))
case("linear_no_bias", nn.Linear(5, 3, bias=False), x(2, 4, 5))
case("bilinear", nn.Bilinear(3, 4, 2), x(5, 3), x(5, 4))
case("conv1d", nn.Conv1d(3, 4, 3, stride=2, padding=1), x(2, 3, 9))
case("conv1d_reflect", nn.Conv1d(3, 4, 3, padding=2, padding_mode="reflect"), x(2, 3, 9))
case("conv2d", nn.Conv2d(4, 6, (3, 2), stride=(2, 1), padding=(1, 0), groups=2), x(2, 4, 7, 6))
case("conv2d_same", nn.Conv2d(2, 3, 4, padding="same", dilation=1), x(1, 2, 6, 7))
case("conv2d_circular", nn.Conv2d(2, 3, 3, padding=1, padding_mode="circular", bias=False), x(1, 2, 5, 4))
case("batch_norm1d", nn.BatchNorm1d(4), x(3, 4))
case("batch_norm2d", nn.BatchNorm2d(3), x(2, 3, 4, 4))
case("batch_norm2d_plain", nn.BatchNorm2d(3, affine=False, eps=1e-3), x(2, 3, 4, 4))
case("layer_norm", nn.LayerNorm([3, 4]), x(2, 3, 4))
case("rms_norm", nn.RMSNorm(6), x(3, 6))
case("group_norm", nn.GroupNorm(2, 4), x(2, 4, 3, 3))
case("instance_norm2d", nn.InstanceNorm2d(3, affine=True), x(2, 3, 4, 5))
case("embedding", nn.Embedding(7, 3), torch.tensor([[0, 6, 2], [1, 1, 5]]))
for name, module in {
        "relu": nn.ReLU(), "relu6": nn.ReLU6(), "leaky_relu": nn.LeakyReLU(0.2), "elu": nn.ELU(0.7), "selu": nn.SELU(),
        "celu": nn.CELU(1.3), "gelu": nn.GELU(), "gelu_tanh": nn.GELU("tanh"), "silu": nn.SiLU(), "mish": nn.Mish(),
        "sigmoid": nn.Sigmoid(), "tanh": nn.Tanh(), "softplus": nn.Softplus(2.0), "softsign": nn.Softsign(),
        "tanhshrink": nn.Tanhshrink(), "hardshrink": nn.Hardshrink(0.4), "softshrink": nn.Softshrink(0.3),
        "hardtanh": nn.Hardtanh(-0.5, 0.8), "hardswish": nn.Hardswish(), "hardsigmoid": nn.Hardsigmoid(),
        "log_sigmoid": nn.LogSigmoid(), "threshold": nn.Threshold(0.1, 2.0), "prelu": nn.PReLU(4), "glu": nn.GLU(1),
        "softmax": nn.Softmax(1), "softmin": nn.Softmin(1), "log_softmax": nn.LogSoftmax(1),
        "identity": nn.Identity(), "dropout": nn.Dropout(0.3)}.items():
    case(name, module, x(3, 4))
case("max_pool1d", nn.MaxPool1d(3, 2, 1), x(2, 3, 9))
case("max_pool2d", nn.MaxPool2d(2, ceil_mode=True), x(1, 2, 5, 7))
case("avg_pool1d", nn.AvgPool1d(2), x(2, 3, 8))
case("avg_pool2d", nn.AvgPool2d(3, 2, 1, count_include_pad=False), x(1, 2, 6, 7))
case("adaptive_avg_pool1d", nn.AdaptiveAvgPool1d(3), x(2, 3, 8))
case("adaptive_avg_pool2d", nn.AdaptiveAvgPool2d((2, 3)), x(1, 2, 5, 7))
case("flatten", nn.Flatten(), x(2, 3, 4))
case("unflatten", nn.Unflatten(1, (2, 3)), x(2, 6))
case("lstm", nn.LSTM(3, 4), x(5, 2, 3))
case("lstm_deep", nn.LSTM(3, 4, num_layers=2, bidirectional=True, batch_first=True), x(2, 4, 3))
case("gru", nn.GRU(3, 4), x(5, 2, 3))
case("rnn_relu", nn.RNN(3, 4, nonlinearity="relu", bias=False), x(4, 2, 3))
case("lstm_cell", nn.LSTMCell(3, 4), x(2, 3))
case("gru_cell", nn.GRUCell(3, 4), x(2, 3), x(2, 4))
case("rnn_cell", nn.RNNCell(3, 4), x(2, 3))
case("attention", nn.MultiheadAttention(8, 2), x(3, 2, 8), x(5, 2, 8), x(5, 2, 8))
case("encoder_layer", nn.TransformerEncoderLayer(8, 2, 16), x(4, 2, 8))
case("decoder_layer", nn.TransformerDecoderLayer(8, 2, 16, activation="gelu"), x(4, 2, 8), x(3, 2, 8))
case("encoder", nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), 2), x(4, 2, 8))
case("conv_transpose1d", nn.ConvTranspose1d(3, 4, 3, stride=2, padding=1, output_padding=1), x(2, 3, 5))
case("conv_transpose2d", nn.ConvTranspose2d(4, 6, (3, 2), stride=(2, 3), padding=(1, 0), groups=2, dilation=(1, 2)),
     x(2, 4, 4, 3))
case("conv_transpose2d_no_bias", nn.ConvTranspose2d(2, 3, 2, bias=False), x(1, 2, 3, 3))
case("zero_pad2d", nn.ZeroPad2d((1, 2, 0, 1)), x(1, 2, 3, 4))
case("constant_pad1d", nn.ConstantPad1d((2, 1), 1.5), x(2, 3))
case("reflection_pad2d", nn.ReflectionPad2d((1, 2, 2, 1)), x(1, 2, 3, 4))
case("replication_pad1d", nn.ReplicationPad1d((2, 3)), x(1, 2, 4))
case("upsample_nearest", nn.Upsample(scale_factor=(2.0, 1.5)), x(1, 2, 3, 5))
case("upsample_size", nn.Upsample(size=(5, 4)), x(1, 2, 3, 6))
case("upsample_bilinear", nn.Upsample(scale_factor=(2.0, 3.0), mode="bilinear"), x(1, 2, 3, 4))
case("upsample_aligned", nn.Upsample(size=(7, 5), mode="bilinear", align_corners=True), x(1, 2, 3, 4))
case("upsample_linear", nn.Upsample(scale_factor=2.0, mode="linear"), x(1, 2, 5))
case("pixel_shuffle", nn.PixelShuffle(2), x(1, 8, 2, 3))
case("pixel_unshuffle", nn.PixelUnshuffle(2), x(1, 2, 4, 6))
case("mse_loss", nn.MSELoss(), x(3, 4), x(3, 4))
case("l1_loss_sum", nn.L1Loss(reduction="sum"), x(3, 4), x(3, 4))
case("smooth_l1_loss", nn.SmoothL1Loss(beta=0.7), x(3, 4), x(3, 4))
case("huber_loss_none", nn.HuberLoss("none", 0.6), x(3, 4), x(3, 4))
case("bce_loss", nn.BCELoss(), torch.rand(3, 4), torch.rand(3, 4))
case("bce_with_logits_loss", nn.BCEWithLogitsLoss(), x(3, 4), torch.rand(3, 4))
case("kl_div_loss", nn.KLDivLoss(reduction="batchmean"), torch.log_softmax(x(3, 4), 1), torch.softmax(x(3, 4), 1))
case("nll_loss", nn.NLLLoss(), torch.log_softmax(x(3, 4), 1), torch.tensor([1, 0, 3]))
case("cross_entropy_loss", nn.CrossEntropyLoss(ignore_index=2), x(4, 5), torch.tensor([1, 2, 4, 0]))
case("cross_entropy_loss_2d", nn.CrossEntropyLoss(reduction="sum"), x(2, 3, 4), torch.tensor([[1, 2, 0, 0], [2, 2, 1, 0]]))
case("cross_entropy_loss_probabilities", nn.CrossEntropyLoss(reduction="none"), x(4, 5), torch.softmax(x(4, 5), 1))
case("conv1d_same", nn.Conv1d(3, 4, 4, padding="same", dilation=3), x(2, 3, 9))
case("conv2d_same_replicate", nn.Conv2d(2, 3, (4, 3), padding="same", padding_mode="replicate"), x(1, 2, 6, 7))
case("conv3d", nn.Conv3d(2, 4, (2, 3, 2), stride=(1, 2, 1), padding=(1, 0, 1), groups=2), x(2, 2, 4, 5, 3))
case("conv3d_same", nn.Conv3d(2, 3, (2, 3, 4), padding="same"), x(1, 2, 4, 3, 5))
case("conv3d_reflect", nn.Conv3d(2, 3, 3, padding=(1, 2, 1), padding_mode="reflect"), x(1, 2, 4, 3, 5))
case("conv_transpose2d_unbatched", nn.ConvTranspose2d(2, 3, 3, stride=2, padding=2), x(2, 4, 3))
case("conv_transpose3d", nn.ConvTranspose3d(4, 6, (3, 2, 1), (2, 1, 3), (1, 0, 0), (1, 0, 2), 2, True, (1, 2, 1)),
     x(2, 4, 3, 2, 2))
case("conv_transpose3d_no_bias", nn.ConvTranspose3d(2, 3, 2, bias=False), x(1, 2, 2, 3, 2))
case("zero_pad3d", nn.ZeroPad3d((1, 0, 2, 1, 0, 1)), x(1, 2, 2, 3, 2))
case("constant_pad3d", nn.ConstantPad3d((1, 0, -1, 1, 0, 1), -2.5), x(1, 2, 2, 3, 2))
case("reflection_pad3d", nn.ReflectionPad3d((1, 0, 2, 1, 0, 1)), x(1, 2, 2, 3, 2))
case("replication_pad3d", nn.ReplicationPad3d((1, 0, 2, 1, -1, 3)), x(2, 2, 3, 2))
case("upsample_bicubic", nn.Upsample(scale_factor=1.7, mode="bicubic"), x(1, 2, 4, 5))
case("upsample_exact", nn.Upsample(size=(7, 4), mode="nearest-exact"), x(1, 2, 3, 6))
case("upsample_trilinear", nn.Upsample(size=(3, 5, 2), mode="trilinear"), x(1, 2, 2, 3, 4))
case("upsample_area", nn.Upsample(size=3, mode="area"), x(1, 2, 7))
case("batch_norm2d_untracked", nn.BatchNorm2d(3, track_running_stats=False), x(2, 3, 4, 4))
case("instance_norm1d_tracked", nn.InstanceNorm1d(3, track_running_stats=True), x(2, 3, 4))
case("instance_norm2d_unbatched", nn.InstanceNorm2d(3), x(3, 4, 5))
case("instance_norm3d", nn.InstanceNorm3d(2, affine=True), x(2, 2, 2, 3, 2))
classes = torch.tensor([1, 2, 4, 0])
case("bce_loss_weight", nn.BCELoss(torch.rand(4)), torch.rand(3, 4), torch.rand(3, 4))
case("bce_with_logits_loss_weight", nn.BCEWithLogitsLoss(torch.rand(4), pos_weight=torch.rand(4)), x(3, 4), torch.rand(3, 4))
case("nll_loss_weight", nn.NLLLoss(torch.rand(5), ignore_index=4), torch.log_softmax(x(4, 5), 1), classes)
case("cross_entropy_loss_weight", nn.CrossEntropyLoss(torch.rand(5), label_smoothing=0.1), x(4, 5), classes)
case("kl_div_loss_mean", nn.KLDivLoss(log_target=True), torch.log_softmax(x(3, 4), 1), torch.log_softmax(x(3, 4), 1))
case("soft_margin_loss", nn.SoftMarginLoss(), x(3, 4), x(3, 4).sign())
case("poisson_nll_loss", nn.PoissonNLLLoss(full=True, reduction="sum"), x(3, 4), torch.rand(3, 4) * 5)
case("hinge_embedding_loss", nn.HingeEmbeddingLoss(0.7), x(3, 4), x(3, 4).sign())
case("margin_ranking_loss", nn.MarginRankingLoss(0.2), x(5), x(5), x(5).sign())
case("cosine_embedding_loss", nn.CosineEmbeddingLoss(0.1, reduction="none"), x(5, 3), x(5, 3), x(5).sign())
case("triplet_margin_loss", nn.TripletMarginLoss(swap=True, p=1.5), x(5, 3), x(5, 3), x(5, 3))
case("max_pool3d", nn.MaxPool3d((2, 3, 2), (2, 1, 2), (1, 1, 0), (1, 1, 2), ceil_mode=True), x(2, 3, 5, 6, 7))
case("max_pool1d_indices", nn.MaxPool1d(3, 2, 1, return_indices=True), x(2, 3, 9))
case("max_pool2d_indices", nn.MaxPool2d((2, 3), (1, 2), (1, 0), 2, True), x(3, 6, 7))
case("max_pool3d_indices", nn.MaxPool3d((2, 3, 2), (2, 1, 2), (1, 1, 0), (1, 1, 2), True, True), x(2, 3, 5, 6, 7))
case("avg_pool3d", nn.AvgPool3d((2, 3, 2), (2, 1, 2), (1, 1, 0), True, False), x(2, 3, 5, 6, 7))
case("avg_pool3d_divisor", nn.AvgPool3d(2, padding=1, divisor_override=3), x(3, 4, 6, 5))
case("adaptive_avg_pool2d_open", nn.AdaptiveAvgPool2d((None, 3)), x(1, 2, 5, 7))
case("adaptive_avg_pool3d", nn.AdaptiveAvgPool3d((2, None, 3)), x(1, 2, 5, 3, 7))
case("adaptive_max_pool1d", nn.AdaptiveMaxPool1d(3, True), x(2, 3, 8))
case("adaptive_max_pool2d", nn.AdaptiveMaxPool2d((None, 3), True), x(2, 5, 7))
case("adaptive_max_pool3d", nn.AdaptiveMaxPool3d((2, 3, 4), True), x(1, 2, 5, 3, 7))
case("lp_pool1d", nn.LPPool1d(2, 3, 2), x(2, 3, 9))
case("lp_pool2d", nn.LPPool2d(3, (2, 3), ceil_mode=True), x(1, 2, 5, 7))
case("lp_pool2d_one", nn.LPPool2d(1, 2), x(1, 2, 4, 4))
case("lp_pool3d", nn.LPPool3d(4, (2, 1, 3), 2), x(1, 2, 5, 4, 7))
for name, pool, unpool, sizes in (("1d", nn.MaxPool1d(2, 3, return_indices=True), nn.MaxUnpool1d(2, 3), (2, 3, 11)),
                                  ("2d", nn.MaxPool2d((2, 3), (1, 2), 1, return_indices=True), nn.MaxUnpool2d((2, 3), (1, 2), 1), (2, 5, 7)),
                                  ("3d", nn.MaxPool3d(2, return_indices=True), nn.MaxUnpool3d(2), (1, 2, 4, 6, 2))):
    case(f"max_unpool{name}", unpool, *pool(x(*sizes)))
case("max_unpool2d_sized", nn.MaxUnpool2d(2), *nn.MaxPool2d(2, return_indices=True)(x(1, 2, 5, 7)), output_size=(1, 2, 5, 7))
samples = torch.rand(2, 3, 2)
case("fractional_max_pool2d", nn.FractionalMaxPool2d((2, 3), (4, 3), return_indices=True, _random_samples=samples), x(2, 3, 9, 11))
case("fractional_max_pool2d_ratio", nn.FractionalMaxPool2d(2, output_ratio=(0.5, 0.7), _random_samples=samples[:1]), x(3, 9, 11))
case("fractional_max_pool3d", nn.FractionalMaxPool3d(2, (3, 1, 4), return_indices=True, _random_samples=torch.rand(2, 3, 3)), x(2, 3, 6, 5, 8))
case("fold", nn.Fold((5, 6), (2, 3), (1, 2), (1, 0), (2, 1)), x(2, 12, 6))
case("unfold", nn.Unfold((2, 3), (1, 2), (1, 0), (2, 1)), x(2, 2, 5, 6))
case("local_response_norm", nn.LocalResponseNorm(4, 0.3, 0.6, 1.5), x(2, 6, 3, 2, 2))
case("local_response_norm_line", nn.LocalResponseNorm(3, 0.5), x(2, 5, 4))
case("cross_map_lrn2d", nn.CrossMapLRN2d(5, 0.5, 0.6, 2), x(2, 6, 3, 4))
case("cross_map_lrn2d_even", nn.CrossMapLRN2d(4, 0.5), x(2, 3, 2, 2))
case("cosine_similarity", nn.CosineSimilarity(2, 1e-4), x(2, 3, 4), x(3, 4))
case("pairwise_distance", nn.PairwiseDistance(1.5, keepdim=True), x(5, 3), x(5, 3))
case("rrelu", nn.RReLU(0.1, 0.5), x(3, 4))
for name in ("Dropout2d", "Dropout3d", "AlphaDropout", "FeatureAlphaDropout"):
    case(name, getattr(nn, name)(0.3), x(2, 3, 4, 2))
case("multi_margin_loss", nn.MultiMarginLoss(2, 0.7, torch.rand(5)), x(4, 5), classes)
case("multi_margin_loss_one", nn.MultiMarginLoss(reduction="none"), x(5), torch.tensor([3]))
labels = torch.tensor([[3, 0, -1, 1, 2], [-1, 2, 0, 1, 1], [4, 4, 2, -1, -1], [0, 1, 2, 3, 4]])
case("multilabel_margin_loss", nn.MultiLabelMarginLoss(), x(4, 5), labels)
case("multilabel_margin_loss_none", nn.MultiLabelMarginLoss(reduction="none"), x(4, 5), labels)
case("multilabel_margin_loss_one", nn.MultiLabelMarginLoss(reduction="sum"), x(5), labels[0])
case("multilabel_soft_margin_loss", nn.MultiLabelSoftMarginLoss(torch.rand(5)), x(4, 5), torch.rand(4, 5).round())
case("triplet_with_distance", nn.TripletMarginWithDistanceLoss(swap=True, margin=0.8), x(5, 3), x(5, 3), x(5, 3))
case("triplet_with_cosine", nn.TripletMarginWithDistanceLoss(distance_function=lambda a, b: 1 - nn.functional.cosine_similarity(a, b), reduction="sum"),
     x(5, 3), x(5, 3), x(5, 3))
adaptive = nn.AdaptiveLogSoftmaxWithLoss(16, 20, [5, 12], 2.0, True)
case("adaptive_log_softmax", adaptive, x(6, 16), torch.tensor([0, 19, 4, 5, 12, 11]))
with torch.no_grad():
    stored["adaptive_log_softmax/log_prob"] = adaptive.log_prob(stored["adaptive_log_softmax/in0"])
    stored["adaptive_log_softmax/predict"] = adaptive.predict(stored["adaptive_log_softmax/in0"])
causal = nn.Transformer.generate_square_subsequent_mask
padded = torch.tensor([[False, False, False, False], [False, False, True, True]])
case("attention_more", nn.MultiheadAttention(8, 2, add_bias_kv=True, add_zero_attn=True, kdim=5, vdim=5), x(3, 2, 8), x(4, 2, 5), x(4, 2, 5),
     padded, attn_mask=torch.ones(3, 4) * 0.5)
case("attention_heads", nn.MultiheadAttention(8, 2, bias=False, add_zero_attn=True), x(3, 2, 8), x(5, 2, 8), x(5, 2, 8), average_attn_weights=False)
case("encoder_norm", nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), 2, nn.LayerNorm(8), False), x(4, 2, 8), causal(4), padded)
case("decoder", nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16), 2), x(5, 2, 8), x(4, 2, 8))
case("decoder_norm", nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16), 2, nn.LayerNorm(8)), x(4, 2, 8), x(4, 2, 8), causal(4), causal(4),
     padded, padded)
case("transformer", nn.Transformer(8, 2, 2, 1, 16, activation="gelu"), x(4, 2, 8), x(3, 2, 8))
case("transformer_masks", nn.Transformer(8, 2, 1, 2, 16), x(4, 2, 8), x(4, 2, 8), causal(4), causal(4), causal(4), padded, padded, padded)
case("embedding_max_norm", nn.Embedding(7, 3, max_norm=0.5), torch.tensor([[0, 6, 2], [1, 1, 5]]))

# Functions, "f/in.*" and "f/<name>": what modules do not show
F, aten, nan = nn.functional, torch.ops.aten, float("nan")


def put(name, value):
    stored[f"f/{name}"] = value.clone()
    return value


def pair(name, values):
    put(f"{name}.values", values[0])
    put(f"{name}.places", values[1])


holes = put("in.holes", torch.tensor([[[1, 2, nan, 4, nan, 3], [5, nan, 1, 0, -1, -2], [3, 3, 3, 1, 0, 0]]]))
pair("holes1d", aten.max_pool1d_with_indices(holes, [3], [3]))
pair("holes2d", aten.max_pool2d_with_indices(holes, [2, 3], [1, 1], [1, 1], 1, True))
pair("holes3d", aten.max_pool3d_with_indices(holes[None], [1, 2, 4], [1, 1, 2], [0, 1, 2]))
pair("holes_adaptive", aten.adaptive_max_pool2d(holes, [2, 4]))
wide = put("in.wide", torch.randn(2, 3, 4, 5, 6, dtype=torch.float64))
pair("wide3d", aten.max_pool3d_with_indices(wide, 2, 1, 1))
pair("wide_fraction", aten.fractional_max_pool3d(wide, [2, 2, 3], [2, 3, 1], put("in.samples", torch.rand(2, 3, 3, dtype=torch.float64))))
put("wide_mean", aten.avg_pool3d(wide, [2, 3, 2], [1, 2, 2], [1, 1, 1], True, True, 5))
pair("integers3d", aten.max_pool3d_with_indices(put("in.integers", torch.randint(-9, 9, (2, 3, 4, 4))), 2))
pair("far_apart", aten.max_pool3d_with_indices(put("in.small", torch.randn(1, 2, 3, 2)), [2, 2, 2], 1, [1, 1, 1], [1, 2, 2]))
put("wide_integers", aten.avg_pool3d(stored["f/in.integers"], [2]))
put("wide_integers_padded", aten.avg_pool3d(stored["f/in.integers"], [2], [1], [1], False, True, 3))
put("shuffled", aten.native_channel_shuffle(put("in.plane", torch.randn(2, 6, 2, 3)), 3))
scores = put("in.scores", torch.randn(4, 5, dtype=torch.float64))
put("margin_weighted", F.multi_margin_loss(scores, classes, 1, 0.5, put("in.weights", torch.rand(5, dtype=torch.float64)), reduction="sum"))
put("margin_none", F.multi_margin_loss(scores, classes, 2, reduction="none"))
put("margin_one", F.multi_margin_loss(scores[0], classes[0], reduction="none"))
put("labels_none", F.multilabel_margin_loss(scores, labels, reduction="none"))
put("labels_one", F.multilabel_margin_loss(scores[2], labels[2], reduction="none"))
put("lp_odd", F.lp_pool1d(holes.nan_to_num(-7), 3, 2))


def save(path):
    header, data = {}, b""
    for name, tensor in stored.items():
        array = np.ascontiguousarray(tensor.detach().numpy())
        raw = array.tobytes()
        dtype = {"float32": "F32", "float64": "F64", "int64": "I64", "bool": "BOOL"}[str(array.dtype)]
        header[name] = {"dtype": dtype, "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


save(sys.argv[1])
