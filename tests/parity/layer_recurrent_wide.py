# cpu only: these are about the loops of the processor.
"""Recurrent layers that are wide enough for the loops with packed weights: whole, packed and in both directions."""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence


def sizes(*tensors):
    return [f"{tensor.abs().sum().item():.5g}" for tensor in tensors]


torch.manual_seed(0)
lengths = torch.tensor([30, 25, 25, 20, 17, 12, 9, 5, 3, 2, 1])
for kind in (nn.LSTM, nn.GRU, nn.RNN):
    for both in (False, True):
        layer = kind(16, 96, num_layers=2, bidirectional=both)
        x = torch.randn(30, 11, 16, requires_grad=True)
        y, h = layer(x)
        y.sum().backward()
        print(kind.__name__, both, *sizes(y, x.grad, layer.weight_hh_l0.grad, layer.weight_ih_l0.grad))
        o, h = layer(pack_padded_sequence(x.detach(), lengths))
        print(*sizes(o.data, h[0] if isinstance(h, tuple) else h))
layer = nn.RNN(16, 96, nonlinearity="relu")
y, h = layer(torch.randn(30, 11, 16))
print(*sizes(y, h))
