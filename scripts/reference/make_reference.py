#!/usr/bin/env python3
"""Writes test/Ops/data: operator calls with PyTorch's answers, which eager and compiled code are held to.

    pip install torch==2.13.0 numpy          (CPU build; PyTorch is needed here only, never by the tests)
    scripts/reference/make_reference.py [folder]

The output depends on nothing but PyTorch's version. Run it again after a change here, and look at the difference.
"""

import pathlib
import sys

import torch

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import complex_numbers  # noqa: E402
import library  # noqa: E402
import pointwise  # noqa: E402
import promotion  # noqa: E402
import recurrent  # noqa: E402
import reductions  # noqa: E402
import structure  # noqa: E402
import windows  # noqa: E402


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2] / "test/Ops/data"
    torch.set_num_threads(1)
    if not torch.__version__.startswith("2.13."):
        sys.exit(f"make_reference.py: the reference is PyTorch 2.13, this is {torch.__version__}")
    cases = size = 0

    def write(book):
        nonlocal cases, size
        count, pool = book.write(folder)
        cases, size = cases + count, size + pool
        print(f"{book.family:14} {count:6} cases {pool:9} bytes of values")

    for module in (pointwise, promotion, reductions, windows, structure, library, recurrent):
        for book in module.books():
            write(book)
    for book in complex_numbers.books() + complex_numbers.parts():
        write(book)
    print(f"{'all':14} {cases:6} cases {size:9} bytes of values")


if __name__ == "__main__":
    main()
