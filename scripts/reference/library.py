"""Operators that are functions of the library: sorting, scans, scatters, small linear algebra."""

import torch

from book import Book, DTYPES, FLOATS, INTS, Values, inf, layouts, nan, special
from functions import functions


def sorting(book, values):
    for dtype in DTYPES:
        x = special(dtype)
        y = values.make(dtype, 3, 5)
        for descending in (False, True):
            book.case("sort_indices", x, dim=0, descending=descending, k=len(x))
            book.case("sort_indices", y, dim=1, descending=descending, k=2)
        line = torch.sort(values.make(dtype, 6))[0]
        for right in (False, True):
            book.case("sorted_positions", line, torch.cat([line, y[0]]), right=right)
    x = values.make(torch.float32, 3, 4, 5)
    for t in layouts(x):
        for dim in range(-t.dim(), t.dim()):
            book.case("sort_indices", t, dim=dim, descending=False, k=t.shape[dim])
    book.case("sort_indices", x[0, 0, 0], dim=0, descending=False, k=1)
    for dim, k in ((0, 4), (3, 1), (-4, 1), (1, 0), (2, -1), (2, 5)):
        book.case("sort_indices", x, dim=dim, descending=True, k=k)
    table = torch.sort(values.make(torch.float32, 2, 5), 1)[0]
    for bounds, wanted in ((table, values.make(torch.float32, 2, 3)), (table, values.make(torch.float32, 3, 3)), (table, x[0]), (table[0], x),
                           (table, x), (x[0, 0, 0], x), (table[0], x[0, 0, 0]), (table[:, :0], table),
                           (table[0], torch.tensor([nan, inf, -inf])), (table[:, ::2], table.t().contiguous().t()), (table[0], x[:0])):
        book.case("sorted_positions", bounds, wanted, right=False)


def scans(book, values):
    names = ("cumsum", "cumprod", "logcumsumexp")
    for dtype in DTYPES:
        for x in (values.make(dtype, 3, 4, low=-2, high=2), special(dtype)):
            for name in names:
                if not (dtype in (torch.float16, torch.bfloat16) and x.dim() == 1 and name == "cumprod"):
                    book.case(name, x, dim=-1)
            for minimum in (False, True):
                book.case("running_extremum", x, dim=0, minimum=minimum)
    x = values.make(torch.float32, 3, 4, 5, low=-2, high=2)
    for name in (*names, "running_extremum"):
        more = {"minimum": False} if name == "running_extremum" else {}
        for t in layouts(x):
            for dim in (0, -1):
                book.case(name, t, dim=dim, **more)
        for dim in (3, -4):
            book.case(name, x, dim=dim, **more)
    for name in ("cumsum_", "cumprod_"):
        book.case(name, x.clone(), dim=1)
        book.case(name, x.permute(2, 0, 1), dim=1)
        book.case(name, values.make(torch.int32, 3, 2), dim=0)


def scatters(book, values):
    z = torch.zeros
    for size in (1, 4):
        for numbers in ([0, -1, size - 1, -size], [0, size], [-size - 1], [], 0):
            for dtype in (torch.int64, torch.int32):
                book.case("wrap_index", torch.tensor(numbers, dtype=dtype), of=0, size=size)
    book.case("wrap_index", torch.tensor([[1, 2], [-1, 0]]).t(), of=0, size=3)
    classes = dict(below="Class values must be non-negative.", above="Class values must be smaller than num_classes.")
    targets = dict(below="Target {} is out of bounds.", above="Target {} is out of bounds.")
    for texts in (classes, targets):
        for numbers in ([0, 2, 1], [[1, 2], [0, 0]], [0, 3, -1], [4, 3], [0, -2, -1]):
            for dtype in (torch.int64, torch.int32):
                book.case("checked_index", torch.tensor(numbers, dtype=dtype), size=3, **texts)
    book.case("checked_index", torch.tensor([[1, 2], [1, 0]]).t(), size=3, **classes)
    book.case("checked_index", torch.tensor([], dtype=torch.int64), size=3, **classes)
    rows = torch.tensor([[0, 2, 1, 0], [2, 2, 0, 1]])
    for dtype in DTYPES:
        x, y = values.make(dtype, 3, 4), values.make(dtype, 2, 4, low=-2, high=2)
        book.case("scatter", x, dim=0, index=torch.tensor([[0, 2, 1, 0], [1, 0, 0, 2]]), src=y)
        mask = torch.tensor([[True, False, False, True], [False, True, True, False], [True, True, False, False]])
        book.case("masked_scatter", x, mask, y)
        for reduce in ("sum", "prod", "mean", "amax", "amin"):
            for include in (True, False):
                if dtype != torch.bool or reduce in ("sum", "prod"):
                    book.case("scatter_reduce", x, dim=0, index=rows, src=y, reduce=reduce, include_self=include)
    x, y, table = values.make(torch.float32, 3, 4, 5), values.make(torch.float32, 3, 4, 5), values.random.randint(0, 3, (3, 4, 5))
    picks = torch.tensor(table)
    unique = torch.tensor([0, 2, 1])
    for t in layouts(x):
        if t.dim() == 3:
            chosen = picks[tuple(slice(0, s) for s in t.shape)]
            book.case("scatter_reduce", t, dim=-1, index=chosen % max(t.shape[2], 1), src=y, reduce="sum")
            book.case("scatter_reduce", t, dim=0, index=chosen[:, :1] % max(t.shape[0], 1), src=y.transpose(0, 1)[:3, :3], reduce="amax")
    s, line = x[0, 0, 0], x[0, 0]
    for t, dim, i, source in ((line, 0, unique, y[0, 0]), (line, 0, unique.int(), y[0, 0]), (line, -1, unique, y[0, 0, ::2]), (line, 0, unique, y[0, 0, :2]),
                              (line, 0, unique, y[0]), (line, 0, unique.float(), y[0, 0]), (line, 0, unique, y[0, 0].double()), (line, 1, unique, y[0, 0]),
                              (line, 0, torch.tensor([5]), y[0, 0]), (line, 0, torch.tensor([-1]), y[0, 0]), (s, 0, torch.tensor(0), y[0, 0, 0]),
                              (s, 0, torch.tensor([0]), y[0, 0, :1]), (x[0], 0, unique[None], y[0]), (x[0], 1, z(5, 1).long(), y[0]), (line, 0, z(0).long(), y[0, 0]),
                              (x[0].t(), 1, unique[None], y[0]), (x[0], 0, unique, y[0])):
        book.case("scatter", t, dim=dim, index=i, src=source)
        book.case("scatter_", t.clone(), dim=dim, index=i, src=source)
        book.case("scatter_reduce", t, dim=dim, index=i, src=source, reduce="sum")
    book.case("scatter_reduce", line, dim=0, index=unique, src=y[0, 0], reduce="median")
    book.case("scatter_reduce_", line.clone(), dim=0, index=unique, src=y[0, 0], reduce="mean", include_self=False)
    mask = torch.tensor([[True, False], [True, True]])
    t = values.make(torch.float32, 2, 2)
    for self, chosen, source in ((t, mask, line), (t, mask, line[:3]), (t, mask, line[:2]), (t, mask[0], x), (t[0], mask, line), (t, mask.t(), x.permute(2, 0, 1)),
                                 (t, mask, line.double()), (t, mask.long(), line), (t, z(2, 2).bool(), line[:0]), (t[:0], mask[0], line), (t, mask, y[0, 0, 0]),
                                 (s, torch.tensor(True), line), (t.t(), mask, line[::2])):
        book.case("masked_scatter", self, chosen, source)
    book.case("masked_scatter_", t.clone(), mask, line)
    book.case("masked_scatter_", t.t(), mask[1], line)
    for source in (line[:3], line[:2], line):
        book.case("masked_scatter", t, mask, source, exact=True)


def linear(book, values):
    for dtype in DTYPES:
        book.case("linalg_inv", values.make(dtype, 3, 3))
        book.case("linalg_det", values.make(dtype, 3, 3))
        book.case("linalg_cholesky", torch.eye(3).mul(4).to(dtype))
        book.case("solve_matrices", values.make(dtype, 2, 2), values.make(dtype, 2, 2))
    for dtype in (torch.float32, torch.float64):
        for size in (1, 2, 5):
            a = values.make(dtype, 2, size, size, low=-1, high=1) + 4 * torch.eye(size, dtype=dtype)
            for t in (a, a[0], a.transpose(1, 2), a[:0], a[:, :0, :0]):
                book.case("linalg_inv", t)
                book.case("linalg_det", t)
                book.case("linalg_cholesky", t @ t.transpose(-1, -2))
                book.case("solve_matrices", t, values.make(dtype, *t.shape[:-1], 3))
            book.case("linalg_cholesky", a @ a.transpose(-1, -2) - 30 * torch.eye(size, dtype=dtype))
        zero = torch.tensor([[0.0, 1.0], [0.0, 2.0]], dtype=dtype)
        swap = torch.tensor([[0.0, 1.0], [1.0, 0.0]], dtype=dtype)
        for t in (zero, swap, torch.zeros(3, 3, dtype=dtype)):
            book.case("linalg_inv", t)
            book.case("linalg_det", t)
            book.case("solve_matrices", t, torch.ones(len(t), 2, dtype=dtype))
    x = values.make(torch.float32, 3, 4)
    for name in ("linalg_inv", "linalg_det", "linalg_cholesky"):
        book.case(name, x)
        book.case(name, x[0])
        book.case(name, x[0, 0])
    square = values.make(torch.float32, 3, 3)
    for a, b in ((square, x), (square, x.t()), (square, x.double()), (x, square), (x[0], x), (torch.stack([square, square]), torch.stack([x, x]))):
        book.case("solve_matrices", a, b)


    for name in ("cholesky_factor", "matrix_exponential"):
        for t in (x, x[0], square.long()):
            book.case(name, t)
    for dtype in (torch.float32, torch.float64):
        for size in (0, 1, 2, 5):
            a = values.make(dtype, 2, size, size, low=-1, high=1) + 4 * torch.eye(size, dtype=dtype)
            definite = a @ a.transpose(-1, -2)
            for t in (a, a[0], a.transpose(1, 2), a[:0]):
                book.case("matrix_exponential", t / 4)
                for upper in (False, True):
                    for unit in (False, True):
                        book.case("solve_triangular_matrices", t, values.make(dtype, *t.shape[:-1], 3), upper=upper, unit=unit)
            for t in (definite, definite[0], definite.triu().transpose(1, 2)):
                book.case("cholesky_factor", t)
        book.case("cholesky_factor", torch.tensor([[[4.0, 2], [2, 5]], [[1, 2], [2, 4]]], dtype=dtype)[:1])
        book.case("matrix_exponential", torch.tensor([[nan, 1.0], [0, 2]], dtype=dtype))
        book.case("matrix_exponential", torch.tensor([[20.0, 100], [-3, -20]], dtype=dtype))
        for zeros in (torch.zeros(2, 2, dtype=dtype), torch.tensor([[1.0, 0], [2, 0]], dtype=dtype)):
            book.case("solve_triangular_matrices", zeros, torch.tensor([[1.0, 2], [3, 4]], dtype=dtype), upper=False, unit=False)
            book.case("solve_triangular_matrices", zeros, torch.tensor([[1.0, 2], [3, 4]], dtype=dtype), upper=True, unit=True)
        for rows, columns in ((1, 1), (3, 3), (4, 2), (2, 5), (6, 6), (0, 2), (2, 0)):
            a = values.make(dtype, 2, rows, columns)
            for t in (a, a[0], a.transpose(1, 2), a[:0]):
                for strict in (False, True):
                    book.case("lu_factors", t, strict=strict)
        for t in (torch.zeros(2, 3), torch.tensor([[0.0, 1], [1, 0]]), torch.tensor([[[1.0, 0], [0, 1]], [[0, 0], [0, 1]]])):
            for strict in (False, True):
                book.case("lu_factors", t.to(dtype), strict=strict)
    for dtype in DTYPES:
        t = values.make(dtype, 2, 2)
        book.case("lu_factors", t, strict=False)
        if dtype.is_floating_point and dtype.itemsize < 4: # PyTorch's sums of powers leave what 16 bits hold
            continue
        book.case("matrix_exponential", t)
        book.case("solve_triangular_matrices", t, t, upper=False, unit=True)
        book.case("cholesky_factor", torch.eye(2).to(dtype))
    book.case("lu_factors", x[0], strict=False)
    for a, b in ((square, x), (square, x.t()), (x, square), (x[0], x), (torch.stack([square, square]), torch.stack([x, x]))):
        book.case("solve_triangular_matrices", a, b, upper=False, unit=False)
    for pivots, size in (([1, 2, 3], 3), ([3, 3, 3], 3), ([2, 2], 4), ([[2, 3], [4, 2]], 4), ([], 2), ([1], 1), ([[2, 2]], 2), ([3, 4, 4], 5), ([[[2]], [[1]]], 3), ([4, 3, 3, 4], 4), ([5, 5], 5), ([0, 1], 2), ([3, 1], 2)):
        for dtype in (torch.int32, torch.int64):
            book.case("pivot_order", torch.tensor(pivots, dtype=dtype), size=size)


def decompositions(book, values):
    # Signs are free in eigenvectors and singular vectors: the cases have only values that do not depend on them.
    for dtype in DTYPES:
        book.case("householder_qr", values.make(dtype, 3, 2), columns=2, width=2)
        book.case("symmetric_eigen", torch.eye(2).to(dtype), upper=False)
        book.case("singular_values", values.make(dtype, 3, 2), left=0, right=0, width=2)
    for dtype in (torch.float32, torch.float64):
        for rows, columns in ((4, 3), (3, 4), (3, 3), (1, 3), (3, 1), (0, 2), (2, 0)):
            a = values.make(dtype, 2, rows, columns)
            for t in (a, a[0], a.transpose(1, 2), a[:0]):
                m, n = t.shape[-2:]
                k = min(m, n)
                for kept in {k, m}:
                    book.case("householder_qr", t, columns=kept, width=max(kept, n))
                if k:
                    book.case("singular_values", t, left=0, right=0, width=k)
        for values_of in ([[3.0]], [[[-3.0]], [[0.5]]], [[2.0, 0], [0, 5]], [[0.0, 0], [0, 0.25]], [[[1.0, 0, 0], [0, 2, 0], [0, 0, 4]]]):
            # Ascending, and along the axes, so that LAPACK's order and its phases are the only ones.
            book.case("general_eigen", torch.tensor(values_of, dtype=dtype))
        book.case("general_eigen", torch.full((2, 2), nan, dtype=dtype))
        book.case("general_eigen", torch.zeros(0, 0, dtype=dtype))
        for size in (0, 1):
            for upper in (False, True):
                book.case("symmetric_eigen", torch.full((2, size, size), 3.0, dtype=dtype), upper=upper)
        book.case("symmetric_eigen", torch.full((2, 2), nan, dtype=dtype), upper=False)
        book.case("singular_values", torch.full((2, 2), nan, dtype=dtype), left=0, right=0, width=2)
    for t in (values.make(torch.float32, 3), values.make(torch.float32, 2, 3)):
        book.case("symmetric_eigen", t, upper=False)
        book.case("general_eigen", t)
    book.case("householder_qr", values.make(torch.float32, 3), columns=1, width=1)


def sequences(book, values):
    for dtype in DTYPES:
        x, y = special(dtype), values.make(dtype, 5, 1)
        book.case("gcd", x, y)
        book.case("gcd_", values.make(dtype, 2, 3), values.make(dtype, 3))
    i = values.make(torch.int64, 3, 4, 5)
    for t in layouts(i):
        book.case("gcd", t, i.flatten()[:1].int())
    book.case("gcd", i, values.make(torch.int16, 4, 1))
    book.case("gcd", i, i[:, :3])
    book.case("gcd_", values.make(torch.int8, 3), values.make(torch.int64, 3))
    book.case("gcd_", values.make(torch.int8, 3), values.make(torch.int64, 2, 3))
    for numbers, count, last in (([0, 2, 2, 5], 7, False), ([0, 2, 2, 7], 7, True), ([0], 0, False), ([0, 0, 0], 3, False), ([0, 1, 2, 3], 3, True), ([0, 5], 5, False), ([0, 9], 7, False), ([1, 2], 7, False)):
        for dtype in (torch.int64, torch.int32):
            book.case("bag_places", torch.tensor(numbers, dtype=dtype), count=count, include_last_offset=last)
    book.case("bag_places", torch.tensor([[0, 2]]), count=3, include_last_offset=False)
    probs = torch.log_softmax(values.make(torch.float64, 6, 3, 5), 2)
    targets, full, lengths = torch.tensor([[1, 2, 2], [3, 3, 1], [4, 1, 2]]), torch.tensor([6, 5, 6]), torch.tensor([3, 2, 1])
    for offset in range(3):
        book.case("bag_places", torch.arange(0, 12, offset + 2)[::offset + 1], count=12, include_last_offset=False)
        book.case("ctc_losses", probs[offset:], (targets + offset) % 4 + 1, full - offset, lengths, blank=0)
        book.case("ctc_losses", probs[:, :, offset:], targets[:, :2] % (5 - offset), full, lengths.clamp(max=2), blank=offset % 2)
    for dtype in FLOATS:
        book.case("ctc_losses", probs.to(dtype), targets, full, lengths, blank=0)
    p = probs.float()
    for t, a, b, blank in ((targets, full.int(), lengths.int(), 0), (targets.int(), full, lengths, 0), (torch.tensor([1, 2, 2, 3, 3, 4]), full, lengths, 0),
                           (targets, torch.tensor([2, 6, 0]), lengths, 0), (targets % 3, full, torch.tensor([0, 3, 0]), 4), (targets, full + 1, lengths, 0),
                           (targets, full, lengths + 1, 0), (targets, full, lengths - 3, 0), (targets, full[:2], lengths, 0), (targets, full, lengths, 5),
                           (torch.tensor([1, 2, 2, 3, 3]), full, lengths, 0)):
        book.case("ctc_losses", p, t, a, b, blank=blank)
    book.case("ctc_losses", p.transpose(0, 2)[:, :, :].contiguous().transpose(0, 2), targets, full, lengths, blank=0)


def books():
    book, values = Book("library", functions), Values(17)
    sorting(book, values)
    scans(book, values)
    scatters(book, values)
    linear(book, values)
    decompositions(book, values)
    sequences(book, values)
    return [book]
