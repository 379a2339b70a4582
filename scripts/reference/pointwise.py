"""Unary, binary and ternary pointwise operators: values, layouts, in-place forms, and what has no kernel."""

import torch

from book import Book, DTYPES, FLOATS, INTS, Values, inf, layouts, nan, special
from functions import BINARY, IN_PLACE_BINARY, IN_PLACE_UNARY, UNARY, functions

PLAIN = UNARY + ["relu6", "silu", "mish", "hardsigmoid", "hardswish", "log_sigmoid", "special_i0e", "special_ndtri", "special_erfcx"]
WIDE = ["special_ndtri", "special_erfcx"]  # for which PyTorch has no kernel of 16-bit floats
WITH_NUMBERS = {
    "logit": [{}, {"eps": 0.1}, {"eps": 0.0}],
    "gelu": [{}, {"approximate": "tanh"}],
    "leaky_relu": [{}, {"negative_slope": 0.2}, {"negative_slope": -1}],
    "elu": [{}, {"alpha": 2.5}, {"alpha": 0.5, "scale": 2, "input_scale": 3.5}],
    "softplus": [{}, {"beta": 2, "threshold": 3}, {"beta": 0.5, "threshold": 1.5}],
    "hardtanh": [{}, {"min_val": -2, "max_val": 1.5}, {"min_val": 0, "max_val": 5}],
    "threshold": [{"threshold": 0.5, "value": 7}, {"threshold": 1, "value": -2.5}],
}
COMPARE = "eq ne lt le gt ge logical_and logical_or logical_xor".split()


def unary():
    book, values = Book("unary", functions), Values(1)
    variants = [(op, {}) for op in PLAIN] + [(op, v) for op, vs in WITH_NUMBERS.items() for v in vs]
    unit = torch.linspace(-1.0, 1.0, 21, dtype=torch.float64)
    random = {dtype: values.make(dtype, 37) for dtype in DTYPES}
    shaped = values.make(torch.float32, 3, 4, 5, low=0.1)
    long = values.make(torch.float32, 1031, low=0.05, high=0.95)
    for op, attributes in variants:
        for dtype in DTYPES:
            if op in WIDE and dtype in (torch.float16, torch.bfloat16):
                continue
            operand = torch.cat([special(dtype), random[dtype]])
            if dtype in FLOATS:
                operand = torch.cat([operand, unit.to(dtype)])
            book.case(op, operand, **attributes)
        if op != "bitwise_not":
            book.case(op, long, **attributes)
        for operand in layouts(shaped.int() if op == "bitwise_not" else shaped):
            book.case(op, operand, **attributes)
        if op == "bitwise_not" or op == "logical_not":
            book.case(op, values.make(torch.bool, 6, 7).t())
    for op in IN_PLACE_UNARY + ["threshold"]:
        attributes = WITH_NUMBERS.get(op, [{}])[-1]
        if op == "gelu":
            attributes = {"approximate": "none"}
        for dtype in (torch.float32, torch.bfloat16, torch.int32, torch.bool):
            book.case(op + "_", values.make(dtype, 4, 6).t()[1:4], **attributes)
        book.case(op + "_", shaped[:1].expand(3, -1, -1) if op != "bitwise_not" else shaped[:1].int().expand(3, -1, -1),
                  **attributes)
    x = values.make(torch.float32, 3)
    book.case("gelu", x, approximate="exact")
    book.case("hardtanh", x, min_val=2, max_val=1)
    book.case("hardtanh", torch.tensor([1, 2], dtype=torch.uint8), min_val=-1, max_val=1)
    return book


def operands(dtype):
    """Every special value against every other, as a column and a row."""
    v = special(dtype)
    return v.reshape(-1, 1), v


def binary():
    book, values = Book("binary", functions), Values(2)
    plain = [(op, {}) for op in ["add", "sub", "div"] + BINARY]
    plain += [("div", {"rounding_mode": "floor"}), ("div", {"rounding_mode": "trunc"})]
    for op, attributes in plain:
        divides = op in ("fmod", "remainder") or bool(attributes)
        for dtype in DTYPES:
            column, row = operands(dtype)
            if attributes and dtype in (torch.float16, torch.bfloat16):
                # PyTorch rounds the quotient to 16 bits before it cuts it off; one of these would go up to an integer.
                column = row = row[(row.abs() != torch.tensor(0.1, dtype=dtype)) & (row.abs() != torch.tensor(0.999, dtype=dtype))]
                column = column.reshape(-1, 1)
            if dtype in INTS and (divides or op == "pow"):
                # Division by 0 is tested below. A large exponent only tests wrapping, of which i64's is enough.
                row = row[row != 0] if divides else row.clamp(0, 9)
                if divides and dtype != torch.uint8:
                    # The least integer / -1 traps in PyTorch.
                    column = torch.where(column == torch.iinfo(dtype).min, -100, column)
            book.case(op, column, row, **attributes)
        shaped = torch.int32 if op.startswith("bitwise") else torch.float32
        a, b = values.make(shaped, 3, 4, 5, low=1, high=5), values.make(shaped, 3, 4, 5, low=1, high=5)
        for x, y in zip(layouts(a), layouts(b)):
            book.case(op, x, y, **attributes)
        book.case(op, a.permute(2, 1, 0), b.transpose(0, 2), **attributes)
        book.case(op, a.transpose(0, 1), b[0].t().unsqueeze(1).transpose(0, 1)[:, :1, :1], **attributes)
        book.case(op, a, b[1:2, :, 2:3], **attributes)
        book.case(op, a[0, :, :1], b[1, 0], **attributes)
        book.case(op, a, b[:, :2], **attributes)
        book.case(op, values.make(shaped, 1031, low=1), values.make(shaped, 1031, low=1), **attributes)
    for dtype in INTS:
        zero = torch.tensor([3, 0, 1], dtype=dtype)
        for op, attributes in plain:
            if op in ("fmod", "remainder") or attributes:
                book.case(op, torch.tensor([1, 2, 3], dtype=dtype), zero, **attributes)
                book.case(op, torch.tensor([1, 2, 3], dtype=dtype), 0, **attributes)
                book.case(op, torch.zeros(0, 1, dtype=dtype), zero, **attributes)
                book.case(op, torch.tensor([5, 7], dtype=dtype), 256, **attributes)
        book.case("pow", torch.tensor([2, 1, 0, 3], dtype=dtype), -1)
    book.case("pow", torch.tensor([2, 1, -1, 0, -1, 3]), torch.tensor([-1, -5, -3, -1, -2, 70]))
    book.case("div", torch.tensor([1.0]), torch.tensor([2.0]), rounding_mode="round")
    for x, y in (((2, 3), (4,)), ((3, 1, 2), (4, 3)), ((2, 0), (3, 1)), ((0,), (1,)), ((0,), (2,)), ((), (2, 1)), ((1, 1), ())):
        for op in ("add", "lt"):
            book.case(op, values.make(torch.float32, *x), values.make(torch.float32, *y))
    f, i, b = values.make(torch.float32, 3), torch.tensor([1, -2, 3]), torch.tensor([True, False, True])
    for alpha in (2, 2.5, -1, True):
        for x in (f, i, b, f.half(), f.bfloat16(), f.double(), i.to(torch.int8)):
            book.case("add", x, x, alpha=alpha)
            book.case("add", x, 3, alpha=alpha)
            if x.dtype != torch.bool:
                book.case("sub", x, x, alpha=alpha)
                book.case("sub", 3, x, alpha=alpha)
    for x, y in ((b, b), (i, b), (b, i), (b, True), (f, True)):
        book.case("sub", x, y)
    return book


def in_place_binary():
    book, values = Book("in_place", functions), Values(3)
    for op in IN_PLACE_BINARY:
        dtype = torch.int32 if op.startswith("bitwise") else torch.float32
        x, y = values.make(dtype, 3, 4, low=1), values.make(dtype, 3, 4, low=1)
        book.case(op + "_", x, y)
        book.case(op + "_", x.t(), y[0].reshape(4, 1))
        book.case(op + "_", x[:, 1:3], y[:, :1])
        if op not in ("atan2", "hypot", "logical_and", "logical_or", "logical_xor"):
            book.case(op + "_", x, 2)
        for self_dtype, other in ((torch.int32, y.float()), (torch.uint8, y.long()), (torch.bool, y.int()), (torch.float16, y.float()),
                                  (torch.float16, y.double()[0, 0]), (torch.int64, y.bool()), (torch.bool, y.bool())):
            book.case(op + "_", x.to(self_dtype), other)
        book.case(op + "_", x[0], y)
        book.case(op + "_", x[:1], y)
        book.case(op + "_", x[0], y[0, :3])
        book.case(op + "_", x[:1].expand(3, 4), y)
        book.case(op + "_", x, book.share(x, x.view(12)[0]))
        book.case(op + "_", x, x)
    x = values.make(torch.float32, 4, 4)
    views = [book.share(x, v) for v in (x.t(), x[1:], x[:3], x[:, :2], x[:, 2:], x.view(16)[1:9], x.view(16)[8:])]
    book.case("add_", x, views[0])
    book.case("add_", views[1], views[2])
    book.case("add_", views[3], views[4])
    book.case("add_", views[5], views[6])
    book.case("add_", views[3], views[3])
    book.case("add_", x[0], x[0], alpha=2.5)
    book.case("add_", x[0].int(), x[0].int(), alpha=2.5)
    book.case("sub_", x, 1, alpha=3)
    book.case("div_", x, 0.7, rounding_mode="floor")
    book.case("div_", x.int(), torch.tensor(0), rounding_mode="trunc")
    book.case("div_", x.int() + 9, 2, rounding_mode="floor")
    book.case("pow_", x.int(), -1)
    return book


def ternary():
    book, values = Book("ternary", functions), Values(4)
    condition = torch.tensor([True, False, True, True, False])
    for dtype in DTYPES:
        a, b, c = (values.make(dtype, 5) for _ in range(3))
        v = special(dtype)
        book.case("where", condition, a, b)
        book.case("where", condition.byte(), a, b)
        book.case("where", condition, a, 2)
        book.case("where", condition, 2.5, b)
        book.case("where", condition, True, b)
        book.case("clamp", v, min=a[0], max=b[0])
        book.case("clamp", v.reshape(-1, 1), min=a, max=b)
        book.case("clamp", v, min=a[:1])
        book.case("clamp", v, max=a[0])
        for low, high in ((-1, 2), (0.5, 2.5), (3, 1), (None, 1), (1, None), (None, 0.5)):
            book.case("clamp", v, min=low, max=high)
        if dtype in FLOATS:
            book.case("clamp", v, min=nan, max=1.0)
            book.case("clamp", v, min=torch.tensor(-inf), max=torch.tensor(nan))
        book.case("lerp", a, b, c)
        for weight in (0.3, 0.5, 0.75, 1.0, 2):
            book.case("lerp", a, b, weight)
        for value in (1, 2, 0.5):
            book.case("addcmul", a, b, c, value=value)
            book.case("addcdiv", a, b, c, value=value)
        book.case("masked_fill", a, condition, a[1])
        for value in (2, 2.5, True, -1):
            book.case("masked_fill", a, condition, value)
        book.case("masked_fill", a, condition, torch.tensor(2.5, dtype=torch.float64))
        book.case("masked_fill", a, condition.reshape(5, 1), 1)
        book.case("masked_fill_", a, condition, 3)
        book.case("clamp_", a, min=-1, max=1)
        book.case("clamp_", a, min=0.5)
        book.case("clamp_", a, min=b)
        book.case("lerp_", a, b, 0.25)
        book.case("addcmul_", a, b, c, value=2)
        book.case("addcdiv_", a, b, c, value=2)
    book.case("where", condition, 1, 2)
    book.case("where", condition, 1, 2.5)
    book.case("where", condition.long(), values.make(torch.float32, 5), values.make(torch.float32, 5))
    book.case("where", condition.reshape(5, 1), values.make(torch.float32, 3).double(), torch.tensor(2))
    f = values.make(torch.float32, 4, 5)
    for x, y, z in ((f, f.t().contiguous().t(), f[0]), (f.t(), f.t(), f.t()), (f[:, :1], f[:1], f), (f, f[:2], f)):
        book.case("where", x > 0, y, z)
        book.case("clamp", x, min=y, max=z)
        book.case("lerp", x, y, z)
        book.case("addcmul", x, y, z)
        book.case("addcdiv", x, y, z)
        book.case("masked_fill", y, x > 0, 1.5)
    i = f.long()
    book.case("clamp", f)
    book.case("clamp", i, min=f[0])
    book.case("clamp", f, min=f.double()[0], max=i)
    for end, weight in ((f.double(), f), (f, f.double()), (f, f.double()[0, 0]), (f.double()[0, 0], f), (i, f)):
        book.case("lerp", f, end, weight)
    for x, y, z in ((f, f.double(), f), (f, i, f), (i, f, i), (i, i, i), (f, i, i), (f.half(), f, f), (i, f, f), (f, f[0, 0], f.double()[0, 0])):
        book.case("addcmul", x, y, z, value=2)
        book.case("addcdiv", x, y, z, value=2)
        book.case("addcmul_", x, y, z)
    book.case("addcmul", i, i, i, value=2.5)
    mask = f > 0
    for value in (f[0], f[0, :1], torch.tensor(7)):
        book.case("masked_fill", f, mask, value)
    book.case("masked_fill", f, mask.long(), 1)
    book.case("masked_fill", f, mask.byte(), 1)
    book.case("masked_fill", f.to(torch.int8), mask, 300)
    book.case("masked_fill", f.to(torch.uint8), mask, -1)
    book.case("masked_fill", f.half(), mask, 1e6)
    book.case("masked_fill", f[0], mask, 1)
    book.case("masked_fill_", f[0], mask, 1)
    book.case("masked_fill_", f[:1].expand(4, 5), mask, 1)
    return book


def special_functions():
    """Those that are calls of functions of the library, and nextafter."""
    book, values = Book("special", functions), Values(5)
    x = values.make(torch.float32, 3, 4, 5, low=0.1, high=5)
    y = values.make(torch.float32, 3, 4, 5, low=0.1, high=5)
    for dtype in DTYPES:
        v = special(dtype)
        # Where it is infinite, -1, -2, ..., PyTorch's trigamma is as large as the rounding of its sine leaves it.
        poles = (v.double() < 0) & (v.double() == v.double().round())
        for n in (0, 1, 2, 3) if dtype in (torch.float16, torch.bfloat16) else (0, 1, 2, 3, 6):  # it rounds n! to 16 bits
            book.case("polygamma", n, v[~poles] if n == 1 else v)
        column, row = operands(dtype)
        for op in ("igamma", "igammac", "nextafter"):
            book.case(op, column, row)
        if dtype not in (torch.float16, torch.bfloat16):  # for which PyTorch has no kernel
            s = column.clamp(max=100) if dtype in INTS else column  # of a power of 1e18 it makes infinity * 0
            book.case("special_zeta", s, row)
            book.case("special_zeta", s.flatten(), 2.5)
            book.case("special_zeta", 3, v)
        if dtype in FLOATS:
            info = torch.finfo(dtype)
            small = [info.tiny, -info.tiny, info.tiny / 2, info.smallest_normal, info.max, info.min, info.eps, 1 + info.eps, 1 - info.eps / 2]
            small += [info.smallest_normal * info.eps, -info.smallest_normal * info.eps, 2.0, 4.0, 1024.0, -2.0]
            edges = torch.cat([v, torch.tensor(small, dtype=torch.float64).to(dtype)])
            book.case("nextafter", edges.reshape(-1, 1), edges)
            for op in ("frexp_mantissa", "frexp_exponent"):
                book.case(op, edges)
                book.case(op, values.make(dtype, 37, low=-1000, high=1000))
            for op in ("igamma", "igammac"):  # both sides of the places where algorithms change
                a = values.make(dtype, 40, low=0, high=3).double()
                for scale in (0.01, 1, 30, 300, 5000):
                    book.case(op, (a * scale).to(dtype), (a * scale * values.make(torch.float64, 40, low=0.7, high=1.3)).to(dtype))
    for op in ("igamma", "igammac", "nextafter", "special_zeta"):
        for a, b in zip(layouts(x), layouts(y)):
            book.case(op, a, b)
        book.case(op, x, y[0, 0])
        book.case(op, x[0], y[0].double())
        book.case(op, x[0], y.double()[0, 0, 0])
        book.case(op, x, y[:, :3])
    for op in ("igamma_", "igammac_", "nextafter_"):
        book.case(op, x[0], y[0])
        book.case(op, x[0].t(), y[0, :, 0])
        book.case(op, x[0], y)
        book.case(op, x[0].half(), y[0].half())
        book.case(op, x[0].int(), y[0])
    for n in (0, 1, 2, 5, 40):
        for a in layouts(x):
            book.case("polygamma", n, a)
    book.case("polygamma", -1, x)
    for op in ("frexp_mantissa", "frexp_exponent"):
        for a in layouts(x):
            book.case(op, a)
    return book


def books():
    return [unary(), binary(), in_place_binary(), ternary(), special_functions()]
