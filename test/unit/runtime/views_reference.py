#!/usr/bin/env python3
"""Writes views_reference.txt: what PyTorch's view functions give for random chains of views.

A line: sizes of a fresh f32 tensor | functions with integer arguments | sizes | strides | storage offset, or the first
line of the error in place of the last three. Run with PyTorch 2.13; tests read the stored file.
"""
import random
import torch

rng = random.Random(20)


def sizes():
    return [rng.choice([0, 1, 1, 2, 3, 4, 6, 12]) for _ in range(rng.randint(0, 4))]


def factor(n):
    """Random sizes with product n."""
    out = []
    while n > 1 and len(out) < 4:
        d = rng.choice([k for k in range(1, n + 1) if n % k == 0])
        out.append(d)
        n //= d
    if n != 1:
        out.append(n)
    for _ in range(rng.randint(0, 2)):
        out.insert(rng.randint(0, len(out)), 1)
    return out[:8] if len(out) <= 8 else None


def step(x):
    r = x.dim()
    dim = rng.randint(-r - 1, r) if rng.random() < 0.1 else rng.randint(0, max(r - 1, 0))
    op = rng.choice(["view", "reshape", "permute", "expand", "squeeze", "squeeze_all", "unsqueeze", "select", "slice",
                     "transpose", "flatten", "narrow", "unflatten", "movedim", "t", "chunk", "split", "repeat"])
    if op in ("view", "reshape"):
        shape = factor(x.numel()) if x.numel() else sizes()
        shape = shape if shape is not None else [x.numel()]
        if shape and rng.random() < 0.3:
            shape[rng.randrange(len(shape))] = -1
        if rng.random() < 0.05:
            shape.append(rng.choice([-2, 5, -1]))
        return op, shape
    if op == "permute":
        dims = list(range(r))
        rng.shuffle(dims)
        if dims and rng.random() < 0.1:
            dims[0] = rng.randint(-r, r)
        return op, dims
    if op == "expand":
        shape = [rng.choice([-1, s, 3 if s == 1 else s]) for s in x.shape]
        if rng.random() < 0.4:
            shape.insert(0, rng.choice([2, 1, -1]))
        if rng.random() < 0.05 and shape:
            shape[-1] = 7
        return op, shape
    if op == "squeeze":
        return op, sorted({rng.randint(0, max(r - 1, 0)) for _ in range(rng.randint(1, 2))})
    if op in ("squeeze_all", "t"):
        return op, []
    if op == "unsqueeze":
        return op, [rng.randint(-r - 1, r)]
    if op == "select":
        return op, [dim, rng.randint(-3, 3)]
    if op == "slice":
        return op, [dim, rng.randint(-5, 5), rng.randint(-5, 14), rng.choice([1, 1, 2, 3])]
    if op == "transpose":
        return op, [dim, rng.randint(0, max(r - 1, 0))]
    if op == "flatten":
        a = rng.randint(0, max(r - 1, 0))
        return op, [a, rng.randint(a, max(r - 1, 0)) if rng.random() < 0.9 else 0]
    if op == "narrow":
        return op, [dim, rng.randint(-2, 3), rng.randint(0, 3)]
    if op == "unflatten":
        s = x.shape[dim] if -r <= dim < r else 1
        return op, [dim] + (factor(s) or [s]) if s else [dim, 0, 3]
    if op == "movedim":
        return op, [dim, rng.randint(0, max(r - 1, 0))]
    if op in ("chunk", "split"):
        return op, [rng.randint(1, 4), dim]
    return op, [rng.randint(0, 2) for _ in range(r + rng.randint(0, 1))]


def apply(x, op, a):
    aten = torch.ops.aten
    if op == "squeeze":
        return aten.squeeze.dims(x, a)
    if op == "squeeze_all":
        return x.squeeze()
    if op == "select":
        return aten.select.int(x, *a)
    if op == "slice":
        return aten.slice.Tensor(x, *a)
    if op == "unflatten":
        return aten.unflatten.int(x, a[0], a[1:])
    if op in ("chunk", "split"):
        return getattr(x, op)(*a)[-1]
    if op in ("view", "reshape", "permute", "expand", "repeat"):
        return getattr(x, op)(a)
    return getattr(x, op)(*a)


def text(values):
    return " ".join(map(str, values))


lines = set()
while len(lines) < 1500:
    shape = sizes()
    x = torch.zeros(shape)
    chain = []
    for _ in range(rng.randint(1, 4)):
        op, args = step(x)
        if op == "repeat" and x.numel() > 500:
            continue
        chain.append(text([op] + args))
        try:
            x = apply(x, op, args)
        except (RuntimeError, IndexError) as e:
            if "unexpected error" in str(e) or "overflow" in str(e):  # 0-d tensors: accidents, not checks
                break
            lines.add(f"{text(shape)}|{';'.join(chain)}|{str(e).splitlines()[0]}")
            break
        if x.dim() > 8:
            break
    else:
        if chain:
            lines.add(f"{text(shape)}|{';'.join(chain)}|{text(x.shape)}|{text(x.stride())}|{x.storage_offset()}")
with open(__file__.replace(".py", ".txt"), "w") as f:
    f.write("\n".join(sorted(lines)) + "\n")
