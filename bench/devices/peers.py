"""The functions of devices.cpp in PyTorch, eager and compiled, on the machine's GPU: a line each, as devices.cpp prints them.

    python3 peers.py [elements, default 16 M]
"""
import sys
import time

import torch
import torch.nn.functional as F

torch.backends.cuda.matmul.allow_tf32 = False


def timed(call, turns):
    call()
    torch.cuda.synchronize()
    least = 1e30
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(turns):
            call()
        torch.cuda.synchronize()
        least = min(least, (time.perf_counter() - start) / turns * 1e6)
    return least


def rate(name, work, unit, function, *args, turns=20, both=True):
    eager = timed(lambda: function(*args), turns)
    line = f"{name:12} {eager:10.1f} us {work / eager * 1e-3:9.0f} {unit}"
    if both:
        compiled = torch.compile(function, dynamic=False)
        us = timed(lambda: compiled(*args), turns)
        line += f"   compiled {us:10.1f} us {work / us * 1e-3:9.0f} {unit}"
    print(line, flush=True)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 24
    columns = 1024
    rows = count // columns
    size = 4.0 * rows * columns
    x, y = (torch.randn(rows, columns, device="cuda") for _ in range(2))
    w, b = (torch.randn(columns, device="cuda") for _ in range(2))
    target = y.clone()
    rate("copy", 2 * size, "GB/s", target.copy_, x, both=False)
    rate("scale_add", 3 * size, "GB/s", lambda x, y: x * 2 + y, x, y)
    rate("chain", 2 * size, "GB/s", lambda x: F.gelu(torch.tanh(x) * 0.5 + 1) * x, x)
    rate("softmax", 2 * size, "GB/s", lambda x: torch.softmax(x, -1), x)
    rate("layer_norm", 2 * size, "GB/s", lambda x, w, b: F.layer_norm(x, (1024,), w, b), x, w, b)
    rate("row_sums", size, "GB/s", lambda x: x.sum(-1), x)
    rate("column_sums", size, "GB/s", lambda x: x.sum(0), x)
    rate("total", size, "GB/s", lambda x: x.sum(), x)
    rate("transposed", 2 * size, "GB/s", lambda x: x.t().contiguous(), x)
    for n in (256, 1024, 4096):
        left, right = (torch.randn(n, n, device="cuda") for _ in range(2))
        rate(f"product{n}", 2.0 * n**3, "GFLOP/s", torch.matmul, left, right, turns=3 if n > 2000 else 20)
    few = torch.randn(64, device="cuda")
    rate("small", 0, "", lambda x: x + 1, few, turns=1000)


if __name__ == "__main__":
    with torch.no_grad():
        main()
