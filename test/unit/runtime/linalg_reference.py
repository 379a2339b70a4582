#!/usr/bin/env python3
"""Writes linalg_reference.safetensors: inputs "in.*" and PyTorch 2.13's results "out.*" for LinalgTest.cpp."""
import json
import struct
import torch

torch.manual_seed(5)
tensors = {}


def put(name, value):
    assert name not in tensors, name
    tensors[name] = value.detach().contiguous().clone()
    return value


def out(name, values):
    for i, v in enumerate(values if isinstance(values, (tuple, list)) else [values]):
        put(f"out.{name}" + (f".{i}" if isinstance(values, (tuple, list)) else ""), v)


L = torch.linalg
a = put("in.a", torch.randn(3, 4, 4, dtype=torch.float64))
b = put("in.b", torch.randn(3, 4, 2, dtype=torch.float64))
c = put("in.c", torch.randn(2, 1, 2, 4, dtype=torch.float64))
r = put("in.r", torch.randn(2, 5, 3, dtype=torch.float64))
v = put("in.v", torch.randn(3, 4, dtype=torch.float64))
s = put("in.s", torch.tensor([[[4.0, 2], [2, 3]], [[1, 2], [2, 4]], [[0, 0], [0, 0]]], dtype=torch.float64))
p = put("in.p", torch.stack([torch.tensor([[4.0, 2], [2, 3]]), torch.tensor([[1.0, 2], [2, 1]]), torch.eye(2)]).double())
for upper in (False, True):
    tag = f".{int(upper)}"
    out("triangular" + tag, L.solve_triangular(a, b, upper=upper))
    out("triangular.unit" + tag, L.solve_triangular(a, b, upper=upper, unitriangular=True))
    out("triangular.right" + tag, L.solve_triangular(a, c, upper=upper, left=False))
    out("triangular.old" + tag, torch.triangular_solve(b, a, upper=upper))
    out("triangular.transposed" + tag, torch.triangular_solve(b, a, upper=upper, transpose=True)[0])
    out("cholesky_solve" + tag, torch.cholesky_solve(b, a, upper=upper))
    out("cholesky_inverse" + tag, torch.cholesky_inverse(a, upper=upper))
    good = p[::2]
    out("cholesky_ex" + tag, L.cholesky_ex(good, upper=upper))
out("cholesky_ex.info", L.cholesky_ex(p)[1])
out("lu_factor", L.lu_factor(a))
out("lu_factor.f32", L.lu_factor(a.float()))
out("lu_factor_ex", L.lu_factor_ex(s))
for name, x in (("square", a), ("tall", r), ("wide", r.mT), ("singular", s), ("empty", a[:, :0])):
    out("lu." + name, L.lu(x))
LU, pivots = L.lu_factor(a)
for adjoint in (False, True):
    tag = f".{int(adjoint)}"
    out("lu_solve" + tag, L.lu_solve(LU, pivots, b, adjoint=adjoint))
    out("lu_solve.right" + tag, L.lu_solve(LU, pivots, c, left=False, adjoint=adjoint))
out("lu_solve.one", L.lu_solve(LU, pivots, b[:1]))
out("lu_solve.old", torch.lu_solve(b, LU, pivots))
out("lu_unpack.P", torch.lu_unpack(LU, pivots, unpack_data=False))
out("lu_unpack.LU", torch.lu_unpack(LU, pivots, unpack_pivots=False))
out("inv_ex", L.inv_ex(a))
out("inv_ex.info", L.inv_ex(s)[1])
out("solve_ex", L.solve_ex(a, b))
out("solve_ex.vectors", L.solve_ex(a, v))
out("solve_ex.right", L.solve_ex(a, c, left=False))
out("solve_ex.info", L.solve_ex(s, torch.ones(3, 2, dtype=torch.float64))[1])
out("matrix_exp", L.matrix_exp(a))
out("matrix_exp.f32", torch.matrix_exp(a.float() * 3))
out("eigenvalues.sums", torch.stack([L.eigvals(a).sum(-1).real, (L.eigvals(a) ** 2).sum(-1).real, L.eigvals(a).abs().sum(-1)]))
for ord in (None, 1, -1, 2, -2, float("inf"), -float("inf"), "fro", "nuc"):
    out(f"cond.{ord}", L.cond(a, ord))
    out(f"cond.singular.{ord}", L.cond(s if ord in (1, -1, "fro", "nuc") else s[:1], ord))
out("cond.rectangular", L.cond(r))
m, w = put("in.m", torch.randn(4, 5)), put("in.w", torch.randn(2, 3, 4))
out("norm", L.norm(w))
out("norm.dims", L.norm(w, dim=(0, 2)))
for ord in (1, -1, 2, -2, float("inf"), -float("inf"), "fro", "nuc"):
    out(f"norm.{ord}", L.norm(m, ord))
    out(f"norm.dims.{ord}", L.norm(w, ord, dim=(2, 0), keepdim=True))
    if not isinstance(ord, str):
        out(f"norm.vector.{ord}", L.norm(m[0], ord, keepdim=True))
        out(f"norm.dim.{ord}", L.norm(w, ord, dim=1, dtype=torch.float64))
for ord in (1, -1, 2, -2, float("inf"), -float("inf")):
    out(f"norm.half.{ord}", (m.half() * 100).norm(ord, -1))
    out(f"norm.bfloat16.{ord}", L.norm(m.bfloat16()[1], ord))
out("norm.half.total", (m.half() * 100).norm())
for n in (0, 1, 2, 3, 7, 10, -3):
    out(f"matrix_power.{n}", L.matrix_power(a, n))
x, y = put("in.x", torch.randn(4, 3)), put("in.y", torch.randn(5, 1, 3))
out("cross", L.cross(x[None], y))
out("cross.dim", L.cross(x.T[:, None], y.permute(2, 0, 1), dim=0))

names = {torch.float32: "F32", torch.float64: "F64", torch.int64: "I64", torch.int32: "I32", torch.float16: "F16", torch.bfloat16: "BF16"}
header, data = {}, b""
for name, value in tensors.items():
    raw = (value.view(torch.int16) if value.dtype == torch.bfloat16 else value).numpy().tobytes()
    header[name] = {"dtype": names[value.dtype], "shape": list(value.shape), "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(header, separators=(",", ":")).encode()
with open(__file__.replace(".py", ".safetensors"), "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
