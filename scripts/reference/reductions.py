"""Reductions, softmax and log_softmax."""

import torch

from book import Book, DTYPES, FLOATS, Values, inf, layouts, nan
from functions import functions

FULL = ["sum", "mean", "prod", "amax", "amin", "any", "all", "var"]
DIMS = [[], [0], [1], [-1], [0, 2], [1, 2], [0, 1, 2], [-1, -3]]


def reduction():
    book, values = Book("reduction", functions), Values(6)
    shaped = values.make(torch.float32, 3, 4, 5, low=0.5, high=2)
    for op in FULL:
        for dtype in DTYPES:
            x = values.make(dtype, 3, 4, 5, low=-1, high=3)
            for dim in DIMS[:5]:
                book.case(op, x, dim=dim)
            book.case(op, x, dim=[1], keepdim=True)
            book.case(op, x, dim=[], keepdim=True)
        for x in layouts(shaped):
            dims = DIMS if x.dim() == 3 else [[], [-1], [0]]
            for dim in dims:
                book.case(op, x, dim=dim)
            book.case(op, x, dim=[0], keepdim=True)
        for x in (torch.zeros(0), torch.zeros(0, 3), torch.zeros(3, 0, 2), torch.tensor(2.5), torch.ones(1, 1)):
            for dim in ([], [0], [-1]):
                book.case(op, x, dim=dim)
        for dim in ([3], [-4], [1, 1], [0, -3]):
            if op != "prod" or len(dim) == 1:
                book.case(op, shaped, dim=dim)
        for data in ([1.0, nan, 3.0], [inf, 1.0, -inf], [-inf, -inf], [nan, nan], [0.0, -0.0], [0.0, nan], [inf, inf]):
            book.case(op, torch.tensor(data), dim=[])
            book.case(op, torch.tensor([data, data]).t(), dim=[0])
        book.case(op, values.make(torch.float32, 2, 1031, low=0.98, high=1.02), dim=[1])
        book.case(op, values.make(torch.float32, 331, 9, low=0.98, high=1.02), dim=[0])
        if op != "prod":  # PyTorch rounds every product to 16 bits, and is 20 % off
            book.case(op, values.make(torch.bfloat16, 3, 515, low=0.98, high=1.02), dim=[1])
            book.case(op, values.make(torch.float16, 515, 12, low=0.98, high=1.02), dim=[0])
        book.case(op, values.make(torch.float64, 2, 300, low=0.98, high=1.02).expand(5, 2, 300), dim=[0, 2])
    for op in ("sum", "prod", "mean"):
        for dtype in (torch.float32, torch.float64, torch.float16, torch.int64, torch.int32, torch.int8, torch.bool):
            for x in (shaped, shaped.half(), shaped.int(), shaped > 1):
                book.case(op, x, dim=[1], dtype=dtype)
    tiny = torch.full((100,), 1e-3, dtype=torch.float16)
    book.case("sum", tiny, dim=[0])
    book.case("sum", torch.full((3, 300), 300.0, dtype=torch.float16), dim=[1])
    book.case("mean", torch.full((3, 300), 300.0, dtype=torch.float16), dim=[1])
    book.case("sum", torch.full((4,), 100, dtype=torch.int8), dim=[0])
    for correction in (0, 1, 2, 3, 4, 0.5, 10):
        book.case("var", values.make(torch.float32, 3, 4), dim=[0], correction=correction)
        book.case("var", values.make(torch.float64, 3, 4), dim=[], correction=correction, keepdim=True)
    book.case("var", values.make(torch.float32, 4, 50) + 1e4, dim=[1])
    return book


def arg_reduction():
    book, values = Book("arg_reduction", functions), Values(7)
    for op in ("argmax", "argmin"):
        for dtype in DTYPES:
            x = values.make(dtype, 3, 4, 5)
            for dim in (None, 0, 1, -1):
                book.case(op, x, dim=dim)
            book.case(op, x, dim=1, keepdim=True)
            book.case(op, x, keepdim=True)
        for x in layouts(values.make(torch.float32, 3, 4, 5)):
            for dim in (None, 0, -1):
                book.case(op, x, dim=dim)
        for data in ([1.0, nan, 3.0, nan], [inf, 1.0, inf], [-inf, -inf], [2.0, 3.0, 3.0, 2.0], [0.0, -0.0], [nan]):
            book.case(op, torch.tensor(data))
            book.case(op, torch.tensor(data), dim=0)
        for x in (torch.zeros(0), torch.zeros(0, 3), torch.zeros(3, 0), torch.tensor(2.5), torch.tensor(3)):
            for dim in (None, 0, -1, 1):
                book.case(op, x, dim=dim)
        book.case(op, values.make(torch.float32, 2, 777), dim=1)
        book.case(op, values.make(torch.int64, 777))
    return book


def row():
    book, values = Book("row", functions), Values(8)
    for op in ("softmax", "log_softmax"):
        for dtype in DTYPES:
            x = values.make(dtype, 3, 5)
            for dim in (0, 1, -1):
                book.case(op, x, dim=dim)
            for result in (torch.float32, torch.float64, torch.float16, torch.int64):
                book.case(op, x, dim=1, dtype=result)
        for x in layouts(values.make(torch.float32, 3, 4, 5)):
            for dim in range(-x.dim(), max(x.dim(), 1)):
                book.case(op, x, dim=dim)
        for dtype in FLOATS:
            for data in ([inf, 1.0, 2.0], [-inf, 1.0, 2.0], [-inf, -inf], [nan, 1.0], [1000.0, 1001.0], [-1e4, -1e4 + 2], [5.0], [inf, -inf]):
                book.case(op, torch.tensor(data, dtype=dtype), dim=0)
            book.case(op, values.make(dtype, 2, 600), dim=1)
            book.case(op, values.make(dtype, 70, 3), dim=0)
        for x in (torch.zeros(0), torch.zeros(2, 0), torch.zeros(0, 3), torch.tensor(1.5)):
            for dim in (0, -1, 1, 2):
                book.case(op, x, dim=dim)
    return book


def books():
    return [reduction(), arg_reduction(), row()]
