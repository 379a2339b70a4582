"""The steps of recurrent layers."""

import torch

from book import FLOATS, Book, Values, layouts

GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}


def step(cell, gates, h, c, w_hh, b_hh):
    product = torch.nn.functional.linear(h, w_hh, b_hh)
    if cell == "lstm":
        i, f, g, o = (gates + product).chunk(4, -1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        return o.sigmoid() * c.tanh(), c
    if cell == "gru":
        (r, z, n), (hr, hz, hn) = gates.chunk(3, -1), product.chunk(3, -1)
        n = (n + (r + hr).sigmoid() * hn).tanh()
        return (h - n) * (z + hz).sigmoid() + n, c
    return (torch.tanh if cell == "rnn_tanh" else torch.relu)(gates + product), c


def recurrent_steps(gates, state, w_hh, b_hh, cell, reverse):
    """Of f16 and bf16 in f32, but for what is stored: the states."""
    if gates.dtype != state.dtype:
        raise ValueError("Input and hidden tensors must have the same dtype, got Float and Double")
    if gates.shape[0] == 0:
        raise ValueError("Expected sequence length to be larger than 0 in RNN")
    dtype = gates.dtype
    wide = torch.float64 if dtype == torch.float64 else torch.float32
    h, c = state[0].to(wide), state[-1].to(wide)
    steps = []
    for row in gates.flip(0) if reverse else gates:
        h, c = step(cell, row.to(wide), h, c, w_hh.to(wide), b_hh.to(wide))
        h, c = h.to(dtype).to(wide), c.to(dtype).to(wide)
        steps.append(h)
    if reverse:
        steps.reverse()
    return torch.stack(steps + [c] * (cell == "lstm")).to(dtype)


def books():
    book, values = Book("recurrent", {"recurrent_steps": recurrent_steps}), Values(71)

    def tensors(cell, dtype, steps, batch, hidden):
        gates = GATES[cell]
        return (values.make(dtype, steps, batch, gates * hidden, low=-2, high=2), values.make(dtype, 2 if cell == "lstm" else 1, batch, hidden, low=-1, high=1),
                values.make(dtype, gates * hidden, hidden, low=-0.3, high=0.3), values.make(dtype, gates * hidden, low=-1, high=1))

    for cell in GATES:
        for reverse in (False, True):
            for dtype in FLOATS:
                book.case("recurrent_steps", *tensors(cell, dtype, 3, 2, 5), cell=cell, reverse=reverse)
            for steps, batch, hidden in ((1, 1, 1), (1, 3, 33), (2, 5, 17), (7, 1, 20), (9, 9, 8), (2, 0, 3)):
                book.case("recurrent_steps", *tensors(cell, torch.float32, steps, batch, hidden), cell=cell, reverse=reverse)
        gates, state, weights, bias = tensors(cell, torch.float32, 4, 3, 6)
        for t in layouts(gates):
            if t.shape == gates.shape:
                book.case("recurrent_steps", t, state, weights, bias, cell=cell, reverse=False)
        strided = weights.t().contiguous().t()
        book.case("recurrent_steps", gates, state.transpose(1, 2).contiguous().transpose(1, 2), strided, bias[:1].expand(len(bias)), cell=cell, reverse=True)
        book.case("recurrent_steps", gates[:1, :1], state[:, :1], strided, bias, cell=cell, reverse=False)
        book.case("recurrent_steps", gates[:1, :1], state[:, :1], weights, bias, cell=cell, reverse=False)
        # Where the functions end: beyond their digits, infinite, and not a number.
        far = torch.tensor([0.0, -0.0, 1e-6, 0.625, -0.625, 9.5, -9.5, 60.0, -60.0, 90.0, -90.0, 1e30, -1e30, float("inf"), -float("inf"), float("nan")])
        for count in (1, 2):
            book.case("recurrent_steps", far.reshape(16, 1, 1).expand(16, count, GATES[cell]).contiguous(),
                      torch.full((2 if cell == "lstm" else 1, count, 1), 0.5), torch.zeros(GATES[cell], 1), torch.zeros(GATES[cell]), cell=cell, reverse=False)
    gates, state, weights, bias = tensors("gru", torch.float32, 4, 3, 6)
    book.case("recurrent_steps", gates[:0], state, weights, bias, cell="gru", reverse=False)
    book.case("recurrent_steps", gates, state.double(), weights, bias, cell="gru", reverse=False)
    return [book]
