"""Records operator calls with what PyTorch answers, in the files that test/Ops reads.

A family is two files. `<family>.bin` is a pool of bytes; `<family>.cases` is text, one item a line:

    t t3 f32[3, 4]{4, 1}+0 @48:96      a tensor: dtype, sizes, strides, offset (elements); its storage in the pool
    t t4 f32[2]{1}+1 ^t3               another view of t3's storage
    c add(%t3, 2.5, alpha = 2) = f32[3, 4]{4, 1} @144:48 [alias]
    c add(%t3, %t5) ! The size of tensor a (4) must match ...

A call is written as in the graph text. Its result's elements are in the pool in C order, `alias` says that it shares the
storage of the first tensor; after `!` stands the first line of the error. A call of an in-place form gives self, changed.
"""

import math
import pathlib
import warnings

import numpy
import torch

warnings.filterwarnings("ignore")

NAMES = {
    torch.float64: "f64", torch.float32: "f32", torch.float16: "f16", torch.bfloat16: "bf16", torch.int64: "i64",
    torch.int32: "i32", torch.int16: "i16", torch.int8: "i8", torch.uint8: "u8", torch.bool: "bool",
}
DTYPES = list(NAMES)  # real ones
NAMES |= {torch.complex64: "c64", torch.complex128: "c128"}
FLOATS = [torch.float64, torch.float32, torch.float16, torch.bfloat16]
INTS = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]


def storage_bytes(t):
    return torch.empty(0, dtype=torch.uint8).set_(t.untyped_storage()).numpy().tobytes()


def dense_bytes(t):
    flat = t.detach().clone(memory_format=torch.contiguous_format).reshape(-1)
    return flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""


def type_text(t):
    def ints(values):
        return ", ".join(str(v) for v in values)

    return f"{NAMES[t.dtype]}[{ints(t.shape)}]{{{ints(t.stride())}}}"


class Book:
    """One family's cases."""

    def __init__(self, family, functions):
        self.family = family
        self.functions = functions  # operator -> what PyTorch calls it
        self.pool = bytearray()
        self.offsets = {}
        self.lines = []
        self.names = {}
        self.bases = {}  # id of a view -> the tensor whose storage it shares
        self.kept = []  # keeps ids unique
        self.counts = {}

    def share(self, base, view):
        """Says that `view` is to be another view of `base`'s storage in the test, too."""
        self.bases[id(view)] = base
        self.kept.append(view)
        return view

    def blob(self, data):
        if data not in self.offsets:
            self.pool.extend(b"\0" * (-len(self.pool) % 8))
            self.offsets[data] = len(self.pool)
            self.pool.extend(data)
        return f"@{self.offsets[data]}:{len(data)}"

    def name(self, t):
        text = f"{type_text(t)}+{t.storage_offset()}"
        base = self.bases.get(id(t))
        where = f"^{self.name(base)}" if base is not None else self.blob(storage_bytes(t))
        key = f"{text} {where}"
        if key not in self.names:
            self.names[key] = f"t{len(self.names)}"
            self.lines.append(f"t {self.names[key]} {key}")
        return self.names[key]

    def text(self, value):
        if isinstance(value, torch.Tensor):
            return "%" + self.name(value)
        if isinstance(value, torch.dtype):
            return NAMES[value]
        if isinstance(value, bool):
            return "true" if value else "false"
        if value is None:
            return "none"
        if isinstance(value, str):
            return f'"{value}"'
        if isinstance(value, (list, tuple)):
            return "[" + ", ".join(self.text(v) for v in value) + "]"
        if isinstance(value, float) and math.isfinite(value):
            return repr(value)
        return str(value)

    def case(self, op, *args, **attributes):
        """Runs `op` on copies of its tensors and writes down the call and its outcome."""
        parts = [self.text(a) for a in args] + [f"{k} = {self.text(v)}" for k, v in attributes.items()]
        call = f"c {op}({', '.join(parts)})"
        copies = {}

        def storage_of(t):
            t = self.bases.get(id(t), t)
            if id(t) not in copies:
                copies[id(t)] = t.untyped_storage().clone()
            return copies[id(t)]

        def copy(value):
            if isinstance(value, torch.Tensor):
                return torch.empty(0, dtype=value.dtype).set_(storage_of(value), value.storage_offset(), value.shape,
                                                              value.stride())
            return [copy(v) for v in value] if isinstance(value, (list, tuple)) else value

        operands = [copy(a) for a in args]
        try:
            result = self.functions[op](*operands, **{k: copy(v) for k, v in attributes.items()})
        except (RuntimeError, IndexError, TypeError, ValueError, NotImplementedError) as error:
            message = str(error).split("\n")[0]
            assert "invalid combination" not in message and "schema" not in message, (call, message)
            self.lines.append(f"{call} ! {message}")
        else:
            tensors = [o for o in operands if isinstance(o, torch.Tensor)]
            alias = bool(tensors) and result.untyped_storage().data_ptr() == tensors[0].untyped_storage().data_ptr()
            alias = alias and result.untyped_storage().nbytes() > 0
            self.lines.append(f"{call} = {type_text(result)} {self.blob(dense_bytes(result))}{' alias' * alias}")
        self.counts[op] = self.counts.get(op, 0) + 1

    def write(self, folder):
        folder = pathlib.Path(folder)
        head = f"# Made by scripts/reference/make_reference.py with PyTorch {torch.__version__.split('+')[0]}."
        (folder / f"{self.family}.cases").write_text("\n".join([head, *self.lines]) + "\n")
        (folder / f"{self.family}.bin").write_bytes(bytes(self.pool))
        return sum(self.counts.values()), len(self.pool)


class Values:
    """Deterministic operands."""

    def __init__(self, seed):
        self.random = numpy.random.RandomState(seed)

    def make(self, dtype, *sizes, low=-4.0, high=4.0):
        """Spread over [low, high), in C order."""
        data = self.random.uniform(low, high, sizes)
        if dtype == torch.bool:
            return torch.tensor(data > (low + high) / 2)
        if dtype in INTS:
            data = numpy.floor(numpy.clip(data * 3, 0 if dtype == torch.uint8 else None, None))
        return torch.tensor(data).to(dtype)


inf, nan = math.inf, math.nan
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.0, -2.0, 2.5, 3.0, -3.5, 7.0, 0.25, -0.1, 0.999, 20.5, -30.0,
           100.0, 1e-3, -1e-6, inf, -inf, nan, 6.5]


def special(dtype):
    """The values at which formulas change course."""
    if dtype == torch.bool:
        return torch.tensor([True, False, True])
    if dtype in INTS:
        info = torch.iinfo(dtype)
        values = [0, 1, 2, 3, 5, 6, 7, 8, 63, 64, 100, info.max, info.max - 1]
        if info.min < 0:
            values += [-1, -2, -3, -7, -64, info.min, info.min + 1]
        return torch.tensor(values, dtype=dtype)
    return torch.tensor(SPECIAL, dtype=torch.float64).to(dtype)


def layouts(t):
    """Views of other strides: transposed, permuted, strided, offset, expanded; `t` is 3-d."""
    yield t
    yield t.permute(2, 0, 1)
    yield t.transpose(0, 1)
    yield t[:, 1:, ::2]
    yield t[:1].expand(3, -1, -1)
    yield t[0].t()
    yield t[0, 0]
    yield t[:, :0]
    yield t[0, 0, 0]
