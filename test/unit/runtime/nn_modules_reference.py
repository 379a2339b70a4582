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


def save(path):
    header, data = {}, b""
    for name, tensor in stored.items():
        array = np.ascontiguousarray(tensor.detach().numpy())
        raw = array.tobytes()
        dtype = {"float32": "F32", "int64": "I64"}[str(array.dtype)]
        header[name] = {"dtype": dtype, "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


save(sys.argv[1])
