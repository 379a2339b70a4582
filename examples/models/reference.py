#!/usr/bin/env python3
"""PyTorch's results of the example models: writes expected.safetensors. Needs torch 2.13 and numpy.

  reference.py <expected.safetensors>       of the small models that the tests run
  reference.py --full <full.safetensors>    of ResNet-18, MobileNetV2, ViT-Ti/16, a U-Net, a detector, GPT-2 small,
                                            BERT-tiny, a Llama of 8 layers, an LSTM and a VAE:
                                            `model_gpt2 <full.safetensors>` compares with them
"""
import json
import struct
import sys

import numpy as np
import torch

from networks import *


def cart_pole(state, action):
    x, v, angle, speed = state.unbind(1)
    force = torch.where(action == 1, 10.0, -10.0)
    push = (force + 0.05 * speed**2 * angle.sin()) / 1.1
    turn = (9.8 * angle.sin() - angle.cos() * push) / (0.5 * (4 / 3 - 0.1 * angle.cos() ** 2 / 1.1))
    acceleration = push - 0.05 * turn * angle.cos() / 1.1
    return torch.stack([x + 0.02 * v, v + 0.02 * acceleration, angle + 0.02 * speed, speed + 0.02 * turn], 1)


def ppo(games):
    policy = fill(Policy(4, 2, 16))
    state, h = values("state", games, 4) * 0.1, torch.zeros(games, 16)
    states, actions, log_probs = [], [], []
    for _ in range(6):
        distribution, _, h = policy(state, h)
        states.append(state)
        actions.append(distribution.logits.argmax(-1))
        log_probs.append(distribution.log_prob(actions[-1]))
        state = cart_pole(state, actions[-1])
    result = {"states": torch.stack(states), "log_probs": torch.stack(log_probs), "hidden": h}
    h, again = torch.zeros(games, 16), []
    for t in range(6):
        distribution, value, h = policy(states[t], h * (t != 3))
        again.append(torch.stack([distribution.log_prob(actions[t]), distribution.entropy(), value]))
    result["evaluated"] = torch.stack(again, 1)
    advantages = values("advantages", 6, games)
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    ratio = (result["evaluated"][0] - result["log_probs"]).exp()
    result["loss"] = -torch.min(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).mean()
    return result


def kalman(targets, steps=20, dt=0.1):
    f = torch.eye(4)
    f[0, 2] = f[1, 3] = dt
    h = torch.eye(2, 4)
    g = torch.tensor([0.5 * dt * dt, 0, 0, 0.5 * dt * dt, dt, 0, 0, dt]).view(4, 2)
    q, r = g @ g.T * 0.5, torch.eye(2) * 0.1
    x, p, likelihood = torch.zeros(targets, 4), torch.eye(4).repeat(targets, 1, 1) * 10, torch.zeros(targets)
    velocity, noise = values("velocity", targets, 2) * 4, values("noise", steps, targets, 2)
    for i in range(steps):
        x, p = x @ f.T, f @ p @ f.T + q
        y = velocity * (0.1 * (i + 1)) + noise[i] - x @ h.T
        s = h @ p @ h.T + r
        k = torch.linalg.solve(s, h @ p).mT
        x = x + (k @ y[:, :, None])[:, :, 0]
        a = torch.eye(4) - k @ h
        p = a @ p @ a.mT + k @ r @ k.mT
        distance = (y[:, None] @ torch.linalg.inv(s) @ y[:, :, None]).flatten()
        likelihood += -0.5 * (distance + torch.logdet(s) + 2 * np.log(2 * np.pi))
    return {"x": x, "P": p, "likelihood": likelihood}


def black_scholes(count, spot=100.0, rate=0.02):
    k = torch.linspace(80, 120, 4 * count + 1, dtype=torch.float64)
    t = torch.arange(1, count + 1, dtype=torch.float64)[:, None] / 4
    sigma = values("sigma", count, 4 * count + 1).double() * 0.2 + 0.3
    normal = torch.distributions.Normal(torch.tensor(0.0, dtype=torch.float64), 1)
    root = t.sqrt()
    d1 = ((spot / k).log() + (rate + 0.5 * sigma**2) * t) / (sigma * root)
    n1, n2, pdf = normal.cdf(d1), normal.cdf(d1 - sigma * root), normal.log_prob(d1).exp()
    discounted = k * (-rate * t).exp()
    return {"": torch.stack([spot * n1 - discounted * n2, n1, pdf / (spot * sigma * root), spot * pdf * root,
                             -spot * pdf * sigma / (2 * root) - rate * discounted * n2, t * discounted * n2]),
            "sigma": sigma}


def tokens(name, batch, length, vocabulary):
    return ((values(name, batch, length) + 0.5) * vocabulary).floor().long()


def padded_sentences(model, batch, words):
    length = 5 + 2 * batch
    mask = (torch.arange(length) < length - torch.arange(batch)[:, None]).long()
    types = (torch.arange(length) >= length // 2).long().expand(batch, -1)
    return model(tokens("tokens", batch, length, words) * mask, mask, types)


def small():
    stored = {}
    for batch in (1, 3):
        image = values("image", batch, 3, 32, 32) * 4
        stored[f"mlp/{batch}"] = fill(Mlp())(values("input", batch, 16) * 4)
        stored[f"resnet18/{batch}"] = fill(ResNet([2, 2, 2, 2], 8, 10))(image)
        stored[f"unet/{batch}"] = fill(UNet(4))(values("image", batch, 1, 16, 16) * 4)
        stored[f"vit/{batch}"] = fill(Vit(16, 4, 24, 3, 3, 10))(values("image", batch, 3, 16, 16) * 4)
        stored[f"gpt2/{batch}"] = fill(Gpt(24, 16, 24, 2, 3))(tokens("tokens", batch, 4 + 4 * batch, 24))
        stored[f"lstm/{batch}"] = fill(Tagger(20, 8, 12, 5))(tokens("tokens", batch, 6, 20))
        stored[f"mobilenet/{batch}"] = fill(MobileNet(8, [(1, 8, 1, 1), (4, 12, 2, 2), (4, 16, 2, 2)], 32, 10))(image)
        hidden, pooled = padded_sentences(fill(Bert(30, 24, 2, 3, 48, 16)), batch, 30)
        stored[f"bert/{batch}"], stored[f"bert/{batch}/pooled"] = hidden, pooled
        stored[f"llama/{batch}"] = fill(Llama(32, 32, 64, 2, 4, 2))(tokens("tokens", batch, 4 + batch, 32))
        stored[f"yolo/{batch}"] = fill(Yolo(3, 4))(image)
        parts = {"vae": fill(Vae(4, 4, 12))(values("image", batch, 1, 12, 12) + 0.5), "ppo": ppo(batch),
                 "kalman": kalman(batch), "black_scholes": black_scholes(batch)}
        for name, results in parts.items():
            for part, tensor in results.items():
                stored[f"{name}/{batch}/{part}".rstrip("/")] = tensor
    for voices in (1, 2):
        time = torch.arange(96).float() / 96
        sound = (time * 40).sin() * (1 - time) + values("noise", voices, 1, 96) * 0.1
        stored[f"audio/{voices}"] = fill(Amplifier(4, 3, [1, 2, 4, 8]))(sound)
    return stored


def full():
    """Networks in the sizes that they are known by."""
    stored = {}
    networks = {
        "resnet18": ResNet([2, 2, 2, 2], 64, 1000),
        "vit": Vit(224, 16, 192, 12, 3, 1000), "unet": UNet(64), "gpt2": Gpt(50257, 1024, 768, 12, 12),
        "bert": Bert(30522, 128, 2, 2, 512, 512), "llama": Llama(32000, 512, 1376, 8, 8, 4),
        "mobilenet": MobileNet(32, [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
                                    (6, 160, 3, 2), (6, 320, 1, 1)], 1280, 1000),
        "yolo": Yolo(3, 64), "lstm": Tagger(20000, 256, 512, 17), "vae": Vae(128, 64, 64)}
    for network in networks.values():
        fill(network)
    for batch in (1, 3):
        image = values("image", batch, 3, 224, 224) * 4
        for name in ("resnet18", "vit", "mobilenet"):
            stored[f"{name}/{batch}"] = networks[name](image)
        stored[f"unet/{batch}"] = networks["unet"](values("image", batch, 1, 256, 256) * 4)
        stored[f"gpt2/{batch}"] = networks["gpt2"](tokens("tokens", batch, 4 + 4 * batch, 50257))
        stored[f"llama/{batch}"] = networks["llama"](tokens("tokens", batch, 4 + batch, 32000))
        hidden, pooled = padded_sentences(networks["bert"], batch, 30522)
        stored[f"bert/{batch}"], stored[f"bert/{batch}/pooled"] = hidden, pooled
        stored[f"yolo/{batch}"] = networks["yolo"](values("image", batch, 3, 320, 320) * 4)
        stored[f"lstm/{batch}"] = networks["lstm"](tokens("tokens", batch, 6, 20000))
        for part, tensor in networks["vae"](values("image", batch, 1, 64, 64) + 0.5).items():
            stored[f"vae/{batch}/{part}"] = tensor
    return stored


if len(sys.argv) < 2 or sys.argv[1] == "--full" and len(sys.argv) < 3:
    sys.exit(__doc__)
with torch.no_grad():
    stored = full() if sys.argv[1] == "--full" else small()

header, data = {}, b""
for name, tensor in stored.items():
    raw = np.ascontiguousarray(tensor.numpy()).tobytes()
    header[name] = {"dtype": {torch.float32: "F32", torch.float64: "F64"}[tensor.dtype], "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(header, separators=(",", ":")).encode()
text += b" " * (-len(text) % 8)
with open(sys.argv[-1], "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
for name, tensor in stored.items():
    print(name, tuple(tensor.shape), float(tensor.abs().max()))
