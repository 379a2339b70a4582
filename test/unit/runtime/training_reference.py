#!/usr/bin/env python3
"""Writes training.safetensors: normalisation in training mode by PyTorch 2.13. TrainingTest.cpp computes the same.

    training_reference.py test/unit/runtime/training.safetensors
"""
import json
import struct
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(11)
stored = {}


def put(name, value):
    stored[name] = value.detach().clone()
    return value


def steps(name, module, *inputs):
    """Each input in training, and the first one again in inference; the buffers after each call."""
    for key, parameter in module.named_parameters():
        put(f"{name}/w/{key}", parameter.data.copy_(torch.randn(parameter.shape)))
    module.train()
    for i, x in enumerate(inputs):
        put(f"{name}/out{i}", module(put(f"{name}/in{i}", x)))
        for key, buffer in module.named_buffers():
            if key != "num_batches_tracked" or "instance" not in name:
                put(f"{name}/{key}{i}", buffer)
    module.eval()
    put(f"{name}/eval", module(inputs[0]))


def x(*sizes):
    return torch.randn(sizes) * 2 + 1


steps("batch_norm1d", nn.BatchNorm1d(4), x(3, 4), x(5, 4), x(2, 4))
steps("batch_norm1d_lines", nn.BatchNorm1d(3, momentum=0.3, affine=False), x(2, 3, 5), x(4, 3, 1))
steps("batch_norm1d_cumulative", nn.BatchNorm1d(3, momentum=None), x(2, 3), x(6, 3), x(3, 3, 2))
steps("batch_norm2d", nn.BatchNorm2d(3, eps=1e-3), x(2, 3, 4, 4), x(1, 3, 2, 5))
steps("batch_norm3d", nn.BatchNorm3d(2), x(2, 2, 2, 3, 2), x(1, 2, 2, 1, 1))
steps("batch_norm2d_untracked", nn.BatchNorm2d(3, track_running_stats=False), x(2, 3, 4, 4), x(1, 3, 2, 2))
steps("batch_norm1d_double", nn.BatchNorm1d(3).double(), x(4, 3).double(), x(3, 3).double())
steps("instance_norm1d", nn.InstanceNorm1d(3, track_running_stats=True), x(2, 3, 4), x(3, 3, 2))
steps("instance_norm2d", nn.InstanceNorm2d(3, affine=True, track_running_stats=True, momentum=0.4), x(2, 3, 4, 5), x(1, 3, 2, 2))
steps("instance_norm2d_untracked", nn.InstanceNorm2d(3), x(2, 3, 4, 5))

# The functions.
mean, variance = put("f/mean", torch.randn(3)), put("f/variance", torch.rand(3) + 0.5)
weight, bias = put("f/weight", torch.randn(3)), put("f/bias", torch.randn(3))


def function(name, call, value):
    m, v = mean.clone(), variance.clone()
    put(f"f/{name}/in", value)
    put(f"f/{name}/out", call(value, m, v))
    put(f"f/{name}/mean", m)
    put(f"f/{name}/variance", v)


function("batch", lambda t, m, v: torch.batch_norm(t, weight, bias, m, v, True, 0.2, 1e-4, False), x(4, 3, 2))
function("one", lambda t, m, v: torch.batch_norm(t, None, None, m, v, True, 0.1, 1e-5, False), x(1, 3))
function("none", lambda t, m, v: torch.batch_norm(t, weight, bias, m, v, True, 0.1, 1e-5, False), x(0, 3, 2))
function("F", lambda t, m, v: F.batch_norm(t, m, v, weight, bias, True, 0.6), x(3, 3))
function("instance", lambda t, m, v: torch.instance_norm(t, weight, bias, m, v, True, 0.2, 1e-4, False), x(4, 3, 5))
function("instance_one", lambda t, m, v: torch.instance_norm(t, weight, bias, m, v, True, 0.2, 1e-4, False), x(2, 3, 1))


def save(path):
    header, data = {}, b""
    for name, tensor in stored.items():
        array = np.ascontiguousarray(tensor.numpy())
        raw = array.tobytes()
        dtype = {"float32": "F32", "float64": "F64", "int64": "I64"}[str(array.dtype)]
        header[name] = {"dtype": dtype, "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


save(sys.argv[1])
