#!/usr/bin/env python3
"""Writes fourier_reference.safetensors: inputs "in.*" and PyTorch 2.13's results "out.*" of Fourier transforms, of
functions of complex numbers and of windows. FourierTest.cpp computes the same from the stored inputs.
"""
import json
import struct
import torch
import torch.nn.functional as F

torch.manual_seed(11)
tensors = {}


def put(name, value):
    assert name not in tensors, name
    tensors[name] = value.detach().resolve_conj().contiguous().clone()
    return value


def out(name, value):
    values = value if isinstance(value, (tuple, list)) else [value]
    for i, v in enumerate(values):
        put(f"out.{name}" + (f".{i}" if len(values) > 1 else ""), v)


z = put("in.z", torch.randn(2, 3, 4, dtype=torch.complex64))
w = put("in.w", torch.randn(2, 3, 4, dtype=torch.complex64))
x = put("in.x", torch.randn(2, 3, 4))
s = put("in.s", torch.randn(2, 200))
f = torch.fft
for n in (None, 3, 5, 8):
    for norm in (None, "ortho", "forward"):
        tag = f".{n or 0}.{norm or 'none'}"
        out("fft" + tag, f.fft(z, n, -1, norm))
        out("ifft" + tag, f.ifft(z, n, 1, norm))
        out("rfft" + tag, f.rfft(x, n, -1, norm))
        out("irfft" + tag, f.irfft(z, n, 0, norm))
        out("hfft" + tag, f.hfft(z, n, 1, norm))
        out("ihfft" + tag, f.ihfft(x, n, 1, norm))
for norm in (None, "ortho", "forward"):
    tag = f".{norm or 'none'}"
    out("fftn" + tag, f.fftn(z, norm=norm))
    out("ifftn" + tag, f.ifftn(z, (2, 5), (0, 2), norm=norm))
    out("rfftn" + tag, f.rfftn(x, norm=norm))
    out("irfftn" + tag, f.irfftn(z, norm=norm))
    out("fft2" + tag, f.fft2(z, norm=norm))
    out("ifft2" + tag, f.ifft2(z, (4, 3), norm=norm))
    out("rfft2" + tag, f.rfft2(x, (4, 5), norm=norm))
    out("irfft2" + tag, f.irfft2(z, (4, 5), norm=norm))
out("fft.real", f.fft(x))
out("fft.integers", f.fft(torch.arange(6)))
out("fft.c128", f.fft(z.to(torch.complex128)))
out("fftshift", f.fftshift(z))
out("ifftshift", f.ifftshift(z, (1,)))
out("fftfreq", f.fftfreq(5, 0.5))
out("fftfreq.even", f.fftfreq(6, dtype=torch.float64))
out("rfftfreq", f.rfftfreq(6))
window = torch.hann_window(16)
S = torch.stft(s, 16, 4, 16, window, return_complex=True)
out("stft", S)
out("stft.two_sided", torch.stft(s[0], 20, 5, 12, torch.hann_window(12), center=False, normalized=True, onesided=False, return_complex=True))
out("stft.complex", torch.stft(torch.complex(s, -s), 16, 4, window=torch.ones(16), return_complex=True))
out("istft", torch.istft(S, 16, 4, 16, window))
out("istft.length", torch.istft(S, 16, 4, 16, window, length=190))
out("istft.plain", torch.istft(S[0], 16, 4, window=torch.ones(16), center=False))
out("istft.normalized", torch.istft(torch.stft(s, 16, 4, 12, torch.hann_window(12), normalized=True, return_complex=True), 16, 4, 12, torch.hann_window(12), normalized=True))
two = torch.stft(s, 16, 4, 16, window, onesided=False, return_complex=True)
out("istft.two_sided", torch.istft(two, 16, 4, 16, window, onesided=False))
out("istft.complex", torch.istft(two, 16, 4, 16, window, onesided=False, return_complex=True))
out("polar", torch.polar(x, x * 2))
out("complex", torch.complex(x, x * 2))
out("real", torch.real(z))
out("imag", torch.imag(z))
out("conj", z.conj())
out("angle", z.angle())
out("angle.real", torch.tensor([1.0, -2.0, 0.0, float("nan")]).angle())
out("sgn", z.sgn())
out("isreal", torch.isreal(torch.complex(x, torch.zeros_like(x).masked_fill(x > 0, 1))))
out("vdot", torch.vdot(z[0, 0], w[0, 0]))
out("norm", z.norm())
out("vector_norm", torch.linalg.vector_norm(z, 1, 1))
out("std", z.std(1))
out("outer", torch.outer(z[0, 0], w[0, 1]))
out("einsum", torch.einsum("bij,bkj->bik", z, w))
out("roll", z.roll(1, 2))
out("flip", z.flip(1))
out("pad", F.pad(z, (1, 2)))
out("index", z[:, torch.tensor([2, 0]), 1:])
out("unfold", x.unfold(2, 2, 1))
out("unfold.step", s.unfold(1, 7, 3))
out("unfold.scalar", torch.tensor(3.0).unfold(0, 1, 1))
out("as_strided", s.as_strided((3, 5), (7, 2), 4))
out("histc", torch.histc(s, 7, -1.5, 1))
out("histc.range", torch.histc(x, 4))
out("histc.one", torch.histc(torch.full((3,), 2.0), 4))
out("histc.none", torch.histc(torch.zeros(0), 4))
index = torch.tensor([2, 0, 2])
for reduce in ("prod", "mean", "amax", "amin"):
    for include in (True, False):
        out(f"index_reduce.{reduce}.{int(include)}", x.index_reduce(1, index, x * 2 - 1, reduce, include_self=include))
image = s.view(2, 1, 10, 20)
out("max_pool2d_with_indices", F.max_pool2d(image, (3, 2), return_indices=True))
out("max_pool2d_with_indices.overlapping", F.max_pool2d(image, 3, 2, 1, return_indices=True))
out("max_pool2d_with_indices.dilated", F.max_pool2d(image, 3, (2, 1), 1, (2, 3), True, return_indices=True))
out("max_pool2d_with_indices.plane", F.max_pool2d(image[0], 4, 3, ceil_mode=True, return_indices=True))
values, places = F.max_pool2d(image, 2, return_indices=True)
out("max_unpool2d", F.max_unpool2d(values, places, 2))
out("max_unpool2d.larger", F.max_unpool2d(values[0], places[0], 2, output_size=(11, 21)))

names = {torch.float32: "F32", torch.float64: "F64", torch.int64: "I64", torch.bool: "BOOL"}
header, data = {}, b""
for name, t in tensors.items():
    if t.is_complex():  # as pairs: the format has no name for two f64
        t, name = torch.view_as_real(t), name + ".pairs"
    raw = t.contiguous().view(torch.uint8).numpy().tobytes() if t.dim() else t.reshape(1).view(torch.uint8).numpy().tobytes()
    header[name] = {"dtype": names[t.dtype], "shape": list(t.shape), "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(header, separators=(",", ":")).encode()
with open(__file__.replace(".py", ".safetensors"), "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
