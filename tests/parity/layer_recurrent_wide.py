# cpu only: these are about the loops of the processor.
"""Recurrent layers that are wide enough for the loops with packed weights: whole, packed and in both directions."""

import torch
from torch import nn
torch.manual_seed(0)
for kind in (nn.LSTM, nn.GRU, nn.RNN):
    for bi in (False, True):
        m = kind(16, 96, num_layers=2, bidirectional=bi)
        x = torch.randn(30, 11, 16, requires_grad=True)
        y, h = m(x)
        y.sum().backward()
        print(kind.__name__, bi, y.abs().sum().item(), x.grad.abs().sum().item(), m.weight_hh_l0.grad.abs().sum().item(), m.weight_ih_l0.grad.abs().sum().item())
        from torch.nn.utils.rnn import pack_padded_sequence
        p = pack_padded_sequence(x.detach(), torch.tensor([30,25,25,20,17,12,9,5,3,2,1]))
        o, h = m(p)
        hh = h[0] if isinstance(h, tuple) else h
        print(o.data.abs().sum().item(), hh.abs().sum().item())
m = nn.RNN(16, 96, nonlinearity='relu'); y, h = m(torch.randn(30, 11, 16)); print(y.sum().item())
