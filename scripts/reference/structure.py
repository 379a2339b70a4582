"""Copies and casts, views, indexing, cat, creation."""

import torch

from book import Book, DTYPES, FLOATS, Values, inf, layouts, nan, special
from functions import functions


def copies():
    book, values = Book("copies", functions), Values(12)
    wide = torch.tensor([0.0, 1.0, -1.0, 2.5, -2.5, 0.4, 127.9, -128.9, 200.0, 1e4], dtype=torch.float64)
    for source in DTYPES:
        x = wide.to(source) if source in FLOATS else special(source)
        if source in FLOATS:
            rounding = torch.cat([x, special(source)])
        for target in DTYPES:
            operand = x
            if target in FLOATS and source in FLOATS:
                operand = rounding
            elif target == torch.bool and source in FLOATS:
                operand = rounding
            elif source in FLOATS and target != torch.int64:
                # What does not fit is undefined in C++.
                info = torch.iinfo(target)
                operand = x[(x >= info.min) & (x <= info.max)]
            book.case("to", operand, dtype=target)
            book.case("copy_", torch.zeros(operand.shape, dtype=target), operand)
        book.case("to", x, dtype=source, copy=True)
        book.case("clone", x)
        book.case("contiguous", x[::2])
    halves = torch.arange(0, 2**16, 37, dtype=torch.int32).to(torch.int16)
    book.case("to", halves.view(torch.float16), dtype=torch.float32)
    book.case("to", halves.view(torch.bfloat16), dtype=torch.float32)
    ties = torch.tensor([2049.0, 2051.0, 65519.0, 65520.0, 6e-8, 2.9e-8, 3e-8, 1e-7, 6.1e-5, 1.00048828125, 1e5, -1e5, 3.4e38, 1e-45])
    for target in (torch.float16, torch.bfloat16, torch.float64):
        book.case("to", ties, dtype=target)
        book.case("to", ties.double(), dtype=target)
    for target in FLOATS:
        book.case("to", torch.tensor([2**24 + 1, 2**53 + 1, 2**62 + 2**38 + 1, -(2**31) - 129, 2049, 65520]), dtype=target)
    for x in layouts(values.make(torch.float32, 3, 4, 5)):
        for op in ("clone", "contiguous"):
            book.case(op, x)
        book.case("to", x, dtype=torch.float64)
        book.case("to", x, dtype=torch.float32)
        book.case("to", x, dtype=torch.float32, copy=True)
        book.case("copy_", torch.zeros(x.shape), x)
        book.case("copy_", torch.zeros(x.shape, dtype=torch.int16).t() if x.dim() == 2 else torch.zeros(x.shape, dtype=torch.int16), x.t() if x.dim() == 2 else x)
    x = values.make(torch.float32, 3, 4)
    for source in (x[0], x[:, :1], x[0, 0], torch.tensor(2), x.t(), x.expand(2, 3, 4), values.make(torch.float32, 3)):
        book.case("copy_", x, source)
    book.case("copy_", x.t(), values.make(torch.float32, 4, 3))
    book.case("copy_", x[:, ::2], values.make(torch.float32, 3, 2))
    book.case("copy_", x[:1].expand(3, 4), x)
    book.case("copy_", x[1:], book.share(x, x[:2]))
    book.case("copy_", x[1:], book.share(x, x[1:]))
    book.case("copy_", torch.zeros(0, 3), torch.zeros(3))
    return book


def views():
    book, values = Book("view", functions), Values(13)
    x = values.make(torch.float32, 2, 3, 4)
    for size in ([24], [6, 4], [2, 12], [-1], [2, -1], [2, 3, 2, 2], [1, 2, 3, 4, 1], [5, 5], [-1, -1], [-2, 3], [2, -1, 5], []):
        book.case("view", x, size=size)
        book.case("reshape", x, shape=size)
        book.case("view", x.transpose(1, 2), size=size)
        book.case("reshape", x.transpose(1, 2), shape=size)
    for t, size in ((x[:, ::2], [2, 8]), (x[:, ::2], [4, 4]), (x[:1].expand(5, 3, 4), [5, 12]), (x[:1].expand(5, 3, 4), [15, 4]),
                    (x[0, 0, 0], [1, 1]), (x[:1, :1, :1], []), (torch.zeros(0, 3), [3, 0]), (torch.zeros(0, 3), [-1]),
                    (torch.zeros(0, 3), [0, -1]), (torch.zeros(0, 3), [-1, 3]), (torch.zeros(2, 0), [2, 0, 5]), (x.permute(1, 0, 2), [3, 2, 2, 2])):
        book.case("view", t, size=size)
        book.case("reshape", t, shape=size)
    for dims in ([0, 1, 2], [2, 0, 1], [-1, -2, -3], [0, 1], [0, 0, 1], [0, 1, 3], [0, 1, -4]):
        book.case("permute", x, dims=dims)
    book.case("permute", x[0, 0, 0], dims=[])
    for t, size in ((x, [5, 2, 3, 4]), (x[:, :1], [2, 7, 4]), (x[:, :1], [-1, 7, -1]), (x[0, 0, 0], [2, 3]), (x, [2, 3, 5]), (x, [3, 4]),
                    (x, [-1, 2, 3, 4]), (x, [1, 3, 4]), (x[:1], [0, 3, 4]), (x[0], [-2, 4]), (x[0, 0], [4]), (x[0, 0, 0], []),
                    (x[:, :0], [4, 2, 0, 4]), (x[:, :1], [2, -1, 4])):
        book.case("expand", t, size=size)
    y = x[:, :1].unsqueeze(0)
    for dim in ([0], [2], [-2], [0, 2], [1], [0, 1, 2, 3], [4], [-5], [0, 0], []):
        book.case("squeeze", y, dim=dim)
    book.case("squeeze", x[0, 0, 0], dim=[0])
    book.case("squeeze", x.transpose(0, 2), dim=[0])
    for dim in (0, 1, 3, -1, -4, 4, -5):
        book.case("unsqueeze", x, dim=dim)
        book.case("unsqueeze", x.permute(2, 0, 1), dim=dim)
    for dim in (0, -1, 1, -2):
        book.case("unsqueeze", x[0, 0, 0], dim=dim)
    for dim, index in ((0, 0), (0, 1), (0, -1), (0, -2), (0, 2), (0, -3), (1, 2), (2, -1), (-1, 3), (3, 0), (-4, 0)):
        book.case("select", x, dim=dim, index=index)
        book.case("select", x.transpose(0, 2), dim=dim, index=index)
    book.case("select", x[0, 0, 0], dim=0, index=0)
    book.case("select", x[:, :0], dim=1, index=0)
    for arguments in ({}, {"dim": 1}, {"dim": 2, "start": 1}, {"dim": 2, "end": 3}, {"dim": 2, "start": 1, "end": 4, "step": 2},
                      {"dim": -1, "start": -3, "end": -1}, {"dim": 2, "start": 3, "end": 1}, {"dim": 2, "start": -100, "end": 100},
                      {"dim": 2, "start": 9}, {"dim": 2, "step": 3}, {"dim": 2, "step": 0}, {"dim": 2, "step": -1}, {"dim": 3},
                      {"dim": 2, "start": 0, "end": 0}, {"dim": 0, "end": -1}):
        book.case("slice", x, **arguments)
        book.case("slice", x.permute(1, 2, 0), **arguments)
    book.case("slice", x[0, 0, 0])
    for t in layouts(x):
        book.case("alias", t)
        if t.dim() > 1:
            size = min(t.shape[-2:])
            book.case("main_diagonal", t[..., :size, :size])
    for dtype in DTYPES:
        t = values.make(dtype, 4, 6)
        book.case("view", t, size=[3, 8])
        book.case("reshape", t.t(), shape=[3, 8])
        book.case("select", t, dim=1, index=2)
        book.case("slice", t, dim=1, start=1, step=2)
        book.case("permute", t, dims=[1, 0])
        book.case("expand", t[:1], size=[2, 3, 6])
        book.case("squeeze", t[:, :1], dim=[1])
        book.case("alias", t.t())
        book.case("main_diagonal", t[:, 1:5])
    book.case("main_diagonal", x)
    book.case("main_diagonal", x[0, 0])
    return book


def index():
    book, values = Book("index", functions), Values(14)
    for dtype in DTYPES:
        x = values.make(dtype, 4, 5)
        for integer in (torch.int64, torch.int32):
            rows = torch.tensor([3, 0, 0, 2], dtype=integer)
            book.case("gather", x, dim=0, index=torch.tensor([[0, 1, 2, 3, 0], [3, 3, 3, 3, 3]], dtype=integer))
            book.case("gather", x, dim=1, index=torch.tensor([[4], [0], [2]], dtype=integer))
            book.case("index_select", x, dim=0, index=rows)
            book.case("index_select", x, dim=-1, index=rows)
            book.case("embedding", x, rows)
            book.case("embedding", x, rows.reshape(2, 2).t())
    x = values.make(torch.float32, 3, 4, 5)
    picks = torch.tensor(values.random.randint(0, 3, (3, 4, 5)))
    for t in layouts(x):
        if t.dim() == 3:
            for dim in (0, 1, -1):
                chosen = picks[tuple(slice(0, s) for s in t.shape)] % max(t.shape[dim], 1)
                book.case("gather", t, dim=dim, index=chosen)
                book.case("gather", t, dim=dim, index=chosen[:1, ..., 1:])
        for dim in range(t.dim()):
            book.case("index_select", t, dim=dim, index=torch.tensor([0, 2, 0]))
    z = torch.zeros
    y = values.make(torch.float32, 2, 3)
    s, scalar = y[0, 0], torch.tensor(0)
    for t, dim, i in ((y, 0, torch.tensor([[0, 1]])), (y, 0, torch.tensor([[2]])), (y, 0, torch.tensor([[-1]])), (y, 2, torch.tensor([[0]])),
                      (y, 0, torch.tensor([0])), (y, 0, torch.tensor([[0.0]])), (y, 0, z(2, 4).long()), (y, 1, z(3, 1).long()),
                      (s, 0, scalar), (s, 0, torch.tensor([0, 0])), (y[0], 0, scalar), (y, 0, z(0, 5).long()), (y, 0, z(0).long()),
                      (z(0, 3), 0, z(1, 3).long()), (y.t(), 1, torch.tensor([[1, 0], [0, 0]])), (y, 0, torch.tensor([[1, 0]]).t()),
                      (y, 1, torch.tensor([[1, 0]]).expand(2, 2))):
        book.case("gather", t, dim=dim, index=i)
    for t, dim, i in ((y, 0, torch.tensor([2])), (y, 0, torch.tensor([-1])), (y, 1, torch.tensor([[0]])), (y, 1, scalar), (y, 2, scalar),
                      (y, 1, torch.tensor([0.0])), (s, 0, torch.tensor([0])), (s, 0, scalar), (s, 0, torch.tensor([1])),
                      (s, 0, torch.tensor([0, 0])), (y[0], 0, torch.tensor([3])), (y, 0, z(0).long()), (z(0, 3), 1, torch.tensor([1, 1])),
                      (y, 0, torch.tensor([True])), (y[:, 0], 0, torch.tensor([1, 0, 9])[:2])):
        book.case("index_select", t, dim=dim, index=i)
    for w, i in ((y, torch.tensor([2])), (y, torch.tensor([-1])), (y, torch.tensor([0.0])), (y[0], torch.tensor([0])), (y, scalar),
                 (y, torch.tensor([[0, 1]])), (y, torch.tensor([0], dtype=torch.int16)), (y, z(0, 2).long()), (y.t(), torch.tensor([2, 1])),
                 (z(0, 3), torch.tensor([0])), (z(3, 0), torch.tensor([1])), (z(3, 0), torch.tensor([5]))):
        book.case("embedding", w, i)
    return book


def concat():
    book, values = Book("concat", functions), Values(15)
    for a in DTYPES:
        for b in DTYPES:
            book.case("cat", [values.make(a, 2), values.make(b, 3)])
    x, y = values.make(torch.float32, 2, 3), values.make(torch.float32, 2, 3)
    z = torch.zeros
    for tensors, dim in (([x, y], 0), ([x, y], 1), ([x, y], -1), ([x, y, x], -2), ([x], 0), ([x.t(), y.t()], 1), ([x, x[:, :1]], 1),
                         ([x, x[:, :1]], 0), ([x, z(0)], 0), ([z(0), x], 1), ([z(0), z(0)], 0), ([z(0), z(0).long()], 0), ([], 0),
                         ([x[0, 0]], 0), ([x[0], x[0, 0]], 0), ([x, x[0]], 0), ([x, y], 2), ([x, y], -3), ([x[0]], 1), ([z(0)], 1),
                         ([z(0).double(), x], 1), ([x, z(0, 3)], 0), ([x, z(2, 0)], 1), ([x, z(2, 0)], 0), ([x, x.unsqueeze(0)], 1),
                         ([x[:, ::2], y[:, 1:]], 1), ([x.expand(4, 2, 3), y.expand(4, 2, 3)], 1)):
        book.case("cat", tensors, dim=dim)
    big = [values.make(torch.float32, 3, n, 4) for n in (1, 5, 2)]
    for dim in (1, -2):
        book.case("cat", big, dim=dim)
    book.case("cat", [t.permute(2, 1, 0) for t in big], dim=1)
    return book


def creation():
    book, values = Book("creation", functions), Values(16)
    for dtype in DTYPES:
        for value in (0, 1, 2.5, True, -1, 100):
            book.case("full", size=[2, 3], fill_value=value, dtype=dtype)
        for value in (300, -300, 1e6, 1e39, -129, 256, 2**31, 2.0**63, nan, inf):
            book.case("full", size=[2], fill_value=value, dtype=dtype)
        book.case("full", size=[], fill_value=3, dtype=dtype)
        book.case("full_like", values.make(dtype, 3, 2).t(), fill_value=2)
        book.case("full_like", values.make(torch.float32, 3), fill_value=2, dtype=dtype)
        for n, m in ((3, 3), (2, 4), (4, 2), (0, 3), (2, 0), (1, 1)):
            book.case("eye", n=n, m=m, dtype=dtype)
        for start, end, step in ((0, 5, 1), (1, 10, 3), (5, 0, -2), (0, 0, 1), (3, 4, 10), (0.0, 3.0, 1.0)):
            if dtype != torch.uint8 or step > 0:
                book.case("arange", start=start, end=end, step=step, dtype=dtype)
    for x in layouts(values.make(torch.float32, 3, 4, 5)):
        book.case("full_like", x, fill_value=1.5)
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        for arguments in ((0, 1, 0.1), (0.5, 3.5, 1.0), (1, 0, -0.25), (0, 1, 0.3), (-1.5, 1.5, 0.7), (0, 100, 0.5)):
            book.case("arange", start=arguments[0], end=arguments[1], step=arguments[2], dtype=dtype)
    for start, end, step in ((0, 1, 0), (0, -1, 1), (0, nan, 1.0), (0, inf, 1.0), (0, 1, -1), (1, 5, 0.5), (0.5, 3.5, 1.0), (0.5, 6.7, 2.5),
                             (2**53, 2**53 + 3, 1), (0, 300, 100)):
        for dtype in (torch.int64, torch.float64, torch.uint8):
            if dtype != torch.uint8 or (end == end and abs(end) <= 255 and step != 0.5):
                book.case("arange", start=start, end=end, step=step, dtype=dtype)
    for size in ([-1], [2, -3], [0], [0, 2], [2, 3, 1]):
        book.case("full", size=size, fill_value=1.0, dtype=torch.float32)
    for n, m in ((-1, 2), (2, -3)):
        book.case("eye", n=n, m=m, dtype=torch.float32)
    return book


def books():
    return [copies(), views(), index(), concat(), creation()]
