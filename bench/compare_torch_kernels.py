#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels and whole computations beside PyTorch, in one process, in turns. Not a part of the tests.

  ./dev compare [--threads N] [--only TEXT] [--rounds N] [--no-compile]

builds what it needs and runs this script. In each round every peer computes for about 30 ms; a figure is its least time a
call over the rounds, and the spread is how far the middle round is above it. Results are compared first. The table is Markdown:
microseconds a call, and what the fastest of torch (eager, torch.compile) takes in units of ours.
"""
import argparse
import ctypes
import math
import pathlib
import statistics
import sys
import time

import torch
import torch.nn.functional as F

CASES = {}


def case(name, *inputs, tolerance=2e-4):
    """A case of bench/peers: makers of its inputs, and the function in PyTorch's words."""

    def keep(function):
        CASES[name.replace("@", "_at_")] = (name.split("@")[0], inputs, function, tolerance)
        return function

    return keep


def normal(*sizes):
    return lambda: torch.randn(*sizes)


def uniform(*sizes, low=0.5, high=1.5):
    return lambda: torch.rand(*sizes) * (high - low) + low


def integers(high, *sizes):
    return lambda: torch.randint(0, high, sizes)


def spd(batch, n):
    def make():
        x = torch.randn(batch, n, n)
        return x @ x.mT + n * torch.eye(n)

    return make


def many(name, sizes, function, make, **more):
    for size in sizes:
        label = "x".join(map(str, size)) if isinstance(size, tuple) else str(size)
        case(f"{name}@{label}", *make(size), **more)(function)


def pointwise_cases():
    many("add_relu", [64, 1 << 12, 1 << 16, 1 << 20, 1 << 24], lambda x, y: torch.relu(x + y), lambda n: (normal(n), normal(n)))
    many("chain4", [64, 1 << 12, 1 << 16, 1 << 20, 1 << 24], lambda x, y: torch.tanh(x * y + torch.sigmoid(x)) * y,
         lambda n: (normal(n), normal(n)))
    many("gelu_tanh", [1 << 16, 1 << 20], lambda x: F.gelu(x, approximate="tanh"), lambda n: (normal(n),))

    def polynomial(x):
        y = x
        for i in range(1, 11):
            y = y * x + 1.0 / i
        return y

    many("polynomial20", [1 << 16, 1 << 20], polynomial, lambda n: (uniform(n, low=-1, high=1),))

    def black_scholes(price, strike, years):
        rate, volatility = 0.02, 0.3
        spread = volatility * torch.sqrt(years)
        d1 = (torch.log(price / strike) + (rate + volatility * volatility / 2) * years) / spread
        cdf = lambda d: 0.5 * (1 + torch.erf(d * 0.7071067811865476))
        return price * cdf(d1) - strike * torch.exp(-rate * years) * cdf(d1 - spread)

    many("black_scholes", [1 << 12, 1 << 18], black_scholes, lambda n: (uniform(n), uniform(n), uniform(n)))
    many("bias_gelu", [(64, 3072), (512, 3072)], lambda x, b: F.gelu(x + b), lambda s: (normal(*s), normal(s[1])))


def row_cases():
    rows = [(8, 8), (64, 1000), (4096, 1024), (32, 50257)]
    many("softmax", rows, lambda x: torch.softmax(x, -1), lambda s: (normal(*s),))
    many("cross_entropy", [(64, 10), (64, 1000), (32, 50257)], F.cross_entropy, lambda s: (normal(*s), integers(s[1], s[0])))
    norm = lambda x, w, b: F.layer_norm(x, (x.size(1),), w, b)
    many("layer_norm", [(8, 64), (512, 768), (4096, 1024)], norm, lambda s: (normal(*s), normal(s[1]), normal(s[1])))
    many("rms_norm", [(512, 768), (1, 4096)], lambda x, w: x * torch.rsqrt((x * x).mean(-1, True) + 1e-6) * w,
         lambda s: (normal(*s), normal(s[1])))
    many("layer_norm_gelu", [(512, 768)], lambda x, w, b: F.gelu(norm(x, w, b)), lambda s: (normal(*s), normal(s[1]), normal(s[1])))
    shapes = [(64, 64), (4096, 1024), (1024, 4096)]
    many("sum_rows", shapes + [(4096, 17)], lambda x: x.sum(-1), lambda s: (normal(*s),))
    many("sum_columns", shapes, lambda x: x.sum(0), lambda s: (normal(*s),))
    many("sum_all", [1 << 12, 1 << 20, 1 << 24], lambda x: x.sum(), lambda n: (uniform(n),))
    many("variance", shapes, lambda x: x.var(-1), lambda s: (normal(*s),))
    many("max_rows", shapes, lambda x: x.amax(-1), lambda s: (normal(*s),))
    many("argmax_rows", shapes + [(4096, 10)], lambda x: x.argmax(-1), lambda s: (normal(*s),))
    many("argmax_columns", shapes, lambda x: x.argmax(0), lambda s: (normal(*s),))
    many("transpose_add", [(256,), (2048,)], lambda x: x.t() + x, lambda s: (normal(s[0], s[0]),))
    many("transpose_copy", [(256, 256), (2048, 1024)], lambda x: x.t().contiguous(), lambda s: (normal(*s),))
    many("concat", [(64, 64), (1024, 1024)], lambda x, y: torch.cat([x, y * 2], 1), lambda s: (normal(*s), normal(*s)))


def contraction_cases():
    pair = lambda s: (normal(s[0], s[2]), normal(s[2], s[1]))
    many("matmul", [(16, 16, 16), (64, 64, 64), (128, 128, 128), (256, 256, 256), (512, 512, 512), (1024, 1024, 1024), (4096, 64, 512),
                    (64, 4096, 512), (8, 1024, 1024)], torch.matmul, pair, tolerance=1e-3)
    many("matmul_transposed", [(64, 64, 64), (512, 512, 512), (256, 10, 256)], lambda x, y: x @ y.t(),
         lambda s: (normal(s[0], s[2]), normal(s[1], s[2])), tolerance=1e-3)
    many("gemv", [(512, 512), (4096, 4096)], torch.mv, lambda s: (normal(*s), normal(s[1])), tolerance=1e-3)
    many("bmm", [(32, 64, 64, 64), (256, 16, 16, 16), (8, 256, 256, 256)], torch.bmm,
         lambda s: (normal(s[0], s[1], s[3]), normal(s[0], s[3], s[2])), tolerance=1e-3)
    many("linear_gelu", [(1, 4096, 1024), (128, 3072, 768), (512, 3072, 768)], lambda x, w, b: F.gelu(F.linear(x, w, b)),
         lambda s: (normal(s[0], s[2]), normal(s[1], s[2]), normal(s[1])), tolerance=1e-3)
    many("mlp", [1, 32, 256], lambda x, w1, b1, w2, b2: F.softmax(F.linear(F.relu(F.linear(x, w1, b1)), w2, b2), -1),
         lambda n: (normal(n, 784), normal(256, 784), normal(256), normal(10, 256), normal(10)), tolerance=1e-2)
    heads = lambda s: tuple(normal(s[0], s[1], s[2], 64) for _ in range(3))
    many("attention", [(1, 12, 128), (1, 12, 512), (1, 8, 2048)], F.scaled_dot_product_attention, heads)
    many("attention_causal", [(1, 12, 512), (1, 8, 2048)], lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), heads)


def convolution_cases():
    def convolution(name, batches, image, filters, *options):
        many(name, batches, lambda x, w: F.conv2d(x, w, None, *options), lambda b: (normal(b, *image), normal(*filters)), tolerance=2e-3)

    convolution("conv_stem", [1, 8], (3, 224, 224), (64, 3, 7, 7), 2, 3)
    convolution("conv_64", [1, 8], (64, 56, 56), (64, 64, 3, 3), 1, 1)
    convolution("conv_128", [1, 8], (128, 28, 28), (128, 128, 3, 3), 1, 1)
    convolution("conv_256", [1, 8], (256, 14, 14), (256, 256, 3, 3), 1, 1)
    convolution("conv_512", [1, 8], (512, 7, 7), (512, 512, 3, 3), 1, 1)
    convolution("conv_half", [1], (64, 56, 56), (128, 64, 3, 3), 2, 1)
    convolution("conv_1x1", [1, 8], (64, 56, 56), (256, 64, 1, 1), 1, 0)
    convolution("conv_1x1_deep", [1], (1024, 14, 14), (256, 1024, 1, 1), 1, 0)
    convolution("conv_depthwise", [1, 8], (96, 56, 56), (96, 1, 3, 3), 1, 1, 1, 96)
    convolution("conv_sized", [1], (64, 56, 56), (64, 64, 3, 3), 1, 1)
    many("conv_transpose", [1], lambda x, w: F.conv_transpose2d(x, w, None, 2), lambda b: (normal(b, 64, 28, 28), normal(64, 32, 2, 2)),
         tolerance=1e-3)
    many("conv1d_fir", [1 << 16], lambda x, w: F.conv1d(x, w, None, 1, 31), lambda n: (normal(1, 1, n), normal(1, 1, 63)), tolerance=1e-3)
    many("conv_bn_relu", [1], lambda x, w, m, v, g, b: F.relu(F.batch_norm(F.conv2d(x, w, None, 1, 1), m, v, g, b)),
         lambda n: (normal(n, 64, 56, 56), normal(64, 64, 3, 3), normal(64), uniform(64), normal(64), normal(64)), tolerance=2e-3)
    many("max_pool", [1, 8], lambda x: F.max_pool2d(x, 3, 2, 1), lambda b: (normal(b, 64, 112, 112),))
    many("avg_pool_all", [1, 8], lambda x: F.adaptive_avg_pool2d(x, 1), lambda b: (normal(b, 512, 7, 7),))
    many("upsample", [1], lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"), lambda b: (normal(b, 64, 56, 56),))


def library_cases():
    many("sort_values", [(1, 1 << 20), (256, 1024)], lambda x: torch.sort(x, -1)[0], lambda s: (normal(*s),))
    many("top10", [(1, 50257), (64, 1000)], lambda x: torch.topk(x, 10)[0], lambda s: (normal(*s),))
    many("cumsum_rows", [(1, 1 << 20), (256, 1024)], lambda x: torch.cumsum(x, -1), lambda s: (uniform(*s, low=-1, high=1),), tolerance=2e-2)
    many("gather_rows", [(10000, 128, 4096)], lambda x, i: x.index_select(0, i), lambda s: (normal(s[0], s[1]), integers(s[0], s[2])))
    many("scatter_sum", [(4096, 64, 1000)], lambda x, i, into: into.index_add(0, i, x),
         lambda s: (normal(s[0], s[1]), integers(s[2], s[0]), normal(s[2], s[1])), tolerance=1e-3)
    many("histogram", [1 << 16, 1 << 20], lambda x: torch.bincount(x, minlength=256), lambda n: (integers(256, n),))
    many("spectrum", [(1, 1 << 16), (256, 1024)], lambda x: torch.fft.rfft(x).abs(), lambda s: (normal(*s),), tolerance=1e-2)
    many("cholesky", [(64, 32), (1, 512)], torch.linalg.cholesky, lambda s: (spd(*s),), tolerance=1e-3)
    many("solve", [(64, 32), (1, 512)], torch.linalg.solve, lambda s: (spd(*s), normal(s[0], s[1], 4)), tolerance=1e-3)


def program_cases():
    def n_body(x, mass):
        apart = x.unsqueeze(0) - x.unsqueeze(1)
        squares = (apart * apart).sum(-1) + 1e-3
        return (apart * (mass * torch.rsqrt(squares) / squares).unsqueeze(-1)).sum(1)

    many("n_body", [1000], n_body, lambda n: (normal(n, 3), uniform(n)), tolerance=5e-2)

    def k_means(x, centres):
        apart = (x * x).sum(1, True) - 2 * (x @ centres.t()) + (centres * centres).sum(1)
        return apart.amin(1), apart.argmin(1)

    many("k_means", [(4096, 16, 64)], k_means, lambda s: (normal(s[0], s[1]), normal(s[2], s[1])), tolerance=1e-3)

    def heat(u):
        inner = u[1:-1, 1:-1]
        return inner + 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * inner)

    def wave(u, before):
        p = F.pad(u, (1, 1, 1, 1))
        return 2 * u - before + 0.25 * (p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] - 4 * u)

    def blur_sobel(image):
        rows = (image[:-2] + image[1:-1] + image[2:]) / 3
        b = (rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]) / 3
        across, along = b[:, 2:] - b[:, :-2], b[2:] - b[:-2]
        dx = across[:-2] + 2 * across[1:-1] + across[2:]
        dy = along[:, :-2] + 2 * along[:, 1:-1] + along[:, 2:]
        return torch.sqrt(dx * dx + dy * dy)

    many("heat", [(256, 256), (1080, 1920)], heat, lambda s: (normal(*s),))
    many("wave", [(256, 256), (1080, 1920)], wave, lambda s: (normal(*s), normal(*s)))
    many("blur_sobel", [(1080, 1920)], blur_sobel, lambda s: (normal(*s),))
    many("grey", [(1080, 1920)], lambda x: 0.299 * (x.float() / 255)[..., 0] + 0.587 * (x.float() / 255)[..., 1] + 0.114 * (x.float() / 255)[..., 2],
         lambda s: (lambda: torch.randint(0, 256, (*s, 3), dtype=torch.uint8),))

    def page_rank(links):
        rank = torch.full((links.size(0),), 1.0 / links.size(0))
        for _ in range(10):
            rank = 0.85 * torch.mv(links, rank) + 0.15 / links.size(0)
        return rank

    many("page_rank", [1000], page_rank, lambda n: (lambda: torch.rand(n, n) / n * 2,))

    def decay(x, state):
        ys = []
        for now in x.unbind(0):
            state = 0.9 * state + 0.1 * now
            ys.append(state)
        return torch.stack(ys)

    many("decay", [(1000, 1), (1000, 64)], decay, lambda s: (normal(*s), normal(s[1])))

    def kalman(x, p, z, f, q, h, r):
        ahead, cov = torch.mv(f, x), f @ p @ f.t() + q
        gain = cov @ h.t() @ torch.linalg.inv(h @ cov @ h.t() + r)
        return ahead + torch.mv(gain, z - torch.mv(h, ahead))

    one = lambda n: (lambda: spd(1, n)()[0])
    case("kalman@4", normal(4), one(4), normal(2), normal(4, 4), one(4), normal(2, 4), one(2), tolerance=1e-2)(kalman)


class Ours:
    """A case of the library of bench/peers."""

    def __init__(self, library, name, inputs):
        self.library, self.inputs = library, inputs
        self.call = library.peers_new(name.encode())
        if not self.call:
            raise KeyError(name)
        for tensor in inputs:
            sizes = (ctypes.c_int64 * tensor.dim())(*tensor.shape)
            strides = (ctypes.c_int64 * tensor.dim())(*tensor.stride())
            library.peers_input(self.call, tensor.data_ptr(), str(tensor.dtype)[6:].encode(), tensor.dim(), sizes, strides)

    def run(self, calls):
        seconds = self.library.peers_run(self.call, calls)
        if seconds < 0:
            raise RuntimeError(self.library.peers_error(self.call).decode())
        return seconds

    def differs(self, expected, tolerance):
        """What is wrong with the results, or None."""
        if self.library.peers_results(self.call) != len(expected):
            return "another number of results"
        for i, tensor in enumerate(expected):
            mine = torch.empty(tensor.shape, dtype=tensor.dtype)
            if not self.library.peers_result(self.call, i, mine.data_ptr(), mine.numel() * mine.element_size()):
                return f"result {i} has another size"
            if tensor.dtype.is_floating_point:
                scale = tensor.abs().max().clamp(min=1e-6)
                if not ((mine - tensor).abs().max() / scale <= tolerance):
                    return f"result {i} differs by {((mine - tensor).abs().max() / scale).item():.2g}"
            elif (mine != tensor).float().mean() > 1e-3:
                return f"result {i} differs"
        return None


def load(folder):
    library = ctypes.CDLL(str(folder))
    library.peers_new.restype = ctypes.c_void_p
    library.peers_run.restype = ctypes.c_double
    library.peers_error.restype = ctypes.c_char_p
    library.peers_result.restype = ctypes.c_bool
    library.peers_eager_calls.restype = ctypes.c_int64
    library.peers_run.argtypes = [ctypes.c_void_p, ctypes.c_int]
    library.peers_input.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
    library.peers_result.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_int64]
    library.peers_error.argtypes = library.peers_results.argtypes = [ctypes.c_void_p]
    return library


def timed(call, calls):
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls


def measure(runners, rounds):
    """{peer: [seconds a call]} of so many rounds, in turns."""
    calls, times = {}, {name: [] for name in runners}
    for name, run in runners.items():
        run(1)
        calls[name] = max(1, min(20000, int(0.03 / max(run(2), 1e-9))))
    for _ in range(rounds):
        for name, run in runners.items():
            run(max(1, calls[name] // 2))  # the threads of the one before fall asleep, and its data leaves the cache
            times[name].append(run(calls[name]))
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--no-compile", action="store_true", help="eager alone")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    library = load(options.build if options.build.suffix == ".so" else options.build / "bench" / "peers" / "libbench_peers.so")
    library.peers_threads(options.threads)
    for cases in [pointwise_cases, row_cases, contraction_cases, convolution_cases, library_cases, program_cases]:
        cases()
    print(f"PyTorch {torch.__version__}, {options.threads} thread(s); us a call\n")
    print("| case | torch eager | torch.compile | fullgraph | ratio | spread |\n|---|---|---|---|---|---|")
    ratios, wrong = [], 0
    for label, (name, makers, function, tolerance) in CASES.items():
        if options.only not in label:
            continue
        torch.manual_seed(0)
        inputs = [make() for make in makers]
        expected = function(*inputs)
        expected = list(expected) if isinstance(expected, tuple) else [expected]
        ours = Ours(library, name, inputs)
        before = library.peers_eager_calls()
        ours.run(1)
        problem = ours.differs(expected, tolerance)
        runners = {"eager": lambda calls: timed(lambda: function(*inputs), calls), "fullgraph": ours.run}
        with torch.no_grad():
            if not options.no_compile and not label.startswith("decay"):  # a thousand turns, unrolled, take it minutes
                torch.compiler.reset()
                compiled = torch.compile(function, fullgraph=not label.startswith("histogram"))
                runners["compile"] = lambda calls: timed(lambda: compiled(*inputs), calls)
            times = measure(runners, options.rounds)
        best = {peer: min(seconds) * 1e6 for peer, seconds in times.items()}
        spread = statistics.median(times["fullgraph"]) * 1e6 / best["fullgraph"] - 1
        ratio = min(best.get("compile", math.inf), best["eager"]) / best["fullgraph"]
        eager = " (runs eagerly)" if library.peers_eager_calls() > before else ""
        if problem:
            wrong += 1
        else:
            ratios.append(ratio)
        print(f"| {label.replace('_at_', ' ')} | {best['eager']:.1f} | {best.get('compile', math.nan):.1f} | {best['fullgraph']:.1f} | "
              f"{'DIFFERS: ' + problem if problem else f'{ratio:.2f}'}{eager} | {100 * spread:.0f} % |", flush=True)
    if ratios:
        print(f"\n{len(ratios)} cases, geometric mean {math.exp(statistics.fmean(map(math.log, ratios))):.2f}, "
              f"{sum(r < 1 for r in ratios)} below 1")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
