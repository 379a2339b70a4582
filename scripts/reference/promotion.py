"""Type promotion: pairs of dtypes, 0-d tensors and numbers, for one operator of each dtype rule."""

import torch

from book import Book, DTYPES, Values
from functions import functions

RULES = [("add", {}), ("mul", {}), ("div", {}), ("div", {"rounding_mode": "floor"}), ("maximum", {}), ("lt", {}), ("remainder", {}),
         ("pow", {}), ("atan2", {}), ("bitwise_and", {}), ("logical_xor", {}), ("copysign", {}), ("xlogy", {})]
NUMBERS = [2, 2.5, True, 0.1, -1]


def books():
    book, values = Book("promotion", functions), Values(5)
    vectors = {d: values.make(d, 4, low=1, high=4) for d in DTYPES}
    vectors[torch.bool] = torch.ones(4, dtype=torch.bool)
    zero_dim = {d: v[1].clone() for d, v in vectors.items()}
    for op, attributes in RULES:
        for a in DTYPES:
            for b in DTYPES:
                book.case(op, vectors[a], vectors[b], **attributes)
                if a != b:
                    book.case(op, vectors[a], zero_dim[b], **attributes)
                    book.case(op, zero_dim[a], zero_dim[b], **attributes)
            if op in ("maximum", "atan2", "logical_xor"):
                continue
            for n in NUMBERS:
                book.case(op, vectors[a], n, **attributes)
                book.case(op, zero_dim[a], n, **attributes)
                if op in ("remainder", "pow", "bitwise_and", "xlogy"):
                    book.case(op, n, vectors[a], **attributes)
                    book.case(op, n, zero_dim[a], **attributes)
    for op in ("fmod", "eq", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift"):
        for a in DTYPES:
            for n in NUMBERS:
                book.case(op, vectors[a], n)
                if op.startswith("bitwise"):
                    book.case(op, n, vectors[a])
    # A number that the tensor's dtype cannot hold, and one that only the wider type can tell from another.
    small = torch.tensor([1, 44, -3, 100], dtype=torch.int8)
    for op in ("add", "mul", "eq", "lt", "div"):
        book.case(op, small, 300)
        book.case(op, small, torch.tensor(300))
        book.case(op, vectors[torch.float16] * 1000, 1e-8)
        book.case(op, vectors[torch.float16] * 1000, torch.tensor(1e-8))
        book.case(op, vectors[torch.float16], 1e6)
        book.case(op, torch.tensor([0.1, 0.2, 0.3], dtype=torch.float16), 0.1)
        book.case(op, torch.tensor([0.1, 0.2, 0.3], dtype=torch.float16), torch.tensor(0.1))
        book.case(op, torch.tensor([0.1, 0.2, 0.3], dtype=torch.float32), 0.1)
        book.case(op, torch.tensor([2**53 + 1, 2**62 + 1]), 2**53 + 1)
        book.case(op, torch.tensor([250, 6], dtype=torch.uint8), -1)
        book.case(op, torch.tensor([250, 6], dtype=torch.uint8), torch.tensor([-1], dtype=torch.int8))
    # pow has its own formulas for these exponents.
    bases = torch.tensor([-float("inf"), -2.0, -0.0, 0.0, 0.5, 1.0, 3.0, float("inf"), float("nan")])
    for n in (0.5, -0.5, 2, 3, -1, -2, 0, 1, 4, 2.5, float("nan"), float("inf")):
        for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
            book.case("pow", bases.to(dtype), n)
        book.case("pow", bases, torch.tensor(n))
        book.case("pow", n, bases)
    for n in (0, 1, 2, 3, 7, 62):
        book.case("pow", torch.tensor([0, 1, 2, -3, 10]), n)
    return [book]
