#!/usr/bin/env python3
"""PyTorch's results of the example models: writes expected.safetensors. Needs torch 2.13 and numpy.

  reference.py <expected.safetensors>
"""
import json
import struct
import sys

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def values(name, *sizes):
    seed = 2166136261
    for c in name.encode():
        seed = (seed ^ c) * 16777619 % 2**32
    i = np.arange(int(np.prod(sizes)), dtype=np.uint64)
    mask = np.uint64(2**32 - 1)
    x = (np.uint64(seed) + i * np.uint64(2654435761)) & mask
    x = ((x ^ (x >> np.uint64(15))) * np.uint64(2246822519)) & mask
    x = ((x ^ (x >> np.uint64(13))) * np.uint64(3266489917)) & mask
    x ^= x >> np.uint64(16)
    return torch.from_numpy((x / 4294967296.0 - 0.5).astype(np.float32)).reshape(sizes)


def fill(model):
    for key, tensor in model.state_dict().items():
        if not tensor.is_floating_point():
            continue
        u = values(key, *tensor.shape)
        if key.endswith("running_var"):
            tensor.copy_(u * 0.5 + 1)
        elif tensor.dim() <= 1:
            tensor.copy_(u * 0.2 + 1 if key.endswith("weight") else u * 0.2)
        else:
            tensor.copy_(u * (4.5 / (tensor.numel() // tensor.shape[0]) ** 0.5))
    return model.eval()


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(16, 32)
        self.fc2 = nn.Linear(32, 32)
        self.fc3 = nn.Linear(32, 10)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = F.dropout(F.relu(self.fc2(x)), 0.5, self.training)
        return F.log_softmax(self.fc3(x), 1)


class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes, stride, downsample):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        if downsample is not None:
            self.downsample = downsample

    def forward(self, x):
        residual = self.downsample(x) if hasattr(self, "downsample") else x
        y = F.relu(self.bn1(self.conv1(x)))
        return F.relu(self.bn2(self.conv2(y)) + residual)


class ResNet(nn.Module):
    def __init__(self, blocks, width, classes):
        super().__init__()
        self.inplanes = width
        self.conv1 = nn.Conv2d(3, width, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        for i, count in enumerate(blocks):
            setattr(self, f"layer{i + 1}", self.layer(width << i, count, 1 if i == 0 else 2))
        self.fc = nn.Linear(width << 3, classes)

    def layer(self, planes, count, stride):
        downsample = None
        if stride != 1 or self.inplanes != planes:
            downsample = nn.Sequential(nn.Conv2d(self.inplanes, planes, 1, stride, bias=False), nn.BatchNorm2d(planes))
        layers = [BasicBlock(self.inplanes, planes, stride, downsample)]
        self.inplanes = planes
        for _ in range(1, count):
            layers.append(BasicBlock(planes, planes, 1, None))
        return nn.Sequential(*layers)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 3, 2, 1)
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))


class DoubleConv(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(),
                                 nn.Conv2d(o, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU())

    def forward(self, x):
        return self.net(x)


class UNet(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inc = DoubleConv(1, width)
        self.down1 = DoubleConv(width, 2 * width)
        self.down2 = DoubleConv(2 * width, 4 * width)
        self.up1 = nn.ConvTranspose2d(4 * width, 2 * width, 2, 2)
        self.conv1 = DoubleConv(4 * width, 2 * width)
        self.up2 = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
        self.conv2 = DoubleConv(3 * width, width)
        self.outc = nn.Conv2d(width, 2, 1)

    def forward(self, x):
        a = self.inc(x)
        b = self.down1(F.max_pool2d(a, 2))
        c = self.down2(F.max_pool2d(b, 2))
        d = self.conv1(torch.cat([b, self.up1(c)], 1))
        return self.outc(self.conv2(torch.cat([a, self.up2(d)], 1)))


class VitBlock(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)
        self.norm2 = nn.LayerNorm(dim)
        self.fc1 = nn.Linear(dim, 4 * dim)
        self.fc2 = nn.Linear(4 * dim, dim)

    def attention(self, x):
        b, n, c = x.shape
        q, k, v = self.qkv(x).reshape(b, n, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        w = (q @ k.transpose(-2, -1) * (c // self.heads) ** -0.5).softmax(-1)
        return self.proj((w @ v).transpose(1, 2).reshape(b, n, c))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.fc2(F.gelu(self.fc1(self.norm2(x))))


class Vit(nn.Module):
    def __init__(self, dim, depth, heads, classes):
        super().__init__()
        self.patch_embed = nn.Conv2d(3, dim, 4, 4)
        self.cls_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.pos_embed = nn.Parameter(torch.zeros(1, 17, dim))
        self.blocks = nn.ModuleList(VitBlock(dim, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, classes)

    def forward(self, x):
        x = self.patch_embed(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls_token.expand(x.shape[0], -1, -1), x], 1) + self.pos_embed
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)[:, 0])


class GptBlock(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.ln_1 = nn.LayerNorm(dim)
        self.c_attn = nn.Linear(dim, 3 * dim)
        self.c_proj = nn.Linear(dim, dim)
        self.ln_2 = nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU("tanh"), nn.Linear(4 * dim, dim))

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = (p.view(b, t, self.heads, c // self.heads).transpose(1, 2)
                   for p in self.c_attn(self.ln_1(x)).split(c, 2))
        w = q @ k.transpose(-2, -1) * (c // self.heads) ** -0.5
        w = w.masked_fill(torch.ones(t, t).tril() == 0, float("-inf")).softmax(-1)
        x = x + self.c_proj((w @ v).transpose(1, 2).reshape(b, t, c))
        return x + self.mlp(self.ln_2(x))


class Gpt(nn.Module):
    def __init__(self, vocabulary, context, dim, layers, heads):
        super().__init__()
        self.wte = nn.Embedding(vocabulary, dim)
        self.wpe = nn.Embedding(context, dim)
        self.h = nn.ModuleList(GptBlock(dim, heads) for _ in range(layers))
        self.ln_f = nn.LayerNorm(dim)
        self.lm_head = nn.Linear(dim, vocabulary, bias=False)

    def forward(self, tokens):
        x = self.wte(tokens) + self.wpe(torch.arange(tokens.shape[1]))
        for block in self.h:
            x = block(x)
        return self.lm_head(self.ln_f(x))


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(20, 8)
        self.lstm = nn.LSTM(8, 12, batch_first=True, bidirectional=True)
        self.out = nn.Linear(24, 5)

    def forward(self, tokens):
        return self.out(self.lstm(self.embedding(tokens))[0])


class InvertedResidual(nn.Module):
    def __init__(self, i, o, stride, expand):
        super().__init__()
        hidden = i * expand
        self.shortcut = stride == 1 and i == o
        layers = []
        if expand != 1:
            layers += [nn.Conv2d(i, hidden, 1, bias=False), nn.BatchNorm2d(hidden), nn.ReLU6()]
        layers += [nn.Conv2d(hidden, hidden, 3, stride, 1, groups=hidden, bias=False), nn.BatchNorm2d(hidden),
                   nn.ReLU6(), nn.Conv2d(hidden, o, 1, bias=False), nn.BatchNorm2d(o)]
        self.conv = nn.Sequential(*layers)

    def forward(self, x):
        return x + self.conv(x) if self.shortcut else self.conv(x)


class MobileNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        settings = [(1, 8, 1, 1), (4, 12, 2, 2), (4, 16, 2, 2)]
        features = [nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU6())]
        channels = 8
        for expand, o, count, stride in settings:
            for i in range(count):
                features.append(InvertedResidual(channels, o, stride if i == 0 else 1, expand))
                channels = o
        features.append(nn.Sequential(nn.Conv2d(channels, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU6()))
        self.features = nn.Sequential(*features)
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(32, classes))

    def forward(self, x):
        return self.classifier(self.features(x).mean([2, 3]))


def tokens(name, batch, length, vocabulary):
    return ((values(name, batch, length) + 0.5) * vocabulary).floor().long()


stored = {}
with torch.no_grad():
    for batch in (1, 3):
        image = values("image", batch, 3, 32, 32) * 4
        stored[f"mlp/{batch}"] = fill(Mlp())(values("input", batch, 16) * 4)
        stored[f"resnet18/{batch}"] = fill(ResNet([2, 2, 2, 2], 8, 10))(image)
        stored[f"unet/{batch}"] = fill(UNet(4))(values("image", batch, 1, 16, 16) * 4)
        stored[f"vit/{batch}"] = fill(Vit(24, 3, 3, 10))(values("image", batch, 3, 16, 16) * 4)
        stored[f"gpt2/{batch}"] = fill(Gpt(24, 16, 24, 2, 3))(tokens("tokens", batch, 4 + 4 * batch, 24))
        stored[f"lstm/{batch}"] = fill(Tagger())(tokens("tokens", batch, 6, 20))
        stored[f"mobilenet/{batch}"] = fill(MobileNet(10))(image)

header, data = {}, b""
for name, tensor in stored.items():
    raw = np.ascontiguousarray(tensor.numpy()).tobytes()
    header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(header, separators=(",", ":")).encode()
text += b" " * (-len(text) % 8)
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
for name, tensor in stored.items():
    print(name, tuple(tensor.shape), float(tensor.abs().max()))
