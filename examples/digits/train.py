#!/usr/bin/env python3
"""Trains the two networks of model.h and writes data/cnn.safetensors and data/mlp.safetensors.

    pip install torch==2.13.0 numpy safetensors && python3 train.py

The weights are part of the repository: neither building nor running the example needs Python. The names in the files
are PyTorch's (conv1.weight, fc1.bias, ...). Takes some seconds on one core.
"""
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional as F

data = Path(__file__).parent / "data"


class Cnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.fc = nn.Linear(32 * 2 * 2, 10)

    def forward(self, x):
        h = F.max_pool2d(F.relu(self.conv1(x)), 2)
        h = F.max_pool2d(F.relu(self.conv2(h)), 2)
        return self.fc(h.flatten(1))


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(64, 128)
        self.fc2 = nn.Linear(128, 64)
        self.fc3 = nn.Linear(64, 10)

    def forward(self, x):
        return self.fc3(F.relu(self.fc2(F.relu(self.fc1(x)))))


def noisy(images):
    """Each image with a little noise: what keeps 1,437 images from being learnt by heart."""
    return images + 0.1 * torch.randn_like(images)


def train(name, model, shape, epochs):
    images = torch.from_numpy(np.load(data / "images.npy")).float().div(16).unsqueeze(1)
    labels = torch.from_numpy(np.load(data / "labels.npy"))
    held_back = torch.from_numpy(np.load(data / "held_back.npy"))
    seen = torch.ones(len(labels), dtype=torch.bool)
    seen[held_back] = False
    x, y = images[seen], labels[seen]

    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, epochs)
    for _ in range(epochs):
        model.train()
        for batch in torch.randperm(len(y)).split(64):
            loss = F.cross_entropy(model(noisy(x[batch]).reshape(-1, *shape)), y[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        schedule.step()
    with torch.no_grad():
        right = (model(images[held_back].reshape(-1, *shape)).argmax(1) == labels[held_back]).sum().item()
    print(f"{name}: {right} of {len(held_back)} held-back images right ({100 * right / len(held_back):.2f} %)")
    save_file({key: value.contiguous() for key, value in model.state_dict().items()}, data / f"{name}.safetensors")


torch.manual_seed(0)
torch.set_num_threads(1)
train("cnn", Cnn(), (1, 8, 8), epochs=60)
train("mlp", Mlp(), (64,), epochs=120)
