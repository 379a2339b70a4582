"""Contractions and pooling windows."""

import torch

from book import Book, DTYPES, FLOATS, Values, inf, nan
from functions import functions


def contraction():
    book, values = Book("contraction", functions), Values(9)
    f = torch.float32
    shapes = [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 4)), ((2, 3), (3, 4)), ((5, 2, 3), (3, 4)), ((5, 2, 3), (3,)),
              ((3,), (5, 3, 4)), ((2, 3), (5, 3, 4)), ((5, 2, 3), (5, 3, 4)), ((1, 2, 3), (5, 3, 4)),
              ((2, 1, 2, 3), (5, 3, 4)), ((2, 5, 2, 3), (2, 5, 3, 4)), ((1, 1), (1, 1)), ((1, 7), (7, 1)), ((7, 1), (1, 7)),
              ((0,), (0,)), ((2, 0), (0, 3)), ((0, 3), (3, 2)), ((2, 3), (3, 0)), ((0, 2, 3), (3, 4)), ((4, 2, 0), (0, 3)),
              ((17, 33), (33, 19)), ((64, 70), (70, 9)), ((1, 300), (300, 37)), ((37, 300), (300, 1)), ((2, 513), (513, 3)),
              ((70, 5), (5, 520)), ((3, 8, 9), (3, 9, 8)), ((2, 2, 1, 5), (5,))]
    for a, b in shapes:
        x, y = values.make(f, *a), values.make(f, *b)
        book.case("matmul", x, y)
        if len(a) == len(b) == 2:
            book.case("mm", x, y)
            book.case("mm", x.t().contiguous().t(), y)
            book.case("mm", x, y.t().contiguous().t())
            book.case("mm", x.t().contiguous().t(), y.t().contiguous().t())
        if len(a) == len(b) == 3 and a[0] == b[0]:
            book.case("bmm", x, y)
            book.case("bmm", x.transpose(1, 2).contiguous().transpose(1, 2), y)
            book.case("bmm", x, y.transpose(0, 2).contiguous().transpose(0, 2))
    for dtype in DTYPES:
        a, b = values.make(dtype, 2, 5, 7), values.make(dtype, 2, 7, 6)
        for op, x, y in (("bmm", a, b), ("mm", a[0], b[0]), ("matmul", a, b[0]), ("matmul", a[0, 0], b[0, :, 0]),
                         ("matmul", a[0], b[1, :, 2]), ("matmul", a[1, 2], b[0]), ("matmul", a, b[0, :, 1])):
            book.case(op, x, y)
        w = b[0].t().contiguous()
        book.case("linear", a, w)
        book.case("linear", a, w, values.make(dtype, 6))
        book.case("linear", a[0], w, values.make(dtype, 6))
        book.case("linear", a[0, 0], w, values.make(dtype, 6))
        book.case("linear", a[0], w[0])
        book.case("linear", a[:, ::2, ::2], w[:, ::2], values.make(dtype, 6))
        if dtype in FLOATS:
            book.case("mm", values.make(dtype, 9, 300), values.make(dtype, 300, 11))
            book.case("linear", values.make(dtype, 1, 300), values.make(dtype, 20, 300), values.make(dtype, 20))
    x = values.make(f, 2, 2, 3)
    w = values.make(f, 4, 3)
    for bias in (values.make(f, 5), values.make(f, 1), torch.tensor(1.5), values.make(f, 2, 4), values.make(f, 4).double(),
                 values.make(f, 8)[::2]):
        book.case("linear", x[0], w, bias)
        book.case("linear", x[0, 0], w, values.make(f, 4))
    book.case("linear", x.transpose(0, 1), w, values.make(f, 4))
    book.case("linear", x, w, None)
    for a, b in (((2, 3), (4, 5)), ((3,), (4,)), ((2, 3), (4,)), ((4,), (3, 2)), ((), (3,)), ((3,), ()), ((2, 2, 3), (3, 4, 5)),
                 ((2, 2, 3), (3, 3, 5)), ((2, 2, 3), (2, 4, 5)), ((2, 2, 3), (4, 5)), ((2, 2, 3), (4,)), ((4,), (2, 3, 5)),
                 ((2, 3), (2, 4, 5))):
        book.case("matmul", values.make(f, *a), values.make(f, *b))
    for a, b in (((2,), (2,)), ((2, 3), (2,)), ((2, 3), (4, 5)), ((2, 2, 2), (2, 2))):
        book.case("mm", values.make(f, *a), values.make(f, *b))
    for a, b in (((2, 3), (2, 3)), ((1, 2, 3), (2, 3)), ((1, 2, 3), (2, 3, 4)), ((1, 2, 3), (1, 4, 4))):
        book.case("bmm", values.make(f, *a), values.make(f, *b))
    for a, b in (((2, 3), (4, 5)), ((3,), (3,)), ((2, 3), (3,)), ((), (3,)), ((2, 3), (2, 4, 3)), ((2, 2, 3), (4, 5)), ((3,), (4, 5))):
        book.case("linear", values.make(f, *a), values.make(f, *b))
    book.case("linear", values.make(f, 2, 3), values.make(f, 3), torch.tensor(1.0))
    book.case("linear", values.make(f, 2, 3), values.make(f, 4, 3).double())
    for a, b in (((2,), (2,)), ((2, 2), (2, 2)), ((2, 2, 2), (2, 2)), ((2, 2), (2,)), ((2, 2, 2), (2, 2, 2)), ((2, 2, 2), (2,))):
        for x, y in ((torch.float32, torch.float64), (torch.float32, torch.int64)):
            book.case("matmul", values.make(x, *a), values.make(y, *b))
    special = torch.tensor([[1.0, inf], [nan, 0.0], [-inf, 2.0]])
    book.case("mm", special, special.t())
    book.case("matmul", special, torch.tensor([0.0, 1.0]))
    return book


def convolution():
    book, values = Book("convolution", functions), Values(10)
    f = torch.float32

    def conv(x, w, bias=True, stride=(1,), padding=(0,), dilation=(1,), groups=1, dtype=f):
        x = values.make(dtype, *x) if isinstance(x, tuple) else x
        w = values.make(dtype, *w) if isinstance(w, tuple) else w
        b = values.make(dtype, w.shape[0]) if bias is True else bias
        book.case("convolution", x, w, b, stride=list(stride), padding=list(padding), dilation=list(dilation), groups=groups)

    conv((2, 3, 8, 7), (4, 3, 3, 3))
    conv((2, 3, 8, 7), (4, 3, 3, 3), None, padding=(1,))
    conv((2, 3, 8, 7), (4, 3, 3, 2), stride=(2,), padding=(1, 0))
    conv((2, 3, 9, 8), (4, 3, 3, 3), dilation=(2,), padding=(2,))
    conv((2, 3, 9, 8), (4, 3, 2, 3), stride=(2, 3), dilation=(3, 2), padding=(3, 4))
    conv((2, 4, 6, 6), (6, 2, 3, 3), groups=2, padding=(1, 1))
    conv((2, 4, 6, 6), (4, 1, 3, 3), groups=4, padding=(1, 1))
    conv((2, 4, 6, 6), (8, 1, 3, 3), None, groups=4, stride=(2,))
    conv((2, 5, 6, 7), (3, 5, 1, 1))
    conv((2, 5, 6, 7), (3, 5, 1, 1), stride=(2,))
    conv((1, 1, 28, 28), (8, 1, 5, 5))
    conv((1, 16, 14, 14), (20, 16, 3, 3), padding=(1,))
    conv((1, 2, 40, 41), (3, 2, 3, 3), None)
    conv((2, 3, 11), (4, 3, 3))
    conv((2, 3, 11), (4, 3, 5), stride=(2,), padding=(4,), dilation=(2,))
    conv((2, 4, 11), (6, 2, 1), None, groups=2)
    conv((1, 2, 5, 6, 4), (3, 2, 2, 3, 3))
    conv((2, 2, 5, 6, 4), (3, 2, 3, 3, 2), stride=(2, 1, 2), padding=(1, 0, 1), dilation=(1, 2, 1))
    conv((1, 4, 3, 3, 3), (4, 2, 1, 1, 1), groups=2)
    conv((0, 3, 5, 5), (4, 3, 3, 3))
    conv((1, 1, 1, 1), (1, 1, 1, 1))
    conv((1, 1, 1, 1), (1, 1, 3, 3), padding=(1,))
    x = values.make(f, 6, 8, 3, 2)
    conv(x.permute(3, 2, 0, 1), (4, 3, 3, 3))
    conv(values.make(f, 2, 9, 12, 3)[:, ::2, ::2].permute(0, 3, 1, 2), values.make(f, 3, 3, 3, 4).permute(3, 0, 1, 2), padding=(1,))
    conv(values.make(f, 2, 1, 5, 5).expand(2, 3, 5, 5), (4, 3, 1, 1))
    conv((1, 3, 6, 6), (4, 3, 3, 3), values.make(f, 8)[::2])
    for dtype in DTYPES:
        conv((2, 3, 6, 5), (4, 3, 3, 3), padding=(1,), dtype=dtype)
        conv((1, 4, 9), (4, 2, 3), groups=2, dtype=dtype)
        conv((1, 2, 3, 4, 5), (2, 2, 2, 2, 2), dtype=dtype)
    conv((1, 2, 5, 5), (3, 4, 3, 3))
    conv((1, 2, 5, 5), (3, 2, 3, 3), values.make(f, 4))
    conv((1, 2, 5, 5), (3, 2, 3, 3), values.make(f, 3, 1))
    conv((1, 2, 5, 5), (3, 2, 6, 3))
    conv((1, 2, 5, 5), (3, 2, 3, 3), dilation=(3,))
    conv((1, 2, 5, 5), (3, 2, 3, 3), stride=(0,))
    conv((1, 2, 5, 5), (3, 2, 3, 3), padding=(-1,))
    conv((1, 2, 5, 5), (3, 2, 3, 3), dilation=(0,))
    conv((1, 2, 5, 5), (3, 2, 3, 3), groups=0)
    conv((1, 2, 5, 5), (3, 1, 3, 3), groups=2)
    conv((1, 3, 5, 5), (4, 1, 3, 3), groups=2)
    conv((1, 3, 5, 5), (1, 1, 3, 3), groups=2)
    conv((2, 5, 5), (3, 2, 3, 3))
    conv((5, 5), (3, 2, 3, 3))
    conv((1, 2, 5, 5), (3, 2, 3))
    conv((1, 2, 5, 5), (3, 2, 3, 3), stride=(1, 1, 1))
    conv((1, 2, 5, 5), (3, 2, 3, 3), padding=(1, 1, 1))
    conv((1, 2, 5, 5), (3, 2, 3, 3), dilation=())
    conv((1, 2), (3, 2), None)
    conv((1, 2, 3, 3, 3, 3), (3, 2, 1, 1, 1, 1), None)
    conv((1, 2, 5, 5), (0, 2, 3, 3), None)
    conv((1, 2, 0, 5), (3, 2, 3, 3), padding=(2,))
    conv((1, 2, 0), (3, 2, 3), padding=(2,))
    conv((1, 2, 5, 5), values.make(f, 3, 2, 3, 3).double())
    return book


def window():
    book, values = Book("window", functions), Values(11)
    for dtype in DTYPES:
        x = values.make(dtype, 2, 3, 7, 6)
        for op in ("max_pool2d", "avg_pool2d"):
            book.case(op, x, kernel_size=[2])
            book.case(op, x, kernel_size=[3, 2], stride=[2], padding=[1])
            book.case(op, x, kernel_size=[3], stride=[2], ceil_mode=True)
        if dtype in FLOATS:
            y = x.clone()
            y.view(-1)[::5] = nan
            y.view(-1)[3::7] = inf
            y.view(-1)[1::11] = -inf
            book.case("max_pool2d", y, kernel_size=[2], padding=[1])
            book.case("avg_pool2d", y, kernel_size=[2], padding=[1])
    x = values.make(torch.float32, 2, 3, 9, 8)
    for operand in (x, x[0], x.permute(0, 1, 3, 2), x[:, :, ::2, 1:], x[:, :1].expand(2, 4, 9, 8)):
        book.case("max_pool2d", operand, kernel_size=[3, 2], stride=[1, 2], padding=[1], dilation=[1, 2])
        book.case("max_pool2d", operand, kernel_size=[2], dilation=[3], ceil_mode=True)
        book.case("max_pool2d", operand, kernel_size=[3], stride=[3, 2], padding=[1, 1], ceil_mode=True)
        book.case("avg_pool2d", operand, kernel_size=[3, 2], stride=[1, 2], padding=[1, 0])
        book.case("avg_pool2d", operand, kernel_size=[3], stride=[2], padding=[1], ceil_mode=True)
        book.case("avg_pool2d", operand, kernel_size=[3], stride=[2], padding=[1], ceil_mode=True, count_include_pad=False)
        book.case("avg_pool2d", operand, kernel_size=[2], divisor_override=3)
        book.case("avg_pool2d", operand, kernel_size=[2, 3], divisor_override=-2)
    book.case("avg_pool2d", values.make(torch.int64, 1, 1, 4, 4), kernel_size=[2], divisor_override=5)
    one = torch.ones(1, 1, 4, 4)
    for op in ("max_pool2d", "avg_pool2d"):
        for size in ((0, 1, 4, 4), (1, 0, 4, 4), (1, 1, 0, 4), (4, 4), (4,), (1, 1, 1, 4, 4), (1, 4, 4), (0, 4, 4), (1, 1, 1, 1)):
            book.case(op, torch.ones(size), kernel_size=[2])
        for kernel in ([0], [5], [1, 2, 3], [], [-1], [4], [1]):
            book.case(op, one, kernel_size=kernel)
        for stride in ([0], [1, 2, 3], [], [-1], [7], [1, 0]):
            book.case(op, one, kernel_size=[2], stride=stride)
        for padding in ([2], [-1], [1, 1, 1], [0, 1], [1, 2]):
            book.case(op, one, kernel_size=[2], padding=padding)
        book.case(op, one, kernel_size=[0], stride=[1])
    for dilation in ([0], [1, 1, 1], [4], [1, -1]):
        book.case("max_pool2d", one, kernel_size=[2], dilation=dilation)
    book.case("avg_pool2d", one, kernel_size=[2], divisor_override=0)
    return book


def books():
    return [contraction(), convolution(), window()]
