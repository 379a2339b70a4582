#!/usr/bin/env python3
"""Writes recurrent_reference.safetensors: the weights and inputs "in.*" of recurrent layers and what PyTorch 2.13's
functions lstm, gru, rnn_tanh and rnn_relu give, "out.*". RecurrentTest.cpp computes the same from what is stored.
"""
import json
import struct

import torch

torch.manual_seed(23)
tensors = {}


def put(name, value):
    assert name not in tensors, name
    tensors[name] = value.detach().contiguous().clone()
    return value


GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}


def layer(tag, cell, layers=1, bidirectional=False, bias=True, batch_first=False, proj=0, steps=5, batch=3, inputs=4, hidden=6):
    directions = 2 if bidirectional else 1
    out = proj or hidden
    gates = GATES[cell] * hidden
    params = []
    for i in range(layers):
        for _ in range(directions):
            sizes = [(gates, inputs if i == 0 else out * directions), (gates, out)]
            sizes += [(gates,), (gates,)] if bias else []
            sizes += [(proj, hidden)] if proj else []
            for size in sizes:
                params.append(put(f"in.{tag}.{len(params)}", (torch.rand(size) - 0.5) * 0.9))
    x = put(f"in.{tag}.x", torch.randn((batch, steps, inputs) if batch_first else (steps, batch, inputs)))
    h = put(f"in.{tag}.h", torch.randn(layers * directions, batch, out))
    rest = (bias, layers, 0.0, False, bidirectional, batch_first)
    if cell == "lstm":
        c = put(f"in.{tag}.c", torch.randn(layers * directions, batch, hidden))
        results = torch.lstm(x, [h, c], params, *rest)
    else:
        results = {"gru": torch.gru, "rnn_tanh": torch.rnn_tanh, "rnn_relu": torch.rnn_relu}[cell](x, h, params, *rest)
    for i, result in enumerate(results):
        put(f"out.{tag}.{i}", result)


for cell in GATES:
    layer(f"{cell}.plain", cell)
    layer(f"{cell}.deep", cell, layers=3, bidirectional=True, batch_first=True)
    layer(f"{cell}.step", cell, layers=2, bias=False, steps=1, batch=2)
    layer(f"{cell}.long", cell, bidirectional=True, bias=False, steps=40, batch=1, hidden=19)
layer("lstm.projected", "lstm", layers=2, bidirectional=True, proj=3)
layer("lstm.projected_step", "lstm", proj=2, steps=1, bias=False, batch_first=True)

header, data = {}, b""
for name, value in tensors.items():
    raw = value.numpy().tobytes()
    header[name] = {"dtype": "F32", "shape": list(value.shape), "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(header, separators=(",", ":")).encode()
text += b" " * (-len(text) % 8)
with open(__file__.replace(".py", ".safetensors"), "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
print(len(tensors), "tensors")
