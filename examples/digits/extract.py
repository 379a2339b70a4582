#!/usr/bin/env python3
"""Writes data/images.npy, data/labels.npy and data/held_back.npy from scikit-learn's copy of the UCI digits.

    pip install scikit-learn && python3 extract.py

The files are part of the repository; this script only says where they come from.
"""
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

data = Path(__file__).parent / "data"
digits = load_digits()
np.save(data / "images.npy", digits.images.astype(np.uint8))  # u8[1797, 8, 8], 0 to 16
np.save(data / "labels.npy", digits.target.astype(np.int64))  # i64[1797], 0 to 9

# 360 images that training never sees: a fixed random fifth, so that each writer of the set is in both parts.
held_back = np.sort(np.random.RandomState(2024).permutation(len(digits.target))[:360])
np.save(data / "held_back.npy", held_back.astype(np.int64))
print(f"{len(digits.target)} images, {len(held_back)} held back")
