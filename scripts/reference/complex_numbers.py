"""Operators on complex tensors: eager only, for graphs compute with their parts; and the operators on those."""

import torch

from book import Book, FLOATS, INTS, Values, inf, layouts, nan, special
from functions import functions

COMPLEX = [torch.complex64, torch.complex128]
UNARY = ("neg", "abs", "square", "sqrt", "rsqrt", "reciprocal", "exp", "log", "log2", "log10", "sin", "cos", "tan", "sinh",
         "cosh", "tanh", "sigmoid", "logical_not", "isnan", "isinf", "isfinite")
REFUSED = ("ceil", "floor", "round", "trunc", "erf", "lgamma")


def make(values, dtype, *sizes):
    real = torch.float32 if dtype == torch.complex64 else torch.float64
    return torch.complex(values.make(real, *sizes, low=-2, high=2), values.make(real, *sizes, low=-2, high=2))


def arithmetic(book, values):
    for dtype in COMPLEX:
        z, w = make(values, dtype, 3, 4, 5), make(values, dtype, 3, 4, 5)
        real = z.real.clone()
        for t in layouts(z):
            for op in UNARY:
                book.case(op, t)
            for op in ("add", "sub", "mul", "div", "eq", "ne"):
                book.case(op, t, w[0, 0, :1])
            book.case("mul", t, t)
            book.case("add", t, 2.5)
            book.case("mul", t, 3)
            book.case("where", t.real > 0, t, t + 1)
        for op in REFUSED:
            book.case(op, z)
        for other in (w, w[:, :1], w[0], w[0, 0], w[0, 0, 0], real, real[0, 0], real[0, 0, 0], w.transpose(0, 2).contiguous().transpose(0, 2),
                      torch.arange(5), torch.tensor([True, False, True, False, True]), w.to(torch.complex128), real.double(), real[0, 0, 0].double()):
            for op in ("add", "sub", "mul", "div"):
                book.case(op, z, other)
                book.case(op, other, z)
            for op in ("eq", "ne", "logical_and", "logical_or", "logical_xor"):
                book.case(op, z, other)
        book.case("add", z, w, alpha=2)
        book.case("sub", z, w, alpha=0.5)
        for number in (2, 0.5, 3.0, -1):
            for op in ("add", "sub", "mul", "div", "eq", "ne"):
                book.case(op, z, number)
            book.case("pow", z[0], number)
        book.case("pow", z, w)
        book.case("pow", torch.zeros(3, dtype=dtype), torch.tensor([0.5, 1, 2.5], dtype=dtype))
        book.case("eq", z, z.clone())
        book.case("add", z, w[:2])
        book.case("div", z, w, rounding_mode="floor")
        zeros = torch.zeros(2, 3, dtype=dtype)
        book.case("div", zeros + 1, zeros)
        book.case("sqrt", zeros)
        book.case("log", zeros)
        edges = torch.complex(*(t.contiguous() for t in torch.broadcast_tensors(
            torch.tensor([[0.0], [-0.0], [1.5], [-2.0], [inf], [-inf], [nan]], dtype=real.dtype),
            torch.tensor([0.0, -0.0, 2.5, inf, -inf, nan], dtype=real.dtype))))
        for op in ("neg", "abs", "isnan", "isinf", "isfinite", "logical_not"):
            book.case(op, edges)
        for op in ("add", "sub", "eq", "ne"):
            book.case(op, edges, w[0, 0, :1])
            book.case(op, edges, 1.5)
        book.case("lerp", z, w, 0.3)
        book.case("addcmul", z, w, z, value=0.5)
        book.case("addcdiv", z, w, z, value=2)
        book.case("masked_fill", z, real > 0, 1.5)
        book.case("where", real > 0, z, real)
        book.case("where", real > 0, z, 2.0)
        for op in ("add_", "sub_", "mul_", "div_"):
            book.case(op, z, w)
            book.case(op, z.transpose(0, 2), w[0, 0, 0])
            book.case(op, z, 2.5)
            book.case(op, z, real)
            book.case(op, real, z)
        book.case("exp_", z)
        book.case("masked_fill_", z, real > 0, 2.0)


def structure(book, values):
    for dtype in COMPLEX:
        z, w = make(values, dtype, 3, 4, 5), make(values, dtype, 3, 4, 5)
        real = z.real.clone()
        for t in layouts(z):
            for op in ("clone", "contiguous"):
                book.case(op, t)
            for target in (*COMPLEX, torch.float32, torch.float64, torch.bool):
                book.case("to", t, dtype=target)
            book.case("sum", t)
            book.case("mean", t)
            book.case("full_like", t, 2.5)
        for source in (*FLOATS[:2], *INTS, torch.bool):
            book.case("to", special(source) if source in INTS else values.make(source, 5), dtype=dtype)
        book.case("to", z, dtype=dtype, copy=True)
        for source in (w, w[0], real, real[0, 0, 0], torch.arange(5), w.to(torch.complex128), w.to(torch.complex64)):
            book.case("copy_", z, source)
            book.case("copy_", z.transpose(0, 2), source.transpose(0, 2) if source.dim() == 3 else source[..., :1] if source.dim() else source)
        book.case("copy_", real, z)
        for dim in ([0], [1], [-1], [0, 2], [1, -1]):
            for keepdim in (False, True):
                for op in ("sum", "mean", "any", "all"):
                    book.case(op, z, dim=dim, keepdim=keepdim)
                book.case("var", z, dim=dim, correction=1, keepdim=keepdim)
        book.case("sum", z, dim=[1], dtype=torch.complex128)
        book.case("sum", real, dim=[1], dtype=dtype)
        book.case("sum", z[:, :0], dim=[1])
        book.case("matmul", z, w.transpose(1, 2))
        book.case("matmul", z, w[0, 0])
        book.case("matmul", z[0, 0], w[0, 0])
        book.case("mm", z[0], w[0].t())
        book.case("mm", z[0], w[0])
        book.case("mm", z[0], real[0].t())
        book.case("bmm", z, w.transpose(1, 2))
        book.case("linear", z, w[0])
        book.case("linear", z, w[0], make(values, dtype, 4))
        index = torch.tensor([[[0, 2, 1, 0, 2]], [[1, 1, 0, 2, 2]]])
        for t in (z, z.transpose(0, 2)[:3, :, :3]):
            book.case("gather", t, dim=0, index=index[:, :, :t.shape[2]])
            book.case("gather", t, dim=-1, index=index[:, :, :t.shape[2]] % 3)
            book.case("index_select", t, dim=1, index=torch.tensor([2, 0, 2]))
            book.case("index_select", t, dim=-1, index=torch.tensor([1]))
        book.case("embedding", z[0], torch.tensor([[0, 3], [1, 1]]))
        for dim in (0, 1, -1):
            book.case("cat", [z, w], dim=dim)
            book.case("cat", [z, real], dim=dim)
            book.case("cumsum", z, dim=dim)
        book.case("cat", [z, torch.zeros(0, dtype=dtype), w], dim=1)
        book.case("cat", [z, w[:2]], dim=1)
        book.case("scatter", z, dim=0, index=index, src=w)
        book.case("scatter_reduce", z, dim=0, index=index, src=w, reduce="sum")
        book.case("full", [2, 3], 1.5, dtype=dtype)
        book.case("full", [], 2, dtype=dtype)
        book.case("eye", n=2, m=3, dtype=dtype)


def books():
    book, values = Book("complex", functions), Values(23)
    arithmetic(book, values)
    structure(book, values)
    return [book]


def parts():
    """Of the families that graphs have, too."""
    view, values = Book("parts", functions), Values(29)
    for dtype in COMPLEX:
        z = make(values, dtype, 3, 4, 5)
        for t in layouts(z):
            view.case("view_as_real", t)
    x = values.make(torch.float32, 3, 4, 5)
    for size, stride, offset in (([2, 3], [1, 2], None), ([4, 4], [1, 2], 3), ([], [], 7), ([2, 2], [0, 0], None), ([3, 4, 5], [1, 3, 12], 0), ([5, 4, 3], [1, 5, 20], None),
                                 ([0, 4], [9, 9], 0), ([61], [1], None), ([10, 10], [5, 3], 0), ([2], [-1], None), ([2, 2], [1], None), ([2], [1], 59), ([2], [1], 58)):
        view.case("as_strided", x, size=size, stride=stride, storage_offset=offset)
    for t in (x[1], x.transpose(0, 2), x[:, 1:, ::2], x[2, 3], make(values, torch.complex64, 3, 4)):
        view.case("as_strided", t, size=[2, 2], stride=[1, 2])
    for dtype in (torch.float32, torch.float64):
        x = values.make(dtype, 3, 4, 6, 2)
        for t in (x, x[0, 0, 0], x.permute(2, 0, 1, 3), x[:, 1:, ::2], x[:, :0], x[:1].expand(3, -1, -1, -1), x[..., :1], x[..., 0], x.transpose(2, 3),
                  x.flatten()[:6].unfold(0, 2, 3), x[0, 0, 0, 0]):
            view.case("view_as_complex", t)
        for lines in (1, 2, 3, 4, 5, 8, 12, 13, 64, 97, 134):
            pairs = values.make(dtype, 2, lines, 2)
            for forward in (True, False):
                view.case("fourier", pairs, forward=forward)
            view.case("fourier_of_real", pairs[..., 0])
            view.case("fourier_of_real", pairs[0, :, 1].clone())
            for size in (2 * lines - 2, 2 * lines - 1):
                if size > 0:
                    view.case("fourier_to_real", pairs, size=size)
        for t in (x, x.permute(2, 0, 1, 3), x[:, 1:, ::2], x.transpose(2, 3).contiguous().transpose(2, 3)):
            view.case("fourier", t, forward=True)
            view.case("fourier_to_real", t, size=2 * t.shape[2] - 1)
            view.case("fourier_of_real", t[..., 1])
        view.case("fourier_to_real", x, size=4)
        view.case("fourier_to_real", x, size=20)
    for t in (torch.arange(6).view(3, 2), torch.zeros(3, 2, dtype=torch.bool)):
        view.case("view_as_complex", t)
        view.case("view_as_real", t)
    return [view]
