#!/usr/bin/env python3
"""Writes composites_reference.safetensors: inputs "in.*" and PyTorch 2.13's results "out.*" of the functions that are
compositions of primitive operators. CompositesTest.cpp computes the same from the stored inputs.
"""
import json
import struct
import torch
import torch.nn.functional as F

torch.manual_seed(7)
tensors = {}


def put(name, value):
    assert name not in tensors, name
    tensors[name] = value.detach().contiguous().clone()
    return value


def out(name, value):
    values = value if isinstance(value, (tuple, list)) else [value]
    for i, v in enumerate(values):
        put(f"out.{name}" + (f".{i}" if len(values) > 1 else ""), v)


x = put("in.x", torch.randn(2, 6, 5, 4))
m = put("in.m", torch.randn(5, 7))
n = put("in.n", torch.randn(7, 3))
b = put("in.b", torch.randn(5, 3))
v = put("in.v", torch.randn(7))
u = put("in.u", torch.randn(5))
b1 = put("in.b1", torch.randn(2, 3, 4))
b2 = put("in.b2", torch.randn(2, 4, 5))
c6 = put("in.c6", torch.rand(6) + 0.5)
d6 = put("in.d6", torch.randn(6))
w45 = put("in.w45", torch.randn(5, 4))
k = put("in.k", torch.randn(4, 3, 3, 2))
kb = put("in.kb", torch.randn(4))
k1 = put("in.k1", torch.randn(4, 6, 3))
special = put("in.special", torch.tensor([[1.0, float("nan"), 3.0], [float("inf"), -float("inf"), 0.0], [-2.0, -1.0, -3.0]]))
i = put("in.i", torch.randint(-9, 9, (3, 4)))
h = put("in.h", torch.randn(3, 8).to(torch.bfloat16))

out("selu", F.selu(m))
out("celu", F.celu(m, 0.7))
out("softsign", F.softsign(m))
out("tanhshrink", F.tanhshrink(m))
out("hardshrink", F.hardshrink(special, 0.5))
out("softshrink", F.softshrink(special, 0.5))
out("prelu.one", F.prelu(x, torch.tensor([0.3])))
out("prelu.channels", F.prelu(x, d6))
out("glu", F.glu(x, 1))
out("layer_norm", F.layer_norm(x, (5, 4), w45, w45 * 2, 1e-3))
out("layer_norm.plain", F.layer_norm(m, (7,)))
out("layer_norm.bf16", F.layer_norm(h, (8,)))
out("batch_norm", F.batch_norm(x, d6, c6, d6, c6, False, 0.1, 1e-3))
out("batch_norm.plain", F.batch_norm(x, d6, c6))
out("group_norm", F.group_norm(x, 3, d6, c6))
out("conv2d", F.conv2d(x, k, kb, (2, 1), (1, 0), (1, 2), 2))
out("conv2d.unbatched", F.conv2d(x[0], k, None, 1, 1, 1, 2))
out("conv2d.same", F.conv2d(x, k, kb, padding="same", groups=2))
out("conv2d.valid", F.conv2d(x, k, kb, padding="valid", groups=2))
out("conv1d", F.conv1d(x[:, :, :, 0], k1, kb, 2, 1))
out("max_pool1d", F.max_pool1d(x[0], 2))
out("avg_pool1d", F.avg_pool1d(x[0], 3, 1, 1))
out("adaptive.1", F.adaptive_avg_pool2d(x, 1))
out("adaptive.even", F.adaptive_avg_pool2d(x, (5, 2)))
out("adaptive.odd", F.adaptive_avg_pool2d(x, (3, 3)))
out("one_hot", F.one_hot(i.abs(), 10))
out("addmm", torch.addmm(b, m, n, beta=0.5, alpha=2))
out("addmm.nan", torch.addmm(b * float("nan"), m, n, beta=0))
out("baddbmm", torch.baddbmm(torch.ones(5), b1, b2, alpha=-1))
out("addmv", torch.addmv(u, m, v))
out("mv", torch.mv(m, v))
out("dot", torch.dot(v, v))
out("outer", torch.outer(u, v))
out("max.dim", special.max(1))
out("min.dim", special.min(0, keepdim=True))
out("max", special.max())
out("var", m.var())
out("var.dim", m.var(0, False, True))
out("std.dim", m.std((0, 1), correction=2))
out("std", m.std(False))
for p in (0, 1, 2, 3, float("inf"), -float("inf")):
    out(f"norm.{p}", m.norm(p))
out("norm.dim", torch.norm(m, 2, 1, True))
out("logsumexp", torch.logsumexp(special[1:], 1))
out("logsumexp.int", torch.logsumexp(i, (0, 1)))
out("clamp_min", m.clamp_min(0.1))
out("clamp_max", m.clamp_max(0.1))
out("floor_divide", i // 4)
out("rsub", torch.rsub(i, 2.5, alpha=2))
out("isclose", torch.isclose(special, special + 1e-6, equal_nan=True))
out("tril", x.tril(-1))
out("triu", x.triu(1))
out("repeat", m.repeat(2, 1, 3))
out("stack", torch.stack([m, m + 1], -1))
out("linspace", torch.linspace(-1, 2, 7))
out("linspace.int", torch.linspace(0, 10, 4, dtype=torch.int64))
out("sum.int", i.sum())
out("mean.dtype", i.mean(0, dtype=torch.float64))
out("rtruediv", 2 / m)
out("movedim", x.movedim((0, 1), (2, 0)))
out("flatten", x.flatten(1, 2))

names = {torch.float32: "F32", torch.float64: "F64", torch.int64: "I64", torch.bool: "BOOL", torch.bfloat16: "BF16"}
header, data = {}, b""
for name, t in tensors.items():
    raw = t.view(torch.uint8).numpy().tobytes() if t.dim() else t.reshape(1).view(torch.uint8).numpy().tobytes()
    header[name] = {"dtype": names[t.dtype], "shape": list(t.shape), "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(header, separators=(",", ":")).encode()
with open(__file__.replace(".py", ".safetensors"), "wb") as f:
    f.write(struct.pack("<Q", len(text)) + text + data)
