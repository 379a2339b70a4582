#!/usr/bin/env python3
"""Writes gradients_reference.safetensors: inputs "in.*" and PyTorch 2.13's results "out.*" for GradientsTest.cpp."""
import json
import struct
import torch

torch.manual_seed(11)
tensors = {}


def put(name, value):
    assert name not in tensors, name
    tensors[name] = value.detach().contiguous().clone()
    return value


def out(name, values):
    for i, v in enumerate(values if isinstance(values, (tuple, list)) else [values]):
        put(f"out.{name}" + (f".{i}" if isinstance(values, (tuple, list)) else ""), v)


x = put("in.x", torch.randn(4, 5, dtype=torch.float64))
i = put("in.i", torch.randint(-9, 9, (5,)))
p = put("in.p", torch.tensor([0.0, 1.0, 3.0, 4.5], dtype=torch.float64))
q = put("in.q", torch.tensor([-1.0, 0.5, 1.0, 4.0, 4.25], dtype=torch.float64))
for order in (1, 2):
    out(f"even.{order}", torch.gradient(x, spacing=0.3, edge_order=order))
    out(f"even.dim.{order}", torch.gradient(x, dim=-1, edge_order=order))
    out(f"even.dims.{order}", torch.gradient(x.float(), spacing=2, dim=(1, 0), edge_order=order))
    out(f"integers.{order}", torch.gradient(i, edge_order=order))
    out(f"uneven.{order}", torch.gradient(x, spacing=(p, q), edge_order=order))
    out(f"uneven.dims.{order}", torch.gradient(x, spacing=(q, p), dim=(1, 0), edge_order=order))
out("two", torch.gradient(x[:2], dim=0))

a = put("in.a", torch.randn(2, 3, 6, dtype=torch.float64))
b = put("in.b", torch.randn(2, 3, dtype=torch.float64))
out("tensorinv", torch.linalg.tensorinv(a))
out("tensorinv.1", torch.linalg.tensorinv(a.reshape(6, 3, 2), ind=1))
out("tensorsolve", torch.linalg.tensorsolve(a, b))
out("tensorsolve.dims", torch.linalg.tensorsolve(a.permute(2, 0, 1), b, dims=(0,)))

h = put("in.h", torch.randn(2, 5, 3, dtype=torch.float64))
t = put("in.t", torch.rand(2, 3, dtype=torch.float64))
out("householder", torch.linalg.householder_product(h, t))
out("householder.fewer", torch.linalg.householder_product(h[0], t[0, :2]))
m, s = torch.geqrf(h[0])
put("in.geqrf", m), put("in.scales", s)
out("householder.geqrf", torch.linalg.householder_product(m, s))

names = {torch.float32: "F32", torch.float64: "F64", torch.int64: "I64"}
header, data = {}, b""
for name, value in tensors.items():
    raw = value.numpy().tobytes()
    header[name] = {"dtype": names[value.dtype], "shape": list(value.shape), "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(header, separators=(",", ":")).encode()
with open(__file__.replace(".py", ".safetensors"), "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
