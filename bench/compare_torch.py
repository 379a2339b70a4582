#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torch.compile's figures beside ours, in one run. Not a part of the tests.

  python bench/compare_torch.py build/release

with a Python that has PyTorch 2.13; build/release is a build with FULLGRAPH_BUILD_BENCH. One thread; no caches on disk. Each
figure is the least of several.
"""
import os
import pathlib
import subprocess
import sys
import time

os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

torch.set_num_threads(1)


def least(call, rounds=15, calls=2000):
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        best = min(best, (time.perf_counter() - start) / calls)
    return best


def show(what, value, unit):
    print(f"torch.compile: {what:<52} {value:10.2f} {unit}", flush=True)


def dispatch():
    """A hit, less what the same operators cost without guards: Inductor's code itself stays in both figures."""
    x = torch.rand(1)

    @torch.compile(fullgraph=True)
    def one(x):
        return F.relu(x)

    @torch.compile(fullgraph=True)
    def eight(a, b, c, d, e, f, g, h, i, j, k, z):
        y = a + b + c + d + e + f + g + h
        return y * j + i if k else y * z

    one(x)
    show("a call, 1 tensor", least(lambda: one(x)) * 1e9, "ns")
    y = torch.rand(1, 1, 1, 1)
    arguments = [y] * 8 + [1, 2.0, True, 3.0]
    eight(*arguments)
    show("a call, 8 of rank 4, 4 scalars", least(lambda: eight(*arguments)) * 1e9, "ns")


def recompile():
    """A new dtype: what a call costs that no version takes."""

    def pointwise(x, y):
        return torch.tanh(x * y + torch.sigmoid(x)) * torch.exp(-y * y)

    def digits(x, w1, b1, w2, b2):
        return F.softmax(F.linear(F.relu(F.linear(x, w1, b1)), w2, b2), -1)

    def once(function, sizes):
        torch.compiler.reset()
        compiled = torch.compile(function, fullgraph=True)
        compiled(*[torch.rand(s) for s in sizes])
        doubles = [torch.rand(s, dtype=torch.float64) for s in sizes]
        start = time.perf_counter()
        compiled(*doubles)
        return (time.perf_counter() - start) * 1e3

    for what, function, sizes in [
        ("a version of one fused pointwise kernel", pointwise, [(16,), (16,)]),
        ("a version of the digits MLP", digits, [(32, 784), (256, 784), (256,), (10, 256), (10,)]),
    ]:
        show(what, min(once(function, sizes) for _ in range(4)), "ms")


def sequence():
    """Versions for the sizes 0, 1, 2, 3, 5, 8 in that order, under automatic dynamic shapes."""
    torch.compiler.reset()
    versions = 0

    def backend(graph, inputs):
        nonlocal versions
        versions += 1
        return graph.forward

    function = torch.compile(lambda x: x + 1, backend=backend)
    for size in [0, 1, 2, 3, 5, 8]:
        function(torch.ones(size))
    show("versions for the sizes 0, 1, 2, 3, 5, 8", versions, "")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    jit = folder / "lib" / "libfullgraph_jit.so"
    for name in ["bench_dispatch", "bench_recompile"]:
        print(f"-- {name}", flush=True)
        subprocess.run([folder / "bench" / name], check=True,
                       env={**os.environ, "FULLGRAPH_JIT": str(jit.resolve()), "HL_NUM_THREADS": "1"})
    print(f"-- torch {torch.__version__}", flush=True)
    dispatch()
    recompile()
    sequence()


if __name__ == "__main__":
    main()
