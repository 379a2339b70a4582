#!/usr/bin/env python3
"""Writes aten_cases.txt: calls of operators, and the types that PyTorch 2.13 gives their results.

    pip install torch==2.13.0 && ./make_aten_cases.py > aten_cases.txt

One call a line, arguments in the order of Ops.def:

    add(f32[3, 4]{1, 3}, #2, #1) -> f32[3, 4]{1, 3}
    select(f32[3, 4]{4, 1}, 0, 1) -> f32[4]{1} alias 4
    add(f32[2]{1}, f32[3]{1}, #1) !! The size of tensor a (2) must match ...

#x is a number of the user's program, <a; b> a list of tensors, (1, 2) a list of ints. `alias N`: the result is a view
of the first argument, from element N. Channels-last operands of convolutions, pools and cat are left out: ATen keeps that
layout, the eager operators do not.
"""
import random
import warnings

import torch

warnings.filterwarnings("ignore")
aten = torch.ops.aten
rng = random.Random(20240)

NAMES = {torch.float32: "f32", torch.float64: "f64", torch.float16: "f16", torch.bfloat16: "bf16",
         torch.int64: "i64", torch.int32: "i32", torch.int16: "i16", torch.int8: "i8", torch.uint8: "u8",
         torch.bool: "bool"}
FLOATS = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
ALL = list(NAMES)


class Number:
    def __init__(self, value):
        self.value = value


def ints(values):
    return "(" + ", ".join(str(v) for v in values) + ")"


def tensor_text(t):
    return f"{NAMES[t.dtype]}[{', '.join(map(str, t.shape))}]{{{', '.join(map(str, t.stride()))}}}"


def text(arg):
    if isinstance(arg, torch.Tensor):
        return tensor_text(arg)
    if isinstance(arg, Number):
        return "#" + str(arg.value).lower()
    if isinstance(arg, bool):
        return str(arg).lower()
    if isinstance(arg, torch.dtype):
        return ":" + NAMES[arg]
    if isinstance(arg, str):
        return f'"{arg}"'
    if isinstance(arg, (list, tuple)) and arg and isinstance(arg[0], torch.Tensor):
        return "<" + "; ".join(map(tensor_text, arg)) + ">"
    if isinstance(arg, (list, tuple)):
        return ints(arg)
    return "none" if arg is None else str(arg)


def plain(arg):
    return arg.value if isinstance(arg, Number) else arg


seen = set()


def case(name, run, *args):
    call = f"{name}({', '.join(map(text, args))})"
    if call in seen:
        return
    seen.add(call)
    try:
        result = run(*map(plain, args))
    except Exception as error:  # noqa: BLE001: whatever ATen throws is the answer
        print(f"{call} !! {str(error).splitlines()[0]}")
        return
    line = f"{call} -> {tensor_text(result)}"
    first = args[0] if args and isinstance(args[0], torch.Tensor) else None
    if first is not None and result.untyped_storage()._cdata == first.untyped_storage()._cdata:
        line += f" alias {result.storage_offset() - first.storage_offset()}"
    print(line)


def dense(sizes, dtype=torch.float32):
    return torch.ones(sizes, dtype=dtype)


def layout(sizes, dtype=torch.float32):
    """A tensor of these sizes in one of the layouts that views make."""
    kind = rng.randrange(7)
    if kind <= 1 or not sizes:
        return dense(sizes, dtype)
    if kind <= 3:  # permuted
        order = list(range(len(sizes)))
        rng.shuffle(order)
        inverse = sorted(range(len(order)), key=lambda i: order[i])
        return dense([sizes[i] for i in order], dtype).permute(inverse)
    if kind == 4:  # every second of a larger one
        dim = rng.randrange(len(sizes))
        larger = list(sizes)
        larger[dim] *= 2
        return dense(larger, dtype).permute(*range(len(sizes))).__getitem__(
            tuple(slice(None, None, 2) if i == dim else slice(None) for i in range(len(sizes))))
    if kind == 5:  # broadcast
        small = [1 if rng.random() < 0.5 else s for s in sizes]
        return dense(small, dtype).expand(sizes)
    if len(sizes) == 4:
        return dense(sizes, dtype).to(memory_format=torch.channels_last)
    return dense(sizes, dtype).transpose(0, -1).contiguous().transpose(0, -1)


SIZES = [[], [3], [1], [0], [3, 4], [1, 4], [4, 1], [0, 3], [2, 3, 4], [2, 1, 4], [1, 1, 1], [2, 3, 4, 5], [2, 3, 1, 1],
         [1, 3, 1, 5], [2, 1, 3, 3]]


def broadcastable(sizes):
    cut = rng.randrange(len(sizes) + 1)
    return [1 if rng.random() < 0.3 else s for s in sizes[cut:]]


def number():
    return Number(rng.choice([2, 3, 0.5, 1.5, True, 0]))


UNARY = """neg abs sign ceil floor round trunc frac square sqrt rsqrt reciprocal exp exp2 expm1 log log2 log10 log1p sin cos
tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc sigmoid relu relu6 silu mish hardsigmoid hardswish log_sigmoid
logical_not bitwise_not isnan isinf isfinite""".split()
for name in UNARY:
    run = getattr(aten, name)
    for dtype in ALL:
        case(name, run, dense([2, 3], dtype))
    for _ in range(4):
        case(name, run, layout(rng.choice(SIZES), torch.bool if name == "bitwise_not" else torch.float32))
for dtype in ALL:
    for extra in ["none", "tanh", "x"]:
        case("gelu", lambda x, a: aten.gelu(x, approximate=a), dense([2], dtype), extra)
    case("logit", aten.logit, dense([2], dtype), Number(0.1))
    case("leaky_relu", aten.leaky_relu, dense([2], dtype), Number(0.1))
    case("elu", aten.elu, dense([2], dtype), Number(1), Number(1), Number(1))
    case("softplus", aten.softplus, dense([2], dtype), Number(1), Number(20))
    case("hardtanh", aten.hardtanh, dense([2], dtype), Number(-1), Number(1))
    case("hardtanh", aten.hardtanh, dense([2], dtype), Number(0), Number(6))
    case("threshold", aten.threshold, dense([2], dtype), Number(1), Number(0))

ARITHMETIC = ["mul", "maximum", "minimum", "fmax", "fmin", "fmod", "remainder", "atan2", "hypot", "copysign", "logaddexp",
              "xlogy", "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift", "eq", "ne",
              "lt", "le", "gt", "ge", "logical_and", "logical_or", "logical_xor", "pow"]
WITH_NUMBER = {"mul", "fmod", "remainder", "copysign", "xlogy", "bitwise_and", "bitwise_or", "bitwise_xor",
               "bitwise_left_shift", "bitwise_right_shift", "eq", "ne", "lt", "le", "gt", "ge", "pow"}


def integer_like(name):
    return name.startswith("bitwise")


for name in ARITHMETIC:
    run = getattr(aten, name)
    for _ in range(8):  # dtypes
        a, b = rng.choice(ALL), rng.choice(ALL)
        case(name, run, dense(rng.choice([[], [3], [2, 3]]), a), dense(rng.choice([[], [3]]), b))
    if name in WITH_NUMBER:
        for _ in range(8):
            case(name, run, dense(rng.choice([[], [3]]), rng.choice(ALL)), number())
    for _ in range(5):  # layouts
        sizes = rng.choice(SIZES)
        dtype = torch.int32 if integer_like(name) else torch.float32
        pair = [layout(sizes, dtype), layout(broadcastable(sizes), dtype)]
        rng.shuffle(pair)
        case(name, run, *pair)
case("pow", aten.pow, dense([2], torch.int64), Number(-1))
case("pow", aten.pow, dense([2], torch.float32), Number(-1))

for name in ["add", "sub"]:
    def run(a, b, alpha, name=name):
        return getattr(aten, name)(a, b, alpha=alpha)
    for _ in range(40):
        other = number() if rng.random() < 0.3 else dense(rng.choice([[], [3]]), rng.choice(ALL))
        case(name, run, dense(rng.choice([[], [3]]), rng.choice(ALL)), other, Number(rng.choice([1, 1, 1, 2, 0.5, True])))
    for _ in range(60):
        sizes = rng.choice(SIZES)
        pair = [layout(sizes), layout(sizes if rng.random() < 0.6 else broadcastable(sizes))]
        rng.shuffle(pair)
        case(name, run, *pair, Number(1))
    case(name, run, dense([2, 3]), dense([2, 4]), Number(1))
    case(name, run, dense([2, 3]), dense([4, 1, 2]), Number(1))
for _ in range(30):
    mode = rng.choice([None, "floor", "trunc", "x"])
    other = number() if rng.random() < 0.3 else dense([3], rng.choice(ALL))
    case("div", lambda a, b, m: aten.div(a, b, rounding_mode=m), dense([3], rng.choice(ALL)), other, mode)

for _ in range(25):
    sizes = rng.choice(SIZES)
    t = rng.choice([torch.float32, torch.float32, torch.int64, torch.float64])
    u = rng.choice([torch.float32, torch.float32, torch.int64, torch.float64])
    case("where", aten.where, layout(sizes, rng.choice([torch.bool, torch.bool, torch.bool, torch.float32])), layout(sizes, t),
         layout(broadcastable(sizes), u))
    case("masked_fill", aten.masked_fill, layout(sizes, t), layout(broadcastable(sizes), torch.bool), number())
    case("addcmul", lambda a, b, c, v: aten.addcmul(a, b, c, value=v), layout(sizes), layout(sizes, t), dense(sizes, u), Number(1))
    case("addcdiv", lambda a, b, c, v: aten.addcdiv(a, b, c, value=v), layout(sizes, t), layout(sizes, t), dense(sizes, u), Number(1))
    case("lerp", aten.lerp, layout(sizes), layout(sizes), Number(0.5))
    case("lerp", aten.lerp, layout(sizes), layout(broadcastable(sizes), rng.choice(FLOATS)), dense([]))
    case("clamp", aten.clamp, layout(sizes, t), number(), number())
    case("clamp", aten.clamp, layout(sizes, t), layout(broadcastable(sizes), u), None)
    case("clamp", aten.clamp, layout(sizes, t), None, number())
case("masked_fill", aten.masked_fill, dense([3]), dense([3]), Number(1))
case("masked_fill", aten.masked_fill, dense([3]), dense([3], torch.bool), dense([3]))
case("clamp", aten.clamp, dense([3]), None, None)
case("clamp", aten.clamp, dense([3], torch.bool), Number(0), None)

for _ in range(40):
    t = layout(rng.choice(SIZES))
    case("clone", aten.clone, t)
    case("contiguous", lambda x: x.contiguous(), t)
    case("to", lambda x, d, c: x.to(d, copy=c), t, rng.choice([torch.float32, torch.int64]), rng.random() < 0.3)
    case("full_like", lambda x, v, d: torch.full_like(x, v, dtype=d), t, Number(1), rng.choice([None, torch.int64]))
for _ in range(20):
    sizes = rng.choice(SIZES)
    case("copy_", aten.copy_, layout(sizes), layout(broadcastable(sizes)))
case("copy_", aten.copy_, dense([3]), dense([2, 3]))
case("copy_", aten.copy_, dense([2, 3]), dense([4]))

REDUCTIONS = ["sum", "mean", "prod", "amax", "amin", "any", "all"]
for name in REDUCTIONS:
    def run(x, dim, keepdim, *dtype, name=name):
        kw = {"dtype": dtype[0]} if dtype else {}
        if name == "prod":  # ATen has one dim or all: dims one by one
            if not dim:
                result = aten.prod(x, **kw)
                return result.reshape([1] * x.dim()) if keepdim else result
            return aten.prod(x, dim[0], keepdim, **kw)
        if name in ("any", "all"):
            return getattr(aten, name).dims(x, dim or None, keepdim)
        return getattr(aten, name)(x, dim, keepdim, **kw)
    typed = name in ("sum", "mean", "prod")
    for dtype in ALL:
        case(name, run, dense([2, 3], dtype), [1], False, *([None] if typed else []))
    for _ in range(25):
        t = layout(rng.choice(SIZES))
        dims = rng.sample(range(t.dim()), min(t.dim(), rng.choice([0, 1, 1] if name == "prod" else [0, 1, 1, 2])))
        dims = [d - rng.choice([0, t.dim()]) for d in dims]
        extra = [rng.choice([None, torch.float64, torch.int32])] if typed else []
        case(name, run, t, dims, rng.random() < 0.4, *extra)
    case(name, run, dense([2, 3]), [2], False, *([None] if typed else []))
    case(name, run, dense([]), [0], True, *([None] if typed else []))
    case(name, run, dense([]), [1], True, *([None] if typed else []))
for _ in range(20):
    t = layout(rng.choice([s for s in SIZES if s]), rng.choice([torch.float32, torch.float32, torch.int64]))
    dims = rng.sample(range(-t.dim(), t.dim()), 1)
    case("var", lambda x, d, c, k: aten.var(x, d, correction=c, keepdim=k), t, dims, Number(1), rng.random() < 0.5)
    dim = rng.choice([None] + list(range(t.dim())))
    case("argmax", aten.argmax, t, dim, rng.random() < 0.5)
    case("softmax", aten.softmax, t, rng.randrange(-t.dim(), t.dim() + 1), rng.choice([None, None, torch.float64]))
    if t.numel():
        case("log_softmax", aten.log_softmax, t, rng.randrange(-t.dim(), t.dim()), None)
case("argmin", aten.argmin, dense([3], torch.bool), 0, False)
case("argmin", aten.argmin, dense([0, 3]), 0, False)
case("argmin", aten.argmin, dense([0, 3]), 1, False)
case("argmin", aten.argmin, dense([0, 3]), None, False)

MATRICES = [[3], [4], [0], [3, 4], [4, 5], [4, 3], [2, 3, 4], [2, 4, 5], [1, 4, 5], [3, 4, 5], [7, 1, 3, 4], [2, 5, 4, 6], []]
for a in MATRICES:
    for b in MATRICES:
        try:
            aten.matmul(dense(a), dense(b))
            case("matmul", aten.matmul, layout(a), layout(b))
        except RuntimeError:  # the message depends on how the layouts are folded
            case("matmul", aten.matmul, dense(a), dense(b))
for a, b in [([3, 4], [4, 5]), ([3, 4], [5, 6]), ([3], [3, 4])]:
    case("mm", aten.mm, layout(a), layout(b))
    case("matmul", aten.matmul, dense(a, torch.float64), dense(b))
    case("matmul", aten.matmul, dense(a, torch.int32), dense(b, torch.int32))
    case("matmul", aten.matmul, dense(a, torch.bool), dense(b, torch.bool))
for a, b in [([2, 3, 4], [2, 4, 5]), ([2, 3, 4], [1, 4, 5]), ([2, 3, 4], [2, 5, 5]), ([3, 4], [2, 4, 5])]:
    case("bmm", aten.bmm, layout(a), layout(b))
    case("bmm", aten.bmm, dense(a), dense(b, torch.float64))
for i, w, b in [([2, 3], [4, 3], [4]), ([2, 3], [4, 3], None), ([3], [4, 3], [4]), ([2, 5, 3], [4, 3], [4]), ([2, 3], [4, 5], [4]),
                ([2, 3], [4, 3], [5]), ([2, 5, 3], [4, 7], [4]), ([2, 5, 3], [4, 3], [1]), ([2, 3], [3], None), ([2, 3], [3], [1]),
                ([], [4, 3], None), ([2, 3], [2, 4, 3], None), ([2, 3], [4, 3], [1, 4]), ([2, 3], [4, 3], []), ([0, 3], [4, 3], [4]),
                ([3], [4, 3], [2, 4])]:
    case("linear", aten.linear, dense(i), layout(w), None if b is None else dense(b))


def convolution(i, w, b, s, p, d, g):
    return aten.convolution(i, w, b, s, p, d, False, [0], g)


for i, w, b, s, p, d, g in [
        ([2, 3, 8, 9], [6, 3, 3, 3], [6], [1, 1], [0, 0], [1, 1], 1), ([2, 3, 8, 9], [6, 3, 3, 3], None, [2], [1], [1], 1),
        ([2, 3, 8], [6, 3, 3], [6], [2], [1], [2], 1), ([1, 3, 4, 5, 6], [2, 3, 1, 2, 3], None, [1], [0], [1], 1),
        ([2, 4, 8, 8], [6, 2, 3, 3], None, [1], [0], [1], 2), ([2, 4, 8, 8], [5, 2, 3, 3], None, [1], [0], [1], 2),
        ([2, 4, 8, 8], [6, 3, 3, 3], None, [1], [0], [1], 1), ([3, 8, 8], [6, 3, 3, 3], None, [1], [0], [1], 1),
        ([2, 3, 8, 8], [6, 3, 3, 3], [5], [1], [0], [1], 1), ([2, 3, 2, 8], [6, 3, 3, 3], None, [1], [0], [1], 1),
        ([2, 3, 8, 8], [6, 3, 3, 3], None, [0], [0], [1], 1), ([2, 3, 8, 8], [6, 3, 3, 3], None, [1], [-1], [1], 1),
        ([2, 3, 8, 8], [6, 3, 3, 3], None, [1], [0], [1], 0),
        ([2, 3, 8, 8], [6, 3, 3, 3], None, [1, 1, 1], [0], [1], 1), ([0, 3, 8, 8], [6, 3, 3, 3], None, [1], [0], [1], 1)]:
    case("convolution", convolution, dense(i), dense(w), None if b is None else dense(b), s, p, d, g)
for sizes, k, s, p, d, ceil in [
        ([2, 3, 8, 9], [2], [], [0], [1], False), ([3, 8, 9], [2, 3], [], [0], [1], False), ([3, 7, 7], [2], [2], [0], [1], True),
        ([3, 5, 5], [2], [2], [1], [1], True), ([3, 8, 8], [3], [1], [1], [2], False), ([8, 8], [2], [], [0], [1], False),
        ([3, 2, 2], [3], [], [0], [1], False), ([3, 8, 8], [2], [2], [2], [1], False), ([3, 8, 8], [2], [2], [-1], [1], False),
        ([3, 8, 8], [2, 2, 2], [], [0], [1], False), ([3, 8, 8], [2], [1, 1, 1], [0], [1], False), ([0, 3, 8, 8], [2], [], [0], [1], False),
        ([2, 0, 8, 8], [2], [], [0], [1], False), ([3, 8, 8], [2], [2], [0], [0], False), ([3, 9, 9], [3], [2], [1], [1], True)]:
    case("max_pool2d", aten.max_pool2d, dense(sizes), k, s, p, d, ceil)
    if len(sizes) > 2:
        case("avg_pool2d", aten.avg_pool2d, dense(sizes), k, s, p, ceil, True, None)
case("avg_pool2d", aten.avg_pool2d, dense([3, 8, 8]), [2], [], [0], False, True, 0)
for dtype in ALL:
    case("max_pool2d", aten.max_pool2d, dense([3, 8, 8], dtype), [2], [], [0], [1], False)
    case("avg_pool2d", aten.avg_pool2d, dense([3, 8, 8], dtype), [2], [], [0], False, True, None)

for _ in range(60):
    t = layout(rng.choice(SIZES))
    n = t.numel()
    shapes = [[-1], [n], [1, n], [2, -1], [n // 2, 2], [-1, 1], [3, -1, 4], list(t.shape) + [1], [12, -1], [-1, -1], [-2, 3]]
    for _ in range(3):
        shape = rng.choice(shapes)
        case("view", lambda x, s: x.view(s), t, shape)
        case("reshape", lambda x, s: x.reshape(s), t, shape)
    order = list(range(t.dim()))
    rng.shuffle(order)
    case("permute", aten.permute, t, [i - rng.choice([0, t.dim()]) for i in order])
    lead = [rng.choice([1, 2])] * rng.choice([0, 0, 1])
    case("expand", lambda x, s: x.expand(s), t, lead + [rng.choice([-1, s, s if s != 1 else 5]) for s in t.shape])
    rank = max(1, t.dim())
    case("squeeze", aten.squeeze.dims, t, sorted(rng.sample(range(rank), rng.randrange(rank + 1))))
    case("unsqueeze", aten.unsqueeze, t, rng.randrange(-t.dim() - 1, t.dim() + 1))
    case("select", aten.select, t, rng.randrange(-rank, rank), rng.randrange(-4, 4))
    case("slice", aten.slice, t, rng.randrange(-rank, rank), rng.choice([None, 0, 1, 2, -2, -9, 7]),
         rng.choice([None, 1, 2, -1, 100, 0]), rng.choice([1, 1, 2, 3]))
case("slice", aten.slice, dense([3]), 0, 0, 2, 0)
case("permute", aten.permute, dense([3, 4]), [1])
case("permute", aten.permute, dense([3, 4]), [1, 1])
case("permute", aten.permute, dense([3, 4]), [0, 2])
case("expand", lambda x, s: x.expand(s), dense([3]), [2, 4])
case("expand", lambda x, s: x.expand(s), dense([3]), [-1, 3])
case("expand", lambda x, s: x.expand(s), dense([3, 4]), [4])
case("squeeze", aten.squeeze.dims, dense([1, 2, 1]), [3])


def index(*sizes, dtype=torch.int64):
    return torch.zeros(sizes, dtype=dtype)


for t in [dense([3, 4]), dense([4, 3]).t(), dense([3]), dense([])]:
    for j in [index(3, 2), index(2, 4), index(4, 4), index(3), index(2), index(), index(0), index(3, 2, dtype=torch.int32),
              index(3, 2, dtype=torch.int16)]:
        case("gather", aten.gather, t, 0, j)
        case("gather", aten.gather, t, 1, j)
        case("index_select", aten.index_select, t, -1, j)
        case("embedding", aten.embedding, t, j)
case("select_scatter", aten.select_scatter, dense([4, 3]).t(), dense([4]), 0, 1)
case("slice_scatter", aten.slice_scatter, dense([4, 3]).t(), dense([2, 4]), 0, 0, 2, 1)
case("slice_scatter", aten.slice_scatter, dense([5, 3]), dense([2, 3]), 0, 1, None, 2)
for tensors in [[[2, 3], [2, 3]], [[2, 3], [4, 3]], [[2, 3], [2, 5]], [[0], [2, 3]], [[0], [0]], [[2, 3], [3]], [[], [2]],
                [[2, 3, 4], [2, 1, 4]]]:
    for dim in [0, 1, -1, 2]:
        case("cat", aten.cat, [layout(s) if s else dense(s) for s in tensors], dim)
case("cat", aten.cat, [dense([2], torch.int64), dense([2], torch.float16)], 0)
case("cat", aten.cat, [dense([0], torch.float64), dense([2, 2])], 0)

case("full", lambda s, v, d: torch.full(s, v, dtype=d), [2, 3], Number(1), torch.float32)
case("full", lambda s, v, d: torch.full(s, v, dtype=d), [2, -1], Number(1), torch.float32)
for start, end, step in [(0, 10, 3), (5, 0, -2), (0, 0, 1), (0, 10, 0), (0, -1, 1), (0.5, 10.75, 1.5), (0, 1, 0.125), (3, 0, -0.5)]:
    for dtype in [torch.int64, torch.int32, torch.float32, torch.float16, torch.bool]:
        case("arange", lambda a, b, c, d: torch.arange(a, b, c, dtype=d), Number(start), Number(end), Number(step), dtype)
for n, m in [(2, 3), (0, 2), (-1, 2), (2, -1)]:
    case("eye", lambda n, m, d: torch.eye(n, m, dtype=d), n, m, torch.float32)
